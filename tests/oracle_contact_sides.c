// Fast things against thin ones. Every crossing is counted in the step in which it happens, and stays active: contact pushes the particle
// back where anything pushes. The side is decided here from positions alone.
#include "base/gnu.h"
#include "contact/collider_near.h"
#include "recorder.h"

typedef enum Obstacle { PLANE, SPHERE, MARBLE, THIN_BOX, THICK_BOX, CAPSULE, MESH, PINNED_CLOTH, CLAMPED_CLOTH, RODS, OBSTACLES } Obstacle;

static const char *const NAMES[OBSTACLES] = {"plane",   "sphere", "marble",       "thin box",   "thick box",
                                             "capsule", "mesh",   "pinned cloth", "held cloth", "rods"};

static const double R = 0.004, DT = 1.0 / 60, THIN = 0.001, THICK = 0.2, LARGE = 0.2, SMALL = 0.03;

// ---- the obstacles: their upper side is at y = 0 ----

typedef struct Plate {
    double       vertex[8][3];
    int32_t      triangle[12][3];
    ColliderMesh mesh;
} Plate;

static void make_plate(Plate *p, double half, double thickness)
{
    static const int32_t FACE[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int v = 0; v < 8; v++)
        memcpy(p->vertex[v], (double[3]){v & 1 ? half : -half, v & 2 ? 0 : -thickness, v & 4 ? half : -half}, sizeof p->vertex[v]);
    for (int f = 0; f < 6; f++)
        for (int k = 0; k < 2; k++)
            memcpy(p->triangle[2 * f + k], (int32_t[3]){FACE[f][0], FACE[f][k + 1], FACE[f][k + 2]}, sizeof p->triangle[0]);
    p->mesh = (ColliderMesh){.vertex_count = 8, .triangle_count = 12, .vertex = p->vertex, .triangle = p->triangle};
}

static Plate thin_plate; // made once

static void add_collider(Rig *rig, Obstacle obstacle, double height)
{
    Collider c = rig_collider(COLLIDER_BOX);
    c.direction[1] = 1;
    snprintf(c.name, sizeof c.name, "%s", NAMES[obstacle]);
    const double thickness = obstacle == THICK_BOX ? THICK : THIN;
    switch (obstacle) {
    case PLANE:
        c.shape = COLLIDER_PLANE;
        break;
    case SPHERE:
    case MARBLE:
        c.shape = COLLIDER_SPHERE;
        c.radius = obstacle == MARBLE ? SMALL : LARGE;
        c.point[1] = -c.radius;
        break;
    case CAPSULE:
        c.shape = COLLIDER_CAPSULE;
        c.point[1] = -LARGE, c.point[2] = -1, c.radius = LARGE;
        c.direction[1] = 0, c.direction[2] = 2;
        break;
    case MESH:
        c.shape = COLLIDER_MESH;
        c.mesh = &thin_plate.mesh;
        break;
    default:
        c.point[1] = height - 0.5 * thickness;
        memcpy(c.half, (double[3]){5, 0.5 * thickness, 5}, sizeof c.half);
    }
    assert_ok(model_add_collider(rig->builder, &c));
}

// n × n particles in the plane y = 0 about the origin, all pinned or only the border.
static void add_cloth(Rig *rig, bool all, int32_t first)
{
    enum { N = 7 };
    model_begin_body(rig->builder);
    for (int i = 0; i < N * N; i++) {
        const int line = i / N;
        rig_particle(rig, 3.0 * (i % N) / (N - 1) - 1.43, 0, 3.0 * line / (N - 1) - 1.61, 0.02);
    }
    rig_net(rig, first, N, 0, 1e4, 1);
    for (int32_t row = 0; row < N; row++)
        for (int32_t column = 0; column < N; column++) {
            const int32_t i = first + row * N + column;
            if (all || row == 0 || column == 0 || row + 1 == N || column + 1 == N)
                assert_ok(model_pin(rig->builder, i));
            if (column + 1 < N && row + 1 < N) {
                const bool turned = (row + column) % 2 == 1; // normals up and down
                assert_ok(model_add_contact_triangle(rig->builder,
                                                     turned ? (int32_t[3]){i, i + 1, i + N + 1} : (int32_t[3]){i, i + N + 1, i + 1}));
                assert_ok(model_add_contact_triangle(rig->builder, (int32_t[3]){i, i + N, i + N + 1}));
            }
        }
}

