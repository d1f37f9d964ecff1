// Features of pbd and xpbd besides projection: damping of bodies, Verlet's start, over-relaxation, each with any number of threads.
#include "recorder.h"

static const double H = 0.01;
static const char  *SOLVERS[] = {"pbd", "xpbd"};
enum { SOLVER_COUNT = sizeof SOLVERS / sizeof *SOLVERS };

// ---- damping of bodies ----

typedef struct Moments { // of the free particles first … end−1, the user's numbers
    double  mass;
    double4 centre, linear, angular; // Σ m x / Σ m, Σ m v, Σ m x × v
} Moments;

static Moments moments_of(const Rig *rig, int32_t first, int32_t end)
{
    Moments moments = {0};
    for (int32_t i = first; i < end; i++) {
        const int32_t at = rig->model.model_of[i];
        const double  m = rig->model.inverse_mass[at] > 0 ? rig->model.mass[at] : 0;
        const double4 x = rig_position(rig, i), v = rig_velocity(rig, i);
        moments.mass += m;
        double4_add_to(&moments.centre, m, x);
        double4_add_to(&moments.linear, m, v);
        double4_add_to(&moments.angular, m, double4_cross(x, v));
    }
    moments.centre = double4_scale(1 / moments.mass, moments.centre);
    return moments;
}

static void assert_vectors_near(double4 a, double4 b, double bound)
{
    assert_near(a.x, b.x, bound);
    assert_near(a.y, b.y, bound);
    assert_near(a.z, b.z, bound);
}

// Loose particles of very unequal masses, without any constraint between them: a step only damps and moves.
typedef enum Shape { SHAPE_CLOUD, SHAPE_ROD, SHAPE_AXIS_ROD, SHAPE_POINT } Shape;

static void add_body(Rig *rig, Shape shape, int count, uint64_t seed)
{
    static const double ROD[3] = {1, 2, -0.5};
    Random              random = {seed};
    model_begin_body(rig->builder);
    for (int i = 0; i < count; i++) {
        double x[3];
        for (int k = 0; k < 3; k++)
            x[k] = shape == SHAPE_CLOUD ? rig_random(&random) : shape == SHAPE_ROD ? i * ROD[k] / 4 : k == 0 ? 0.25 * i : 0;
        rig_particle(rig, x[0] + 0.3 * (double)seed, x[1], x[2] - 0.5, 0.1 + 10 * random_unit(&random) * random_unit(&random));
    }
}

static void push(Rig *rig)
{
    Random random = {5};
    for (int32_t i = 0; i < rig->model.particle_count; i++) {
        const double v[3] = {1 + rig_random(&random), rig_random(&random), rig_random(&random)};
        if (rig->model.inverse_mass[rig->model.model_of[i]] > 0)
            rig_set_velocity(rig, i, v[0], v[1], v[2]);
    }
}

