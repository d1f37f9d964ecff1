// Stage 2, sides of particles and colliders: which particles have gone into or through a collider.
//
// The rule. A particle is held by a collider as soon as its straight way, relative to the collider, goes through the inside: its home is
// where this way began. While the way from home to where it is now goes through the inside it stays held, and the planes that keep it away
// are those of this way; a particle less than R deep takes its home along the surface where the way to there is free. It is released where
// the way is free again, because it has come back or has gone round, and where it comes out on a side that faces the way in which it went
// in (the normals at both ends make less than a right angle): it has cut a corner, or slid round. A held particle outside is on the wrong
// side. A plane holds nothing, since its inside is one half of space and its normal always the same.
//
// With the bound (contact_bound.h) the way was not straight: what ends outside went round, and is not held. Only in a step in which some
// pair had no bound are ways taken as straight, those of other particles too.
#ifndef WEFT_CONTACT_CONTACT_HOMES_H
#define WEFT_CONTACT_CONTACT_HOMES_H

#include "contact/private/contact_pairs.h"

// By all threads, ends with a barrier: particles and colliders that may touch (near), and those that are held, follow the motion from
// pairs->seen to `position`, with the poses of the colliders at both.
void contact_homes_follow(ContactPairs *pairs, const real4 *position);

// NULL: the point is not held by the collider.
Home *contact_homes_find(const ContactPairs *pairs, int32_t point, int32_t collider);

// The start of the way of a particle for contact_collider_planes: from x, or from its home.
static inline double4 contact_homes_start(const ColliderWay *way, const Home *home, double4 x)
{
    return !home ? collider_carry(&way->from, &way->to, x) : way->to.moves ? rigid_map_apply(&way->to.map, home->at) : home->at;
}

// Whether the straight way of a particle, from outside, goes through the inside and ends outside; in the poses of the collider at its start
// and end.
bool contact_homes_passes(const ContactPairs *pairs, const ColliderWay *way, real4 from, real4 to);

// Whether a pin, which nothing keeps out, goes into or through it on that way.
bool contact_homes_enters(const ContactPairs *pairs, const ColliderWay *way, real4 from, real4 to);

// By one thread: what is beyond now was so at the start of the step.
void contact_homes_begin(ContactPairs *pairs);

#endif
