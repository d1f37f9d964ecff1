// Repairs, in the order in which one makes the next necessary: welding leaves degenerate elements, dropping these leaves open edges.
#include <stdlib.h>
#include <string.h>

#include "mesh/mesh_check.h"
#include "mesh/mesh_sides.h"
#include "mesh/private/mesh_marks.h"

static Status weld_vertices(Mesh *mesh)
{
    int32_t *first = NULL;
    TRY(mesh_first_at_position(mesh, &first));
    for (int32_t i = 0; i < mesh->face_start[mesh->face_count]; i++)
        mesh->face_vertex[i] = first[mesh->face_vertex[i]];
    for (int32_t i = 0; i < 2 * mesh->line_count; i++)
        mesh->line[i / 2][i % 2] = first[mesh->line[i / 2][i % 2]];
    for (int64_t i = 0; i < (int64_t)4 * mesh->tet_count; i++)
        mesh->tet[i / 4][i % 4] = first[mesh->tet[i / 4][i % 4]];
    free(first);
    return status_ok();
}

// Removes corners that repeat the one before, or the first at the end; faces left with fewer than three are degenerate.
static void merge_corners(Mesh *mesh)
{
    int32_t kept = 0, begin = 0;
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t end = mesh->face_start[face + 1], first = kept;
        for (int32_t i = begin; i < end; i++)
            if (kept == first || mesh->face_vertex[i] != mesh->face_vertex[kept - 1])
                mesh->face_vertex[kept++] = mesh->face_vertex[i];
        while (kept > first + 1 && mesh->face_vertex[kept - 1] == mesh->face_vertex[first])
            kept--;
        begin = end;
        mesh->face_start[face + 1] = kept;
    }
}

static void drop_faces(Mesh *mesh, const uint8_t *marks)
{
    int32_t faces = 0, corners = 0, begin = 0;
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t end = mesh->face_start[face + 1];
        if (!(marks[face] & (MARK_DEGENERATE | MARK_REPEATED))) {
            memmove(mesh->face_vertex + corners, mesh->face_vertex + begin, (size_t)(end - begin) * sizeof *mesh->face_vertex);
            corners += end - begin;
            mesh->face_start[++faces] = corners;
        }
        begin = end;
    }
    mesh->face_count = faces;
}

static void drop_lines_and_tets(Mesh *mesh, const MeshMarks *marks)
{
    int32_t lines = 0, tets = 0;
    for (int32_t i = 0; i < mesh->line_count; i++)
        if (!marks->line[i])
            memmove(mesh->line[lines++], mesh->line[i], sizeof *mesh->line);
    for (int32_t i = 0; i < mesh->tet_count; i++) {
        if (marks->tet[i] & (MARK_DEGENERATE | MARK_REPEATED))
            continue;
        memmove(mesh->tet[tets], mesh->tet[i], sizeof *mesh->tet);
        if (marks->tet[i] & MARK_INVERTED)
            mesh_reverse(mesh->tet[tets] + 2, 2);
        tets++;
    }
    mesh->line_count = lines;
    mesh->tet_count = tets;
}

static Status drop_elements(Mesh *mesh)
{
    MeshMarks marks;
    merge_corners(mesh);
    TRY(mesh_marks_init(mesh, &marks));
    drop_faces(mesh, marks.face);
    drop_lines_and_tets(mesh, &marks);
    mesh_marks_destroy(&marks);
    return status_ok();
}

static void flip_face(Mesh *mesh, int32_t face)
{
    mesh_reverse(mesh->face_vertex + mesh->face_start[face] + 1, mesh->face_start[face + 1] - mesh->face_start[face] - 1);
}

// The graph of faces with a common edge of exactly two: face f has link[start[f] … start[f + 1] − 1].
typedef struct Link {
    int32_t face;
    bool    opposed; // they run along the edge in different directions, as neighbours should
} Link;

typedef struct Links {
    int64_t *start;
    Link    *link;
} Links;

static void list_links(const Mesh *mesh, const MeshSide *sides, int64_t count, Links *links)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t i = 0, run = 0; i < count; i += run) {
            run = mesh_side_run(sides, count, i);
            for (int k = 0; run == 2 && k < 2; k++) {
                const int32_t from = sides[i + k].face, to = sides[i + 1 - k].face;
                if (pass == 0)
                    links->start[from + 2]++;
                else
                    links->link[links->start[from + 1]++] = (Link){to, sides[i].forward != sides[i + 1].forward};
            }
        }
        for (int32_t face = 0; pass == 0 && face < mesh->face_count; face++)
            links->start[face + 2] += links->start[face + 1];
    }
}

