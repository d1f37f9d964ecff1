// Where a collider is at a moment, and how near it is to a point. Double precision; any thread, read-only.
#ifndef WEFT_CONTACT_COLLIDER_NEAR_H
#define WEFT_CONTACT_COLLIDER_NEAR_H

#include "model/model.h"

typedef struct ColliderPose { // where the script has taken it
    bool     moves;
    RigidMap map, inverse; // x ← matrix · x + shift, and back
} ColliderPose;

ColliderPose collider_pose(const Model *model, const Collider *collider, double time);

typedef struct Nearest {
    double  distance; // m, negative inside
    double4 point;    // the nearest point of the surface, m
    double4 normal;   // unit, outward
} Nearest;

// What the collider needs besides its shape to answer fast: the tree over the triangles of a mesh, pseudo-normals. Made once.
typedef struct ColliderIndex ColliderIndex;
Status                       collider_index_create(const Collider *collider, Arena *arena, ColliderIndex **out) GNU_MUST_CHECK;

// The nearest point of the surface to x, at the moment of the pose: false, and *out unset, when x is farther outside than `reach`, m, or
// not finite. Inside it is found however deep. Where several points of the surface are nearest, as to the centre of a sphere, it is one of
// them, always the same; on an edge or a corner the normal is one between those of the faces.
bool collider_nearest(const Collider *collider, const ColliderIndex *index, const ColliderPose *pose, double4 x, double reach,
                      Nearest *out);

// Velocity of the point of the collider that is at x at `time`, as the mean over [time − h, time], m/s; 0 of one that stands still.
double4 collider_velocity(const Model *model, const Collider *collider, double4 x, double time, double h);

// A closed triangle mesh that shows the collider at rest (a plane: a square of `extent` m about the point nearest to `near`), from malloc;
// for frames.
Status collider_draw(const Collider *collider, const double near[3], double extent, ColliderMesh *out) GNU_MUST_CHECK;
void   collider_mesh_free(ColliderMesh *mesh);

#endif
