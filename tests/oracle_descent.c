// Primal and dual descent, and the acceleration of x and λ together, against closed forms on lines of masses and springs.
#include "chains.h"
#include "laws.h"
#include "recorder.h"
#include "step/chebyshev.h"

static const double H = 1.0 / 60;
#define PI 3.14159265358979323846

// The iterates of a step: x along the line, and λ of the springs, in the scene's order. Unused entries are 0.
enum { KEPT_MAX = 64, LINE_MAX = 40 };
typedef struct Kept {
    Observer   base;
    const Rig *rig;
    int        count;
    double     x[KEPT_MAX][LINE_MAX], lambda[KEPT_MAX][LINE_MAX];
    double     off; // largest x − y − W ∇Cᵀ λ of all iterates, with multipliers
} Kept;

// x − y − W ∇Cᵀ λ, of constraints whose gradients are always the same; y is the first iterate.
static double apart(const Rig *rig, const Iterate *iterate, const double4 *y)
{
    const Model *model = &rig->model;
    double4      x[LINE_MAX], left[LINE_MAX];
    double       max = 0;
    for (int i = 0; i < model->particle_count; i++) {
        x[i] = double4_from(iterate->position[i]);
        left[i] = double4_sub(x[i], y[i]);
    }
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const int            v = set->ops->vertices;
        for (int32_t i = 0; i < set->count; i++) {
            double  value[CONSTRAINT_COMPONENTS_MAX];
            double4 gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX];
            constraint_evaluate(set, i, i + 1, x, value, gradient);
            for (int k = 0; k < set->ops->components * v; k++) {
                const int32_t p = set->vertices[i * v + k % v];
                double4_add_to(&left[p], -model->inverse_mass[p] * iterate_multiplier(iterate, set, kind, i, k / v), gradient[k]);
            }
        }
    }
    for (int i = 0; i < model->particle_count; i++)
        max = fmax(max, double4_norm(left[i]));
    return max;
}

static void keep_iterate(Observer *observer, const Iterate *iterate)
{
    static double4       y[LINE_MAX];
    Kept                *kept = (Kept *)observer;
    const Model         *model = &kept->rig->model;
    const ConstraintSet *springs = &model->sets[CONSTRAINT_distance];
    assert_true(kept->count < KEPT_MAX && model->particle_count <= LINE_MAX);
    for (int i = 0; i < model->particle_count; i++) {
        kept->x[kept->count][i] = (double)iterate->position[model->model_of[i]].x;
        if (kept->count == 0)
            y[i] = double4_from(iterate->position[i]);
    }
    if (iterate_has_multipliers(iterate)) {
        for (int32_t i = 0; i < springs->count; i++)
            kept->lambda[kept->count][springs->origin[i]] = iterate_multiplier(iterate, springs, CONSTRAINT_distance, i, 0);
        kept->off = fmax(kept->off, apart(kept->rig, iterate, y));
    }
    kept->count++;
}

static void keep_step(Kept *kept, Rig *rig)
{
    *kept = (Kept){.base = {.begin = ignore_start, .iterate = keep_iterate}, .rig = rig};
    rig_steps(rig, 1, &(StepContext){.observer = &kept->base});
}

// ---- two masses: wall, k1, m1, k2, m2 ----

typedef struct Pair {
    double m1, m2, k1, k2, primal, dual; // rates of Gauss-Seidel sweeps
} Pair;

// Primal is slow for a stiff spring far from the wall, dual for a large mass far from it.
static const Pair PAIRS[] = {{1, 1, 1e2, 1e6, 0.992740, 0.013489},
                             {1, 1, 1e6, 1e2, 2.69e-6, 0.026221},
                             {1, 1000, 1e6, 1e6, 0.1085, 0.991850},
                             {1000, 1, 1e6, 1e6, 0.178, 2.16e-4}};
enum { PAIR_COUNT = sizeof PAIRS / sizeof *PAIRS };

