// The run: rates of the machine, workers, processes of the cases, rounds.
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "machine/fitness.h"
#include "machine/spin.h"
#include "run/job.h"
#include "run/machine_rates.h"
#include "run/private/look_ahead.h"
#include "run/private/plan.h"
#include "run/private/references.h"
#include "run/private/runner.h"
#include "run/private/sampling.h"
#include "run/private/strict.h"

// ---- rates of the machine, for figures of `data: roofline` ----

// A failure is not fatal: the roofline columns of the cases stay NULL.
static Status measure_rates(Runner *r, Precision precision, int threads, const char *name)
{
    char         label[96];
    bool         known = false;
    SpawnResult  result;
    MachineRates rates = {.store = r->store,
                          .spawn = {.program = r->sides[0].workers[precision].path,
                                    .worker = &r->sides[0].workers[precision],
                                    .seen = r->libraries,
                                    .threads = threads,
                                    .spin = SPIN_DEFAULT,
                                    .timeout_s = r->settings->timeout_s,
                                    .signals = r->signals.fd,
                                    .tick_ms = r->settings->watcher.tick_ms,
                                    .tick = runner_tick,
                                    .tick_user = r}};
    if (signals_pending(&r->signals))
        return runner_interrupted();
    TRY(machine_rates_known(&rates, &known, &result));
    if (known)
        return status_ok();
    snprintf(label, sizeof label, "rates of the machine, %s", name);
    runner_begin(r, -1, label, "");
    const Status status = result.end == WORKER_DONE ? machine_rates_measure(&rates, &result) : status_ok();
    const bool   measured = rates.rates && result.end == WORKER_DONE;
    machine_rates_destroy(&rates);
    if (status.code != STATUS_OK || result.end == WORKER_INTERRUPTED) {
        r->state->label = "";
        return status.code != STATUS_OK ? status : runner_interrupted();
    }
    runner_end(r, measured ? CASE_DONE : CASE_FAILED, result.message);
    return status_ok();
}

// Measures the rates for the precision and threads of a case once; `seen` has the names of finished combinations.
static Status measure_rates_of(Runner *r, const Case *setup, json_t *seen)
{
    char      name[64];
    const int threads = (int)param_int(&setup->params, "threads");
    snprintf(name, sizeof name, "%d thread%s, %s", threads, threads == 1 ? "" : "s", precision_names()[setup->precision]);
    if (json_object_get(seen, name))
        return status_ok();
    return json_object_set_new(seen, name, json_true()) ? runner_no_memory() : measure_rates(r, setup->precision, threads, name);
}

// Runs before the cases, for every precision and thread count among them. Also runs if no case needs repetitions, since the rates may have
// failed earlier or may not have been requested. Known rates are not measured again.
static Status rates_make(Runner *r)
{
    const Experiment *e = r->settings->experiment;
    json_auto_t      *seen = json_object();
    if (!seen)
        return runner_no_memory();
    for (int i = 0; i < e->case_count && e->rates; i++)
        TRY(measure_rates_of(r, &e->cases[i].setup, seen));
    return status_ok();
}

// ---- cases ----

static CaseStatus judge(const Recorder *recorder, const SpawnResult *result, char *message, size_t size)
{
    snprintf(message, size, "%s", result->message);
    if (result->end != WORKER_DONE)
        return runner_outcome(result);
    for (int pass = 0; pass < PASS_COUNT; pass++)
        if (recorder->done[pass] < recorder->due[pass]) {
            snprintf(message, size, "the worker returned fewer repetitions than requested; run again");
            return CASE_FAILED;
        }
    if (!result->deterministic)
        snprintf(message, size,
                 "the final states of the repetitions differ: the solver is not deterministic, or has a bug; compare with `threads: 1`");
    return CASE_DONE;
}

static void count_case(Runner *r, Task *task)
{
    RunState        *state = r->state;
    const CaseStatus status = task->status;
    if (task->counted)
        return;
    task->counted = true;
    state->done += case_status_stage(status) == CASE_WHOLE;
    state->unconverged += status == CASE_UNCONVERGED;
    state->diverged += status == CASE_DIVERGED;
    state->refused += status == CASE_REFUSED;
    state->failed += case_status_retry(status) != RETRY_NEVER;
    state->finished++;
}

