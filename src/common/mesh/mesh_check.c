#include "mesh/mesh_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/forest.h"
#include "mesh/mesh_sides.h"
#include "mesh/private/mesh_marks.h"

const MeshFaultInfo *mesh_fault_info(MeshFault fault)
{
    static const MeshFaultInfo INFOS[] = {
#define MESH_FAULT(constant, is_fault, name, example, repair) {is_fault, name, example, repair},
        MESH_FAULTS
#undef MESH_FAULT
    };
    return &INFOS[fault];
}

static void add_finding(MeshReport *report, MeshFault fault, int32_t example)
{
    if (report->count[fault]++ == 0)
        report->example[fault] = example;
}

static Status out_of_memory(const Mesh *mesh)
{
    return status_make(STATUS_MEMORY, "out of memory for checking a mesh of %d vertices", (int)mesh->vertex_count);
}

// ---- single elements and vertices ----

static void add_marks(MeshReport *report, uint8_t marks, MeshFault degenerate, int32_t element, int32_t vertex)
{
    if (marks & MARK_DEGENERATE)
        add_finding(report, degenerate, element);
    if (marks & MARK_REPEATED)
        add_finding(report, MESH_REPEATED_ELEMENTS, vertex);
    if (marks & MARK_INVERTED)
        add_finding(report, MESH_INVERTED_TETS, element);
}

static Status check_elements(const Mesh *mesh, MeshReport *report)
{
    MeshMarks marks;
    TRY(mesh_marks_init(mesh, &marks));
    for (int32_t i = 0; i < mesh->line_count; i++)
        add_marks(report, marks.line[i], MESH_DEGENERATE_LINES, i, mesh->line[i][0]);
    for (int32_t i = 0; i < mesh->face_count; i++)
        add_marks(report, marks.face[i], MESH_DEGENERATE_FACES, i, mesh->face_vertex[mesh->face_start[i]]);
    for (int32_t i = 0; i < mesh->tet_count; i++)
        add_marks(report, marks.tet[i], MESH_DEGENERATE_TETS, i, mesh->tet[i][0]);
    mesh_marks_destroy(&marks);
    return status_ok();
}

Status mesh_repeated(const Mesh *mesh, int32_t *count, int32_t *vertex)
{
    MeshReport report = {0};
    TRY(check_elements(mesh, &report));
    *count = (int32_t)report.count[MESH_REPEATED_ELEMENTS];
    *vertex = *count ? (int32_t)report.example[MESH_REPEATED_ELEMENTS] : -1;
    return status_ok();
}

// parent: [vertex_count]; a vertex of no element is −1, all others are trees of what elements join.
static void join_elements(const Mesh *mesh, int32_t *parent)
{
    for (int32_t i = 0; i < mesh->face_start[mesh->face_count]; i++)
        parent[mesh->face_vertex[i]] = mesh->face_vertex[i];
    for (int32_t i = 0; i < 2 * mesh->line_count; i++)
        parent[mesh->line[i / 2][i % 2]] = mesh->line[i / 2][i % 2];
    for (int64_t i = 0; i < (int64_t)4 * mesh->tet_count; i++)
        parent[mesh->tet[i / 4][i % 4]] = mesh->tet[i / 4][i % 4];
    for (int32_t face = 0; face < mesh->face_count; face++)
        for (int32_t i = mesh->face_start[face] + 1; i < mesh->face_start[face + 1]; i++)
            forest_join(parent, mesh->face_vertex[i - 1], mesh->face_vertex[i]);
    for (int32_t i = 0; i < mesh->line_count; i++)
        forest_join(parent, mesh->line[i][0], mesh->line[i][1]);
    for (int32_t i = 0; i < mesh->tet_count; i++)
        for (int k = 1; k < 4; k++)
            forest_join(parent, mesh->tet[i][0], mesh->tet[i][k]);
}

static Status check_vertices(const Mesh *mesh, MeshReport *report)
{
    int32_t *first = NULL, *parent = malloc(((size_t)mesh->vertex_count + 1) * sizeof *parent);
    if (!parent)
        return out_of_memory(mesh);
    const Status status = mesh_first_at_position(mesh, &first);
    memset(parent, 0xff, ((size_t)mesh->vertex_count + 1) * sizeof *parent);
    join_elements(mesh, parent);
    for (int32_t v = 0; v < mesh->vertex_count && status.code == STATUS_OK; v++) {
        if (first[v] != v)
            add_finding(report, MESH_DUPLICATE_VERTICES, v);
        if (parent[v] < 0)
            add_finding(report, MESH_LOOSE_VERTICES, v);
        report->pieces += parent[v] == v;
        for (int k = 0; k < 3; k++) {
            report->low[k] = v ? fmin(report->low[k], mesh->position[v][k]) : mesh->position[v][k];
            report->high[k] = v ? fmax(report->high[k], mesh->position[v][k]) : mesh->position[v][k];
        }
    }
    free(first);
    free(parent);
    return status;
}

