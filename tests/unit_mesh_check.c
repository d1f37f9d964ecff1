// Faults of meshes, detected and repaired: each fault made on purpose, alone and many at random; surfaces of solids; hinges.
#include <unistd.h>

#include "base/random.h"
#include "check.h"
#include "mesh/mesh_check.h"
#include "mesh/mesh_make.h"
#include "mesh/private/mesh_marks.h"

static void check(const Mesh *mesh, MeshReport *report)
{
    assert_ok(mesh_check(mesh, report));
}

// `fault` is detected `count` times, and no other fault.
static void assert_only(const Mesh *mesh, int fault, int64_t count)
{
    MeshReport report;
    check(mesh, &report);
    for (int i = 0; i < MESH_FAULT_COUNT; i++) {
        const int64_t expected = i == fault ? count : 0;
        if (report.count[i] != expected)
            fail_msg("%lld %s", (long long)report.count[i], mesh_fault_info((MeshFault)i)->name);
    }
}

// `fault` is detected `count` times, first at this place; other faults may be detected too.
static void assert_found(const Mesh *mesh, MeshFault fault, int64_t count, int64_t example)
{
    MeshReport report;
    check(mesh, &report);
    assert_int_equal(report.count[fault], count);
    assert_int_equal(report.example[fault], example);
}

static void assert_none(const Mesh *mesh)
{
    assert_only(mesh, -1, 0);
}

static int64_t count_faults(const Mesh *mesh)
{
    MeshReport report;
    int64_t    faults = 0;
    check(mesh, &report);
    for (int i = 0; i < MESH_FAULT_COUNT; i++)
        faults += mesh_fault_info((MeshFault)i)->is_fault ? report.count[i] : 0;
    return faults;
}

static void make_box(Mesh *mesh)
{
    const int    cells[3] = {3, 2, 2};
    const double size[3] = {3, 2, 1};
    assert_int_equal(mesh_make_box(cells, size, BOX_FIVE, mesh).code, STATUS_OK);
}

// A solid: counts that a ball and its surface must have.
TEST(test_solid)
{
    Mesh       mesh;
    MeshReport report;
    make_box(&mesh);
    assert_int_equal(mesh.tet_count, 60);
    mesh.face_count = 0;
    assert_none(&mesh);
    check(&mesh, &report);
    assert_true(fabs(report.volume - 6) < 1e-12 && fabs(report.surface.volume - 6) < 1e-12);
    assert_true(fabs(report.surface.area - 22) < 1e-12);
    assert_int_equal(report.surface.open_edges, 0);
    assert_int_equal(report.surface.faces, 2 * 2 * (3 * 2 + 3 * 2 + 2 * 2)); // two triangles on each side of a cell
    assert_int_equal(report.surface.vertices - report.surface.edges + report.surface.faces, 2);
    assert_int_equal(report.solid_euler, 1);
    assert_int_equal(report.pieces, 1);
    assert_true(fabs(report.least_tet - 1.0 / 12) < 1e-12 && fabs(report.largest_tet - 1.0 / 6) < 1e-12);
    assert_true(report.low[0] == 0 && report.high[0] == 3 && report.high[1] == 2 && report.high[2] == 1);
    mesh_destroy(&mesh);
}

// Every triangle of the surface faces away from its tet, and each belongs to one tet only.
TEST(test_surface)
{
    Mesh mesh;
    int32_t(*triangles)[3] = NULL, count = 0;
    double area[3] = {0};
    make_box(&mesh);
    assert_int_equal(mesh_surface(&mesh, &triangles, &count).code, STATUS_OK);
    for (int32_t i = 0; i < count; i++) {
        const double *a = mesh.position[triangles[i][0]], *b = mesh.position[triangles[i][1]], *c = mesh.position[triangles[i][2]];
        double        out = 0, normal[3];
        for (int k = 0; k < 3; k++) {
            const int m = (k + 1) % 3, n = (k + 2) % 3;
            normal[k] = 0.5 * ((b[m] - a[m]) * (c[n] - a[n]) - (b[n] - a[n]) * (c[m] - a[m]));
            area[k] += normal[k];
            out += normal[k] * (a[k] - (k == 0 ? 1.5 : k == 1 ? 1.0 : 0.5));
        }
        assert_true(out > 0.1); // from the centre of the box
    }
    assert_true(fabs(area[0]) + fabs(area[1]) + fabs(area[2]) < 1e-12); // closed
    free(triangles);
    mesh.tet_count = 0;
    assert_int_equal(mesh_surface(&mesh, &triangles, &count).code, STATUS_OK);
    assert_int_equal(count, 0);
    free(triangles);
    mesh_destroy(&mesh);
}