enum { ROD_POINTS = 9 };
static const double ROD_FIRST = -1.63, ROD_LAST = -1.63 + 0.4 * (ROD_POINTS - 1); // m

// A chain along x at y = 0, pinned; the other, along z, is thrown at it.
static void add_rods(Rig *rig)
{
    model_begin_body(rig->builder);
    for (int32_t i = 0; i < ROD_POINTS; i++) {
        rig_particle(rig, ROD_FIRST + 0.4 * i, 0, 0, 0.1);
        assert_ok(model_pin(rig->builder, 3 + i));
        if (i > 0)
            assert_ok(model_add_contact_edge(rig->builder, (int32_t[2]){2 + i, 3 + i}));
    }
}

// ---- sides by positions alone ----

typedef struct Round { // a sphere, or a capsule along z
    double radius;
    bool   sphere;
} Round;

static double4 from_axis(const Round *r, double4 x)
{
    return (double4){x.x, x.y + r->radius, r->sphere ? x.z : 0, 0};
}

// Whether the path from outside enters, and leaves on a side that faces the other way.
static bool goes_through(const Round *r, double4 a, double4 b)
{
    const double4 from = from_axis(r, a), to = from_axis(r, b), d = double4_sub(to, from);
    const double  dd = double4_dot(d, d), half = double4_dot(from, d),
                 root = half * half - dd * (double4_dot(from, from) - r->radius * r->radius);
    if (!(root > 0))
        return false;
    const double t = (-half - sqrt(root)) / dd;
    double4      in = from;
    double4_add_to(&in, t, d);
    return t > 0 && t < 1 && double4_dot(in, to) <= 0;
}

typedef enum Where { BEFORE, BEYOND, PAST_EDGE } Where; // PAST_EDGE: past its border, from where it may get to either side

typedef struct Watch {
    Observer base;
    Rig     *rig;
    double4  home; // round obstacles: its last position outside, with a free path since
    Where    where;
    double4  rod[3]; // where the rod that is thrown was last,
    int      passed; // and the sum of crossing directions of its edges with the other rod, which is along x and at rest
} Watch;

