#include "run/private/runner.h"

#include <math.h>

#include "base/clock.h"

Status runner_no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a run");
}

Status runner_interrupted(void)
{
    return status_make(STATUS_INTERRUPTED, "stopped by a signal; finished repetitions are stored; run again to continue");
}

double runner_left(const Runner *r)
{
    const double limit = r->settings->limit_s;
    return limit > 0 ? limit - (double)(clock_ns() - r->state->started_ns) * 1e-9 : INFINITY;
}

Status runner_over(const Runner *r)
{
    return runner_left(r) > 0
               ? status_ok()
               : status_make(STATUS_TIMEOUT, "stopped after %g seconds; finished repetitions are stored, run again to continue",
                             r->settings->limit_s);
}

int runner_find_id(const Runner *r, int64_t id)
{
    int low = 0, high = r->task_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (r->ids[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

Status runner_whole(const Runner *r, int task, CaseStatus *out)
{
    int64_t unconverged = 0;
    TRY(store_unconverged(r->store, r->tasks[task].id, runner_build(r, task), &unconverged));
    *out = 2 * unconverged > param_int(&runner_planned(r, task)->setup.params, "steps") ? CASE_UNCONVERGED : CASE_DONE;
    return status_ok();
}

void runner_begin(Runner *r, int planned, const char *label, const char *reference)
{
    r->state->planned = planned;
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

CaseStatus runner_outcome(const SpawnResult *result)
{
    static const CaseStatus OF[] = {[WORKER_DONE] = CASE_DONE,
                                    [WORKER_TIMEOUT] = CASE_TIMEOUT,
                                    [WORKER_INTERRUPTED] = CASE_INTERRUPTED,
                                    [WORKER_CRASHED] = CASE_CRASHED};
    return result->end == WORKER_FAILED ? case_status_of(result->code) : OF[result->end];
}
