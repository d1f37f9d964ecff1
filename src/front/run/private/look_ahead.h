// Look-ahead: the remaining processes and time in RunState, from the forecast of the run. Each task keeps its part of the sums, so that the
// cost of an update does not grow with the number of tasks. All parts are recomputed when enough was measured (forecast_is_stale).
#ifndef WEFT_RUN_LOOK_AHEAD_H
#define WEFT_RUN_LOOK_AHEAD_H

#include "run/private/runner.h"

// Before the first process, and after goals have changed.
void look_at_all(Runner *r);

// Before a process of the task is started; sets r->task.
void look_ahead(Runner *r, int index, int64_t now_ns);

// While the process runs, after a repetition. done: repetitions of its case in the store.
void look_again(Runner *r, const int done[PASS_COUNT], int64_t now_ns);

// After the process, when the task's repetitions and its need for more are known.
void look_back(Runner *r, int index);

#endif
