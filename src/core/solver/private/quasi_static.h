// Quasi-static solution: finds the rest state of a scene, by increments that grow until it is at rest.
//
// An increment minimises Φ with v_n = 0, from x_n and not from y,
//   x ← argmin ½ (x−x_n)ᵀ M (x−x_n)/h² + E(x) − fᵀx,
// so that the energy decreases monotonically and x stays in its valley of the energy: the proximal point method (Martinet 1970, Rockafellar
// 1976). h doubles after an increment with few iterations and halves after one with many. The scene is at rest if the residual force, m |x
// − x_n|/h² at every particle, is below `tolerance` times the largest force.
//
// A rest state need not be the answer: a long increment may leap over a ridge, and a straight column is at rest above its critical load. So
// two runs, with a different first length and growth, must end close to each other: within ten thousand tolerances, and within a millionth,
// relative to the size of the scene. ∇²E, including the change of pressure, must be positive definite there, except for rigid motions of
// free pieces. Otherwise STATUS_NUMERIC, with the differences found. Loads that follow the surface are those at the start of an increment.
// So increments converge linearly, and more slowly near a critical pressure.
#ifndef WEFT_SOLVER_QUASI_STATIC_H
#define WEFT_SOLVER_QUASI_STATIC_H

#include "solver/private/newton_search.h"

typedef struct QuasiStatic {
    double tolerance;                                                          // 0: off, steps have length dt
    double dt;                                                                 // s, of a step, and of the first increment
    Status (*begin)(Solver *solver, const State *state, StepContext *context); // of an increment: sets up Φ at the State. Set by the method
    Status (*stable)(Solver *solver, StepContext *context,
                     bool *stable); // true if M/h² + ∇²E is positive definite at the iterate. Set by the method
    bool     open;                  // a surface under pressure has a border that is not pinned
    double4 *start;                 // [particles] x_n of the step
    double4 *end;                   // [particles] of the first run
} QuasiStatic;

// STATUS_UNSUPPORTED: a scene with contact, wind, an integrator other than euler, breakable constraints, or pressure on corners that no
// constraint joins. STATUS_NUMERIC: a piece that is not anchored and is accelerated by forces.
Status quasi_static_init(QuasiStatic *q, const SolverSetup *setup, const NewtonSearch *search, double tolerance) GNU_MUST_CHECK;

// Adds h² times the symmetric part of −∂f/∂x, f of pressure, to the Hessian at the iterate. On a closed surface, or one with a pinned
// border, this is the second derivative of an energy; on others a stable state may be rejected. Moments are left out.
void quasi_static_add_pressure(NewtonSearch *search);

// A step: pins are at their scripted positions at its end, and everything else is at rest there, with velocity 0. Then follows one
// increment of length dt. Only its iterates are passed to the observer, and only its iterations are counted; the cost of the step includes
// all increments.
Status quasi_static_step(const QuasiStatic *q, NewtonSearch *search, State *state, StepContext *context) GNU_MUST_CHECK;

#endif
