#include "base/clock.h"

static const struct {
    const char *name;
    bool        setup;
} PHASE_TABLE[] = {
#define PHASE(constant, name, setup, what) {name, setup},
#include "base/phase_list.h"
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

void phase_clock_enter(PhaseClock *clock, Phase phase)
{
    if (!clock)
        return;
    const int64_t now = clock_ns();
    if (clock->current != PHASE_NONE)
        clock->ns[clock->current] += now - clock->since;
    if (clock->boundary)
        clock->boundary(clock->user, clock->current);
    clock->current = phase;
    clock->since = clock->boundary ? clock_ns() : now;
}
