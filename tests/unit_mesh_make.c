// Generated meshes: numbering, counts, volumes, areas, and matching faces of neighbouring elements.
#include "check.h"
#include "mesh/mesh_make.h"

static void assert_refused(Status status, const char *expected, const Mesh *mesh)
{
    assert_fails(status, STATUS_INPUT, expected);
    assert_null(mesh->position);
}

static double volume(const Mesh *mesh, const int32_t *tet)
{
    double edge[3][3];
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++)
            edge[j][k] = mesh->position[tet[j + 1]][k] - mesh->position[tet[0]][k];
    return (edge[0][0] * (edge[1][1] * edge[2][2] - edge[1][2] * edge[2][1]) +
            edge[0][1] * (edge[1][2] * edge[2][0] - edge[1][0] * edge[2][2]) +
            edge[0][2] * (edge[1][0] * edge[2][1] - edge[1][1] * edge[2][0])) /
           6;
}

// Every tetrahedron has a volume above `min`, the sum of the volumes is `whole`, and the unshared faces are the surface of the box.
static void check_box(const int cells[3], const double size[3], BoxSplit split)
{
    Mesh   mesh;
    double sum = 0, min = INFINITY;
    int32_t(*skin)[3], triangles = 0;
    assert_ok(mesh_make_box(cells, size, split, &mesh));
    assert_int_equal(mesh.vertex_count, (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1));
    assert_int_equal(mesh.tet_count, cells[0] * cells[1] * cells[2] * (int)split);
    assert_int_equal(mesh.face_count, 0);
    for (int32_t t = 0; t < mesh.tet_count; t++) {
        const double v = volume(&mesh, mesh.tet[t]);
        sum += v;
        min = fmin(min, v);
    }
    const double whole = size[0] * size[1] * size[2];
    assert_near(sum, whole, 1e-12 * whole);
    assert_near(min * 6 * cells[0] * cells[1] * cells[2], whole, 1e-12 * whole);
    assert_ok(mesh_surface(&mesh, &skin, &triangles));
    assert_int_equal(triangles, 4 * (cells[0] * cells[1] + cells[1] * cells[2] + cells[2] * cells[0]));
    const int32_t last = mesh.vertex_count - 1, along_y = cells[2] + 1, along_x = (cells[1] + 1) * along_y;
    for (int k = 0; k < 3; k++)
        assert_near(mesh.position[last][k], size[k], 0);
    assert_near(mesh.position[1][2], size[2] / cells[2], 0);
    assert_near(mesh.position[along_y][1], size[1] / cells[1], 0);
    assert_near(mesh.position[along_x][0], size[0] / cells[0], 0);
    free(skin);
    mesh_destroy(&mesh);
}

TEST(test_box)
{
    static const int    CELLS[][3] = {{1, 1, 1}, {2, 1, 1}, {1, 2, 3}, {5, 3, 2}};
    static const double SIZE[3] = {2, 0.7, 1.1};
    for (size_t i = 0; i < sizeof CELLS / sizeof *CELLS; i++) {
        check_box(CELLS[i], SIZE, BOX_FIVE);
        check_box(CELLS[i], SIZE, BOX_SIX);
    }
    Mesh mesh;
    assert_refused(mesh_make_box((int[3]){1, 0, 1}, SIZE, BOX_FIVE, &mesh), "at least 1 cell", &mesh);
    assert_refused(mesh_make_box((int[3]){1, 1, 1}, SIZE, (BoxSplit)4, &mesh), "not 4", &mesh);
    assert_refused(mesh_make_box((int[3]){1000, 1000, 1000}, SIZE, BOX_SIX, &mesh), "too large", &mesh);
    assert_refused(mesh_make_box((int[3]){1, 1, 1}, (double[3]){1, -1, 1}, BOX_SIX, &mesh), "positive and finite", &mesh);
}

// ---- shells ----

