// Plan: the cases of a run and what the store has of them.
#ifndef WEFT_RUN_PLAN_H
#define WEFT_RUN_PLAN_H

#include "run/private/runner.h"

// The worker programs of every side, for the precisions that are needed. Before the store is opened, so that a missing one leaves no file
// behind.
Status plan_find_workers(Runner *r) GNU_MUST_CHECK;

// Records the run, its cases and the builds, and fills r->tasks: what the store lacks of each case, and what the settings add.
Status plan_record(Runner *r) GNU_MUST_CHECK;

#endif
