#include "mesh/mesh_sides.h"

#include <stdlib.h>

#include "base/sorted.h"

static int order(int32_t a, int32_t b)
{
    return (a > b) - (a < b);
}

static int compare(const void *left, const void *right)
{
    const MeshSide *l = left, *r = right;
    return l->a != r->a ? order(l->a, r->a) : l->b != r->b ? order(l->b, r->b) : order(l->face, r->face);
}

// The side from a corner of a face to the next.
static MeshSide side_at(const Mesh *mesh, int32_t face, int32_t corner)
{
    const int32_t *v = mesh->face_vertex + mesh->face_start[face], count = mesh->face_start[face + 1] - mesh->face_start[face];
    const int32_t  a = v[corner], b = v[(corner + 1) % count];
    return (MeshSide){a < b ? a : b, a < b ? b : a, face, count == 3 ? v[(corner + 2) % 3] : -1, a < b};
}

// A face of fewer than three vertices bounds nothing.
static bool has_sides(const Mesh *mesh, int32_t face)
{
    const int32_t *v = mesh->face_vertex + mesh->face_start[face], count = mesh->face_start[face + 1] - mesh->face_start[face];
    int32_t        second = 1;
    while (second < count && v[second] == v[0])
        second++;
    for (int32_t i = second + 1; i < count; i++)
        if (v[i] != v[0] && v[i] != v[second])
            return true;
    return false;
}

Status mesh_sides(const Mesh *mesh, MeshSide **sides, int64_t *count)
{
    *count = 0;
    *sides = malloc(((size_t)mesh->face_start[mesh->face_count] + 1) * sizeof **sides);
    if (!*sides)
        return status_make(STATUS_MEMORY, "out of memory for the edges of %d faces", (int)mesh->face_count);
    for (int32_t face = 0; face < mesh->face_count; face++)
        for (int32_t i = 0; has_sides(mesh, face) && i < mesh->face_start[face + 1] - mesh->face_start[face]; i++) {
            (*sides)[*count] = side_at(mesh, face, i);
            *count += (*sides)[*count].a != (*sides)[*count].b;
        }
    return sort_by_first(*sides, (size_t)*count, sizeof **sides, compare);
}

Status mesh_triangle_sides(int32_t triangle_count, const int32_t (*triangle)[3], MeshSide **sides, int64_t *count)
{
    *sides = NULL;
    *count = 0;
    if (triangle_count > INT32_MAX / 3)
        return status_make(STATUS_LIMIT, "edges are found of at most %d triangles, not of %d", INT32_MAX / 3, triangle_count);
    int32_t *start = malloc(((size_t)triangle_count + 1) * sizeof *start);
    if (!start)
        return status_make(STATUS_MEMORY, "out of memory for the edges of %d triangles", triangle_count);
    for (int32_t t = 0; t <= triangle_count; t++)
        start[t] = 3 * t;
    const Mesh   seen = {.face_count = triangle_count, .face_start = start, .face_vertex = (int32_t *)triangle};
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
    if (l->low != r->low)
        return order(l->low, r->low);
    return l->middle != r->middle ? order(l->middle, r->middle) : l->high != r->high ? order(l->high, r->high) : order(l->side, r->side);
}

Status mesh_tet_sides(const Mesh *mesh, TetSide **sides)
{
    *sides = NULL;
    if (mesh->tet_count > INT32_MAX / 4)
        return status_make(STATUS_INPUT, "a surface is found for at most %d tets, not for %d", INT32_MAX / 4, (int)mesh->tet_count);
    const int32_t count = 4 * mesh->tet_count;
    *sides = malloc(((size_t)count + 1) * sizeof **sides);
    if (!*sides)
        return status_make(STATUS_MEMORY, "out of memory for the surface of %d tets", (int)mesh->tet_count);
    for (int32_t i = 0; i < count; i++)
        (*sides)[i] = tet_side(mesh, i);
    return sort_by_first(*sides, (size_t)count, sizeof **sides, compare_tet_sides);
}

int64_t mesh_tet_side_run(const TetSide *sides, int64_t count, int64_t at)
{
    int64_t end = at;
    while (end < count && sides[end].low == sides[at].low && sides[end].middle == sides[at].middle && sides[end].high == sides[at].high)
        end++;
    return end - at;
}
