// Constraints over any number of particles in solvers. Tested are a balloon's volume and radius, momentum, the common limit of newton,
// xpbd, xpbd_direct and pd, equal bits for any number of threads, and rejected input.
#include "assembly/group_terms.h"
#include "groups.h"
#include "laws.h"
#include "recorder.h"
#include "step/sweeps.h"

static double volume_of(const Rig *rig)
{
    const ConstraintSet *set = &rig->model.sets[VOLUME];
    double4             *x = aligned_alloc(32, (size_t)rig->model.particle_count * sizeof *x);
    double               value;
    for (int32_t i = 0; i < rig->model.particle_count; i++)
        x[i] = double4_from(rig->state.position[i]);
    set->ops->energy->evaluate(set, 0, 1, x, &value, NULL);
    free(x);
    return value + constraint_rest(set, 0, 0) * constraint_rest(set, 1, 0);
}

// ---- a balloon ----

// A sphere of springs that is blown up hard: its volume is p times that at rest.
static void check_hard_balloon(const char *solver, const char *settings, double bound)
{
    RIG(rig);
    Random random = {4};
    add_sphere(&rig, 3, true, &random, (const double[]){NAN, 1.5}, INFINITY);
    rig_solver(&rig, solver, settings, 1.0 / 60, 2);
    const double before = volume_of(&rig);
    rig_steps(&rig, 5, NULL);
    assert_near(volume_of(&rig) / before, 1.5, bound);
}

TEST(test_hard_balloon)
{
    check_hard_balloon("pbd", "iterations=50", 0.02); // whose springs are hard too
    check_hard_balloon("xpbd", "iterations=50", BOUND(1e-6, 2e-5));
    check_hard_balloon("xpbd", "iterations=50 sweep=serial", BOUND(1e-6, 2e-5));
    check_hard_balloon("xpbd_direct", "tolerance=1e-12", BOUND(1e-9, 1e-6));
}

// An icosahedron of 30 equal springs, blown up: all its forces are radial, so that it stays an icosahedron, of edges s l, with
//   30 k l² (s − 1) + 3 K (V0 s³ − p V0) V0 s² = 0    (the derivative of the energy by s)
static double radius_under_pressure(double k, double length, double stiffness, double volume, double pressure)
{
    double low = 0.1, high = 10;
    for (int round = 0; round < 200; round++) {
        const double s = (low + high) / 2;
        const double slope = 30 * k * length * length * (s - 1) + 3 * stiffness * (volume * s * s * s - pressure * volume) * volume * s * s;
        *(slope > 0 ? &high : &low) = s;
    }
    return low;
}

// How far from it the particles come to rest.
static double radius_error(const char *solver, const char *settings, double dt, int steps)
{
    RIG(rig);
    double max = 0;
    add_sphere(&rig, 1, true, NULL, (const double[]){NAN, 2.5}, 40);
    const double edge = 1 / sin(2 * acos(-1) / 5), volume = 5.0 / 12 * (3 + sqrt(5)) * edge * edge * edge;
    const double s = radius_under_pressure(100, edge, 40, volume, 2.5);
    rig_solver(&rig, solver, settings, dt, 1);
    assert_near(volume_of(&rig), volume, BOUND(1e-13, 1e-6));
    rig_steps(&rig, steps, NULL);
    assert_true(s > 1.1 && s < 1.35);
    for (int32_t i = 0; i < 12; i++)
        max = fmax(max, fabs(double4_norm(rig_position(&rig, i)) - s));
    return max;
}

// Large steps: implicit Euler damps the vibration. The sweeps of xpbd approach the solution along a path on which the volume's gradient
// changes, and they drop g. So they end at a distance of O(h²) from it.
TEST(test_equilibrium)
{
    static const char *const SWEEPS[] = {"iterations=100 damping=0.3", "iterations=100 damping=0.3 sweep=jacobi"};
    assert_near(radius_error("newton", "", 1, 40), 0, BOUND(1e-10, 1e-6));
    assert_near(radius_error("xpbd_direct", "iterations=100", 0.1, 60), 0, BOUND(1e-9, 1e-6));
    for (int k = 0; k < 2; k++) {
        const double coarse = radius_error("xpbd", SWEEPS[k], 0.02, 200), fine = radius_error("xpbd", SWEEPS[k], 0.005, 600);
        assert_true(coarse < 0.01 && fine < BOUND(5e-4, 5e-3));
        assert_true(sizeof(real) == sizeof(float) || fine < coarse / 10);
    }
}

