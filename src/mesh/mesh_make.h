// Generators of meshes beyond grid and chain: boxes of tetrahedra, shells and polygons. Each fills an empty mesh, or says what is
// wrong with its arguments (STATUS_INPUT) and leaves *out empty. Lengths in m. Numberings are stated here and never change: scenes
// pin by number.
//
// Triangles of closed surfaces run counter-clockwise seen from outside, tetrahedra have positive volume, polygons in the plane run
// counter-clockwise.
#ifndef WEFT_MESH_MESH_MAKE_H
#define WEFT_MESH_MESH_MAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "mesh/mesh.h"

// How a cell of a box is cut into tetrahedra.
//   five  one tetrahedron in the middle, four at corners, mirrored from cell to cell like a chessboard, so that faces fit
//   six   Kuhn's: all around the diagonal from the cell's lowest corner to its highest, every cell alike (Freudenthal's triangulation)
typedef enum BoxSplit { BOX_FIVE = 5, BOX_SIX = 6 } BoxSplit;

// cells[0] × cells[1] × cells[2] cells along x, y, z; a corner at the origin. Vertex (i, j, k) is at (i, j, k)·size/cells and has the
// number (i·(cells[1] + 1) + j)·(cells[2] + 1) + k: layer after layer along x, so that neighbours in a beam along x lie close in memory.
// Tetrahedra cell by cell in the same order. No faces.
Status mesh_make_box(const int cells[3], const double size[3], BoxSplit split, Mesh *out) GNU_MUST_CHECK;

#endif
