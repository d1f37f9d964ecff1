// A box of cells, each cut into five or six tetrahedra.
#include <math.h>

#include "mesh/mesh_make.h"

// Corners of a cell are numbered 4 dx + 2 dy + dz. The five tetrahedra of an even cell and of an odd one: the middle one has the corners
// whose number of steps from the cell's lowest is even (odd), so the diagonals of all faces join vertices with i + j + k even.
static const int FIVE[2][5][4] = {{{0, 6, 3, 5}, {4, 6, 0, 5}, {2, 0, 6, 3}, {1, 5, 0, 3}, {7, 6, 5, 3}},
                                  {{7, 1, 2, 4}, {3, 1, 2, 7}, {5, 7, 4, 1}, {6, 2, 4, 7}, {0, 1, 4, 2}}};

// One for each order in which a walk from corner 0 to corner 7 takes the axes.
static const int SIX[6][4] = {{0, 4, 6, 7}, {0, 6, 2, 7}, {0, 2, 3, 7}, {0, 3, 1, 7}, {0, 1, 5, 7}, {0, 5, 4, 7}};

static Status check(const int cells[3], const double size[3], BoxSplit split)
{
    const double vertices = (cells[0] + 1.0) * (cells[1] + 1.0) * (cells[2] + 1.0);
    if (cells[0] < 1 || cells[1] < 1 || cells[2] < 1)
        return status_make(STATUS_INPUT, "a box needs at least 1 cell along x, y and z, has %d, %d and %d", cells[0], cells[1], cells[2]);
    if (split != BOX_FIVE && split != BOX_SIX)
        return status_make(STATUS_INPUT, "a cell of a box is split into 5 or 6 tetrahedra, not %d", (int)split);
    if (!(6 * vertices < INT32_MAX))
        return status_make(STATUS_INPUT, "a box of %d × %d × %d cells is too large, at most about 3e8 vertices", cells[0], cells[1],
                           cells[2]);
    if (!(size[0] > 0 && size[1] > 0 && size[2] > 0 && isfinite(size[0]) && isfinite(size[1]) && isfinite(size[2])))
        return status_make(STATUS_INPUT, "the size of a box must be positive and finite, is %g × %g × %g m", size[0], size[1], size[2]);
    return status_ok();
}

static void put_cell(const int cells[3], int i, int j, int k, BoxSplit split, int32_t (*tet)[4])
{
    const int(*corners)[4] = split == BOX_SIX ? SIX : FIVE[(i + j + k) % 2];
    const int32_t step[3] = {(cells[1] + 1) * (cells[2] + 1), cells[2] + 1, 1};
    const int32_t first = i * step[0] + j * step[1] + k;
    for (int t = 0; t < (int)split; t++)
        for (int c = 0; c < 4; c++) {
            const int at = corners[t][c];
            tet[t][c] = first + at / 4 * step[0] + at / 2 % 2 * step[1] + at % 2;
        }
}

Status mesh_make_box(const int cells[3], const double size[3], BoxSplit split, Mesh *out)
{
    *out = (Mesh){0};
    TRY(check(cells, size, split));
    const int64_t vertices = (int64_t)(cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1), all = (int64_t)cells[0] * cells[1] * cells[2];
    TRY(mesh_init(vertices, 0, 0, 0, all * (int)split, out));
    int32_t vertex = 0, cell = 0;
    for (int i = 0; i <= cells[0]; i++)
        for (int j = 0; j <= cells[1]; j++)
            for (int k = 0; k <= cells[2]; k++, vertex++) {
                const int at[3] = {i, j, k};
                for (int d = 0; d < 3; d++)
                    out->position[vertex][d] = at[d] == cells[d] ? size[d] : at[d] * size[d] / cells[d];
            }
    for (int i = 0; i < cells[0]; i++)
        for (int j = 0; j < cells[1]; j++)
            for (int k = 0; k < cells[2]; k++, cell++)
                put_cell(cells, i, j, k, split, out->tet + (int64_t)cell * (int)split);
    return status_ok();
}
