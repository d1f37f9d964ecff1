// Stolen time: how long the hypervisor gave cores to others while this machine had work for them, from /proc/stat, in ticks of 10 ms; and
// how long the machine slept, since what comes after a sleep (caches, frequency, other programs that wake) is disturbed like it.
#ifndef WEFT_MACHINE_STOLEN_TIME_H
#define WEFT_MACHINE_STOLEN_TIME_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct StolenClock {
    int       file;  // −1: it cannot be read
    cpu_set_t pus;   // that are summed
    char     *bytes; // [size] room for the lines of all PUs up to the highest
    size_t    size;
    int64_t (*slept_ns)(void); // since the machine started: clock_slept_ns
    int64_t slept_before_ns;
} StolenClock;

// For the cores of the threads of a team of this size; call it outside any team, after environment_place. A kernel without this statistic
// is no failure. STATUS_MEMORY. path: "/proc/stat".
Status stolen_open(const char *path, int threads, StolenClock *out) GNU_MUST_CHECK;
void   stolen_close(StolenClock *clock); // takes one that was never opened, all zero

// Milliseconds stolen from these cores since the machine started, and slept since the clock was opened; NaN: unknown; 0 without a
// hypervisor that reports it. Takes 20 µs, more on large machines.
double stolen_ms(const StolenClock *clock);

#endif
