// The sweep.
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "case/row.h"
#include "machine/environment.h"
#include "machine/spin.h"
#include "run/job.h"
#include "run/machine_rates.h"
#include "run/private/record.h"
#include "run/signals.h"
#include "run/spawn.h"
#include "run/worker_file.h"

// The state of a planned case in the store, and what is left to measure.
typedef struct Task {
    int64_t    id;
    CaseStatus status;
    int        done[PASS_COUNT], wanted[PASS_COUNT];
    bool       todo;
} Task;

typedef struct Runner {
    const RunSettings *settings;
    RunState          *state;
    Store             *store;
    Signals            signals;
    int64_t            experiment;
    WorkerFile         workers[PRECISION_COUNT]; // path is "" for a precision that no case needs
    int64_t            builds[PRECISION_COUNT];
    Task              *tasks;             // [case_count]
    json_t            *failed_references; // key -> message
} Runner;

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a run");
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

// Before the store is opened, so that a missing worker leaves no file behind.
static Status find_workers(Runner *r)
{
    const Experiment *e = r->settings->experiment;
    for (int i = 0; i < e->case_count; i++) {
        const Precision precision = e->cases[i].setup.precision;
        if (!*r->workers[precision].path)
            TRY(worker_file(precision, &r->workers[precision]));
        for (int use = 0; use < REFERENCE_USES; use++)
            if (*e->cases[i].references[use] && !*r->workers[PRECISION_F64].path)
                TRY(worker_file(PRECISION_F64, &r->workers[PRECISION_F64]));
    }
    return status_ok();
}

static Status record_build(Runner *r, Precision precision)
{
    json_t *environment = environment_describe(WEFT_ISA, REAL_NAME, 0);
    if (!environment || json_object_set_new(environment, "precision", json_string(precision_names()[precision]))) {
        json_decref(environment);
        return no_memory();
    }
    const Status status = store_build(r->store, r->workers[precision].hash, environment, &r->builds[precision]);
    json_decref(environment);
    return status;
}

static Status record_experiment(Runner *r)
{
    const Experiment     *e = r->settings->experiment;
    const StoreExperiment row = {
        .name = e->name, .question = e->question, .expected = e->expected, .path = r->settings->path, .text = e->text, .hash = e->hash};
    return store_experiment(r->store, &row, &r->experiment);
}

static Status record_case(Runner *r, int index)
{
    const PlannedCase *planned = &r->settings->experiment->cases[index];
    const Precision    precision = planned->setup.precision;
    Task              *task = &r->tasks[index];
    if (!r->builds[precision])
        TRY(record_build(r, precision));
    json_t *json = case_to_json(&planned->setup);
    if (!json)
        return no_memory();
    bool   outdated = false;
    Status status =
        store_case(r->store, r->experiment, planned->setup.key, planned->block, index, planned->label, json, &task->id, &outdated);
    r->state->outdated += outdated;
    json_decref(json);
    if (status.code == STATUS_OK)
        status = store_case_progress(r->store, task->id, r->builds[precision], &task->status, task->done);
    task->todo = run_wanted(planned, task->status, task->done, task->wanted);
    return status;
}

static Status record_plan(Runner *r)
{
    const int count = r->settings->experiment->case_count;
    r->tasks = (Task *)calloc((size_t)count, sizeof *r->tasks);
    if (!r->tasks)
        return no_memory();
    for (int i = 0; i < count; i++) {
        TRY(record_case(r, i));
        r->state->already += !r->tasks[i].todo;
        r->state->finished += !r->tasks[i].todo;
    }
    return status_ok();
}

// ---- one worker ----

static void tick(void *user)
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
    if (kind == ROW_CONDITION && listener->recorder && text && watcher->said)
        watcher->said(watcher->user, listener->runner->state, text);
    if (kind == ROW_FINDING && row_check(kind, row).code == STATUS_OK && watcher->found)
        watcher->found(watcher->user, listener->runner->state, json_string_value(json_object_get(row, "kind")), text);
    return listener->recorder ? record_row(listener->recorder, row) : status_ok();
}

static void listen_tick(void *user)
{
    tick(((const Listener *)user)->runner);
}

