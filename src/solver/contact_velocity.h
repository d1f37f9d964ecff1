// The velocity pass: restitution and friction of contacts, once velocities are known; one for all solvers.
//
// One run over the contacts that the solve has pushed (λ > 0), in their colours, each seeing what those before it did. With
// W = Σ w_j²/m_j, v = Σ w_j v_j less the collider's velocity, v_n = n·v, and a the acceleration from outside of the particles:
//
//   restitution  where the speed at which the contact closed at the start of the substep, s = −approach, is above 2|a|h:
//                  v_n'² = e² (s² − W k C²)
//                else what a penetration gives back is taken away:
//                  v_n' ≤ √(max(approach, 0)² + e² W k (C_n² − C²)₊)
//   friction     v_t is made smaller by up to μ W p, p = λ/h + W⁻¹ (v_n' − v_n) ≥ 0 the whole normal impulse (Coulomb)
//
// The terms with k are what the contact itself, a spring where k is finite, holds and gives back: with them a body leaves at e times the
// speed at which it came however long it touches. A hard contact has none; nor has one of a solver that leaves the stiffness out.
#ifndef WEFT_SOLVER_CONTACT_VELOCITY_H
#define WEFT_SOLVER_CONTACT_VELOCITY_H

#include "solver/motion.h"

typedef struct ContactVelocity {
    Contacts     *contacts; // NULL: nothing touches
    const Motion *motion;
    bool          friction;              // false: the solve has done it (ContactSet.slide), restitution is all that is left
    bool          soft;                  // the contacts have the stiffness k; false: hard for this solver
    double       *work[CONTACT_CLASSES]; // [room] J, that friction took
} ContactVelocity;

// motion: of the solver, filled by motion_init; is kept.
Status contact_velocity_init(ContactVelocity *pass, const SolverSetup *setup, const Motion *motion, bool friction,
                             bool soft) GNU_MUST_CHECK;

// All threads of a team, after motion_update, state->position being where the substep ends and λ and slide of the contacts what the solve
// made of them. Begins and ends with a barrier where there are contacts; without, does nothing. Enters PHASE_CONTACT_VELOCITY, and adds to
// context->contact what friction took.
void contact_velocity_apply(const ContactVelocity *pass, State *state, const StepContext *context);

#endif