// a12²/(a11 a22) of M + h² ∇²E, and of ∇C W ∇Cᵀ + α~.
static double primal_rate(const Pair *p)
{
    const double a = H * H * p->k1, b = H * H * p->k2;
    return b * b / ((p->m1 + a + b) * (p->m2 + b));
}

static double dual_rate(const Pair *p)
{
    const double w1 = 1 / p->m1, w2 = 1 / p->m2, a1 = 1 / (H * H * p->k1), a2 = 1 / (H * H * p->k2);
    return w1 * w1 / ((w1 + a1) * (w1 + w2 + a2));
}

static void pull_pair(Kept *kept, const Pair *p, const char *solver, const char *settings)
{
    RIG(rig);
    for (int i = 0; i < 3; i++)
        rig_particle(&rig, i, 0, 0, i == 2 ? p->m2 : p->m1);
    rig_spring(&rig, 0, 1, 1, p->k1);
    rig_spring(&rig, 1, 2, 1, p->k2);
    assert_ok(model_pin(rig.builder, 0));
    rig_solver(&rig, solver, settings, H, 1);
    rig_set_velocity(&rig, 1, 6, 0, 0);
    rig_set_velocity(&rig, 2, -3, 0, 0);
    keep_step(kept, &rig);
}

// Compares the last move of a particle with its move `apart` iterations earlier. A Jacobi iteration of two unknowns exchanges their errors.
// So two iterations reduce the error of each unknown by the same factor as one Gauss-Seidel sweep. False where the moves are lost in
// round-off.
static bool shrinks(const Kept *kept, int apart, double rate)
{
    const int last = kept->count - 1;
    bool      seen = false;
    for (int i = 1; i <= 2; i++) {
        const double now = kept->x[last][i] - kept->x[last - 1][i];
        const double before = kept->x[last - apart][i] - kept->x[last - apart - 1][i];
        if (fabs(before) < BOUND(1e-7, 1e-3))
            continue;
        assert_near(now / before, rate, BOUND(1e-14, 2e-6) / fabs(before));
        seen = true;
    }
    return seen;
}

TEST(test_two_masses)
{
    static const struct {
        const char *solver, *settings;
        bool        dual;
        int         apart;
    } RUNS[] = {{"vbd", "iterations=3", false, 1},
                {"xpbd", "iterations=3", true, 1},
                {"xpbd", "iterations=3 sweep=serial", true, 1},
                {"descent", "iterations=3 form=primal omega=1", false, 2},
                {"descent", "iterations=3 form=dual omega=1", true, 2},
                {"xpbd", "iterations=3 sweep=jacobi omega=2", true, 2}};
    for (int r = 0; r < (int)(sizeof RUNS / sizeof *RUNS); r++) {
        int seen = 0;
        for (int i = 0; i < PAIR_COUNT; i++) {
            static Kept  kept;
            const double rate = RUNS[r].dual ? dual_rate(&PAIRS[i]) : primal_rate(&PAIRS[i]);
            const double told = RUNS[r].dual ? PAIRS[i].dual : PAIRS[i].primal;
            assert_near(rate, told, 0.005 * told);
            pull_pair(&kept, &PAIRS[i], RUNS[r].solver, RUNS[r].settings);
            seen += shrinks(&kept, RUNS[r].apart, rate);
        }
        assert_true(seen >= BOUND(4, 1));
    }
}

// ---- lines of equal masses and springs in their slowest mode ----

// The rate of one Jacobi iteration of N unknowns with ω: 1 − ω (1 − ρ), ρ = c cos(π/(N+1)). c is twice an off-diagonal entry of its matrix,
// over the diagonal one. Primal: N masses between two pins. dual: N springs between N + 1 free masses. s = h²k/m.
static double slowest(bool dual, int n, double s)
{
    return cos(PI / (n + 1)) * (dual ? 2 / (2 + 1 / s) : 2 * s / (1 + 2 * s));
}