// A breakable volume bursts when blown up hard, and the springs shrink back; an unbreakable one does not.
TEST(test_burst)
{
    for (int breaks = 0; breaks < 2; breaks++)
        for (int direct = 0; direct < 2; direct++) {
            RIG(rig);
            add_sphere(&rig, 1, false, NULL, (const double[]){NAN, 2.5}, 40); // |λ|/h² = 40 (p V0 − V) < 152 at first
            rig_traits(&rig, 0, breaks ? 100 : INFINITY, SENSE_EQUAL);
            rig_solver(&rig, direct ? "xpbd_direct" : "xpbd", "iterations=50", 0.001, 2);
            rig_steps(&rig, 1, NULL);
            assert_int_equal(state_broken_count(&rig.model, &rig.state), breaks);
            const double4 speed = rig_velocity(&rig, 0);
            rig_steps(&rig, 3, NULL);
            if (breaks) // no force accelerates it any more
                assert_near(double4_norm(double4_sub(rig_velocity(&rig, 0), speed)), 0, BOUND(1e-12, 1e-3));
            else
                assert_true(double4_norm(rig_velocity(&rig, 0)) > 1.5 * double4_norm(speed));
        }
}

// at_least: a volume that may grow, but not shrink. at_most: the opposite.
TEST(test_one_sided)
{
    static const char *const SOLVERS[] = {"xpbd", "pbd", "newton"};
    for (size_t k = 0; k < sizeof SOLVERS / sizeof *SOLVERS; k++)
        for (int sense = SENSE_GREATER_EQUAL; sense <= SENSE_LESS_EQUAL; sense++)
            for (int out = 0; out < 2; out++) {
                RIG(rig);
                add_sphere(&rig, 1, false, NULL, NULL, 1e5);
                rig_traits(&rig, 0, INFINITY, (ConstraintSense)sense);
                rig_solver(&rig, SOLVERS[k], k < 2 ? "iterations=200" : "", 0.01, 2);
                for (int32_t i = 0; i < 12; i++) {
                    const double4 v = double4_scale(out ? 0.5 : -0.5, rig_position(&rig, i));
                    rig_set_velocity(&rig, i, v.x, v.y, v.z);
                }
                const double before = volume_of(&rig);
                rig_steps(&rig, 10, NULL);
                const bool active = (sense == SENSE_GREATER_EQUAL) == !out;
                assert_near(volume_of(&rig) / before,
                            active ? 1
                            : out  ? 1.05 * 1.05 * 1.05
                                   : 0.95 * 0.95 * 0.95,
                            active ? 5e-3 : BOUND(1e-12, 1e-5));
            }
}

// ---- momentum ----

static void check_momentum(const char *solver, const char *settings)
{
    RIG(rig);
    Random        random = {6};
    const int32_t body = add_body(&rig, 40, &random, 300);
    if (strcmp(solver, "pd") != 0)
        add_sphere(&rig, 2, true, &random, (const double[]){NAN, 1.4}, 30);
    rig_solver(&rig, solver, settings, 1.0 / 60, 3);
    const int32_t n = rig.model.particle_count;
    for (int32_t i = body; i < n; i++) {
        const double4 x = rig_position(&rig, i);
        rig_set_velocity(&rig, i, 1 - 2 * x.y + 0.3 * rig_random(&random), 2 * x.x + 0.3 * x.z, -0.3 * x.y + 0.2);
    }
    double        size;
    const double4 before = rig_momentum(&rig, &size);
    rig_steps(&rig, 1, NULL);
    assert_near(double4_norm(double4_sub(rig_momentum(&rig, &size), before)), 0, BOUND(1e-11, 2e-3));
}

// xpbd, xpbd_direct: every projection keeps Σ m x × Δx = 0 at the positions where it starts. So the angular momentum of a step differs only
// by the loss of implicit Euler. A step that is small against the motion shows the linear momentum to round-off.
TEST(test_momentum)
{
    check_momentum("xpbd", "iterations=7");
    check_momentum("xpbd", "iterations=7 sweep=jacobi");
    check_momentum("pbd", "iterations=7");
    check_momentum("xpbd_direct", "iterations=5");
    check_momentum("newton", "");
    check_momentum("pd", "iterations=7");
}

// ---- one limit ----