// P and L of every body do not change, with any damping. The bodies have unequal masses and centres that are not the origin. They include a
// rod whose inertia is singular (exactly so along an axis, but for round-off askew), a point, and one with a pin that takes no part.
static void keep_momenta(const char *solver, const char *settings)
{
    static const struct {
        Shape shape;
        int   count;
    } BODIES[] = {{SHAPE_CLOUD, 700}, {SHAPE_ROD, 5}, {SHAPE_AXIS_ROD, 4}, {SHAPE_CLOUD, 3}, {SHAPE_POINT, 1}, {SHAPE_CLOUD, 40}};
    enum { COUNT = sizeof BODIES / sizeof *BODIES };
    RIG(rig);
    int32_t first[COUNT + 1] = {0};
    for (int b = 0; b < COUNT; b++) {
        add_body(&rig, BODIES[b].shape, BODIES[b].count, (uint64_t)b + 1);
        first[b + 1] = first[b] + BODIES[b].count;
    }
    const int32_t pin = first[COUNT] - 1;
    assert_ok(model_pin(rig.builder, pin));
    rig_solver(&rig, solver, settings, H, 2);
    assert_int_equal(rig.model.body_count, COUNT);
    push(&rig);
    const double4 pinned = rig_position(&rig, pin);
    for (int step = 0; step < 3; step++) {
        Moments before[COUNT];
        for (int b = 0; b < COUNT; b++)
            before[b] = moments_of(&rig, first[b], first[b + 1]);
        const double4 old = rig_velocity(&rig, 0);
        rig_steps(&rig, 1, NULL);
        assert_true(state_is_finite(&rig.state));
        for (int b = 0; b < COUNT; b++) {
            const Moments after = moments_of(&rig, first[b], first[b + 1]);
            const double  bound = BOUND(1e-12, 1e-4) * after.mass;
            assert_vectors_near(after.linear, before[b].linear, bound);
            assert_vectors_near(after.angular, before[b].angular, bound);
        }
        assert_true(step > 0 || double4_norm(double4_sub(rig_velocity(&rig, 0), old)) > 0.05); // it does damp
    }
    assert_vectors_near(rig_position(&rig, pin), pinned, 0);
    assert_vectors_near(rig_velocity(&rig, pin), (double4){0}, 0);
}

TEST(test_damping_keeps_momenta)
{
    for (int s = 0; s < SOLVER_COUNT; s++) {
        keep_momenta(SOLVERS[s], "iterations=1 damping=0.3");
        keep_momenta(SOLVERS[s], "iterations=1 damping=1");
        keep_momenta(SOLVERS[s], "iterations=1 damping=0.7 substeps=3 sweep=jacobi");
        keep_momenta(SOLVERS[s], "iterations=1 damping=0.4 first_step=verlet sweep=serial");
    }
}

// k_d = 1 leaves a rigid motion: every pair of particles keeps its distance to first order, (v_i − v_j)·(x_i − x_j) = 0. A motion that was
// rigid already does not change at any k_d.
TEST(test_full_damping_leaves_a_rigid_motion)
{
    for (int round = 0; round < 3; round++) {
        const Shape shape = round == 0 ? SHAPE_CLOUD : round == 1 ? SHAPE_ROD : SHAPE_AXIS_ROD;
        const int   count = 6;
        RIG(rig);
        add_body(&rig, shape, count, 3);
        rig_solver(&rig, "xpbd", "iterations=1 damping=1", H, 1);
        push(&rig);
        double4 x[6], v[6];
        for (int i = 0; i < count; i++)
            x[i] = rig_position(&rig, i);
        rig_steps(&rig, 1, NULL);
        double spinning = 0;
        for (int i = 0; i < count; i++) {
            v[i] = rig_velocity(&rig, i);
            for (int j = 0; j < i; j++) {
                assert_near(double4_dot(double4_sub(v[i], v[j]), double4_sub(x[i], x[j])), 0, BOUND(1e-12, 1e-4));
                spinning = fmax(spinning, double4_norm(double4_sub(v[i], v[j])));
            }
        }
        assert_true(spinning > 0.05);   // the spin was not damped away with the rest
        for (int i = 0; i < count; i++) // from the same positions with that rigid motion
            rig_place(&rig, rig.model.model_of[i], x[i]);
        rig_steps(&rig, 1, NULL);
        for (int i = 0; i < count; i++)
            assert_vectors_near(rig_velocity(&rig, i), v[i], BOUND(1e-12, 2e-4));
    }
}

