// A rectangular sheet of triangles, regular or not.

#include "base/random.h"
#include "mesh/mesh_make.h"

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

static double squared(const Mesh *mesh, int32_t a, int32_t b)
{
    const double x = mesh->position[a][0] - mesh->position[b][0], y = mesh->position[a][1] - mesh->position[b][1];
    return x * x + y * y;
}

Status mesh_make_sheet(int columns, int rows, double spacing_x, double spacing_y, SheetSplit split, uint64_t seed, Mesh *out)
{
    Mesh grid;
    *out = (Mesh){0};
    TRY(mesh_make_grid(columns, rows, spacing_x, spacing_y, &grid));
    const Status status = mesh_init(grid.vertex_count, 2 * (int64_t)grid.face_count, 6 * (int64_t)grid.face_count, 0, 0, out);
    for (int32_t i = 0; i < out->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            out->position[i][k] = grid.position[i][k];
    mesh_destroy(&grid);
    TRY(status);
    if (split == SHEET_IRREGULAR)
        jitter(columns, rows, spacing_x, spacing_y, seed, out);
    int32_t face = 0;
    for (int32_t j = 0; j + 1 < rows; j++)
        for (int32_t i = 0; i + 1 < columns; i++) {
            const int32_t a = j * columns + i, b = a + 1, c = b + columns, d = a + columns;
            bool          rising = split == SHEET_FORWARD || (i + j) % 2 == 0; // the diagonal from a to c
            if (split == SHEET_IRREGULAR)
                rising = squared(out, a, c) < squared(out, b, d);
            mesh_put_triangle(out, &face, a, b, rising ? c : d);
            mesh_put_triangle(out, &face, rising ? a : b, c, d);
        }
    return status_ok();
}
