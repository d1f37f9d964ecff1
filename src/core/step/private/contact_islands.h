// ContactIslands: sets of bodies that touch in a substep, directly or through others, and the energy that their contacts may return.
//
// The unit is a body, not a particle: in the solve the interior of a body transmits the impulse of one contact to another. If a rod is hit
// at one end and lifts off at the other, one contact takes the energy that the other gives. Colliders and pinned particles join no bodies,
// since no energy passes through them from one body to another. The particles of one body are one island, in contact or not.
#ifndef WEFT_STEP_CONTACT_ISLANDS_H
#define WEFT_STEP_CONTACT_ISLANDS_H

#include "contact/contact_row.h"
#include "step/contact_velocity.h"

struct ContactIslands {
    Contacts *contacts; // its `stored` is updated from the last substep to this one
    int32_t  *root;     // [bodies] the lowest body of the island; during joining, a body on the path to it
    double   *all;      // [bodies] J, per island at its root: total energy taken by its contacts, including their springs
    double   *taken;    // [bodies] J, likewise: sum over contacts that took energy
    double   *beyond;   // [bodies] J, likewise: upper bound of the energy taken by contact_bound
    double   *lost;     // [bodies] J, likewise: lost kinetic and spring energy, where contact_bound took any
};

// Memory of the arena.
Status contact_islands_create(Contacts *contacts, Arena *arena, ContactIslands **out) GNU_MUST_CHECK;

// By one thread, in the order of the contacts, so that the bits do not depend on the threads. Contacts with λ > 0, and contacts that gave
// or took energy, join bodies.
void contact_islands_sum(ContactIslands *islands, ContactEnergy *const energy[CONTACT_CLASSES], const State *state);

// The fraction, 0 … 1, of the energy taken by a contact that it may return. It is below 1 if other contacts of the island added energy, or
// if springs store less than their depth implies because a solve did not converge.
double contact_islands_part(const ContactIslands *islands, const ContactRow *row);

#endif
