// Looking ahead: what RunState says of the process that starts and of the time that is left, from the forecast of the run.
#ifndef WEFT_RUN_LOOK_AHEAD_H
#define WEFT_RUN_LOOK_AHEAD_H

#include "run/private/runner.h"

// Before a process of the task is started, and before the first: references and rates are then still to come.
void look_ahead(Runner *r, int index, int64_t now_ns);
void look_after(Runner *r);

#endif
