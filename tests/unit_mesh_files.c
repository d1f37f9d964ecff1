// Mesh files: every dialect of every format is read into the same mesh; cut at any byte, with bytes changed, with counts and indices that
// cannot be, a file is read into a sound mesh or refused with its place.
// cmocka wants these before it
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "mesh_writers.h"

static char folder[64];

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/weft_mesh_files_%d", (int)getpid());
    return mkdir(folder, 0700);
}

static int tear_down(void **state)
{
    (void)state;
    return rmdir(folder);
}

static void write_file(const char *end, const char *data, size_t size, char path[128])
{
    snprintf(path, 128, "%s/mesh%s", folder, end);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

// ---- the mesh that all files have ----

// A cube of five tets with two quads, a triangle and a pentagon on it, two lines, and a vertex that belongs to nothing.
static void make_mesh(Mesh *mesh)
{
    static const int32_t TETS[5][4] = {{0, 1, 2, 4}, {3, 2, 1, 7}, {5, 1, 4, 7}, {6, 4, 2, 7}, {1, 2, 4, 7}};
    static const int32_t CORNERS[15] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 4, 1, 3, 7, 5}, STARTS[5] = {0, 4, 8, 11, 15},
                         LINES[4] = {0, 7, 7, 8};
    assert_int_equal(mesh_allocate(9, 4, 15, 2, 5, mesh).code, STATUS_OK);
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            mesh->position[i][k] = (double)(i >> k & 1) * (k + 1) + 0.125 * i;
    mesh->position[8][0] = 10.0 / 3;
    mesh->position[8][1] = -1e-9;
    mesh->position[8][2] = 3e20;
    memcpy(mesh->tet, TETS, sizeof TETS);
    memcpy(mesh->face_vertex, CORNERS, sizeof CORNERS);
    memcpy(mesh->face_start, STARTS, sizeof STARTS);
    memcpy(mesh->line, LINES, sizeof LINES);
}

static void assert_sound(const Mesh *mesh)
{
    assert_int_equal(mesh->face_start[0], 0);
    for (int32_t i = 0; i < mesh->face_count; i++)
        assert_true(mesh->face_start[i + 1] - mesh->face_start[i] >= 3);
    for (int32_t i = 0; i < mesh->face_start[mesh->face_count]; i++)
        assert_true(mesh->face_vertex[i] >= 0 && mesh->face_vertex[i] < mesh->vertex_count);
    for (int32_t i = 0; i < 2 * mesh->line_count; i++)
        assert_true(mesh->line[i / 2][i % 2] >= 0 && mesh->line[i / 2][i % 2] < mesh->vertex_count);
    for (int32_t i = 0; i < 4 * mesh->tet_count; i++)
        assert_true(mesh->tet[i / 4][i % 4] >= 0 && mesh->tet[i / 4][i % 4] < mesh->vertex_count);
    for (int32_t i = 0; i < 3 * mesh->vertex_count; i++)
        assert_true(isfinite(mesh->position[i / 3][i % 3]));
}

// ---- the files ----

typedef enum Has { HAS_FACES = 1, HAS_LINES = 2, HAS_TETS = 4, HAS_ALL = 7 } Has;

typedef struct Kind {
    const char *name, *end;
    Has         has;
    bool        is_text;
    void (*write)(const Mesh *mesh, Bytes *out);
} Kind;

#define WRITER(name, call) \
    static void name(const Mesh *mesh, Bytes *out) \
    { \
        call; \
    }
#define TEXT ((Style){0})
#define LITTLE ((Style){true, false})
#define BIG ((Style){true, true})

