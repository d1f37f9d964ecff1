// Counters of the processor and the kernel for the threads of the team (perf_event_open), and of the memory controllers for the whole
// machine. A counter that is not available (old processor, virtual machine, missing privilege) is unknown, never zero.
//
// The processor events of a thread form a group that is scheduled as a whole. If the processor has too few counters, the kernel multiplexes
// them, and values are scaled by time enabled / time counted.
#ifndef WEFT_MACHINE_COUNTERS_H
#define WEFT_MACHINE_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/status.h"

typedef enum Counter {
#define COUNTER(constant, name, group, type, config, kernel, what) constant,
#include "machine/counter_list.h"
#undef COUNTER
    COUNTER_CPU_TIME,     // "cpu_ns": CPU time by the clocks of the threads, including busy waiting at barriers
    COUNTER_MEMORY_BYTES, // "memory_bytes": read from and written to memory by the whole machine
    COUNTER_COUNT
} Counter;

typedef enum CounterGroup { GROUP_HARDWARE, GROUP_SOFTWARE, GROUP_COUNT, GROUP_NONE = GROUP_COUNT } CounterGroup;

const char *counter_name(Counter counter);

// The kernel interface, replaced in tests.
struct perf_event_attr;
typedef struct CounterSystem {
    int (*open)(void *user, struct perf_event_attr *event, int pid, int cpu, int group); // a file, or −1
    void       *user;
    const char *devices;                                // "/sys/bus/event_source/devices"
    int (*time)(clockid_t clock, struct timespec *out); // CPU time of a thread: clock_gettime
} CounterSystem;
extern const CounterSystem COUNTER_SYSTEM;

typedef struct CounterThread  CounterThread;
typedef struct CounterMachine CounterMachine;
typedef struct Counters {
    int             threads;
    CounterThread  *of; // [threads]
    CounterMachine *machine;
    bool            known[COUNTER_COUNT]; // opened for every thread
} Counters;

// Counts between laps, summed over threads.
typedef struct CounterSums {
    double value[COUNTER_COUNT];
    double enabled_ns[GROUP_COUNT], running_ns[GROUP_COUNT];
} CounterSums;

// Starts counting for the threads of a team of this size, which the runtime keeps; call it outside any team. Unavailable counters are not a
// failure. STATUS_MEMORY; call counters_close also then.
Status counters_open(const CounterSystem *system, int threads, Counters *out) GNU_MUST_CHECK;
void   counters_close(Counters *counters); // accepts zeroed counters that were never opened

// Adds the counts since the last lap to `sums` (NULL: discards them). Any thread may call it, but only one at a time. A counter whose read
// fails is unknown from then on. Takes about 10 µs per thread, because other cores are read by interrupt.
void counters_lap(Counters *counters, CounterSums *sums);

// The count, scaled to the full time; NaN if unknown, or if it was never scheduled in that time.
double counters_value(const Counters *counters, const CounterSums *sums, Counter counter);

#endif
