// Generated meshes: numbering, counts, volumes and areas, and that neighbouring elements fit together.
// cmocka wants these before it
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/mesh_make.h"

static void assert_made(Status status)
{
    if (status.code != STATUS_OK)
        fail_msg("%s", status.text);
}

static void assert_refused(Status status, const char *expected, const Mesh *mesh)
{
    if (status.code != STATUS_INPUT || !strstr(status.text, expected))
        fail_msg("expected `%s`, got `%s`", expected, status.code ? status.text : "ok");
    assert_null(mesh->position);
}

static void assert_near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not %.17g", a, b);
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

// Every tetrahedron has a volume above `least`; together they fill `whole`; what no two of them share is the skin of the box.
static void check_box(const int cells[3], const double size[3], BoxSplit split)
{
    Mesh   mesh;
    double sum = 0, least = INFINITY;
    int32_t(*skin)[3], triangles = 0;
    assert_made(mesh_make_box(cells, size, split, &mesh));
    assert_int_equal(mesh.vertex_count, (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1));
    assert_int_equal(mesh.tet_count, cells[0] * cells[1] * cells[2] * (int)split);
    assert_int_equal(mesh.face_count, 0);
    for (int32_t t = 0; t < mesh.tet_count; t++) {
        const double v = volume(&mesh, mesh.tet[t]);
        sum += v;
        least = fmin(least, v);
    }
    const double whole = size[0] * size[1] * size[2];
    assert_near(sum, whole, 1e-12 * whole);
    assert_near(least * 6 * cells[0] * cells[1] * cells[2], whole, 1e-12 * whole);
    assert_made(mesh_surface(&mesh, &skin, &triangles));
    assert_int_equal(triangles, 4 * (cells[0] * cells[1] + cells[1] * cells[2] + cells[2] * cells[0]));
    const int32_t last = mesh.vertex_count - 1, along_y = cells[2] + 1, along_x = (cells[1] + 1) * along_y;
    for (int k = 0; k < 3; k++)
        assert_near(mesh.position[last][k], size[k], 0);
    assert_near(mesh.position[1][2], size[2] / cells[2], 0);
    assert_near(mesh.position[along_y][1], size[1] / cells[1], 0);
    assert_near(mesh.position[along_x][0], size[0] / cells[0], 0);
    free(skin);
    mesh_free(&mesh);
}

static void test_box(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_box)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
