// Waiting time: how long the threads of the team were runnable without a core, because another process held it. The kernel counts it per
// thread in nanoseconds (second number of /proc/self/task/THREAD/schedstat). The number of involuntary context switches has no durations:
// on any machine that is not idle there is one of some microseconds every few milliseconds.
#ifndef WEFT_MACHINE_THREAD_WAITING_H
#define WEFT_MACHINE_THREAD_WAITING_H

#include <stdint.h>

#include "base/status.h"

typedef struct WaitingClock {
    int  count; // threads
    int *files; // [count], −1: it cannot be read
} WaitingClock;

// For the threads of a team of this size, which the runtime keeps; call it outside any team. A kernel without this statistic is no failure.
// STATUS_MEMORY. folder: "/proc/self/task".
Status waiting_open(const char *folder, int threads, WaitingClock *out) GNU_MUST_CHECK;
void   waiting_close(WaitingClock *clock); // takes one that was never opened, all zero

// Nanoseconds that these threads have waited for a core so far, summed; −1: unknown. Takes 1 µs per thread.
int64_t waiting_ns(const WaitingClock *clock);

#endif
