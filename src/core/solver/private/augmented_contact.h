// Contacts of `calm` and `avbd`, C ≥ 0, there for one step; in a sweep a particle goes to the exact minimum with those that push there, as
// in `vbd`. Soft ones have the energy of the scene, as in `vbd`: contacts are found again in each step and have no place in the State, so
// that as rows they would begin with the stiffness of inertia each time. Hard ones are rows whose p begins at 0 in every step; H is that
// of other rows, L the thickness of the surfaces. C at x_n is against the collider where it was then.
//
// What a contact pushes with in the last sweep is its impulse for restitution and friction (step/contact_velocity.h).
#ifndef WEFT_SOLVER_PRIVATE_AUGMENTED_CONTACT_H
#define WEFT_SOLVER_PRIVATE_AUGMENTED_CONTACT_H

#include "solver/private/augmented.h"

// Nothing without contact.
Status augmented_contact_init(Augmented *solver, const SolverSetup *setup) GNU_MUST_CHECK;

// All threads of a team, without a closing barrier. begin: after contacts_linearise. update: after a sweep, positions in sweeps.x.
void augmented_contact_begin(const Augmented *solver);
void augmented_contact_update(const Augmented *solver);

#endif
