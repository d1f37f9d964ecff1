// Functions called by all threads of a step's team: their share of a range (base/team_range.h), and reports of phases and iterations.
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

// Notifies the observer of the start of a substep. All threads; returns after a barrier when there is an observer.
void team_begin(const StepContext *context, const Start *start);

// Calls begin (iterate NULL) or iterate (start NULL) of an observer from one thread, in a team of the observer's size. If the thread is in
// a team whose other threads wait, that team has this thread only.
void team_observe_alone(Observer *observer, const Start *start, const Iterate *iterate);

// True if an observer needs linear systems. If so, the solver passes each to team_system after its solve: all threads, right after the
// barrier that completes the solution, or outside a team.
static inline bool team_wants_systems(const StepContext *context)
{
    return context && context->observer && context->observer->solved;
}
void team_system(const StepContext *context, const LinearSystem *system);

// Records the time of an iteration and passes it to the observer. All threads, right after the barrier that completes the iterate. The
// starting point (iteration −1) is passed on but has no time.
void team_iterate(StepContext *context, const Iterate *iterate);

// For a solver without a criterion, by one thread: a step stopped short by contact_bound is unconverged. left: contacts_bound_left. A step
// that the solver already marked unconverged keeps its own residual, which has another unit.
void team_end_bounded(StepContext *context, double left);

#endif
