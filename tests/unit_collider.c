// Colliders: distances, nearest points and normals against brute force and closed forms, for any point and any motion of the collider. Also
// meshes and grids, rejected input, the cache of grids, and the arrays that a builder makes.
#include <dirent.h>
#include <unistd.h>

#include "base/file.h"
#include "base/random.h"
#include "check.h"
#include "contact/collider_near.h"
#include "mesh/mesh_make.h"

static const ColliderPose STILL = {0};

static double4 vector_of(const double v[3])
{
    return (double4){v[0], v[1], v[2], 0};
}

static double random_between(Random *random, double low, double high)
{
    return low + (high - low) * random_unit(random);
}

static double4 random_point(Random *random, double size)
{
    const double x = random_between(random, -size, size), y = random_between(random, -size, size);
    return (double4){x, y, random_between(random, -size, size), 0};
}

// ---- test shapes ----

static Collider plane(void)
{
    return (Collider){.shape = COLLIDER_PLANE, .point = {0.3, -0.2, 0.1}, .direction = {0.6, 0, 0.8}, .script = -1, .name = "plane 0"};
}

static Collider sphere(void)
{
    return (Collider){.shape = COLLIDER_SPHERE, .point = {0.3, -0.2, 0.1}, .radius = 0.7, .script = -1, .name = "sphere 0"};
}

// Rotated about two axes.
static Collider box(void)
{
    const double a = 0.5, b = 1.1;
    return (Collider){
        .shape = COLLIDER_BOX,
        .point = {0.1, 0.2, -0.1},
        .axes = {{cos(a), sin(a), 0}, {-sin(a) * cos(b), cos(a) * cos(b), sin(b)}, {sin(a) * sin(b), -cos(a) * sin(b), cos(b)}},
        .half = {0.5, 0.3, 0.8},
        .script = -1,
        .name = "box 0"};
}

static Collider capsule(void)
{
    return (Collider){.shape = COLLIDER_CAPSULE,
                      .point = {-0.4, 0.1, 0.2},
                      .direction = {0.9, 0.3, -0.5},
                      .radius = 0.35,
                      .script = -1,
                      .name = "capsule 0"};
}

// The faces of a closed triangle mesh, or the surface of its tetrahedra.
static ColliderMesh mesh_of(Mesh *mesh)
{
    ColliderMesh out = {.vertex_count = mesh->vertex_count, .vertex = mesh->position};
    int32_t      count = mesh->face_count;
    if (mesh->tet_count > 0) {
        assert_ok(mesh_surface(mesh, &out.triangle, &count));
    } else {
        out.triangle = malloc((size_t)count * sizeof *out.triangle);
        assert_non_null(out.triangle);
        memcpy(out.triangle, mesh->face_vertex, (size_t)count * sizeof *out.triangle);
    }
    out.triangle_count = count;
    mesh->position = NULL;
    mesh_destroy(mesh);
    return out;
}

static ColliderMesh torus(int sides, int parts)
{
    Mesh mesh;
    assert_ok(mesh_make_torus(sides, parts, 0.7, 0.25, &mesh));
    return mesh_of(&mesh);
}

static void end_mesh(const ColliderMesh *mesh)
{
    free(mesh->vertex);
    free(mesh->triangle);
}

static Collider collider_of(const ColliderMesh *mesh)
{
    return (Collider){.shape = COLLIDER_MESH, .mesh = mesh, .script = -1, .name = "mesh 0"};
}

// ---- brute force ----

static double4 corner_of(const ColliderMesh *mesh, int32_t t, int k)
{
    return vector_of(mesh->vertex[mesh->triangle[t][k]]);
}

static double distance_to_segment(double4 x, double4 a, double4 b)
{
    const double4 e = double4_sub(b, a);
    const double  t = double4_dot(double4_sub(x, a), e) / double4_dot(e, e);
    double4       at = a;
    double4_add_to(&at, fmin(fmax(t, 0), 1), e);
    return double4_norm(double4_sub(x, at));
}

