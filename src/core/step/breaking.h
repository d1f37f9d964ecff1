// Breakable constraints of a solver with multipliers. If the force |λ|/h² of a constraint exceeds its limit at the end of a (sub)step, the
// constraint is marked in State.broken. From then on it has compliance INFINITY and moves no particle. Its slot, its colour and the Jacobi
// weights of its neighbours stay: a colouring remains valid with fewer couplings.
#ifndef WEFT_STEP_BREAKING_H
#define WEFT_STEP_BREAKING_H

#include "step/step.h"

typedef struct Breaking {
    const Model *model;
    double       inverse_h2;
    real        *live[CONSTRAINT_KINDS]; // [count] current compliance, INFINITY when broken; NULL: no constraint of the set can break
} Breaking;

Status breaking_init(Breaking *breaking, const SolverSetup *setup, double h) GNU_MUST_CHECK;

// All threads of a team, without a closing barrier.
// read: sets `live` from the state, which may differ from the state last written by the solver.
void breaking_read(const Breaking *breaking, const State *state);
// test: breaks constraints whose force exceeds their limit; lambda: [CONSTRAINT_KINDS][components][count], scaled by h².
void breaking_test(const Breaking *breaking, real *const *lambda, State *state);

#endif
