// Looking ahead: what RunState says of the processes and of the time that are left, from the forecast of the run. Each task has its part of
// the sums, so that a process costs no more where there are many tasks; all of them are looked at again when enough was learnt
// (forecast_is_stale).
#ifndef WEFT_RUN_LOOK_AHEAD_H
#define WEFT_RUN_LOOK_AHEAD_H

#include "run/private/runner.h"

// Before the first process, and after goals have changed.
void look_at_all(Runner *r);

// Before a process of the task is started, which becomes r->task.
void look_ahead(Runner *r, int index, int64_t now_ns);

// While it runs, after something was learnt. done: repetitions of its case in the store.
void look_again(Runner *r, const int done[PASS_COUNT], int64_t now_ns);

// After it: what its task has, and whether more of it is wanted, is known.
void look_back(Runner *r, int index);

#endif