// Distance to the plane where the foot point is inside all three edges, else to the edges.
static double distance_to_triangle(double4 x, double4 a, double4 b, double4 c)
{
    const double4 corner[3] = {a, b, c}, n = double4_cross(double4_sub(b, a), double4_sub(c, a));
    bool          inside = true;
    double        min = INFINITY;
    for (int k = 0; k < 3; k++) {
        const double4 e = double4_sub(corner[(k + 1) % 3], corner[k]);
        inside = inside && double4_dot(double4_cross(e, double4_sub(x, corner[k])), n) >= 0;
        min = fmin(min, distance_to_segment(x, corner[k], corner[(k + 1) % 3]));
    }
    return inside ? fabs(double4_dot(double4_sub(x, a), n)) / double4_norm(n) : min;
}

// Winding number of the mesh around x: the sum of the solid angles of its triangles (van Oosterom and Strackee 1983).
static double winding(const ColliderMesh *mesh, double4 x)
{
    double sum = 0;
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        const double4 a = double4_sub(corner_of(mesh, t, 0), x), b = double4_sub(corner_of(mesh, t, 1), x);
        const double4 c = double4_sub(corner_of(mesh, t, 2), x);
        const double  la = double4_norm(a), lb = double4_norm(b), lc = double4_norm(c);
        sum += 2 * atan2(double4_dot(a, double4_cross(b, c)),
                         la * lb * lc + double4_dot(a, b) * lc + double4_dot(b, c) * la + double4_dot(c, a) * lb);
    }
    return sum / (4 * acos(-1.0));
}

static double brute_distance(const ColliderMesh *mesh, double4 x)
{
    double min = INFINITY;
    for (int32_t t = 0; t < mesh->triangle_count; t++)
        min = fmin(min, distance_to_triangle(x, corner_of(mesh, t, 0), corner_of(mesh, t, 1), corner_of(mesh, t, 2)));
    return winding(mesh, x) > 0.5 ? -min : min;
}

// ---- properties of every shape ----

typedef struct Asked {
    Collider       collider;
    Arena          arena;
    ColliderIndex *index;
} Asked;

static Asked ask(const Collider *collider)
{
    Asked asked = {.collider = *collider, .arena = arena_init(0)};
    assert_ok(collider_index_create(collider, &asked.arena, &asked.index));
    return asked;
}

static double distance_at(const Asked *asked, double4 x)
{
    Nearest nearest;
    assert_true(collider_nearest(&asked->collider, asked->index, &STILL, x, INFINITY, &nearest));
    return nearest.distance;
}

// The normal has unit length and leads from the nearest point to x. The nearest point is on the surface. The gradient of the distance is
// the normal.
static void check_point(const Asked *asked, double4 x)
{
    Nearest      nearest;
    const double step = 1e-6;
    double4      back, slope = {0};
    assert_true(collider_nearest(&asked->collider, asked->index, &STILL, x, INFINITY, &nearest));
    assert_near(double4_norm(nearest.normal), 1, 1e-12);
    back = nearest.point;
    double4_add_to(&back, nearest.distance, nearest.normal);
    assert_near(double4_norm(double4_sub(back, x)), 0, 1e-9);
    assert_near(distance_at(asked, nearest.point), 0, 1e-9);
    for (int k = 0; k < 3; k++) {
        const double4 axis = {k == 0, k == 1, k == 2, 0};
        double4       ahead = x, behind = x;
        double4_add_to(&ahead, step, axis);
        double4_add_to(&behind, -step, axis);
        double4_add_to(&slope, (distance_at(asked, ahead) - distance_at(asked, behind)) / (2 * step), axis);
    }
    if (double4_norm(slope) > 1 - 1e-6) // else there are several nearest points, or an edge within the step
        assert_near(double4_norm(double4_sub(slope, nearest.normal)), 0, 2e-3);
}

static void check_shape(const Collider *collider, int points)
{
    Asked  asked = ask(collider);
    Random random = {7};
    for (int i = 0; i < points; i++)
        check_point(&asked, random_point(&random, 1.5));
    arena_destroy(&asked.arena);
}

