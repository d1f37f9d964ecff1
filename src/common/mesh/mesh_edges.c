// Edges and hinges of a mesh, by sorting.
#include <stdbool.h>
#include <stdlib.h>

#include "mesh/mesh_sides.h"

// By the first two numbers of an entry.
static int compare_pairs(const void *a, const void *b)
{
    const int32_t *left = a, *right = b;
    const int      first = (left[0] > right[0]) - (left[0] < right[0]);
    return first ? first : (left[1] > right[1]) - (left[1] < right[1]);
}

static void put_pair(int32_t (*pairs)[2], int64_t *count, int32_t a, int32_t b)
{
    if (a == b)
        return;
    pairs[*count][0] = a < b ? a : b;
    pairs[*count][1] = a < b ? b : a;
    (*count)++;
}

// Sorts pairs and drops repeated ones.
static int32_t sort_unique(int32_t (*pairs)[2], int64_t count)
{
    int64_t unique = 0;
    qsort(pairs, (size_t)count, sizeof *pairs, compare_pairs);
    for (int64_t i = 0; i < count; i++)
        if (unique == 0 || compare_pairs(pairs[unique - 1], pairs[i]) != 0) {
            const int32_t a = pairs[i][0], b = pairs[i][1];
            pairs[unique][0] = a;
            pairs[unique][1] = b;
            unique++;
        }
    return (int32_t)unique;
}

Status mesh_edges(const Mesh *mesh, int32_t (**edges)[2], int32_t *count)
{
    *edges = NULL;
    *count = 0;
    const int64_t corners = mesh->face_count ? mesh->face_start[mesh->face_count] : 0;
    int64_t       listed = 0;
    int32_t(*list)[2] = malloc((size_t)(corners + mesh->line_count + (int64_t)6 * mesh->tet_count + 1) * sizeof *list);
    if (!list)
        return status_make(STATUS_MEMORY, "out of memory for the edges of a mesh of %d vertices", (int)mesh->vertex_count);
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t begin = mesh->face_start[face], end = mesh->face_start[face + 1];
        for (int32_t i = begin; i < end; i++)
            put_pair(list, &listed, mesh->face_vertex[i], mesh->face_vertex[i + 1 < end ? i + 1 : begin]);
    }
    for (int32_t i = 0; i < mesh->line_count; i++)
        put_pair(list, &listed, mesh->line[i][0], mesh->line[i][1]);
    for (int32_t i = 0; i < mesh->tet_count; i++)
        for (int j = 1; j < 4; j++)
            for (int k = 0; k < j; k++)
                put_pair(list, &listed, mesh->tet[i][k], mesh->tet[i][j]);
    *edges = list;
    *count = sort_unique(list, listed);
    return status_ok();
}

// ---- hinges ----

static int compare_sides(const void *left, const void *right)
{
    const MeshSide *l = left, *r = right;
    const int       edge = compare_pairs(l, r), across = (l->across > r->across) - (l->across < r->across);
    return edge ? edge : across ? across : (int)r->forward - (int)l->forward;
}

// The triangle that runs forward along the edge comes first; if neither does, the edge is reversed; if both do, the left one is first.
static void put_hinge(const MeshSide *left, const MeshSide *right, int32_t quad[4])
{
    const bool swap = !left->forward && right->forward, turn = !left->forward && !right->forward;
    quad[0] = turn ? left->b : left->a;
    quad[1] = turn ? left->a : left->b;
    quad[2] = swap ? right->across : left->across;
    quad[3] = swap ? left->across : right->across;
}

Status mesh_hinge_quads(const Mesh *mesh, int32_t (**quads)[4], int32_t *count)
{
    MeshSide *sides = NULL;
    int64_t   side_count = 0, kept = 0;
    *quads = NULL;
    *count = 0;
    TRY(mesh_sides(mesh, &sides, &side_count));
    for (int64_t i = 0; i < side_count; i++)
        if (sides[i].across >= 0)
            sides[kept++] = sides[i];
    qsort(sides, (size_t)kept, sizeof *sides, compare_sides);
    *quads = malloc((size_t)(kept + 1) * sizeof **quads);
    for (int64_t i = 1; i < kept && *quads; i++)
        if (compare_pairs(&sides[i - 1], &sides[i]) == 0 && sides[i - 1].across != sides[i].across)
            put_hinge(&sides[i - 1], &sides[i], (*quads)[(*count)++]);
    free(sides);
    return *quads ? status_ok()
                  : status_make(STATUS_MEMORY, "out of memory for the hinges of a mesh of %d vertices", (int)mesh->vertex_count);
}

// Pairs across hinges that no edge joins.
static void pair_across(int32_t (*quads)[4], int32_t quad_count, int32_t (*edges)[2], int32_t edge_count, int32_t (*pairs)[2],
                        int32_t *count)
{
    int64_t found = 0;
    for (int32_t i = 0; i < quad_count; i++) {
        const int32_t a = quads[i][2], b = quads[i][3], pair[2] = {a < b ? a : b, a < b ? b : a};
        if (!bsearch(pair, edges, (size_t)edge_count, sizeof *edges, compare_pairs))
            put_pair(pairs, &found, a, b);
    }
    *count = sort_unique(pairs, found);
}

Status mesh_hinges(const Mesh *mesh, int32_t (**pairs)[2], int32_t *count)
{
    int32_t(*edges)[2] = NULL;
    int32_t(*quads)[4] = NULL;
    int32_t edge_count = 0, quad_count = 0;
    *pairs = NULL;
    *count = 0;
    TRY(mesh_edges(mesh, &edges, &edge_count));
    Status status = mesh_hinge_quads(mesh, &quads, &quad_count);
    if (status.code == STATUS_OK) {
        *pairs = malloc(((size_t)quad_count + 1) * sizeof **pairs);
        if (*pairs)
            pair_across(quads, quad_count, edges, edge_count, *pairs, count);
        else
            status = status_make(STATUS_MEMORY, "out of memory for the hinges of a mesh of %d vertices", (int)mesh->vertex_count);
    }
    free(quads);
    free(edges);
    return status;
}