static void make_mixed(Rig *rig, bool all, double stiffness)
{
    Random        random = {12};
    const int32_t first = add_body(rig, 30, &random, stiffness);
    if (all) {
        const int32_t ball = add_sphere(rig, 2, true, &random, (const double[]){NAN, 1.3}, 30);
        const int32_t line = add_polygon(rig, 14, &random, NULL, 60);
        for (int32_t i = 0; i < 14; i++)
            rig_spring(rig, line + i, line + (i + 1) % 14, 0, 80);
        rig_spring(rig, ball, first, 0, 50);
        rig_spring(rig, line, ball + 1, 0, 50);
        assert_ok(model_pin(rig->builder, line + 3));
    }
    rig_attachment(rig, first, (const double[]){0.3, 1.2, -0.4}, 200);
    rig_attachment(rig, first + 7, (const double[]){1.3, 0.2, 0.4}, 100);
    assert_ok(model_pin(rig->builder, first + 11));
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
}

static double compare(bool all, double dt, int steps, const char *solver, const char *settings, bool must_converge)
{
    RIG(a);
    RIG(b);
    make_mixed(&a, all, 400);
    make_mixed(&b, all, 400);
    rig_solver(&a, "newton", "", dt, 1);
    rig_solver(&b, solver, settings, dt, 3);
    for (int i = 0; i < steps; i++) {
        const StepContext context = rig_step(&a);
        assert_true(context.end == STEP_CONVERGED || context.end == STEP_AT_ROUND_OFF);
        if (must_converge)
            assert_int_equal(context.end, STEP_CONVERGED);
    }
    rig_steps(&b, steps, NULL);
    return rig_apart(&a, &b);
}

// pd and newton minimise the same Φ. The multiplier methods drop g: where the constraints' directions turn within a step they end
// elsewhere, and come together at rest.
TEST(test_limit)
{
    assert_near(compare(false, 1.0 / 30, 4, "pd", "iterations=2000", true), 0, BOUND(1e-9, 1e-4));
    assert_near(compare(false, 1.0 / 30, 4, "pd", "iterations=2000 kernels=plain", true), 0, BOUND(1e-9, 1e-4));
    assert_near(compare(true, 1.0 / 60, 4, "newton", "linsys=dense", true), 0, BOUND(1e-10, 1e-5));
    const double coarse = compare(true, 1.0 / 100, 1, "xpbd_direct", "iterations=50", true);
    const double fine = compare(true, 1.0 / 1000, 1, "xpbd_direct", "iterations=50", true);
    if (sizeof(real) == sizeof(double))
        assert_true(fine < 1e-3 * coarse);
    assert_near(fine, compare(true, 1.0 / 1000, 1, "xpbd", "iterations=2000", true), BOUND(1e-9, 1e-5));
}

// A body in a plane, where only the sign of the determinant defines the third axis of the best fit, and a line, which may turn about
// itself. newton and pd agree, and the line stays a line.
static void make_flat(Rig *rig, int line)
{
    enum { MEMBERS = 9 };
    int32_t members[MEMBERS];
    Random  random = {21};
    for (int i = 0; i < MEMBERS; i++)
        members[i] = rig_particle(rig, 0.2 * i, line ? 0 : rig_random(&random), 0, 0.5 + random_unit(&random));
    assert_ok(model_add_group(rig->builder, SHAPE, &(GroupShape){.vertices = members, .vertex_count = MEMBERS}, NULL, 300));
    rig_attachment(rig, 2, (const double[]){0.3, 0.2, 0.4}, 100);
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 1});
}

TEST(test_flat)
{
    for (int line = 0; line < 2; line++) {
        const RigRun run = {make_flat, line, "pd", "iterations=1000", 1.0 / 30, 0, 4};
        RIG(rig);
        rig_start(&rig, &run, 2);
        rig_steps(&rig, run.steps, NULL);
        assert_true(double4_norm(double4_sub(rig_position(&rig, 2), (double4){0.4, 0, 0, 0})) > 0.05);
        assert_ends_at_newtons(&run, BOUND(1e-9, 1e-4));
    }
}

// A body a million times as stiff as its inertia: newton's small system next to the factor loses digits, but still converges.
TEST(test_stiff)
{
    RIG(rig);
    make_mixed(&rig, false, 1e8);
    rig_solver(&rig, "newton", "", 1.0 / 60, 1);
    for (int i = 0; i < 10; i++) {
        const StepContext context = rig_step(&rig);
        assert_true(context.end == STEP_CONVERGED || context.end == STEP_AT_ROUND_OFF);
    }
    double4 x[30];
    double  value;
    for (int32_t i = 0; i < rig.model.particle_count; i++)
        x[i] = double4_from(rig.state.position[i]);
    rig.model.sets[SHAPE].ops->energy->evaluate(&rig.model.sets[SHAPE], 0, 1, x, &value, NULL);
    assert_near(value, 0, 1e-4); // the force at a member, some 100 N, over k √μ
}

