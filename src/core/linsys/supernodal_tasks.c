#include "linsys/private/supernodal_tasks.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/statistics.h"

enum { TIMINGS = 5 };

// ns: [2][tasks][TIMINGS] of the forward and of the backward solve.
static void time_tasks(const SupernodalPlan *plan, const SupernodalKernels *kernels, const void *values, void *blocks,
                       const SolveEnds *ends, double *ns)
{
    const int32_t count = plan->task_count;
    for (int i = -1; i < TIMINGS; i++) { // the first warms up
        int64_t before = clock_ns();
        for (int32_t at = 0; at < 2 * count; at++) {
            const int32_t t = at < count ? at : 2 * count - 1 - at;
            if (at < count)
                kernels->forward(plan, t, values, blocks, ends);
            else
                kernels->backward(plan, t, values, blocks, ends);
            const int64_t now = clock_ns();
            if (i >= 0)
                ns[((at < count ? 0 : count) + t) * TIMINGS + i] = (double)(now - before);
            before = now;
        }
    }
}

// Up the tree, and down again; a task of the highest level goes down where it came up, with no barrier between.
static Status list_tasks(const SupernodalPlan *plan, double *ns, TaskList *out)
{
    const int32_t count = plan->task_count, top = plan->level_count - 1, first = out->count;
    for (int32_t t = 0; t < count; t++) {
        const SupernodalTask *task = &plan->task[t];
        const double up = statistics_median(ns + t * TIMINGS, TIMINGS), back = statistics_median(ns + (count + t) * TIMINGS, TIMINGS);
        TRY(task_list_add(out, (TeamTask){.phase = PHASE_SOLVE,
                                          .level = task->level,
                                          .parent = task->parent < 0 ? -1 : first + task->parent,
                                          .grains = 1,
                                          .cost = task->level == top ? up + back : up}));
        ns[t * TIMINGS] = back;
    }
    for (int32_t t = plan->level[top] - 1; t >= 0; t--) { // its parent: listed before it, or of the highest level
        const int32_t parent = plan->task[t].parent;
        TRY(task_list_add(out, (TeamTask){.phase = PHASE_SOLVE,
                                          .level = 2 * top - plan->task[t].level,
                                          .parent = parent < 0                   ? -1
                                                    : parent >= plan->level[top] ? first + parent
                                                                                 : first + count + plan->level[top] - 1 - parent,
                                          .down = true,
                                          .grains = 1,
                                          .cost = ns[t * TIMINGS]}));
    }
    return status_ok();
}

Status supernodal_tasks(const SupernodalPlan *plan, const SupernodalKernels *kernels, const void *values, void *blocks,
                        const SolveEnds *ends, TaskList *out)
{
    double *ns = calloc(2 * (size_t)plan->task_count * TIMINGS, sizeof *ns);
    if (!ns)
        return status_make(STATUS_MEMORY, "supernodal_parallel: out of memory for the times of %d tasks", plan->task_count);
    time_tasks(plan, kernels, values, blocks, ends, ns);
    const Status status = list_tasks(plan, ns, out);
    free(ns);
    return status;
}
