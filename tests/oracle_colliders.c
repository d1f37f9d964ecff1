// Difficult cases of particles and colliders: inner corners, particles that move farther in a step than the obstacle is thick, and
// colliders that overtake particles. No particle ends a step inside, or gets to a place that it could not have reached.
#include "contact/collider_near.h"
#include "contact_rig.h"
#include "mesh/mesh_make.h"

static const Way HARD[] = {{"xpbd", "iterations=2", INFINITY, false},
                           {"pbd", "iterations=2", INFINITY, false},
                           {"xpbd", "iterations=30 contact_sweep=jacobi", INFINITY, false}};
enum { HARD_COUNT = sizeof HARD / sizeof *HARD };

// ---- shapes ----

// A prism between z = −1 and 1 over a polygon of `count` corners, counter-clockwise, cut into triangles.
static void prism(const double (*corner)[2], int count, const int32_t (*triangle)[3], double (*vertex)[3], int32_t (*out)[3],
                  ColliderMesh *mesh)
{
    int t = 0;
    for (int i = 0; i < count; i++)
        for (int top = 0; top < 2; top++)
            memcpy(vertex[i + top * count], (double[3]){corner[i][0], corner[i][1], top ? 1 : -1}, sizeof *vertex);
    for (int i = 0; i < count - 2; i++) {
        const int32_t *c = triangle[i];
        memcpy(out[t++], (int32_t[3]){c[2], c[1], c[0]}, sizeof *out);
        memcpy(out[t++], (int32_t[3]){c[0] + count, c[1] + count, c[2] + count}, sizeof *out);
    }
    for (int i = 0; i < count; i++) {
        const int next = (i + 1) % count;
        memcpy(out[t++], (int32_t[3]){i, next, next + count}, sizeof *out);
        memcpy(out[t++], (int32_t[3]){i, next + count, i + count}, sizeof *out);
    }
    *mesh = (ColliderMesh){.vertex_count = 2 * count, .triangle_count = t, .vertex = vertex, .triangle = out};
}

typedef struct Prism {
    double       vertex[12][3];
    int32_t      triangle[20][3];
    ColliderMesh mesh;
} Prism;

// A block with a groove along z, whose walls meet at (0, −0.5) at right angles.
static void make_groove(Prism *p)
{
    static const double  CORNER[5][2] = {{-1, -1}, {1, -1}, {1, 0.5}, {0, -0.5}, {-1, 0.5}};
    static const int32_t TRIANGLE[3][3] = {{0, 1, 3}, {1, 2, 3}, {0, 3, 4}};
    prism(CORNER, 5, TRIANGLE, p->vertex, p->triangle, &p->mesh);
}

// A plate in the plane y = 0, thinner than contact is.
static void make_plate(Prism *p)
{
    static const double  CORNER[4][2] = {{-0.5, -0.001}, {0.5, -0.001}, {0.5, 0.001}, {-0.5, 0.001}};
    static const int32_t TRIANGLE[2][3] = {{0, 1, 2}, {0, 2, 3}};
    prism(CORNER, 4, TRIANGLE, p->vertex, p->triangle, &p->mesh);
}

static double distance_to(const Rig *rig, const ColliderIndex *index, double4 x)
{
    Nearest            at;
    const Collider    *collider = &rig->model.colliders->list[0];
    const ColliderPose pose = collider_pose(&rig->model, collider, (double)rig->state.step * 0.01);
    assert_true(collider_nearest(collider, index, &pose, x, INFINITY, &at));
    return at.distance;
}

// ---- inner corners ----

// Particles that fall at a slant into a groove. A soft contact yields by at most v √(m/k).
static void fall_into_groove(const Collider *groove, const Way *way, double allowed)
{
    static const double START[][3] = {{-0.3, 0.4, 0}, {0.01, 0.4, 0.1}, {0, 0.4, 0.2}, {0.3, 0.2, 0.3}, {-0.02, 0, 0.4}, {0.4, 0.6, -0.3}};
    enum { COUNT = sizeof START / sizeof *START };
    RIG(rig);
    ColliderIndex *index;
    for (int i = 0; i < COUNT; i++) {
        rig_touching(&rig, START[i][0], START[i][1], START[i][2], 0.01);
    }
    rig_rules(&rig, rules_of(way->stiffness, 0, 0));
    assert_ok(model_add_collider(rig.builder, groove));
    model_set_gravity(rig.builder, (double[3]){0, -G, 0});
    rig_solver(&rig, way->solver, way->settings, 0.01, 1);
    assert_ok(collider_index_create(&rig.model.colliders->list[0], &rig.arena, &index));
    for (int i = 0; i < COUNT; i++)
        rig_set_velocity(&rig, i, 0.5, -3, 0);
    for (int step = 0; step < 300; step++) {
        rig_steps(&rig, 1, NULL);
        for (int i = 0; i < COUNT; i++) {
            const double distance = distance_to(&rig, index, rig_position(&rig, i));
            if (!(distance >= R - allowed))
                fail_msg("%s %s: step %d: particle %d is %g m deep", way->solver, way->settings, step, i, R - distance);
        }
    }
    for (int i = 0; i < COUNT; i++) { // at rest where both walls are R away
        assert_near(rig_position(&rig, i).x, 0, allowed + BOUND(1e-6, 1e-5));
        assert_near(rig_position(&rig, i).y, -0.5 + sqrt(2) * R, 2 * allowed + BOUND(1e-6, 1e-5));
        assert_near(rig_velocity(&rig, i).x, 0, BOUND(1e-6, 1e-3));
        assert_near(rig_velocity(&rig, i).y, 0, BOUND(1e-6, 1e-3));
    }
}