// ---- bits ----

enum { BODIES_ONLY, OF_ALL_KINDS };
static void many_groups(Rig *rig, int which)
{
    Random        random = {9};
    const int32_t first = add_body(rig, 1000, &random, 200);
    add_body(rig, 5, &random, 100);
    if (which == OF_ALL_KINDS) {
        add_polygon(rig, 300, &random, NULL, 50);
        add_sphere(rig, 9, true, &random, (const double[]){4, 1.3}, 20);
    }
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
    assert_ok(model_pin(rig->builder, first));
}

TEST(test_threads)
{
    static const char *const WAYS[][2] = {{"pd", "iterations=5"},
                                          {"pbd", "iterations=5"},
                                          {"xpbd", "iterations=5"},
                                          {"xpbd", "iterations=5 sweep=jacobi"},
                                          {"xpbd", "iterations=5 sweep=serial substeps=2"},
                                          {"xpbd", "iterations=5 colouring=clusters"},
                                          {"xpbd_direct", "iterations=3"},
                                          {"newton", "iterations=3"}};
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++)
        assert_same_bits(&(RigRun){many_groups, w == 0 ? BODIES_ONLY : OF_ALL_KINDS, WAYS[w][0], WAYS[w][1], 1.0 / 60, 0, 3}, 4);
}

// ---- rejected input ----

static Status try_surface(Rig *rig, const int32_t (*faces)[3], int count)
{
    return model_add_group(rig->builder, VOLUME, &(GroupShape){.faces = faces, .face_count = count}, NULL, 1);
}

static Status try_vertices(Rig *rig, int kind, const int32_t *vertices, int count)
{
    return model_add_group(rig->builder, kind, &(GroupShape){.vertices = vertices, .vertex_count = count}, NULL, 1);
}

TEST(test_bad_input)
{
    static const int32_t OPEN[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 4}},
                         INSIDE_OUT[][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    static const int32_t MIXED[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 3, 2}},
                         TWICE[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 1, 3}};
    static const int32_t FAR[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 99}}, GOOD[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    static const int32_t FAN[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}, {0, 1, 4}, {0, 4, 1}};
    RIG(rig);
    rig_particle(&rig, 0, 0, 0, 1);
    rig_particle(&rig, 1, 0, 0, 1);
    rig_particle(&rig, 0, 1, 0, 1);
    rig_particle(&rig, 0, 0, 1, 1);
    rig_particle(&rig, 1, 1, 1, 1);
    assert_fails(try_surface(&rig, OPEN, 4), STATUS_INPUT, "is open: the edge between particles 1 and 3 has one face");
    assert_fails(try_surface(&rig, INSIDE_OUT, 4), STATUS_INPUT, "seen from outside");
    assert_fails(try_surface(&rig, MIXED, 4), STATUS_INPUT, "opposite orientations");
    assert_fails(try_surface(&rig, TWICE, 4), STATUS_INPUT, "lists particle 1 twice");
    assert_fails(try_surface(&rig, FAR, 4), STATUS_INPUT, "particle 99 does not exist");
    assert_fails(try_surface(&rig, FAN, 6), STATUS_INPUT, "4 faces meet at the edge between particles 0 and 1");
    assert_fails(try_surface(&rig, GOOD, 3), STATUS_INPUT, "has 3 faces");
    assert_fails(try_vertices(&rig, AREA, (const int32_t[]){0, 1}, 2), STATUS_INPUT, "has 2 particles; it needs at least 3");
    assert_fails(try_vertices(&rig, AREA, (const int32_t[]){0, 2, 1}, 3), STATUS_INPUT, "counter-clockwise");
    assert_fails(try_vertices(&rig, AREA, (const int32_t[]){0, 1, 2, 2}, 4), STATUS_INPUT, "lists particle 2 twice");
    assert_fails(try_vertices(&rig, SHAPE, (const int32_t[]){0, -1, 2}, 3), STATUS_INPUT, "particle -1 does not exist");
    assert_fails(try_vertices(&rig, SHAPE, (const int32_t[]){0}, 1), STATUS_INPUT, "has 1 particle; it needs at least 2");
    assert_fails(model_add_group(rig.builder, VOLUME, &(GroupShape){.faces = GOOD, .face_count = 4}, (const double[]){1, -1}, 1),
                 STATUS_INPUT, "pressure");
    assert_fails(model_add_group(rig.builder, VOLUME, &(GroupShape){.faces = GOOD, .face_count = 4}, NULL, -1), STATUS_INPUT,
                 "stiffness -1");
    // Rejected input has left nothing behind.
    assert_ok(try_surface(&rig, GOOD, 4));
    assert_ok(try_vertices(&rig, SHAPE, (const int32_t[]){3, 0, 1, 2}, 4));
    assert_ok(try_vertices(&rig, AREA, (const int32_t[]){0, 1, 2}, 3));
}

