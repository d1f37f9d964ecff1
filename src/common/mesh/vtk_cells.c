#include "mesh/private/vtk_cells.h"

#include <stdlib.h>

Status vtk_cells_init(int64_t count, VtkCells *out)
{
    out->count = count;
    out->start = calloc((size_t)count + 1, sizeof *out->start);
    return out->start ? status_ok() : status_make(STATUS_MEMORY, "out of memory for %lld cells", (long long)count);
}

Status vtk_cells_allocate_corners(int64_t corners, VtkCells *cells)
{
    cells->vertex = calloc((size_t)corners + 1, sizeof *cells->vertex);
    return cells->vertex ? status_ok() : status_make(STATUS_MEMORY, "out of memory for %lld corners of cells", (long long)corners);
}

void vtk_cells_destroy(VtkCells *cells)
{
    free(cells->start);
    free(cells->vertex);
    *cells = (VtkCells){0};
}

Status vtk_read_vertex(Scan *scan, NumberType type, int64_t limit, VtkCells *cells, int64_t at)
{
    int64_t vertex = 0;
    TRY(scan_int(scan, type, "a cell's point", 0, limit - 1, &vertex));
    cells->vertex[at] = (int32_t)vertex;
    return status_ok();
}

static Status add_lines(MeshDraft *draft, const int32_t *corner, int64_t count)
{
    for (int64_t i = 0; i + 1 < count; i++)
        TRY(draft_line(draft, corner[i], corner[i + 1]));
    draft->mesh.unread_count += count == 0;
    return count == 1 ? draft_line(draft, corner[0], corner[0]) : status_ok();
}

// Every second triangle of a strip is flipped, so that all have the same outer side.
static Status add_strip(MeshDraft *draft, const int32_t *corner, int64_t count)
{
    draft->mesh.unread_count += count < 3;
    for (int64_t i = 0; i + 2 < count; i++) {
        const int32_t triangle[3] = {corner[i], corner[i + 1 + i % 2], corner[i + 2 - i % 2]};
        TRY(draft_polygon(draft, triangle, 3));
    }
    return status_ok();
}

static Status add_pixel(MeshDraft *draft, const int32_t *corner)
{
    const int32_t quad[4] = {corner[0], corner[1], corner[3], corner[2]};
    return draft_polygon(draft, quad, 4);
}

enum { CELL_PASSED, CELL_LINES, CELL_STRIP, CELL_POLYGON, CELL_PIXEL, CELL_TET, CELL_REFUSED };

// By VTK's type numbers; corners 0: any number.
static const struct {
    int         type, shape, corners;
    const char *name;
} TYPES[] = {
    {0, CELL_PASSED, 0, "an empty cell"},
    {1, CELL_PASSED, 1, "a vertex"},
    {VTK_VERTICES, CELL_PASSED, 0, "a set of vertices"},
    {3, CELL_LINES, 2, "a line"},
    {VTK_POLY_LINE, CELL_LINES, 0, "a polyline"},
    {5, CELL_POLYGON, 3, "a triangle"},
    {VTK_TRIANGLE_STRIP, CELL_STRIP, 0, "a triangle strip"},
    {VTK_POLYGON, CELL_POLYGON, 0, "a polygon"},
    {8, CELL_PIXEL, 4, "a pixel"},
    {9, CELL_POLYGON, 4, "a quadrilateral"},
    {10, CELL_TET, 4, "a tetrahedron"},
    {11, CELL_REFUSED, 0, "a voxel; split it into tetrahedra"},
    {12, CELL_REFUSED, 0, "a hexahedron; split it into tetrahedra"},
    {13, CELL_REFUSED, 0, "a wedge; split it into tetrahedra"},
    {14, CELL_REFUSED, 0, "a pyramid; split it into tetrahedra"},
    {21, CELL_REFUSED, 0, "a quadratic edge; save the mesh with linear cells"},
    {22, CELL_REFUSED, 0, "a quadratic triangle; save the mesh with linear cells"},
    {24, CELL_REFUSED, 0, "a quadratic tetrahedron; save the mesh with linear cells"},
    {42, CELL_REFUSED, 0, "a polyhedron; split it into tetrahedra"},
};

Status vtk_add_cell(const Scan *scan, int64_t type, const VtkCells *cells, int64_t cell, MeshDraft *draft)
{
    const int32_t *corner = cells->vertex + cells->start[cell];
    const int64_t  count = cells->start[cell + 1] - cells->start[cell];
    size_t         at = 0;
    while (at < sizeof TYPES / sizeof *TYPES && TYPES[at].type != type)
        at++;
    if (at == sizeof TYPES / sizeof *TYPES)
        return scan_error(scan, "cell %lld has type %lld, which is not a line, polygon or tetrahedron", (long long)cell, (long long)type);
    if (TYPES[at].shape == CELL_REFUSED)
        return scan_error(scan, "cell %lld is %s", (long long)cell, TYPES[at].name);
    if (TYPES[at].corners && count != TYPES[at].corners)
        return scan_error(scan, "cell %lld is %s and cannot have %lld corners", (long long)cell, TYPES[at].name, (long long)count);
    switch (TYPES[at].shape) {
    case CELL_LINES:
        return add_lines(draft, corner, count);
    case CELL_STRIP:
        return add_strip(draft, corner, count);
    case CELL_POLYGON:
        return draft_polygon(draft, corner, (int)count);
    case CELL_PIXEL:
        return add_pixel(draft, corner);
    case CELL_TET:
        return draft_tet(draft, corner);
    default:
        return status_ok();
    }
}
