// The sweep.
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "case/row.h"
#include "machine/environment.h"
#include "machine/quiet.h"
#include "machine/spin.h"
#include "run/job.h"
#include "run/machine_rates.h"
#include "run/private/references.h"
#include "run/private/runner.h"
#include "run/private/sampling.h"

Status runner_no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a run");
}

Status runner_interrupted(void)
{
    return status_make(STATUS_INTERRUPTED, "stopped by a signal; what was measured is stored, run it again to continue");
}

bool run_wanted(const PlannedCase *planned, CaseStatus status, const int done[PASS_COUNT], int wanted[PASS_COUNT])
{
    bool any = false;
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        wanted[pass] = planned->wanted[pass] > done[pass] ? planned->wanted[pass] - done[pass] : 0;
        any = any || wanted[pass] > 0;
    }
    return any && status != CASE_DIVERGED && status != CASE_REFUSED;
}

// ---- the plan in the store ----

static Status find_worker(Runner *r, int side, Precision precision)
{
    const char *folder = r->settings->workers[side];
    WorkerFile *worker = &r->sides[side].workers[precision];
    if (*worker->path)
        return status_ok();
    return folder ? worker_file_in(folder, precision, worker) : worker_file(precision, worker);
}

// Before the store is opened, so that a missing worker leaves no file behind.
static Status find_workers(Runner *r)
{
    const Experiment *e = r->settings->experiment;
    for (int side = 0; side < r->side_count; side++)
        for (int i = 0; i < e->case_count; i++) {
            TRY(find_worker(r, side, e->cases[i].setup.precision));
            for (int use = 0; use < REFERENCE_USES; use++)
                if (*e->cases[i].references[use])
                    TRY(find_worker(r, side, PRECISION_F64));
        }
    return status_ok();
}

// What the build is made of: of weft's own workers it knows itself, others say it.
static Status describe_build(Runner *r, int side, Precision precision, json_t **out)
{
    if (r->settings->workers[side])
        return machine_rates_environment(r->sides[side].workers[precision].path, r->settings->timeout_s, r->signals.fd, out);
    *out = environment_describe(WEFT_ISA, REAL_NAME, 0);
    if (*out && json_object_set_new(*out, "precision", json_string(precision_names()[precision])) == 0)
        return status_ok();
    json_decref(*out);
    return runner_no_memory();
}

static Status record_build(Runner *r, int side, Precision precision)
{
    json_t *environment = NULL;
    TRY(describe_build(r, side, precision, &environment));
    const Status status = store_build(r->store, r->sides[side].workers[precision].hash, environment, &r->sides[side].builds[precision]);
    json_decref(environment);
    return status;
}

static Status record_experiment(Runner *r)
{
    const Experiment     *e = r->settings->experiment;
    const StoreExperiment row = {
        .name = e->name, .question = e->question, .expected = e->expected, .path = r->settings->path, .text = e->text, .hash = e->hash};
    TRY(store_experiment(r->store, &row, &r->experiment));
    return store_run(r->store, r->experiment, r->settings->seed, r->settings->options ? r->settings->options : "", &r->run);
}

// What the store has of a task. A run of two sides measures both anew: values are pairs where they are of one round, and the build does
// not tell the sides where it is the same.
static Status read_progress(Runner *r, int index, CaseStatus *status)
{
    Task *task = &r->tasks[index];
    TRY(store_case_progress(r->store, task->id, runner_build(r, index), status, task->done));
    if (r->side_count == 1)
        return status_ok();
    return store_side_progress(r->store, r->run, index / r->settings->experiment->case_count, task->id, task->done);
}

static Status store_planned(Runner *r, const PlannedCase *c, int position, const json_t *json, int64_t *id, bool *outdated)
{
    const Experiment *e = r->settings->experiment;
    if (c->variation)
        return store_variation_case(r->store, r->experiment, c->variation, e->variations[c->variation - 1].name, c->setup.key, c->block,
                                    position, c->label, json, id);
    return store_case(r->store, r->experiment, c->setup.key, c->block, position, c->label, json, id, outdated);
}