TEST(test_both_walls_of_an_inner_corner_support)
{
    static const Way SOFT[] = {{"xpbd", "iterations=8", 1e6, false},
                               {"newton", "", 1e6, false},
                               {"pd", "iterations=20", 1e6, false},
                               {"vbd", "iterations=20", 1e6, false}};
    Prism            p;
    Collider         groove = rig_collider(COLLIDER_MESH);
    make_groove(&p);
    groove.mesh = &p.mesh;
    for (int w = 0; w < HARD_COUNT; w++)
        fall_into_groove(&groove, &HARD[w], BOUND(1e-9, 1e-6));
    for (int w = 0; w < 3; w++)
        fall_into_groove(&groove, &SOFT[w], 5e-4);
}

// ---- fast particles and colliders ----

// No point on the straight path from the old position to the new one is inside.
static void check_way(const Rig *rig, const ColliderIndex *index, double4 from, double4 to, double speed)
{
    enum { PLACES = 400 };
    const ColliderShape shape = rig->model.colliders->list[0].shape;
    const double        end = distance_to(rig, index, to), bound = BOUND(1e-7, 1e-4);
    if (!(end >= R - bound))
        fail_msg("%s: at %g m/s it ends %g m from the surface", COLLIDER_SHAPE_NAMES[shape], speed, end);
    for (int k = 0; k <= PLACES; k++) {
        double4 x = from;
        double4_add_to(&x, (double)k / PLACES, double4_sub(to, from));
        if (!(distance_to(rig, index, x) > 0))
            fail_msg("%s: at %g m/s it passes through at (%g, %g, %g), on the way from (%g, %g, %g) to (%g, %g, %g)",
                     COLLIDER_SHAPE_NAMES[shape], speed, x.x, x.y, x.z, from.x, from.y, from.z, to.x, to.y, to.z);
    }
}

// From all around, aimed at the middle and past it, so fast that the particle would be far on the other side.
static void throw_at(const Collider *collider, const Way *way, double speed)
{
    enum { COUNT = 64 };
    RIG(rig);
    ColliderIndex *index;
    double4        before[COUNT];
    Random         random = {3};
    for (int i = 0; i < COUNT; i++) {
        const double4 d = {rig_random(&random), rig_random(&random), rig_random(&random), 0};
        const double  far = 1.5 / fmax(double4_norm(d), 0.1);
        rig_touching(&rig, far * d.x, far * d.y, far * d.z, 0.01);
    }
    rig_rules(&rig, rules_of(way->stiffness, 0.2, 0));
    assert_ok(model_add_collider(rig.builder, collider));
    rig_solver(&rig, way->solver, way->settings, 0.01, 1);
    assert_ok(collider_index_create(&rig.model.colliders->list[0], &rig.arena, &index));
    for (int i = 0; i < COUNT; i++) {
        const double4 x = rig_position(&rig, i);
        const double  s = -speed / 1.5;
        before[i] = x;
        rig_set_velocity(&rig, i, s * x.x + 0.1 * speed * rig_random(&random), s * x.y + 0.1 * speed * rig_random(&random), s * x.z);
    }
    for (int step = 0; step < 12; step++) {
        rig_steps(&rig, 1, NULL);
        for (int i = 0; i < COUNT; i++) {
            check_way(&rig, index, before[i], rig_position(&rig, i), speed);
            before[i] = rig_position(&rig, i);
        }
    }
}

static Collider ball_mesh(ColliderMesh *mesh, Mesh *made)
{
    Collider ball = rig_collider(COLLIDER_MESH);
    assert_ok(mesh_make_sphere(4, 0.3, made));
    *mesh = (ColliderMesh){.vertex_count = made->vertex_count,
                           .triangle_count = made->face_count,
                           .vertex = made->position,
                           .triangle = (int32_t(*)[3])(void *)made->face_vertex};
    ball.mesh = mesh;
    return ball;
}

