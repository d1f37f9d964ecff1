// What the steps of a case took on each number of threads.
#ifndef WEFT_STORE_THREAD_TIMES_H
#define WEFT_STORE_THREAD_TIMES_H

#include "store/store.h"

// name: of a phase, with its ns in a step; "step", with those of the whole step; "team_barriers", with their number in a step.
typedef Status ThreadTime(void *user, int threads, const char *name, double value);

// For every step but the first of the case with this label, and of all that differ from it in threads alone. No such case: no call.
Status store_thread_times(Store *store, const char *label, ThreadTime *take, void *user) GNU_MUST_CHECK;

#endif
