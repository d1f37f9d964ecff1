// Contact in scenes: rules and colliders as in the file, the parts of a body that can touch, and frames that show colliders. Also a table
// of rejected input with the line of each error.
#include "base/file.h"
#include "contact/collider_near.h"
#include "scene_rig.h"

#define RULES "contact: {thickness: 0.01, stiffness: 1000, self: true}\n"
#define POINT "bodies:\n  - particles: [[0, 5, 0]]\n    mass: 1\n"

// ---- rules ----

TEST(test_rules)
{
    build_scene(POINT "contact: {thickness: 0.02, compliance: 0.004, friction: 0.3, restitution: 0.25, self: true, bodies: false}\n");
    const ContactRules *rules = &made.model.surface->rules;
    assert_near(rules->thickness, 0.02, 0);
    assert_near(rules->stiffness, 250, 1e-12);
    assert_near(rules->friction, 0.3, 0);
    assert_near(rules->restitution, 0.25, 0);
    assert_true(rules->self && !rules->bodies && !rules->planar);
    assert_true(rules->friction_on == FRICTION_ON_VELOCITY && rules->slip == 0);
    build_scene(POINT "contact: {thickness: 0.02, stiffness: 250, friction: 0.3, friction_on: position, slip: 1e-4, self: true}\n");
    assert_true(made.model.surface->rules.friction_on == FRICTION_ON_POSITION && made.model.surface->rules.slip == 1e-4);
    build_scene(POINT "  - particles: [[1, 0, 0]]\n    mass: 1\ncontact: {thickness: 0.02, hard: true, planar: true}\n"
                      "parameters: {unused: 1}\n"
                      "gravity: [0, -1, 0]\n");
    const ContactRules *other = &made.model.surface->rules;
    assert_true(isinf(other->stiffness) && other->friction == 0 && other->restitution == 0);
    assert_true(!other->self && other->bodies && other->planar);
    build_scene(POINT);
    assert_true(!made.model.surface && !made.model.colliders);
}

// ---- the contact surface of a body ----

TEST(test_touching)
{
    static const struct {
        const char *body;
        int32_t     points, edges, triangles;
    } BODIES[] = {
        {"particles: [[0, 0, 0], [1, 0, 0]]", 2, 0, 0},
        {"chain: {count: 4, length: 1}", 4, 3, 0},
        {"grid: {columns: 3, rows: 3, size: [1, 1], triangles: forward}", 9, 16, 8},
        {"grid: {columns: 3, rows: 3, size: [1, 1]}", 9, 16, 8},    // its quads are split
        {"polygon: {sides: 5, radius: 1}", 5, 7, 3},                // split from the first corner
        {"box: {cells: [3, 3, 3], size: [1, 1, 1]}", 56, 162, 108}, // without the 8 particles inside
        {"torus: {sides: 7, parts: 5, radius: 2, tube: 0.5}", 35, 105, 70},
    };
    for (size_t i = 0; i < sizeof BODIES / sizeof *BODIES; i++) {
        char text[300];
        snprintf(text, sizeof text, RULES "bodies:\n  - %s\n    mass: 1\n", BODIES[i].body);
        build_scene(text);
        const ContactSurface *surface = made.model.surface;
        if (surface->point_count != BODIES[i].points || surface->edge_count != BODIES[i].edges ||
            surface->triangle_count != BODIES[i].triangles)
            fail_msg("%s: %d points, %d edges, %d triangles", BODIES[i].body, surface->point_count, surface->edge_count,
                     surface->triangle_count);
    }
}

// Bodies without contact have no contact surface; the others keep their numbers.
TEST(test_untouched_body)
{
    build_scene(RULES "bodies:\n  - chain: {count: 3, length: 1}\n    mass: 1\n    contact: false\n"
                      "  - chain: {count: 2, length: 1}\n    mass: 1\n    contact: true\n");
    assert_int_equal(made.model.surface->point_count, 2);
    assert_int_equal(made.model.surface->edge_count, 1);
    assert_int_equal(made.model.surface->point[0], 3);
}