TEST(every_shape_has_distance_and_normal)
{
    const ColliderMesh mesh = torus(16, 24);
    const Collider     all[] = {plane(), sphere(), box(), capsule(), collider_of(&mesh)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        check_shape(&all[i], 2000);
    end_mesh(&mesh);
}

// The closed forms, written in another way.
TEST(distances_are_those_of_the_shapes)
{
    Random random = {8};
    Asked  a[4] = {ask(&(Collider){0}), ask(&(Collider){0}), ask(&(Collider){0}), ask(&(Collider){0})};
    a[0].collider = plane(), a[1].collider = sphere(), a[2].collider = box(), a[3].collider = capsule();
    for (int i = 0; i < 5000; i++) {
        const double4 x = random_point(&random, 2), from = vector_of(a[3].collider.point);
        double4       to = from;
        double4_add_to(&to, 1, vector_of(a[3].collider.direction));
        assert_near(distance_at(&a[0], x), 0.6 * (x.x - 0.3) + 0.8 * (x.z - 0.1), 1e-14);
        assert_near(distance_at(&a[1], x), double4_norm(double4_sub(x, vector_of(a[1].collider.point))) - 0.7, 1e-14);
        assert_near(distance_at(&a[3], x), distance_to_segment(x, from, to) - 0.35, 1e-14);
    }
    for (int i = 0; i < 4; i++)
        arena_destroy(&a[i].arena);
}

// A box as a box and as a mesh of twelve triangles. The points are random, or on symmetry planes, faces, edges and corners.
TEST(a_box_is_its_mesh)
{
    const Collider shape = box();
    ColliderMesh   mesh;
    Random         random = {9};
    Arena          arena = arena_init(0);
    assert_ok(collider_draw(&shape, (const double[3]){0}, 1, &arena, &mesh));
    assert_ok(collider_mesh_check(&mesh));
    const Collider as_mesh = collider_of(&mesh);
    Asked          a = ask(&shape), b = ask(&as_mesh);
    for (int i = 0; i < 20000; i++) {
        double4 x = vector_of(shape.point);
        for (int k = 0; k < 3; k++) {
            const double share = i % 2 ? random_between(&random, -2, 2) : floor(random_between(&random, -2, 3));
            double4_add_to(&x, share * shape.half[k], vector_of(shape.axes[k]));
        }
        assert_near(distance_at(&a, x), distance_at(&b, x), 1e-12);
        assert_near(distance_at(&b, x), brute_distance(&mesh, x), 1e-12);
    }
    arena_destroy(&a.arena);
    arena_destroy(&b.arena);
    arena_destroy(&arena);
}

static void check_mesh(const ColliderMesh *mesh, int points, double size)
{
    const Collider collider = collider_of(mesh);
    Asked          asked = ask(&collider);
    Random         random = {10};
    int            near_count = 0;
    for (int i = 0; i < points; i++) {
        double4 x = random_point(&random, size);
        if (i % 4 == 0) // at a corner, and close to it
            x = vector_of(mesh->vertex[random_below(&random, (uint64_t)mesh->vertex_count)]);
        if (i % 8 == 0)
            double4_add_to(&x, 1, random_point(&random, 1e-3 * size));
        const double expected = brute_distance(mesh, x), reach = random_between(&random, 0, 0.3 * size);
        Nearest      nearest;
        const bool   is_near = collider_nearest(&collider, asked.index, &STILL, x, reach, &nearest);
        if (fabs(expected) < 1e-12) { // at the corner itself no side is defined
            assert_true(is_near);
            assert_near(nearest.distance, 0, 1e-12);
        } else {
            assert_near(distance_at(&asked, x), expected, 1e-12);
            assert_int_equal(is_near, expected <= reach);
        }
        near_count += is_near;
    }
    assert_true(near_count > points / 10 && near_count < points);
    arena_destroy(&asked.arena);
}

// A torus; a box of many coplanar triangles; a torus with randomly displaced vertices, whose edges are convex and concave; a sliver.
TEST(distance_to_a_mesh_is_that_to_its_nearest_triangle)
{
    Mesh         made;
    Random       random = {11};
    ColliderMesh mesh = torus(16, 24);
    check_mesh(&mesh, 4000, 1.2);
    for (int32_t v = 0; v < mesh.vertex_count; v++)
        for (int k = 0; k < 3; k++)
            mesh.vertex[v][k] += random_between(&random, -0.02, 0.02);
    assert_ok(collider_mesh_check(&mesh));
    check_mesh(&mesh, 4000, 1.2);
    end_mesh(&mesh);
    assert_ok(mesh_make_box((const int[3]){3, 4, 5}, (const double[3]){1, 1e-3, 2}, BOX_FIVE, &made));
    mesh = mesh_of(&made);
    assert_ok(collider_mesh_check(&mesh)); // inner vertices belong to no triangle
    check_mesh(&mesh, 4000, 1);
    end_mesh(&mesh);
}

// ---- points without a direction, and invalid points ----

TEST(the_middle_has_a_normal)
{
    Collider capsule_along_z = capsule();
    memcpy(capsule_along_z.direction, (const double[3]){0, 0, 2}, sizeof capsule_along_z.direction);
    const Collider all[] = {sphere(), box(), capsule(), capsule_along_z};
    const double   depth[] = {-0.7, -0.3, -0.35, -0.35};
    for (int i = 0; i < 4; i++) {
        Asked   asked = ask(&all[i]);
        Nearest nearest, again;
        assert_true(collider_nearest(&all[i], asked.index, &STILL, vector_of(all[i].point), 0.01, &nearest));
        assert_near(nearest.distance, depth[i], 1e-15);
        assert_near(double4_norm(nearest.normal), 1, 1e-15);
        assert_true(collider_nearest(&all[i], asked.index, &STILL, nearest.point, 0.01, &again));
        assert_near(again.distance, 0, 1e-15);
        arena_destroy(&asked.arena);
    }
}

TEST(invalid_points_have_no_distance)
{
    const ColliderMesh mesh = torus(8, 12);
    const Collider     all[] = {plane(), sphere(), box(), capsule(), collider_of(&mesh)};
    const double       bad[] = {NAN, INFINITY, -INFINITY, 1e200, -1e308};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Asked asked = ask(&all[i]);
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            Nearest       nearest = {.distance = 5};
            const double4 x = {0.1, 0.2, bad[k], 0};
            if (collider_nearest(&all[i], asked.index, &STILL, x, 0.1, &nearest)) { // deep below the plane
                assert_true(all[i].shape == COLLIDER_PLANE && isfinite(bad[k]) && isfinite(nearest.distance));
                assert_true(nearest.distance < 0);
            } else {
                assert_near(nearest.distance, 5, 0);
            }
        }
        arena_destroy(&asked.arena);
    }
    end_mesh(&mesh);
}