static Where above_cloth(const Rig *rig)
{
    const double4 p = rig_position(rig, 0);
    for (int32_t t = 0; t < rig->model.surface->triangle_count; t++) {
        const int32_t *v = rig->model.surface->triangle[t];
        const double4  a = double4_from(rig->state.position[v[0]]), b = double4_from(rig->state.position[v[1]]),
                      c = double4_from(rig->state.position[v[2]]);
        const double area = (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
        const double s = ((p.x - a.x) * (c.z - a.z) - (p.z - a.z) * (c.x - a.x)) / area,
                     w = ((b.x - a.x) * (p.z - a.z) - (b.z - a.z) * (p.x - a.x)) / area;
        if (s >= 0 && w >= 0 && s + w <= 1)
            return p.y < a.y + s * (b.y - a.y) + w * (c.y - a.y) ? BEYOND : BEFORE;
    }
    return PAST_EDGE;
}

static Where where_is(const Rig *rig, Obstacle obstacle, Watch *watch)
{
    const double4 x = rig_position(rig, 0);
    const Round   round = {.radius = obstacle == MARBLE ? SMALL : LARGE, .sphere = obstacle != CAPSULE};
    switch (obstacle) {
    case SPHERE:
    case MARBLE:
    case CAPSULE:
        if (double4_norm(from_axis(&round, x)) < round.radius)
            return BEFORE;
        if (goes_through(&round, watch->home, x))
            return BEYOND;
        watch->home = x;
        return BEFORE;
    case THIN_BOX:
    case MESH:
        return fabs(x.x) > 5 ? PAST_EDGE : x.y < -THIN ? BEYOND : BEFORE;
    case THICK_BOX:
        return fabs(x.x) > 2 ? PAST_EDGE : x.y < -THICK ? BEYOND : BEFORE;
    case PINNED_CLOTH:
    case CLAMPED_CLOTH:
        return above_cloth(rig);
    default:
        return BEFORE; // a plane has no other side
    }
}

// ---- rods ----

static double across(double4 a, double4 b) // the x axis
{
    return a.y * b.z - a.z * b.y;
}

// Whether an edge is at the other rod when its ends are in one plane with the x axis.
static bool is_at_rod(double4 a, double4 b)
{
    const double4 way = double4_sub(b, a);
    const double  t = -(a.y * way.y + a.z * way.z) / (way.y * way.y + way.z * way.z), x = a.x + t * way.x;
    return t > 0 && t < 1 && x > ROD_FIRST && x < ROD_LAST;
}

// The sum of the directions in which an edge crosses the other rod, all in straight lines. The ends are in a plane with the rod where a
// quadratic in time is 0.
static int passes_of(const double4 from[2], const double4 to[2])
{
    const double4 a = double4_sub(to[0], from[0]), b = double4_sub(to[1], from[1]);
    const double  c = across(from[0], from[1]), d = across(from[0], b) + across(a, from[1]), e = across(a, b), root = d * d - 4 * e * c;
    int           sum = 0;
    for (int sign = -1; sign <= 1 && root > 0; sign += 2) {
        const double q = -0.5 * (d + copysign(sqrt(root), d)), t = sign < 0 ? q / e : c / q;
        double4      at[2] = {from[0], from[1]};
        double4_add_to(&at[0], t, a);
        double4_add_to(&at[1], t, b);
        if (t > 0 && t <= 1 && is_at_rod(at[0], at[1]))
            sum += d + 2 * e * t > 0 ? 1 : -1;
    }
    return sum;
}

static void follow_rod(Watch *watch, const real4 *position)
{
    double4 to[3];
    for (int i = 0; i < 3; i++)
        to[i] = double4_from(position[watch->rig->model.model_of[i]]);
    for (int i = 0; i < 2; i++)
        watch->passed += passes_of(&watch->rod[i], &to[i]);
    memcpy(watch->rod, to, sizeof to);
}

// Substeps are straight, steps are not.
static void follow_substep(Observer *observer, const Start *start)
{
    follow_rod((Watch *)(void *)observer, start->position);
}

// ---- throwing ----

typedef struct Throw {
    Obstacle    obstacle;
    const char *solver;
    int         substeps, phase;
    double      speed;
    bool        slanted;
} Throw;

typedef struct Outcome {
    int64_t crossings, missed;
    int     seen, back;
    bool    beyond; // at the end
} Outcome;

static void begin(Rig *rig, const Throw *t)
{
    const bool   soft = strcmp(t->solver, "pbd") != 0;
    const double height = 0.02 + t->speed * DT * t->phase / 3.1, drift = t->slanted ? -0.7 * height : 0.013;
    rig_rules(rig, (ContactRules){.thickness = R, .stiffness = soft ? 1e4 : INFINITY, .bodies = true});
    model_begin_body(rig->builder);
    rig_particle(rig, drift, height, t->obstacle == RODS ? -0.31 : 0.02, 0.1);
    if (t->obstacle == RODS) {
        rig_particle(rig, drift, height, 0.17, 0.1);
        rig_particle(rig, drift, height, 0.63, 0.1);
        rig_spring(rig, 0, 1, 0, 1e4);
        rig_spring(rig, 1, 2, 0, 1e4);
        rig_spring(rig, 0, 2, 0, 1e4);
        assert_ok(model_add_contact_edge(rig->builder, (int32_t[2]){0, 1}));
        assert_ok(model_add_contact_edge(rig->builder, (int32_t[2]){1, 2}));
        add_rods(rig);
    } else {
        assert_ok(model_add_contact_point(rig->builder, 0));
        if (t->obstacle == PINNED_CLOTH || t->obstacle == CLAMPED_CLOTH)
            add_cloth(rig, t->obstacle == PINNED_CLOTH, 1);
        else
            add_collider(rig, t->obstacle, 0);
    }
}

static Outcome throw_it(const Throw *t)
{
    RIG(rig);
    Watch       watch = {.base = {.begin = follow_substep, .iterate = ignore_iterate}, .rig = &rig};
    StepContext context = {.observer = t->obstacle == RODS ? &watch.base : NULL};
    Outcome     out = {0};
    char        settings[64] = "iterations=3";
    begin(&rig, t);
    if (strstr(t->solver, "pbd"))
        snprintf(settings, sizeof settings, "iterations=3 substeps=%d", t->substeps);
    rig_solver(&rig, t->solver, t->solver[0] == 'n' ? "" : settings, DT, 1);
    for (int32_t i = 0; i < (t->obstacle == RODS ? 3 : 1); i++)
        rig_set_velocity(&rig, i, t->slanted ? 0.7 * t->speed : 0, -t->speed, 0);
    watch.home = rig_position(&rig, 0);
    for (int i = 0; i < 3 && t->obstacle == RODS; i++)
        watch.rod[i] = rig_position(&rig, i);
    for (int step = 0; step < (t->obstacle == RODS ? 8 : 24); step++) {
        const int           before = abs(watch.passed);
        const ContactReport report = rig_contact_step(&rig, &context);
        if (t->obstacle == RODS)
            follow_rod(&watch, rig.state.position);
        const Where where = where_is(&rig, t->obstacle, &watch);
        out.seen += (where == BEYOND && watch.where == BEFORE) || abs(watch.passed) > before;
        out.back += (where == BEFORE && watch.where == BEYOND) || abs(watch.passed) < before;
        watch.where = where;
        out.crossings += report.crossings;
        out.missed += report.missed;
    }
    out.beyond = watch.where == BEYOND;
    return out;
}

// ---- the matrix ----

typedef struct Totals {
    int     runs, seen, ended;
    int64_t missed;
} Totals;

// The reported crossings are those that are seen here. A crossing that the detection missed, because only the solve caused it, is not
// active: its way back counts too.
static void check(const Throw *t, Totals *totals)
{
    const Outcome out = throw_it(t);
    if (out.crossings < out.seen || out.crossings > out.seen + (out.missed > 0 ? out.back : 0))
        fail_msg("%s, %s, %d substeps, %g m/s, phase %d%s: %lld crossings reported, %d seen", NAMES[t->obstacle], t->solver, t->substeps,
                 t->speed, t->phase, t->slanted ? ", slanted" : "", (long long)out.crossings, out.seen);
    totals->runs++;
    totals->seen += out.seen;
    totals->ended += out.beyond;
    totals->missed += out.missed;
}

static Totals throw_all(Obstacle obstacle, const char *solver)
{
    static const double SPEED[] = {1, 5, 20, 100};
    static const int    SUBSTEPS[] = {1, 2, 5, 10, 20};
    Totals              totals = {0};
    for (int k = 0; k < (strstr(solver, "pbd") ? 5 : 1); k++)
        for (int v = 0; v < 4; v++)
            for (int phase = 0; phase < 3; phase++)
                for (int slanted = 0; slanted < 2; slanted++) {
                    if ((k + v + slanted) % 3 != phase) // a third of the phases, every one of them for each axis
                        continue;
                    check(&(Throw){.obstacle = obstacle,
                                   .solver = solver,
                                   .substeps = SUBSTEPS[k],
                                   .phase = phase,
                                   .speed = SPEED[v],
                                   .slanted = slanted},
                          &totals);
                }
    return totals;
}

static const char *const SOLVERS[] = {"pbd", "xpbd", "pd", "newton", "vbd", "lbfgs", "admm", "descent"};
enum { SOLVER_COUNT = sizeof SOLVERS / sizeof *SOLVERS };

// A soft contact lets a fast particle through and pushes it back; a hard one lets nothing through.
TEST(particles_through_a_collider_are_counted_and_pushed_back)
{
    int passed = 0;
    for (int o = PLANE; o <= MESH; o++)
        for (int s = 0; s < SOLVER_COUNT; s++) {
            const Totals totals = throw_all((Obstacle)o, SOLVERS[s]);
            assert_int_equal(totals.ended, 0);
            assert_int_equal(totals.missed, 0);
            assert_true(s > 0 || totals.seen == 0);
            passed += totals.seen;
        }
    assert_true(passed > 15);
}

TEST(particles_through_a_cloth_are_counted_and_pushed_back)
{
    int passed = 0;
    for (int s = 0; s < SOLVER_COUNT; s++) {
        const Totals totals = throw_all(PINNED_CLOTH, SOLVERS[s]);
        assert_int_equal(totals.ended, 0);
        passed += totals.seen;
    }
    assert_true(passed > 15);
}

// Here the solve alone causes some hits, which are found too late.
TEST(crossings_of_a_moving_cloth_are_counted)
{
    for (int s = 0; s < SOLVER_COUNT; s++) {
        const Totals totals = throw_all(CLAMPED_CLOTH, SOLVERS[s]);
        assert_true(totals.seen > 0);
        assert_true(totals.ended <= totals.missed);
    }
}

TEST(crossings_of_a_rod_are_counted)
{
    for (int s = 0; s < SOLVER_COUNT; s++)
        assert_true(throw_all(RODS, SOLVERS[s]).seen > 0);
}

// ---- a moving plate ----

// A thin plate that rises through particles at rest takes them along, in front of it, however soft they touch it.
static void push(double thickness, double dt, double speed, int substeps)
{
    enum { COUNT = 16 };
    const int steps = (int)lround(1 / dt);
    Collider  plate = rig_collider(COLLIDER_BOX);
    int64_t   crossings = 0;
    RIG(rig);
    memcpy(plate.half, (double[3]){5, 0.5 * THIN, 5}, sizeof plate.half);
    rig_rules(&rig, (ContactRules){.thickness = thickness, .stiffness = 1e3, .bodies = true});
    plate.script = rig_script(&rig, (ScriptPart){.act = SCRIPT_MOVE, .to = 10, .vector = {0, 10 * speed, 0}});
    assert_ok(model_add_collider(rig.builder, &plate));
    for (int i = 0; i < COUNT; i++) {
        rig_touching(&rig, 0.1 * i, 0.02 + 0.07 * i, 0, 0.1);
    }
    TEXT_OF(settings, "iterations=3 substeps=%d", substeps);
    rig_solver(&rig, "xpbd", settings, dt, 1);
    for (int step = 1; step <= steps; step++) {
        const ContactReport report = rig_contact_step(&rig, NULL);
        crossings += report.crossings;
        assert_int_equal(report.missed, 0);
    }
    for (int i = 0; i < COUNT; i++)
        assert_true(rig_position(&rig, i).y > steps * dt * speed);
    assert_true(speed * dt < 0.15 || crossings > 0);
}

TEST(a_moving_plate_pushes_all_particles)
{
    for (int finer = 0; finer < 2; finer++)
        for (int substeps = 1; substeps <= 10; substeps *= 3)
            for (double speed = 2; speed < 100; speed *= 6) {
                push(R, finer ? DT / 4 : DT, speed, substeps);
                push(0.25 * R, finer ? DT / 4 : DT, speed, substeps);
            }
}

// ---- between particles ----

static Collider small_collider(ColliderShape shape, double height)
{
    return (Collider){.shape = shape,
                      .friction = NAN,
                      .restitution = NAN,
                      .point = {0.02, height, shape == COLLIDER_CAPSULE ? -0.13 : 0.07},
                      .direction = {0, 0, 0.3},
                      .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                      .half = {0.05, 0.04, 0.15},
                      .radius = 0.05,
                      .name = "small"};
}

// Adds a collider, or its drawing as a mesh.
static void add_shape(Rig *rig, const Collider *shape, bool drawn)
{
    ColliderMesh mesh = {0};
    Collider     added = *shape;
    Arena        arena = arena_init(0);
    if (drawn) {
        assert_ok(collider_draw(shape, (double[3]){0, 0, 0}, 1, &arena, &mesh));
        added.shape = COLLIDER_MESH;
        added.mesh = &mesh;
    }
    assert_ok(model_add_collider(rig->builder, &added));
    arena_destroy(&arena);
}

// A collider that is smaller than the cells of a pinned cloth, or shorter than the links of a chain, moves down through it and up again. It
// meets no particle. One crossing is reported in the step in which its core goes through, and none on the way back.
TEST(colliders_that_pass_between_particles_are_reported)
{
    static const ColliderShape SHAPES[] = {COLLIDER_SPHERE, COLLIDER_CAPSULE, COLLIDER_BOX};
    for (int rods = 0; rods < 2; rods++)
        for (int s = 2 * rods; s < 6; s++) // each as a mesh, too; a ball may go round a rod
            for (int substeps = 1; substeps <= 4; substeps += 3) {
                const ScriptPart parts[2] = {{.act = SCRIPT_MOVE, .to = 0.5, .vector = {0, -1, 0}},
                                             {.act = SCRIPT_MOVE, .from = 0.5, .to = 1, .vector = {0, 1, 0}}};
                const double     height = 0.413;
                Collider         small = small_collider(SHAPES[s / 2], height);
                char             settings[64], *collider = NULL;
                RIG(rig);
                rig_rules(&rig, (ContactRules){.thickness = R, .stiffness = 1e3, .bodies = true});
                for (int32_t i = 0; i < 3 && rods; i++) // the first particles, by themselves
                    rig_particle(&rig, 10, 10.0 * i, 0, 1);
                if (rods)
                    add_rods(&rig);
                else
                    add_cloth(&rig, true, 0);
                assert_ok(model_add_script(rig.builder, parts, 2, INFINITY, &small.script));
                add_shape(&rig, &small, s % 2);
                snprintf(settings, sizeof settings, "substeps=%d", substeps);
                rig_solver(&rig, "xpbd", settings, DT, 1);
                for (int step = 1; step <= 60; step++) {
                    const bool          passes = height - 2 * (step - 1) * DT >= 0 && height - 2 * step * DT < 0;
                    const ContactReport report = rig_contact_step(&rig, NULL);
                    assert_int_equal(report.crossings > 0, passes);
                    assert_int_equal(report.active + report.missed, 0);
                    collider = passes ? strstr(report.crossing, "through collider small, between") : collider;
                }
                assert_non_null(collider);
            }
}

// In and out of a closed surface, in one step or in several: one crossing.
TEST(a_ball_that_passes_a_closed_surface_is_reported)
{
    static const double  CORNER[4][3] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}, {0, 1, 0}};
    static const int32_t FACE[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    for (double speed = 5; speed < 200; speed *= 30) {
        Collider ball = small_collider(COLLIDER_SPHERE, 1.01);
        int64_t  crossings = 0;
        RIG(rig);
        rig_rules(&rig, (ContactRules){.thickness = R, .stiffness = 1e3, .bodies = true});
        for (int i = 0; i < 4; i++) {
            rig_particle(&rig, CORNER[i][0], CORNER[i][1], CORNER[i][2], 1);
            assert_ok(model_pin(rig.builder, i));
        }
        for (int f = 0; f < 4; f++)
            assert_ok(model_add_contact_triangle(rig.builder, FACE[f]));
        rig_particle(&rig, 9, 9, 9, 1); // moves
        ball.script = rig_script(&rig, (ScriptPart){.act = SCRIPT_MOVE, .to = 1, .vector = {0, -speed, 0}});
        assert_ok(model_add_collider(rig.builder, &ball));
        rig_solver(&rig, "xpbd", "", DT, 1);
        for (int step = 0; step < 30; step++) {
            const ContactReport report = rig_contact_step(&rig, NULL);
            crossings += report.crossings;
        }
        assert_int_equal(crossings, 1);
    }
}

