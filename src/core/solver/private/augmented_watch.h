// The convergence of an augmented Lagrangian that is swept, watched by what a sweep and the update behind it still change:
//   S² = Σ_i m_i/h² ‖Δx_i‖² + Σ_rows Δp²/ρ
// the combined residual of Goldstein, O'Donoghue, Setzer, Baraniuk 2014 (doi 10.1137/120896219) for alternating directions, with the
// inertia of a particle for the metric of x. With exact minimisation of convex problems it falls; of sweeps a rise is taken as a
// sign.
//
// Compressed rows make the augmented Lagrangian of a convex Φ non-convex: p ∇²C, p = K C < 0, counts in full, while κ = K ρ/(K + ρ) is all
// that is left of K to hold it. Then multipliers run away from p = K C. That is so below a ρ that depends on the solution (Bertsekas 1982,
// Constrained Optimization and Lagrange Multiplier Methods, section 2.2). Where S is more than twice its least, every ρ is multiplied by
// `raise` until the end of the step. With ρ also κ grows, towards K, with which a sweep is that of Φ itself.
#ifndef WEFT_SOLVER_PRIVATE_AUGMENTED_WATCH_H
#define WEFT_SOLVER_PRIVATE_AUGMENTED_WATCH_H

#include "solver/private/augmented.h"

// Nothing where watch.raise is 0. raise, penalty, most: set before.
Status augmented_watch_init(Augmented *solver, const SolverSetup *setup) GNU_MUST_CHECK;

// All threads of a team; nothing where watch.raise is 0. begin: of a step, when this thread has placed its particles at y; before a
// barrier. after: a sweep and its update, complete; ends with a barrier.
void augmented_watch_begin(Augmented *solver);
void augmented_watch_after(Augmented *solver);

// By one thread at the end of a step: where S is then more than twice its least, the step is unconverged.
void augmented_watch_end(const Augmented *solver, StepContext *context);

#endif