WRITER(ply_text, write_ply(mesh, TEXT, out))
WRITER(ply_little, write_ply(mesh, LITTLE, out))
WRITER(ply_big, write_ply(mesh, BIG, out))
WRITER(msh2_text, write_gmsh(mesh, TEXT, false, 1, out))
WRITER(msh2_little, write_gmsh(mesh, LITTLE, false, 1, out))
WRITER(msh2_big, write_gmsh(mesh, BIG, false, 3, out))
WRITER(msh2_sparse, write_gmsh(mesh, TEXT, false, 10, out))
WRITER(msh4_text, write_gmsh(mesh, TEXT, true, 1, out))
WRITER(msh4_little, write_gmsh(mesh, LITTLE, true, 1, out))
WRITER(msh4_big, write_gmsh(mesh, BIG, true, 1, out))
WRITER(msh4_sparse, write_gmsh(mesh, LITTLE, true, 1000000007, out))
WRITER(vtk_text, write_vtk(mesh, TEXT, false, out))
WRITER(vtk_bytes, write_vtk(mesh, BIG, false, out))
WRITER(vtk5_text, write_vtk(mesh, TEXT, true, out))
WRITER(vtk5_bytes, write_vtk(mesh, BIG, true, out))
WRITER(polydata_text, write_polydata(mesh, TEXT, out))
WRITER(polydata_bytes, write_polydata(mesh, BIG, out))
WRITER(vtu_text, write_vtu(mesh, (Xml){.packing = PACK_ASCII}, 1, out))
WRITER(vtu_base64, write_vtu(mesh, (Xml){.packing = PACK_BASE64}, 1, out))
WRITER(vtu_raw, write_vtu(mesh, (Xml){.packing = PACK_RAW, .wide_header = true}, 1, out))
WRITER(vtu_raw_big, write_vtu(mesh, (Xml){.packing = PACK_RAW, .big = true}, 1, out))
WRITER(vtu_appended, write_vtu(mesh, (Xml){.packing = PACK_APPENDED_BASE64, .wide_header = true}, 1, out))
WRITER(vtu_zlib, write_vtu(mesh, (Xml){.packing = PACK_BASE64, .compressed = true}, 1, out))
WRITER(vtu_zlib_raw, write_vtu(mesh, (Xml){.packing = PACK_RAW, .compressed = true, .big = true, .wide_header = true}, 1, out))
WRITER(vtu_zlib_appended, write_vtu(mesh, (Xml){.packing = PACK_APPENDED_BASE64, .compressed = true}, 1, out))

static const Kind KINDS[] = {
    {"PLY ascii", ".ply", HAS_FACES | HAS_LINES, true, ply_text},
    {"PLY little", ".PLY", HAS_FACES | HAS_LINES, false, ply_little},
    {"PLY big", ".ply", HAS_FACES | HAS_LINES, false, ply_big},
    {"MSH 2.2", ".msh", HAS_ALL, true, msh2_text},
    {"MSH 2.2 little", ".msh", HAS_ALL, false, msh2_little},
    {"MSH 2.2 big, tags in threes", ".msh", HAS_ALL, false, msh2_big},
    {"MSH 2.2, tags in tens", ".msh", HAS_ALL, true, msh2_sparse},
    {"MSH 4.1", ".msh", HAS_ALL, true, msh4_text},
    {"MSH 4.1 little", ".msh", HAS_ALL, false, msh4_little},
    {"MSH 4.1 big", ".msh", HAS_ALL, false, msh4_big},
    {"MSH 4.1, large tags", ".msh", HAS_ALL, false, msh4_sparse},
    {"VTK 3", ".vtk", HAS_ALL, true, vtk_text},
    {"VTK 3 bytes", ".vtk", HAS_ALL, false, vtk_bytes},
    {"VTK 5", ".vtk", HAS_ALL, true, vtk5_text},
    {"VTK 5 bytes", ".vtk", HAS_ALL, false, vtk5_bytes},
    {"VTK polygons", ".vtk", HAS_FACES | HAS_LINES, true, polydata_text},
    {"VTK polygons bytes", ".vtk", HAS_FACES | HAS_LINES, false, polydata_bytes},
    {"VTU ascii", ".vtu", HAS_ALL, true, vtu_text},
    {"VTU base64", ".vtu", HAS_ALL, true, vtu_base64},
    {"VTU raw", ".vtu", HAS_ALL, false, vtu_raw},
    {"VTU raw big", ".vtu", HAS_ALL, false, vtu_raw_big},
    {"VTU appended base64", ".vtu", HAS_ALL, true, vtu_appended},
    {"VTU zlib", ".vtu", HAS_ALL, true, vtu_zlib},
    {"VTU zlib raw big", ".vtu", HAS_ALL, false, vtu_zlib_raw},
    {"VTU zlib appended", ".vtu", HAS_ALL, true, vtu_zlib_appended},
};

enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static Status read_bytes(const char *end, const char *data, size_t size, Mesh *mesh)
{
    char path[128];
    write_file(end, data, size, path);
    const Status status = mesh_read(path, mesh);
    unlink(path);
    return status;
}

static void assert_same(const char *name, const Mesh *expected, const Mesh *mesh, Has has)
{
    const int32_t faces = has & HAS_FACES ? expected->face_count : 0, lines = has & HAS_LINES ? expected->line_count : 0;
    const int32_t tets = has & HAS_TETS ? expected->tet_count : 0;
    if (mesh->vertex_count != expected->vertex_count || mesh->face_count != faces || mesh->line_count != lines || mesh->tet_count != tets)
        fail_msg("%s: %d vertices, %d faces, %d lines, %d tets", name, (int)mesh->vertex_count, (int)mesh->face_count,
                 (int)mesh->line_count, (int)mesh->tet_count);
    assert_memory_equal(mesh->position, expected->position, (size_t)expected->vertex_count * sizeof *mesh->position);
    assert_memory_equal(mesh->face_start, expected->face_start, ((size_t)faces + 1) * sizeof *mesh->face_start);
    if (faces)
        assert_memory_equal(mesh->face_vertex, expected->face_vertex, (size_t)expected->face_start[faces] * sizeof *mesh->face_vertex);
    if (lines)
        assert_memory_equal(mesh->line, expected->line, (size_t)lines * sizeof *mesh->line);
    if (tets)
        assert_memory_equal(mesh->tet, expected->tet, (size_t)tets * sizeof *mesh->tet);
}

