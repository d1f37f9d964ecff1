// Wall clock, and the clock that splits a set-up or a step into phases.
#ifndef WEFT_BASE_CLOCK_H
#define WEFT_BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef enum Phase {
#define PHASE(constant, name, setup, what) constant,
#include "record/phase_list.h"
#undef PHASE
    PHASE_COUNT,
    PHASE_NONE = -1
} Phase;

const char *phase_name(Phase phase);
bool        phase_is_setup(Phase phase);

// Nanoseconds of the monotonic clock (about 25 ns a call).
static inline int64_t clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Nanoseconds that the machine was suspended since boot, accurate to a few microseconds; clock_ns does not advance during a suspend.
int64_t clock_slept_ns(void);

// Adds the time between two calls of phase_clock_enter to the phase that was entered first.
typedef struct PhaseClock {
    int64_t ns[PHASE_COUNT];
    int64_t since;
    Phase   current;
    void (*boundary)(void *user, Phase ended); // called between two phases; its own time belongs to neither; NULL: none
    void *user;
    bool  again; // inside a step: set-up phases count as the phases of a rebuilt system
} PhaseClock;

void phase_clock_start(PhaseClock *clock); // all zero, no phase, no boundary

// Ends the current phase and enters `phase` (PHASE_NONE: stop). One clock read. NULL: does nothing.
void phase_clock_enter(PhaseClock *clock, Phase phase);

// Discards the time since the current phase was entered. NULL: does nothing.
void phase_clock_forget(PhaseClock *clock);

#endif
