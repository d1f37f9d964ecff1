// Monitors the convergence of an augmented Lagrangian method with sweeps, by the changes made in a sweep and its update:
//   S² = Σ_i m_i/h² ‖Δx_i‖² + Σ_rows Δp²/ρ
// This is the combined residual of Goldstein, O'Donoghue, Setzer, Baraniuk 2014 (doi 10.1137/120896219) for alternating directions, with
// the inertia of a particle as the metric of x. With exact minimisation of convex problems it decreases. In sweeps a rise is taken as a
// sign of divergence.
//
// Compressed rows make the augmented Lagrangian of a convex Φ non-convex: p ∇²C, p = K C < 0, counts in full, but only κ = K ρ/(K + ρ) of K
// is left to balance it. Then multipliers diverge from p = K C. This happens below a ρ that depends on the solution (Bertsekas 1982,
// Constrained Optimization and Lagrange Multiplier Methods, section 2.2). If S exceeds twice its minimum, every ρ is multiplied by `raise`
// until the end of the step, up to `penalty_max`. With ρ also κ grows, towards K, with which a sweep is that of Φ itself.
//
// Some rises of S are harmless, and are ignored:
//   S² is an energy: below ε times that of the first sweep, with ε the rounding of a number, it varies as contacts open and close
//   below 16 ε of positions and lengths, in the same unit, it is their rounding
//   moves by contact_bound are not part of Δx, but the next sweep reverts them. So the minimum is at least the amount moved,
//   Σ_i (1 + ρ/H) m_i/h² ‖Δx_i‖²
//   a row that starts late, or a raise, changes the minimised function: earlier values of S are discarded, and so is the next sweep
#ifndef WEFT_SOLVER_PRIVATE_AUGMENTED_WATCH_H
#define WEFT_SOLVER_PRIVATE_AUGMENTED_WATCH_H

#include "solver/private/augmented.h"

// No effect if watch.raise is 0. raise, penalty, most: to be set before.
Status augmented_watch_init(Augmented *solver, const SolverSetup *setup) GNU_MUST_CHECK;

// All threads of a team; no effect if watch.raise is 0. begin: at the start of a step, before a barrier. start: after this thread has
// placed its particles at the start of the first sweep. moves: after a sweep, whose result is in sweeps.x, and contact_bound, whose result
// is in `position`; before a barrier. after: once the update is complete, too; ends with a barrier.
void augmented_watch_begin(Augmented *solver);
void augmented_watch_start(const Augmented *solver);
void augmented_watch_moves(Augmented *solver, const real4 *position);
void augmented_watch_after(Augmented *solver);

// By one thread at the end of a step: the step is unconverged if S exceeded twice its minimum at the last comparison.
void augmented_watch_end(const Augmented *solver, StepContext *context);

#endif
