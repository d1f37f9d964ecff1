// MeshDraft: a mesh that grows while its file is read, so that memory follows the contents of the file and not the counts it claims.
// Vertex indices of elements are not checked here; readers check them where they can name line or byte.
#ifndef WEFT_MESH_MESH_DRAFT_H
#define WEFT_MESH_MESH_DRAFT_H

#include "mesh/mesh.h"
#include "mesh/private/mesh_scan.h"

enum { FACE_CORNERS_MAX = 4096 }; // cutting a face into triangles is quadratic in its corners

typedef struct MeshDraft {
    const Scan *scan;    // of the file that is read, for messages
    Mesh        mesh;    // so far
    int32_t     corners; // of all faces so far, and of the open one
    int64_t     position_room, corner_room, face_room, line_room, tet_room;
} MeshDraft;

// All of these: STATUS_MEMORY; STATUS_INPUT above 2^31 − 1. draft_grow: room for an entry of `size` bytes at index `used` of an array.
Status draft_grow(void **array, int64_t *room, int64_t used, size_t size) GNU_MUST_CHECK;
Status draft_vertex(MeshDraft *draft, const double position[3]) GNU_MUST_CHECK; // STATUS_INPUT above 1e60 m
Status draft_corner(MeshDraft *draft, int64_t vertex) GNU_MUST_CHECK;           // of the face that the next draft_face closes
// A face of one or two corners repeats its last one, and so has no area; one without corners is counted as not read. STATUS_INPUT above
// FACE_CORNERS_MAX.
Status draft_face(MeshDraft *draft) GNU_MUST_CHECK;
Status draft_polygon(MeshDraft *draft, const int32_t *corners, int count) GNU_MUST_CHECK;
Status draft_line(MeshDraft *draft, int32_t a, int32_t b) GNU_MUST_CHECK;
Status draft_tet(MeshDraft *draft, const int32_t corners[4]) GNU_MUST_CHECK;

// Reads with `read` and closes the file: gives a mesh with at least one element, or an empty one and an error.
Status draft_read(const char *path, Status (*read)(Scan *scan, MeshDraft *draft), Mesh *out) GNU_MUST_CHECK;

#endif