static void swap(int32_t *a, int32_t *b)
{
    const int32_t kept = *a;
    *a = *b;
    *b = kept;
}

static void repair(Mesh *mesh, bool weld)
{
    assert_ok(mesh_repair(mesh, weld));
}

// One fault at a time: detected with its own kind and place, and repaired.
TEST(test_tets)
{
    Mesh mesh;
    make_box(&mesh);
    mesh.face_count = 0;
    swap(&mesh.tet[7][0], &mesh.tet[7][3]);
    assert_only(&mesh, MESH_INVERTED_TETS, 1);
    assert_found(&mesh, MESH_INVERTED_TETS, 1, 7);
    repair(&mesh, false);
    assert_none(&mesh);
    assert_int_equal(mesh.tet_count, 60);

    const int32_t kept[4] = {mesh.tet[9][2], mesh.tet[9][0], mesh.tet[9][1], mesh.tet[9][3]};
    memcpy(mesh.tet[20], kept, sizeof kept); // tet 20 is tet 9 in another order
    assert_found(&mesh, MESH_REPEATED_ELEMENTS, 1, kept[0]);
    repair(&mesh, false);
    assert_none(&mesh);
    assert_int_equal(mesh.tet_count, 59);

    mesh.tet[5][1] = mesh.tet[5][2];
    assert_found(&mesh, MESH_DEGENERATE_TETS, 1, 5);
    repair(&mesh, false);
    assert_none(&mesh);
    assert_int_equal(mesh.tet_count, 58);
    mesh_destroy(&mesh);
}

// A corner pushed through the opposite side of its tet. Inverting this tet makes its volume positive, but it still overlaps its neighbours.
// Only new tets can repair that.
TEST(test_folded)
{
    static const double  PLACES[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 1}, {0.25, 0.25, 0.5}};
    static const int32_t TETS[2][4] = {{0, 1, 2, 3}, {0, 2, 1, 4}}; // the second should be below, but is not
    Mesh                 mesh;
    assert_int_equal(mesh_init(5, 0, 0, 0, 2, &mesh).code, STATUS_OK);
    memcpy(mesh.position, PLACES, sizeof PLACES);
    memcpy(mesh.tet, TETS, sizeof TETS);
    repair(&mesh, false);
    assert_only(&mesh, MESH_FOLDED_TETS, 1);
    mesh.position[4][2] = -0.5;
    repair(&mesh, false);
    assert_none(&mesh);
    mesh_destroy(&mesh);
}

static void turn(Mesh *mesh, int32_t face)
{
    for (int32_t i = mesh->face_start[face], j = mesh->face_start[face + 1] - 1; i < j; i++, j--)
        swap(&mesh->face_vertex[i], &mesh->face_vertex[j]);
}

TEST(test_faces)
{
    Mesh       mesh;
    MeshReport report;
    assert_int_equal(mesh_make_sphere(4, 1, &mesh).code, STATUS_OK);
    assert_none(&mesh);
    check(&mesh, &report);
    const double volume = report.faces.volume;
    assert_true(volume > 3 && volume < 4 * 3.1416 / 3);
    turn(&mesh, 11);
    assert_only(&mesh, MESH_TURNED_FACES, 3); // its three edges
    repair(&mesh, false);
    assert_none(&mesh);

    turn(&mesh, 0); // the repair follows the first face, then the sign of the volume
    repair(&mesh, false);
    assert_none(&mesh);
    for (int32_t face = 0; face < mesh.face_count; face++)
        turn(&mesh, face);
    assert_only(&mesh, MESH_INWARD_FACES, 1);
    repair(&mesh, false);
    assert_none(&mesh);
    check(&mesh, &report);
    assert_true(fabs(report.faces.volume - volume) < 1e-12);

    mesh.face_count--; // open now: no volume
    assert_none(&mesh);
    check(&mesh, &report);
    assert_int_equal(report.faces.open_edges, 3);
    assert_true(report.faces.volume == 0);
    mesh_destroy(&mesh);
}