// Both have the error sin(πj/(N+1)) at y: in positions, or in stretches of the springs.
static void make_line(Rig *rig, bool dual, int n, double s, const char *solver, const char *settings)
{
    double v = 0;
    for (int i = 0; i < n + (dual ? 1 : 2); i++)
        rig_particle(rig, i, 0, 0, 1);
    for (int i = 0; i + 1 < n + (dual ? 1 : 2); i++)
        rig_spring(rig, i, i + 1, 1, s / (H * H));
    for (int i = 0; i < 2 && !dual; i++)
        assert_ok(model_pin(rig->builder, i * (n + 1)));
    rig_solver(rig, solver, settings, H, 1);
    for (int i = 1; i <= n; i++) {
        const double mode = 0.2 / H * sin(PI * i / (n + 1));
        v = dual ? v + mode : mode;
        rig_set_velocity(rig, i, v, 0, 0);
    }
}

// The error in the middle after each iteration, over that at the start, is 2 r^k/(1 + r^2k), r = ρ/(1 + √(1 − ρ²)); in λ as in x.
static void accelerate(bool dual, const char *solver, const char *settings, double omega, bool shifted)
{
    enum { N = 30, ITERATIONS = 40 };
    static Kept  kept, once;
    const double s = 100, plain = 1 - omega * (1 - slowest(dual, N, s)), rho = shifted ? plain / (2 - plain) : plain;
    const double r = rho / (1 + sqrt(1 - rho * rho));
    const int    middle = N / 2;
    char         text[160];
    RIG(rig);
    snprintf(text, sizeof text, "iterations=1 %s", settings);
    make_line(&rig, dual, N, s, solver, text);
    keep_step(&once, &rig);
    rig_renew(&rig);
    snprintf(text, sizeof text, "iterations=%d rho=%.17g spectrum=%s %s", ITERATIONS, plain, shifted ? "positive" : "both_signs", settings);
    make_line(&rig, dual, N, s, solver, text);
    keep_step(&kept, &rig);
    const double move = once.x[1][1] - once.x[0][1], limit = once.x[0][1] + move / (1 - plain); // of a geometric series
    const double force = once.lambda[1][middle] / (1 - plain), start = kept.x[0][1] - limit;
    for (int k = 0; k <= ITERATIONS; k++) {
        const double left = 2 * pow(r, k) / (1 + pow(r, 2 * k));
        assert_near((kept.x[k][1] - limit) / start, left, BOUND(1e-10, 2e-2));
        if (dual)
            assert_near(1 - kept.lambda[k][middle] / force, left, BOUND(1e-10, 1e-2));
    }
    assert_near(kept.off, 0, BOUND(1e-12, 1e-3));
    assert_true(!dual || fabs(force) > 1e-3);
}

TEST(test_chebyshev)
{
    accelerate(false, "descent", "form=primal omega=1", 1, false);
    accelerate(false, "descent", "form=primal", 1, false);
    accelerate(false, "descent", "form=primal omega=0.5 kernels=plain", 0.5, false);
    accelerate(true, "descent", "form=dual omega=1", 1, false);
    accelerate(true, "descent", "form=dual", 0.5, false);
    accelerate(true, "descent", "form=dual", 0.5, true);
    accelerate(true, "xpbd", "sweep=jacobi", 0.5, false);
    accelerate(true, "xpbd", "sweep=jacobi kernels=plain", 0.5, true);
    accelerate(true, "xpbd", "sweep=jacobi omega=2", 1, false);
}

// A thread may have projected its constraints before another reaches the start: then λ no longer has its initial value.
TEST(test_multipliers_begin_at_0)
{
    real      values[2][3] = {{0}, {5, -7, 11}}, last[3], older[3];
    real4     on;
    Chebyshev c = {.last = &on, .rho = 0.5, .tau = 1, .omega = 1.3};
    for (int late = 0; late < 2; late++) {
        const ChebyshevValues v = {.count = 3, .value = values[late], .last = last, .older = older};
        chebyshev_values_start(&v);
        for (int sweep = 1; sweep < 4; sweep++) {
            for (int i = 0; i < 3; i++)
                values[late][i] = (real)(sweep * sweep + i);
            chebyshev_values_apply(&c, &v);
        }
    }
    assert_memory_equal(values[0], values[1], sizeof values[0]);
}

