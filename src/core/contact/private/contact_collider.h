// A moving particle and a moving collider: whether they can touch, and the planes that separate them. Belongs to no stage.
#ifndef WEFT_CONTACT_CONTACT_COLLIDER_H
#define WEFT_CONTACT_CONTACT_COLLIDER_H

#include "contact/collider_near.h"

// A collider with its poses at the start and the end of a (sub)step.
typedef struct ColliderWay {
    const Collider      *collider;
    const ColliderIndex *index;
    ColliderPose         from, to;
} ColliderWay;

// True if a particle that moves from `from` to `to`, in a straight line relative to the collider, may come nearer than `near`, in m.
// Conservative: it uses that a distance changes by at most the length of the path.
bool contact_collider_can_touch(const ColliderWay *way, double4 from, double4 to, double near);

// Planes at the surface of the collider, in its pose at the end, as point and normal. The particle must keep a distance of `thickness` from
// them on the side of the normal. start: of its path relative to the collider, in the pose at the end (collider_carry), or the home of a
// captured particle. Returns the number of planes; 0: the particle stays far from the collider.
//
// The point where the particle first comes within `thickness` determines its side of the collider. The plane is then taken at the end of
// its path along that side. At the point of first contact, a particle that slides around a round shape would lift off in every step.
// Exception: that plane would move it to the other side. In an inner corner of a mesh there is a second plane, because a particle that
// respects one wall only would enter the other.
int contact_collider_planes(const ColliderWay *way, double4 start, double4 to, double thickness, Nearest out[2]);

// The surface point at which a path in the rest pose first comes within `thickness`. False: it stays farther away.
bool contact_collider_entry(const ColliderWay *way, double4 from, double4 to, double thickness, Nearest *out);

// True if the shape of the collider may have inner corners.
bool contact_collider_has_corners(const ColliderWay *way);

#endif