// Twice the area inside the edges of a planar surface.
static double enclosed(void)
{
    double area = 0;
    for (int32_t i = 0; i < made.model.surface->edge_count; i++) {
        const int32_t *edge = made.model.surface->edge[i];
        const double  *p = model_builder_position(made.builder, edge[0]), *q = model_builder_position(made.builder, edge[1]);
        area += p[0] * q[1] - q[0] * p[1];
    }
    return area;
}

// In two dimensions the border of faces touches, counter-clockwise for any orientation of the faces; inner edges do not.
TEST(test_planar)
{
    static const char PLANAR[] = "gravity: [0, 0, 0]\ncontact: {thickness: 0.01, hard: true, planar: true, self: true}\nbodies:\n";
    static const struct {
        const char *body;
        int32_t     points;
        double      area;
    } BODIES[] = {
        {"grid: {columns: 4, rows: 3, size: [3, 2], triangles: alternate}", 10, 6},
        {"grid: {columns: 4, rows: 3, size: [3, 2]}", 10, 6},
        {"grid: {columns: 4, rows: 3, size: [3, 2]}\n    transform: {scale: [-1, 1, 1]}", 10, 6},
        {"grid: {columns: 4, rows: 3, size: [3, 2]}\n    transform: {rotate: {axis: [1, 0, 0], degrees: 180}}", 10, 6}, // seen from behind
        {"ring: {sides: 4, inner: 1, outer: 2, rings: 3}", 8, 2 * (4 - 1)}, // two borders, the inner one clockwise
        {"polygon: {sides: 4, radius: 1}", 4, 2},
        {"chain: {count: 5, length: 1}", 5, 0},
    };
    for (size_t i = 0; i < sizeof BODIES / sizeof *BODIES; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s  - %s\n    mass: 1\n", PLANAR, BODIES[i].body);
        build_scene(text);
        assert_int_equal(made.model.surface->point_count, BODIES[i].points);
        assert_int_equal(made.model.surface->triangle_count, 0);
        assert_near(enclosed(), 2 * BODIES[i].area, 1e-12);
    }
}

// ---- colliders ----

static double distance(int32_t which, double x, double y, double z, double time)
{
    const Collider    *collider = &made.model.colliders->list[which];
    const ColliderPose pose = collider_pose(&made.model, collider, time);
    ColliderIndex     *index = NULL;
    Nearest            nearest;
    Arena              arena = arena_init(0);
    assert_ok(collider_index_create(collider, &arena, &index));
    assert_true(collider_nearest(collider, index, &pose, (double4){x, y, z, 0}, 100, &nearest));
    arena_destroy(&arena);
    return nearest.distance;
}

