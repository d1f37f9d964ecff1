// Elements marked as degenerate, repeated or inverted, for checks and repairs.
#ifndef WEFT_MESH_MESH_MARKS_H
#define WEFT_MESH_MESH_MARKS_H

#include <stdint.h>

#include "mesh/mesh.h"

enum { MARK_DEGENERATE = 1, MARK_REPEATED = 2, MARK_INVERTED = 4 };

typedef struct MeshMarks {
    uint8_t *line, *face, *tet; // [line_count], [face_count], [tet_count]
} MeshMarks;

Status mesh_marks_init(const Mesh *mesh, MeshMarks *out) GNU_MUST_CHECK; // STATUS_MEMORY
void   mesh_marks_destroy(MeshMarks *marks);

double mesh_tet_volume(const Mesh *mesh, int32_t tet);

// The smallest angle of an element that is not degenerate, degrees, and its aspect, as MeshQuality has them; aspect 0: of a polygon.
double mesh_face_angle(const Mesh *mesh, int32_t face, double *aspect);
double mesh_tet_angle(const Mesh *mesh, int32_t tet, double *aspect);

// Twice the vector area of a face, by its corners around the first; its length is twice the area where the face is flat.
void mesh_polygon_normal(const Mesh *mesh, const int32_t *corner, int32_t count, double normal[3]);
void mesh_face_normal(const Mesh *mesh, int32_t face, double normal[3]);

#endif
