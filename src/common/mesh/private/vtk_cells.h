// The cells of a VTK file, and which of them a mesh takes.
#ifndef WEFT_MESH_VTK_CELLS_H
#define WEFT_MESH_VTK_CELLS_H

#include "mesh/private/mesh_draft.h"

typedef struct VtkCells {
    int64_t  count;
    int64_t *start;  // [count + 1] ascending, from 0
    int32_t *vertex; // [start[count]]
} VtkCells;

enum { VTK_VERTICES = 2, VTK_POLY_LINE = 4, VTK_TRIANGLE_STRIP = 6, VTK_POLYGON = 7 };

// Allocates so many cells, and so many corners; the counts were checked against the size of the file. Freed by vtk_cells_destroy, also
// after a failure.
Status vtk_cells_init(int64_t count, VtkCells *out) GNU_MUST_CHECK;
Status vtk_cells_allocate_corners(int64_t corners, VtkCells *cells) GNU_MUST_CHECK;
void   vtk_cells_destroy(VtkCells *cells);

// Corner `at` of all cells, a vertex from 0 to limit − 1.
Status vtk_read_vertex(Scan *scan, NumberType type, int64_t limit, VtkCells *cells, int64_t at) GNU_MUST_CHECK;

// A cell as face(s), line(s) or tet; points and empty cells are skipped. STATUS_INPUT at the line or byte of the scan for a type
// that is not supported or a wrong number of corners.
Status vtk_add_cell(const Scan *scan, int64_t type, const VtkCells *cells, int64_t cell, MeshDraft *draft) GNU_MUST_CHECK;

#endif