static Status record_case(Runner *r, int index)
{
    const PlannedCase *planned = runner_planned(r, index);
    const Precision    precision = planned->setup.precision;
    const int          position = index % r->settings->experiment->case_count, side = index / r->settings->experiment->case_count;
    Task              *task = &r->tasks[index];
    if (!r->sides[side].builds[precision])
        TRY(record_build(r, side, precision));
    json_t *json = case_to_json(&planned->setup);
    if (!json)
        return runner_no_memory();
    bool   outdated = false;
    Status status = store_planned(r, planned, position, json, &task->id, &outdated);
    r->state->outdated += outdated;
    json_decref(json);
    if (status.code == STATUS_OK)
        status = read_progress(r, index, &task->status);
    int wanted[PASS_COUNT];
    task->todo = run_wanted(planned, task->status, task->done, wanted);
    memcpy(task->goal, planned->wanted, sizeof task->goal);
    task->width = INFINITY;
    return status;
}

// An earlier run may have been killed after the last repetition of a case and before its status was written.
static Status mark_already(Runner *r, int index)
{
    Task *task = &r->tasks[index];
    r->state->already += !task->counted;
    r->state->finished += !task->counted;
    task->counted = true;
    if (task->status == CASE_DONE || task->status == CASE_DIVERGED || task->status == CASE_REFUSED)
        return status_ok();
    task->status = CASE_DONE;
    return store_case_status(r->store, task->id, runner_build(r, index), CASE_DONE, "");
}

// The same case may be in two blocks: the first of them measures what any wants.
static void leave_to_first(Runner *r, int index)
{
    const int cases = r->settings->experiment->case_count;
    Task     *task = &r->tasks[index];
    for (int k = index / cases * cases; k < index; k++) {
        Task *first = &r->tasks[k];
        if (first->id != task->id || first->twin)
            continue;
        for (int pass = 0; pass < PASS_COUNT; pass++)
            first->goal[pass] = first->goal[pass] > task->goal[pass] ? first->goal[pass] : task->goal[pass];
        first->todo = first->todo || task->todo;
        task->twin = true;
        task->todo = false;
        task->counted = true;
        r->state->already++;
        r->state->finished++;
        return;
    }
}

static Status record_plan(Runner *r)
{
    r->task_count = r->settings->experiment->case_count * r->side_count;
    r->tasks = (Task *)calloc((size_t)r->task_count, sizeof *r->tasks);
    if (!r->tasks)
        return runner_no_memory();
    for (int i = 0; i < r->task_count; i++)
        TRY(record_case(r, i));
    for (int i = 0; i < r->task_count; i++)
        leave_to_first(r, i);
    TRY(sampling_begin(r));
    for (int i = 0; i < r->task_count; i++)
        if (!r->tasks[i].todo && !r->tasks[i].twin)
            TRY(mark_already(r, i));
    return status_ok();
}

// ---- one worker ----

void runner_begin(Runner *r, const char *label, const char *reference)
{
    r->state->label = label;
    r->state->reference = reference;
    r->settings->watcher.begin(r->settings->watcher.user, r->state);
}

void runner_end(Runner *r, CaseStatus status, const char *message)
{
    r->settings->watcher.end(r->settings->watcher.user, r->state, status, message);
    r->state->label = "";
}

void runner_tick(void *user)
{
    const Runner     *r = (const Runner *)user;
    const RunWatcher *watcher = &r->settings->watcher;
    if (watcher->tick)
        watcher->tick(watcher->user, r->state);
}

typedef struct Listener {
    Runner   *runner;
    Recorder *recorder; // NULL: rows are ignored
} Listener;

static Status listen_row(void *user, json_t *row)
{
    const Listener   *listener = (const Listener *)user;
    const RunWatcher *watcher = &listener->runner->settings->watcher;
    const RowKind     kind = row_kind(row);
    const char       *text = kind < ROW_KINDS ? json_string_value(json_object_get(row, "text")) : NULL;
    if (kind == ROW_CONDITION && listener->recorder && listener->recorder->first && text && watcher->said)
        watcher->said(watcher->user, listener->runner->state, text);
    if (kind == ROW_FINDING && row_check(kind, row).code == STATUS_OK && watcher->found)
        watcher->found(watcher->user, listener->runner->state, json_string_value(json_object_get(row, "kind")), text);
    return listener->recorder ? record_row(listener->recorder, row) : status_ok();
}

