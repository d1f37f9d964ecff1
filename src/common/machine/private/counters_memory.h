// Events of the memory controllers, found in sysfs, which describes their encoding. They count all processes, so reading them needs a
// privilege (perf_event_paranoid below 1, or CAP_PERFMON).
#ifndef WEFT_MACHINE_COUNTERS_MEMORY_H
#define WEFT_MACHINE_COUNTERS_MEMORY_H

#include "machine/counters.h"

// Counters of all reads and writes of all controllers. count 0: none is known or accessible.
struct CounterMachine {
    int       count;
    int      *files;  // [count]
    double   *bytes;  // [count] bytes per event
    uint64_t *before; // [count]
};

// STATUS_MEMORY; call counter_machine_close also then.
Status counter_machine_open(const CounterSystem *system, CounterMachine *out) GNU_MUST_CHECK;
void   counter_machine_close(CounterMachine *machine);

// Bytes since the last call. False if a counter cannot be read.
bool counter_machine_lap(CounterMachine *machine, double *bytes);

#endif
