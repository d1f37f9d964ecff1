// Step times of a case for each number of threads.
#ifndef WEFT_STORE_THREAD_TIMES_H
#define WEFT_STORE_THREAD_TIMES_H

#include "store/store.h"

// name and value: a phase with its median time in a step, ns; "step" with the median step time, ns; "team_barriers" with their median
// number.
typedef void ThreadTime(void *user, int threads, const char *name, double value);

// Calls `take` for the case with this label and for each case that differs from it only in threads. Medians exclude the first step, unless
// there is no other. Without such a case there is no call.
Status store_thread_times(Store *store, const char *label, ThreadTime *take, void *user) GNU_MUST_CHECK;

#endif