// A cloth that is pinned at two sides, and a ball that is larger than its cells until it has stretched them.
TEST(a_ball_that_passes_a_cloth_is_reported)
{
    enum { N = 8 };
    for (int run = 0; run < 4; run++) {
        const bool rests = run % 2;
        Collider   ball = {
              .shape = COLLIDER_SPHERE, .friction = NAN, .restitution = NAN, .point = {0.5, 0.4, 0.5}, .radius = 0.3, .name = "ball"};
        int64_t crossings = 0;
        RIG(rig);
        rig_rules(&rig, (ContactRules){.thickness = 0.01, .stiffness = 1e5, .bodies = true});
        for (int i = 0; i < N * N; i++) {
            const int row = i / N;
            rig_particle(&rig, (i % N) / (N - 1.0), 0, row / (N - 1.0), 0.2 / (N * N));
            if (i % N == 0 || i % N == N - 1)
                assert_ok(model_pin(rig.builder, i));
        }
        rig_net(&rig, 0, N, 0, 1e3, 2);
        for (int i = 0; i < N * (N - 1); i++) {
            if (i % N + 1 == N)
                continue;
            assert_ok(model_add_contact_triangle(rig.builder, (int32_t[3]){i, i + 1, i + N}));
            assert_ok(model_add_contact_triangle(rig.builder, (int32_t[3]){i + 1, i + N + 1, i + N}));
        }
        ball.script = rig_script(&rig, (ScriptPart){.act = SCRIPT_MOVE, .to = 0.5, .vector = {0, rests ? -0.15 : -1.5, 0}});
        add_shape(&rig, &ball, run > 1);
        rig_solver(&rig, "newton", "", DT, 1);
        for (int step = 1; step <= 40; step++) {
            const ContactReport report = rig_contact_step(&rig, NULL);
            crossings += report.crossings;
        }
        assert_int_equal(crossings > 0, !rests); // else it rests on the cloth
        assert_true(crossings < 2 || run > 1);   // particles get into the mesh, too
    }
}

