// Fitness: checks whether times measured on this machine now are reliable. The conditions of fitness_list.h are read from /proc and /sys. A
// condition that the system does not report is unknown, and refuses nothing.
#ifndef WEFT_MACHINE_FITNESS_H
#define WEFT_MACHINE_FITNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum FitnessKind {
#define FITNESS(constant, name, strict, effect, remedy) constant,
#include "machine/fitness_list.h"
#undef FITNESS
    FITNESS_COUNT
} FitnessKind;

typedef struct FitnessFact {
    const char *name, *effect, *remedy;
    bool        strict;
} FitnessFact;

extern const FitnessFact FITNESS_FACTS[FITNESS_COUNT];

// Counters of the system at one moment. −1: unknown.
typedef struct FitnessCounts {
    bool     timed;             // all, idle and stolen are known
    uint64_t all, idle, stolen; // ticks of all cores: total, idle, and taken by the hypervisor
    int64_t  paged;             // pages from and to swap
    int64_t  stopped;           // periods in which a cgroup of this process, or one above it, used up its quota
    int64_t  throttled;         // throttling events of the cores that this process may use
} FitnessCounts;

typedef enum FitnessState { FITNESS_FIT, FITNESS_UNFIT, FITNESS_UNKNOWN } FitnessState;

typedef struct FitnessFinding {
    FitnessState state;
    char         value[120]; // "powersave on 4 of 8 processing units"
} FitnessFinding;

typedef struct Fitness {
    FitnessFinding findings[FITNESS_COUNT];
} Fitness;

// root: "" for this machine, or a folder with proc/ and sys/ of another.
void fitness_count(const char *root, FitnessCounts *out);

// Judges the current state and the events between two counts. threads: size of the largest team; 0: one per processing unit. busy: true if
// other processes caused the use of cores between the counts.
void fitness_judge(const char *root, int threads, const FitnessCounts *before, const FitnessCounts *after, bool busy, Fitness *out);

// Counts, waits idle for `pause_ms` or until `descriptor` is readable (−1: none), and judges.
void fitness_look(const char *root, int threads, int pause_ms, int descriptor, Fitness *out);

// Waits until other processes and the hypervisor use at most 5 % of the cores, for at most `limit_s` or until `descriptor` becomes
// readable. Returns true if they do; also true, after one pause, if the system does not report it.
bool fitness_wait_quiet(const char *root, double limit_s, int descriptor);

// Lists the unfit conditions, strict or not: "governor: powersave, load: 37 % of the cores in use". Returns their number.
int fitness_unfit(const Fitness *fitness, bool strict, char *out, size_t size);

#endif