// ---- moving colliders ----

static Model moving_model(Arena *arena, const ScriptPart *parts, int32_t count, const Collider *collider)
{
    Model         model;
    ModelBuilder *b = model_builder_create();
    Collider      moving = *collider;
    assert_ok(model_add_particle(b, (const double[3]){0}, (const double[3]){0}, 1));
    assert_ok(model_add_contact_point(b, 0));
    assert_ok(model_set_contact(b, &(ContactRules){.thickness = 0.01, .stiffness = INFINITY}));
    assert_ok(model_add_script(b, parts, count, INFINITY, &moving.script));
    assert_ok(model_add_collider(b, &moving));
    assert_ok(model_build(b, PARTICLE_ORDER_NONE, arena, &model));
    model_builder_destroy(b);
    return model;
}

// A rigid motion applied to both collider and point leaves the distance unchanged and rotates the normal.
TEST(a_collider_follows_its_script)
{
    const ColliderMesh mesh = torus(8, 12);
    const Collider     all[] = {plane(), sphere(), box(), capsule(), collider_of(&mesh)};
    const ScriptPart   parts[2] = {
          {.act = SCRIPT_ROTATE, .from = 0, .to = 2, .vector = {1, 2, 3}, .radians = 1.3, .about = {0.2, 0, -0.5}},
          {.act = SCRIPT_MOVE, .from = 1, .to = 3, .vector = {0.5, -1, 2}},
    };
    Random random = {12};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Arena              arena = arena_init(0);
        const Model        model = moving_model(&arena, parts, 2, &all[i]);
        const Collider    *moving = &model.colliders->list[0];
        const ColliderPose pose = collider_pose(&model, moving, 1.7);
        Asked              asked = ask(moving);
        assert_true(pose.moves);
        for (int n = 0; n < 200; n++) {
            Nearest       still, moved;
            const double4 x = random_point(&random, 1);
            double4       to = {pose.map.shift[0], pose.map.shift[1], pose.map.shift[2], 0};
            double4       normal = {0};
            for (int k = 0; k < 3; k++) {
                const double4 column = {pose.map.matrix[0][k], pose.map.matrix[1][k], pose.map.matrix[2][k], 0};
                double4_add_to(&to, (&x.x)[k], column);
            }
            assert_true(collider_nearest(moving, asked.index, &STILL, x, INFINITY, &still));
            assert_true(collider_nearest(moving, asked.index, &pose, to, INFINITY, &moved));
            for (int k = 0; k < 3; k++) {
                const double4 column = {pose.map.matrix[0][k], pose.map.matrix[1][k], pose.map.matrix[2][k], 0};
                double4_add_to(&normal, (&still.normal.x)[k], column);
            }
            assert_near(moved.distance, still.distance, 1e-13);
            if (fabs(still.distance) > 1e-3)
                assert_near(double4_norm(double4_sub(moved.normal, normal)), 0, 1e-9);
        }
        arena_destroy(&asked.arena);
        arena_destroy(&arena);
    }
    end_mesh(&mesh);
}