static Status start_worker(Runner *r, const WorkerJob *job, Precision worker, Recorder *recorder, SpawnResult *result)
{
    char *input = job_text(job);
    if (!input)
        return no_memory();
    Listener       listener = {.runner = r, .recorder = recorder};
    const SpawnJob spawn = {.program = r->workers[worker].path,
                            .input = input,
                            .threads = (int)param_int(&job->setup->params, "threads"),
                            .spin = param_int(&job->setup->params, "spin"),
                            .timeout_s = r->settings->timeout_s,
                            .signals = r->signals.fd,
                            .tick_ms = r->settings->watcher.tick_ms,
                            .row = listen_row,
                            .tick = listen_tick,
                            .user = &listener};
    const Status   status = spawn_run(&spawn, result);
    free(input);
    return status;
}

// reference: the setting that needs the trajectory, "" for the case itself.
static void announce_begin(Runner *r, const char *label, const char *reference)
{
    r->state->label = label;
    r->state->reference = reference;
    r->settings->watcher.begin(r->settings->watcher.user, r->state);
}

static void announce_end(Runner *r, CaseStatus status, const char *message)
{
    r->settings->watcher.end(r->settings->watcher.user, r->state, status, message);
    r->state->label = "";
}

static Status interrupted(void)
{
    return status_make(STATUS_INTERRUPTED, "stopped by a signal; what was measured is stored, run it again to continue");
}

// ---- rates of the machine ----

// A failure is not fatal: the roofline columns of the cases stay NULL.
static Status measure_rates(Runner *r, Precision precision, int threads, const char *name)
{
    char         label[96];
    bool         known = false;
    SpawnResult  result;
    MachineRates rates = {.store = r->store,
                          .spawn = {.program = r->workers[precision].path,
                                    .threads = threads,
                                    .spin = SPIN_DEFAULT,
                                    .timeout_s = r->settings->timeout_s,
                                    .signals = r->signals.fd,
                                    .tick_ms = r->settings->watcher.tick_ms,
                                    .tick = tick,
                                    .user = r}};
    if (signals_pending(&r->signals))
        return interrupted();
    TRY(machine_rates_known(&rates, &known, &result));
    if (known)
        return status_ok();
    snprintf(label, sizeof label, "rates of the machine, %s", name);
    announce_begin(r, label, "");
    const Status status = result.end == WORKER_DONE ? machine_rates_measure(&rates, &result) : status_ok();
    const bool   measured = rates.rates && result.end == WORKER_DONE;
    machine_rates_destroy(&rates);
    if (status.code != STATUS_OK || result.end == WORKER_INTERRUPTED) {
        r->state->label = "";
        return status.code != STATUS_OK ? status : interrupted();
    }
    announce_end(r, measured ? CASE_DONE : CASE_FAILED, result.message);
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
    return json_object_set_new(seen, name, json_true()) ? no_memory() : measure_rates(r, setup->precision, threads, name);
}

// Before the cases, for every precision and thread count among them; also if no case is left to measure, since the rates may have failed
// or not been asked for earlier. Known rates are not measured again.
static Status measure_all_rates(Runner *r)
{
    const Experiment *e = r->settings->experiment;
    json_t           *seen = e->rates ? json_object() : NULL;
    Status            status = e->rates && !seen ? no_memory() : status_ok();
    for (int i = 0; i < e->case_count && e->rates && status.code == STATUS_OK; i++)
        status = measure_rates_of(r, &e->cases[i].setup, seen);
    json_decref(seen);
    return status;
}

// ---- references ----

// DATABASE.references/KEY-BUILD.ref: each build of the reference solver has its own trajectories.
static Status reference_path(const Runner *r, const char *key, char *out, size_t size)
{
    const char  *database = r->settings->database;
    const size_t length = strlen(database), stem = length > 3 && strcmp(database + length - 3, ".db") == 0 ? length - 3 : length;
    const int    used = snprintf(out, size, "%.*s.references/%s-%.12s.ref", (int)stem, database, key, r->workers[PRECISION_F64].hash);
    return used > 0 && (size_t)used < size ? status_ok() : status_make(STATUS_IO, "%s: the path is too long", database);
}

static Status make_parent(const char *path)
{
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    return file_make_folder(folder);
}

