// ExactContact: contact in a solver that minimises Φ in double precision. A contact is a one-sided spring. Its term ½ k min(C, 0)² of Φ is
// convex and piecewise quadratic, so the Hessian of the active contacts (C < 0) is complete. Friction inside the solve
// (contact/contact_friction.h) is convex too for given normal forces.
#ifndef WEFT_SOLVER_EXACT_CONTACT_H
#define WEFT_SOLVER_EXACT_CONTACT_H

#include "assembly/hessian.h"
#include "solver/solver.h"
#include "step/contact_velocity.h"
#include "step/exact_motion.h"

typedef struct ExactContact {
    Contacts       *contacts; // NULL: no contact, and only exact_contact_init may be called
    int             threads;
    Motion          motion;     // for the velocity pass: x_n and accelerations in real
    real4          *prediction; // [particles] y
    ContactVelocity velocity;
    // [room] kg m, friction inside the solve: friction_max of a round, that at its minimum, found − used of the previous round
    double *used[CONTACT_CLASSES], *found[CONTACT_CLASSES], *residual[CONTACT_CLASSES];
} ExactContact;

Status exact_contact_init(ExactContact *contact, const SolverSetup *setup) GNU_MUST_CHECK;

// All of the following outside any team.

// Detects and linearises the contacts of a step, and cuts the first iterate to the bound if there is one. motion: after the prediction;
// state: still at the start of the step.
Status exact_contact_detect(ExactContact *contact, const State *state, const ExactMotion *motion,
                            const StepContext *context) GNU_MUST_CHECK;

// With a bound (contacts_have_bound). cut: writes x + direction, cut to the bound, to `out` and returns the number of particles cut. widen:
// measures the bound again at x, which lies within it; false: not possible any more in this step.
int64_t exact_contact_cut(const ExactContact *contact, const double4 *x, const double *direction, double4 *out);
bool    exact_contact_widen(const ExactContact *contact, double4 *x, const StepContext *context);

// Adds h2 ∇²E of the contacts that are active at x, and of friction inside the solve. The pattern must contain their couplings.
void exact_contact_assemble(const ExactContact *contact, const double4 *x, double h2, Hessian *hessian);

// True if a pattern over particles contains all couplings of the step's contacts.
bool exact_contact_fits(const ExactContact *contact, const Csc *blocks);

// Friction inside the solve. follow: sets its normal forces to those at x. mix: sets them to a mix with those of the previous round
// (Anderson 1965, a window of one), so that rounds which oscillate or barely approach their limit converge; first: of a step.
void exact_contact_follow(const ExactContact *contact, const double4 *x);
void exact_contact_mix(const ExactContact *contact, bool first);

// After the State was moved to x: multipliers, restitution and friction.
void exact_contact_finish(const ExactContact *contact, const double4 *x, State *state, const StepContext *context);

#endif
