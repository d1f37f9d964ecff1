#include "step/team.h"

void team_begin(const StepContext *context, const Start *start)
{
    if (!context || !context->observer)
        return;
#pragma omp single
    context->observer->begin(context->observer, start);
}

void team_system(const StepContext *context, const LinearSystem *system)
{
    if (!team_wants_systems(context))
        return;
#pragma omp single
    context->observer->solved(context->observer, system);
}

void team_iterate(StepContext *context, const Iterate *iterate)
{
    if (!context)
        return;
    if (iterate->iteration >= 0 && omp_get_thread_num() == 0) {
        if (context->iteration_ns && context->iteration_count < context->iteration_max)
            context->iteration_ns[context->iteration_count] = clock_ns();
        context->iteration_count++;
    }
    if (context->observer) {
#pragma omp single
        context->observer->iterate(context->observer, iterate);
    }
}

void team_end_bounded(StepContext *context, double left)
{
    if (!context || !(left > 0) || context->end == STEP_UNCONVERGED)
        return;
    context->end = STEP_UNCONVERGED;
    context->residual = "momentum cut by contact_bound (kg m/s)";
    context->residual_begin = context->residual_end = left;
}