static Status fail_reference(Runner *r, const char *key, const SpawnResult *result)
{
    const bool final = result->end == WORKER_FAILED && status_is_lasting(result->code);
    char       text[sizeof result->message];
    snprintf(text, sizeof text, "%s", result->message);
    text_make_printable(text); // it may be the output of a crashing library
    return json_object_set_new(r->failed_references, key, json_pack("{s:s, s:b}", "message", text, "final", final)) ? no_memory()
                                                                                                                    : status_ok();
}

static Status make_reference(Runner *r, const PlannedCase *planned, ReferenceUse use)
{
    const char *key = planned->references[use];
    char        path[1024];
    TRY(reference_path(r, key, path, sizeof path));
    if (access(path, R_OK) == 0 || json_object_get(r->failed_references, key))
        return status_ok();
    if (signals_pending(&r->signals))
        return interrupted();
    TRY(make_parent(path));
    Case reference = planned->setup;
    reference.precision = PRECISION_F64;
    WorkerJob   job = {.setup = &reference, .write_reference = reference_name(use)};
    SpawnResult result;
    job.references[use] = path;
    announce_begin(r, planned->label, reference_name(use));
    TRY(start_worker(r, &job, PRECISION_F64, NULL, &result));
    if (result.end == WORKER_INTERRUPTED)
        return interrupted();
    const bool made = result.end == WORKER_DONE && access(path, R_OK) == 0;
    if (result.end == WORKER_DONE && !made)
        snprintf(result.message, sizeof result.message, "the worker wrote no file");
    announce_end(r, made ? CASE_DONE : CASE_FAILED, result.message);
    return made ? status_ok() : fail_reference(r, key, &result);
}

static Status make_references(Runner *r)
{
    const Experiment *e = r->settings->experiment;
    for (int i = 0; i < e->case_count; i++)
        for (int use = 0; use < REFERENCE_USES; use++)
            if (r->tasks[i].wanted[PASS_MEASURED] > 0 && r->tasks[i].todo && *e->cases[i].references[use])
                TRY(make_reference(r, &e->cases[i], (ReferenceUse)use));
    return status_ok();
}

// ---- cases ----

static CaseStatus judge(const Recorder *recorder, const PlannedCase *planned, const SpawnResult *result, char *message, size_t size)
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
        if (recorder->done[pass] < planned->wanted[pass]) {
            snprintf(message, size, "the worker skipped repetitions%s%s", *recorder->complaint ? ": " : "", recorder->complaint);
            return CASE_FAILED;
        }
    if (!result->deterministic)
        snprintf(message, size, "repetitions ended in different states");
    return CASE_DONE;
}

static void count_end(Runner *r, CaseStatus status)
{
    RunState *state = r->state;
    state->done += status == CASE_DONE;
    state->diverged += status == CASE_DIVERGED;
    state->refused += status == CASE_REFUSED;
    state->failed += status != CASE_PENDING && case_status_retry(status);
    state->finished++;
    const int    tried = state->finished - state->already, left = state->total - state->finished;
    const double elapsed = (double)(clock_ns() - state->started_ns) * 1e-9;
    state->remaining_s = tried > 0 ? elapsed / tried * left : -1;
}

static Status end_case(Runner *r, int index, CaseStatus status, const char *message)
{
    const Case *setup = &r->settings->experiment->cases[index].setup;
    TRY(store_case_status(r->store, r->tasks[index].id, r->builds[setup->precision], status, message));
    if (status == CASE_PENDING)
        return interrupted();
    count_end(r, status);
    announce_end(r, status, message);
    return status_ok();
}

// The first use of a reference in this case whose reference failed; REFERENCE_USES if none did.
static int failed_use(const Runner *r, const PlannedCase *planned)
{
    int use = 0;
    while (use < REFERENCE_USES && !json_object_get(r->failed_references, planned->references[use]))
        use++;
    return use;
}

// A case whose reference failed finally is refused; otherwise it counts as failed and the next run retries it.
static Status end_without_reference(Runner *r, int index, int use)
{
    const PlannedCase *planned = &r->settings->experiment->cases[index];
    const json_t      *failure = json_object_get(r->failed_references, planned->references[use]);
    char               text[480];
    snprintf(text, sizeof text, "no reference trajectory: %.400s; `%s` needs one, `%s` turns it off",
             json_string_value(json_object_get(failure, "message")), reference_name((ReferenceUse)use),
             reference_without((ReferenceUse)use));
    text_make_printable(text); // it may be cut in the middle of a character
    announce_begin(r, planned->label, "");
    return end_case(r, index, json_is_true(json_object_get(failure, "final")) ? CASE_REFUSED : CASE_FAILED, text);
}

