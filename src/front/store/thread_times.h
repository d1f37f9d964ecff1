// What the steps of a case took on each number of threads.
#ifndef WEFT_STORE_THREAD_TIMES_H
#define WEFT_STORE_THREAD_TIMES_H

#include "store/store.h"

// name: of a phase, with the median of its ns in a step; "step", with that of the whole step; "team_barriers", with that of their number.
typedef void ThreadTime(void *user, int threads, const char *name, double value);

// Over the steps but the first, unless there is no other, of the case with this label, and of each that differs from it in threads alone.
// No such case: no call.
Status store_thread_times(Store *store, const char *label, ThreadTime *take, void *user) GNU_MUST_CHECK;

#endif