// Breadth-first from the first face of each piece: each face is flipped to match the one it was reached from.
static void orient_faces(Mesh *mesh, const Links *links, int32_t *queue, uint8_t *state)
{
    enum { SEEN = 1, TURNED = 2 };
    for (int32_t seed = 0; seed < mesh->face_count; seed++) {
        int32_t head = 0, tail = 0;
        if (state[seed])
            continue;
        state[seed] = SEEN;
        queue[tail++] = seed;
        while (head < tail) {
            const int32_t face = queue[head++];
            for (int64_t i = links->start[face]; i < links->start[face + 1]; i++) {
                const Link link = links->link[i];
                if (state[link.face])
                    continue;
                const bool turned = ((state[face] & TURNED) != 0) == link.opposed;
                state[link.face] = (uint8_t)(SEEN | (turned ? TURNED : 0));
                queue[tail++] = link.face;
            }
        }
    }
    for (int32_t face = 0; face < mesh->face_count; face++)
        if (state[face] & TURNED)
            flip_face(mesh, face);
}

static Status repair_orientation(Mesh *mesh)
{
    MeshSide *sides = NULL;
    int64_t   count = 0;
    TRY(mesh_sides(mesh, &sides, &count));
    Links    links = {calloc((size_t)mesh->face_count + 2, sizeof *links.start), malloc((size_t)(count + 1) * sizeof *links.link)};
    int32_t *queue = malloc(((size_t)mesh->face_count + 1) * sizeof *queue);
    uint8_t *state = calloc((size_t)mesh->face_count + 1, sizeof *state);
    Status   status = status_make(STATUS_MEMORY, "out of memory for turning %d faces", (int)mesh->face_count);
    if (links.start && links.link && queue && state) {
        list_links(mesh, sides, count, &links);
        orient_faces(mesh, &links, queue, state);
        status = status_ok();
    }
    free(sides);
    free(links.start);
    free(links.link);
    free(queue);
    free(state);
    return status;
}

static Status flip_inward(Mesh *mesh)
{
    MeshInward inward;
    TRY(mesh_find_inward(mesh, &inward));
    for (int32_t face = 0; face < mesh->face_count; face++)
        if (inward.face[face])
            flip_face(mesh, face);
    free(inward.face);
    return status_ok();
}

Status mesh_repair(Mesh *mesh, bool weld)
{
    MeshReport report;
    mesh->unread_count = 0; // and the end of the file: of the copy neither holds
    mesh->open_end = false;
    if (weld)
        TRY(weld_vertices(mesh));
    TRY(drop_elements(mesh));
    TRY(mesh_check(mesh, &report));
    if (report.count[MESH_TURNED_FACES])
        TRY(repair_orientation(mesh));
    return mesh->tet_count ? status_ok() : flip_inward(mesh);
}

// ---- vertices of no element ----

// number[v]: the new number of vertex v, or −1.
static int32_t move_vertices(Mesh *mesh, const bool *used, int32_t *number)
{
    int32_t kept = 0;
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        number[v] = used[v] ? kept : -1;
        if (used[v])
            memmove(mesh->position[kept++], mesh->position[v], sizeof *mesh->position);
    }
    return kept;
}

static void renumber(Mesh *mesh, const int32_t *number)
{
    for (int32_t i = 0; i < mesh->face_start[mesh->face_count]; i++)
        mesh->face_vertex[i] = number[mesh->face_vertex[i]];
    for (int32_t i = 0; i < 2 * mesh->line_count; i++)
        mesh->line[i / 2][i % 2] = number[mesh->line[i / 2][i % 2]];
    for (int64_t i = 0; i < (int64_t)4 * mesh->tet_count; i++)
        mesh->tet[i / 4][i % 4] = number[mesh->tet[i / 4][i % 4]];
}

// Of vertices that only faces have.
static Status drop_faces_without_tets(Mesh *mesh)
{
    const Mesh solid = {.vertex_count = mesh->vertex_count,
                        .line_count = mesh->line_count,
                        .line = mesh->line,
                        .tet_count = mesh->tet_count,
                        .tet = mesh->tet};
    bool      *used = NULL;
    uint8_t   *marks = calloc((size_t)mesh->face_count + 1, 1);
    Status     status = mesh_used_vertices(&solid, &used);
    if (!marks)
        status = status_make(STATUS_MEMORY, "out of memory for %d faces", (int)mesh->face_count);
    if (status.code == STATUS_OK) {
        for (int32_t face = 0; face < mesh->face_count; face++)
            for (int32_t i = mesh->face_start[face]; i < mesh->face_start[face + 1]; i++)
                marks[face] |= used[mesh->face_vertex[i]] ? 0 : MARK_DEGENERATE;
        drop_faces(mesh, marks);
    }
    free(used);
    free(marks);
    return status;
}

Status mesh_drop_loose(Mesh *mesh)
{
    bool *used = NULL;
    if (mesh->tet_count)
        TRY(drop_faces_without_tets(mesh));
    TRY(mesh_used_vertices(mesh, &used));
    int32_t *number = malloc(((size_t)mesh->vertex_count + 1) * sizeof *number);
    if (number) {
        mesh->vertex_count = move_vertices(mesh, used, number);
        renumber(mesh, number);
    }
    free(used);
    const bool done = number != NULL;
    free(number);
    return done ? status_ok() : status_make(STATUS_MEMORY, "out of memory for %d vertices", (int)mesh->vertex_count);
}