// ---- pins ----

typedef enum Meeting { PIN_THROUGH_BOX, BOX_OVER_PIN, PINS_THROUGH_PINS, MEETINGS } Meeting;

// Down through it at 2 m/s, and up again. A pin goes into the box twice, and through the cloth once: the way back does not count.
static int64_t meet(Meeting meeting, const char *settings, int first_step)
{
    const double     way = meeting == BOX_OVER_PIN ? 1 : -1, height = meeting == BOX_OVER_PIN ? -0.113 : 0.113;
    const ScriptPart parts[2] = {{.act = SCRIPT_MOVE, .to = 0.5, .vector = {0, way, 0}},
                                 {.act = SCRIPT_MOVE, .from = 0.5, .to = 1, .vector = {0, -way, 0}}};
    Collider         box = rig_collider(COLLIDER_BOX);
    int64_t          crossings = 0;
    int32_t          script;
    RIG(rig);
    memcpy(box.half, (double[3]){1, 0.05, 1}, sizeof box.half);
    box.point[1] = meeting == BOX_OVER_PIN ? height - 0.05 : -0.05;
    rig_rules(&rig, (ContactRules){.thickness = R, .stiffness = 1e3, .bodies = true});
    assert_ok(model_add_script(rig.builder, parts, 2, INFINITY, &script));
    model_begin_body(rig.builder);
    rig_particle(&rig, 0.03, meeting == BOX_OVER_PIN ? 0 : height, 0.05, 1);
    rig_particle(&rig, 9, 9, 9, 1); // moves
    assert_ok(model_add_contact_point(rig.builder, 0));
    if (meeting == BOX_OVER_PIN) {
        box.script = script;
        assert_ok(model_pin(rig.builder, 0));
    } else {
        assert_ok(model_pin_scripted(rig.builder, 0, script));
    }
    if (meeting == PINS_THROUGH_PINS)
        add_cloth(&rig, true, 2);
    else
        assert_ok(model_add_collider(rig.builder, &box));
    rig_solver(&rig, "xpbd", settings, DT, 1);
    for (int step = 1; step <= 60; step++) {
        const ContactReport report = rig_contact_step(&rig, NULL);
        assert_int_equal(report.found + report.missed, 0); // contact has no effect
        if (crossings == 0 && (report.crossings > 0) != (step == first_step))
            fail_msg("meeting %d, %s, step %d: %lld crossings", (int)meeting, settings, step, (long long)report.crossings);
        crossings += report.crossings;
    }
    return crossings;
}

