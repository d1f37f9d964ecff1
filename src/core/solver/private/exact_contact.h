// ExactContact: contact in a solver that minimises Φ in double precision, whose contacts are springs on one side: ½ k min(C, 0)² of each is
// a term of Φ, convex, and quadratic on either side of C = 0, so that the Hessian of the contacts that push is all there is to know of it.
#ifndef WEFT_SOLVER_EXACT_CONTACT_H
#define WEFT_SOLVER_EXACT_CONTACT_H

#include "assembly/hessian.h"
#include "solver/solver.h"
#include "step/contact_velocity.h"
#include "step/exact_motion.h"

typedef struct ExactContact {
    Contacts       *contacts; // NULL: nothing touches, and no function but exact_contact_init may be called
    int             threads;
    Motion          motion;     // of the velocity pass: x_n and accelerations in real
    real4          *prediction; // [particles] y
    ContactVelocity velocity;
} ExactContact;

Status exact_contact_init(ExactContact *contact, const SolverSetup *setup) GNU_MUST_CHECK;

// Outside any team, all of them.

// Finds the contacts of a step and makes them linear; motion: predicted, the State still at the start.
Status exact_contact_begin(ExactContact *contact, const State *state, const ExactMotion *motion, const StepContext *context) GNU_MUST_CHECK;

// Adds h2 ∇²E of the contacts that push at x. The pattern has what they couple.
void exact_contact_assemble(const ExactContact *contact, const double4 *x, double h2, Hessian *hessian);

// Whether a pattern over particles has all that the contacts of the step couple.
bool exact_contact_fits(const ExactContact *contact, const Csc *blocks);

// After the State was moved to x: multipliers, restitution and friction.
void exact_contact_finish(ExactContact *contact, const double4 *x, State *state, const StepContext *context);

#endif
