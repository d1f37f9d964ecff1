// Breakable constraints of a solver with multipliers. A constraint whose force |λ|/h² exceeds its limit at the end of a (sub)step is
// marked in State.broken and from then on has compliance INFINITY, which moves nothing. Its slot, its colour and the Jacobi weights of its
// neighbours stay: less coupling than a colouring allows for never makes it wrong.
#ifndef WEFT_STEP_BREAKING_H
#define WEFT_STEP_BREAKING_H

#include "step/step.h"

typedef struct Breaking {
    const Model *model;
    double       inverse_h2;
    real        *live[CONSTRAINT_KINDS]; // [count] compliance, INFINITY when broken; NULL: none of the set can break
} Breaking;

Status breaking_init(Breaking *breaking, const SolverSetup *setup, double h) GNU_MUST_CHECK;

// All threads of a team, without a closing barrier.
// read: the live compliance as the state says, which may be another one than the solver left behind.
void breaking_read(const Breaking *breaking, const State *state);
// test: breaks what was pulled or pushed too hard; lambda: [CONSTRAINT_KINDS][components][count], scaled by h².
void breaking_test(const Breaking *breaking, real *const *lambda, State *state);

#endif