TEST(a_collider_has_the_velocity_of_its_script)
{
    const ScriptPart turn = {.act = SCRIPT_ROTATE, .from = 0, .to = 2, .vector = {0, 0, 4}, .radians = 3, .about = {1, 0, 0}};
    const ScriptPart move = {.act = SCRIPT_MOVE, .from = 0.5, .to = 1.5, .vector = {2, 0, -1}};
    const Collider   ball = sphere();
    Arena            arena = arena_init(0);
    const Model      turning = moving_model(&arena, &turn, 1, &ball), moving = moving_model(&arena, &move, 1, &ball);
    const double4    x = {1.3, 0.4, 0.2, 0}; // ω × r with ω = 1.5 about z
    const double4    v = collider_velocity(&turning, &turning.colliders->list[0], x, 1, 1e-6);
    assert_near(v.x, -1.5 * 0.4, 1e-5);
    assert_near(v.y, 1.5 * 0.3, 1e-5);
    assert_near(v.z, 0, 1e-9);
    const double4 u = collider_velocity(&moving, &moving.colliders->list[0], x, 1, 0.25);
    assert_near(u.x, 2, 1e-12);
    assert_near(u.z, -1, 1e-12);
    const double4 half = collider_velocity(&moving, &moving.colliders->list[0], x, 0.75, 0.5); // at rest for half of the time
    assert_near(half.x, 1, 1e-12);
    const double4 none = collider_velocity(&moving, &ball, x, 1, 0.1);
    assert_near(double4_norm(none), 0, 0);
    arena_destroy(&arena);
}

// ---- rejected input ----

static void refuse(const Collider *collider, const char *expected)
{
    Colliders draft = {0};
    assert_fails(colliders_add(&draft, collider), STATUS_INPUT, expected);
    assert_int_equal(draft.count, 0);
    colliders_destroy(&draft);
}

static Collider with_numbers(Collider c, double radius, double friction, double restitution)
{
    c.radius = radius, c.friction = friction, c.restitution = restitution;
    return c;
}