// Ends the case, finally or for this run.
static Status end_case(Runner *r, int index, CaseStatus status, const char *message)
{
    Task *task = &r->tasks[index];
    if (status == CASE_DONE)
        TRY(runner_whole(r, index, &status));
    task->status = status;
    task->todo = false;
    look_back(r, index);
    TRY(store_case_status(r->store, task->id, runner_build(r, index), status, message));
    if (status == CASE_INTERRUPTED)
        return runner_interrupted();
    if (task->counted && case_status_stage(status) == CASE_WHOLE) { // a further process
        runner_tick(r);
        return status_ok();
    }
    r->state->failed += task->counted && case_status_retry(status) != RETRY_NEVER; // a process after the case was counted as finished
    count_case(r, task);
    runner_end(r, status, message);
    return status_ok();
}

static Status fill_job(Runner *r, int index, char paths[REFERENCE_USES][REFERENCE_PATH_MAX], WorkerJob *job)
{
    const PlannedCase *planned = runner_planned(r, index);
    const Task        *task = &r->tasks[index];
    const StoreProcess process = {.run = r->run,
                                  .case_id = task->id,
                                  .build = runner_build(r, index),
                                  .side = index / r->settings->experiment->case_count,
                                  .round = r->state->round,
                                  .position = ++r->position};
    *job = (WorkerJob){.setup = &planned->setup};
    sampling_share(planned, task, job->passes);
    for (int use = 0; use < REFERENCE_USES; use++)
        if (*planned->references[use] && planned->required[PASS_MEASURED] > 0) { // times of probes are useless without errors
            TRY(reference_path(r, runner_side(r, index), planned->references[use], paths[use]));
            job->references[use] = paths[use];
        }
    memcpy(job->first, task->done, sizeof job->first);
    return store_process(r->store, &process, &job->process);
}

static Status start_process(Runner *r, int index, Recorder *recorder, SpawnResult *result)
{
    char      paths[REFERENCE_USES][REFERENCE_PATH_MAX], chosen[64];
    WorkerJob job;
    TRY(fill_job(r, index, paths, &job));
    TRY(store_chosen(r->store, r->tasks[index].id, recorder->build, chosen, sizeof chosen));
    job.chosen = *chosen ? chosen : NULL;
    TRY(store_team(r->store, r->tasks[index].id, recorder->build, &job.team));
    for (int pass = 0; pass < PASS_COUNT; pass++)
        recorder->due[pass] = job.first[pass] + job.passes[pass];
    return runner_worker(r, &runner_side(r, index)->workers[job.setup->precision], &job, recorder, result);
}

static void count_process(Runner *r, int index, int64_t began_ns)
{
    r->tasks[index].seconds = (double)(clock_ns() - began_ns) * 1e-9;
    r->state->processes_ended++;
    look_back(r, index);
}

// Retries in a later round; the status is stored in case the run ends before.
static Status try_again(Runner *r, int index, CaseStatus status, const char *message)
{
    Task *task = &r->tasks[index];
    task->retried++;
    task->todo = true;
    task->status = status;
    TRY(store_case_status(r->store, task->id, runner_build(r, index), status, message));
    look_back(r, index);
    runner_end(r, status, message);
    return status_ok();
}

