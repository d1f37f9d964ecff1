// Contacts of `calm` and `avbd`, C ≥ 0, for one step. In a sweep a particle moves to the exact minimum with the contacts that push there,
// as in `vbd`. Soft contacts have the energy of the scene, as in `vbd`. Contacts are detected again in each step and have no memory in the
// State, so as rows they would start from the stiffness of inertia each time. Hard contacts are rows whose p starts at 0 in every step. H
// is that of other rows; L is the thickness of the surfaces. C at x_n uses the collider's pose at that time.
//
// The force of a contact in the last sweep gives its impulse for restitution and friction (step/contact_velocity.h).
#ifndef WEFT_SOLVER_PRIVATE_AUGMENTED_CONTACT_H
#define WEFT_SOLVER_PRIVATE_AUGMENTED_CONTACT_H

#include "solver/private/augmented.h"

// No effect without contact.
Status augmented_contact_init(Augmented *solver, const SolverSetup *setup) GNU_MUST_CHECK;

// All threads of a team, without a closing barrier. begin: after contacts_linearise. update: after a sweep, positions in sweeps.x.
void augmented_contact_begin(const Augmented *solver);
void augmented_contact_update(const Augmented *solver);

#endif
