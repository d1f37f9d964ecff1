// Meshes made by generators, and what every mesh is asked for.
#include "mesh/mesh.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

void mesh_free(Mesh *mesh)
{
    free(mesh->position);
    free(mesh->face_start);
    free(mesh->face_vertex);
    free(mesh->line);
    *mesh = (Mesh){0};
}

// Arrays of the given sizes, zeroed; each at least one element long, so that NULL means out of memory.
static Status allocate(int64_t vertices, int64_t faces, int64_t corners, int64_t lines, Mesh *out)
{
    *out = (Mesh){.vertex_count = (int32_t)vertices, .face_count = (int32_t)faces, .line_count = (int32_t)lines};
    out->position = calloc((size_t)vertices + 1, sizeof *out->position);
    out->face_start = calloc((size_t)faces + 1, sizeof *out->face_start);
    out->face_vertex = calloc((size_t)corners + 1, sizeof *out->face_vertex);
    out->line = calloc((size_t)lines + 1, sizeof *out->line);
    if (out->position && out->face_start && out->face_vertex && out->line)
        return status_ok();
    mesh_free(out);
    return status_make(STATUS_MEMORY, "out of memory for a mesh of %lld vertices", (long long)vertices);
}

Status mesh_make_grid(int columns, int rows, double spacing_x, double spacing_y, Mesh *out)
{
    *out = (Mesh){0};
    const int64_t vertices = (int64_t)columns * rows, faces = ((int64_t)columns - 1) * ((int64_t)rows - 1);
    if (columns < 2 || rows < 2)
        return status_make(STATUS_INPUT, "a grid needs at least 2 columns and 2 rows, has %d and %d", columns, rows);
    if (4 * faces > INT32_MAX)
        return status_make(STATUS_INPUT, "a grid of %d columns and %d rows has too many vertices, at most about 5e8", columns, rows);
    if (!(spacing_x > 0 && spacing_y > 0 && isfinite(spacing_x * columns) && isfinite(spacing_y * rows)))
        return status_make(STATUS_INPUT, "a grid's spacing must be positive and finite, is %g and %g m", spacing_x, spacing_y);
    TRY(allocate(vertices, faces, 4 * faces, 0, out));
    for (int32_t j = 0; j < rows; j++)
        for (int32_t i = 0; i < columns; i++) {
            out->position[j * columns + i][0] = i * spacing_x;
            out->position[j * columns + i][1] = j * spacing_y;
        }
    int32_t face = 0;
    for (int32_t j = 0; j + 1 < rows; j++)
        for (int32_t i = 0; i + 1 < columns; i++, face++) {
            const int32_t first = j * columns + i;
            int32_t      *corner = out->face_vertex + 4 * face;
            corner[0] = first;
            corner[1] = first + 1;
            corner[2] = first + columns + 1;
            corner[3] = first + columns;
            out->face_start[face + 1] = 4 * (face + 1);
        }
    return status_ok();
}

Status mesh_make_chain(int count, double spacing, Mesh *out)
{
    *out = (Mesh){0};
    if (count < 2)
        return status_make(STATUS_INPUT, "a chain needs at least 2 particles, has %d", count);
    if (!(spacing > 0 && isfinite(spacing * count)))
        return status_make(STATUS_INPUT, "a chain's spacing must be positive and finite, is %g m", spacing);
    TRY(allocate(count, 0, 0, count - 1, out));
    for (int32_t i = 0; i < count; i++)
        out->position[i][0] = i * spacing;
    for (int32_t i = 0; i + 1 < count; i++) {
        out->line[i][0] = i;
        out->line[i][1] = i + 1;
    }
    return status_ok();
}

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
    int32_t(*list)[2] = malloc((size_t)(corners + mesh->line_count + 1) * sizeof *list);
    if (!list)
        return status_make(STATUS_MEMORY, "out of memory for the edges of a mesh of %d vertices", (int)mesh->vertex_count);
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t begin = mesh->face_start[face], end = mesh->face_start[face + 1];
        for (int32_t i = begin; i < end; i++)
            put_pair(list, &listed, mesh->face_vertex[i], mesh->face_vertex[i + 1 < end ? i + 1 : begin]);
    }
    for (int32_t i = 0; i < mesh->line_count; i++)
        put_pair(list, &listed, mesh->line[i][0], mesh->line[i][1]);
    *edges = list;
    *count = sort_unique(list, listed);
    return status_ok();
}

// A side of a triangle and the corner across it.
typedef struct Side {
    int32_t a, b, across; // a < b
} Side;

static int compare_sides(const void *left, const void *right)
{
    const Side *l = left, *r = right;
    const int   first = (l->a > r->a) - (l->a < r->a), second = (l->b > r->b) - (l->b < r->b);
    const int   third = (l->across > r->across) - (l->across < r->across);
    return first ? first : second ? second : third;
}

static int64_t list_sides(const Mesh *mesh, Side *sides)
{
    int64_t count = 0;
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t *corner = mesh->face_vertex + mesh->face_start[face];
        if (mesh->face_start[face + 1] - mesh->face_start[face] != 3)
            continue;
        for (int i = 0; i < 3; i++) {
            const int32_t a = corner[i], b = corner[(i + 1) % 3];
            sides[count++] = (Side){a < b ? a : b, a < b ? b : a, corner[(i + 2) % 3]};
        }
    }
    qsort(sides, (size_t)count, sizeof *sides, compare_sides);
    return count;
}

// The pairs across sides that lie next to each other in the sorted list: of k triangles at one edge, k − 1 pairs.
static int32_t pair_across(const Side *sides, int64_t side_count, int32_t (*edges)[2], int32_t edge_count, int32_t (*pairs)[2])
{
    int64_t found = 0;
    for (int64_t i = 1; i < side_count; i++) {
        int64_t added = found;
        if (sides[i - 1].a != sides[i].a || sides[i - 1].b != sides[i].b)
            continue;
        put_pair(pairs, &added, sides[i - 1].across, sides[i].across);
        if (added > found && !bsearch(pairs[found], edges, (size_t)edge_count, sizeof *edges, compare_pairs))
            found = added;
    }
    return sort_unique(pairs, found);
}

Status mesh_hinges(const Mesh *mesh, int32_t (**pairs)[2], int32_t *count)
{
    const int64_t corners = mesh->face_count ? mesh->face_start[mesh->face_count] : 0;
    int32_t(*edges)[2] = NULL;
    int32_t edge_count = 0;
    *pairs = NULL;
    *count = 0;
    TRY(mesh_edges(mesh, &edges, &edge_count));
    Side *sides = malloc((size_t)(corners + 1) * sizeof *sides);
    *pairs = malloc((size_t)(corners + 1) * sizeof **pairs);
    const bool enough = sides && *pairs;
    if (enough) {
        *count = pair_across(sides, list_sides(mesh, sides), edges, edge_count, *pairs);
    } else {
        free(*pairs);
        *pairs = NULL;
    }
    free(sides);
    free(edges);
    return enough ? status_ok() : status_make(STATUS_MEMORY, "out of memory for a mesh of %d vertices", (int)mesh->vertex_count);
}
