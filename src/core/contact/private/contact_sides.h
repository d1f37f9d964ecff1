// Stage 2, sides of two elements: which kept pairs have passed through themselves.
//
// The rule. A kept pair that is not held and goes through itself on the straight way between two positions (geometry/crossing.h) is held on
// the side that it came from. A held pair of a particle moves along the surface to the nearest triangle (segment), two edges of rods along
// their rods; it is released where it is on its side again, and given up where it has moved beyond the border of an open surface or the end
// of a rod. Two edges of which one is a side of a triangle are released when they pass through each other again, and given up where they
// end. While a particle is held at a triangle, the neighbours of the triangle are silent where their nearest point lies at a border, and a
// way back through another triangle of that body holds nothing.
#ifndef WEFT_CONTACT_CONTACT_SIDES_H
#define WEFT_CONTACT_CONTACT_SIDES_H

#include "contact/private/contact_pairs.h"

// By all threads, ends with a barrier: the kept pairs of `current` follow the particles from pairs->seen to `position`.
void contact_sides_follow(ContactPairs *pairs, const real4 *position);

// By one thread, after contact_pairs_begin: the held pairs of the step before at the positions where they are now.
void contact_sides_carry(ContactPairs *pairs);

// Whether a kept pair gives no contact because of a held neighbour. weight: geometry/narrow.h.
bool contact_sides_silences(const ContactPairs *pairs, PairKind kind, int32_t place, const double *weight);

#endif
