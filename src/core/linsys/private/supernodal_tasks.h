// The tasks of a solve, timed one after another on this thread, for a replay on other numbers of threads (`weft scaling`).
#ifndef WEFT_LINSYS_SUPERNODAL_TASKS_H
#define WEFT_LINSYS_SUPERNODAL_TASKS_H

#include "base/task_list.h"
#include "linsys/private/supernodal_kernels.h"

// Adds them to `out`. Solves several times: the solution of `ends` is overwritten. Outside a team.
Status supernodal_tasks(const SupernodalPlan *plan, const SupernodalKernels *kernels, const void *values, void *blocks,
                        const SolveEnds *ends, TaskList *out) GNU_MUST_CHECK;

#endif
