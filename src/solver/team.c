#include "solver/team.h"

void team_begin(const StepContext *context, const State *state, double h, int32_t substep)
{
    if (!context || !context->observer)
        return;
#pragma omp single
    context->observer->begin(context->observer, state, h, substep);
}

void team_iterate(StepContext *context, const Iterate *iterate)
{
    if (!context)
        return;
    if (context->iteration_ns && iterate->iteration >= 0 && omp_get_thread_num() == 0) {
        if (context->iteration_count < context->iteration_max)
            context->iteration_ns[context->iteration_count] = clock_ns();
        context->iteration_count++;
    }
    if (context->observer) {
#pragma omp single
        context->observer->iterate(context->observer, iterate);
    }
}