// Two masses moving against each other along their line: no part of the motion is rigid, so a step leaves 1 − k_d, whatever the substeps.
TEST(test_damping_does_not_depend_on_substeps)
{
    static const char *const SETTINGS[] = {"damping=0.36", "damping=0.36 substeps=2", "damping=0.36 substeps=9 first_step=verlet"};
    for (int s = 0; s < SOLVER_COUNT; s++)
        for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++) {
            RIG(rig);
            rig_particle(&rig, 0, 0, 0, 3);
            rig_particle(&rig, 1, 0, 0, 0.5);
            rig_solver(&rig, SOLVERS[s], SETTINGS[i], H, 1);
            rig_set_velocity(&rig, 0, 0.2 - 0.1, 0, 0);
            rig_set_velocity(&rig, 1, 0.2 + 0.6, 0, 0);
            rig_steps(&rig, 1, NULL);
            assert_near(rig_velocity(&rig, 0).x, 0.2 - 0.64 * 0.1, BOUND(1e-12, 2e-4));
            assert_near(rig_velocity(&rig, 1).x, 0.2 + 0.64 * 0.6, BOUND(1e-12, 2e-4));
        }
}

// ---- the observer's values ----

typedef struct Watch {
    Observer base;
    Start    start;         // of the last substep
    bool     is_prediction; // the starting point shown is that y
    int      substeps, predictions;
    real4    old_position, old_velocity, y;
} Watch;

static void watch_begin(Observer *observer, const Start *start)
{
    Watch *watch = (Watch *)observer;
    watch->start = *start;
    watch->substeps++;
    watch->predictions += start->prediction != NULL;
    watch->old_position = start->position[0];
    watch->old_velocity = start->velocity[0];
    if (start->prediction)
        watch->y = start->prediction[0];
}

static void watch_iterate(Observer *observer, const Iterate *iterate)
{
    Watch *watch = (Watch *)observer;
    if (iterate->iteration == -1 && watch->start.prediction)
        watch->is_prediction = double4_norm(double4_sub(double4_from(watch->y), double4_from(iterate->position[0]))) == 0;
}

static void watch_step(const char *settings, int substeps, int predictions)
{
    RIG(rig);
    rig_cloth(&rig, 5, 300);
    rig_solver(&rig, "xpbd", settings, H, 2);
    push(&rig);
    const real4 x = rig.state.position[0], v = rig.state.velocity[0];
    Watch       watch = {.base = {.begin = watch_begin, .iterate = watch_iterate}};
    StepContext context = {.observer = &watch.base};
    rig_steps(&rig, 1, &context);
    assert_int_equal(watch.substeps, substeps);
    assert_int_equal(watch.predictions, predictions);
    if (substeps == 1) {
        assert_memory_equal(&watch.old_position, &x, sizeof x);
        assert_memory_equal(&watch.old_velocity, &v, sizeof v);
        assert_int_equal(watch.is_prediction, predictions == 1);
    }
}

// The observer gets the unchanged x_n and v_n, and also y where it is not x_n + h v_n + h² a.
TEST(test_observer_sees_the_prediction)
{
    watch_step("iterations=2", 1, 0);
    watch_step("iterations=2 damping=0.2", 1, 1);
    watch_step("iterations=2 first_step=verlet", 1, 1);
    watch_step("iterations=2 first_step=verlet substeps=4", 4, 1); // Verlet differs in its start only
    watch_step("iterations=2 first_step=verlet damping=0.1 substeps=4", 4, 4);
}

// ---- Verlet ----

// Free fall is the parabola x0 + v0 t + ½ a t² after every step; symplectic Euler is off by ½ a h t.
TEST(test_verlet_falls_on_the_parabola)
{
    const double v0 = 2, g = 9.81;
    for (int s = 0; s < SOLVER_COUNT; s++)
        for (int substeps = 1; substeps <= 5; substeps += 4) {
            RIG(rig);
            rig_particle(&rig, 0, 0.4, 0, 0.5);
            rig_particle(&rig, 1, 0.4, 0, 2);
            rig_spring(&rig, 0, 1, 0, 100);
            model_set_gravity(rig.builder, (double[3]){0, -g, 0});
            TEXT_OF(settings, "iterations=2 first_step=verlet substeps=%d", substeps);
            rig_solver(&rig, SOLVERS[s], settings, H, 1);
            for (int i = 0; i < 2; i++)
                rig_set_velocity(&rig, i, 0, v0, 0);
            for (int n = 1; n <= 30; n++) {
                const double t = n * H, h = H / substeps;
                rig_steps(&rig, 1, NULL);
                for (int i = 0; i < 2; i++) {
                    assert_near(rig_position(&rig, i).y, 0.4 + v0 * t - g * t * t / 2, BOUND(1e-12, 4e-4));
                    assert_near(rig_velocity(&rig, i).y, v0 - g * (t - h / 2), BOUND(1e-10, 2e-3)); // the mean over the last (sub)step
                }
            }
        }
}