static Status run_process(Runner *r, int index)
{
    Task         *task = &r->tasks[index];
    Recorder      recorder = {.store = r->store,
                              .case_id = task->id,
                              .build = runner_build(r, index),
                              .steps = param_int(&runner_planned(r, index)->setup.params, "steps")};
    SpawnResult   result;
    char          message[508];
    const int64_t began = clock_ns();
    const bool    again = case_status_stage(task->status) == CASE_WHOLE; // complete, but more repetitions are needed
    memcpy(recorder.done, task->done, sizeof recorder.done);
    recorder.first = runner_repetitions(task->done) == 0;
    if (!again && task->status != CASE_RUNNING) {
        TRY(store_case_status(r->store, task->id, recorder.build, CASE_RUNNING, ""));
        task->status = CASE_RUNNING;
    }
    look_ahead(r, index, began);
    recorder.since_ns = clock_ns();
    runner_begin(r, index % r->settings->experiment->case_count, runner_planned(r, index)->label, "");
    const Status status = start_process(r, index, &recorder, &result);
    r->task = -1;
    const Status dropped = record_end(&recorder);
    TRY(status);
    TRY(dropped);
    memcpy(task->done, recorder.done, sizeof task->done);
    const CaseStatus end = judge(&recorder, &result, message, sizeof message);
    task->todo = end == CASE_DONE && sampling_processes_left(runner_planned(r, index), task) > 0;
    r->state->started[index / r->settings->experiment->case_count]++;
    count_process(r, index, began);
    if (end == CASE_DONE && task->todo) {
        runner_tick(r);
        return status_ok();
    }
    if (case_status_retry(end) == RETRY_SAME_RUN && task->retried < r->settings->retry)
        return try_again(r, index, end, message);
    return end == CASE_INTERRUPTED && again ? runner_interrupted() : end_case(r, index, end, message);
}

static Status run_task(Runner *r, int index)
{
    bool failed = false, final = false;
    char text[480];
    if (signals_pending(&r->signals))
        return runner_interrupted();
    TRY(runner_over(r));
    TRY(references_failed(r, index, &failed, &final, text, sizeof text));
    if (!failed)
        return run_process(r, index);
    runner_begin(r, index % r->settings->experiment->case_count, runner_planned(r, index)->label, "");
    return end_case(r, index, final ? CASE_REFUSED : CASE_FAILED, text);
}

// ---- rounds ----

static bool is_unfinished(const Runner *r)
{
    for (int i = 0; i < r->task_count; i++)
        if (r->tasks[i].todo)
            return true;
    return false;
}

// Waits only before passes with times: errors do not depend on other programs.
static Status wait_quiet(Runner *r, int index)
{
    int share[PASS_COUNT];
    sampling_share(runner_planned(r, index), &r->tasks[index], share);
    if (share[PASS_TIMED] + share[PASS_PHASED] + share[PASS_COUNTED] == 0)
        return status_ok();
    TRY(strict_wait(r));
    if (!(r->settings->quiet_s > 0))
        return status_ok();
    runner_begin(r, -1, "waiting until the machine is quiet", "");
    const bool quiet = fitness_wait_quiet(r->settings->system, r->settings->quiet_s, r->signals.fd);
    r->state->noisy_starts += !quiet;
    return status_ok();
}

static Status run_round(Runner *r, int *order)
{
    const int cases = r->settings->experiment->case_count;
    r->state->round++;
    r->position = 0;
    sampling_order(cases, r->side_count, (uint64_t)r->settings->seed, r->state->round, order);
    for (int i = 0; i < r->task_count; i++)
        if (r->tasks[order[i]].todo) {
            TRY(wait_quiet(r, order[i]));
            TRY(run_task(r, order[i]));
        }
    return status_ok();
}

// Stops between two processes after a signal, or if the machine is no longer fit; the next run continues.
static Status leave_pending(Runner *r)
{
    for (int i = 0; i < r->task_count; i++)
        if (r->tasks[i].status == CASE_RUNNING && r->tasks[i].todo)
            TRY(store_case_status(r->store, r->tasks[i].id, runner_build(r, i), CASE_INTERRUPTED, ""));
    return status_ok();
}

static Status run_rounds(Runner *r)
{
    int   *order = (int *)calloc((size_t)r->task_count, sizeof *order);
    Status status = status_ok();
    if (!order)
        return runner_no_memory();
    for (bool more = true; more && status.code == STATUS_OK;) {
        while (is_unfinished(r) && status.code == STATUS_OK)
            status = run_round(r, order);
        if (status.code == STATUS_OK)
            status = sampling_extend(r, &more);
        if (status.code == STATUS_OK && more)
            look_at_all(r);
        if (status.code == STATUS_OK && more)
            status = references_make(r); // for processes that the plan did not include
    }
    free(order);
    if (status.code == STATUS_INTERRUPTED || status.code == STATUS_UNFIT || status.code == STATUS_TIMEOUT)
        TRY(leave_pending(r));
    return status;
}

