// MeshTree: the nearest point of a closed triangle mesh, by a tree of boxes over its triangles. The contact room's own.
//
// Which side of the surface a point is on is said by the normal at the nearest point: of the triangle, or on an edge and at a corner the
// pseudo-normal, the sum of the normals around it weighted by angle (Baerentzen and Aanaes 2005). A coarse grid over the box of the mesh
// holds the distance at the middle of each cell: what is far outside is known from that alone, and a search starts with a bound.
#ifndef WEFT_CONTACT_MESH_TREE_H
#define WEFT_CONTACT_MESH_TREE_H

#include "contact/collider_near.h"

typedef struct MeshTree MeshTree;

// Of a mesh that collider_mesh_check takes; keeps nothing of it. STATUS_MEMORY.
Status mesh_tree_create(const ColliderMesh *mesh, Arena *arena, MeshTree **out) GNU_MUST_CHECK;

// As collider_nearest.
bool mesh_tree_nearest(const MeshTree *tree, double4 x, double reach, Nearest *out);

#endif
