#include "measure/step_outcome.h"

static bool is_last_substep(const StepWatch *watch, int32_t substep)
{
    return substep + 1 == watch->substeps;
}

static void begin(Observer *base, const Start *start)
{
    const StepWatch *watch = (StepWatch *)base;
    if (watch->all || is_last_substep(watch, start->substep) || start->substep == 0) // surface loads are evaluated at the start of a step
        watch->convergence->base.begin(&watch->convergence->base, start);
}

static double residual_of(const StepWatch *watch, const Iterate *it)
{
    return watch->all ? convergence_last_residual(watch->convergence, watch->aim)
                      : convergence_residual(watch->convergence, it, watch->aim);
}

static void iterate(Observer *base, const Iterate *it)
{
    StepWatch *watch = (StepWatch *)base;
    const bool first = is_last_substep(watch, it->substep) && it->iteration < 0,
               last = is_last_substep(watch, it->substep) && it->iteration + 1 == watch->iterations;
    if (watch->all)
        watch->convergence->base.iterate(&watch->convergence->base, it);
    if (!first && !last)
        return;
    const double residual = residual_of(watch, it);
#pragma omp single
    {
        watch->first = first ? residual : watch->first;
        watch->last = last ? residual : watch->last;
    }
}

Status step_watch_init(Convergence *convergence, const SolverOps *solver, int32_t substeps, int32_t iterations, Arena *arena,
                       StepWatch *out)
{
    *out = (StepWatch){.base = {.begin = begin, .iterate = iterate, .threads = convergence->base.threads},
                       .convergence = convergence,
                       .aim = solver->aim,
                       .substeps = substeps,
                       .iterations = iterations};
    return balance_init(convergence->model, arena, &out->balance);
}

void step_watch_reset(StepWatch *watch, bool all)
{
    watch->all = all;
    watch->first = watch->last = NAN;
}

Status step_outcome(StepWatch *watch, const StepContext *context, const LoadsOf *of, int64_t step, bool probe, StepOutcome *out)
{
    const bool     own = context->residual;
    const bool     known = own || !isnan(watch->last);
    const Balance *b = &watch->balance;
    TRY(balance_measure(&watch->balance, watch->convergence, of));
    *out = (StepOutcome){.step = step,
                         .probe = probe,
                         .ended = STEP_END_NAMES[context->end],
                         .iterations = context->iteration_count,
                         .residual = own     ? context->residual
                                     : known ? CONVERGENCE_RESIDUALS[watch->aim]
                                             : NULL,
                         .residual_begin = own ? context->residual_begin : watch->first,
                         .residual_end = own ? context->residual_end : watch->last,
                         .rho_used = context->rho > 0 ? context->rho : NAN,
                         .objective_ratio = watch->aim == AIM_ERRORS ? NAN : convergence_objective_ratio(watch->convergence, of->state),
                         .momentum_error = double4_norm(b->piece[b->pieces.count].momentum),
                         .angular_error = double4_norm(b->piece[b->pieces.count].angular),
                         .support_error = balance_support_error(b, watch->convergence->h),
                         .unbalanced = b->unbalanced,
                         .energy = b->energy};
    return status_ok();
}
