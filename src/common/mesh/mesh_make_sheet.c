// Rectangular sheets: grids of quads, and of triangles, regular or not.

#include "mesh/mesh_make.h"

#include <math.h>
#include <string.h>

#include "base/random.h"

// How far a vertex is moved, in spacings: below ¼ every cell stays convex, so that either diagonal cuts it into two upright triangles.
#define JITTER 0.24

// Inner vertices move within the plane, those of a side along it, corners stay.
static void jitter(int columns, int rows, double spacing_x, double spacing_y, uint64_t seed, Mesh *mesh)
{
    Random random = {seed};
    for (int32_t j = 0; j < rows; j++)
        for (int32_t i = 0; i < columns; i++) {
            const double dx = 2 * random_unit(&random) - 1, dy = 2 * random_unit(&random) - 1;
            double      *p = mesh->position[j * columns + i];
            p[0] += i > 0 && i + 1 < columns ? JITTER * dx * spacing_x : 0;
            p[1] += j > 0 && j + 1 < rows ? JITTER * dy * spacing_y : 0;
        }
}

// The last vertex of even rows and the first of odd ones are half a spacing from the next one, so that both ends are straight.
static void stagger(int columns, int rows, double spacing_x, Mesh *mesh)
{
    for (int32_t j = 0; j < rows; j++)
        for (int32_t i = 0; i < columns; i++)
            mesh->position[j * columns + i][0] = (j % 2 == 0 ? fmin(i, columns - 1.5) : fmax(i - 0.5, 0)) * spacing_x;
}

static double squared(const Mesh *mesh, int32_t a, int32_t b)
{
    const double x = mesh->position[a][0] - mesh->position[b][0], y = mesh->position[a][1] - mesh->position[b][1];
    return x * x + y * y;
}

static bool is_rising(const Mesh *mesh, SheetSplit split, int32_t i, int32_t j, const int32_t corner[4]) // the diagonal from 0 to 2
{
    switch (split) {
    case SHEET_FORWARD:
        return true;
    case SHEET_ALTERNATE:
        return (i + j) % 2 == 0;
    case SHEET_EQUILATERAL:
        return j % 2 == 0;
    default:
        return squared(mesh, corner[0], corner[2]) < squared(mesh, corner[1], corner[3]);
    }
}

// The vertices, and room for faces of `corners` corners: so many of each cell.
static Status begin_sheet(int columns, int rows, double spacing_x, double spacing_y, int faces, int corners, Mesh *out)
{
    *out = (Mesh){0};
    const int64_t vertices = (int64_t)columns * rows, cells = ((int64_t)columns - 1) * ((int64_t)rows - 1);
    if (columns < 2 || rows < 2)
        return status_make(STATUS_INPUT, "a grid needs at least 2 columns and 2 rows, has %d and %d", columns, rows);
    if (4 * cells > INT32_MAX)
        return status_make(STATUS_INPUT, "a grid of %d columns and %d rows has too many vertices, at most about 5e8", columns, rows);
    if (!(spacing_x > 0 && spacing_y > 0 && isfinite(spacing_x * columns) && isfinite(spacing_y * rows)))
        return status_make(STATUS_INPUT, "a grid's spacing must be positive and finite, is %g and %g m", spacing_x, spacing_y);
    TRY(mesh_init(vertices, faces * cells, faces * corners * cells, 0, 0, out));
    for (int32_t v = 0; v < out->vertex_count; v++) {
        const int32_t column = v % columns, row = v / columns;
        out->position[v][0] = column * spacing_x;
        out->position[v][1] = row * spacing_y;
    }
    return status_ok();
}

Status mesh_make_grid(int columns, int rows, double spacing_x, double spacing_y, Mesh *out)
{
    TRY(begin_sheet(columns, rows, spacing_x, spacing_y, 1, 4, out));
    for (int32_t j = 0, face = 0; j + 1 < rows; j++)
        for (int32_t i = 0; i + 1 < columns; i++, face++) {
            const int32_t first = j * columns + i, corners[4] = {first, first + 1, first + columns + 1, first + columns};
            memcpy(out->face_vertex + 4 * face, corners, sizeof corners);
            out->face_start[face + 1] = 4 * (face + 1);
        }
    return status_ok();
}

Status mesh_make_sheet(int columns, int rows, double spacing_x, double spacing_y, SheetSplit split, uint64_t seed, Mesh *out)
{
    TRY(begin_sheet(columns, rows, spacing_x, spacing_y, 2, 3, out));
    if (split == SHEET_IRREGULAR)
        jitter(columns, rows, spacing_x, spacing_y, seed, out);
    if (split == SHEET_EQUILATERAL)
        stagger(columns, rows, spacing_x, out);
    int32_t face = 0;
    for (int32_t j = 0; j + 1 < rows; j++)
        for (int32_t i = 0; i + 1 < columns; i++) {
            const int32_t a = j * columns + i, corner[4] = {a, a + 1, a + 1 + columns, a + columns};
            const bool    rising = is_rising(out, split, i, j, corner);
            mesh_put_triangle(out, &face, corner[0], corner[1], corner[rising ? 2 : 3]);
            mesh_put_triangle(out, &face, corner[rising ? 0 : 1], corner[2], corner[3]);
        }
    return status_ok();
}
