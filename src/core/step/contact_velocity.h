// The velocity pass: restitution and friction of contacts after the velocity update; the same for all solvers.
//
// It visits the contacts with λ > 0 colour by colour (Gauss-Seidel). W = Σ w_j²/m_j. v = Σ w_j v_j minus the collider's velocity, v_n =
// n·v. approach: v_n at the start of the substep; s = −approach. a: external acceleration. C_n and C: constraint value at the start and the
// end, 0 if positive. Δ = W k (C_n² − C²): 2 W times the energy released by the contact spring.
//
//   first, if s ≤ 2|a|h              velocity gained from resolving a penetration is removed: v_n' ≤ √(max(approach, 0)² + e² Δ₊)
//   then, if s > 2|a|h               restitution: v_n'² = e² (s² + Δ)
//   if approach > 2|a|h and C_n < 0  spring energy lost by implicit Euler is returned, even if the contact has ended:
//                                    v_n'² = approach² + e² Δ
//   for all                          friction (Coulomb): v_t is reduced by up to μ W p, where p, the normal impulse, is λ/h plus
//                                    the impulse added by this pass
//
// So restitution acts in the substep in which bodies meet, for every k. Until they part the spring stores part of their energy, at most a
// quarter, at h √(k W) = 1. The sum telescopes: if the contact is converged and no other force acts, a body leaves at speed e s up to
// round-off. This does not depend on h, k, W or the time of impact within the step. Gravity adds an error of order |a| h / s, as in a hard
// contact. If the bodies part at less than 2|a|h, the spring's part is lost. Δ = 0 for hard contacts, and for solvers that ignore k.
//
// At e = 1 no energy is created. In each island of touching bodies (contact_islands.h) the energy that contacts return has a limit: what
// they took in the substep plus the earlier energy of their springs (Contacts.stored). If the solve converged and each particle has one
// contact, the total energy of motion, constraints, gravity and contacts never rises. A contact with e = 0 keeps the energy taken by its
// spring. If contact_bound stopped the bodies before their springs did, contacts also return that energy, up to the kinetic energy lost by
// the bodies. Restitution is then that of a hard contact.
//
// Friction uses the impulses of the solve. For a loaded contact Coulomb's law then holds for every k as for a hard contact. While a body
// sinks by d into an unloaded soft contact, friction is smaller and the body slides up to 2 μ d farther. Friction inside the solve includes
// impulses that the first pass then removes: an error of order v √(1/(k W)) in the position. Friction on velocities acts after the solve,
// on the touching particles only. The rest of the body moves them in the next solve. So a body pushed by F creeps at about h F/m, m being
// the mass of these particles. This grows with refinement. Friction inside the solve sticks.
#ifndef WEFT_STEP_CONTACT_VELOCITY_H
#define WEFT_STEP_CONTACT_VELOCITY_H

#include "step/motion.h"

typedef struct ContactIslands ContactIslands; // private

typedef struct ContactEnergy { // J, of a contact in a substep
    double taken;              // along n, by the solve: energy that its impulse took, plus energy that its spring gave
    double beyond;             // upper bound of additional energy taken if contact_bound stopped the bodies before the spring did
    double start, end;         // in its spring
} ContactEnergy;

typedef struct ContactVelocity {
    Contacts       *contacts; // NULL: no contact
    const Motion   *motion;
    bool            friction; // false: friction is in the solve (ContactSet.tangential), this pass does restitution only
    bool            soft;     // contacts use their stiffness k; false: hard for this solver
    real           *normal_impulse[CONTACT_CLASSES]; // [room] kg m/s, the normal impulse so far
    ContactEnergy  *energy[CONTACT_CLASSES];         // [room]
    double         *work[CONTACT_CLASSES];           // [room] J: energy taken by friction
    ContactIslands *islands;
} ContactVelocity;

// motion: of the solver, filled by motion_init; the pointer is kept.
Status contact_velocity_init(ContactVelocity *pass, const SolverSetup *setup, const Motion *motion, bool soft) GNU_MUST_CHECK;

// All threads of a team, after motion_update. Uses state->position at the end of the substep, and λ and tangential of the contacts from the
// solve. Begins and ends with a barrier if there are contacts; otherwise it has no effect. Enters PHASE_CONTACT_VELOCITY, and adds the
// energy dissipated by friction to context->contact.
void contact_velocity_apply(const ContactVelocity *pass, State *state, const StepContext *context);

#endif