// The first step, which is not accelerated, tells ρ.
TEST(test_estimate)
{
    static const char *const RUNS[][2] = {{"xpbd", "iterations=20 sweep=jacobi rho_from=estimated"},
                                          {"descent", "iterations=20 form=dual rho_from=estimated"},
                                          {"descent", "iterations=20 form=primal omega=0.5 rho_from=estimated"}};
    for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++) {
        const bool  dual = i < 2;
        StepContext context = {0};
        RIG(rig);
        make_line(&rig, dual, 10, 1, RUNS[i][0], RUNS[i][1]);
        rig_steps(&rig, 1, &context);
        assert_near(context.rho, 1 - 0.5 * (1 - slowest(dual, 10, 1)), BOUND(1e-8, 1e-2));
        assert_int_equal(context.cost.rejections, 0);
        rig_steps(&rig, 1, &context);
        assert_true(state_is_finite(&rig.state));
    }
}

// Without acceleration it is ρᵏ.
TEST(test_rates_on_a_line)
{
    for (int dual = 0; dual < 2; dual++)
        for (int half = 0; half < 2; half++) {
            static Kept  kept;
            const double omega = half ? 0.5 : 1, rate = 1 - omega * (1 - slowest(dual, 10, 1));
            RIG(rig);
            TEXT_OF(text, "iterations=6 form=%s omega=%g", dual ? "dual" : "primal", omega);
            make_line(&rig, dual, 10, 1, "descent", text);
            keep_step(&kept, &rig);
            for (int i = 1; i <= 4; i++) // the particle in the middle of springs that all stretch does not move
                assert_near((kept.x[6][i] - kept.x[5][i]) / (kept.x[5][i] - kept.x[4][i]), rate, BOUND(1e-10, 3e-2));
        }
}

// ---- x − y = W ∇Cᵀ λ ----

// Constraints whose gradients stay: springs along a line between unequal masses, and the bend of a sheet of its own, which has three
// components. With x accelerated alone the equation would be off by the momentum of the acceleration.
static double off_equation(const char *solver, const char *settings)
{
    static Kept         kept;
    static const double SHEET[4][3] = {{0, 5, 0}, {1, 5, 0}, {0.5, 6, 0}, {0.5, 4, 0}};
    RIG(rig);
    for (int i = 0; i <= LINKS; i++)
        rig_particle(&rig, 0.25 * i, 0, 0, i ? LINK_MASS[i - 1] : 0.3);
    for (int i = 0; i < LINKS; i++)
        rig_spring(&rig, i, i + 1, 0.25, 1e3 * LINK_STIFFNESS[i]);
    for (int j = 0; j < 4; j++)
        rig_particle(&rig, SHEET[j][0], SHEET[j][1], SHEET[j][2], 0.1 + 0.1 * j);
    assert_ok(model_add_constraint(rig.builder, CONSTRAINT_isometric_bending, (int32_t[]){LINKS + 1, LINKS + 2, LINKS + 3, LINKS + 4}, NULL,
                                   900));
    rig_solver(&rig, solver, settings, H, 2);
    for (int i = 0; i <= LINKS; i++)
        rig_set_velocity(&rig, i, (i % 3 - 1) * 2, 0, 0);
    rig_set_velocity(&rig, LINKS + 2, 0.5, -0.25, 3);
    keep_step(&kept, &rig);
    double moved = 0;
    for (int i = 0; i <= LINKS; i++)
        moved = fmax(moved, fabs(kept.x[kept.count - 1][i] - kept.x[0][i]));
    assert_true(moved > 1e-3);
    return kept.off;
}