TEST(test_nothing_is_too_fast)
{
    enum { SHAPES = 5 };
    Collider     all[SHAPES];
    Prism        plate;
    ColliderMesh mesh;
    Mesh         made;
    make_plate(&plate);
    all[0] = rig_collider(COLLIDER_SPHERE), all[0].radius = 0.3;
    all[1] = rig_collider(COLLIDER_BOX);
    memcpy(all[1].axes, (double[3][3]){{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}}, sizeof all[1].axes);
    memcpy(all[1].half, (double[3]){0.3, 0.02, 0.4}, sizeof all[1].half);
    all[2] = rig_collider(COLLIDER_CAPSULE), all[2].radius = 0.1;
    memcpy(all[2].point, (double[3]){-0.2, -0.2, 0}, sizeof all[2].point);
    memcpy(all[2].direction, (double[3]){0.4, 0.4, 0.2}, sizeof all[2].direction);
    all[3] = ball_mesh(&mesh, &made);
    all[4] = rig_collider(COLLIDER_MESH), all[4].mesh = &plate.mesh;
    for (int s = 0; s < SHAPES; s++)
        for (double speed = 3; speed < 4000; speed *= 10)
            throw_at(&all[s], &HARD[s % HARD_COUNT], speed);
    mesh_destroy(&made);
}

// ---- colliders that move ----

// A board that moves or turns over particles at rest takes along all particles in its way, however far it moves in a step.
static void sweep(const ScriptPart *part, const Way *way)
{
    enum { COUNT = 32 };
    RIG(rig);
    ColliderIndex *index;
    Random         random = {4};
    Collider       board = rig_collider(COLLIDER_BOX);
    memcpy(board.half, (double[3]){0.005, 1, 1}, sizeof board.half);
    for (int i = 0; i < COUNT; i++) {
        rig_touching(&rig, 0.3 + 0.25 * rig_random(&random), 0.5 * rig_random(&random), 0.5 * rig_random(&random), 0.01);
    }
    rig_rules(&rig, rules_of(way->stiffness, 0, 0));
    assert_ok(model_add_script(rig.builder, part, 1, INFINITY, &board.script));
    assert_ok(model_add_collider(rig.builder, &board));
    rig_solver(&rig, way->solver, way->settings, 0.01, 1);
    assert_ok(collider_index_create(&rig.model.colliders->list[0], &rig.arena, &index));
    for (int step = 0; step < 30; step++) {
        rig_steps(&rig, 1, NULL);
        for (int i = 0; i < COUNT; i++)
            if (!(distance_to(&rig, index, rig_position(&rig, i)) >= R - BOUND(1e-7, 1e-4)))
                fail_msg("%s: step %d: particle %d is %g m from the board", way->solver, step, i,
                         distance_to(&rig, index, rig_position(&rig, i)));
    }
    for (int i = 0; part->act == SCRIPT_MOVE && i < COUNT; i++) // all of them are in front of it
        assert_true(rig_position(&rig, i).x >= part->vector[0] * 0.3 + 0.005 + R - BOUND(1e-6, 1e-3));
}

TEST(test_a_board_overtakes_nothing)
{
    for (int w = 0; w < HARD_COUNT; w++) {
        for (double way = 2; way < 3000; way *= 10) // m in a second
            sweep(&(ScriptPart){.act = SCRIPT_MOVE, .to = 1, .vector = {way, 0, 0}}, &HARD[w]);
        for (double turn = 3; turn < 200; turn *= 4) // radians in a second
            sweep(&(ScriptPart){.act = SCRIPT_ROTATE, .to = 1, .vector = {0, 0, 1}, .radians = turn}, &HARD[w]);
    }
}

// ---- threads ----

static void fall_on_groove(Rig *rig, int threads)
{
    Prism    p;
    Random   random = {5};
    Collider groove = rig_collider(COLLIDER_MESH);
    make_groove(&p);
    groove.mesh = &p.mesh;
    for (int i = 0; i < 1500; i++)
        rig_touching(rig, 0.9 * rig_random(&random), 0.8 + 0.2 * rig_random(&random), 0.9 * rig_random(&random), 0.01);
    rig_rules(rig, rules_of(1e4, 0.3, 0.5));
    assert_ok(model_add_collider(rig->builder, &groove));
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
    rig_solver(rig, "xpbd", "iterations=4", 0.01, threads);
    rig_steps(rig, 100, NULL);
}

TEST(test_corners_are_the_same_on_any_number_of_threads)
{
    RIGS(rig, 4);
    for (int i = 0; i < 4; i++) {
        fall_on_groove(&rig[i], i + 1);
        assert_true(rig_is_same(&rig[0], &rig[i]));
    }
}
