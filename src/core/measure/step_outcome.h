// StepOutcome: how a step ended, and from which residual it came to which. A solver with a criterion says it in its StepContext. For one
// that does a fixed number of iterations a watch, an observer, computes the residual that belongs to the solver's aim at the first and the
// last iterate of the last substep, and nothing in between.
#ifndef WEFT_MEASURE_STEP_OUTCOME_H
#define WEFT_MEASURE_STEP_OUTCOME_H

#include "measure/convergence.h"

typedef struct StepOutcome { // a row `step_end` (record/record_list.h)
    int64_t     step;
    bool        probe;
    const char *ended;
    int64_t     iterations;
    const char *residual;
    double      residual_begin, residual_end, objective_ratio, rho_used;
} StepOutcome;

typedef struct StepWatch {
    Observer     base;        // first: hand &watch.base to a StepContext
    Convergence *convergence; // sees every iterate where `all` is set
    SolverAim    aim;
    int32_t      substeps, iterations; // of a step, and of each substep
    bool         all;                  // set before a step
    double       first, last;          // residuals, written during a step
} StepWatch;

// iterations: at most, of a substep.
StepWatch step_watch(Convergence *convergence, const SolverOps *solver, int32_t substeps, int32_t iterations);

// Before a step: forgets the step before it.
void step_watch_reset(StepWatch *watch, bool all);

// After a step that was given the watch as its observer, from which `state` comes.
StepOutcome step_outcome(const StepWatch *watch, const StepContext *context, const State *state, int64_t step, bool probe);

#endif