TEST(test_equation_of_motion)
{
    static const char *const RUNS[][2] = {{"descent", "iterations=30"},
                                          {"descent", "iterations=30 rho=0.95"},
                                          {"descent", "iterations=30 rho=0.95 spectrum=positive"},
                                          {"descent", "iterations=30 rho=0.95 omega=0.9 kernels=plain"},
                                          {"xpbd", "iterations=30 sweep=jacobi rho=0.95"},
                                          {"xpbd", "iterations=30 sweep=jacobi rho=0.95 spectrum=positive kernels=plain"},
                                          {"xpbd", "iterations=15 sweep=jacobi rho=0.99 omega=1.5"}};
    for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++)
        assert_near(off_equation(RUNS[i][0], RUNS[i][1]), 0, BOUND(5e-14, 3e-5));
}

// ---- equivalents of each form ----

typedef void Build(Rig *rig, int which);

static void build_traits(Rig *rig, int unused)
{
    rig_cloth(rig, 5, 300);
    rig_spring(rig, 0, 12, 0.4, 200);
    rig_traits(rig, 0.7, INFINITY, SENSE_EQUAL);
    rig_spring(rig, 4, 16, 0.5, 200);
    rig_traits(rig, 0, INFINITY, SENSE_LESS_EQUAL);
}

static void build_solid(Rig *rig, int unused)
{
    for (int i = 0; i < 8; i++)
        rig_particle(rig, 0.5 * (i & 1), 0.5 * (i >> 1 & 1), 0.5 * (i >> 2), 0.1 + 0.02 * i);
    for (int i = 0; i < 3; i++)
        assert_ok(
            model_add_constraint(rig->builder, CONSTRAINT_tet_volume, (int32_t[]){0, 1 << i, (1 << i) | (1 << (i + 1) % 3), 7}, NULL, 1e6));
    for (int i = 1; i < 8; i++)
        rig_spring(rig, 0, i, 0, 400);
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 1});
}

static void build_chain(Rig *rig, int hard)
{
    make_chain(rig, 0.8, -0.6, hard ? INFINITY : 0);
}

static void put_on_floor(Rig *rig, double stiffness)
{
    Collider floor = {.shape = COLLIDER_PLANE, .direction = {0, 1, 0}, .friction = NAN, .restitution = NAN, .script = -1, .name = "floor"};
    floor.point[1] = -0.0102;
    assert_ok(model_set_contact(rig->builder, &(ContactRules){.thickness = 0.01, .stiffness = stiffness, .friction = 0.3}));
    assert_ok(model_add_collider(rig->builder, &floor));
    for (int32_t i = 0; i < model_builder_particles(rig->builder); i++)
        assert_ok(model_add_contact_point(rig->builder, i));
}

static void build_landing_cloth(Rig *rig, int side)
{
    rig_cloth(rig, side, 300);
    put_on_floor(rig, 2000);
}

enum { FALLING, LANDING, LANDING_HARD };

static void build_landing_chain(Rig *rig, int floor)
{
    for (int i = 0; i < 5; i++) {
        rig_particle(rig, 0.1 * i, 0.001 * i, 0, 0.1 + 0.05 * i);
        if (i > 0)
            rig_spring(rig, i - 1, i, 0, 200);
    }
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
    if (floor != FALLING)
        put_on_floor(rig, floor == LANDING ? 2000 : INFINITY);
}

static void compare(Build *build, int which, const char *settings, const char *solver, const char *other)
{
    char ours[HASH_TEXT], theirs[HASH_TEXT];
    run_hash(&(RigRun){build, which, "descent", settings, H, 1, 4}, 2, ours);
    run_hash(&(RigRun){build, which, solver, other, H, 1, 4}, 1, theirs);
    if (strcmp(ours, theirs) != 0)
        fail_msg("descent %s is not %s %s", settings, solver, other);
}

