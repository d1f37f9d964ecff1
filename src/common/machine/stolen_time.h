// Stolen time: time for which the hypervisor gave cores to other machines while this one had work for them, from /proc/stat, in ticks of 10
// ms. It includes time of suspends, since the steps after a suspend are disturbed as well (caches, frequency, other programs that wake).
#ifndef WEFT_MACHINE_STOLEN_TIME_H
#define WEFT_MACHINE_STOLEN_TIME_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct StolenClock {
    int       file;  // −1: unreadable
    cpu_set_t pus;   // PUs to sum over
    char     *bytes; // [size] room for the lines of all PUs up to the highest
    size_t    size;
    int64_t (*slept_ns)(void); // suspended time since boot: clock_slept_ns
    int64_t slept_before_ns;
} StolenClock;

// Opens the clock for the cores of a team of this size; call it outside any team, after environment_place. A kernel without this statistic
// is not a failure. STATUS_MEMORY. path: "/proc/stat".
Status stolen_open(const char *path, int threads, StolenClock *out) GNU_MUST_CHECK;
void   stolen_close(StolenClock *clock); // accepts a zeroed clock that was never opened

// Milliseconds stolen from these cores since boot, plus the suspended time since the clock was opened. NaN: unknown; 0 without a hypervisor
// that reports it. Takes 20 µs, more on large machines.
double stolen_ms(const StolenClock *clock);

#endif
