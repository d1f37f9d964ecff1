// What every thread of a step's team does alike: taking its share of a range, and reporting phases and iterations.
#ifndef WEFT_SOLVER_TEAM_H
#define WEFT_SOLVER_TEAM_H

#include <omp.h>

#include "solver/solver.h"

// This thread's part of begin … end−1. Cut at multiples of TEAM_GRAIN from begin: four cache lines of particles in f32, and a multiple of
// every vector width, so that no bit of a result depends on where the cut lies.
enum { TEAM_GRAIN = 16 };

static inline void team_range(int32_t begin, int32_t end, int32_t *from, int32_t *to)
{
    const int64_t blocks = ((int64_t)end - begin + TEAM_GRAIN - 1) / TEAM_GRAIN;
    const int     threads = omp_get_num_threads(), thread = omp_get_thread_num();
    const int64_t low = begin + blocks * thread / threads * TEAM_GRAIN, high = begin + blocks * (thread + 1) / threads * TEAM_GRAIN;
    *from = low < end ? (int32_t)low : end;
    *to = high < end ? (int32_t)high : end;
}

// Enters a phase. Called by all threads right after a barrier; thread 0 reads the clock.
static inline void team_phase(const StepContext *context, Phase phase)
{
    if (context && context->phases && omp_get_thread_num() == 0)
        phase_clock_enter(context->phases, phase);
}

// Tells the observer about the start of a substep. All threads; returns after a barrier when there is an observer.
void team_begin(const StepContext *context, const Start *start);

// Whether anyone wants to see the linear systems; then the solver shows each with team_system once it is solved. All threads, right after
// the barrier that completes the solution; or outside a team.
static inline bool team_wants_systems(const StepContext *context)
{
    return context && context->observer && context->observer->solved;
}
void team_system(const StepContext *context, const LinearSystem *system);

// Notes the time of an iteration and shows it to the observer. All threads, right after the barrier that completes the iterate.
// The starting point (iteration −1) is shown but has no time.
void team_iterate(StepContext *context, const Iterate *iterate);

#endif