// Three faces at one edge, a face with a corner twice, a quad with a corner twice, and a face without area. The quad becomes a triangle.
TEST(test_bad_faces)
{
    static const double  PLACES[7][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {0.5, 0, 0}, {9, 9, 9}};
    static const int32_t CORNERS[19] = {0, 1, 2, 1, 0, 3, 0, 1, 4, 2, 2, 5, 0, 2, 3, 3, 0, 5, 1}, STARTS[7] = {0, 3, 6, 9, 12, 16, 19};
    Mesh                 mesh;
    MeshReport           report;
    assert_int_equal(mesh_init(7, 6, 19, 0, 0, &mesh).code, STATUS_OK);
    memcpy(mesh.position, PLACES, sizeof PLACES);
    memcpy(mesh.face_vertex, CORNERS, sizeof CORNERS);
    memcpy(mesh.face_start, STARTS, sizeof STARTS);
    assert_found(&mesh, MESH_NON_MANIFOLD_EDGES, 1, 0);
    assert_found(&mesh, MESH_DEGENERATE_FACES, 3, 3);
    assert_found(&mesh, MESH_LOOSE_VERTICES, 1, 6);
    repair(&mesh, false);
    assert_int_equal(mesh.vertex_count, 7);
    assert_int_equal(mesh.face_count, 4);
    assert_int_equal(mesh.face_start[4] - mesh.face_start[3], 3); // formerly a quad
    check(&mesh, &report);
    assert_int_equal(report.count[MESH_DEGENERATE_FACES], 0);
    assert_int_equal(report.count[MESH_NON_MANIFOLD_EDGES], 1); // not repaired, but reported
    mesh_destroy(&mesh);
}

// A strip with half a twist has an edge where the orientation flips, however its faces are oriented; the repair leaves valid faces.
TEST(test_moebius)
{
    enum { PARTS = 12 };
    Mesh mesh;
    assert_int_equal(mesh_init(2 * PARTS, PARTS, 4 * PARTS, 0, 0, &mesh).code, STATUS_OK);
    for (int i = 0; i < PARTS; i++) {
        const double angle = 2 * 3.14159265358979 * i / PARTS;
        const int    next = (i + 1) % PARTS, twist = i + 1 == PARTS;
        for (int side = 0; side < 2; side++) {
            const double width = side ? 0.2 : -0.2;
            mesh.position[2 * i + side][0] = (1 + width * cos(angle / 2)) * cos(angle);
            mesh.position[2 * i + side][1] = (1 + width * cos(angle / 2)) * sin(angle);
            mesh.position[2 * i + side][2] = width * sin(angle / 2);
        }
        const int32_t quad[4] = {2 * i, 2 * next + twist, 2 * next + 1 - twist, 2 * i + 1};
        memcpy(mesh.face_vertex + 4 * i, quad, sizeof quad);
        mesh.face_start[i + 1] = 4 * (i + 1);
    }
    turn(&mesh, 5);
    repair(&mesh, false);
    assert_only(&mesh, MESH_TURNED_FACES, 1);
    mesh_destroy(&mesh);
}

