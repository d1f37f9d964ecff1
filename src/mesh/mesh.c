// Meshes made by generators, and what every mesh is asked for.
#include "mesh/mesh.h"

#include <math.h>
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

static int compare_edges(const void *a, const void *b)
{
    const int32_t *left = a, *right = b;
    const int      first = (left[0] > right[0]) - (left[0] < right[0]);
    return first ? first : (left[1] > right[1]) - (left[1] < right[1]);
}

static void put_edge(int32_t (*edges)[2], int64_t *count, int32_t a, int32_t b)
{
    if (a == b)
        return;
    edges[*count][0] = a < b ? a : b;
    edges[*count][1] = a < b ? b : a;
    (*count)++;
}

Status mesh_edges(const Mesh *mesh, int32_t (**edges)[2], int32_t *count)
{
    *edges = NULL;
    *count = 0;
    const int64_t corners = mesh->face_count ? mesh->face_start[mesh->face_count] : 0;
    int64_t       listed = 0, unique = 0;
    int32_t(*list)[2] = malloc((size_t)(corners + mesh->line_count + 1) * sizeof *list);
    if (!list)
        return status_make(STATUS_MEMORY, "out of memory for the edges of a mesh of %d vertices", (int)mesh->vertex_count);
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t begin = mesh->face_start[face], end = mesh->face_start[face + 1];
        for (int32_t i = begin; i < end; i++)
            put_edge(list, &listed, mesh->face_vertex[i], mesh->face_vertex[i + 1 < end ? i + 1 : begin]);
    }
    for (int32_t i = 0; i < mesh->line_count; i++)
        put_edge(list, &listed, mesh->line[i][0], mesh->line[i][1]);
    qsort(list, (size_t)listed, sizeof *list, compare_edges);
    for (int64_t i = 0; i < listed; i++)
        if (unique == 0 || compare_edges(list[unique - 1], list[i]) != 0) {
            const int32_t a = list[i][0], b = list[i][1];
            list[unique][0] = a;
            list[unique][1] = b;
            unique++;
        }
    *edges = list;
    *count = (int32_t)unique;
    return status_ok();
}
