// Quasi-static solution: where a scene is at rest, by steps that grow until nothing moves.
//
// A part minimises Φ with v_n = 0, from x_n and not from y,
//   x ← argmin ½ (x−x_n)ᵀ M (x−x_n)/h² + E(x) − fᵀx,
// so that energy only falls and x stays in the valley it is in: the proximal point method (Martinet 1970, Rockafellar 1976). h doubles
// after a part of few iterations and halves after one of many. At rest is where the force that is left, m |x − x_n|/h² at every particle,
// is below `tolerance` times the largest force.
//
// What is at rest need not be the answer: a long part may leap over a ridge, and a straight column is at rest above its critical load. So
// two ways, of another first length and another growth, must end within ten thousand tolerances of one another, and a millionth, relative
// to the size of the scene, and ∇²E, with what pressure changes by, must be positive definite there, but for rigid motions of what is free.
// STATUS_NUMERIC, with what was found, where not. Loads that follow are those of the start of a part, so that parts converge linearly, the
// slower the nearer a critical pressure is.
#ifndef WEFT_SOLVER_QUASI_STATIC_H
#define WEFT_SOLVER_QUASI_STATIC_H

#include "solver/private/newton_search.h"

typedef struct QuasiStatic {
    double tolerance;                                                          // 0: off, steps are those of dt
    double dt;                                                                 // s, of a step, and of the first part
    Status (*begin)(Solver *solver, const State *state, StepContext *context); // of a part: sets up Φ at the State. Set by the method
    Status (*stable)(Solver *solver, StepContext *context,
                     bool *stable); // whether M/h² + ∇²E is positive definite at the iterate. Likewise
    bool     open;                  // a surface under pressure has a border that is not pinned
    double4 *start;                 // [particles] x_n of the step
    double4 *end;                   // [particles] of the first way
} QuasiStatic;

// STATUS_UNSUPPORTED for a scene with contact, wind or another integrator than euler, for what breaks, and for
// pressure on corners that no constraint joins; STATUS_NUMERIC for a piece that nothing holds and forces accelerate.
Status quasi_static_init(QuasiStatic *q, const SolverSetup *setup, const NewtonSearch *search, double tolerance) GNU_MUST_CHECK;

// Adds h² times the symmetric part of −∂f/∂x, f of pressure, to the Hessian at the iterate. On a closed surface, or one whose border is
// pinned, this is the second derivative of an energy; else what is stable may be refused. Moments are left out.
void quasi_static_add_pressure(NewtonSearch *search);

// A step: pins are where scripts have them at its end, all else is at rest there, with velocity 0. From there follows a part of dt, the
// only one that the observer sees and whose iterations count; the cost of the step has all of them.
Status quasi_static_step(const QuasiStatic *q, NewtonSearch *search, State *state, StepContext *context) GNU_MUST_CHECK;

#endif
