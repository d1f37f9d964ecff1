// Looking ahead: what RunState says of the process that starts and of the time that is left, from the forecast of the run.
#ifndef WEFT_RUN_LOOK_AHEAD_H
#define WEFT_RUN_LOOK_AHEAD_H

#include "run/private/runner.h"

// Before a process of the task is started, which becomes r->task.
void look_ahead(Runner *r, int index, int64_t now_ns);

// While it runs, after something was learnt. done: repetitions of its case in the store.
void look_again(Runner *r, const int done[PASS_COUNT], int64_t now_ns);

// Before the first process: references and rates are still to come.
void look_after(Runner *r);

#endif
