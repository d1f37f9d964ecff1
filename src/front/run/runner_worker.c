// One worker of a run: records its rows and updates the progress of the run from them.
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/owned.h"
#include "case/row.h"
#include "run/private/look_ahead.h"
#include "run/private/runner.h"

typedef struct Listener {
    Runner   *runner;
    Recorder *recorder; // NULL: rows are ignored
} Listener;

// Updates the progress from a row. Only the measured pass sends rows between its steps.
static void follow(Runner *r, RowKind kind, const json_t *row)
{
    RunState *state = r->state;
    if (kind == ROW_BEGIN) {
        const char *pass = json_string_value(json_object_get(row, "pass"));
        state->pass = "";
        for (int p = 0; pass && p < PASS_COUNT; p++)
            if (strcmp(pass, PASS_NAMES[p]) == 0)
                state->pass = PASS_NAMES[p];
        state->step = 0;
    }
    if (kind == ROW_STEP_END && !json_is_true(json_object_get(row, "probe")))
        state->step = json_integer_value(json_object_get(row, "step")) + 1;
}

static Status record(Runner *r, Recorder *recorder, json_t *row)
{
    const int    stored = runner_repetitions(recorder->done);
    const Status status = record_row(recorder, row);
    r->measured += row_kind(row) == ROW_END && status.code != STATUS_PROTOCOL;
    TRY(status);
    if (runner_repetitions(recorder->done) > stored) {
        forecast_measured(&r->forecast, r->task, (Pass)recorder->pass, recorder->seconds);
        look_again(r, recorder->done, clock_ns());
    }
    return status_ok();
}

static Status listen_row(void *user, json_t *row)
{
    const Listener   *listener = (const Listener *)user;
    const RunWatcher *watcher = &listener->runner->settings->watcher;
    const RowKind     kind = row_kind(row);
    const char       *text = kind < ROW_KINDS ? json_string_value(json_object_get(row, "text")) : NULL;
    if (kind == ROW_CONDITION && listener->recorder && listener->recorder->first && text && watcher->condition)
        watcher->condition(watcher->user, listener->runner->state, text);
    if (kind == ROW_FINDING && watcher->found)
        watcher->found(watcher->user, listener->runner->state, json_string_value(json_object_get(row, "kind")), text);
    follow(listener->runner, kind, row);
    return listener->recorder ? record(listener->runner, listener->recorder, row) : status_ok();
}

Status runner_worker(Runner *r, WorkerFile *worker, const WorkerJob *job, Recorder *recorder, SpawnResult *result)
{
    Listener        listener = {.runner = r, .recorder = recorder};
    const ParamSet *params = &job->setup->params;
    OWNED(char) *input = job_text(job);
    if (!input)
        return runner_no_memory();
    const SpawnJob spawn = {.program = worker->path,
                            .worker = worker,
                            .seen = r->libraries,
                            .input = input,
                            .system = r->settings->system,
                            .plugin = job_plugin(job),
                            .threads = (int)param_int(params, "threads"),
                            .spin = param_int(params, "spin"),
                            .timeout_s = fmin(r->settings->timeout_s, fmax(runner_left(r), 0)),
                            .signals = r->signals.fd,
                            .tick_ms = r->settings->watcher.tick_ms,
                            .row = listen_row,
                            .tick = runner_tick,
                            .user = &listener,
                            .tick_user = r};
    return spawn_run(&spawn, result);
}
