#include "mesh/mesh_sides.h"

#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const MeshSide *l = left, *r = right;
    return l->b != r->b ? (l->b > r->b) - (l->b < r->b) : (l->face > r->face) - (l->face < r->face);
}

static MeshSide side_at(const Mesh *mesh, int32_t face, int32_t corner)
{
    const int32_t next = corner + 1 < mesh->face_start[face + 1] ? corner + 1 : mesh->face_start[face];
    const int32_t a = mesh->face_vertex[corner], b = mesh->face_vertex[next];
    return (MeshSide){a < b ? a : b, a < b ? b : a, face, a < b};
}

// Sides in buckets by their lower vertex, each bucket sorted; start: [vertex_count + 2] zeros.
static int64_t sort_sides(const Mesh *mesh, int64_t *start, MeshSide *sides)
{
    for (int32_t face = 0; face < mesh->face_count; face++)
        for (int32_t i = mesh->face_start[face]; i < mesh->face_start[face + 1]; i++) {
            const MeshSide side = side_at(mesh, face, i);
            start[side.a + 2] += side.a != side.b;
        }
    for (int32_t v = 0; v < mesh->vertex_count; v++)
        start[v + 2] += start[v + 1];
    for (int32_t face = 0; face < mesh->face_count; face++)
        for (int32_t i = mesh->face_start[face]; i < mesh->face_start[face + 1]; i++) {
            const MeshSide side = side_at(mesh, face, i);
            if (side.a != side.b)
                sides[start[side.a + 1]++] = side;
        }
    for (int32_t v = 0; v < mesh->vertex_count; v++)
        qsort(sides + start[v], (size_t)(start[v + 1] - start[v]), sizeof *sides, compare);
    return start[mesh->vertex_count];
}

Status mesh_sides(const Mesh *mesh, MeshSide **sides, int64_t *count)
{
    const size_t corners = (size_t)mesh->face_start[mesh->face_count];
    int64_t     *start = calloc((size_t)mesh->vertex_count + 2, sizeof *start);
    *count = 0;
    *sides = malloc((corners + 1) * sizeof **sides);
    if (start && *sides) {
        *count = sort_sides(mesh, start, *sides);
        free(start);
        return status_ok();
    }
    free(start);
    free(*sides);
    *sides = NULL;
    return status_make(STATUS_MEMORY, "out of memory for the edges of %d faces", (int)mesh->face_count);
}

Status mesh_triangle_sides(int32_t vertex_count, int32_t triangle_count, int32_t (*triangle)[3], MeshSide **sides, int64_t *count)
{
    int32_t *start = malloc(((size_t)triangle_count + 1) * sizeof *start);
    *sides = NULL;
    *count = 0;
    if (!start)
        return status_make(STATUS_MEMORY, "out of memory for the edges of %d triangles", triangle_count);
    for (int32_t t = 0; t <= triangle_count; t++)
        start[t] = 3 * t;
    const Mesh seen = {.vertex_count = vertex_count, .face_count = triangle_count, .face_start = start, .face_vertex = (int32_t *)triangle};
    const Status status = mesh_sides(&seen, sides, count);
    free(start);
    return status;
}

int64_t mesh_side_run(const MeshSide *sides, int64_t count, int64_t at)
{
    int64_t end = at;
    while (end < count && sides[end].a == sides[at].a && sides[end].b == sides[at].b)
        end++;
    return end - at;
}

// ---- triangles of tets ----

const int MESH_TET_SIDES[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

static TetSide tet_side(const Mesh *mesh, int32_t side)
{
    const int     *corner = MESH_TET_SIDES[side % 4];
    const int32_t *tet = mesh->tet[side / 4], v[3] = {tet[corner[0]], tet[corner[1]], tet[corner[2]]};
    const int      low = v[0] < v[1] ? (v[0] < v[2] ? 0 : 2) : (v[1] < v[2] ? 1 : 2);
    const int32_t  b = v[(low + 1) % 3], c = v[(low + 2) % 3];
    return (TetSide){v[low], b < c ? b : c, b < c ? c : b, side, b < c};
}

static int compare_tet_sides(const void *left, const void *right)
{
    const TetSide *l = left, *r = right;
    const int      first = (l->middle > r->middle) - (l->middle < r->middle), second = (l->high > r->high) - (l->high < r->high);
    return first ? first : second ? second : (l->side > r->side) - (l->side < r->side);
}

// In buckets by their lowest vertex, so that a triangle's twin is found among a few, however large the mesh is.
Status mesh_tet_sides(const Mesh *mesh, TetSide **sides)
{
    const int32_t count = mesh->tet_count <= INT32_MAX / 4 ? 4 * mesh->tet_count : 0;
    int64_t      *start = calloc((size_t)mesh->vertex_count + 2, sizeof *start);
    *sides = malloc(((size_t)count + 1) * sizeof **sides);
    Status status = count < mesh->tet_count ? status_make(STATUS_INPUT, "a surface is found for at most %d tets, not for %d", INT32_MAX / 4,
                                                          (int)mesh->tet_count)
                    : start && *sides       ? status_ok()
                                            : status_make(STATUS_MEMORY, "out of memory for the surface of %d tets", (int)mesh->tet_count);
    if (status.code == STATUS_OK) {
        for (int32_t i = 0; i < count; i++)
            start[tet_side(mesh, i).low + 2]++;
        for (int32_t v = 0; v < mesh->vertex_count; v++)
            start[v + 2] += start[v + 1];
        for (int32_t i = 0; i < count; i++) {
            const TetSide side = tet_side(mesh, i);
            (*sides)[start[side.low + 1]++] = side;
        }
        for (int32_t v = 0; v < mesh->vertex_count; v++)
            qsort(*sides + start[v], (size_t)(start[v + 1] - start[v]), sizeof **sides, compare_tet_sides);
    } else {
        free(*sides);
        *sides = NULL;
    }
    free(start);
    return status;
}

int64_t mesh_tet_side_run(const TetSide *sides, int64_t count, int64_t at)
{
    int64_t end = at;
    while (end < count && sides[end].low == sides[at].low && sides[end].middle == sides[at].middle && sides[end].high == sides[at].high)
        end++;
    return end - at;
}