TEST(test_primal_is_vbds_jacobi)
{
    static const struct {
        Build *build;
        int    which;
    } SCENES[] = {{square_cloth, 7}, {build_traits, 0}, {build_solid, 0}, {build_chain, false}, {build_landing_cloth, 4}};
    static const char *const COMMON[] = {"iterations=9", "iterations=9 kernels=plain", "iterations=5 omega=0.3",
                                         "iterations=9 rho=0.8 omega=0.4"};
    for (size_t b = 0; b < sizeof SCENES / sizeof *SCENES; b++)
        for (size_t i = 0; i < sizeof COMMON / sizeof *COMMON; i++) {
            char ours[96], theirs[96];
            snprintf(ours, sizeof ours, "form=primal %s", COMMON[i]);
            snprintf(theirs, sizeof theirs, "sweep=jacobi start=y %s", COMMON[i]);
            compare(SCENES[b].build, SCENES[b].which, ours, "vbd", theirs);
        }
}

// Every spring of a chain shares an end with another spring: one ω equals xpbd's own. On a cloth it does not.
TEST(test_dual_is_xpbds_jacobi)
{
    static const char *const PAIRS_OF[][2] = {
        {"iterations=9", "iterations=9 sweep=jacobi"},
        {"iterations=9 omega=0.25 kernels=plain", "iterations=9 sweep=jacobi omega=0.5 kernels=plain"},
        {"iterations=9 rho=0.9", "iterations=9 sweep=jacobi rho=0.9"}};
    for (int hard = 0; hard < 2; hard++)
        for (size_t i = 0; i < sizeof PAIRS_OF / sizeof *PAIRS_OF; i++)
            compare(build_chain, hard, PAIRS_OF[i][0], "xpbd", PAIRS_OF[i][1]);
    char ours[33], theirs[33];
    run_hash(&(RigRun){square_cloth, 7, "descent", "iterations=9", H, 1, 4}, 1, ours);
    run_hash(&(RigRun){square_cloth, 7, "xpbd", "iterations=9 sweep=jacobi", H, 1, 4}, 1, theirs);
    assert_string_not_equal(ours, theirs);
}

// In dual with a factor of their own, whatever ω is; in primal their forces are part of the gradient. With them another step is made.
TEST(test_contacts_as_in_both)
{
    static const char *const FORMS_OF[] = {"iterations=9", "iterations=9 form=primal"};
    char                     touching[33], falling[33];
    for (int floor = LANDING; floor <= LANDING_HARD; floor++) {
        compare(build_landing_chain, floor, "iterations=9", "xpbd", "iterations=9 sweep=jacobi contact_sweep=jacobi");
        compare(build_landing_chain, floor, "iterations=9 omega=0.5", "xpbd", "iterations=9 sweep=jacobi contact_sweep=jacobi");
    }
    for (int f = 0; f < 2; f++) {
        run_hash(&(RigRun){build_landing_chain, LANDING, "descent", FORMS_OF[f], H, 1, 4}, 2, touching);
        run_hash(&(RigRun){build_landing_chain, FALLING, "descent", FORMS_OF[f], H, 1, 4}, 2, falling);
        assert_string_not_equal(touching, falling);
    }
}

// Traffic and operations of a step of a chain; an accelerated step has no count.
static void count_traffic(const char *solver, const char *settings, Traffic *out)
{
    RIG(rig);
    make_chain(&rig, 0, -1, 0);
    rig_solver(&rig, solver, settings, H, 1);
    assert_ok(rig.solver->ops->traffic(rig.solver, out));
}

TEST(test_same_traffic)
{
    static const char *const PAIRS_OF[][3] = {{"form=primal", "vbd", "sweep=jacobi"}, {"form=dual", "xpbd", "sweep=jacobi"}};
    for (size_t i = 0; i < sizeof PAIRS_OF / sizeof *PAIRS_OF; i++) {
        Traffic ours, theirs;
        count_traffic("descent", PAIRS_OF[i][0], &ours);
        count_traffic(PAIRS_OF[i][1], PAIRS_OF[i][2], &theirs);
        assert_memory_equal(&ours, &theirs, sizeof ours);
        assert_true(ours.phases[PHASE_PROJECT].runs == 20 && ours.phases[PHASE_PROJECT].bytes > 0);
        TEXT_OF(accelerated, "rho=0.9 %s", PAIRS_OF[i][0]);
        count_traffic("descent", accelerated, &ours);
        assert_int_equal(ours.phases[PHASE_PROJECT].runs, 0);
    }
}

