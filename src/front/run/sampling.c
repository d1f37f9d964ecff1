#include "run/private/sampling.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/owned.h"
#include "base/random.h"
#include "stats/interval.h"

// ---- rounds ----

void sampling_order(int cases, int sides, uint64_t seed, int round, int *order)
{
    Random random = {.state = seed};
    random.state = random_bits(&random) + (uint64_t)round;
    for (int i = 0; i < cases; i++)
        order[i] = i;
    for (int i = cases - 1; i > 0; i--) { // Fisher-Yates
        const int j = (int)random_below(&random, (uint64_t)i + 1), other = order[j];
        order[j] = order[i];
        order[i] = other;
    }
    for (int i = cases - 1; i >= 0; i--) // from the end: order[i] is read before its place is written
        for (int side = sides - 1, first = order[i]; side >= 0; side--)
            order[i * sides + side] = first + (round % 2 ? side : sides - 1 - side) * cases;
}

static int missing(const Task *task, int pass)
{
    return task->goal[pass] > task->done[pass] ? task->goal[pass] - task->done[pass] : 0;
}

int sampling_processes_left(const PlannedCase *planned, const Task *task)
{
    int left = (missing(task, PASS_TIMED) + planned->repeats - 1) / planned->repeats;
    for (int pass = 0; pass < PASS_COUNT; pass++)
        if (pass != PASS_TIMED && missing(task, pass) > left)
            left = missing(task, pass);
    return left;
}

void sampling_share(const PlannedCase *planned, const Task *task, int share[PASS_COUNT])
{
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        const int max = pass == PASS_TIMED ? planned->repeats : 1;
        share[pass] = missing(task, pass) < max ? missing(task, pass) : max;
    }
}

// ---- widths ----

static Task *find_task(Runner *r, const StoreStepTime *time)
{
    for (int k = runner_find_id(r, time->case_id); k < r->task_count && r->ids[k].id == time->case_id; k++)
        if (!r->tasks[r->ids[k].task].twin && runner_build(r, r->ids[k].task) == time->build)
            return &r->tasks[r->ids[k].task];
    return NULL;
}

// times: times of one case under one build, one per process. values: [count], scratch.
static void refresh_task(Task *task, const StoreStepTime *times, int count, double *values)
{
    task->processes = count;
    task->disturbed = 0;
    for (int i = 0; i < count; i++) {
        values[i] = times[i].ms;
        task->disturbed += times[i].disturbed;
    }
    const Estimate estimate = estimate_make(values, task->processes, true);
    task->width = estimate.count > 1 ? 0.5 * (estimate.high - estimate.low) / estimate.median : INFINITY;
}

Status sampling_refresh(Runner *r)
{
    OWNED(StoreStepTime) *times = NULL;
    int count = 0;
    TRY(store_step_times(r->store, &times, &count));
    OWNED(double) *values = malloc(((size_t)count + 1) * sizeof *values);
    if (!values)
        return runner_no_memory();
    for (int begin = 0, end = 0; begin < count; begin = end) {
        while (end < count && times[end].case_id == times[begin].case_id && times[end].build == times[begin].build)
            end++;
        Task *task = find_task(r, &times[begin]);
        if (task)
            refresh_task(task, &times[begin], end - begin, values);
    }
    return status_ok(); // NOLINT(clang-analyzer-unix.Malloc): OWNED frees it
}

// ---- processes to measure ----

// processes: number of additional processes.
static void want_timed(Runner *r, int index, int processes)
{
    Task *task = &r->tasks[index];
    task->goal[PASS_TIMED] = task->done[PASS_TIMED] + (processes > 0 ? processes * runner_planned(r, index)->repeats : 0);
    const bool final = case_status_retry(task->status) == RETRY_NEVER, lost = case_status_stage(task->status) == CASE_LOST;
    task->todo = lost ? !final : sampling_processes_left(runner_planned(r, index), task) > 0;
}

Status sampling_begin(Runner *r)
{
    if (!(r->settings->ci > 0) && !r->settings->again)
        return status_ok();
    TRY(sampling_refresh(r));
    for (int i = 0; i < r->task_count; i++) {
        const PlannedCase *planned = runner_planned(r, i);
        const Task        *task = &r->tasks[i];
        const int planned_count = planned->required[PASS_TIMED] / planned->repeats, done = task->done[PASS_TIMED] / planned->repeats;
        const int min = r->settings->ci > 0 ? SAMPLING_MIN : planned_count;
        if (planned_count > 0 && !task->twin)
            want_timed(r, i, min - (done - (r->settings->again ? task->disturbed : 0)));
    }
    return status_ok();
}

static double seconds_left(const Runner *r)
{
    return r->settings->budget_s > 0 ? r->settings->budget_s - (double)(clock_ns() - r->state->started_ns) * 1e-9 : INFINITY;
}

static bool is_wide(const Runner *r, int index)
{
    const Task *task = &r->tasks[index];
    return !task->twin && case_status_stage(task->status) == CASE_WHOLE && task->width > r->settings->ci &&
           task->processes < SAMPLING_MAX && runner_planned(r, index)->required[PASS_TIMED] > 0;
}

static int compare_widths(const void *a, const void *b, void *user)
{
    const Runner *r = user;
    const int     i = *(const int *)a, k = *(const int *)b;
    const double  mine = r->tasks[i].width, other = r->tasks[k].width;
    return mine != other ? (mine < other) - (mine > other) : i - k;
}

// Tasks with a too wide interval and no missing repetitions, the widest first. The caller frees *out.
static Status find_wide(Runner *r, int **out, int *count)
{
    *out = malloc(((size_t)r->task_count + 1) * sizeof **out);
    *count = 0;
    if (!*out)
        return runner_no_memory();
    for (int i = 0; i < r->task_count; i++)
        if (!r->tasks[i].todo && is_wide(r, i))
            (*out)[(*count)++] = i;
    qsort_r(*out, (size_t)*count, sizeof **out, compare_widths, r);
    return status_ok();
}

Status sampling_extend(Runner *r, bool *more)
{
    double left = seconds_left(r);
    *more = false;
    if (!(r->settings->ci > 0) || left <= 0)
        return status_ok();
    OWNED(int) *wide = NULL;
    int count = 0;
    TRY(sampling_refresh(r));
    TRY(find_wide(r, &wide, &count));
    for (int k = 0; k < count && left > 0; k++) {
        const int i = wide[k];
        want_timed(r, i, 1);
        *more = true;
        if (r->tasks[i].seconds == 0 && r->settings->budget_s > 0)
            break; // duration still unknown in this run: add this process alone
        left -= r->tasks[i].seconds;
    }
    return status_ok();
}