static void assert_read(const char *name, const char *end, const Bytes *bytes, const Mesh *expected, Has has)
{
    Mesh         mesh;
    const Status status = read_bytes(end, bytes->data, bytes->size, &mesh);
    if (status.code != STATUS_OK)
        fail_msg("%s: %s", name, status.text);
    assert_same(name, expected, &mesh, has);
    mesh_free(&mesh);
}

// Every dialect gives the numbering and the bits that were written; so does a text with the line ends of Windows.
static void test_dialects(void **state)
{
    (void)state;
    Mesh expected;
    make_mesh(&expected);
    for (int i = 0; i < KIND_COUNT; i++) {
        Bytes bytes = {0}, windows = {0};
        KINDS[i].write(&expected, &bytes);
        assert_read(KINDS[i].name, KINDS[i].end, &bytes, &expected, KINDS[i].has);
        for (size_t k = 0; k < bytes.size; k++)
            put(&windows, bytes.data[k] == '\n' ? "\r\n" : bytes.data + k, bytes.data[k] == '\n' ? 2 : 1);
        if (KINDS[i].is_text)
            assert_read(KINDS[i].name, KINDS[i].end, &windows, &expected, KINDS[i].has);
        free(bytes.data);
        free(windows.data);
    }
    mesh_free(&expected);
}

// Pieces follow each other: the second one's elements are on its own vertices.
static void test_pieces(void **state)
{
    (void)state;
    Mesh  expected, mesh;
    Bytes bytes = {0};
    make_mesh(&expected);
    write_vtu(&expected, (Xml){.packing = PACK_RAW}, 2, &bytes);
    assert_int_equal(read_bytes(".vtu", bytes.data, bytes.size, &mesh).code, STATUS_OK);
    assert_int_equal(mesh.vertex_count, 18);
    assert_int_equal(mesh.tet_count, 10);
    for (int k = 0; k < 4; k++)
        assert_int_equal(mesh.tet[9][k], expected.tet[4][k] + 9);
    assert_int_equal(mesh.line[3][1], 17);
    assert_memory_equal(mesh.position[9], expected.position[0], 9 * sizeof *mesh.position);
    free(bytes.data);
    mesh_free(&mesh);
    mesh_free(&expected);
}

// STL has corners only: those at one place become one vertex, in the order in which the places come.
static void test_stl(void **state)
{
    (void)state;
    Mesh                 expected;
    static const int32_t CORNERS[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0}, STARTS[5] = {0, 3, 6, 9, 12};
    assert_int_equal(mesh_allocate(4, 4, 12, 0, 0, &expected).code, STATUS_OK);
    for (int i = 1; i < 4; i++)
        expected.position[i][i - 1] = 0.5 * i;
    memcpy(expected.face_vertex, CORNERS, sizeof CORNERS);
    memcpy(expected.face_start, STARTS, sizeof STARTS);
    const Style styles[] = {TEXT, LITTLE};
    for (int i = 0; i < 2; i++) {
        Bytes bytes = {0};
        write_stl(&expected, styles[i], &bytes);
        assert_read("STL", ".stl", &bytes, &expected, HAS_FACES);
        free(bytes.data);
    }
    // A second solid, and a zero with a sign, which is the same place as one without.
    static const char TWO[] =
        "solid a\nfacet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\nendsolid a\n\n"
        "solid\nfacet normal nan nan nan\nouter loop\nvertex -0 0 0\nvertex 0 1 -0\nvertex 0 0 1\nendloop\nendfacet\nendsolid";
    Mesh mesh;
    assert_int_equal(read_bytes(".stl", TWO, sizeof TWO - 1, &mesh).code, STATUS_OK);
    assert_int_equal(mesh.vertex_count, 4);
    assert_int_equal(mesh.face_vertex[4], 2);
    mesh_free(&mesh);
    mesh_free(&expected);
}

