// Stage 2, sides of particles and colliders: finds the particles that have entered or passed through a collider.
//
// A collider captures a particle as soon as the particle's straight path, relative to the collider, goes through the interior. The start of
// that path is the particle's home. The particle stays captured while the line from home to its position goes through the interior. Planes
// along this line push it back. A particle less than R deep moves its home along the surface, if the path there is free. It is released
// when the line is free again, because it has come back or has gone round. It is also released if it leaves through a side that faces the
// direction of entry (the normals at both ends make less than a right angle). It has then cut a corner or slid round. A captured particle
// outside is on the wrong side. A plane captures no particle: its interior is a half-space with one normal.
//
// With the bound (contact_bound.h) the path was not straight: a particle that ends outside went round, and is not captured. Paths are taken
// as straight only in a step with open pairs, then for all particles.
#ifndef WEFT_CONTACT_CONTACT_HOMES_H
#define WEFT_CONTACT_CONTACT_HOMES_H

#include "contact/private/contact_pairs.h"

// By all threads, ends with a barrier. Updates captured particles, and pairs of particles and colliders that may touch (near), for the
// motion from pairs->seen to `position`, with the poses of the colliders at both.
void contact_homes_follow(ContactPairs *pairs, const real4 *position);

// The home of a point captured by the collider, else NULL.
Home *contact_homes_find(const ContactPairs *pairs, int32_t point, int32_t collider);

// Start of the path of a particle for contact_collider_planes: x, or its home.
static inline double4 contact_homes_start(const ColliderWay *way, const Home *home, double4 x)
{
    return !home ? collider_carry(&way->from, &way->to, x) : way->to.moves ? rigid_map_apply(&way->to.map, home->at) : home->at;
}

// True if the straight path of a particle from outside goes through the interior and ends outside; in the poses of the collider at its
// start and end.
bool contact_homes_passes(const ContactPairs *pairs, const ColliderWay *way, real4 from, real4 to);

// True if a pin, which contact does not move, enters or passes through the collider on that path.
bool contact_homes_enters(const ContactPairs *pairs, const ColliderWay *way, real4 from, real4 to);

// By one thread: copies the current state `beyond` as the state at the start of the step.
void contact_homes_begin(ContactPairs *pairs);

#endif
