// The velocity pass: restitution and friction of contacts after the velocity update; the same for all solvers.
//
// It visits the contacts with λ > 0 colour by colour (Gauss-Seidel). With W = Σ w_j²/m_j, v = Σ w_j v_j minus the collider's velocity,
// v_n = n·v, approach = v_n at the start of the substep, s = −approach, a the external acceleration, C_n and C the constraint at the start
// and the end, 0 where it is positive, and Δ = W k (C_n² − C²), which is what the contact's spring gave:
//
//   first, where s ≤ 2|a|h           velocity gained from resolving a penetration is removed: v_n' ≤ √(max(approach, 0)² + e² Δ₊)
//   then, where s > 2|a|h            restitution: v_n'² = e² (s² + Δ)
//   where approach > 2|a|h, C_n < 0  what implicit Euler lost of the spring's energy is given back, also where the contact ended:
//                                    v_n'² = approach² + e² Δ
//   and for all                      friction (Coulomb): v_t is reduced by up to μ W p; p, the normal impulse, is λ/h and what this
//                                    pass has added
//
// Restitution thus acts in the substep in which bodies meet, for every k; until they part the spring holds a part of their energy, at most
// a quarter, at h √(k W) = 1. The sum telescopes: where the contact is converged and nothing else acts, a body leaves at e s to round-off,
// whatever h, k, W and the moment of the step at which it meets the other. Gravity adds an error of the order |a| h / s, as in a hard
// contact; where the bodies leave below 2|a|h, the spring's part is lost. A hard contact has Δ = 0, and so has a solver that ignores k.
//
// No energy is created at e = 1: in each island of bodies that touch (contact_islands.h) contacts return at most what they took from the
// bodies in the substep, and what springs held before (Contacts.stored). Converged, and with one contact to a particle, the energy of
// motion, constraints, gravity and contacts never rises. A contact with e = 0 keeps what its spring takes. In a substep in which
// contact_bound stopped the bodies, before their springs did, contacts return what it took too, as much as the bodies lost of their
// kinetic energy: restitution is that of a hard contact then.
//
// Friction has the impulses of the solve: where a contact carries the weight, Coulomb's law holds for every k as for a hard one. While a
// body sinks by d into a soft contact that was not loaded, it is rubbed by less, and slides up to 2 μ d farther. Inside the solve friction
// has rubbed what the first pass then takes back: an error of the order v √(1/(k W)) of the way. On velocities it acts after the solve, on
// the particles that touch: what the rest of a body does to them in the next solve moves them, so that a body pushed by F creeps at about
// h F divided by the mass of these particles, which falls with refinement. Inside the solve it rests.
#ifndef WEFT_STEP_CONTACT_VELOCITY_H
#define WEFT_STEP_CONTACT_VELOCITY_H

#include "step/motion.h"

typedef struct ContactIslands ContactIslands; // private

typedef struct ContactEnergy { // J, of a contact in a substep
    double taken;              // along n, by the solve: what its impulse took from the bodies, and what its spring gave
    double beyond;             // taken beyond that, at most, where contact_bound stopped the bodies before the spring did
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
Status contact_velocity_init(ContactVelocity *pass, const SolverSetup *setup, const Motion *motion, bool soft) GNU_MUST_CHECK;

// All threads of a team, after motion_update; uses state->position at the end of the substep, and λ and slide of the contacts from the
// solve. Begins and ends with a barrier if there are contacts; otherwise does nothing. Enters PHASE_CONTACT_VELOCITY, and adds the energy
// taken by friction to context->contact.
void contact_velocity_apply(const ContactVelocity *pass, State *state, const StepContext *context);

#endif
