// What all threads of a step's team do: take their share of a range (base/team_range.h), and report phases and iterations.
#ifndef WEFT_STEP_TEAM_H
#define WEFT_STEP_TEAM_H

#include <omp.h>

#include "base/team_range.h"
#include "step/step.h"

// Enters a phase. Called by all threads right after a barrier; thread 0 reads the clock.
static inline void team_phase(const StepContext *context, Phase phase)
{
    if (context && context->phases && omp_get_thread_num() == 0)
        phase_clock_enter(context->phases, phase);
}

// Adds n to a count of the step's cost (record/cost_list.h): TEAM_COUNT(context, gradients, 1). By all threads of a team or outside one,
// before the barrier that completes the iterate; thread 0 counts. context may be NULL.
#define TEAM_COUNT(context, count, n) ((context) && omp_get_thread_num() == 0 ? (void)((context)->cost.count += (n)) : (void)0)

// Tells the observer about the start of a substep. All threads; returns after a barrier when there is an observer.
void team_begin(const StepContext *context, const Start *start);

// Whether an observer wants linear systems. If so, the solver shows each with team_system after its solve: all threads, right after the
// barrier that completes the solution, or outside a team.
static inline bool team_wants_systems(const StepContext *context)
{
    return context && context->observer && context->observer->solved;
}
void team_system(const StepContext *context, const LinearSystem *system);

// Records the time of an iteration and shows it to the observer. All threads, right after the barrier that completes the iterate.
// The starting point (iteration −1) is shown but has no time.
void team_iterate(StepContext *context, const Iterate *iterate);

// Of a solver without a criterion, by one thread: a step that contact_bound keeps from where the solver wants it is unconverged. left:
// contacts_bound_left. A step that the solver calls unconverged keeps the residual that says so: it is not in the unit of this one.
void team_end_bounded(StepContext *context, double left);

#endif