TEST(test_colliders)
{
    build_scene(RULES POINT "colliders:\n"
                            "  - plane: {point: [0, -1, 0], normal: [0, 2, 0]}\n    friction: 0.7\n    restitution: 0\n"
                            "  - {name: ball, sphere: {centre: [1, 2, 3], radius: 0.5}}\n"
                            "  - box: {centre: [0, 0, 0], size: [2, 4, 6], rotate: {axis: [0, 0, 1], degrees: 90}}\n"
                            "  - capsule: {from: [0, 0, 0], to: [2, 0, 0], radius: 0.25}\n"
                            "  - mesh: {box: {cells: [2, 2, 2], size: [1, 1, 1]}}\n"
                            "    transform: {scale: [-2, 2, 2], translate: [10, 0, 0]}\n"
                            "  - mesh: meshes/bunny_solid.node\n"
                            "  - mesh: {torus: {sides: 64, parts: 32, radius: 1, tube: 0.25}}\n");
    const Collider *list = made.model.colliders->list;
    assert_int_equal(made.model.colliders->count, 7);
    assert_near(distance(0, 7, 1, 2, 0), 2, 1e-15);
    assert_near(list[0].friction, 0.7, 0);
    assert_near(list[0].restitution, 0, 0);
    assert_string_equal(list[0].name, "plane 0");
    assert_near(distance(1, 1, 2, 4, 0), 0.5, 1e-15);
    assert_true(isnan(list[1].friction) && isnan(list[1].restitution) && list[1].script == -1);
    assert_string_equal(list[1].name, "ball");
    assert_near(distance(2, 3, 0, 0, 0), 1, 1e-15); // the long side, 4 m, is along x
    assert_near(distance(2, 0, 2, 0, 0), 1, 1e-15);
    assert_near(distance(3, 2.75, 0, 0, 0), 0.5, 1e-15);
    assert_near(distance(4, 9, 1, 3, 0), 1, 1e-15); // mirrored, and the outside stays outside
    assert_near(distance(4, 9, 1, 1.5, 0), -0.5, 1e-15);
    assert_near(distance(6, 0, 0, 0, 0), 0.75, 0.01); // in the hole
    assert_near(distance(6, 1, 0, 0, 0), -0.25, 0.01);
    assert_int_equal(list[5].mesh->vertex_count, 1839); // the surface of the solid
    assert_int_equal(list[5].mesh->triangle_count, 3674);
    assert_non_null(strstr(made.info.mesh_path, "bunny_solid.node"));
}

// A collider moves like pins; it rotates about itself unless the scene names another centre.
TEST(test_moving_colliders)
{
    build_scene(RULES POINT "colliders:\n"
                            "  - sphere: {centre: [0, 0, 0], radius: 0.5}\n    script: [{move: [4, 0, 0], from: 1, to: 3}]\n"
                            "  - capsule: {from: [0, 0, 0], to: [2, 0, 0], radius: 0.25}\n"
                            "    script: [{rotate: {axis: [0, 0, 1], degrees: 90}, to: 1}]\n"
                            "  - mesh: {box: {cells: [1, 1, 1], size: [4, 2, 2]}}\n"
                            "    script: [{rotate: {axis: [0, 0, 1], degrees: 90}, to: 1}]\n"
                            "  - sphere: {centre: [1, 0, 0], radius: 0.5}\n"
                            "    script: [{rotate: {axis: [0, 0, 1], degrees: 180, about: [0, 0, 0]}, to: 2}]\n");
    assert_near(distance(0, 2, 0, 0, 0.5), 1.5, 1e-15);
    assert_near(distance(0, 2, 0, 0, 2), -0.5, 1e-15);
    assert_near(distance(0, 2, 0, 0, 9), 1.5, 1e-15);
    assert_near(distance(1, 1, 2, 0, 1), 0.75, 1e-12); // upright, rotated about its middle
    assert_near(distance(1, 2, 0, 0, 1), 0.75, 1e-12);
    assert_near(distance(2, 2, 4, 1, 1), 1, 1e-12); // from −1 to 3 along y
    assert_near(distance(3, -1, 0, 0, 2), -0.5, 1e-12);
}

// The hash of a scene depends on the mesh of a collider.
static void check_hash(const char *text)
{
    char mesh[100], first[HASH_TEXT];
    snprintf(mesh, sizeof mesh, "%s/m.obj", folder);
    for (int higher = 0; higher < 2; higher++) {
        char vertices[300];
        snprintf(vertices, sizeof vertices, "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 %d 0\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n", 1 + higher);
        write_text(mesh, vertices);
        build_scene(text);
        if (higher)
            assert_string_not_equal(first, made.info.hash);
        memcpy(first, made.info.hash, sizeof first);
    }
    unlink(mesh);
}

TEST(test_hash)
{
    check_hash(RULES POINT "colliders:\n  - mesh: m.obj\n");
}

// ---- frames ----

static char *read_frame(const char *end)
{
    char   path[100], *bytes = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/frame_00000.%s", folder, end);
    assert_ok(file_read(path, 1 << 20, &bytes, &size));
    return bytes;
}