// Every tet has vertices of its own: welding makes one body of them and keeps the numbering.
TEST(test_weld)
{
    Mesh       box, mesh;
    MeshReport report;
    make_box(&box);
    assert_int_equal(mesh_init((int64_t)4 * box.tet_count, 0, 0, 0, box.tet_count, &mesh).code, STATUS_OK);
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
        memcpy(mesh.position[i], box.position[box.tet[i / 4][i % 4]], sizeof *mesh.position);
        mesh.tet[i / 4][i % 4] = i;
    }
    assert_only(&mesh, MESH_DUPLICATE_VERTICES, (int64_t)4 * 60 - box.vertex_count);
    check(&mesh, &report);
    assert_int_equal(report.pieces, 60);
    repair(&mesh, false); // no change
    assert_only(&mesh, MESH_DUPLICATE_VERTICES, (int64_t)4 * 60 - box.vertex_count);
    repair(&mesh, true);
    assert_int_equal(mesh.vertex_count, 240);
    assert_int_equal(mesh.tet_count, 60);
    check(&mesh, &report);
    assert_int_equal(report.pieces, 1);
    assert_int_equal(report.solid_euler, 1);
    assert_int_equal(report.count[MESH_LOOSE_VERTICES], 240 - box.vertex_count);
    assert_int_equal(count_faults(&mesh), 0);
    mesh_destroy(&mesh);
    mesh_destroy(&box);
}

// The triangles of a sphere, some of them inverted, and some twice.
static void make_bad_sphere(Random *random, Mesh *mesh)
{
    enum { EXTRA = 5 };
    Mesh sphere;
    assert_int_equal(mesh_make_sphere(3, 1, &sphere).code, STATUS_OK);
    const int32_t faces = sphere.face_count;
    assert_int_equal(mesh_init(sphere.vertex_count, faces + EXTRA, 3 * ((int64_t)faces + EXTRA), 0, 0, mesh).code, STATUS_OK);
    memcpy(mesh->position, sphere.position, (size_t)sphere.vertex_count * sizeof *mesh->position);
    for (int32_t i = 0; i < mesh->face_count; i++) {
        const int32_t from = i < faces ? i : (int32_t)random_below(random, (uint64_t)faces);
        memcpy(mesh->face_vertex + 3 * i, sphere.face_vertex + 3 * from, 3 * sizeof *mesh->face_vertex);
        mesh->face_start[i + 1] = 3 * (i + 1);
        if (random_below(random, 4) == 0)
            turn(mesh, i);
    }
    mesh_destroy(&sphere);
}

// The tets of a box, some of them inverted, and some twice.
static void make_bad_box(Random *random, Mesh *mesh)
{
    enum { EXTRA = 5 };
    Mesh box;
    make_box(&box);
    assert_int_equal(mesh_init(box.vertex_count, 0, 0, 0, box.tet_count + EXTRA, mesh).code, STATUS_OK);
    memcpy(mesh->position, box.position, (size_t)box.vertex_count * sizeof *mesh->position);
    for (int32_t i = 0; i < mesh->tet_count; i++) {
        const int32_t from = i < box.tet_count ? i : (int32_t)random_below(random, (uint64_t)box.tet_count);
        memcpy(mesh->tet[i], box.tet[from], sizeof *mesh->tet);
        if (random_below(random, 3) == 0)
            swap(&mesh->tet[i][0], &mesh->tet[i][1 + random_below(random, 3)]);
    }
    mesh_destroy(&box);
}

// Many faults at once: a repair removes all, and a second repair changes nothing.
TEST(test_random)
{
    Random random = {5};
    for (int round = 0; round < 100; round++) {
        const bool solid = round % 2;
        Mesh       mesh = {0};
        MeshReport before, after;
        if (solid)
            make_bad_box(&random, &mesh);
        else
            make_bad_sphere(&random, &mesh);
        const int32_t faces = mesh.face_count, tets = mesh.tet_count;
        assert_true(count_faults(&mesh) > 5);
        repair(&mesh, false);
        assert_none(&mesh);
        assert_int_equal(mesh.tet_count, tets - (solid ? 5 : 0));
        assert_int_equal(mesh.face_count, faces - (solid ? 0 : 5));
        check(&mesh, &before);
        assert_true(solid ? fabs(before.volume - 6) < 1e-12 : before.faces.volume > 2.5);
        repair(&mesh, true);
        check(&mesh, &after);
        assert_memory_equal(&before.faces, &after.faces, sizeof before.faces);
        assert_memory_equal(before.count, after.count, sizeof before.count);
        assert_true(before.volume == after.volume);
        mesh_destroy(&mesh);
    }
}

