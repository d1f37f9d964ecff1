// Fitness: whether times that are measured on this machine now mean what they seem to. Facts of fitness_list.h, read from /proc and /sys;
// what the system does not tell is unknown, and refuses nothing.
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

// What counts up, at one moment. −1: unknown.
typedef struct FitnessCounts {
    bool     timed;             // the next are known
    uint64_t all, idle, stolen; // ticks of all cores; stolen: of those that are not idle, by the hypervisor
    int64_t  paged;             // pages from and to swap
    int64_t  stopped;           // periods of its cgroups, and of those above, in which they used up their quota
    int64_t  throttled;         // events of the cores that this process may use
} FitnessCounts;

typedef enum FitnessState { FITNESS_FIT, FITNESS_UNFIT, FITNESS_UNKNOWN } FitnessState;

typedef struct FitnessFinding {
    FitnessState state;
    char         value[120]; // "powersave on 4 of 8 processing units"
} FitnessFinding;

typedef struct Fitness {
    FitnessFinding findings[FITNESS_COUNT];
} Fitness;

// root: "" for this machine, or a folder that has proc/ and sys/ of another.
void fitness_count(const char *root, FitnessCounts *out);

// What holds now, and what happened between two counts. threads: of the largest team; 0: one on each processing unit. busy: whether the
// time that cores were in use between the counts was others'..
void fitness_judge(const char *root, int threads, const FitnessCounts *before, const FitnessCounts *after, bool busy, Fitness *out);

// Counts, waits for `pause_ms` in which this process does nothing or until `descriptor` is readable (−1: none), and judges.
void fitness_look(const char *root, int threads, int pause_ms, int descriptor, Fitness *out);

// Waits until other processes and the hypervisor use at most 5 % of the cores, for `limit_s` or until `descriptor` becomes readable.
// Returns whether they do; true where the system does not tell, after one pause.
bool fitness_wait_quiet(const char *root, double limit_s, int descriptor);

// "governor: powersave, load: 37 % of the cores in use": those that are unfit, strict or not. How many there are.
int fitness_unfit(const Fitness *fitness, bool strict, char *out, size_t size);

#endif