static Status read_pair(const Bytes *node, const Bytes *ele, const char *end, Mesh *mesh)
{
    char paths[2][128];
    write_file(".node", node->data, node->size, paths[0]);
    write_file(".ele", ele->data, ele->size, paths[1]);
    const Status status = mesh_read(paths[strcmp(end, ".ele") == 0], mesh);
    unlink(paths[0]);
    unlink(paths[1]);
    return status;
}

// Numbered from 0 or from 1, named by either file; cut anywhere.
static void test_tetgen(void **state)
{
    (void)state;
    Mesh expected, mesh;
    make_mesh(&expected);
    for (int first = 0; first < 2; first++) {
        Bytes node = {0}, ele = {0};
        write_node(&expected, first, &node);
        write_ele(&expected, first, &ele);
        assert_int_equal(read_pair(&node, &ele, first ? ".ele" : ".node", &mesh).code, STATUS_OK);
        assert_same("TetGen", &expected, &mesh, HAS_TETS);
        mesh_free(&mesh);
        for (size_t cut = 0; cut < node.size + ele.size; cut++) {
            const Bytes  part[2] = {{node.data, cut < node.size ? cut : node.size, 0},
                                    {ele.data, cut < node.size ? ele.size : cut - node.size, 0}};
            const Status status = read_pair(&part[0], &part[1], ".ele", &mesh);
            assert_true(status.code == STATUS_OK || (status.code == STATUS_INPUT && strstr(status.text, folder) == status.text));
            if (status.code == STATUS_OK) {
                assert_int_equal(mesh.tet_count, 5);
                assert_sound(&mesh);
            }
            mesh_free(&mesh);
        }
        free(node.data);
        free(ele.data);
    }
    mesh_free(&expected);
}

// ---- damage ----

// A failure is of input, says the file first, and is one line; a success is a sound mesh.
static void assert_damaged(const char *name, const char *end, const char *data, size_t size)
{
    Mesh         mesh;
    const Status status = read_bytes(end, data, size, &mesh);
    if (status.code == STATUS_OK) {
        assert_sound(&mesh);
        mesh_free(&mesh);
        return;
    }
    if (status.code != STATUS_INPUT || strstr(status.text, folder) != status.text || strchr(status.text, '\n') || strlen(status.text) > 400)
        fail_msg("%s: code %d: %s", name, (int)status.code, status.text);
    assert_null(mesh.position);
    assert_int_equal(mesh.vertex_count, 0);
}

static void test_cut(void **state)
{
    (void)state;
    Mesh mesh;
    make_mesh(&mesh);
    for (int i = 0; i < KIND_COUNT; i++) {
        Bytes bytes = {0};
        KINDS[i].write(&mesh, &bytes);
        for (size_t cut = 0; cut < bytes.size; cut++)
            assert_damaged(KINDS[i].name, KINDS[i].end, bytes.data, cut);
        free(bytes.data);
    }
    mesh.face_count = 3; // the first three have at least three corners
    for (int i = 0; i < 2; i++) {
        Bytes bytes = {0};
        write_stl(&mesh, i ? LITTLE : TEXT, &bytes);
        for (size_t cut = 0; cut < bytes.size; cut++)
            assert_damaged("STL", ".stl", bytes.data, cut);
        free(bytes.data);
    }
    mesh_free(&mesh);
}

// One to three bytes changed: to anything, to a digit, or to one with other bits.
static void mutate(Random *random, char *data, size_t size)
{
    static const char DIGITS[] = "0123456789-. \n<>=";
    for (uint64_t i = 0; i <= random_below(random, 3); i++) {
        char *byte = data + random_below(random, size);
        switch (random_below(random, 3)) {
        case 0:
            *byte = (char)random_below(random, 256);
            break;
        case 1:
            *byte = DIGITS[random_below(random, sizeof DIGITS - 1)];
            break;
        default:
            *byte = (char)((unsigned char)*byte ^ 1U << random_below(random, 8));
        }
    }
}

static void test_mutated(void **state)
{
    (void)state;
    enum { ROUNDS = 400 };
    Mesh   mesh;
    Random random = {11};
    make_mesh(&mesh);
    for (int i = 0; i < KIND_COUNT; i++) {
        Bytes bytes = {0};
        KINDS[i].write(&mesh, &bytes);
        char *copy = malloc(bytes.size);
        for (int round = 0; copy && round < ROUNDS; round++) {
            memcpy(copy, bytes.data, bytes.size);
            mutate(&random, copy, bytes.size);
            assert_damaged(KINDS[i].name, KINDS[i].end, copy, bytes.size);
        }
        free(copy);
        free(bytes.data);
    }
    mesh_free(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dialects), cmocka_unit_test(test_pieces), cmocka_unit_test(test_stl),
        cmocka_unit_test(test_tetgen),   cmocka_unit_test(test_cut),    cmocka_unit_test(test_mutated),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