TEST(test_refused)
{
    RIG(rig);
    Random random = {1};
    add_body(&rig, 6, &random, 1);
    assert_fails(model_set_traits(rig.builder, &(ConstraintTraits){.limit = INFINITY, .sense = SENSE_LESS_EQUAL}), STATUS_INPUT,
                 "cannot be an inequality");
    // The same particles in another order are a duplicate; only the builder can detect this.
    assert_ok(try_vertices(&rig, SHAPE, (const int32_t[]){5, 3, 4, 0, 1, 2}, 6));
    assert_fails(model_build(rig.builder, PARTICLE_ORDER_NONE, &rig.arena, &rig.model), STATUS_INPUT,
                 "shape_matching constraints 0 and 1 are duplicates");
}

// ---- the linear systems of Newton's method ----

typedef struct Systems {
    Observer     base;
    const Model *model;
    int          count, directions;
    double       worst; // ‖(A + Σ factor d dᵀ) x − b‖∞ / ‖b‖∞ of any of them
} Systems;

// sum += factor d dᵀ x, of free particles.
static void add_direction_times(const Model *model, const GroupDirection *d, const double *x, double *sum)
{
    double along = 0;
    for (int turn = 0; turn < 2; turn++)
        for (int32_t m = 0; m < d->count; m++) {
            const size_t  at = 3 * (size_t)d->particles[m];
            const double4 v = d->value[m];
            if (model->inverse_mass[d->particles[m]] <= 0)
                continue;
            if (turn == 0)
                along += v.x * x[at] + v.y * x[at + 1] + v.z * x[at + 2];
            else
                sum[at] += d->factor * along * v.x, sum[at + 1] += d->factor * along * v.y, sum[at + 2] += d->factor * along * v.z;
        }
}

static void check_solved(Observer *observer, const LinearSystem *system)
{
    Systems   *seen = (Systems *)observer;
    const Csc *a = system->matrix;
    double    *sum = calloc((size_t)a->n, sizeof *sum), error = 0, size = 0;
    assert_non_null(sum);
    for (int32_t c = 0; c < a->n; c++)
        for (int32_t e = a->column_start[c]; e < a->column_start[c + 1]; e++) {
            sum[a->row[e]] += a->value[e] * system->solution[c];
            if (a->row[e] != c)
                sum[c] += a->value[e] * system->solution[a->row[e]];
        }
    for (int32_t k = 0; k < system->direction_count; k++)
        add_direction_times(seen->model, &system->direction[k], system->solution, sum);
    for (int32_t i = 0; i < a->n; i++) {
        error = fmax(error, fabs(sum[i] - system->rhs[i]));
        size = fmax(size, fabs(system->rhs[i]));
    }
    seen->worst = fmax(seen->worst, size > 0 ? error / size : 0);
    seen->directions += system->direction_count;
    seen->count++;
    free(sum);
}

// The direction of every step solves the whole system, that of the groups included: several directions on each other's particles, of both
// signs, and pins. A direction that is not Newton's still descends, so the end of the step does not test this.
TEST(test_newton_solves_its_systems)
{
    Random random = {11};
    RIG(rig);
    Systems       seen = {.base = {ignore_start, ignore_iterate, check_solved, 0}};
    const int32_t ball = add_sphere(&rig, 2, true, &random, (double[]){4.5, 1}, 20), line = add_polygon(&rig, 9, &random, NULL, 60);
    add_body(&rig, 20, &random, 300);
    assert_ok(model_pin(rig.builder, ball + 3));
    assert_ok(model_pin(rig.builder, line + 2));
    rig_spring(&rig, line, ball, 0.5, 50);
    model_set_gravity(rig.builder, (double[3]){0, -9.81, 1});
    rig_solver(&rig, "newton", "iterations=50", 0.05, 2);
    seen.model = &rig.model;
    for (int32_t i = 0; i < rig.model.particle_count; i++)
        rig.state.velocity[i].x = (real)rig_random(&random);
    rig_steps(&rig, 3, &(StepContext){.observer = &seen.base});
    assert_true(seen.count >= 6 && seen.directions >= 5 * seen.count);
    assert_near(seen.worst, 0, 1e-9);
}