TEST(shapes_without_size_are_refused)
{
    Collider far = sphere(), flat = box(), askew = box(), nowhere = plane(), point = capsule();
    far.point[1] = INFINITY;
    flat.half[1] = -1;
    askew.axes[2][0] += 0.1;
    memset(nowhere.direction, 0, sizeof nowhere.direction);
    memset(point.direction, 0, sizeof point.direction);
    const struct {
        Collider    collider;
        const char *part;
    } REFUSED[] = {{with_numbers(sphere(), 0, 0, 0), "collider sphere 0: its radius is 0 m"},
                   {with_numbers(sphere(), NAN, 0, 0), "radius"},
                   {with_numbers(capsule(), -1, 0, 0), "radius"},
                   {far, "not finite"},
                   {flat, "collider box 0: an edge is -2 m long"},
                   {askew, "perpendicular"},
                   {nowhere, "has no direction"},
                   {point, "has no direction"},
                   {with_numbers(plane(), 0, -0.1, 0), "friction is -0.1"},
                   {with_numbers(plane(), 0, 0, 1.5), "restitution is 1.5"}};
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++)
        refuse(&REFUSED[i].collider, REFUSED[i].part);
    const Collider of_scene = with_numbers(plane(), 0, NAN, NAN);
    Colliders      draft = {0};
    assert_ok(colliders_add(&draft, &of_scene));
    colliders_destroy(&draft);
}

TEST(meshes_without_an_inside_are_refused)
{
    ColliderMesh   mesh = torus(8, 12);
    const Collider c = collider_of(&mesh);
    const int32_t  last = mesh.triangle_count - 1, kept = mesh.triangle[3][0];
    mesh.triangle_count--;
    refuse(&c, "collider mesh 0: its mesh is open: the edge between vertices");
    mesh.triangle_count++;
    mesh.triangle[3][0] = 10000;
    refuse(&c, "refers to vertex 10000");
    mesh.triangle[3][0] = mesh.triangle[3][1];
    refuse(&c, "triangle 3 of its mesh has no area");
    mesh.triangle[3][0] = mesh.triangle[3][2], mesh.triangle[3][2] = kept; // one inverted triangle
    refuse(&c, "its mesh has no consistent orientation");
    mesh.triangle[3][2] = mesh.triangle[3][0], mesh.triangle[3][0] = kept;
    assert_ok(collider_mesh_check(&mesh));
    for (int32_t t = 0; t <= last; t++) {
        const int32_t first = mesh.triangle[t][0];
        mesh.triangle[t][0] = mesh.triangle[t][1];
        mesh.triangle[t][1] = first;
    }
    refuse(&c, "inside out");
    mesh.vertex[5][2] = NAN;
    refuse(&c, "vertex 5 of its mesh is not finite");
    end_mesh(&mesh);
    refuse(&(Collider){.shape = COLLIDER_MESH, .script = -1, .name = "hole"}, "collider hole: its mesh has 0 triangles");
}

TEST(rules_that_make_no_sense_are_refused)
{
    static const struct {
        ContactRules rules;
        const char  *part; // NULL: valid
    } RULES[] = {{{.thickness = 0.01, .stiffness = INFINITY, .friction = 0.3, .restitution = 1}, NULL},
                 {{.thickness = 0, .stiffness = INFINITY, .friction = 0.3, .restitution = 1}, "a thickness of 0 m"},
                 {{.thickness = 0.01, .stiffness = 0, .friction = 0.3, .restitution = 1}, "a stiffness of 0"},
                 {{.thickness = 0.01, .stiffness = NAN, .friction = 0.3, .restitution = 1}, "stiffness"},
                 {{.thickness = 0.01, .stiffness = INFINITY, .friction = INFINITY, .restitution = 1}, "a friction of inf"},
                 {{.thickness = 0.01, .stiffness = INFINITY, .friction = 0.3, .restitution = 1.01}, "a restitution of 1.01"}};
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++)
        if (RULES[i].part)
            assert_fails(contact_rules_check(&RULES[i].rules), STATUS_INPUT, RULES[i].part);
        else
            assert_ok(contact_rules_check(&RULES[i].rules));
}