// A repaired mesh that was written reads back unchanged, to the last bit.
TEST(test_write)
{
    Mesh mesh, read;
    char path[64];
    snprintf(path, sizeof path, "/tmp/weft_mesh_check_%d.vtk", (int)getpid());
    make_box(&mesh);
    mesh.position[3][0] = 1.0 / 3;
    assert_int_equal(mesh_write_vtk(path, &mesh).code, STATUS_OK);
    assert_int_equal(mesh_read(path, &read).code, STATUS_OK);
    unlink(path);
    assert_int_equal(read.vertex_count, mesh.vertex_count);
    assert_int_equal(read.face_count, mesh.face_count);
    assert_memory_equal(read.position, mesh.position, (size_t)mesh.vertex_count * sizeof *mesh.position);
    assert_memory_equal(read.tet, mesh.tet, (size_t)mesh.tet_count * sizeof *mesh.tet);
    mesh_destroy(&read);
    assert_int_equal(mesh_write_vtk("/nonexistent/mesh.vtk", &mesh).code, STATUS_IO);
    mesh_destroy(&mesh);
}

// The edge has the direction of the first triangle, opposite to that of the second, wherever each corner is listed.
TEST(test_hinge_quads)
{
    static const int32_t CORNERS[6] = {2, 0, 1, 3, 2, 1}, STARTS[3] = {0, 3, 6};
    Mesh                 mesh;
    int32_t(*quads)[4] = NULL, count = 0;
    assert_int_equal(mesh_init(4, 2, 6, 0, 0, &mesh).code, STATUS_OK);
    memcpy(mesh.face_vertex, CORNERS, sizeof CORNERS);
    memcpy(mesh.face_start, STARTS, sizeof STARTS);
    assert_int_equal(mesh_hinge_quads(&mesh, &quads, &count).code, STATUS_OK);
    assert_int_equal(count, 1);
    const int32_t expected[4] = {1, 2, 0, 3}; // 1 → 2 is forward in 2 0 1; in 3 2 1 it is 2 → 1
    assert_memory_equal(quads[0], expected, sizeof expected);
    free(quads);
    turn(&mesh, 0);
    turn(&mesh, 1);
    assert_int_equal(mesh_hinge_quads(&mesh, &quads, &count).code, STATUS_OK);
    const int32_t turned[4] = {1, 2, 3, 0};
    assert_memory_equal(quads[0], turned, sizeof turned);
    free(quads);
    turn(&mesh, 1); // both have the direction 2 to 1 now: the edge follows
    assert_int_equal(mesh_hinge_quads(&mesh, &quads, &count).code, STATUS_OK);
    const int32_t both[4] = {2, 1, 0, 3};
    assert_memory_equal(quads[0], both, sizeof both);
    free(quads);
    mesh_destroy(&mesh);
}

// ---- polygons as triangles ----

static void make_polygon(const double (*at)[2], int corners, double tilt, Mesh *mesh)
{
    assert_ok(mesh_init(corners, 1, corners, 0, 0, mesh));
    for (int i = 0; i < corners; i++) {
        mesh->position[i][0] = 5 + at[i][0];
        mesh->position[i][1] = at[i][1] * cos(tilt);
        mesh->position[i][2] = at[i][1] * sin(tilt);
        mesh->face_vertex[i] = i;
    }
    mesh->face_start[1] = corners;
}

// The sum of the areas of the triangles; *least: the smallest area along the normal.
static double triangle_area_sum(Mesh *mesh, double *min)
{
    double sum = 0, whole[3], part[3];
    mesh_face_normal(mesh, 0, whole);
    *min = 1e300;
    assert_ok(mesh_triangulate(mesh));
    for (int32_t i = 0; i < mesh->face_count; i++) {
        mesh_face_normal(mesh, i, part);
        const double along = part[0] * whole[0] + part[1] * whole[1] + part[2] * whole[2];
        *min = fmin(*min, along);
        sum += 0.5 * sqrt(part[0] * part[0] + part[1] * part[1] + part[2] * part[2]);
    }
    return sum;
}

