// Meshes: generators, edges, and the OBJ reader with accepted and rejected input.
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "check.h"
#include "mesh/mesh.h"

static char obj_path[64];

static int set_up(void **state)
{
    snprintf(obj_path, sizeof obj_path, "/tmp/weft_mesh_%d.obj", (int)getpid());
    return 0;
}

static int tear_down(void **state)
{
    unlink(obj_path);
    return 0;
}

static Status read_bytes(const char *bytes, size_t size, Mesh *mesh)
{
    write_bytes(obj_path, bytes, size);
    return mesh_read(obj_path, mesh);
}

static void read_ok(const char *text, Mesh *mesh)
{
    assert_ok(read_bytes(text, strlen(text), mesh));
}

TEST(test_grid)
{
    Mesh mesh;
    assert_int_equal(mesh_make_grid(4, 3, 0.5, 2, &mesh).code, STATUS_OK);
    assert_int_equal(mesh.vertex_count, 12);
    assert_int_equal(mesh.face_count, 6);
    assert_int_equal(mesh.line_count, 0);
    assert_true(mesh.position[11][0] == 1.5 && mesh.position[11][1] == 4 && mesh.position[11][2] == 0);
    const int32_t last[4] = {6, 7, 11, 10};
    assert_memory_equal(mesh.face_vertex + mesh.face_start[5], last, sizeof last);
    assert_int_equal(mesh.face_start[6], 24);
    int32_t(*edges)[2] = NULL;
    int32_t count = 0;
    assert_int_equal(mesh_edges(&mesh, &edges, &count).code, STATUS_OK);
    assert_int_equal(count, 3 * 3 + 4 * 2); // rows of 3, columns of 2; no diagonals
    for (int32_t i = 0; i < count; i++) {
        assert_true(edges[i][0] < edges[i][1]);
        assert_true(edges[i][1] - edges[i][0] == 1 || edges[i][1] - edges[i][0] == 4);
        if (i)
            assert_true(edges[i - 1][0] < edges[i][0] || (edges[i - 1][0] == edges[i][0] && edges[i - 1][1] < edges[i][1]));
    }
    free(edges);
    mesh_destroy(&mesh);
    mesh_destroy(&mesh);
    assert_int_equal(mesh_make_grid(1, 3, 1, 1, &mesh).code, STATUS_INPUT);
    assert_int_equal(mesh_make_grid(3, 3, 0, 1, &mesh).code, STATUS_INPUT);
    assert_int_equal(mesh_make_grid(100000, 100000, 1, 1, &mesh).code, STATUS_INPUT);
}

TEST(test_chain)
{
    Mesh mesh;
    assert_int_equal(mesh_make_chain(5, 0.25, &mesh).code, STATUS_OK);
    assert_int_equal(mesh.vertex_count, 5);
    assert_int_equal(mesh.line_count, 4);
    assert_true(mesh.position[4][0] == 1 && mesh.position[4][1] == 0);
    assert_true(mesh.line[3][0] == 3 && mesh.line[3][1] == 4);
    mesh_destroy(&mesh);
    assert_int_equal(mesh_make_chain(1, 1, &mesh).code, STATUS_INPUT);
    assert_int_equal(mesh_make_chain(2, -1, &mesh).code, STATUS_INPUT);
}

TEST(test_obj)
{
    Mesh mesh;
    read_ok("# a square, a triangle over it, a loose edge\r\nmtllib x.mtl\r\nv 0 0 0\r\nv 1 0 0 1.0\r\nv 1 1 0 0.5 0.5 0.5\r\n"
            "vt 0 0\r\nvn 0 0 1\r\no square\r\nf 1/1/1 2//1 \\\r\n 3/1 4\r\nv\t0 1 0 # the fourth, named before it came\r\n"
            "v .5 -1e0 +2.\r\nf -1 -4 -3 # relative\r\nl 1 3 5\r\ns off",
            &mesh);
    assert_int_equal(mesh.vertex_count, 5);
    assert_int_equal(mesh.face_count, 2);
    assert_int_equal(mesh.line_count, 2);
    assert_true(mesh.position[4][0] == 0.5 && mesh.position[4][1] == -1 && mesh.position[4][2] == 2);
    const int32_t corners[7] = {0, 1, 2, 3, 4, 1, 2}, starts[3] = {0, 4, 7}, lines[4] = {0, 2, 2, 4};
    assert_memory_equal(mesh.face_vertex, corners, sizeof corners);
    assert_memory_equal(mesh.face_start, starts, sizeof starts);
    assert_memory_equal(mesh.line, lines, sizeof lines);
    int32_t(*edges)[2] = NULL;
    int32_t count = 0;
    assert_int_equal(mesh_edges(&mesh, &edges, &count).code, STATUS_OK);
    assert_int_equal(count, 7); // 4 + 3 + 2, minus the shared 1-2 and 2-4
    free(edges);
    mesh_destroy(&mesh);
    read_ok("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", &mesh); // no newline at the end
    assert_int_equal(mesh.face_count, 1);
    mesh_destroy(&mesh);
}

TEST(test_hinges)
{
    Mesh mesh;
    int32_t(*pairs)[2] = NULL;
    int32_t count = 0;
    // A strip of three triangles: 0-3 across the edge 1-2, 1-4 across 2-3.
    read_ok("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 2 0\nf 1 2 3\nf 2 4 3\nf 3 4 5\n", &mesh);
    assert_int_equal(mesh_hinges(&mesh, &pairs, &count).code, STATUS_OK);
    assert_int_equal(count, 2);
    assert_true(pairs[0][0] == 0 && pairs[0][1] == 3 && pairs[1][0] == 1 && pairs[1][1] == 4);
    free(pairs);
    mesh_destroy(&mesh);
    // A tetrahedron: every pair across an edge is an edge itself.
    read_ok("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n", &mesh);
    assert_int_equal(mesh_hinges(&mesh, &pairs, &count).code, STATUS_OK);
    assert_int_equal(count, 0);
    free(pairs);
    mesh_destroy(&mesh);
}

