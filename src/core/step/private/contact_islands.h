// ContactIslands: which bodies touch in a substep, directly or through others, and what energy their contacts may give back.
//
// The unit is a body, not a particle: in the solve the inside of a body carries the impulse of one contact to another, and where a lever is
// hit at one end and lifts off at the other, one contact takes the energy that the other gives. A collider and a particle that is pinned
// join nothing, since no energy passes through them from one body to another. Particles of one body are one island, in contact or not.
#ifndef WEFT_STEP_CONTACT_ISLANDS_H
#define WEFT_STEP_CONTACT_ISLANDS_H

#include "contact/contacts.h"
#include "step/contact_row.h"

struct ContactIslands {
    const Model *model;
    int32_t     *root;  // [bodies] the lowest body of the island; between joins, one on the way to it
    double      *all;   // [bodies] J, of an island at its root: energy that its contacts took, less what they added
    double      *taken; // [bodies] J, the same: what they took
};

typedef struct ContactIslands ContactIslands;

// Memory of the arena.
Status contact_islands_create(const Model *model, Arena *arena, ContactIslands **out) GNU_MUST_CHECK;

// By one thread. The sums are in the order of the contacts, so that the bits do not depend on the threads. work: J, of each contact; those
// with λ > 0 or any work are in touch.
void contact_islands_sum(ContactIslands *islands, const Contacts *contacts, double *const work[CONTACT_CLASSES]);

// The fraction of what the contacts of an island took that they may give back, since others of it added energy. row: one of its contacts.
double contact_islands_part(const ContactIslands *islands, const ContactRow *row);

#endif