// The triangles of a polygon cover it exactly once, whatever its first corner and its orientation.
TEST(polygons_are_covered_once)
{
    static const struct {
        int    corners;
        double area, at[12][2];
    } CASES[] = {
        {6, 3, {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}},                                                  // L
        {4, 0.5, {{0, 0}, {1, 1}, {0, 0.5}, {-0.5, 1}}},                                                           // an arrow, below
        {8, 7, {{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}}},                                  // U
        {10, 8, {{0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0}, {1, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 1}}},                 // a square with a hole
        {12, 5, {{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2}, {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}}}, // a cross
        {7, 1, {{0, 0}, {0.5, 0}, {1, 0}, {1, 1}, {0.75, 1}, {0.25, 1}, {0, 1}}},                                  // corners on its sides
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        for (int first = 0; first < CASES[i].corners; first++)
            for (int side = 0; side < 2; side++) {
                double at[12][2], min, area = CASES[i].area;
                Mesh   mesh;
                for (int k = 0; k < CASES[i].corners; k++)
                    memcpy(at[side ? CASES[i].corners - 1 - k : k], CASES[i].at[(k + first) % CASES[i].corners], sizeof *at);
                make_polygon((const double(*)[2])at, CASES[i].corners, 0.7 * first, &mesh);
                if (i == 1)
                    area = 0.5 * (1 * 0.5 + 0.5 * 0.5);
                const double sum = triangle_area_sum(&mesh, &min);
                if (!(fabs(sum - area) < 1e-12) || !(min > -1e-12))
                    fail_msg("polygon %d from corner %d: area %g, least triangle %g", (int)i, first, sum, min);
                assert_int_equal(mesh.face_count, CASES[i].corners - 2);
                mesh_destroy(&mesh);
            }
}

TEST(a_face_that_crosses_itself_is_found)
{
    static const double STAR[5][2] = {{0, 1}, {-0.588, -0.809}, {0.951, 0.309}, {-0.951, 0.309}, {0.588, -0.809}};
    static const double TIE[4][2] = {{0, 0}, {2, 2}, {2, 0}, {0, 1}};
    static const double EVEN[4][2] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}}; // its halves cancel each other
    Mesh                mesh;
    make_polygon(STAR, 5, 0.3, &mesh);
    assert_found(&mesh, MESH_CROSSED_FACES, 1, 0);
    assert_fails(mesh_triangulate(&mesh), STATUS_INPUT, "1 faces cross themselves, the first is face 0");
    assert_int_equal(mesh.face_count, 1);
    mesh_destroy(&mesh);
    make_polygon(TIE, 4, 0, &mesh);
    assert_found(&mesh, MESH_CROSSED_FACES, 1, 0);
    mesh_destroy(&mesh);
    make_polygon(EVEN, 4, 0.3, &mesh);
    assert_found(&mesh, MESH_CROSSED_FACES, 1, 0);
    assert_found(&mesh, MESH_DEGENERATE_FACES, 1, 0);
    assert_fails(mesh_triangulate(&mesh), STATUS_INPUT, "1 faces cross themselves, the first is face 0");
    mesh_destroy(&mesh);
}