static void listen_tick(void *user)
{
    runner_tick(((const Listener *)user)->runner);
}

Status runner_worker(Runner *r, const WorkerFile *worker, const char *input, const Case *setup, Recorder *recorder, SpawnResult *result)
{
    Listener       listener = {.runner = r, .recorder = recorder};
    const SpawnJob spawn = {.program = worker->path,
                            .input = input,
                            .threads = (int)param_int(&setup->params, "threads"),
                            .spin = param_int(&setup->params, "spin"),
                            .timeout_s = r->settings->timeout_s,
                            .signals = r->signals.fd,
                            .tick_ms = r->settings->watcher.tick_ms,
                            .row = listen_row,
                            .tick = listen_tick,
                            .user = &listener};
    return spawn_run(&spawn, result);
}

// ---- rates of the machine ----

// A failure is not fatal: the roofline columns of the cases stay NULL.
static Status measure_rates(Runner *r, Precision precision, int threads, const char *name)
{
    char         label[96];
    bool         known = false;
    SpawnResult  result;
    MachineRates rates = {.store = r->store,
                          .spawn = {.program = r->sides[0].workers[precision].path,
                                    .threads = threads,
                                    .spin = SPIN_DEFAULT,
                                    .timeout_s = r->settings->timeout_s,
                                    .signals = r->signals.fd,
                                    .tick_ms = r->settings->watcher.tick_ms,
                                    .tick = runner_tick,
                                    .user = r}};
    if (signals_pending(&r->signals))
        return runner_interrupted();
    TRY(machine_rates_known(&rates, &known, &result));
    if (known)
        return status_ok();
    snprintf(label, sizeof label, "rates of the machine, %s", name);
    runner_begin(r, label, "");
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

// Measures the rates for the precision and threads of a case once; `seen` holds the names of those done.
static Status measure_rates_of(Runner *r, const Case *setup, json_t *seen)
{
    char      name[64];
    const int threads = (int)param_int(&setup->params, "threads");
    snprintf(name, sizeof name, "%d thread%s, %s", threads, threads == 1 ? "" : "s", precision_names()[setup->precision]);
    if (json_object_get(seen, name))
        return status_ok();
    return json_object_set_new(seen, name, json_true()) ? runner_no_memory() : measure_rates(r, setup->precision, threads, name);
}

// Before the cases, for every precision and thread count among them; also if no case is left to measure, since the rates may have failed
// or not been asked for earlier. Known rates are not measured again.
static Status measure_all_rates(Runner *r)
{
    const Experiment *e = r->settings->experiment;
    json_t           *seen = e->rates ? json_object() : NULL;
    Status            status = e->rates && !seen ? runner_no_memory() : status_ok();
    for (int i = 0; i < e->case_count && e->rates && status.code == STATUS_OK; i++)
        status = measure_rates_of(r, &e->cases[i].setup, seen);
    json_decref(seen);
    return status;
}

// ---- cases ----

// due: repetitions that the store should have now.
static CaseStatus judge(const Recorder *recorder, const int due[PASS_COUNT], const SpawnResult *result, char *message, size_t size)
{
    snprintf(message, size, "%s", result->message);
    if (result->end == WORKER_TIMEOUT)
        return CASE_TIMEOUT;
    if (result->end == WORKER_INTERRUPTED)
        return CASE_PENDING;
    if (result->end == WORKER_CRASHED)
        return result->exit_code == status_exit_code(STATUS_MEMORY) ? CASE_MEMORY : CASE_CRASHED;
    if (result->end == WORKER_FAILED) {
        if (result->code == STATUS_NUMERIC)
            return CASE_DIVERGED;
        if (result->code == STATUS_MEMORY)
            return CASE_MEMORY;
        return status_is_lasting(result->code) ? CASE_REFUSED : CASE_FAILED; // refused is never tried again
    }
    if (recorder->broken) {
        snprintf(message, size, "%s", recorder->complaint);
        return CASE_FAILED;
    }
    for (int pass = 0; pass < PASS_COUNT; pass++)
        if (recorder->done[pass] < due[pass]) {
            snprintf(message, size, "the worker skipped repetitions%s%s", *recorder->complaint ? ": " : "", recorder->complaint);
            return CASE_FAILED;
        }
    if (!result->deterministic)
        snprintf(message, size, "repetitions ended in different states");
    return CASE_DONE;
}

static void count_case(Runner *r, Task *task)
{
    RunState        *state = r->state;
    const CaseStatus status = task->status;
    if (task->counted)
        return;
    task->counted = true;
    state->done += status == CASE_DONE;
    state->diverged += status == CASE_DIVERGED;
    state->refused += status == CASE_REFUSED;
    state->failed += case_status_retry(status);
    state->finished++;
}

// The case is at its end, for good or for this run.
static Status end_case(Runner *r, int index, CaseStatus status, const char *message)
{
    Task *task = &r->tasks[index];
    task->status = status;
    task->todo = false;
    TRY(store_case_status(r->store, task->id, runner_build(r, index), status, message));
    if (status == CASE_PENDING)
        return runner_interrupted();
    if (task->counted && status == CASE_DONE) { // one more process
        runner_tick(r);
        return status_ok();
    }
    r->state->failed += task->counted && case_status_retry(status); // a process beyond those that its case was counted with
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
        if (*planned->references[use] && planned->wanted[PASS_MEASURED] > 0) { // without errors nobody asks for the clock of probes
            TRY(reference_path(r, runner_side(r, index), planned->references[use], paths[use]));
            job->references[use] = paths[use];
        }
    memcpy(job->first, task->done, sizeof job->first);
    return store_process(r->store, &process, &job->process);
}

static Status start_process(Runner *r, int index, Recorder *recorder, int due[PASS_COUNT], SpawnResult *result)
{
    char      paths[REFERENCE_USES][REFERENCE_PATH_MAX], chosen[64];
    WorkerJob job;
    TRY(fill_job(r, index, paths, &job));
    TRY(store_chosen(r->store, r->tasks[index].id, recorder->build, chosen, sizeof chosen));
    job.chosen = *chosen ? chosen : NULL;
    for (int pass = 0; pass < PASS_COUNT; pass++)
        due[pass] = job.first[pass] + job.passes[pass];
    char *input = job_text(&job);
    if (!input)
        return runner_no_memory();
    const Status status = runner_worker(r, &runner_side(r, index)->workers[job.setup->precision], input, job.setup, recorder, result);
    free(input);
    return status;
}

static void count_process(Runner *r, int index, int64_t began_ns)
{
    RunState     *state = r->state;
    const int64_t now = clock_ns();
    int           left = 0;
    r->tasks[index].seconds = (double)(now - began_ns) * 1e-9;
    state->processes_ended++;
    for (int i = 0; i < r->task_count; i++)
        left += r->tasks[i].todo ? sampling_processes_left(runner_planned(r, i), &r->tasks[i]) : 0;
    state->processes = state->processes_ended + left;
    state->remaining_s = (double)(now - state->started_ns) * 1e-9 / state->processes_ended * left;
}

static Status run_process(Runner *r, int index)
{
    Task         *task = &r->tasks[index];
    Recorder      recorder = {.store = r->store, .case_id = task->id, .build = runner_build(r, index)};
    SpawnResult   result;
    char          message[508];
    int           due[PASS_COUNT];
    const int64_t began = clock_ns();
    const bool    again = task->status == CASE_DONE; // what it has is whole, more is wanted
    memcpy(recorder.done, task->done, sizeof recorder.done);
    recorder.first = task->done[PASS_TIMED] + task->done[PASS_PHASED] + task->done[PASS_COUNTED] + task->done[PASS_MEASURED] == 0;
    if (!again && task->status != CASE_RUNNING) {
        TRY(store_case_status(r->store, task->id, recorder.build, CASE_RUNNING, ""));
        task->status = CASE_RUNNING;
    }
    runner_begin(r, runner_planned(r, index)->label, "");
    const Status status = start_process(r, index, &recorder, due, &result);
    record_end(&recorder);
    TRY(status);
    memcpy(task->done, recorder.done, sizeof task->done);
    const CaseStatus end = judge(&recorder, due, &result, message, sizeof message);
    task->todo = end == CASE_DONE && sampling_processes_left(runner_planned(r, index), task) > 0;
    r->state->started[index / r->settings->experiment->case_count]++;
    count_process(r, index, began);
    if (end == CASE_DONE && task->todo) {
        runner_tick(r);
        return status_ok();
    }
    return end == CASE_PENDING && again ? runner_interrupted() : end_case(r, index, end, message);
}

static Status run_task(Runner *r, int index)
{
    bool failed = false, final = false;
    char text[480];
    if (signals_pending(&r->signals))
        return runner_interrupted();
    TRY(references_failed(r, index, &failed, &final, text, sizeof text));
    if (!failed)
        return run_process(r, index);
    runner_begin(r, runner_planned(r, index)->label, "");
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

static Status wait_quiet(Runner *r)
{
    if (!(r->settings->quiet_s > 0))
        return status_ok();
    runner_begin(r, "waiting until the machine is quiet", "");
    const bool quiet = quiet_wait(r->settings->quiet_s, r->signals.fd);
    r->state->unquiet += !quiet;
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
            TRY(wait_quiet(r));
            TRY(run_task(r, order[i]));
        }
    return status_ok();
}

// What a signal left between two processes waits for the next run.
static Status leave_pending(Runner *r)
{
    for (int i = 0; i < r->task_count; i++)
        if (r->tasks[i].status == CASE_RUNNING && r->tasks[i].todo)
            TRY(store_case_status(r->store, r->tasks[i].id, runner_build(r, i), CASE_PENDING, ""));
    return status_ok();
}

static Status run_rounds(Runner *r)
{
    int   *order = (int *)calloc((size_t)r->task_count, sizeof *order);
    Status status = order ? status_ok() : runner_no_memory();
    for (bool more = true; more && status.code == STATUS_OK;) {
        while (is_unfinished(r) && status.code == STATUS_OK)
            status = run_round(r, order);
        if (status.code == STATUS_OK)
            status = sampling_extend(r, &more);
        if (status.code == STATUS_OK && more)
            status = references_make(r); // of processes that the plan did not want
    }
    free(order);
    if (status.code == STATUS_INTERRUPTED)
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
    TRY(find_workers(r));
    TRY(store_open(r->settings->database, STORE_WRITE, &r->store));
    TRY(record_experiment(r));
    TRY(record_plan(r));
    TRY(measure_all_rates(r));
    TRY(references_make(r));
    TRY(run_rounds(r));
    TRY(sampling_refresh(r));
    count_disturbed(r);
    TRY(store_run_end(r->store, r->run));
    if (r->state->failed > 0)
        return status_make(STATUS_INCOMPLETE, "%d of %d cases failed; `weft status %s` shows why, and the next run retries them",
                           r->state->failed, r->state->total, r->settings->database);
    return status_ok();
}

Status run_experiment(const RunSettings *settings, RunState *state)
{
    Runner r = {.settings = settings, .state = state, .failed_references = json_object(), .side_count = settings->workers[1] ? 2 : 1};
    *state = (RunState){.total = settings->experiment->case_count * r.side_count,
                        .started_ns = clock_ns(),
                        .remaining_s = -1,
                        .label = "",
                        .reference = ""};
    if (!r.failed_references)
        return runner_no_memory();
    Status status = signals_open(&r.signals);
    if (status.code == STATUS_OK) {
        status = run_all(&r);
        signals_close(&r.signals);
    }
    store_close(r.store);
    free(r.tasks);
    json_decref(r.failed_references);
    return status;
}
