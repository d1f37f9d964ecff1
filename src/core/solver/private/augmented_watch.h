// The convergence of an augmented Lagrangian that is swept, watched by what a sweep and the update behind it still change:
//   S² = Σ_i m_i/h² ‖Δx_i‖² + Σ_rows Δp²/ρ
// the combined residual of Goldstein, O'Donoghue, Setzer, Baraniuk 2014 (doi 10.1137/120896219) for alternating directions, with the
// inertia of a particle for the metric of x. With exact minimisation of convex problems it falls; of sweeps a rise is taken as a
// sign.
//
// Compressed rows make the augmented Lagrangian of a convex Φ non-convex: p ∇²C, p = K C < 0, counts in full, while κ = K ρ/(K + ρ) is all
// that is left of K to hold it. Then multipliers run away from p = K C. That is so below a ρ that depends on the solution (Bertsekas 1982,
// Constrained Optimization and Lagrange Multiplier Methods, section 2.2). Where S is more than twice its least, every ρ is multiplied by
// `raise` until the end of the step, up to `most`. With ρ also κ grows, towards K, with which a sweep is that of Φ itself.
//
// S rises where nothing runs away, too, and that does not count:
//   S² is an energy: below ε, the rounding of a number, of that of the first sweep it rises and falls as contacts open and close
//   below 16 ε of positions and lengths, in the same unit, it is their rounding
//   what contact_bound has moved is no part of Δx, but the next sweep goes back: the least is at least what it has moved,
//   Σ_i (1 + ρ/H) m_i/h² ‖Δx_i‖²
//   a row that begins late, or a raise, changes what is minimised: S before it is forgotten, as is the first sweep that has it
#ifndef WEFT_SOLVER_PRIVATE_AUGMENTED_WATCH_H
#define WEFT_SOLVER_PRIVATE_AUGMENTED_WATCH_H

#include "solver/private/augmented.h"

// Nothing where watch.raise is 0. raise, penalty, most: set before.
Status augmented_watch_init(Augmented *solver, const SolverSetup *setup) GNU_MUST_CHECK;

// All threads of a team; nothing where watch.raise is 0. begin: of a step, before a barrier. start: when this thread has placed its
// particles where the first sweep starts. moves: after a sweep, which left sweeps.x, and contact_bound, which left `position`; before a
// barrier. after: when its update is complete, too; ends with a barrier.
void augmented_watch_begin(Augmented *solver);
void augmented_watch_start(const Augmented *solver);
void augmented_watch_moves(Augmented *solver, const real4 *position);
void augmented_watch_after(Augmented *solver);

// By one thread at the end of a step: where S was more than twice its least when they were compared last, the step is unconverged.
void augmented_watch_end(const Augmented *solver, StepContext *context);

#endif