// Colliders come after the bodies, at their position at the time of the frame.
TEST(test_frames)
{
    build_scene(RULES "bodies:\n  - grid: {columns: 2, rows: 2, size: [1, 1]}\n    mass: 1\n    transform: {translate: [0, 3, 0]}\n"
                      "colliders:\n  - plane: {point: [0, 0, 0], normal: [0, 1, 0]}\n"
                      "  - mesh: {box: {cells: [1, 1, 1], size: [1, 1, 1]}}\n    script: [{move: [8, 0, 0], to: 2}]\n");
    assert_ok(scene_write_frame(folder, 0, &made.model, &made.state, 1));
    char *obj = read_frame("obj");
    int   vertices = 0;
    for (const char *at = obj; (at = strstr(at, "v ")); at++)
        vertices++;
    assert_int_equal(vertices, 4 + 8 + 8);
    assert_non_null(strstr(obj, "f 1 2 4 3\ng colliders\nf 5 "));
    assert_non_null(strstr(obj, "v 5 1 1\n")); // a corner of the box, halfway
    assert_null(strstr(obj, "v 1 1 1\n"));
    free(obj);
    char *vtp = read_frame("vtp");
    assert_non_null(strstr(vtp, "NumberOfPoints=\"20\""));
    assert_non_null(strstr(vtp, "NumberOfPolys=\"25\"")); // a quad, twelve triangles for the plate of the plane, twelve for the box
    assert_non_null(strstr(vtp, "Name=\"collider\""));
    free(vtp);
    build_scene(POINT);
    assert_ok(scene_write_frame(folder, 0, &made.model, &made.state, 0));
    vtp = read_frame("vtp");
    assert_null(strstr(vtp, "collider"));
    free(vtp);
}

// ---- rejected input ----

