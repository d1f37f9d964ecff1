// Mesh: a polygon mesh as read from a file or made by a generator. Vertex numbering is the file's and never changes.
#ifndef WEFT_MESH_MESH_H
#define WEFT_MESH_MESH_H

#include <stdint.h>

#include "base/status.h"

typedef struct Mesh {
    int32_t vertex_count, face_count, line_count;
    double (*position)[3]; // [vertex_count], m
    int32_t *face_start;   // [face_count + 1] offsets into face_vertex; polygons of 3 or more corners
    int32_t *face_vertex;
    int32_t (*line)[2]; // [line_count] loose edges (chains); faces carry their own
} Mesh;

void mesh_free(Mesh *mesh); // frees the arrays and empties the mesh; takes an empty one

// Wavefront OBJ: v and f (v, v/vt, v//vn, v/vt/vn, negative indices, polygons), l; everything else is skipped. CRLF and comments are
// accepted, `\` joins lines. STATUS_INPUT with file:line for a malformed line, an index out of range, a NaN, a mesh without faces or
// lines; STATUS_IO when the file cannot be read. *out is empty on failure.
Status mesh_read_obj(const char *path, Mesh *out) GNU_MUST_CHECK;

// columns × rows vertices in the plane z = 0, row by row, spacing apart, quads as faces. At least 2 × 2.
Status mesh_make_grid(int columns, int rows, double spacing_x, double spacing_y, Mesh *out) GNU_MUST_CHECK;

// count vertices along +x, spacing apart, joined by lines. At least 2.
Status mesh_make_chain(int count, double spacing, Mesh *out) GNU_MUST_CHECK;

// Every edge of faces and lines once, lower vertex first, sorted. Caller frees *edges with free().
Status mesh_edges(const Mesh *mesh, int32_t (**edges)[2], int32_t *count) GNU_MUST_CHECK;

// For every two triangles with a common edge, the two vertices that the edge does not have: pairs whose distance resists bending.
// Once each, lower vertex first, sorted; without pairs that an edge joins already. Caller frees *pairs with free().
Status mesh_hinges(const Mesh *mesh, int32_t (**pairs)[2], int32_t *count) GNU_MUST_CHECK;

#endif
