// A moving particle and a moving collider: whether they can touch, and the planes that keep them apart. Belongs to no stage.
#ifndef WEFT_CONTACT_CONTACT_COLLIDER_H
#define WEFT_CONTACT_CONTACT_COLLIDER_H

#include "contact/collider_near.h"

// A collider with its poses at the start and the end of a (sub)step.
typedef struct ColliderWay {
    const Collider      *collider;
    const ColliderIndex *index;
    ColliderPose         from, to;
} ColliderWay;

// Whether a particle that moves from `from` to `to`, in a straight line relative to the collider, may come nearer than `near`, m.
// Conservative, from the fact that a distance changes by at most the length of the way: true does not imply that it comes nearer.
bool contact_collider_can_touch(const ColliderWay *way, double4 from, double4 to, double near);

// Planes at the surface of the collider, in its pose at the end, from which a particle must keep a distance of `thickness` on the side of
// the normal: point and normal of each. start: of its way relative to the collider, in the pose at the end (collider_carry), or
// the home of a particle that is held. Returns how many; 0: the particle stays far from the collider.
//
// The point where the particle first comes within `thickness` defines on which side of the collider it stays. The plane is then taken at
// the end of its way along that side, not at the point of first contact, where a particle that slides around a round shape would lift off
// in every step; unless this plane would take it to the other side. In an inner corner of a mesh there is a second plane, because a
// particle that respects one wall only would enter the other.
int contact_collider_planes(const ColliderWay *way, double4 start, double4 to, double thickness, Nearest out[2]);

// The surface where a way in the rest pose of the collider first comes within `thickness`; false: it does not.
bool contact_collider_entry(const ColliderWay *way, double4 from, double4 to, double thickness, Nearest *out);

// Whether the shape of the collider may have inner corners.
bool contact_collider_has_corners(const ColliderWay *way);

#endif