TEST(test_refused)
{
#define CONTACT(text) POINT "contact: {" text "}\ncolliders:\n  - sphere: {centre: [0, 0, 0], radius: 1}\n"
#define COLLIDER(text) RULES POINT "colliders:\n  - " text "\n"
#define PLANAR(text) "contact: {thickness: 1, hard: true, planar: true, self: true}\n" text
    static const struct {
        const char *text, *expected;
    } TABLE[] = {
        {CONTACT("stiffness: 1"), "s.yaml:4: key `contact`: key `thickness` is missing"},
        {CONTACT("thickness: 0, stiffness: 1"), "s.yaml:4: key `contact.thickness`: must be above zero, is 0"},
        {CONTACT("thickness: -1, stiffness: 1"), "must be above zero, is -1"},
        {CONTACT("thickness: nan, stiffness: 1"), "key `contact.thickness`"},
        {CONTACT("thickness: 1"), "one of these keys is needed: stiffness, compliance, hard"},
        {CONTACT("thickness: 1, stiffness: 0"), "key `contact.stiffness`: must be above zero"},
        {CONTACT("thickness: 1, hard: true, stiffness: 2"), "stiffness and hard exclude each other"},
        {CONTACT("thickness: 1, hard: true, friction: -0.1"), "key `contact.friction`"},
        {CONTACT("thickness: 1, hard: true, restitution: 1.1"), "key `contact.restitution`"},
        {CONTACT("thickness: 1, hard: true, frictoin: 1"), "did you mean `friction`"},
        {CONTACT("thickness: 1, hard: true, limit: 1"), "limit"},
        {CONTACT("thickness: 1, hard: true, self: maybe"), "key `contact.self`"},
        {POINT "contact: {thickness: 1, hard: true}\n", "s.yaml:4: key `contact`: no pair of objects can touch"},
        {POINT "contact: {thickness: 1, hard: true, friction_on: force}\n", "key `contact.friction_on`: `force` is not a valid value"},
        {POINT "contact: {thickness: 1, hard: true, slip: -1}\n", "key `contact.slip`"},
        {POINT "    contact: false\ncontact: {thickness: 1, hard: true, self: true}\n", "no body can touch"},
        {POINT "    contact: 7\ncontact: {thickness: 1, hard: true, self: true}\n", "key `bodies[0].contact`"},
        {POINT "    contact: false\n", BODY(4) ".contact`: has no effect: the scene has no `contact` rules"},
        {POINT "colliders:\n  - sphere: {centre: [0, 0, 0], radius: 1}\n", "s.yaml:5: key `colliders`: need contact rules"},
        {PLANAR(POINT) "gravity: [0, -1, 1]\n", "key `contact.planar`: gravity has a component of 1 m/s² along z"},
        {PLANAR("bodies:\n  - particles: [[0, 0, 1], [1, 1, 1.5]]\n    mass: 1\n"),
         "particle 1 is outside the plane of contact: z = 1.5 m"},
        {PLANAR(POINT) "    velocity: [0, 0, 2]\n", "velocity along z 2 m/s"},
        {PLANAR("bodies:\n  - box: {layers: 1, size: [1, 1, 1]}\n    mass: 1\n"), "is a solid"},
        {COLLIDER("spher: {centre: [0, 0, 0], radius: 1}"), "did you mean `sphere`"},
        {COLLIDER("name: a"), "s.yaml:6: key `colliders[0]`: one of these keys is needed: plane, sphere, box, capsule, mesh"},
        {COLLIDER("sphere: {centre: [0, 0, 0], radius: 0}"), "s.yaml:6: key `colliders[0].sphere.radius`: must be above zero"},
        {COLLIDER("sphere: {centre: [0, 0], radius: 1}"), "key `colliders[0].sphere.centre`"},
        {COLLIDER("sphere: {center: [0, 0, 0], radius: 1}"), "did you mean `centre`"},
        {COLLIDER("plane: {point: [0, 0, 0], normal: [0, 0, 0]}"), "has no direction"},
        {COLLIDER("box: {centre: [0, 0, 0], size: [1, 0, 1]}"), "key `colliders[0].box.size[1]`: must be above zero"},
        {COLLIDER("capsule: {from: [1, 1, 1], to: [1, 1, 1], radius: 1}"), "key `colliders[0]`: collider capsule 0: the line"},
        {COLLIDER("mesh: {grid: {columns: 2, rows: 2, size: [1, 1]}}"), "key `colliders[0]`: collider mesh 0: its mesh"},
        {COLLIDER("mesh: {chain: {count: 2, length: 1}}"), "key `colliders[0].mesh`: has no faces"},
        {COLLIDER("mesh: {tours: {sides: 3, parts: 3, radius: 1, tube: 0.1}}"), "did you mean `torus`"},
        {COLLIDER("mesh: {torus: {sides: 3, parts: 3, radius: 1, tube: 1}}"), "tube of a torus must be below its radius"},
        {COLLIDER("{sphere: {centre: [0, 0, 0], radius: 1}, transform: {scale: 2}}"), "applies to meshes"},
        {COLLIDER("{sphere: {centre: [0, 0, 0], radius: 1}, friction: -1}"), "key `colliders[0].friction`"},
        {COLLIDER("{sphere: {centre: [0, 0, 0], radius: 1}, restitution: 2}"), "key `colliders[0].restitution`"},
        {COLLIDER("{sphere: {centre: [0, 0, 0], radius: 1}, script: [{release: 1}]}"), "applies to pins only"},
        {COLLIDER("{sphere: {centre: [0, 0, 0], radius: 1}, script: []}"), "has no parts"},
        {COLLIDER("{sphere: {centre: [0, 0, 0], radius: 1}, name: a}\n  - {sphere: {centre: [9, 0, 0], radius: 1}, name: a}"),
         "a second collider named `a`"},
        {COLLIDER("{sphere: {centre: [0, 0, 0], radius: 1}, name: 0123456789012345678901234567890123456789012345678}"), "is longer than"},
    };
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++)
        refuse(TABLE[i].text, TABLE[i].expected);
}

TESTS_SHARE(set_up, tear_down)