static void area(const Mesh *mesh, int32_t face, double out[3])
{
    const int32_t *corner = mesh->face_vertex + mesh->face_start[face];
    double         edge[2][3];
    for (int j = 0; j < 2; j++)
        for (int k = 0; k < 3; k++)
            edge[j][k] = mesh->position[corner[j + 1]][k] - mesh->position[corner[0]][k];
    for (int k = 0; k < 3; k++)
        out[k] = (edge[0][(k + 1) % 3] * edge[1][(k + 2) % 3] - edge[0][(k + 2) % 3] * edge[1][(k + 1) % 3]) / 2;
}

// Every edge has two triangles, or one at a border, and is traversed once in each direction. Returns the number of border edges.
static int32_t check_manifold(const Mesh *mesh)
{
    int32_t(*edges)[2], count = 0, border = 0;
    assert_ok(mesh_edges(mesh, &edges, &count));
    for (int32_t e = 0; e < count; e++) {
        int ways[2] = {0};
        for (int32_t i = 0; i < 3 * mesh->face_count; i++) {
            const int32_t a = mesh->face_vertex[i], b = mesh->face_vertex[i % 3 == 2 ? i - 2 : i + 1];
            ways[0] += a == edges[e][0] && b == edges[e][1];
            ways[1] += a == edges[e][1] && b == edges[e][0];
        }
        assert_true(ways[0] + ways[1] > 0 && ways[0] < 2 && ways[1] < 2);
        border += ways[0] + ways[1] == 1;
    }
    free(edges);
    return border;
}

// Planar, counter-clockwise, no triangle smaller than `min` times the mean; the sum of the areas is `whole`.
static void check_flat(const Mesh *mesh, double whole, double min)
{
    double sum = 0, smallest = INFINITY;
    for (int32_t face = 0; face < mesh->face_count; face++) {
        double normal[3];
        assert_int_equal(mesh->face_start[face + 1], 3 * (face + 1));
        area(mesh, face, normal);
        sum += normal[2];
        smallest = fmin(smallest, normal[2]);
    }
    assert_near(sum, whole, 1e-12 * whole);
    if (!(smallest * mesh->face_count > min * whole))
        fail_msg("a triangle has %g of the mean area", smallest * mesh->face_count / whole);
}

// Closed, manifold, a topological sphere, all faces outward. Returns the volume.
static double check_closed(const Mesh *mesh, const double centre[3])
{
    double sum = 0;
    for (int32_t face = 0; face < mesh->face_count; face++) {
        double normal[3], out = 0;
        area(mesh, face, normal);
        for (int k = 0; k < 3; k++)
            out += normal[k] * (mesh->position[mesh->face_vertex[3 * face]][k] - centre[k]);
        assert_true(out > 0);
        sum += out / 3;
    }
    assert_int_equal(check_manifold(mesh), 0);
    assert_int_equal(2 * mesh->vertex_count - mesh->face_count, 4);
    return sum;
}

