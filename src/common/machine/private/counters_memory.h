// The memory controllers of a machine as sources of events: found in sysfs, where the kernel says how their events are encoded. They count
// for everybody, so the kernel lets only the privileged look (perf_event_paranoid below 1, or CAP_PERFMON). Private to this room.
#ifndef WEFT_MACHINE_COUNTERS_MEMORY_H
#define WEFT_MACHINE_COUNTERS_MEMORY_H

#include "machine/counters.h"

// All reads and writes of all controllers. count 0: this machine has no such thing that we know or may look at.
struct CounterMachine {
    int       count;
    int      *files;  // [count]
    double   *bytes;  // [count] of one event
    uint64_t *before; // [count]
};

// STATUS_MEMORY. counter_machine_close also then.
Status counter_machine_open(const CounterSystem *system, CounterMachine *out) GNU_MUST_CHECK;
void   counter_machine_close(CounterMachine *machine);

// Bytes since the last call. False when one cannot be read.
bool counter_machine_lap(CounterMachine *machine, double *bytes);

#endif
