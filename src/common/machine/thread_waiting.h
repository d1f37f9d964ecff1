// Waiting time: time for which threads of the team were runnable without a core, because another process used it. The kernel counts it per
// thread in nanoseconds (second number of /proc/self/task/THREAD/schedstat). Numbers of involuntary context switches are less useful, since
// they have no durations: on any busy machine there is one of a few microseconds every few milliseconds.
#ifndef WEFT_MACHINE_THREAD_WAITING_H
#define WEFT_MACHINE_THREAD_WAITING_H

#include <stdint.h>

#include "base/status.h"

typedef struct WaitingClock {
    int  count; // threads
    int *files; // [count], −1: unreadable
} WaitingClock;

// Opens the clock for the threads of a team of this size, which the runtime keeps; call it outside any team. A kernel without this
// statistic is not a failure. STATUS_MEMORY. folder: "/proc/self/task".
Status waiting_open(const char *folder, int threads, WaitingClock *out) GNU_MUST_CHECK;
void   waiting_close(WaitingClock *clock); // accepts a zeroed clock that was never opened

// Nanoseconds that these threads have waited for a core so far, summed over threads; −1: unknown. Takes 1 µs per thread.
int64_t waiting_ns(const WaitingClock *clock);

#endif
