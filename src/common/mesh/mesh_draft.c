#include "mesh/private/mesh_draft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double COORDINATE_MAX = 1e60; // squares of areas and volumes are finite

Status draft_grow(void **array, int64_t *room, int64_t used, size_t size)
{
    if (used < *room)
        return status_ok();
    if (used >= INT32_MAX)
        return status_make(STATUS_INPUT, "the mesh has more than %d vertices, corners or elements", INT32_MAX);
    const int64_t required = *room ? 2 * *room : 64;
    void         *grown = realloc(*array, (size_t)(required + 1) * size);
    if (!grown)
        return status_make(STATUS_MEMORY, "out of memory for a mesh of more than %lld elements or vertices", (long long)used);
    *array = grown;
    *room = required;
    return status_ok();
}

#define GROW(array, room, used) draft_grow((void **)&(array), &(room), (used), sizeof *(array))

Status draft_vertex(MeshDraft *draft, const double position[3])
{
    Mesh *mesh = &draft->mesh;
    for (int k = 0; k < 3; k++)
        if (!(fabs(position[k]) <= COORDINATE_MAX))
            return scan_error(draft->scan, "a vertex is at (%.6g, %.6g, %.6g), beyond %g m; scale the mesh in a program for meshes",
                              position[0], position[1], position[2], COORDINATE_MAX);
    TRY(GROW(mesh->position, draft->position_room, mesh->vertex_count));
    memcpy(mesh->position[mesh->vertex_count++], position, sizeof *mesh->position);
    return status_ok();
}

Status draft_corner(MeshDraft *draft, int64_t vertex)
{
    TRY(GROW(draft->mesh.face_vertex, draft->corner_room, draft->corners));
    draft->mesh.face_vertex[draft->corners++] = (int32_t)vertex;
    return status_ok();
}

Status draft_face(MeshDraft *draft)
{
    Mesh *mesh = &draft->mesh;
    TRY(GROW(mesh->face_start, draft->face_room, mesh->face_count + 1));
    mesh->face_start[0] = 0;
    const int32_t begin = mesh->face_start[mesh->face_count];
    if (draft->corners == begin) {
        mesh->unread_count++;
        return status_ok();
    }
    if (draft->corners - begin > FACE_CORNERS_MAX)
        return scan_error(draft->scan, "a face has %d corners, the limit is %d; cut it into triangles in a program for meshes",
                          (int)(draft->corners - begin), FACE_CORNERS_MAX);
    while (draft->corners < begin + 3)
        TRY(draft_corner(draft, mesh->face_vertex[draft->corners - 1]));
    mesh->face_start[++mesh->face_count] = draft->corners;
    return status_ok();
}

Status draft_polygon(MeshDraft *draft, const int32_t *corners, int count)
{
    for (int i = 0; i < count; i++)
        TRY(draft_corner(draft, corners[i]));
    return draft_face(draft);
}

Status draft_line(MeshDraft *draft, int32_t a, int32_t b)
{
    Mesh *mesh = &draft->mesh;
    TRY(GROW(mesh->line, draft->line_room, mesh->line_count));
    mesh->line[mesh->line_count][0] = a;
    mesh->line[mesh->line_count++][1] = b;
    return status_ok();
}

Status draft_tet(MeshDraft *draft, const int32_t corners[4])
{
    Mesh *mesh = &draft->mesh;
    TRY(GROW(mesh->tet, draft->tet_room, mesh->tet_count));
    memcpy(mesh->tet[mesh->tet_count++], corners, sizeof *mesh->tet);
    return status_ok();
}

// Allocates the arrays that are still empty, since every mesh has them all.
static Status finish(MeshDraft *draft, const Scan *scan)
{
    Mesh *mesh = &draft->mesh;
    TRY(GROW(mesh->position, draft->position_room, mesh->vertex_count));
    TRY(GROW(mesh->face_vertex, draft->corner_room, draft->corners));
    TRY(GROW(mesh->face_start, draft->face_room, mesh->face_count + 1));
    TRY(GROW(mesh->line, draft->line_room, mesh->line_count));
    TRY(GROW(mesh->tet, draft->tet_room, mesh->tet_count));
    mesh->face_start[0] = 0;
    if (mesh->face_count == 0 && mesh->line_count == 0 && mesh->tet_count == 0)
        return status_make(STATUS_INPUT, "%s: the mesh has no faces, no lines and no tetrahedra", scan->path);
    return status_ok();
}

Status draft_read(const char *path, Status (*read)(Scan *scan, MeshDraft *draft), Mesh *out)
{
    Scan      scan;
    MeshDraft draft = {.scan = &scan};
    *out = (Mesh){0};
    TRY(scan_open(path, &scan));
    hash_bytes(scan.begin, (size_t)(scan.end - scan.begin), draft.mesh.hash[0]);
    Status status = read(&scan, &draft);
    if (status.code == STATUS_OK)
        status = finish(&draft, &scan);
    scan_close(&scan);
    if (status.code == STATUS_OK)
        *out = draft.mesh;
    else
        mesh_destroy(&draft.mesh);
    return status;
}
