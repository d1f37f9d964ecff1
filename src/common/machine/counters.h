// Counters: what the processor and the kernel count of the threads of the team (perf_event_open), and what the memory controllers count of
// the whole machine. What a machine, a virtual machine or a missing privilege does not let us count is unknown, never zero.
//
// The processor's events of a thread are a group, scheduled as a whole; where the processor has too few counters the kernel takes turns,
// and a value is scaled by the time it was enabled over the time it was counted.
#ifndef WEFT_MACHINE_COUNTERS_H
#define WEFT_MACHINE_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef enum Counter {
#define COUNTER(constant, name, group, type, config, kernel, what) constant,
#include "machine/counter_list.h"
#undef COUNTER
    COUNTER_CPU_TIME,     // "cpu_ns": time on a core, waiting awake at barriers included; by the clocks of the threads
    COUNTER_MEMORY_BYTES, // "memory_bytes": read from and written to the memory of the machine, by whoever
    COUNTER_COUNT
} Counter;

typedef enum CounterGroup { GROUP_HARDWARE, GROUP_SOFTWARE, GROUP_COUNT, GROUP_NONE = GROUP_COUNT } CounterGroup;

const char *counter_name(Counter counter);
const char *counter_summary(Counter counter);

// The way to the kernel, another one in tests.
struct perf_event_attr;
typedef struct CounterSystem {
    int (*open)(void *user, struct perf_event_attr *event, int pid, int cpu, int group); // a file, or −1
    void       *user;
    const char *devices; // "/sys/bus/event_source/devices"
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

// What was counted between laps, summed over threads.
typedef struct CounterSums {
    double value[COUNTER_COUNT];
    double enabled_ns[GROUP_COUNT], running_ns[GROUP_COUNT];
} CounterSums;

// Starts counting for a team of this size, which the runtime keeps; call it outside any team. Counters that cannot be had are no failure.
// STATUS_MEMORY; counters_close also then.
Status counters_open(const CounterSystem *system, int threads, Counters *out) GNU_MUST_CHECK;
void   counters_close(Counters *counters); // takes one that was never opened, all zero

// Adds what was counted since the last lap to `sums`; NULL: to nothing. Any thread may call it, one at a time. A counter that fails to be
// read is not known from then on. Takes some 10 µs a thread: another
// core is asked by interrupt.
void counters_lap(Counters *counters, CounterSums *sums);

// The count, scaled to all of the time; NAN when it is not known, or was never counted in that time.
double counters_value(const Counters *counters, const CounterSums *sums, Counter counter);

#endif
