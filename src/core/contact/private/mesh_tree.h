// MeshTree: the nearest point of a closed triangle mesh, by a tree of boxes over its triangles.
//
// The sign of the distance comes from the normal at the nearest point, that of the triangle. On an edge or at a corner it is the
// pseudo-normal, the angle-weighted sum of the normals around it (Baerentzen and Aanaes 2005). A coarse grid over the bounding box stores
// the distance at the centre of each cell. It rejects points far outside, and gives other searches an initial bound.
#ifndef WEFT_CONTACT_MESH_TREE_H
#define WEFT_CONTACT_MESH_TREE_H

#include "contact/collider_near.h"

typedef struct MeshTree MeshTree;

// mesh: as accepted by collider_mesh_check; not referenced later. STATUS_MEMORY.
Status mesh_tree_create(const ColliderMesh *mesh, Arena *arena, MeshTree **out) GNU_MUST_CHECK;

// As collider_nearest.
bool mesh_tree_nearest(const MeshTree *tree, double4 x, double reach, Nearest *out);

// As collider_is_in_the_way: true if the path crosses a triangle.
bool mesh_tree_is_in_the_way(const MeshTree *tree, double4 from, double4 to);

// The triangles whose boxes meet a ball, in any order.
void mesh_tree_within(const MeshTree *tree, double4 middle, double radius, void (*visit)(void *user, const double4 corner[3]), void *user);

#endif
