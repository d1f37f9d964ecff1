// The arrays of a mesh, its chains, areas and triangles, and how a face is reversed.
#include "mesh/mesh_make.h"

#include <math.h>
#include <stdlib.h>

void mesh_destroy(Mesh *mesh)
{
    free(mesh->position);
    free(mesh->face_start);
    free(mesh->face_vertex);
    free(mesh->line);
    free(mesh->tet);
    *mesh = (Mesh){0};
}

// Each array is at least one element long, so that NULL means out of memory.
Status mesh_init(int64_t vertices, int64_t faces, int64_t corners, int64_t lines, int64_t tets, Mesh *out)
{
    *out = (Mesh){0};
    if (vertices > INT32_MAX || faces > INT32_MAX || corners > INT32_MAX || lines > INT32_MAX || tets > INT32_MAX)
        return status_make(STATUS_INPUT, "the mesh has more than %d vertices, faces, corners, lines or tets", INT32_MAX);
    out->position = calloc((size_t)vertices + 1, sizeof *out->position);
    out->face_start = calloc((size_t)faces + 1, sizeof *out->face_start);
    out->face_vertex = calloc((size_t)corners + 1, sizeof *out->face_vertex);
    out->line = calloc((size_t)lines + 1, sizeof *out->line);
    out->tet = calloc((size_t)tets + 1, sizeof *out->tet);
    if (!out->position || !out->face_start || !out->face_vertex || !out->line || !out->tet) {
        mesh_destroy(out);
        return status_make(STATUS_MEMORY, "out of memory for a mesh of %lld vertices", (long long)vertices);
    }
    out->vertex_count = (int32_t)vertices;
    out->face_count = (int32_t)faces;
    out->line_count = (int32_t)lines;
    out->tet_count = (int32_t)tets;
    return status_ok();
}

Status mesh_used_vertices(const Mesh *mesh, bool **used)
{
    *used = calloc((size_t)mesh->vertex_count + 1, sizeof **used);
    if (!*used)
        return status_make(STATUS_MEMORY, "out of memory for a mesh of %d vertices", (int)mesh->vertex_count);
    for (int32_t i = 0; mesh->face_count && i < mesh->face_start[mesh->face_count]; i++)
        (*used)[mesh->face_vertex[i]] = true;
    for (int32_t i = 0; i < 2 * mesh->line_count; i++)
        (*used)[mesh->line[i / 2][i % 2]] = true;
    for (int64_t i = 0; i < (int64_t)4 * mesh->tet_count; i++)
        (*used)[mesh->tet[i / 4][i % 4]] = true;
    return status_ok();
}

double mesh_signed_area(const Mesh *mesh, const int32_t *corner, int32_t count)
{
    double area = 0;
    for (int32_t i = 0; i < count; i++) {
        const double *p = mesh->position[corner[i]], *q = mesh->position[corner[(i + 1) % count]], *o = mesh->position[corner[0]];
        area += ((p[0] - o[0]) * (q[1] - o[1]) - (q[0] - o[0]) * (p[1] - o[1])) / 2;
    }
    return area;
}

void mesh_reverse(int32_t *corner, int32_t count)
{
    for (int32_t i = 0, j = count - 1; i < j; i++, j--) {
        const int32_t swapped = corner[i];
        corner[i] = corner[j];
        corner[j] = swapped;
    }
}

Status mesh_make_chain(int count, double spacing, Mesh *out)
{
    *out = (Mesh){0};
    if (count < 2)
        return status_make(STATUS_INPUT, "a chain needs at least 2 particles, has %d", count);
    if (!(spacing > 0 && isfinite(spacing * count)))
        return status_make(STATUS_INPUT, "a chain's spacing must be positive and finite, is %g m", spacing);
    TRY(mesh_init(count, 0, 0, count - 1, 0, out));
    for (int32_t i = 0; i < count; i++)
        out->position[i][0] = i * spacing;
    for (int32_t i = 0; i + 1 < count; i++) {
        out->line[i][0] = i;
        out->line[i][1] = i + 1;
    }
    return status_ok();
}

void mesh_put_triangle(Mesh *mesh, int32_t *face, int32_t a, int32_t b, int32_t c)
{
    int32_t *corner = mesh->face_vertex + 3 * *face;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
    mesh->face_start[++*face] = (int32_t)(corner + 3 - mesh->face_vertex);
}
