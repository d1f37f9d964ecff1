// Generators of meshes beyond grid and chain: boxes of tetrahedra, shells and polygons. Each fills an empty mesh, or returns STATUS_INPUT
// for wrong arguments and leaves *out empty. Lengths in m. Numberings are stated here and never change: scenes
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

// How a cell of a sheet is cut into two triangles.
//   forward      by the diagonal from its lower left to its upper right corner
//   alternate    by one or the other in turn, like a chessboard
//   irregular    by the shorter one, after inner vertices were moved by up to 0.24 spacings along x and y, those of a side along it
//   equilateral  by one or the other, row by row, inner vertices of every second row half a spacing further along x: where spacing_y is
//                √3/2 spacing_x, triangles are equilateral, but for those halves of one that make the ends of rows straight
typedef enum SheetSplit { SHEET_FORWARD, SHEET_ALTERNATE, SHEET_IRREGULAR, SHEET_EQUILATERAL } SheetSplit;

// mesh_make_grid with triangles for faces, numbered alike; width (columns − 1) spacing_x, of an equilateral sheet half a spacing less.
// seed: of the irregular one.
Status mesh_make_sheet(int columns, int rows, double spacing_x, double spacing_y, SheetSplit split, uint64_t seed,
                       Mesh *out) GNU_MUST_CHECK;

// A regular polygon around the origin in the plane z = 0, its corners at `radius`: vertices 0 … sides−1 counter-clockwise from +x. Without
// rings it is one face; with them it is triangulated by rings of vertices, numbered from the outer one inwards, the centre last. With 6
// sides to a ring triangles are nearly equilateral: a disc. irregular: inner vertices are moved by up to a fifth of their distance.
Status mesh_make_polygon(int sides, int rings, double radius, bool irregular, uint64_t seed, Mesh *out) GNU_MUST_CHECK;

// A flat ring around the origin in the plane z = 0: rings + 1 circles of `sides` vertices from the outer one inwards.
Status mesh_make_ring(int sides, int rings, double inner, double outer, Mesh *out) GNU_MUST_CHECK;

// A cylinder around z from z = 0 up: rows + 1 circles of `sides` vertices. Closed: with caps of rings, and numbered from the centre of the
// lower cap to the centre of the upper one.
Status mesh_make_cylinder(int sides, int rows, double radius, double height, bool closed, Mesh *out) GNU_MUST_CHECK;

// A sphere around the origin: an icosahedron (vertices 0 and 11 on the z axis, top and bottom) whose edges are cut into `parts`: 10 parts²
// + 2 vertices; corners first, then those on edges, then the others, face by face.
Status mesh_make_sphere(int parts, double radius, Mesh *out) GNU_MUST_CHECK;

// A torus around z: `parts` circles of `sides` vertices around the tube, from the outermost one up. tube: radius of the tube, below
// `radius`, that of its middle.
Status mesh_make_torus(int sides, int parts, double radius, double tube, Mesh *out) GNU_MUST_CHECK;

// For the generators themselves: puts a triangle into a mesh of triangles as number *face, which moves on.
void mesh_put_triangle(Mesh *mesh, int32_t *face, int32_t a, int32_t b, int32_t c);

#endif