TEST(test_sheet)
{
    Mesh mesh, other;
    for (int split = 0; split < 3; split++) {
        assert_ok(mesh_make_sheet(9, 6, 0.5, 0.25, (SheetSplit)split, 7, &mesh));
        assert_int_equal(mesh.vertex_count, 54);
        assert_int_equal(mesh.face_count, 80);
        assert_int_equal(check_manifold(&mesh), 2 * (8 + 5));
        check_flat(&mesh, 4 * 1.25, split == SHEET_IRREGULAR ? 0.15 : 0.999);
        assert_near(mesh.position[53][0], 4, 0);
        assert_near(mesh.position[53][1], 1.25, 0);
        mesh_destroy(&mesh);
    }
    for (int split = SHEET_FORWARD; split <= SHEET_ALTERNATE; split++) { // six triangles meet at an inner vertex, or eight and four in turn
        int32_t met[2] = {0};
        assert_ok(mesh_make_sheet(4, 4, 1, 1, (SheetSplit)split, 7, &mesh));
        for (int32_t k = 0; k < 3 * mesh.face_count; k++)
            met[0] += mesh.face_vertex[k] == 5, met[1] += mesh.face_vertex[k] == 6;
        assert_int_equal(met[0], split == SHEET_FORWARD ? 6 : 8);
        assert_int_equal(met[1], split == SHEET_FORWARD ? 6 : 4);
        mesh_destroy(&mesh);
    }
    assert_ok(mesh_make_sheet(5, 4, 2, sqrt(3), SHEET_EQUILATERAL, 7, &mesh));
    check_flat(&mesh, 7 * 3 * sqrt(3), 0.499);
    for (int32_t i = 0; i < mesh.face_count; i++) { // equilateral of side 2, or half of one
        const int32_t *corner = mesh.face_vertex + 3 * i;
        double         sum = 0;
        for (int k = 0; k < 3; k++) {
            const double *p = mesh.position[corner[k]], *q = mesh.position[corner[(k + 1) % 3]];
            sum += pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2);
        }
        assert_true(fabs(sum - 12) < 1e-12 || fabs(sum - 8) < 1e-12);
    }
    assert_near(mesh.position[4][0], 7, 0);
    assert_near(mesh.position[5][0], 0, 0);
    assert_near(mesh.position[6][0], 1, 0);
    mesh_destroy(&mesh);
    assert_ok(mesh_make_sheet(3, 3, 1, 1, SHEET_IRREGULAR, 7, &mesh));
    assert_ok(mesh_make_sheet(3, 3, 1, 1, SHEET_IRREGULAR, 8, &other));
    assert_true(fabs(mesh.position[4][0] - 1) > 1e-6 && fabs(mesh.position[4][0] - other.position[4][0]) > 1e-6);
    assert_near(mesh.position[1][1], 0, 0);
    mesh_destroy(&mesh);
    mesh_destroy(&other);
    assert_refused(mesh_make_sheet(1, 3, 1, 1, SHEET_FORWARD, 0, &mesh), "at least 2 columns", &mesh);
}

static double polygon_area_of(int sides, double radius)
{
    return sides * radius * radius * sin(2 * 3.14159265358979323846 / sides) / 2;
}

TEST(test_polygon)
{
    static const int SIDES[] = {3, 4, 7, 24, 100}, RINGS[] = {1, 2, 4, 9};
    Mesh             mesh;
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 4; j++)
            for (int irregular = 0; irregular < 2; irregular++) {
                if (2 * RINGS[j] > SIDES[i])
                    continue;
                assert_ok(mesh_make_polygon(SIDES[i], RINGS[j], 0.5, irregular, 3, &mesh));
                check_flat(&mesh, polygon_area_of(SIDES[i], 0.5), 0);
                assert_int_equal(check_manifold(&mesh), SIDES[i]);
                mesh_destroy(&mesh);
            }
    assert_ok(mesh_make_polygon(36, 6, 2, true, 1, &mesh)); // a disc
    assert_int_equal(mesh.vertex_count, 1 + 3 * 6 * 7);
    assert_int_equal(mesh.face_count, 6 * 36);
    check_flat(&mesh, polygon_area_of(36, 2), 0.3);
    assert_near(mesh.position[9][1], 2, 1e-15);
    mesh_destroy(&mesh);
    assert_ok(mesh_make_polygon(5, 0, 2, false, 0, &mesh));
    assert_int_equal(mesh.face_count, 1);
    assert_int_equal(mesh.face_start[1], 5);
    assert_near(mesh.position[0][0], 2, 0);
    assert_true(mesh.position[1][1] > 1);
    mesh_destroy(&mesh);
    assert_refused(mesh_make_polygon(2, 0, 1, false, 0, &mesh), "3 … 100000 sides, not 2", &mesh);
    assert_refused(mesh_make_polygon(3, -1, 1, false, 0, &mesh), "rings, not -1", &mesh);
    assert_refused(mesh_make_polygon(3, 0, INFINITY, false, 0, &mesh), "positive and finite", &mesh);
}