// ---- edges ----

static Status measure_edges(const Mesh *mesh, MeshReport *report)
{
    int32_t(*edges)[2] = NULL, count = 0;
    double sum = 0;
    TRY(mesh_edges(mesh, &edges, &count));
    for (int32_t i = 0; i < count; i++) {
        const double *p = mesh->position[edges[i][0]], *q = mesh->position[edges[i][1]];
        const double  length = hypot(hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]);
        report->shortest = i ? fmin(report->shortest, length) : length;
        report->longest = fmax(report->longest, length);
        sum += length;
    }
    report->edges = count;
    report->mean = count ? sum / count : 0;
    free(edges);
    return status_ok();
}

// ---- faces ----

// report NULL: faults are not counted, the skin is measured only.
static Status walk_edges(const Mesh *mesh, MeshSkin *skin, MeshReport *report)
{
    MeshSide *sides = NULL;
    int64_t   count = 0;
    TRY(mesh_sides(mesh, &sides, &count));
    for (int64_t i = 0, run = 0; i < count; i += run) {
        run = mesh_side_run(sides, count, i);
        skin->edges++;
        skin->open_edges += run == 1;
        if (report && run > 2)
            add_finding(report, MESH_NON_MANIFOLD_EDGES, sides[i].a);
        if (report && run == 2 && sides[i].forward == sides[i + 1].forward)
            add_finding(report, MESH_TURNED_FACES, sides[i].a);
    }
    free(sides);
    return status_ok();
}

// Of the triangles, as scenes weigh faces: one that is not flat has more than its vector area.
static Status measure_area(const Mesh *mesh, MeshSkin *skin)
{
    MeshTriangles cut;
    TRY(mesh_triangles(mesh, &cut));
    for (int32_t i = 0; i < cut.count; i++) {
        double normal[3];
        mesh_polygon_normal(mesh, cut.corner[i], 3, normal);
        skin->area += 0.5 * hypot(hypot(normal[0], normal[1]), normal[2]);
    }
    skin->crossed_count = cut.crossed_count;
    skin->crossed = cut.crossed;
    mesh_triangles_destroy(&cut);
    return status_ok();
}

// The volume is a sum of cones from the first corner of the mesh, so that bodies far from the origin lose no digits.
static void measure_volume(const Mesh *mesh, MeshSkin *skin)
{
    const double *origin = mesh->face_count ? mesh->position[mesh->face_vertex[0]] : NULL;
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const double *corner = mesh->position[mesh->face_vertex[mesh->face_start[face]]];
        double        normal[3];
        mesh_face_normal(mesh, face, normal);
        for (int k = 0; k < 3; k++)
            skin->volume += (corner[k] - origin[k]) * normal[k] / 6;
    }
    if (skin->open_edges > 0)
        skin->volume = 0;
}

// How many different vertices there are among corner[count].
static Status count_vertices(const Mesh *mesh, const int32_t *corner, int64_t count, int64_t *out)
{
    bool *used = calloc((size_t)mesh->vertex_count + 1, sizeof *used);
    *out = 0;
    if (!used)
        return out_of_memory(mesh);
    for (int64_t i = 0; i < count; i++) {
        *out += !used[corner[i]];
        used[corner[i]] = true;
    }
    free(used);
    return status_ok();
}

static Status check_faces(const Mesh *mesh, MeshSkin *skin, MeshReport *report)
{
    *skin = (MeshSkin){.faces = mesh->face_count};
    TRY(walk_edges(mesh, skin, report));
    TRY(count_vertices(mesh, mesh->face_vertex, mesh->face_start[mesh->face_count], &skin->vertices));
    TRY(measure_area(mesh, skin));
    measure_volume(mesh, skin);
    if (!report)
        return status_ok();
    MeshInward inward;
    TRY(mesh_find_inward(mesh, &inward));
    free(inward.face);
    report->count[MESH_INWARD_FACES] = inward.pieces;
    report->example[MESH_INWARD_FACES] = inward.first;
    return status_ok();
}

// ---- tets ----

// Two tets on one triangle should lie on opposite sides, so that they run around it in opposite directions; the corners of an inverted tet
// are taken in reverse.
static int64_t walk_triangles(const Mesh *mesh, const TetSide *sides, MeshReport *report)
{
    const int64_t count = (int64_t)4 * mesh->tet_count;
    int64_t       distinct = 0;
    for (int64_t i = 0, run = 0; i < count; i += run, distinct++) {
        const int32_t one = sides[i].side / 4, other = sides[i + 1 < count ? i + 1 : i].side / 4;
        run = mesh_tet_side_run(sides, count, i);
        if (run > 2)
            add_finding(report, MESH_CROWDED_TRIANGLES, one);
        if (run == 2 &&
            (sides[i].ascending != (mesh_tet_volume(mesh, one) < 0)) == (sides[i + 1].ascending != (mesh_tet_volume(mesh, other) < 0)))
            add_finding(report, MESH_FOLDED_TETS, other);
    }
    return distinct;
}

