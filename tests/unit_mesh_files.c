// Mesh files: every dialect of every format is read into the same mesh. A damaged file is read into a valid mesh or rejected with its
// place. Damage means cut off at any byte, bytes changed, or impossible counts and indices.
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"
#include "check.h"
#include "mesh/mesh_check.h"
#include "mesh_writers.h"
#include "scene_rig.h"

static void write_file(const char *end, const char *data, size_t size, char path[128])
{
    snprintf(path, 128, "%s/mesh%s", folder, end);
    write_bytes(path, data, size);
}

// ---- the mesh of all files ----

// A cube of five tets with two quads, a triangle and a pentagon on it, two lines, and an unused vertex.
static void make_mesh(Mesh *mesh)
{
    static const int32_t TETS[5][4] = {{0, 1, 2, 4}, {3, 2, 1, 7}, {5, 1, 4, 7}, {6, 4, 2, 7}, {1, 2, 4, 7}};
    static const int32_t CORNERS[15] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 4, 1, 3, 7, 5}, STARTS[5] = {0, 4, 8, 11, 15},
                         LINES[4] = {0, 7, 7, 8};
    assert_int_equal(mesh_init(9, 4, 15, 2, 5, mesh).code, STATUS_OK);
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
    mesh_destroy(&mesh);
}

// The text with other line ends, and with a byte order mark where the format allows one.
static void assert_read_with(const Kind *kind, const Bytes *text, const char *mark, const char *end, const Mesh *expected)
{
    Bytes other = {0};
    put(&other, mark, strlen(mark));
    for (size_t k = 0; k < text->size; k++)
        put(&other, text->data[k] == '\n' ? end : text->data + k, text->data[k] == '\n' ? strlen(end) : 1);
    assert_read(kind->name, kind->end, &other, expected, kind->has);
    free(other.data);
}

// Every dialect reads back with the written numbering and bits, also with other line ends.
TEST(test_dialects)
{
    Mesh expected;
    make_mesh(&expected);
    for (int i = 0; i < KIND_COUNT; i++) {
        Bytes bytes = {0};
        KINDS[i].write(&expected, &bytes);
        assert_read(KINDS[i].name, KINDS[i].end, &bytes, &expected, KINDS[i].has);
        for (int k = 0; KINDS[i].is_text && k < 4; k++)
            assert_read_with(&KINDS[i], &bytes, k < 3 ? "" : "\xef\xbb\xbf", (const char *[]){"\r\n", "\r", "\r\r\n", "\n"}[k], &expected);
        free(bytes.data);
    }
    mesh_destroy(&expected);
}