TEST(test_refused)
{
    static const struct {
        const char *text, *expected;
    } CASES[] = {
        {"", ": the mesh has no faces, no lines and no tetrahedra"},
        {"v 0 0 0\nv 1 0 0\n", ": the mesh has no faces, no lines and no tetrahedra"},
        {"v 0 0\n", ":1: a vertex needs 3 coordinates, has 2"},
        {"\nv 0 nan 0\n", ":2: `nan` is not a finite number"},
        {"v 0 0 inf\n", ":1: `inf` is not a finite number"},
        {"v 0 0 1e400\n", ":1: `1e400` is not a finite number"},
        {"v 0 0 1x\n", ":1: `1x` is not a finite number"},
        {"v 1 2 3 4 5 6 7 8 9\n", ":1: a vertex needs 3 coordinates, has 9"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\n\\\n\\\nf 1 2 4\n", ":6: vertex 4 does not exist; the file has 3"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\n# c \\\n x\nf 1 2 0\n", ":6: vertex 0 does not exist"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4\n", ":4: vertex -4 does not exist"},
        {"v 0 0 0\nf 1 -2 1\nv 0 0 1\nv 0 1 1\n", ":2: vertex -2 does not exist"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999\n", ":4: `99999999999999999999` is not an index"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 x\n", ":4: `x` is not an index"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3/1/1/1\n", ":4: `1` is not an index"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3/\n", ":4: `/` is not an index"},
        {"v 0 0 \x01\x02\n", ":1: `??` is not a finite number"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Mesh mesh;
        char expected[200];
        snprintf(expected, sizeof expected, "%s%s", obj_path, CASES[i].expected);
        assert_fails(read_bytes(CASES[i].text, strlen(CASES[i].text), &mesh), STATUS_INPUT, expected);
        assert_null(mesh.position);
    }
    Mesh mesh;
    assert_fails(read_bytes("v 0 0 0\0\n", 9, &mesh), STATUS_INPUT, ":1: a NUL byte");
    assert_fails(mesh_read("/nonexistent.obj", &mesh), STATUS_IO, "/nonexistent.obj: cannot be read: No such file");
    assert_int_equal(unlink(obj_path), 0);
    assert_int_equal(mkdir(obj_path, 0700), 0);
    assert_fails(mesh_read(obj_path, &mesh), STATUS_IO, "is a folder");
    assert_int_equal(rmdir(obj_path), 0);
}

// Cut off at any byte or with bytes changed, a file is read into a valid mesh or rejected with its line.
TEST(test_damaged)
{
    static const char TEXT[] = "# c\nv 0 0 0\nv 1 0 0 \\\n 1\nv 1 1 0\r\nv 0 1 -1.5e-1\nf 1/1/1 2//2 3/3\nf -1 -2 -3 -4\nl 1 2 3\n";
    char              copy[sizeof TEXT];
    Random            random = {3};
    for (size_t round = 0; round < 20 * sizeof TEXT; round++) {
        Mesh         mesh;
        const size_t size = round < sizeof TEXT ? round : sizeof TEXT - 1;
        memcpy(copy, TEXT, sizeof TEXT);
        for (int i = 0; round >= sizeof TEXT && i < 2; i++)
            copy[random_below(&random, size)] = (char)random_below(&random, 256);
        const Status status = read_bytes(copy, size, &mesh);
        if (status.code != STATUS_OK) {
            assert_fails(status, STATUS_INPUT, obj_path);
            continue;
        }
        for (int32_t i = 0; i < mesh.face_start[mesh.face_count]; i++)
            assert_true(mesh.face_vertex[i] >= 0 && mesh.face_vertex[i] < mesh.vertex_count);
        mesh_destroy(&mesh);
    }
}

// The shipped scan: closed (every edge has one face on each side, in opposite directions), one piece, no two vertices at one point.
TEST(test_bunny)
{
    Mesh mesh;
    assert_ok(mesh_read(WEFT_SOURCE_DIR "/datasets/meshes/bunny.obj", &mesh));
    int32_t(*edges)[2] = NULL;
    int32_t count = 0, corners = mesh.face_start[mesh.face_count];
    assert_int_equal(mesh_edges(&mesh, &edges, &count).code, STATUS_OK);
    assert_int_equal(mesh.vertex_count - count + mesh.face_count, 2); // Euler: a sphere
    assert_int_equal(2 * count, corners);
    double volume = 0;
    for (int32_t i = 0; i < mesh.face_count; i++) {
        const double *a = mesh.position[mesh.face_vertex[3 * i]], *b = mesh.position[mesh.face_vertex[3 * i + 1]];
        const double *c = mesh.position[mesh.face_vertex[3 * i + 2]];
        volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
    }
    assert_true(volume > 0.003 && volume < 0.004); // m³; faces point outward
    for (int32_t i = 0; i < mesh.vertex_count; i++)
        for (int32_t j = 0; j < i; j++) {
            const double *p = mesh.position[i], *q = mesh.position[j];
            assert_true(p[0] != q[0] || p[1] != q[1] || p[2] != q[2]);
        }
    free(edges);
    mesh_destroy(&mesh);
}

TESTS_SHARE(set_up, tear_down)