// ---- drawings ----

// Closed and consistently oriented. The corners are on the surface, the centres of the triangles at most a little below it.
TEST(drawings_show_the_surface)
{
    const ColliderMesh mesh = torus(8, 12);
    const Collider     all[] = {sphere(), box(), capsule(), collider_of(&mesh)};
    ColliderMesh       drawn;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Asked asked = ask(&all[i]);
        assert_ok(collider_draw(&all[i], (const double[3]){0}, 1, &asked.arena, &drawn));
        assert_ok(collider_mesh_check(&drawn));
        for (int32_t v = 0; v < drawn.vertex_count; v++)
            assert_near(distance_at(&asked, vector_of(drawn.vertex[v])), 0, 1e-12);
        for (int32_t t = 0; t < drawn.triangle_count; t++) {
            double4 middle = {0};
            for (int k = 0; k < 3; k++)
                double4_add_to(&middle, 1.0 / 3, corner_of(&drawn, t, k));
            assert_near(distance_at(&asked, middle), -0.005, 0.005 + 1e-12);
        }
        arena_destroy(&asked.arena);
    }
    const Collider flat = plane();
    Asked          asked = ask(&flat);
    assert_ok(collider_draw(&flat, (const double[3]){5, 6, 7}, 2, &asked.arena, &drawn));
    assert_ok(collider_mesh_check(&drawn));
    double highest = -INFINITY, farthest = 0;
    for (int32_t v = 0; v < drawn.vertex_count; v++) {
        highest = fmax(highest, distance_at(&asked, vector_of(drawn.vertex[v])));
        farthest = fmax(farthest, fabs(drawn.vertex[v][1] - 6));
    }
    assert_near(highest, 0, 1e-12);
    assert_true(farthest > 0.9 && farthest < 1.5);
    arena_destroy(&asked.arena);
    end_mesh(&mesh);
}

// ---- the arrays that a builder makes ----

static const ContactRules RULES = {.thickness = 0.01, .stiffness = 100, .friction = 0.3, .restitution = 0.5, .self = true};

static ModelBuilder *six_particles(void)
{
    ModelBuilder *b = model_builder_create();
    assert_non_null(b);
    for (int i = 0; i < 6; i++)
        assert_ok(model_add_particle(b, (const double[3]){i, i % 2, 0}, (const double[3]){0}, 1));
    return b;
}

// Two triangles with a common edge, one of them added twice, an edge that already exists, a new edge, and a single point.
static void check_surface(ParticleOrder order)
{
    Model         model;
    Arena         arena = arena_init(0);
    ModelBuilder *b = six_particles();
    assert_ok(model_add_contact_triangle(b, (const int32_t[3]){0, 1, 2}));
    assert_ok(model_add_contact_triangle(b, (const int32_t[3]){2, 1, 3}));
    assert_ok(model_add_contact_triangle(b, (const int32_t[3]){3, 1, 2}));
    assert_ok(model_add_contact_edge(b, (const int32_t[2]){1, 0}));
    assert_ok(model_add_contact_edge(b, (const int32_t[2]){4, 3}));
    assert_ok(model_add_contact_point(b, 3));
    assert_ok(model_set_contact(b, &RULES));
    assert_ok(model_build(b, order, &arena, &model));
    const ContactSurface *s = model.surface;
    assert_null(model.colliders);
    assert_non_null(s);
    assert_int_equal(s->point_count, 5);
    assert_int_equal(s->edge_count, 6);
    assert_int_equal(s->triangle_count, 2);
    assert_true(s->rules.self && s->rules.stiffness > 99);
    bool listed[6] = {0};
    for (int32_t i = 0; i < 5; i++) {
        assert_true(i == 0 || s->point[i - 1] < s->point[i]);
        listed[model.user_of[s->point[i]]] = true;
    }
    assert_false(listed[5]);
    static const int32_t EDGES[6][2] = {{0, 1}, {1, 2}, {2, 0}, {1, 3}, {3, 2}, {4, 3}}; // in the order in which they were first added
    for (int e = 0; e < 6; e++) {
        int found = 0;
        for (int32_t i = 0; i < 6; i++)
            found += model.user_of[s->edge[i][0]] == EDGES[e][0] && model.user_of[s->edge[i][1]] == EDGES[e][1];
        assert_int_equal(found, 1);
    }
    for (int32_t i = 1; i < 6; i++) {
        const int32_t *p = s->edge[i - 1], *q = s->edge[i];
        assert_true((p[0] < p[1] ? p[0] : p[1]) <= (q[0] < q[1] ? q[0] : q[1]));
    }
    for (int32_t t = 0; t < 2; t++) {
        const int32_t first = model.user_of[s->triangle[t][0]];
        assert_true(first == 0 || first == 2);
        assert_int_equal(model.user_of[s->triangle[t][1]], 1);
        assert_int_equal(model.user_of[s->triangle[t][2]], first == 0 ? 2 : 3);
    }
    for (int32_t i = 0; i < 6; i++)
        assert_near(s->rest[i].x, model.user_of[i], 0);
    model_builder_destroy(b);
    arena_destroy(&arena);
}