TEST(test_ring_and_cylinder)
{
    Mesh mesh;
    assert_ok(mesh_make_ring(12, 3, 0.5, 2, &mesh));
    assert_int_equal(mesh.vertex_count, 48);
    check_flat(&mesh, polygon_area_of(12, 2) - polygon_area_of(12, 0.5), 0.1);
    assert_int_equal(check_manifold(&mesh), 24);
    mesh_destroy(&mesh);
    assert_refused(mesh_make_ring(12, 1, 2, 2, &mesh), "below the outer", &mesh);
    assert_refused(mesh_make_ring(12, 0, 1, 2, &mesh), "rings, not 0", &mesh);

    const double centre[3] = {0, 0, 1.5};
    for (int sides = 3; sides <= 40; sides += 37) {
        assert_ok(mesh_make_cylinder(sides, 4, 0.7, 3, true, &mesh));
        assert_near(check_closed(&mesh, centre), 3 * polygon_area_of(sides, 0.7), 1e-12);
        assert_near(mesh.position[mesh.vertex_count - 1][2], 3, 0);
        mesh_destroy(&mesh);
    }
    assert_ok(mesh_make_cylinder(8, 2, 0.7, 3, false, &mesh));
    assert_int_equal(mesh.vertex_count, 24);
    assert_int_equal(check_manifold(&mesh), 16);
    double normal[3];
    area(&mesh, 0, normal);
    assert_true(normal[0] > 0); // the normal at +x points outward
    mesh_destroy(&mesh);
    assert_refused(mesh_make_cylinder(8, 0, 1, 1, true, &mesh), "rows, not 0", &mesh);
    assert_refused(mesh_make_cylinder(8, 1, 1, -1, true, &mesh), "height of a cylinder", &mesh);
}

// Quads between circles of equally many vertices are flat, so the volume is that of a polygonal tube swept around the axis (Pappus).
TEST(test_torus)
{
    Mesh mesh;
    for (int sides = 3; sides <= 30; sides += 9) {
        assert_ok(mesh_make_torus(sides, sides / 2 + 2, 2, 0.5, &mesh));
        assert_int_equal(mesh.vertex_count, sides * (sides / 2 + 2));
        assert_int_equal(check_manifold(&mesh), 0);
        double volume = 0;
        for (int32_t i = 0; i < mesh.face_count; i++) {
            double normal[3], *p = mesh.position[mesh.face_vertex[3 * i]];
            area(&mesh, i, normal);
            volume += (normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2]) / 3;
        }
        assert_near(volume, 2 * 2 * polygon_area_of(sides, 1) * polygon_area_of(sides / 2 + 2, 0.5), 1e-12);
        mesh_destroy(&mesh);
    }
    assert_refused(mesh_make_torus(2, 8, 1, 0.1, &mesh), "sides, not 2", &mesh);
    assert_refused(mesh_make_torus(8, 2, 1, 0.1, &mesh), "parts, not 2", &mesh);
    assert_refused(mesh_make_torus(8, 8, 1, 0, &mesh), "tube of a torus must be positive", &mesh);
    assert_refused(mesh_make_torus(8, 8, 1, 1, &mesh), "below its radius", &mesh);
}

TEST(test_sphere)
{
    const double centre[3] = {0, 0, 0};
    Mesh         mesh;
    for (int parts = 1; parts <= 7; parts += parts < 4 ? 1 : 3) {
        assert_ok(mesh_make_sphere(parts, 2, &mesh));
        assert_int_equal(mesh.vertex_count, 10 * parts * parts + 2);
        const double volume = check_closed(&mesh, centre), ball = 32 * 3.14159265358979323846 / 3;
        assert_true(volume < ball && volume > ball * (1 - 0.7 / parts / parts));
        for (int32_t i = 0; i < mesh.vertex_count; i++) {
            const double *p = mesh.position[i];
            assert_near(p[0] * p[0] + p[1] * p[1] + p[2] * p[2], 4, 1e-14);
        }
        mesh_destroy(&mesh);
    }
    assert_refused(mesh_make_sphere(0, 1, &mesh), "not 0", &mesh);
    assert_refused(mesh_make_sphere(1, 0, &mesh), "radius of a sphere", &mesh);
}