TEST(pins_that_pass_are_reported)
{
    static const char *const SETTINGS[] = {"substeps=1", "substeps=3", "contact_bound=displacement"};
    for (int s = 0; s < 3; s++) {
        assert_int_equal(meet(PIN_THROUGH_BOX, SETTINGS[s], 4), 2); // 0.113 m
        assert_int_equal(meet(BOX_OVER_PIN, SETTINGS[s], 4), 2);
        assert_int_equal(meet(PINS_THROUGH_PINS, SETTINGS[s], 4), 1);
    }
}

// ---- threads, and passes that look ----

enum { SHOTS = 300, CLOTH = 49 };

typedef struct Ended {
    real4   position[SHOTS + CLOTH], velocity[SHOTS + CLOTH];
    int64_t crossings, missed;
    double  deepest;
} Ended;

// Particles fall like hail on a cloth over a thin box; reports only where it is `watched`.
static void hail(int threads, const char *settings, bool watched, Ended *out)
{
    RIG(rig);
    Random random = {5};
    *out = (Ended){0};
    rig.unwatched = !watched;
    rig_rules(&rig, (ContactRules){.thickness = R, .stiffness = 3e3, .bodies = true});
    add_cloth(&rig, false, 0);
    add_collider(&rig, THIN_BOX, -0.3);
    model_begin_body(rig.builder);
    for (int i = 0; i < SHOTS; i++) {
        rig_touching(&rig, 1.3 * rig_random(&random), 0.05 + random_unit(&random), 1.3 * rig_random(&random), 0.05);
    }
    rig_solver(&rig, "xpbd", settings, DT, threads);
    for (int i = 0; i < SHOTS; i++)
        rig_set_velocity(&rig, CLOTH + i, 10 * rig_random(&random), -40 * random_unit(&random), 10 * rig_random(&random));
    for (int step = 0; step < 16; step++) {
        ContactReport report = {0};
        rig_steps(&rig, 1, NULL);
        if (watched)
            assert_ok(contacts_report(rig.contacts, &rig.state, &report));
        out->crossings += report.crossings;
        out->missed += report.missed;
        out->deepest = fmax(out->deepest, report.penetration_max);
    }
    memcpy(out->position, rig.state.position, sizeof out->position);
    memcpy(out->velocity, rig.state.velocity, sizeof out->velocity);
}

TEST(neither_threads_nor_reports_change_a_bit)
{
    static Ended      one, other;
    static const char settings[] = "iterations=3 substeps=3 contact_room=64";
    hail(1, settings, true, &one);
    assert_true(one.crossings > 100);
    for (int threads = 2; threads <= 4; threads++) {
        hail(threads, settings, true, &other);
        assert_memory_equal(&other, &one, sizeof one);
        hail(threads, settings, false, &other);
        assert_memory_equal(other.position, one.position, sizeof one.position);
        assert_memory_equal(other.velocity, one.velocity, sizeof one.velocity);
    }
}

static int make_obstacles(void **state)
{
    make_plate(&thin_plate, 5, THIN);
    return 0;
}

TESTS_SHARE(make_obstacles, NULL)
