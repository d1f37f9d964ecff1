// The velocity pass: restitution and friction of contacts, once velocities are known; one for all solvers.
//
// It goes over the contacts that the solve has pushed (λ > 0), in their colours, each seeing what those before it did. With
// W = Σ w_j²/m_j, v = Σ w_j v_j less the collider's velocity, v_n = n·v, approach the v_n of the substep's start, s = −approach, and a the
// acceleration from outside:
//
//   first, where s ≤ 2|a|h  what a penetration has given back is taken away:
//                             v_n' ≤ √(max(approach, 0)² + e² W k (C_n² − C²)₊)
//   then, where s > 2|a|h   restitution: v_n'² = e² (s² − W k C²), but no more than what the solve took through the contact, p (s − v_n)/2
//   and for all             friction: v_t is made smaller by up to μ W p, p = λ/h and what was added to it, the normal impulse (Coulomb)
//
// What contacts may give back in a substep is so shared out that they never give more than they took, however many share a particle: with
// e = 1 they make no energy, and one alone has its s back.
//
// The terms with k are what the contact itself, a spring where k is finite, holds and gives back: with them a body leaves at e times the
// speed at which it came however long it touches. A hard contact has none; nor has one of a solver that leaves the stiffness out.
#ifndef WEFT_STEP_CONTACT_VELOCITY_H
#define WEFT_STEP_CONTACT_VELOCITY_H

#include "step/motion.h"

typedef struct ContactVelocity {
    Contacts     *contacts; // NULL: nothing touches
    const Motion *motion;
    bool          friction;              // false: the solve has done it (ContactSet.slide), restitution is all that is left
    bool          soft;                  // the contacts have the stiffness k; false: hard for this solver
    real         *push[CONTACT_CLASSES]; // [room] kg m/s, the normal impulse so far
    double       *work[CONTACT_CLASSES]; // [room] J: what the solve took along n, and then what friction took
} ContactVelocity;

// motion: of the solver, filled by motion_init; is kept.
Status contact_velocity_init(ContactVelocity *pass, const SolverSetup *setup, const Motion *motion, bool friction,
                             bool soft) GNU_MUST_CHECK;

// All threads of a team, after motion_update, state->position being where the substep ends and λ and slide of the contacts what the solve
// made of them. Begins and ends with a barrier where there are contacts; without, does nothing. Enters PHASE_CONTACT_VELOCITY, and adds to
// context->contact what friction took.
void contact_velocity_apply(const ContactVelocity *pass, State *state, const StepContext *context);

#endif
