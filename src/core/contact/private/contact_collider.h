// A particle and a collider: whether they may touch while both move, and the plane that keeps them apart. The room's own.
#ifndef WEFT_CONTACT_CONTACT_COLLIDER_H
#define WEFT_CONTACT_CONTACT_COLLIDER_H

#include "contact/collider_near.h"

// A collider on its way through a (sub)step.
typedef struct ColliderWay {
    const Collider      *collider;
    const ColliderIndex *index;
    ColliderPose         from, to;
} ColliderWay;

// Whether a particle that moves from `from` to `to` in a straight line, as the collider sees it, may come nearer than `near`, m. Says yes
// rather than no: distances change by no more than the way does.
bool contact_collider_can_touch(const ColliderWay *way, double4 from, double4 to, double near);

// Planes at the collider's surface, in its pose at the end, that the particle is to stay in front of, by `thickness`: point and normal of
// each. Returns how many: 0: they are far from each other all the way.
//
// Where the particle has come to within `thickness` first says on which side of the collider it stays. The plane then is taken where the
// particle goes along that side, and not where it hit, or a particle that slides around something round would leave it at every step;
// unless it so would get to the other side. In an inner corner of a mesh there is a second plane: kept in front of one, the particle would
// go into the other wall.
int contact_collider_planes(const ColliderWay *way, double4 from, double4 to, double thickness, Nearest out[2]);

// Whether the collider is of a shape that may have inner corners.
bool contact_collider_has_corners(const ColliderWay *way);

#endif