static Status run_case(Runner *r, int index)
{
    const PlannedCase *planned = &r->settings->experiment->cases[index];
    const Precision    precision = planned->setup.precision;
    const Task        *task = &r->tasks[index];
    const int          failed = failed_use(r, planned);
    if (signals_pending(&r->signals))
        return interrupted();
    if (failed < REFERENCE_USES)
        return end_without_reference(r, index, failed);
    char      paths[REFERENCE_USES][1024], message[508];
    Recorder  recorder = {.store = r->store, .case_id = task->id, .build = r->builds[precision]};
    WorkerJob job = {.setup = &planned->setup};
    for (int use = 0; use < REFERENCE_USES; use++)
        if (*planned->references[use]) {
            TRY(reference_path(r, planned->references[use], paths[use], sizeof paths[use]));
            job.references[use] = paths[use];
        }
    char chosen[64];
    TRY(store_chosen(r->store, task->id, r->builds[precision], chosen, sizeof chosen));
    job.chosen = *chosen ? chosen : NULL;
    memcpy(recorder.done, task->done, sizeof recorder.done);
    memcpy(job.passes, task->wanted, sizeof job.passes);
    memcpy(job.first, task->done, sizeof job.first);
    TRY(store_case_status(r->store, task->id, r->builds[precision], CASE_RUNNING, ""));
    announce_begin(r, planned->label, "");
    SpawnResult  result;
    const Status status = start_worker(r, &job, precision, &recorder, &result);
    record_end(&recorder);
    TRY(status);
    const CaseStatus end = judge(&recorder, planned, &result, message, sizeof message);
    return end_case(r, index, end, message);
}

// An earlier run may have been killed after the last repetition of a case and before its status was written.
static Status mark_done(Runner *r, int index)
{
    const Task *task = &r->tasks[index];
    if (task->status == CASE_DONE || task->status == CASE_DIVERGED || task->status == CASE_REFUSED)
        return status_ok();
    return store_case_status(r->store, task->id, r->builds[r->settings->experiment->cases[index].setup.precision], CASE_DONE, "");
}

// The same case may be in two blocks; repetitions made for the first are not measured again.
static Status refresh_task(Runner *r, int index)
{
    Task *task = &r->tasks[index];
    TRY(store_case_progress(r->store, task->id, r->builds[r->settings->experiment->cases[index].setup.precision], &task->status,
                            task->done));
    if (!run_wanted(&r->settings->experiment->cases[index], task->status, task->done, task->wanted)) {
        task->todo = false;
        r->state->already++;
        r->state->finished++;
    }
    return status_ok();
}

static Status run_cases(Runner *r)
{
    const Experiment *e = r->settings->experiment;
    for (int i = 0; i < e->case_count; i++) {
        const int index = e->order[i];
        if (r->tasks[index].todo)
            TRY(refresh_task(r, index));
        TRY(r->tasks[index].todo ? run_case(r, index) : mark_done(r, index));
    }
    return status_ok();
}

static Status run_all(Runner *r)
{
    TRY(find_workers(r));
    TRY(store_open(r->settings->database, STORE_WRITE, &r->store));
    TRY(record_experiment(r));
    TRY(record_plan(r));
    TRY(measure_all_rates(r));
    TRY(make_references(r));
    TRY(run_cases(r));
    if (r->state->failed > 0)
        return status_make(STATUS_INCOMPLETE, "%d of %d cases failed; `weft status %s` shows why, and the next run retries them",
                           r->state->failed, r->state->total, r->settings->database);
    return status_ok();
}

Status run_experiment(const RunSettings *settings, RunState *state)
{
    Runner r = {.settings = settings, .state = state, .failed_references = json_object()};
    *state =
        (RunState){.total = settings->experiment->case_count, .started_ns = clock_ns(), .remaining_s = -1, .label = "", .reference = ""};
    if (!r.failed_references)
        return no_memory();
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