// x_{n+1} − 2 x_n + x_{n−1} = h² (a + acceleration by the springs): after its start Verlet has the bits of symplectic Euler.
TEST(test_verlet_is_symplectic_euler_after_its_start)
{
    for (int s = 0; s < SOLVER_COUNT; s++) {
        RIGS(rig, 2);
        for (int verlet = 0; verlet < 2; verlet++) {
            rig_cloth(&rig[verlet], 6, 200);
            rig_solver(&rig[verlet], SOLVERS[s], verlet ? "iterations=3 first_step=verlet" : "iterations=3", H, 1);
            push(&rig[verlet]);
            rig[verlet].state.step = 7; // not a start
            rig_steps(&rig[verlet], 5, NULL);
        }
        assert_true(rig_is_same(&rig[0], &rig[1]));
    }
}

// ---- over-relaxation ----

enum { LINKS = 20 };

static void make_chain(Rig *rig)
{
    assert_ok(model_pin(rig->builder, rig_particle(rig, 0, 0, 0, 1)));
    for (int j = 1; j <= LINKS; j++) {
        rig_particle(rig, 0, -0.2 * j, 0, 0.5 + 0.5 * (j % 3));
        rig_spring(rig, j - 1, j, 0.2, 1e5);
    }
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
}

// Iterations after which every particle is within bound of goal and stays there.
static int iterations_needed(const char *omega, const double4 *goal)
{
    static Recorder recorder;
    int             needed = 0;
    RIG(rig);
    make_chain(&rig);
    TEXT_OF(settings, "iterations=3000 sweep=serial omega=%s", omega);
    rig_solver(&rig, "xpbd", settings, 2 * H, 1);
    rig_record(&rig, &recorder, OF_MODEL);
    for (int k = 0; k < recorder.count; k++)
        for (int i = 0; i <= LINKS; i++)
            needed = double4_norm(double4_sub(recorder.x[k][i], goal[i])) > BOUND(1e-6, 2e-5) ? k + 1 : needed;
    return needed;
}

TEST(test_over_relaxation_converges_faster)
{
    double4 goal[LINKS + 1];
    RIG(rig);
    make_chain(&rig);
    rig_solver(&rig, "newton", "", 2 * H, 1);
    rig_steps(&rig, 1, NULL);
    for (int i = 0; i <= LINKS; i++)
        goal[i] = double4_from(rig.state.position[i]);
    const int plain = iterations_needed("1", goal), relaxed = iterations_needed("1.5", goal);
    assert_in_range(relaxed, 5, 2000);
    assert_in_range(plain, relaxed * 3 / 2, 2900);
}

// ω = 1 has the bits of no ω; another one has others.
TEST(test_omega_of_one_is_the_plain_sweep)
{
    static const char *const SWEEPS[] = {"coloured", "serial", "jacobi"}, *const OMEGAS[] = {"", "omega=1", "omega=1.2"};
    for (int s = 0; s < SOLVER_COUNT; s++)
        for (int i = 0; i < 3; i++) {
            char hashes[3][33], settings[96];
            for (int o = 0; o < 3; o++) {
                RIG(rig);
                rig_cloth(&rig, 8, 300);
                snprintf(settings, sizeof settings, "iterations=5 sweep=%s %s", SWEEPS[i], OMEGAS[o]);
                rig_solver(&rig, SOLVERS[s], settings, H, 1);
                rig_steps(&rig, 4, NULL);
                rig_hash(&rig, hashes[o]);
            }
            assert_string_equal(hashes[0], hashes[1]);
            assert_string_not_equal(hashes[0], hashes[2]);
        }
}

