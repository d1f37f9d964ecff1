// Stage 2, sides of two elements: finds the kept pairs that have passed through themselves.
//
// A kept pair that passes through itself on the straight path between two positions (geometry/crossing.h) is crossed and keeps its original
// side. A crossed pair of a particle moves along the surface to the nearest triangle (segment); a crossed pair of rods moves along the
// rods. It is released when it is back on its side. It is given up when it has moved beyond the border of an open surface or the end of a
// rod. Two edges of which one is a side of a triangle are released when they pass through each other again, and given up where they end.
//
// While a particle is crossed with a triangle, adjacent triangles give no contact if their nearest point lies at a border. Passing back
// through another triangle of that body then does not count as crossed.
#ifndef WEFT_CONTACT_CONTACT_SIDES_H
#define WEFT_CONTACT_CONTACT_SIDES_H

#include "contact/private/contact_pairs.h"

// By all threads, ends with a barrier: updates the kept pairs of `current` for the motion from pairs->seen to `position`.
void contact_sides_follow(ContactPairs *pairs, const real4 *position);

// By one thread, after contact_pairs_begin: moves the crossed pairs of the previous step to their current positions.
void contact_sides_carry(ContactPairs *pairs);

// True if a crossed neighbour suppresses the contact of a kept pair. weight: geometry/narrow.h.
bool contact_sides_silences(const ContactPairs *pairs, PairKind kind, int32_t place, const double *weight);

#endif
