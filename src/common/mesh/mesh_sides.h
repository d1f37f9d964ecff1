// The sides of all faces in the order of their edges, so that the faces at one edge lie next to each other.
#ifndef WEFT_MESH_MESH_SIDES_H
#define WEFT_MESH_MESH_SIDES_H

#include <stdbool.h>

#include "mesh/mesh.h"

typedef struct MeshSide {
    int32_t a, b; // a < b
    int32_t face;
    int32_t across;  // of a triangle its third corner, else −1
    bool    forward; // the face runs from a to b
} MeshSide;

// Sorted by a, b, face; sides from a vertex to itself are left out, and faces of fewer than three vertices. The caller frees *sides with
// free().
Status mesh_sides(const Mesh *mesh, MeshSide **sides, int64_t *count) GNU_MUST_CHECK;
// The same for triangles alone; triangle: [triangle_count].
Status mesh_triangle_sides(int32_t triangle_count, const int32_t (*triangle)[3], MeshSide **sides, int64_t *count) GNU_MUST_CHECK;

// A triangle of a tet, counter-clockwise as seen from outside when the volume is positive, by its vertices.
typedef struct TetSide {
    int32_t low, middle, high;
    int32_t side;      // 4 tet + i
    bool    ascending; // from the lowest vertex on, the other two ascend
} TetSide;

// The 4 tet_count triangles of the tets, sorted by low, middle, high, side. The caller frees *sides with free().
Status mesh_tet_sides(const Mesh *mesh, TetSide **sides) GNU_MUST_CHECK;

// How many of the triangles from index `at` on, of `count`, have the same vertices.
int64_t mesh_tet_side_run(const TetSide *sides, int64_t count, int64_t at);

extern const int MESH_TET_SIDES[4][3]; // the corners of triangle i

// How many of the sides from index `at` on are at the same edge.
int64_t mesh_side_run(const MeshSide *sides, int64_t count, int64_t at);

#endif