// Check 8. A bar of n springs, pulled at its end: n F / k at convergence, and F in every spring.
static void pull_bar(const char *solver, const char *settings, double h)
{
    enum { SPRINGS = 5 };
    const double force = 12, k = 800;
    RIG(rig);
    assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
    for (int j = 1; j <= SPRINGS; j++) {
        rig_particle(&rig, 0.3 * j, 0, 0, 0.1 * j);
        rig_spring(&rig, j - 1, j, 0.3, k);
    }
    assert_ok(model_add_force(rig.builder, SPRINGS, (double[3]){force, 0, 0}));
    rig_solver(&rig, solver, settings, 4 * H, 1);
    StepContext context = {0};
    rig_steps(&rig, 800, &context);
    assert_true(context.end != STEP_UNCONVERGED);
    assert_near(rig_position(&rig, SPRINGS).x - 0.3 * SPRINGS, SPRINGS * force / k, BOUND(1e-10, 1e-5));
    for (int i = 0; i < SPRINGS; i++)
        assert_near(-rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, i, 0) / (h * h), force, BOUND(1e-8, 2e-2));
}

TEST(test_pulled_bar)
{
    pull_bar("xpbd", "iterations=1000 sweep=serial", 4 * H);
    pull_bar("xpbd", "iterations=400 sweep=coloured omega=1.5", 4 * H);
    pull_bar("xpbd", "iterations=3000 sweep=jacobi first_step=verlet", 4 * H);
    pull_bar("xpbd", "iterations=200 substeps=4", H);
    pull_bar("xpbd_direct", "method=fast_projection", 4 * H);
    pull_bar("xpbd_direct", "method=kkt", 4 * H);
}

// ---- every variant keeps momentum ----

// One projection of an internal constraint, in every variant of the kernel: Σ m Δx = 0 and Σ m x × Δx = 0, also where λ was clamped.
TEST(test_every_projection_keeps_momentum)
{
    enum { PARTICLES = 40, SPRINGS = PARTICLES / 2 };
    Random random = {3};
    RIG(rig);
    for (int i = 0; i < PARTICLES; i++)
        rig_particle(&rig, rig_random(&random), rig_random(&random), rig_random(&random), 0.2 + 3 * random_unit(&random));
    for (int i = 0; i < PARTICLES; i += 2) {
        rig_spring(&rig, i, i + 1, 0.8, 300);
        rig_traits(&rig, 5 * random_unit(&random), INFINITY, (ConstraintSense)random_below(&random, 3));
    }
    rig_solver(&rig, "xpbd", "sweep=coloured", H, 1);
    ConstraintSet *set = &rig.model.sets[CONSTRAINT_distance];
    real           gamma[SPRINGS], lambda[SPRINGS], weight[SPRINGS];
    real4          correction[PARTICLES] = {{0}}, previous[PARTICLES];
    int8_t *const  sense = set->sense;
    for (int variant = 0; variant < 32; variant++) {
        const bool compliant = variant & 1, jacobi = variant & 2, damped = compliant && variant & 4, unequal = variant & 8,
                   wide = variant & 16;
        real4 *position = rig.state.position;
        real4  before[PARTICLES];
        for (int i = 0; i < PARTICLES; i++) {
            position[i] = (real4){(real)rig_random(&random), (real)rig_random(&random), (real)rig_random(&random), position[i].w};
            previous[i] = (real4){(real)rig_random(&random), (real)rig_random(&random), (real)rig_random(&random), position[i].w};
            before[i] = position[i];
        }
        for (int i = 0; i < SPRINGS; i++) {
            gamma[i] = (real)random_unit(&random);
            weight[i] = (real)random_unit(&random);
            lambda[i] = (real)(0.3 * (sense[i] == SENSE_GREATER_EQUAL ? random_unit(&random)
                                      : sense[i] == SENSE_LESS_EQUAL  ? -random_unit(&random)
                                                                      : rig_random(&random)));
        }
        set->sense = unequal ? sense : NULL;
        const Batch batch = {.set = set, .kind = CONSTRAINT_distance, .begin = 0, .end = SPRINGS, .disjoint = true};
        const Sweep sweep = {.position = position,
                             .previous = previous,
                             .lambda = compliant ? lambda : NULL,
                             .compliance = set->compliance,
                             .gamma = damped ? gamma : NULL,
                             .inverse_h2 = 1e4,
                             .relaxation = (real)1.3,
                             .weight = weight,
                             .correction = jacobi ? correction : NULL};
        (wide ? set->ops->projection->wide : set->ops->projection->plain)(&batch, 0, SPRINGS, &sweep);
        double max = 0;
        for (int32_t i = 0; i < SPRINGS; i++) {
            double4 linear = {0}, angular = {0};
            for (int j = 0; j < 2; j++) {
                const int32_t at = set->vertices[2 * i + j];
                const double4 d =
                    jacobi ? double4_from(correction[2 * i + j]) : double4_sub(double4_from(position[at]), double4_from(before[at]));
                double4_add_to(&linear, rig.model.mass[at], d);
                double4_add_to(&angular, rig.model.mass[at], double4_cross(double4_from(before[at]), d));
                max = fmax(max, double4_norm(d));
            }
            assert_near(double4_norm(linear), 0, BOUND(1e-14, 4e-6));
            assert_near(double4_norm(angular), 0, BOUND(1e-14, 4e-6));
        }
        assert_true(max > 0.01);
    }
    set->sense = sense;
}