TEST(a_surface_has_each_element_once)
{
    check_surface(PARTICLE_ORDER_NONE);
    check_surface(PARTICLE_ORDER_RANDOM);
    check_surface(PARTICLE_ORDER_MORTON);
}

TEST(a_surface_without_possible_contact_is_absent)
{
    Model          model;
    Arena          arena = arena_init(0);
    ModelBuilder  *b = six_particles();
    const Collider ball = sphere();
    ContactRules   rules = RULES;
    int32_t        script;
    rules.self = false;
    assert_ok(model_add_contact_point(b, 3));
    assert_ok(model_set_contact(b, &rules));
    assert_ok(model_build(b, PARTICLE_ORDER_NONE, &arena, &model));
    assert_null(model.surface); // no collider, and no self-contact
    assert_null(model.scripts);
    assert_ok(model_add_collider(b, &ball));
    assert_ok(model_build(b, PARTICLE_ORDER_NONE, &arena, &model));
    assert_non_null(model.surface);
    assert_int_equal(model.colliders->count, 1);
    assert_null(model.scripts);
    Collider moving = ball;
    moving.script = 0;
    assert_fails(model_add_collider(b, &moving), STATUS_INPUT, "collider sphere 0: script 0 does not exist (the scene has 0)");
    assert_ok(model_add_script(b, &(ScriptPart){.to = 1, .vector = {1, 0, 0}}, 1, INFINITY, &script));
    assert_ok(model_add_collider(b, &moving));
    assert_ok(model_build(b, PARTICLE_ORDER_NONE, &arena, &model));
    assert_non_null(model.scripts); // kept for the collider, though no pin has a script
    assert_int_equal(model.scripts->script_count, 1);
    assert_int_equal(model.colliders->list[1].script, script);
    model_builder_destroy(b);
    arena_destroy(&arena);
}

TEST(a_surface_of_no_particles_is_refused)
{
    Model          model;
    Arena          arena = arena_init(0);
    ModelBuilder  *b = six_particles();
    const Collider ball = sphere();
    assert_fails(model_add_contact_point(b, 6), STATUS_INPUT, "particle 6 does not exist");
    assert_fails(model_add_contact_edge(b, (const int32_t[2]){2, 2}), STATUS_INPUT, "an edge of a surface lists particle 2 twice");
    assert_fails(model_add_contact_triangle(b, (const int32_t[3]){2, 0, -1}), STATUS_INPUT, "particle -1");
    assert_ok(model_add_collider(b, &ball));
    assert_fails(model_build(b, PARTICLE_ORDER_NONE, &arena, &model), STATUS_INPUT, "has colliders but no contact rules");
    model_builder_destroy(b);
    arena_destroy(&arena);
}
