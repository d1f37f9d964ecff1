// Pairs that say nothing that another pair does not say as well. The room's own.
//
// Where a point is nearest to a corner or a side of a triangle, every triangle around that corner or side gives the same contact: the first
// of them speaks for all. Where two edges are nearest at the end of one, that end and a triangle at the other edge say the same; and of
// segments around an end the first speaks. A folded cloth then needs 35 colours instead of 136.
#ifndef WEFT_CONTACT_CONTACT_REDUNDANT_H
#define WEFT_CONTACT_CONTACT_REDUNDANT_H

#include "contact/private/contacts_internal.h"

// weight: of the nearest points, as geometry/narrow.h has them; a corner that has no part in them has a weight of exactly 0.
bool contact_is_spare(const ContactSurface *surface, ContactSearch which, BroadPair pair, const double weight[4]);

// Whether a pair is spoken for at another moment: one like it, around the same point or end of an edge, was found.
bool contact_is_spoken_for(const Contacts *contacts, ContactSearch which, BroadPair pair);

#endif
