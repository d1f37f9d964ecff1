#include "mesh/mesh_make.h"

void mesh_put_triangle(Mesh *mesh, int32_t *face, int32_t a, int32_t b, int32_t c)
{
    int32_t *corner = mesh->face_vertex + 3 * *face;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
    mesh->face_start[++*face] = (int32_t)(corner + 3 - mesh->face_vertex);
}
