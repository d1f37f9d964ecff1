// The pose of a collider at a time, and its nearest point to a point in space. Double precision; any thread, read-only.
#ifndef WEFT_CONTACT_COLLIDER_NEAR_H
#define WEFT_CONTACT_COLLIDER_NEAR_H

#include "model/model.h"

typedef struct ColliderPose { // of a scripted collider
    bool     moves;
    RigidMap map, inverse; // x ← matrix · x + shift from the rest pose; and its inverse
} ColliderPose;

ColliderPose collider_pose(const Model *model, const Collider *collider, double time);

typedef struct Nearest {
    double  distance; // m, negative inside
    double4 point;    // the nearest point of the surface, m
    double4 normal;   // unit, outward
} Nearest;

// Search structures of a collider: a tree over the triangles of a mesh, and pseudo-normals. Built once.
typedef struct ColliderIndex ColliderIndex;
Status                       collider_index_create(const Collider *collider, Arena *arena, ColliderIndex **out) GNU_MUST_CHECK;

// The nearest point of the surface to x in a pose. Returns false, with *out unchanged, if x is not finite or is outside by more than
// `reach`, in m. Inside, any depth is found. Of several nearest points, as for the centre of a sphere, always the same one is returned. On
// an edge or a corner the normal lies between those of the faces.
bool collider_nearest(const Collider *collider, const ColliderIndex *index, const ColliderPose *pose, double4 x, double reach,
                      Nearest *out);

// True if the straight path from `from`, a point outside, to `to` passes through the interior. Both are in the rest pose, and finite. Exact
// up to round-off.
bool collider_is_in_the_way(const Collider *collider, const ColliderIndex *index, double4 from, double4 to);

// Moves a point with the collider: x in the pose `from` becomes the returned point in the pose `to`.
double4 collider_carry(const ColliderPose *from, const ColliderPose *to, double4 x);

// Velocity of the point of the collider that is at x at `time`, m/s: the mean over [time − h, time]. 0 if it stands still.
double4 collider_velocity(const Model *model, const Collider *collider, double4 x, double time, double h);

// A closed triangle mesh of the collider in its rest pose, for rendering. A plane becomes a square of `extent` m around the point nearest
// to `near`.
Status collider_draw(const Collider *collider, const double near[3], double extent, Arena *arena, ColliderMesh *out) GNU_MUST_CHECK;

#endif
