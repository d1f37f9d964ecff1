#include "step/team.h"

// start or iterate is NULL.
static void call(Observer *observer, const Start *start, const Iterate *iterate)
{
    if (start)
        observer->begin(observer, start);
    else
        observer->iterate(observer, iterate);
}

static void observe(Observer *observer, const Start *start, const Iterate *iterate)
{
    if (observer->threads == 0) {
#pragma omp single
        call(observer, start, iterate);
    } else if (omp_get_level() == 0) {
        team_observe_alone(observer, start, iterate);
    } else {
        call(observer, start, iterate);
    }
}

void team_observe_alone(Observer *observer, const Start *start, const Iterate *iterate)
{
#pragma omp parallel num_threads(observer->threads > 0 ? observer->threads : 1)
    call(observer, start, iterate);
}

void team_begin(const StepContext *context, const Start *start)
{
    if (context && context->observer)
        observe(context->observer, start, NULL);
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
    if (context->observer)
        observe(context->observer, NULL, iterate);
}

void team_end_bounded(StepContext *context, double left)
{
    if (!context || !(left > 0) || context->end == STEP_UNCONVERGED)
        return;
    context->end = STEP_UNCONVERGED;
    context->residual = "momentum cut by contact_bound (kg m/s)";
    context->residual_begin = context->residual_end = left;
}