// STL has corners only: corners at one place become one vertex, in the order of the first appearance of their places.
TEST(test_stl)
{
    Mesh                 expected;
    static const int32_t CORNERS[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0}, STARTS[5] = {0, 3, 6, 9, 12};
    assert_int_equal(mesh_init(4, 4, 12, 0, 0, &expected).code, STATUS_OK);
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
    // A second solid, and a zero with a minus sign, which is the same place as one without.
    static const char TWO[] =
        "solid a\nfacet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\nendsolid a\n\n"
        "solid\nfacet normal nan nan nan\nouter loop\nvertex -0 0 0\nvertex 0 1 -0\nvertex 0 0 1\nendloop\nendfacet\nendsolid";
    Mesh mesh;
    assert_int_equal(read_bytes(".stl", TWO, sizeof TWO - 1, &mesh).code, STATUS_OK);
    assert_int_equal(mesh.vertex_count, 4);
    assert_int_equal(mesh.face_vertex[4], 2);
    mesh_destroy(&mesh);
    mesh_destroy(&expected);
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

// Numbered from 0 or from 1, named by either file; cut off at any byte.
TEST(test_tetgen)
{
    Mesh expected, mesh;
    make_mesh(&expected);
    for (int first = 0; first < 2; first++) {
        Bytes node = {0}, ele = {0};
        write_node(&expected, first, &node);
        write_ele(&expected, first, &ele);
        assert_int_equal(read_pair(&node, &ele, first ? ".ele" : ".node", &mesh).code, STATUS_OK);
        assert_same("TetGen", &expected, &mesh, HAS_TETS);
        mesh_destroy(&mesh);
        for (size_t cut = 0; cut < node.size + ele.size; cut++) {
            const Bytes  part[2] = {{node.data, cut < node.size ? cut : node.size, 0},
                                    {ele.data, cut < node.size ? ele.size : cut - node.size, 0}};
            const Status status = read_pair(&part[0], &part[1], ".ele", &mesh);
            assert_true(status.code == STATUS_OK || (status.code == STATUS_INPUT && strstr(status.text, folder) == status.text));
            if (status.code == STATUS_OK) {
                assert_int_equal(mesh.tet_count, 5);
                assert_sound(&mesh);
            }
            mesh_destroy(&mesh);
        }
        free(node.data);
        free(ele.data);
    }
    mesh_destroy(&expected);
}

// ---- damage ----

// A failure is STATUS_INPUT, starts with the file and is one line; a success is a valid mesh.
static void assert_damaged(const char *name, const char *end, const char *data, size_t size)
{
    Mesh         mesh;
    const Status status = read_bytes(end, data, size, &mesh);
    if (status.code == STATUS_OK) {
        assert_sound(&mesh);
        mesh_destroy(&mesh);
        return;
    }
    if (status.code != STATUS_INPUT || strstr(status.text, folder) != status.text || strchr(status.text, '\n') || strlen(status.text) > 400)
        fail_msg("%s: code %d: %s", name, (int)status.code, status.text);
    assert_null(mesh.position);
    assert_int_equal(mesh.vertex_count, 0);
}

TEST(test_cut)
{
    Mesh mesh;
    make_mesh(&mesh);
    for (int i = 0; i < KIND_COUNT; i++) {
        Bytes bytes = {0};
        KINDS[i].write(&mesh, &bytes);
        for (size_t cut = 0; cut < bytes.size; cut++)
            assert_damaged(KINDS[i].name, KINDS[i].end, bytes.data, cut);
        free(bytes.data);
    }
    mesh.face_count = 3; // the first three faces have three corners or more
    for (int i = 0; i < 2; i++) {
        Bytes bytes = {0};
        write_stl(&mesh, i ? LITTLE : TEXT, &bytes);
        for (size_t cut = 0; cut < bytes.size; cut++)
            assert_damaged("STL", ".stl", bytes.data, cut);
        free(bytes.data);
    }
    mesh_destroy(&mesh);
}

// Changes one to three bytes: to any value, to a digit, or by flipping bits.
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

TEST(test_mutated)
{
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
    mesh_destroy(&mesh);
}

// ---- files of other programs ----

typedef struct Foreign {
    const char *name;
    Has         has;
    bool        own_numbers; // the format has no numbering to keep
} Foreign;

static const Foreign FOREIGN[] = {
    {"gmsh22_ascii.msh", HAS_ALL, false},    {"gmsh22_binary.msh", HAS_ALL, false}, {"gmsh41_ascii.msh", HAS_ALL, false},
    {"gmsh41_binary.msh", HAS_ALL, false},   {"gmsh_ascii.stl", HAS_FACES, true},   {"gmsh_binary.stl", HAS_FACES, true},
    {"meshio.ele", HAS_TETS, false},         {"meshio.node", HAS_TETS, false},      {"meshio_ascii.ply", HAS_FACES, false},
    {"meshio_binary.ply", HAS_FACES, false}, {"vtk42_ascii.vtk", HAS_ALL, false},   {"vtk42_binary.vtk", HAS_ALL, false},
    {"vtk51_ascii.vtk", HAS_ALL, false},     {"vtk51_binary.vtk", HAS_ALL, false},
};

enum { FOREIGN_COUNT = sizeof FOREIGN / sizeof *FOREIGN };

static void assert_close(const char *name, const Mesh *expected, const Mesh *mesh)
{
    for (int32_t i = 0; i < 3 * expected->vertex_count; i++)
        if (!(fabs(mesh->position[i / 3][i % 3] - expected->position[i / 3][i % 3]) < 1e-6)) // some programs write few digits
            fail_msg("%s: vertex %d is elsewhere", name, (int)i / 3);
    memcpy(mesh->position, expected->position, (size_t)expected->vertex_count * sizeof *mesh->position);
}

static void assert_box(const char *name, const Mesh *mesh, Has has)
{
    MeshReport report;
    assert_ok(mesh_check(mesh, &report));
    for (int i = 0; i < MESH_FAULT_COUNT; i++)
        if (report.count[i])
            fail_msg("%s: %s", name, mesh_fault_info((MeshFault)i)->name);
    if (has & HAS_FACES)
        assert_true(fabs(report.faces.area - 22) < 1e-6 && fabs(report.faces.volume - 6) < 1e-6);
    if (has & HAS_TETS)
        assert_true(fabs(report.surface.area - 22) < 1e-6 && fabs(report.volume - 6) < 1e-6);
}

TEST(test_foreign)
{
    Mesh expected;
    for (int i = 0; i < FOREIGN_COUNT; i++) {
        char path[512];
        Mesh mesh;
        snprintf(path, sizeof path, "%s/tests/meshes/%s", WEFT_SOURCE_DIR, FOREIGN[i].name);
        assert_ok(mesh_read(path, &mesh));
        assert_int_equal(mesh.vertex_count, 22);
        assert_box(FOREIGN[i].name, &mesh, FOREIGN[i].has);
        if (i == 0) {
            expected = mesh;
            assert_int_equal(mesh.face_count, 40);
            assert_int_equal(mesh.line_count, 16);
            assert_int_equal(mesh.tet_count, 42);
            continue;
        }
        if (!FOREIGN[i].own_numbers) {
            assert_close(FOREIGN[i].name, &expected, &mesh);
            assert_same(FOREIGN[i].name, &expected, &mesh, FOREIGN[i].has);
        }
        mesh_destroy(&mesh);
    }
    mesh_destroy(&expected);
}

TEST(test_foreign_mutated)
{
    enum { ROUNDS = 100 };
    Random random = {12};
    for (int i = 0; i < FOREIGN_COUNT; i++) {
        char        path[512], *data = NULL;
        size_t      size = 0;
        const char *end = strrchr(FOREIGN[i].name, '.');
        if (strcmp(end, ".ele") == 0 || strcmp(end, ".node") == 0)
            continue; // pairs: test_tetgen
        snprintf(path, sizeof path, "%s/tests/meshes/%s", WEFT_SOURCE_DIR, FOREIGN[i].name);
        assert_int_equal(file_read(path, (size_t)1 << 20, &data, &size).code, STATUS_OK);
        char *copy = malloc(size);
        assert_non_null(copy);
        for (int round = 0; round < ROUNDS; round++) {
            memcpy(copy, data, size);
            mutate(&random, copy, size);
            assert_damaged(FOREIGN[i].name, end, copy, size);
            assert_damaged(FOREIGN[i].name, end, copy, random_below(&random, size));
        }
        free(copy);
        free(data);
    }
}

// ---- rejected files, and their messages ----

typedef struct Refused {
    const char *end, *text, *expected; // after the path
} Refused;

static void assert_refused(const Refused *refused, const char *data, size_t size)
{
    Mesh         mesh;
    char         expected[300];
    const Status status = read_bytes(refused->end, data, size, &mesh);
    snprintf(expected, sizeof expected, "%s/mesh%s%s", folder, refused->end, refused->expected);
    if (status.code != STATUS_INPUT || strstr(status.text, expected) != status.text)
        fail_msg("expected `%s`, got `%s`", expected, status.code ? status.text : "ok");
}

#define PLY_HEAD(vertices, faces) \
    "ply\nformat ascii 1.0\nelement vertex " vertices "\nproperty float x\nproperty float y\nproperty float z\nelement face " faces \
    "\nproperty list uchar int vertex_indices\nend_header\n"
#define MSH_HEAD "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n$Elements\n"
#define VTK_HEAD "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n"

// One message each: the fault, the place, and where possible the remedy.
TEST(test_refused)
{
    static const Refused CASES[] = {
        {".xyz", "", ": unknown mesh format `.xyz`; known: .obj .ply"},
        {".vtu", "", ": unknown mesh format `.vtu`; known: .obj .ply"},
        {".ply", "", ":1: not a PLY file: it does not start with `ply`"},
        {".ply", "ply\nformat ascii 1.0\nelement vertex 3\n", ":4: the file ends in its header"},
        {".ply", "ply\nelement vertex -1\n", ":2: the number of elements is -1"},
        {".ply", "ply\nelement vertex 2147483648\n", ":2: the number of elements is 2147483648"},
        {".ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty quad x\n", ":4: `quad` is not a type of a PLY property"},
        {".ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n",
         ":5: element vertex needs the properties x, y and z"},
        {".ply", PLY_HEAD("1000000000", "1") "0 0 0\n", ":10: 1000000000 elements do not fit into the 6 bytes that follow"},
        {".ply", PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1\n3 0 1 2\n", ":12: the line ends where a coordinate should come"},
        {".ply", PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 nan 0\n3 0 1 2\n", ":12: a coordinate must be a finite number, not `nan`"},
        {".ply", PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0 7\n3 0 1 2\n", ":12: unexpected `7` after the last value of the line"},
        {".ply", PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", ":13: a face's vertex is 3, must be 0 … 2"},
        {".ply", PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", ":13: a face's vertex is -1, must be 0 … 2"},
        {".ply", PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 9223372036854775808\n", ":13: a face's vertex must be a whole number"},
        {".ply", PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 2 1\n", ":14: 8 bytes follow the elements"},
        {".ply", PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0\n", ":13: the file ends after 0 of 1 elements; it is cut off"},
        {".ply", PLY_HEAD("1", "0") "0 0 0\n", ": the mesh has no faces, no lines and no tetrahedra"},
        {".ply", PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 -1e61 0\n3 0 1 2\n", ":12: a vertex is at (0, -1e+61, 0), beyond 1e+60 m"},
        {".obj", "v 0 0 0\nv 1e200 0 0\nv 0 1 0\nf 1 2 3\n", ":2: a vertex is at (1e+200, 0, 0), beyond 1e+60 m"},
        {".stl", "", ": byte 0: 0 triangles need 84 bytes, the file has 0"},
        {".stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0\nendloop\n",
         ":6: a coordinate must be a finite number, not `endloop`"},
        {".stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 inf\n", ":4: a coordinate must be a finite number, not `inf`"},
        {".stl", "solid\nfoo\n", ":2: `facet` or `endsolid` is expected, not `foo`"},
        {".stl", "solid\nendsolid\n", ": the mesh has no faces"},
        {".msh", "", ":1: the file has no section $Nodes"},
        {".msh", "$NOD\n1\n", ":1: not an MSH file of version 2 or 4"},
        {".msh", "$MeshFormat\n4.0 0 8\n$EndMeshFormat\n", ":2: MSH version 4.0 is not read; save the mesh as version 4.1 or 2.2"},
        {".msh", MSH_HEAD "1\n1 4 2 0 0 1 2 3 5\n$EndElements\n", ":13: an element refers to node 5, which does not exist"},
        {".msh", MSH_HEAD "1\n1 4 2 0 0 1 2 3 -2147483648\n$EndElements\n", ":13: an element refers to node -2147483648"},
        {".msh", MSH_HEAD "1\n1 5 0 1 2 3 4 1 2 3 4\n$EndElements\n", ":13: element type 5 is a hexahedron; split it into tetrahedra"},
        {".msh", MSH_HEAD "1\n1 11 0 1 2 3 4 1 2 3 4 1 2\n$EndElements\n", ":13: element type 11 is a tetrahedron of order 2"},
        {".msh", MSH_HEAD "1\n1 99 0 1\n$EndElements\n", ":13: element type 99 is not a line"},
        {".msh", MSH_HEAD "900000000\n1 4 2 0 0 1 2 3 4\n$EndElements\n", ":13: 900000000 elements do not fit into"},
        {".msh", MSH_HEAD "2\n1 4 2 0 0 1 2 3 4\n$EndElements\n", ":14: an element's number must be a whole number, not `$EndElements`"},
        {".msh", MSH_HEAD "1\n1 4 99999 0 0 1 2 3 4\n$EndElements\n", ":13: the number of an element's tags is 99999"},
        {".msh", MSH_HEAD "2\n1 4 0 1 2 3\n4 2 4 0 1 2 3 4\n$EndElements\n", ":14: unexpected `2` after the last value of the line"},
        {".msh", MSH_HEAD "1 2\n1 4 0 1 2 3 4\n$EndElements\n", ":12: unexpected `2`"},
        {".msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2\n1 0 0\n0 2 1 0 0\n$EndNodes\n", ":7: unexpected `2`"},
        {".msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes 2\n2\n", ":4: unexpected `2`"},
        {".msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 2 1 2\n2 1 0 2\n1\n2 0 0 0\n1 0 0\n$EndNodes\n", ":8: unexpected `0`"},
        {".msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 2 1 2\n2 1 0 2\n1\n2\n0 0 0 1\n1 0\n$EndNodes\n", ":9: unexpected `1`"},
        {".msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2\n7 0 0 0\n7 0 1 0\n$EndNodes\n", ":7: two nodes have the tag 7"},
        {".msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Elements\n0\n$EndElements\n", ":5: the section $Elements comes before $Nodes"},
        {".msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 5 1 5\n2 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n",
         ":14: the number of nodes is larger by 1 than the sum over the blocks"},
        {".msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 1 1 1\n2 1 0 18446744073709551615\n",
         ":6: the number of nodes in a block must be"},
        {".vtk", "", ":1: not a VTK legacy file"},
        {".vtk", "# vtk DataFile Version 3.0\nt\nASCII\nDATASET STRUCTURED_GRID\n", ":4: data set `STRUCTURED_GRID` is not read"},
        {".vtk", VTK_HEAD "CELLS 1 5\n4 0 1 2 4\nCELL_TYPES 1\n10\n", ":8: a cell's point is 4, must be 0 … 3"},
        {".vtk", VTK_HEAD "CELLS 1 5\n3 0 1 2\nCELL_TYPES 1\n10\n", ":8: the cells have fewer numbers than the 5"},
        {".vtk", VTK_HEAD "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n5\n", ":10: cell 0 is a triangle and cannot have 4 corners"},
        {".vtk", VTK_HEAD "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n12\n", ":10: cell 0 is a hexahedron; split it into tetrahedra"},
        {".vtk", VTK_HEAD "CELLS 1 5\n4 0 1 2 3\n", ":9: the file has no CELL_TYPES for its CELLS"},
        {".vtk", VTK_HEAD "CELLS 2000000000 2000000000\n4 0 1 2 3\n", ":8: 2000000000 numbers of cells do not fit into"},
        {".vtk",
         VTK_HEAD
         "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\nPOINT_DATA 4\nSCALARS lines float 1\nLOOKUP_TABLE t\n1 2 3 4\nLINES 1 3\n2 0 1\n",
         ":15: the section LINES comes after POINT_DATA"},
        {".vtk", VTK_HEAD "CELLS 1 5\n4 0 1 2 3\nMETADATA\nINFORMATION 0\nCELL_TYPES 1\n10\n",
         ":11: the section CELL_TYPES comes after METADATA"},
        {".vtk", VTK_HEAD "CELLS -1 5\n", ":7: the number of cells is -1"},
        {".vtk", "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 99999999 double\n1 2 3\n",
         ":6: 99999999 points do not fit into the 6 bytes"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_refused(&CASES[i], CASES[i].text, strlen(CASES[i].text));
    Mesh mesh;
    assert_int_equal(mesh_read("/nonexistent.ply", &mesh).code, STATUS_IO);
    assert_int_equal(mesh_read("/nonexistent.ele", &mesh).code, STATUS_IO);
    assert_int_equal(mesh_read("noend", &mesh).code, STATUS_INPUT);
}

#define VTK_POINTS "points 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n"

// Triangulating a face takes time quadratic in its number of corners, so this number is limited.
TEST(faces_of_many_corners_are_refused)
{
    enum { MAX = 4096 };
    static const struct {
        const char *end, *head; // the head ends before the corners, and has their number
        bool        counts;
    } CASES[] = {{".obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf", false},
                 {".ply",
                  "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
                  "property list uint int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n",
                  true},
                 {".vtk", "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\n" VTK_POINTS "POLYGONS 1 ", true}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        for (int corners = MAX; corners <= MAX + 1; corners++) {
            char text[1 << 14];
            int  at = snprintf(text, sizeof text, "%s", CASES[i].head);
            Mesh mesh;
            if (strcmp(CASES[i].end, ".vtk") == 0)
                at += snprintf(text + at, sizeof text - (size_t)at, "%d\n", corners + 1);
            if (CASES[i].counts)
                at += snprintf(text + at, sizeof text - (size_t)at, "%d", corners);
            for (int k = 0; k < corners; k++)
                at += snprintf(text + at, sizeof text - (size_t)at, " %d", k % 2 + 1);
            text[at++] = '\n';
            const Status status = read_bytes(CASES[i].end, text, (size_t)at, &mesh);
            if (corners == MAX) {
                assert_ok(status);
                assert_int_equal(mesh.face_start[1], MAX);
            } else {
                assert_fails(status, STATUS_INPUT, "a face has 4097 corners, the limit is 4096");
                assert_non_null(strstr(status.text, CASES[i].end));
            }
            mesh_destroy(&mesh);
        }
}

// Tetrahedra numbered from 1 refer to existing points. With points numbered from 0, each reference would be off by one.
TEST(a_pair_of_two_bases_is_refused)
{
    Bytes node = {0}, ele = {0};
    Mesh  mesh;
    put_text(&node, "5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 9 9 9\n");
    put_text(&ele, "1 4 0\n1 1 2 3 4\n");
    assert_fails(read_pair(&node, &ele, ".node", &mesh), STATUS_INPUT, "tetrahedra are numbered from 1 and points from 0");
    free(node.data);
    free(ele.data);
}

// ---- a file is read to its end, or counted, or rejected ----

#define POINTS4 "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
#define VTK_FIELD(kind, field) "# vtk DataFile Version 4.2\nt\n" kind "\nDATASET POLYDATA\nFIELD FieldData 1\nnote 1 2 " field
#define STL_LOWER "\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n"
#define STL_UPPER "\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 1 0 0\nVERTEX 0 1 0\nENDLOOP\nENDFACET\nENDSOLID\n"
#define MSH_TET "1\n1 4 0 1 2 3 4\n$EndElements\n"

TEST(every_line_is_read)
{
    static const struct {
        const char *end, *text;
        int         vertices, faces, lines, tets, unread;
    } CASES[] = {
        {".obj", "# C:\\ tex \\\n" POINTS4 "f 1 2 3\n# \\\nf 1 3 4\n", 4, 2, 0, 0, 0},
        {".obj", POINTS4 "usemtl a\\b\\\nf 1 2 3\nmtllib c:\\\nf 1 3 4\ng x \\\no y\\\r\nf 1 2 4\n", 4, 3, 0, 0, 0},
        {".obj", POINTS4 "f 1 2 3 # c \\\nf 1 3 4\nc:\\x\\\nf 1 2 4\n", 4, 3, 0, 0, 1},
        {".obj", POINTS4 "f\\\n 1 2 \\\n3\nvn 0 \\\n0 1\nF 1 \\\r\n 3 4\n", 4, 2, 0, 0, 0},
        {".obj", "V 0 0 0\nV 1 0 0\nV 1 1 0\nF 1 2 3\nL 1 2\n", 3, 1, 1, 0, 0},
        {".obj", POINTS4 "f 1 2\nf 1\nf 1 2 2\nf 1 2 3 1\nf 1 2 3\nf\nl 1\nl 1 1\nl 1 2\n", 4, 5, 3, 0, 1},
        {".obj", POINTS4 "curv 0 1 1 2\np 1\nf 1 2 3\nw 1 2 3\n", 4, 1, 0, 0, 3},
        {".ply", PLY_HEAD("4", "4") "0 0 0\n1 0 0\n0 1 0\n0 0 1\n2 0 1\n1 3\n0\n3 0 1 2\n", 4, 3, 0, 0, 1},
        {".ply",
         "PLY\nFORMAT ASCII 1.0\nELEMENT VERTEX 3\nPROPERTY FLOAT X\nPROPERTY FLOAT Y\nPROPERTY FLOAT Z\nELEMENT FACE 1\n"
         "PROPERTY LIST UCHAR INT VERTEX_INDICES\nEND_HEADER\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n \n",
         3, 1, 0, 0, 0},
        {".ply",
         "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
         "property list uchar int vertex_index\nelement tristrips 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n"
         "1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n3 0 2 1\n",
         3, 1, 0, 0, 2},
        {".ply",
         "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement tet 2\nproperty int a\n"
         "element camera 1\nproperty float a\nelement edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n0 0 0\n1 0 0\n0 1 0\n"
         "1\n2\n3\n0 1\n",
         3, 0, 1, 0, 2},
        {".stl", "SOLID A" STL_UPPER "solid b" STL_LOWER, 3, 2, 0, 0, 0},
        {".stl", "\xef\xbb\xbfsolid" STL_LOWER, 3, 1, 0, 0, 0},
        {".stl", " \n solid" STL_LOWER, 3, 1, 0, 0, 0},
        {".msh",
         "$Comments\nby hand $Nodes\n$EndComments\n$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n"
         "4 0 0 1\n$EndNodes\n$Elements\n" MSH_TET,
         4, 0, 0, 1, 0},
        {".msh",
         "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n\n1 3 1 3\n0 1 0 3\n1 2\n3\n0 0 0\n1 0 0\n\n0 1 0\n$EndNodes\n$Elements\n1 1 1 "
         "1\n2 1 2 1\n1 1 2 "
         "3\n$EndElements\n",
         3, 1, 0, 0, 0},
        {".vtk", "# VTK datafile version 3.0\nt\nascii\ndataset unstructured_grid\n" VTK_POINTS "cells 1 5\n4 0 1 2 3\ncell_types 1\n10\n",
         4, 0, 0, 1, 0},
        {".vtk", VTK_FIELD("ASCII", "string\nPOINTS 9 of%20some\n\n") VTK_POINTS "POLYGONS 2 7\n3 0 1 2\n2 0 1\n", 4, 2, 0, 0, 0},
        {".vtk", VTK_FIELD("ASCII", "bit\n1 0\n") VTK_POINTS "POLYGONS 1 4\n3 0 1 2\nLINES 2 5\n1 0\n2 0 1\n", 4, 1, 2, 0, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Mesh         mesh;
        const Status status = read_bytes(CASES[i].end, CASES[i].text, strlen(CASES[i].text), &mesh);
        if (status.code != STATUS_OK)
            fail_msg("%d: %s", (int)i, status.text);
        assert_sound(&mesh);
        if (mesh.vertex_count != CASES[i].vertices || mesh.face_count != CASES[i].faces || mesh.line_count != CASES[i].lines ||
            mesh.tet_count != CASES[i].tets || mesh.unread_count != CASES[i].unread)
            fail_msg("%d: %d vertices, %d faces, %d lines, %d tets, %d not read", (int)i, (int)mesh.vertex_count, (int)mesh.face_count,
                     (int)mesh.line_count, (int)mesh.tet_count, (int)mesh.unread_count);
        mesh_destroy(&mesh);
    }
}

// Texts among the fields of a binary file, of lengths that take one, two and eight bytes.
TEST(strings_in_bytes_are_passed)
{
    static const char HEAD[] = VTK_FIELD("BINARY", "string\n") "\xc3"
                                                               "abc"
                                                               "\x80\x04"
                                                               "\nPOI";
    static const char TAIL[] = "\nPOINTS 3 char\n\0\0\0\1\0\0\0\1\0\nPOLYGONS 1 4\n\0\0\0\3\0\0\0\0\0\0\0\1\0\0\0\2\n";
    Bytes             bytes = {0};
    Mesh              mesh;
    put(&bytes, HEAD, sizeof HEAD - 1);
    put(&bytes, TAIL, sizeof TAIL - 1);
    assert_ok(read_bytes(".vtk", bytes.data, bytes.size, &mesh));
    assert_int_equal(mesh.vertex_count, 3);
    assert_int_equal(mesh.face_count, 1);
    mesh_destroy(&mesh);
    free(bytes.data);
}

// A count that is too small leaves data after the last element.
TEST(more_than_the_counts_is_refused)
{
    Mesh mesh;
    make_mesh(&mesh);
    mesh.face_count = 3; // of three corners and more, of which STL takes the first three
    Bytes stl = {0}, ply = {0};
    write_stl(&mesh, LITTLE, &stl);
    const unsigned char two = 2;
    memcpy(stl.data + 80, &two, 1);
    Mesh read;
    assert_fails(read_bytes(".stl", stl.data, stl.size, &read), STATUS_INPUT, ": byte 184: 50 bytes follow the triangles");
    write_ply(&mesh, BIG, &ply);
    put(&ply, "\1\2\3", 3);
    assert_fails(read_bytes(".ply", ply.data, ply.size, &read), STATUS_INPUT, ": 3 bytes follow the elements");
    ply.size -= 3;
    put(&ply, "\r\n ", 3); // blanks are not an element
    assert_ok(read_bytes(".ply", ply.data, ply.size, &read));
    mesh_destroy(&read);
    for (int k = 0; k < 2; k++) {
        Bytes node = {0}, ele = {0};
        write_node(&mesh, 0, &node);
        write_ele(&mesh, 0, &ele);
        put_text(k ? &ele : &node, "# c\n9 0 1 2 3\n");
        assert_fails(read_pair(&node, &ele, ".ele", &read), STATUS_INPUT, k ? "follow the tetrahedra" : "follow the points");
        free(node.data);
        free(ele.data);
    }
    free(stl.data);
    free(ply.data);
    mesh_destroy(&mesh);
}

// A block of zeros hides lines in a reader that takes zeros for blanks. A line without a line end may be incomplete.
TEST(zeros_and_cut_ends)
{
    static const Refused CASES[] = {{".obj", POINTS4 "f 1 2 3\nf 1 @3 4\n", ":6: a NUL byte"},
                                    {".stl", "solid" STL_LOWER "@solid" STL_LOWER, ":10: a NUL byte"},
                                    {".ply", PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 2@\n", ":13: a NUL byte"},
                                    {".vtk", VTK_HEAD "CELLS 1 5\n4 0 1 2 3@\n", ":8: a NUL byte"},
                                    {".msh", MSH_HEAD "@1\n", ":12: a NUL byte"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s", CASES[i].text);
        *strchr(text, '@') = '\0';
        assert_refused(&CASES[i], text, strlen(CASES[i].text));
    }
    assert_refused(&(Refused){".obj", NULL, ": is text in UTF-16"}, "\xfe\xff\0v\0 ", 6);
    assert_refused(&(Refused){".obj", NULL, ": is text in UTF-16"}, "\xff\xfev\0\n", 5);
    Mesh mesh;
    assert_ok(read_bytes(".obj", POINTS4 "f 1 2 3", sizeof POINTS4 "f 1 2 3" - 1, &mesh));
    assert_true(mesh.open_end);
    mesh_destroy(&mesh);
    assert_ok(read_bytes(".obj", POINTS4 "f 1 2 3\r", sizeof POINTS4 "f 1 2 3\r" - 1, &mesh));
    assert_false(mesh.open_end);
    mesh_destroy(&mesh);
}

// A header with one byte order and data with the other give impossible counts and indices: rejected with the position of the byte.
TEST(test_wrong_order)
{
    Mesh mesh, read;
    make_mesh(&mesh);
    for (int big = 0; big < 2; big++) {
        static const char END[] = "end_header\n";
        Bytes             right = {0}, other = {0}, mixed = {0};
        write_ply(&mesh, big ? BIG : LITTLE, &right);
        write_ply(&mesh, big ? LITTLE : BIG, &other);
        const char *data = memmem(right.data, right.size, END, sizeof END - 1);
        const char *head = memmem(other.data, other.size, END, sizeof END - 1);
        assert_true(data && head);
        put(&mixed, other.data, (size_t)(head - other.data));
        put(&mixed, data, right.size - (size_t)(data - right.data));
        assert_fails(read_bytes(".ply", mixed.data, mixed.size, &read), STATUS_INPUT, "/mesh.ply: byte ");
        free(right.data);
        free(other.data);
        free(mixed.data);
    }
    mesh_destroy(&mesh);
}

// ---- a large file ----

enum { SIDE = 401 }; // 320,000 triangles

static void write_large(Style style, Bytes *out)
{
    const int32_t faces = 2 * (SIDE - 1) * (SIDE - 1);
    put_text(out, "ply\nformat %s 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\nelement face %d\n",
             style.binary ? "binary_little_endian" : "ascii", SIDE * SIDE, (int)faces);
    put_text(out, "property list uchar int vertex_indices\nend_header\n");
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        const int32_t row = i / SIDE;
        put_number(out, style, NUMBER_F32, i - row * SIDE);
        put_number(out, style, NUMBER_F32, row);
        put_number(out, style, NUMBER_F32, 0);
        put_end(out, style);
    }
    for (int32_t i = 0; i < faces; i++) {
        const int32_t corner = i / 2 / (SIDE - 1) * SIDE + i / 2 % (SIDE - 1), odd = i % 2;
        put_whole(out, style, NUMBER_U8, 3);
        put_whole(out, style, NUMBER_I32, corner + odd);
        put_whole(out, style, NUMBER_I32, odd ? corner + SIDE + 1 : corner + 1);
        put_whole(out, style, NUMBER_I32, corner + SIDE);
        put_end(out, style);
    }
}

TEST(test_large)
{
    const Style styles[] = {TEXT, LITTLE};
    for (int i = 0; i < 2; i++) {
        Bytes         bytes = {0};
        Mesh          mesh;
        struct rusage before, after;
        char          path[128];
        write_large(styles[i], &bytes);
        write_file(".ply", bytes.data, bytes.size, path);
        free(bytes.data);
        getrusage(RUSAGE_SELF, &before);
        const Status status = mesh_read(path, &mesh);
        getrusage(RUSAGE_SELF, &after);
        unlink(path);
        if (status.code != STATUS_OK)
            fail_msg("%s", status.text);
        assert_int_equal(mesh.face_count, 2 * (SIDE - 1) * (SIDE - 1));
        assert_int_equal(mesh.face_vertex[3 * mesh.face_count - 1], SIDE * SIDE - 2);
        assert_true(after.ru_maxrss - before.ru_maxrss < (GNU_SANITIZED ? 300L : 48L) * 1024);
        mesh_destroy(&mesh);
    }
}

TESTS_SHARE(set_up, tear_down)
