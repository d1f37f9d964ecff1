// StepOutcome: how a step ended, with its first and last residual. A solver with a criterion reports them in its StepContext. For a solver
// with a fixed number of iterations, StepWatch (an observer) computes the residual of the solver's aim, at the first and the last iterate
// of the last substep only. The balance of momentum is measured for any solver (measure/balance.h).
#ifndef WEFT_MEASURE_STEP_OUTCOME_H
#define WEFT_MEASURE_STEP_OUTCOME_H

#include "measure/balance.h"

typedef struct StepOutcome { // a row `step_end` (record/record_list.h)
    int64_t     step;
    bool        probe;
    const char *ended;
    int64_t     iterations;
    const char *residual;
    double      residual_begin, residual_end, objective_ratio, rho_used;
    double      momentum_error, angular_error, support_error, unbalanced, energy; // of the balance
} StepOutcome;

typedef struct StepWatch {
    Observer     base;        // first: a StepContext gets &watch.base
    Convergence *convergence; // observes every iterate if `all` is set
    SolverAim    aim;
    int32_t      substeps, iterations; // of a step, and of each substep
    bool         all;                  // set before a step
    double       first, last;          // residuals, written during a step
    Balance      balance;              // at the end of the last step
} StepWatch;

// iterations: the maximum in a substep. Memory from the arena. STATUS_MEMORY.
Status step_watch_init(Convergence *convergence, const SolverOps *solver, int32_t substeps, int32_t iterations, Arena *arena,
                       StepWatch *out) GNU_MUST_CHECK;

// Call before a step: clears the data of the previous step.
void step_watch_reset(StepWatch *watch, bool all);

// After a step that was given the watch as its observer. STATUS_MEMORY.
Status step_outcome(StepWatch *watch, const StepContext *context, const LoadsOf *of, int64_t step, bool probe,
                    StepOutcome *out) GNU_MUST_CHECK;

#endif
