// Plan: the cases of a run and their stored repetitions.
#ifndef WEFT_RUN_PLAN_H
#define WEFT_RUN_PLAN_H

#include "run/private/runner.h"

// Finds the worker programs of every side for the precisions of the cases. Call it before the store is opened, so that a missing worker
// leaves no file behind.
Status plan_find_workers(Runner *r) GNU_MUST_CHECK;

// Records the run, its cases and the builds. Fills r->tasks: the missing repetitions of each case, and those that the settings add.
Status plan_record(Runner *r) GNU_MUST_CHECK;

#endif
