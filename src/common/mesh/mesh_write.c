// Meshes written as VTK legacy files, which most mesh programs read, and surfaces as PLY, which tetrahedralisers read; numbers keep all
// bits.
#include <stdio.h>

#include "base/file.h"
#include "mesh/mesh_check.h"

enum { VTK_LINE = 3, VTK_TRIANGLE = 5, VTK_POLYGON = 7, VTK_QUAD = 9, VTK_TETRA = 10 };

static void write_positions(const Mesh *mesh, FILE *out)
{
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        fprintf(out, "%.17g %.17g %.17g\n", mesh->position[i][0], mesh->position[i][1], mesh->position[i][2]);
}

static void write_faces(const Mesh *mesh, FILE *out)
{
    for (int32_t i = 0; i < mesh->face_count; i++) {
        fprintf(out, "%d", (int)(mesh->face_start[i + 1] - mesh->face_start[i]));
        for (int32_t j = mesh->face_start[i]; j < mesh->face_start[i + 1]; j++)
            fprintf(out, " %d", (int)mesh->face_vertex[j]);
        fputc('\n', out);
    }
}

static void write_cells(const Mesh *mesh, FILE *out)
{
    const int64_t cells = (int64_t)mesh->line_count + mesh->face_count + mesh->tet_count;
    const int64_t numbers = cells + (int64_t)2 * mesh->line_count + mesh->face_start[mesh->face_count] + (int64_t)4 * mesh->tet_count;
    fprintf(out, "CELLS %lld %lld\n", (long long)cells, (long long)numbers);
    for (int32_t i = 0; i < mesh->line_count; i++)
        fprintf(out, "2 %d %d\n", (int)mesh->line[i][0], (int)mesh->line[i][1]);
    write_faces(mesh, out);
    for (int32_t i = 0; i < mesh->tet_count; i++)
        fprintf(out, "4 %d %d %d %d\n", (int)mesh->tet[i][0], (int)mesh->tet[i][1], (int)mesh->tet[i][2], (int)mesh->tet[i][3]);
    fprintf(out, "CELL_TYPES %lld\n", (long long)cells);
    for (int32_t i = 0; i < mesh->line_count; i++)
        fprintf(out, "%d\n", VTK_LINE);
    for (int32_t i = 0; i < mesh->face_count; i++) {
        const int32_t corners = mesh->face_start[i + 1] - mesh->face_start[i];
        fprintf(out, "%d\n", corners == 3 ? VTK_TRIANGLE : corners == 4 ? VTK_QUAD : VTK_POLYGON);
    }
    for (int32_t i = 0; i < mesh->tet_count; i++)
        fprintf(out, "%d\n", VTK_TETRA);
}

Status mesh_write_vtk(const char *path, const Mesh *mesh)
{
    FileDraft draft;
    TRY(file_begin_given(path, &draft));
    fprintf(draft.stream, "# vtk DataFile Version 3.0\nmesh\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS %d double\n",
            (int)mesh->vertex_count);
    write_positions(mesh, draft.stream);
    write_cells(mesh, draft.stream);
    return file_commit(&draft); // reports earlier write errors of the stream
}

Status mesh_write_ply(const char *path, const Mesh *mesh)
{
    FileDraft draft;
    if (mesh->tet_count > 0)
        return status_make(STATUS_INPUT, "%s: a PLY file has no tetrahedra, and the mesh has %d; write it as .vtk", path,
                           (int)mesh->tet_count);
    TRY(file_begin_given(path, &draft));
    fprintf(draft.stream, "ply\nformat ascii 1.0\nelement vertex %d\nproperty double x\nproperty double y\nproperty double z\n",
            (int)mesh->vertex_count);
    fprintf(draft.stream, "element face %d\nproperty list int int vertex_indices\n", (int)mesh->face_count);
    if (mesh->line_count)
        fprintf(draft.stream, "element edge %d\nproperty int vertex1\nproperty int vertex2\n", (int)mesh->line_count);
    fprintf(draft.stream, "end_header\n");
    write_positions(mesh, draft.stream);
    write_faces(mesh, draft.stream);
    for (int32_t i = 0; i < mesh->line_count; i++)
        fprintf(draft.stream, "%d %d\n", (int)mesh->line[i][0], (int)mesh->line[i][1]);
    return file_commit(&draft);
}
