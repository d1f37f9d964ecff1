// The surface of a body of tets: the triangles that only one of them has.
#include <stdlib.h>

#include "mesh/mesh_sides.h"

static Status list_outside(const Mesh *mesh, const bool *outside, int32_t (**triangles)[3], int32_t *count)
{
    int32_t found = 0;
    for (int32_t side = 0; side < 4 * mesh->tet_count; side++)
        found += outside[side];
    *triangles = malloc(((size_t)found + 1) * sizeof **triangles);
    if (!*triangles)
        return status_make(STATUS_MEMORY, "out of memory for a surface of %d triangles", (int)found);
    for (int32_t side = 0; side < 4 * mesh->tet_count; side++)
        if (outside[side]) {
            for (int i = 0; i < 3; i++)
                (*triangles)[*count][i] = mesh->tet[side / 4][MESH_TET_SIDES[side % 4][i]];
            (*count)++;
        }
    return status_ok();
}

Status mesh_surface(const Mesh *mesh, int32_t (**triangles)[3], int32_t *count)
{
    TetSide *sides = NULL;
    *triangles = NULL;
    *count = 0;
    TRY(mesh_tet_sides(mesh, &sides));
    const int64_t all = (int64_t)4 * mesh->tet_count;
    bool         *outside = calloc((size_t)all + 1, sizeof *outside);
    Status        status = status_make(STATUS_MEMORY, "out of memory for the surface of %d tets", (int)mesh->tet_count);
    if (outside) {
        for (int64_t i = 0, run = 0; i < all; i += run) {
            run = mesh_tet_side_run(sides, all, i);
            outside[sides[i].side] = run == 1;
        }
        status = list_outside(mesh, outside, triangles, count);
    }
    free(sides);
    free(outside);
    return status;
}
