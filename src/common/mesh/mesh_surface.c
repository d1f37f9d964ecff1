// The surface of a body of tets. Triangles lie in buckets by their lowest vertex, so that a triangle's twin is found among a few, however
// large the mesh is; a triangle without a twin is surface.
#include <stdbool.h>
#include <stdlib.h>

#include "mesh/mesh.h"

// The four sides of a tet, each counter-clockwise as seen from outside when the volume is positive.
static const int SIDES[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

typedef struct Entry {
    int32_t middle, high, side; // the other two vertices of triangle `side` = 4 tet + i
} Entry;

static void sort_corners(const int32_t *tet, int i, int32_t key[3])
{
    const int32_t a = tet[SIDES[i][0]], b = tet[SIDES[i][1]], c = tet[SIDES[i][2]];
    const int32_t low = a < b ? a : b, high = a < b ? b : a;
    key[0] = c < low ? c : low;
    key[1] = c < low ? low : c > high ? high : c;
    key[2] = c > high ? c : high;
}

// Entries of bucket v: start[v] … start[v + 1] − 1.
static void fill_buckets(const Mesh *mesh, int64_t *start, Entry *entries)
{
    int32_t key[3];
    for (int32_t tet = 0; tet < mesh->tet_count; tet++)
        for (int i = 0; i < 4; i++) {
            sort_corners(mesh->tet[tet], i, key);
            start[key[0] + 2]++;
        }
    for (int32_t v = 0; v < mesh->vertex_count; v++)
        start[v + 2] += start[v + 1];
    for (int32_t tet = 0; tet < mesh->tet_count; tet++)
        for (int i = 0; i < 4; i++) {
            sort_corners(mesh->tet[tet], i, key);
            entries[start[key[0] + 1]++] = (Entry){key[1], key[2], 4 * tet + i};
        }
}

static int compare_entries(const void *left, const void *right)
{
    const Entry *l = left, *r = right;
    const int    first = (l->middle > r->middle) - (l->middle < r->middle), second = (l->high > r->high) - (l->high < r->high);
    return first ? first : second ? second : (l->side > r->side) - (l->side < r->side);
}

static bool same(const Entry *a, const Entry *b)
{
    return a->middle == b->middle && a->high == b->high;
}

static void mark_single(Entry *entries, int64_t count, bool *outside)
{
    qsort(entries, (size_t)count, sizeof *entries, compare_entries);
    for (int64_t i = 0; i < count; i++)
        outside[entries[i].side] = !(i > 0 && same(entries + i - 1, entries + i)) && !(i + 1 < count && same(entries + i, entries + i + 1));
}

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
                (*triangles)[*count][i] = mesh->tet[side / 4][SIDES[side % 4][i]];
            (*count)++;
        }
    return status_ok();
}

Status mesh_surface(const Mesh *mesh, int32_t (**triangles)[3], int32_t *count)
{
    *triangles = NULL;
    *count = 0;
    if (mesh->tet_count > INT32_MAX / 4)
        return status_make(STATUS_INPUT, "a surface is found for at most %d tets, not for %d", INT32_MAX / 4, (int)mesh->tet_count);
    const size_t sides = 4 * (size_t)mesh->tet_count;
    int64_t     *start = calloc((size_t)mesh->vertex_count + 2, sizeof *start);
    Entry       *entries = malloc((sides + 1) * sizeof *entries);
    bool        *outside = calloc(sides + 1, sizeof *outside);
    Status       status = status_make(STATUS_MEMORY, "out of memory for the surface of %d tets", (int)mesh->tet_count);
    if (start && entries && outside) {
        fill_buckets(mesh, start, entries);
        for (int32_t v = 0; v < mesh->vertex_count; v++)
            mark_single(entries + start[v], start[v + 1] - start[v], outside);
        status = list_outside(mesh, outside, triangles, count);
    }
    free(start);
    free(entries);
    free(outside);
    return status;
}
