#include "base/clock.h"

static const struct {
    const char *name;
    bool        setup;
} PHASE_TABLE[] = {
#define PHASE(constant, name, setup, what) {name, setup},
#include "record/phase_list.h"
#undef PHASE
};

const char *phase_name(Phase phase)
{
    return PHASE_TABLE[phase].name;
}

bool phase_is_setup(Phase phase)
{
    return PHASE_TABLE[phase].setup;
}

void phase_clock_start(PhaseClock *clock)
{
    *clock = (PhaseClock){.current = PHASE_NONE};
}

static Phase again(Phase phase)
{
    return phase == PHASE_ASSEMBLE  ? PHASE_REBUILD
           : phase == PHASE_ANALYSE ? PHASE_REANALYSE
           : phase == PHASE_FACTOR  ? PHASE_REFACTOR
                                    : phase;
}

void phase_clock_enter(PhaseClock *clock, Phase phase)
{
    if (!clock)
        return;
    const int64_t now = clock_ns();
    if (clock->current != PHASE_NONE)
        clock->ns[clock->current] += now - clock->since;
    if (clock->boundary)
        clock->boundary(clock->user, clock->current);
    clock->current = clock->again ? again(phase) : phase;
    clock->since = clock->boundary ? clock_ns() : now;
}

void phase_clock_forget(PhaseClock *clock)
{
    if (clock)
        clock->since = clock_ns();
}

int64_t clock_slept_ns(void)
{
    enum { TRIES = 8 };
    int64_t best = INT64_MAX, slept = 0;
    for (int i = 0; i < TRIES; i++) { // the thread may be interrupted between the reads
        struct timespec boot;
        const int64_t   before = clock_ns();
        clock_gettime(CLOCK_BOOTTIME, &boot);
        const int64_t took = clock_ns() - before;
        if (took < best) {
            best = took;
            slept = (int64_t)boot.tv_sec * 1000000000 + boot.tv_nsec - before - took / 2;
        }
    }
    return slept;
}
