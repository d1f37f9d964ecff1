// Stolen time: how long the hypervisor gave a core to others while this machine had work for it, from the file of the kernel's statistics
// (/proc/stat), which counts in ticks of 10 ms.
#ifndef WEFT_MACHINE_STOLEN_TIME_H
#define WEFT_MACHINE_STOLEN_TIME_H

#include <sched.h>
#include <stddef.h>

#include "base/status.h"

typedef struct StolenClock {
    int       file;  // −1: it cannot be read
    cpu_set_t pus;   // whose time counts
    char     *bytes; // [size] room for the lines of all PUs up to the highest
    size_t    size;
} StolenClock;

// For the cores that the threads of a team of this size are on; call it outside any team, after environment_place. A system that does
// not tell is no failure. STATUS_MEMORY. path: "/proc/stat".
Status stolen_open(const char *path, int threads, StolenClock *out) GNU_MUST_CHECK;
void   stolen_close(StolenClock *clock); // takes one that was never opened, all zero

// Milliseconds stolen from these cores since the machine started; NAN when the system does not tell, as one without a hypervisor that
// says so tells 0. Takes some 20 µs and more with the size of the machine.
double stolen_ms(const StolenClock *clock);

#endif