// ---- limits ----

TEST(test_primal_limit_is_newtons)
{
    static const char *const SETTINGS[] = {"form=primal iterations=4000", "form=primal iterations=4000 omega=0.5",
                                           "form=primal iterations=600 omega=0.5 rho=0.95"};
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++)
        assert_ends_at_newtons(&(RigRun){square_cloth, 6, "descent", SETTINGS[i], H, 0, 2}, BOUND(1e-8, 2e-5));
}

static void straight_chain(Rig *rig, int unused)
{
    make_chain(rig, 0, -1, 0);
}

// On a line, where gradients stay, the limit of dual is Newton's too. A float loses half an ulp in each iteration.
TEST(test_dual_limit_on_a_line)
{
    static const char *const SETTINGS[] = {"iterations=6000", "iterations=400 rho=0.98", "iterations=400 rho=0.98 spectrum=positive"};
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++)
        assert_ends_at_newtons(&(RigRun){straight_chain, 0, "descent", SETTINGS[i], H, 0, 10}, BOUND(1e-10, 1e-3));
}

// ---- safe values of ω ----

// One mass on n equal springs side by side. An iteration leaves 1 − ω (nw + α~)/(w + α~) of the error of their sum. The error is 0 where
// the springs are hard and ω is 1/n, the default; with ω above 2/n it grows.
static double spokes(double stiffness, const char *settings, int n)
{
    static Kept kept;
    RIG(rig);
    const int32_t hub = rig_particle(&rig, 1, 0, 0, 0.5);
    for (int i = 0; i < n; i++) {
        assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
        rig_spring(&rig, hub, i + 1, 1, stiffness);
    }
    rig_solver(&rig, "descent", settings, H, 1);
    rig_set_velocity(&rig, hub, 6, 0, 0);
    keep_step(&kept, &rig);
    return (kept.x[2][0] - kept.x[1][0]) / (kept.x[1][0] - kept.x[0][0]);
}

TEST(test_safe_omega)
{
    enum { SPOKES = 5 };
    const double k = 900, w = 2, alpha = 1 / (H * H * k), eigenvalue = (SPOKES * w + alpha) / (w + alpha);
    assert_near(spokes(k, "iterations=2", SPOKES), 1 - eigenvalue / SPOKES, BOUND(1e-11, 1e-4));
    assert_near(spokes(k, "iterations=2 omega=0.3", SPOKES), 1 - eigenvalue * 0.3, BOUND(1e-11, 1e-4));
    assert_near(spokes(INFINITY, "iterations=2", SPOKES), 0, BOUND(1e-13, 1e-5));
    assert_near(spokes(INFINITY, "iterations=2 omega=0.42", SPOKES), -1.1, BOUND(1e-11, 1e-4));
}

TEST(test_scales)
{
    static const char *const RUNS[][2] = {{"descent", "form=primal iterations=15"},
                                          {"descent", "form=primal iterations=15 omega=0.5 rho=0.9"},
                                          {"descent", "form=dual iterations=15"},
                                          {"descent", "form=dual iterations=15 rho=0.9 spectrum=positive"},
                                          {"xpbd", "sweep=jacobi iterations=15 rho=0.9"}};
    for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++)
        assert_no_units(scaled_cloth, &(RigRun){NULL, SCALED_SPRINGS, RUNS[i][0], RUNS[i][1], H, 0, 5}, BOUND(1e-12, 1e-4),
                        BOUND(1e-12, 1e-4));
}