// The area of a face that is not flat is that of its triangles. Scenes compute its mass from this area.
TEST(area_is_of_the_triangles)
{
    static const double SQUARE[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    Mesh                mesh;
    MeshReport          before, after;
    make_polygon(SQUARE, 4, 0, &mesh);
    mesh.position[1][2] = mesh.position[3][2] = 1;
    check(&mesh, &before);
    assert_near(before.faces.area, sqrt(3), 1e-12);
    assert_ok(mesh_triangulate(&mesh));
    check(&mesh, &after);
    assert_true(before.faces.area == after.faces.area);
    mesh_destroy(&mesh);
}

// ---- pieces, slivers, vertices of no element ----

// Spheres with these radii and centres along x in one mesh; bit k of `inward` turns sphere k inside out.
static void make_spheres(int count, const double (*sphere)[2], unsigned inward, Mesh *mesh)
{
    Mesh one;
    assert_ok(mesh_make_sphere(3, 1, &one));
    assert_ok(
        mesh_init((int64_t)count * one.vertex_count, (int64_t)count * one.face_count, (int64_t)count * 3 * one.face_count, 0, 0, mesh));
    for (int s = 0; s < count; s++) {
        for (int32_t i = 0; i < one.vertex_count; i++)
            for (int k = 0; k < 3; k++)
                mesh->position[s * one.vertex_count + i][k] = sphere[s][0] * one.position[i][k] + (k == 0 ? sphere[s][1] : 0);
        for (int32_t i = 0; i < 3 * one.face_count; i++)
            mesh->face_vertex[3 * s * one.face_count + i] = s * one.vertex_count + one.face_vertex[i];
    }
    for (int32_t i = 0; i < mesh->face_count; i++) {
        mesh->face_start[i + 1] = 3 * (i + 1);
        if (inward >> (i / one.face_count) & 1)
            turn(mesh, i);
    }
    mesh_destroy(&one);
}

// Each piece has an outside of its own. A piece inside another one is a cavity of it if its faces point inward.
TEST(pieces_that_face_inward_are_found)
{
    static const double SPHERES[4][2] = {{3, 0}, {1, 10}, {1, 0}, {0.25, 0}}; // the third inside the first, the fourth inside the third
    static const struct {
        unsigned inward;
        int      found;
    } CASES[] = {{0, 0}, {2, 1}, {4, 0}, {6, 1}, {1, 1}, {3, 2}, {8, 1}, {12, 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Mesh mesh;
        make_spheres(4, SPHERES, CASES[i].inward, &mesh);
        assert_only(&mesh, MESH_INWARD_FACES, CASES[i].found);
        if (CASES[i].inward == 2)
            assert_found(&mesh, MESH_INWARD_FACES, 1, mesh.face_count / 4);
        repair(&mesh, false);
        assert_none(&mesh);
        turn(&mesh, mesh.face_count - 1); // an inverted face in one piece does not hide another piece
        for (int32_t face = mesh.face_count / 4; face < mesh.face_count / 2; face++)
            turn(&mesh, face);
        assert_found(&mesh, MESH_INWARD_FACES, 1, mesh.face_count / 4);
        mesh_destroy(&mesh);
    }
}

// Small boxes in a lattice, all inside out. The first is inside a large box.
static void make_lattice(int across, Mesh *mesh)
{
    const int32_t count = across * across * across;
    Mesh          one;
    assert_ok(mesh_make_box((const int[3]){1, 1, 1}, (const double[3]){1, 1, 1}, BOX_FIVE, &one));
    int32_t(*side)[3] = NULL, sides = 0;
    assert_ok(mesh_surface(&one, &side, &sides));
    assert_ok(mesh_init(8 * (count + 1), sides * (count + 1), 3 * sides * (count + 1), 0, 0, mesh));
    for (int32_t s = 0; s <= count; s++) {
        for (int32_t i = 0; i < 8; i++)
            for (int k = 0; k < 3; k++)
                mesh->position[8 * s + i][k] = s == count ? 2 * one.position[i][k] - 0.7
                                                          : one.position[i][k] + 3 * (s /
                                                                                      (k == 0   ? 1
                                                                                       : k == 1 ? across
                                                                                                : across * across) %
                                                                                      across);
        for (int32_t i = 0; i < 3 * sides; i++)
            mesh->face_vertex[3 * sides * s + i] = 8 * s + side[i / 3][2 - i % 3];
    }
    for (int32_t i = 0; i < mesh->face_count; i++)
        mesh->face_start[i + 1] = 3 * (i + 1);
    free(side);
    mesh_destroy(&one);
}

// With many pieces, each is compared with the few that may contain it.
TEST(many_pieces_are_checked_once)
{
    enum { ACROSS = 12, COUNT = ACROSS * ACROSS * ACROSS };
    Mesh       mesh;
    MeshInward inward;
    make_lattice(ACROSS, &mesh);
    assert_ok(mesh_find_inward(&mesh, &inward));
    assert_int_equal(inward.pieces, COUNT); // all but the first, which is a cavity of the large one
    assert_int_equal(inward.first, mesh.face_count / (COUNT + 1));
    assert_in_range(inward.looked_at, COUNT, 60 * COUNT);
    free(inward.face);
    mesh_destroy(&mesh);
}

TEST(the_worst_sliver_is_named)
{
    Mesh       mesh;
    MeshReport report;
    assert_ok(mesh_init(5, 3, 9, 0, 0, &mesh));
    const double at[5][3] = {
        {0, 0, 0}, {1, 0, 0}, {0.5, 0.5 * sqrt(3), 0}, {0.5, -0.5 * tan(0.05 * 3.14159265358979 / 180), 0}, {0.5, -0.008, 0}};
    const int32_t corners[9] = {0, 1, 2, 0, 4, 1, 0, 3, 1};
    memcpy(mesh.position, at, sizeof at);
    memcpy(mesh.face_vertex, corners, sizeof corners);
    for (int i = 0; i < 3; i++)
        mesh.face_start[i + 1] = 3 * (i + 1);
    check(&mesh, &report);
    assert_int_equal(report.count[MESH_SLIVER_FACES], 2);
    assert_int_equal(report.example[MESH_SLIVER_FACES], 2);
    assert_near(report.face_quality.angle, 0.05, 1e-9);
    assert_int_equal(report.face_quality.aspect_of, 2);
    mesh.face_count = 1;
    check(&mesh, &report);
    assert_near(report.face_quality.angle, 60, 1e-9);
    assert_near(report.face_quality.aspect, 2 / sqrt(3), 1e-12);
    mesh_destroy(&mesh);

    const double tet[5][3] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {0.5, 0.5, 0.01}};
    assert_ok(mesh_init(5, 0, 0, 0, 2, &mesh));
    memcpy(mesh.position, tet, sizeof tet);
    const int32_t corner[2][4] = {{0, 1, 3, 2}, {0, 1, 4, 2}};
    memcpy(mesh.tet, corner, sizeof corner);
    check(&mesh, &report);
    assert_int_equal(report.count[MESH_SLIVER_TETS], 1);
    assert_int_equal(report.example[MESH_SLIVER_TETS], 1);
    mesh.tet_count = 1;
    check(&mesh, &report);
    assert_near(report.tet_quality.angle, acos(1.0 / 3) * 180 / 3.14159265358979, 1e-6);
    assert_near(report.tet_quality.aspect, sqrt(1.5), 1e-12);
    mesh_destroy(&mesh);
}

TEST(loose_vertices_are_dropped)
{
    Mesh box, mesh;
    make_box(&box);
    box.face_count = 0;
    assert_ok(mesh_init(2 * (int64_t)box.vertex_count, 2, 6, 1, box.tet_count, &mesh));
    for (int32_t i = 0; i < mesh.vertex_count; i++)
        memcpy(mesh.position[i], box.position[i / 2], sizeof *mesh.position);
    for (int32_t i = 0; i < 4 * box.tet_count; i++)
        mesh.tet[i / 4][i % 4] = 2 * box.tet[i / 4][i % 4];
    const int32_t faces[6] = {0, 2, 4, 0, 2, 5}; // the second has a vertex of no tet
    memcpy(mesh.face_vertex, faces, sizeof faces);
    mesh.face_start[1] = 3;
    mesh.face_start[2] = 6;
    mesh.line[0][0] = 1;
    mesh.line[0][1] = 2;
    assert_ok(mesh_drop_loose(&mesh));
    assert_int_equal(mesh.vertex_count, box.vertex_count + 1); // plus the end of the line
    assert_int_equal(mesh.face_count, 1);
    assert_int_equal(mesh.line[0][0], 1);
    assert_int_equal(mesh.line[0][1], 2);
    for (int32_t i = 0; i < 4 * box.tet_count; i++)
        assert_memory_equal(mesh.position[mesh.tet[i / 4][i % 4]], box.position[box.tet[i / 4][i % 4]], sizeof *mesh.position);
    mesh_destroy(&mesh);
    mesh_destroy(&box);
}