static Status check_triangles(const Mesh *mesh, MeshReport *report, int64_t *distinct)
{
    TetSide *sides = NULL;
    for (int32_t tet = 0; tet < mesh->tet_count; tet++) {
        const double volume = mesh_tet_volume(mesh, tet);
        report->volume += volume;
        report->least_tet = tet ? fmin(report->least_tet, volume) : volume;
        report->largest_tet = tet ? fmax(report->largest_tet, volume) : volume;
    }
    TRY(mesh_tet_sides(mesh, &sides));
    *distinct = walk_triangles(mesh, sides, report);
    free(sides);
    return status_ok();
}

// A mesh of the triangles around the tets, on the vertices of `mesh`.
static Status measure_surface(const Mesh *mesh, MeshSkin *skin)
{
    int32_t(*triangles)[3] = NULL, count = 0;
    TRY(mesh_surface(mesh, &triangles, &count));
    int32_t *start = malloc(((size_t)count + 1) * sizeof *start);
    Status   status = out_of_memory(mesh);
    if (start) {
        for (int32_t i = 0; i <= count; i++)
            start[i] = 3 * i;
        const Mesh surface = {.vertex_count = mesh->vertex_count,
                              .position = mesh->position,
                              .face_count = count,
                              .face_start = start,
                              .face_vertex = (int32_t *)triangles};
        status = check_faces(&surface, skin, NULL);
    }
    free(start);
    free(triangles);
    return status;
}

static Status check_tets(const Mesh *mesh, MeshReport *report)
{
    int64_t triangles = 0, vertices = 0;
    int32_t(*edges)[2] = NULL, edge_count = 0;
    const Mesh solid = {.vertex_count = mesh->vertex_count, .face_start = (int32_t[1]){0}, .tet_count = mesh->tet_count, .tet = mesh->tet};
    TRY(check_triangles(mesh, report, &triangles));
    TRY(measure_surface(mesh, &report->surface));
    TRY(mesh_edges(&solid, &edges, &edge_count));
    free(edges);
    TRY(count_vertices(mesh, (const int32_t *)mesh->tet, (int64_t)4 * mesh->tet_count, &vertices));
    report->solid_euler = vertices - edge_count + triangles - mesh->tet_count;
    return status_ok();
}

// ---- quality ----

static void judge(MeshQuality *q, int32_t element, double angle, double aspect)
{
    if (q->angle_of < 0 || angle < q->angle) {
        q->angle = angle;
        q->angle_of = element;
    }
    if (aspect > q->aspect) {
        q->aspect = aspect;
        q->aspect_of = element;
    }
}

static void check_quality(const Mesh *mesh, MeshReport *report)
{
    report->face_quality = report->tet_quality = (MeshQuality){.angle_of = -1, .aspect_of = -1};
    for (int32_t i = 0; i < mesh->face_count; i++) {
        double aspect = 0;
        if (mesh_face_is_flat(mesh, i))
            continue;
        const double angle = mesh_face_angle(mesh, i, &aspect);
        judge(&report->face_quality, i, angle, aspect);
        report->count[MESH_SLIVER_FACES] += angle < 1;
    }
    for (int32_t i = 0; i < mesh->tet_count; i++) {
        double aspect = 0;
        if (mesh_tet_sign(mesh, i) == 0)
            continue;
        const double angle = mesh_tet_angle(mesh, i, &aspect);
        judge(&report->tet_quality, i, angle, aspect);
        report->count[MESH_SLIVER_TETS] += angle < 5;
    }
    report->example[MESH_SLIVER_FACES] = report->face_quality.angle_of;
    report->example[MESH_SLIVER_TETS] = report->tet_quality.angle_of;
}

Status mesh_check(const Mesh *mesh, MeshReport *out)
{
    *out = (MeshReport){0};
    for (int32_t i = 0; i < mesh->face_count; i++) {
        out->triangles += mesh->face_start[i + 1] - mesh->face_start[i] == 3;
        out->quads += mesh->face_start[i + 1] - mesh->face_start[i] == 4;
    }
    out->count[MESH_UNREAD] = mesh->unread_count;
    out->count[MESH_OPEN_END] = mesh->open_end;
    TRY(check_elements(mesh, out));
    check_quality(mesh, out);
    TRY(check_vertices(mesh, out));
    TRY(measure_edges(mesh, out));
    TRY(check_faces(mesh, &out->faces, mesh->tet_count ? NULL : out));
    out->count[MESH_CROSSED_FACES] = out->faces.crossed_count;
    out->example[MESH_CROSSED_FACES] = out->faces.crossed;
    return mesh->tet_count ? check_tets(mesh, out) : status_ok();
}