// Both forms of a projection find a spring at its rest length to be exactly so, where a real can represent the positions of its ends. The
// sides are m² − n² and 2mn, whose hypotenuse is m² + n². Nothing moves, not by one unit in the last place.
TEST(test_rest_is_left_alone)
{
    enum { SIDES = 20 };
    static const char *const SETTINGS[] = {"iterations=3 kernels=wide", "iterations=3 kernels=plain"};
    for (int run = 0; run < 4; run++) {
        RIG(rig);
        int32_t ends = 0;
        for (int m = 2; m <= SIDES; m++)
            for (int n = 1; n < m; n++, ends += 2) {
                rig_particle(&rig, 0, 0, 0, 1 + 0.1 * n); // where no move is too small to be kept
                rig_particle(&rig, m * m - n * n, 2 * m * n, 0, 1 + 0.3 * m);
                rig_spring(&rig, ends, ends + 1, m * m + n * n, 50 + m);
            }
        rig_solver(&rig, run < 2 ? "xpbd" : "pbd", SETTINGS[run % 2], 1.0 / 64, 1);
        const size_t bytes = (size_t)ends * sizeof(real4);
        real4       *before = aligned_alloc(alignof(real4), bytes);
        assert_non_null(before);
        memcpy(before, rig.state.position, bytes);
        rig_steps(&rig, 2, NULL);
        assert_memory_equal(before, rig.state.position, bytes);
        free(before);
    }
}

// Bodies of several sizes, so that the parts of some threads are within one body and those of others in two.
TEST(test_damping_has_the_same_bits_on_every_team)
{
    for (int s = 0; s < SOLVER_COUNT; s++) {
        RIGS(rig, 4);
        for (int r = 0; r < 4; r++) {
            for (int b = 0; b < 5; b++)
                add_body(&rig[r], SHAPE_CLOUD, 700 >> b, (uint64_t)b + 1);
            rig_solver(&rig[r], SOLVERS[s], "iterations=1 damping=0.3 substeps=2", H, r + 1);
            push(&rig[r]);
            rig_steps(&rig[r], 3, NULL);
            assert_true(rig_is_same(&rig[0], &rig[r]));
        }
    }
}