static void count_disturbed(Runner *r)
{
    for (int i = 0; i < r->task_count; i++) {
        r->state->timed_processes += r->tasks[i].processes;
        r->state->disturbed_processes += r->tasks[i].disturbed;
        r->state->wide += r->settings->ci > 0 && r->tasks[i].processes > 0 && !(r->tasks[i].width <= r->settings->ci);
    }
}

static Status run_all(Runner *r)
{
    TRY(plan_find_workers(r));
    TRY(strict_begin(r));
    TRY(store_open(r->settings->database, STORE_WRITE, &r->store));
    TRY(plan_record(r));
    TRY(strict_record(r));
    look_at_all(r);
    TRY(rates_make(r));
    TRY(references_make(r));
    TRY(run_rounds(r));
    TRY(sampling_refresh(r));
    count_disturbed(r);
    TRY(store_run_end(r->store, r->run));
    TRY(strict_end(r));
    if (r->state->failed > 0)
        return status_make(STATUS_INCOMPLETE, "%d of %d cases failed; `weft status %s` shows why, and the next run retries them",
                           r->state->failed, r->state->total, r->settings->database);
    return status_ok();
}

static Status count_saved(const Runner *r, StoreMode mode, int64_t *out)
{
    STORE *store = NULL;
    *out = 0;
    TRY(store_open(r->settings->database, mode, &store));
    return store_run_repetitions(store, r->run, out);
}

// Writes to a file that another program damaged report no error, since its pages are in memory. So the file is read again from its start;
// the readable repetitions of a damaged file are counted with STORE_GLANCE.
static Status check_stored(const Runner *r, Status ended)
{
    int64_t saved = 0;
    if (r->measured == 0)
        return ended;
    Status status = count_saved(r, STORE_READ, &saved);
    if (status.code != STATUS_OK && count_saved(r, STORE_GLANCE, &saved).code != STATUS_OK)
        saved = 0;
    if (status.code == STATUS_OK && saved >= r->measured)
        return ended;
    if (ended.code == STATUS_IO || status.code == STATUS_OK)
        status = ended.code == STATUS_IO ? ended : status_make(STATUS_IO, "%s: was changed by another program", r->settings->database);
    if (saved >= r->measured)
        return status_make(STATUS_IO, "%s; all %lld repetitions of this run are in the file, but rows may be missing", status.text,
                           (long long)r->measured);
    return status_make(STATUS_IO, "%s; this run measured %lld repetitions, and %lld of them cannot be read from the file", status.text,
                       (long long)r->measured, (long long)(r->measured - saved));
}

// Closes the store. Checks the file of that name only if it is still the file that the run wrote.
static Status close_store(Runner *r, Status ended)
{
    const Status place = r->store ? store_check_place(r->store) : status_ok();
    store_close(r->store);
    if (place.code == STATUS_OK)
        return check_stored(r, ended);
    return status_make(place.code, "%s; this run measured %lld repetitions", place.text, (long long)r->measured);
}

Status run_experiment(const RunSettings *settings, RunState *state)
{
    Runner r = {.settings = settings,
                .state = state,
                .task = -1,
                .failed_references = json_object(),
                .libraries = json_object(),
                .side_count = settings->workers[1] ? 2 : 1};
    *state = (RunState){.total = settings->experiment->case_count * r.side_count,
                        .started_ns = clock_ns(),
                        .planned = -1,
                        .label = "",
                        .reference = "",
                        .pass = ""};
    if (!r.failed_references || !r.libraries)
        return runner_no_memory();
    Status status = signals_open(&r.signals);
    if (status.code == STATUS_OK) {
        status = run_all(&r);
        signals_close(&r.signals);
    }
    status = close_store(&r, status);
    free(r.tasks);
    free(r.ids);
    forecast_destroy(&r.forecast);
    json_decref(r.failed_references);
    json_decref(r.libraries);
    return status;
}
