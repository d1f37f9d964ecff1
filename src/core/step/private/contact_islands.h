// ContactIslands: which bodies touch in a substep, directly or through others, and what energy their contacts may give back.
//
// The unit is a body, not a particle: in the solve the inside of a body carries the impulse of one contact to another, and where a rod is
// hit at one end and lifts off at the other, one contact takes the energy that the other gives. A collider and a pinned particle join
// nothing, since no energy passes through them from one body to another. The particles of one body are one island, in contact or not.
#ifndef WEFT_STEP_CONTACT_ISLANDS_H
#define WEFT_STEP_CONTACT_ISLANDS_H

#include "contact/contact_row.h"
#include "step/contact_velocity.h"

struct ContactIslands {
    Contacts *contacts; // its `stored` is that of the last substep, and becomes that of this one
    int32_t  *root;     // [bodies] the lowest body of the island; while islands are joined, a body on the way there
    double   *all;      // [bodies] J, of an island at its root: energy that its contacts took in all, their springs included
    double   *taken;    // [bodies] J, likewise: sum over those that took energy
    double   *beyond;   // [bodies] J, likewise: what contact_bound took at most
    double   *lost;     // [bodies] J, likewise: of kinetic energy and in springs, where contact_bound took any
};

// Memory of the arena.
Status contact_islands_create(Contacts *contacts, Arena *arena, ContactIslands **out) GNU_MUST_CHECK;

// By one thread, in the order of the contacts, so that the bits do not depend on the threads. Contacts with λ > 0 join bodies, and those
// that gave or took energy.
void contact_islands_sum(ContactIslands *islands, ContactEnergy *const energy[CONTACT_CLASSES], const State *state);

// The fraction of what a contact took that it may give back, since other contacts of the island added energy, or springs hold less than
// their depth says, where a solve did not converge. 0 … 1.
double contact_islands_part(const ContactIslands *islands, const ContactRow *row);

#endif
