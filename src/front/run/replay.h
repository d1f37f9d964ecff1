// Replay: the tasks of a phase (base/task_list.h), measured on one thread, on any number of threads.
//
// The model of a phase of a step on p threads. Pieces of a level go to threads as the team does it: loops are cut evenly by grains, single
// tasks go, the largest first, to the thread with the smallest load. The level lasts as long as its slowest thread, and a barrier:
//   barrier(p) = b (p − 1), b measured on two threads: those of libgomp count arrivals in one word, whose cache line goes from core to core
//                (config/linux/bar.h); such a barrier takes a time linear in p (Mellor-Crummey and Scott 1991)
//   shared(p)  = 1 + s (1 − 1/p), by which work gets dearer: a datum was last written by one of p cores, another one with probability 1 −
//   1/p.
//                s is fitted to the time of the phase on two threads, 0 without it; negative where a second cache makes up for more than
//                that
//   memory(p)  = bytes / min(p · core, all), no phase takes less; 0: no limit
// Not in it: other clocks with more cores, NUMA nodes, two threads on a core, caches that a larger team no longer needs to leave.
#ifndef WEFT_RUN_REPLAY_H
#define WEFT_RUN_REPLAY_H

#include "base/task_list.h"

typedef struct ReplayMachine {
    double barrier_ns; // of two threads
    double core, all;  // bytes per ns from memory, of a core and of the machine; 0: no limit
} ReplayMachine;

typedef struct ReplayPhase {
    const TaskList *list;
    Phase           phase;
    double          serial_ns; // of a step on one thread
    double          bytes;     // that a step moves in it; 0: not known
    double          shared;    // s
} ReplayPhase;

// What a phase lasts, and its parts: they add up. A phase without tasks is serial.
typedef enum ReplayPart {
    REPLAY_WORK,
    REPLAY_SHARED,
    REPLAY_IMBALANCE,
    REPLAY_BARRIERS,
    REPLAY_MEMORY,
    REPLAY_SERIAL,
    REPLAY_PARTS
} ReplayPart;
extern const char *const REPLAY_PART_NAMES[REPLAY_PARTS];

typedef struct ReplayTime {
    double ns, part[REPLAY_PARTS];
} ReplayTime;

// STATUS_MEMORY.
Status replay_time(const ReplayPhase *phase, const ReplayMachine *machine, int threads, ReplayTime *out) GNU_MUST_CHECK;

// s with which the phase lasts `ns` on two threads, at least −0.5.
Status replay_fit(const ReplayPhase *phase, const ReplayMachine *machine, double ns, double *shared) GNU_MUST_CHECK;

// Barriers in a step.
int64_t replay_barriers(const ReplayPhase *phase);

// The least ns on any number of threads: of a tree the longest way through it, of loops a grain of each level.
Status replay_chain(const ReplayPhase *phase, double *ns) GNU_MUST_CHECK;

#endif
