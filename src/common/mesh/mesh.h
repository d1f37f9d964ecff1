// Mesh: vertices with polygons, lines and tetrahedra on them, as read from a file or made by a generator. Vertex numbering is the file's
// and never changes.
#ifndef WEFT_MESH_MESH_H
#define WEFT_MESH_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/status.h"

typedef struct Mesh {
    int32_t vertex_count, face_count, line_count, tet_count;
    double (*position)[3]; // [vertex_count], m
    int32_t *face_start;   // [face_count + 1] offsets into face_vertex; polygons of 3 or more corners
    int32_t *face_vertex;
    int32_t (*line)[2];         // [line_count] loose edges (chains); faces carry their own
    int32_t (*tet)[4];          // [tet_count] tetrahedra; positive volume is (x1 − x0)·((x2 − x0) × (x3 − x0)) > 0
    char    hash[2][HASH_TEXT]; // of the bytes that were parsed: of the file, and of the other one of a pair (mesh_other_file); "": none
    int64_t unread_count;       // entries of the file that may be of the shape and that its reader does not take
    bool    open_end;           // the last line of the file, an element perhaps, has no line end
} Mesh;

void mesh_destroy(Mesh *mesh); // frees the arrays and empties the mesh; takes an empty one

// Allocates zeroed arrays for so many vertices, faces, corners of all faces, lines and tets, and sets the counts. STATUS_INPUT if one does
// not fit into 31 bits, STATUS_MEMORY. *out is empty on failure.
Status mesh_init(int64_t vertices, int64_t faces, int64_t corners, int64_t lines, int64_t tets, Mesh *out) GNU_MUST_CHECK;

// A mesh file of any format of mesh_format_list.h, which says what is read of each and what fails; chosen by the end of the name, in small
// or capital letters. STATUS_INPUT for an ending that is not in the list. *out is empty on failure.
Status mesh_read(const char *path, Mesh *out) GNU_MUST_CHECK;

// The other file of a mesh that is a pair of files, .node and .ele; false when the mesh is one file.
bool mesh_other_file(const char *path, char *out, size_t size);

// columns × rows vertices in the plane z = 0, row by row, spacing apart, quads as faces. At least 2 × 2.
Status mesh_make_grid(int columns, int rows, double spacing_x, double spacing_y, Mesh *out) GNU_MUST_CHECK;

// count vertices along +x, spacing apart, joined by lines. At least 2.
Status mesh_make_chain(int count, double spacing, Mesh *out) GNU_MUST_CHECK;

// Every edge of faces, lines and tets once, lower vertex first, sorted. Caller frees *edges with free().
Status mesh_edges(const Mesh *mesh, int32_t (**edges)[2], int32_t *count) GNU_MUST_CHECK;

// For every two triangles with a common edge, the two vertices that the edge does not have: pairs whose distance resists bending.
// Once each, lower vertex first, sorted; without pairs that an edge joins already. Caller frees *pairs with free().
Status mesh_hinges(const Mesh *mesh, int32_t (**pairs)[2], int32_t *count) GNU_MUST_CHECK;

// The hinges themselves: two triangles with a common edge as the ends of the edge, then the corner opposite it in the triangle that runs
// along the edge forward (first end to second), then that in the other. Sorted by edge, and of k triangles at one edge k − 1 hinges.
// Where both triangles run the same way, the edge runs with the first of them. Caller frees *quads with free().
Status mesh_hinge_quads(const Mesh *mesh, int32_t (**quads)[4], int32_t *count) GNU_MUST_CHECK;

// Of each face, all of which are triangles: its corners, across its side k, from corner k + 1 to k + 2, at 3 + k the corner of the
// neighbour, and across that one's sides at corner k + 1 and at corner k + 2 those at 6 + 2k and 7 + 2k; −1 where there is none.
// STATUS_INPUT: two triangles run the same way along an edge. Caller frees *patches with free().
enum { MESH_PATCH = 12 };
Status mesh_patches(const Mesh *mesh, int32_t (**patches)[MESH_PATCH]) GNU_MUST_CHECK;

// The triangles that only one tet has, in the order of the tets, counter-clockwise as seen from outside where the tet's volume is
// positive. Caller frees *triangles with free().
Status mesh_surface(const Mesh *mesh, int32_t (**triangles)[3], int32_t *count) GNU_MUST_CHECK;

// Every face as triangles: n − 2 of a face of n corners, which run as the face does. Those of face f begin at face_start[f] − 2 f. Of a
// face that is convex, or seen as a whole from its first corner, they are the fan from there.
typedef struct MeshTriangles {
    int32_t count;
    int32_t (*corner)[3];           // [count]
    bool   *convex;                 // [face_count]
    int32_t crossed_count, crossed; // faces that cross themselves, cut into the fan all the same, and the first of them or −1
} MeshTriangles;

// STATUS_MEMORY. need: STATUS_INPUT for a face that crosses itself. *out is empty on failure; ended by mesh_triangles_destroy.
Status mesh_triangles(const Mesh *mesh, MeshTriangles *out) GNU_MUST_CHECK;
Status mesh_need_triangles(const Mesh *mesh, MeshTriangles *out) GNU_MUST_CHECK;
void   mesh_triangles_destroy(MeshTriangles *triangles);

Status mesh_triangulate(Mesh *mesh) GNU_MUST_CHECK; // replaces the faces by these triangles

// How far a surface is from flat: the largest angle, 0 to 90 degrees, between the planes of the first face of a piece and of another of it,
// joined by edges of any number of faces, as mesh_hinge_quads joins them.
// chosen: NULL, or [vertex_count]; faces with another vertex are left out, and so are those without area.
Status mesh_bend(const Mesh *mesh, const bool *chosen, double *degrees) GNU_MUST_CHECK;

// (*used)[v]: whether an element has vertex v. The caller frees *used with free(). STATUS_MEMORY.
Status mesh_used_vertices(const Mesh *mesh, bool **used) GNU_MUST_CHECK;

// The area of a polygon in the plane of x and y, m²; negative if it runs clockwise.
double mesh_signed_area(const Mesh *mesh, const int32_t *corner, int32_t count);

void mesh_reverse(int32_t *corner, int32_t count); // the order of the corners

// first[v]: the lowest of the vertices at exactly the position of v. The caller frees *first with free(). STATUS_MEMORY.
Status mesh_first_at_position(const Mesh *mesh, int32_t **first) GNU_MUST_CHECK;

// The border of the faces, or, without faces, of the lines, as one closed walk over vertices; along each face forward. STATUS_INPUT when
// there is none, it is open, in several pieces or touches itself. Caller frees *loop with free().
Status mesh_border(const Mesh *mesh, int32_t **loop, int32_t *count) GNU_MUST_CHECK;

#endif
