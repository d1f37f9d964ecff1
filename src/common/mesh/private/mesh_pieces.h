// The pieces of a surface: faces that edges of exactly two of them join.
#ifndef WEFT_MESH_MESH_PIECES_H
#define WEFT_MESH_MESH_PIECES_H

#include "mesh/mesh.h"

// Closed pieces that face inward, but for those inside an odd number of others, which are cavities of these.
typedef struct MeshInward {
    bool   *face;          // [face_count] of such a piece
    int32_t pieces, first; // how many, and the first face of the first of them
} MeshInward;

// STATUS_MEMORY. The caller frees out->face with free().
Status mesh_find_inward(const Mesh *mesh, MeshInward *out) GNU_MUST_CHECK;

#endif
