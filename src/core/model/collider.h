// Colliders: rigid bodies that contact does not move. Each is a signed distance d(x), negative inside, with the outward unit normal at the
// nearest point of its surface.
//
//   plane    a half space: d = (x − point)·normal
//   sphere   d = |x − centre| − radius
//   box      of any orientation, with its exact distance inside and outside
//   capsule  all points within a radius of a line segment
//   mesh     a closed triangle mesh, faces counter-clockwise from outside; the distance is that of the nearest triangle, its sign comes
//            from angle-weighted pseudo-normals (Baerentzen and Aanaes 2005)
//
// A scripted collider is moved by the script's map (model/script.h).
#ifndef WEFT_MODEL_COLLIDER_H
#define WEFT_MODEL_COLLIDER_H

#include <stdint.h>

#include "base/arena.h"
#include "math/real.h"

typedef enum ColliderShape {
    COLLIDER_PLANE,
    COLLIDER_SPHERE,
    COLLIDER_BOX,
    COLLIDER_CAPSULE,
    COLLIDER_MESH,
    COLLIDER_SHAPES
} ColliderShape;
extern const char *const COLLIDER_SHAPE_NAMES[]; // ended by NULL

// The mesh of a mesh collider.
typedef struct ColliderMesh {
    int32_t vertex_count, triangle_count;
    double (*vertex)[3];    // m
    int32_t (*triangle)[3]; // counter-clockwise from outside
} ColliderMesh;

typedef struct Collider {
    ColliderShape       shape;
    double              point[3];              // m: of the plane; the centre of a sphere or box; one end of a capsule
    double              direction[3];          // plane: unit normal, outward; capsule: from one end to the other, m
    double              axes[3][3];            // box: unit vectors along its edges, rows
    double              half[3];               // box: half its edges, m
    double              radius;                // sphere, capsule, m
    const ColliderMesh *mesh;                  // mesh
    double              friction, restitution; // NAN: the scene's
    int32_t             script;                // −1: at rest
    char                name[48];              // for messages: "sphere 2"
} Collider;

typedef struct Colliders {
    int32_t   count;
    Collider *list;
} Colliders;

// ---- drafts, of a builder ----

// Copies the collider and its mesh. STATUS_INPUT (`collider %s: …`): a size that is not positive and finite, a zero normal, axes
// that are not orthonormal, a mesh that is open, inside out or not orientable, friction below 0, restitution outside 0 … 1.
Status colliders_add(Colliders *draft, const Collider *collider) GNU_MUST_CHECK;
void   colliders_destroy(Colliders *draft);

// STATUS_INPUT ("its mesh …"): a mesh that is open, inside out or not orientable, or has a degenerate triangle or a value that is not
// finite.
Status collider_mesh_check(const ColliderMesh *mesh) GNU_MUST_CHECK;

// The bounding box of all vertices.
void collider_mesh_bounds(const ColliderMesh *mesh, double low[3], double high[3]);

// Lays the draft out for a model; NULL when it is empty.
Status colliders_layout(const Colliders *draft, Arena *arena, Colliders **out) GNU_MUST_CHECK;

#endif
