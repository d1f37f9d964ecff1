// Waiting time: how long the threads of the team were ready to run and had no core, because another process held it. The kernel counts it
// for each thread in nanoseconds (/proc/self/task/THREAD/schedstat, second number). An involuntary context switch says only that it
// happened; on a machine that does anything else at all there is one every few milliseconds, of some microseconds each.
#ifndef WEFT_MACHINE_THREAD_WAITING_H
#define WEFT_MACHINE_THREAD_WAITING_H

#include <stdint.h>

#include "base/status.h"

typedef struct WaitingClock {
    int  count; // threads
    int *files; // [count], −1: it cannot be read
} WaitingClock;

// For the threads of a team of this size, which the runtime keeps; call it outside any team. A system that does not tell is no failure.
// STATUS_MEMORY. folder: "/proc/self/task".
Status waiting_open(const char *folder, int threads, WaitingClock *out) GNU_MUST_CHECK;
void   waiting_close(WaitingClock *clock); // takes one that was never opened, all zero

// Nanoseconds that these threads have waited for a core so far, summed; −1 when the system does not tell. Takes 1 µs a thread.
int64_t waiting_ns(const WaitingClock *clock);

#endif
