// The velocity pass: restitution and friction of contacts after the velocity update; the same for all solvers.
//
// It visits the contacts with λ > 0 colour by colour (Gauss-Seidel). With W = Σ w_j²/m_j, v = Σ w_j v_j minus the collider's velocity,
// v_n = n·v, approach = v_n at the start of the substep, s = −approach, and a the external acceleration:
//
//   first, where s ≤ 2|a|h  velocity gained from resolving a penetration is removed:
//                             v_n' ≤ √(max(approach, 0)² + e² W k (C_n² − C²)₊)
//   then, where s > 2|a|h   restitution: v_n'² = e² (s² − W k C²), limited by the energy that the solve took
//                             through the contact, p (s − v_n)/2
//   and for all             friction (Coulomb): v_t is reduced by up to μ W p; p, the normal impulse, is λ/h and what
//                             this pass has added
//
// The energy that contacts return in a substep is shared so that they never return more than they took, however many share a particle: with
// e = 1 no energy is created, and a single contact restores s.
//
// The terms with k are the energy stored in the contact itself, a spring where k is finite: with them a body leaves at e times its approach
// speed for any duration of contact. A hard contact has no such terms, nor has a solver that ignores the stiffness.
#ifndef WEFT_STEP_CONTACT_VELOCITY_H
#define WEFT_STEP_CONTACT_VELOCITY_H

#include "step/motion.h"

typedef struct ContactIslands ContactIslands; // private

typedef struct ContactEnergy { // J, of a contact in a substep
    double taken;              // along n, by the solve: what its impulse took from the bodies, and what its spring gave
    double start, end;         // in its spring
} ContactEnergy;

typedef struct ContactVelocity {
    Contacts       *contacts; // NULL: no contact
    const Motion   *motion;
    bool            friction;                        // false: done in the solve (ContactSet.slide); this pass does restitution only
    bool            soft;                            // the contacts have their stiffness k; false: hard for this solver
    real           *normal_impulse[CONTACT_CLASSES]; // [room] kg m/s, the normal impulse so far
    ContactEnergy  *energy[CONTACT_CLASSES];         // [room]
    double         *work[CONTACT_CLASSES];           // [room] J: energy taken by friction
    ContactIslands *islands;
} ContactVelocity;

// motion: of the solver, filled by motion_init; the pointer is kept.
Status contact_velocity_init(ContactVelocity *pass, const SolverSetup *setup, const Motion *motion, bool friction,
                             bool soft) GNU_MUST_CHECK;

// All threads of a team, after motion_update; uses state->position at the end of the substep, and λ and slide of the contacts from the
// solve. Begins and ends with a barrier if there are contacts; otherwise does nothing. Enters PHASE_CONTACT_VELOCITY, and adds the energy
// taken by friction to context->contact.
void contact_velocity_apply(const ContactVelocity *pass, State *state, const StepContext *context);

#endif
