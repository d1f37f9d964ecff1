// The memory of `calm` and `avbd` from one step to the next, against closed forms of a single row. It is a part of the State: hashed,
// copied, written to state files and read from them.
#include <stdlib.h>
#include <unistd.h>

#include "chains.h"
#include "laws.h"
#include "scene/scene.h"

static const double H = 1.0 / 60, GRAVITY = 9.81;

// ---- one row: a mass that hangs on a spring ----

typedef struct Hung {
    double m, k, length; // k INFINITY: hard
    double force;        // N, instead of gravity; 0: gravity
} Hung;

static void hang(Rig *rig, const Hung *hung, const char *solver, const char *settings)
{
    assert_ok(model_pin(rig->builder, rig_particle(rig, 0, 0, 0, 1)));
    rig_particle(rig, 0, -hung->length, 0, hung->m);
    rig_spring(rig, 0, 1, hung->length, hung->k);
    if (hung->force > 0)
        assert_ok(model_add_force(rig->builder, 1, (double[3]){0, -hung->force, 0}));
    else
        model_set_gravity(rig->builder, (double[3]){0, -GRAVITY, 0});
    rig_solver(rig, solver, settings, H, 1);
}

static double sag_of(const Rig *rig, const Hung *hung)
{
    return -rig_position(rig, 1).y - hung->length;
}

// calm at rest, with I = m/h², s = K/(K + ρ) and F the load. A sweep is exact: I (C_k − C) = F − p_k, p_k = s (p_{k−1} + ρ C_k), so
// p_k = a p_{k−1} + b, and p_n = F with p_0 = keep F.
static double calm_sag(const Hung *hung, double penalty, double keep, int n)
{
    const double inertia = hung->m / (H * H), load = hung->m * GRAVITY, rho = penalty * inertia, s = hung->k / (hung->k + rho);
    const double d = 1 + s * rho / inertia, a = s / d, b = load * (1 - keep * pow(a, n)) * (1 - a) / (1 - pow(a, n));
    return b * d / (s * rho) - load / inertia;
}

TEST(test_calm_at_rest)
{
    static const double KEEP[] = {0, 0.5, 0.99, 1}, PENALTY[] = {1, 3, 10};
    static const int    COUNTS[] = {1, 3, 10};
    const Hung          hung = {.m = 0.5, .k = 4e4, .length = 0.4};
    for (size_t i = 0; i < sizeof KEEP / sizeof *KEEP; i++)
        for (size_t j = 0; j < sizeof PENALTY / sizeof *PENALTY; j++)
            for (size_t n = 0; n < sizeof COUNTS / sizeof *COUNTS; n++) {
                RIG(rig);
                TEXT_OF(settings, "iterations=%d penalty=%g keep=%g", COUNTS[n], PENALTY[j], KEEP[i]);
                hang(&rig, &hung, "calm", settings);
                rig_steps(&rig, 4000, NULL);
                const double expected = calm_sag(&hung, PENALTY[j], KEEP[i], COUNTS[n]);
                assert_near(sag_of(&rig, &hung) / expected, 1, BOUND(1e-9, 2e-3));
                if (KEEP[i] == 1) // whatever the iterations
                    assert_near(expected * hung.k / (hung.m * GRAVITY), 1, 1e-9);
            }
}

// A hard row with one sweep a step, r = penalty: (1 + r) C⁺ = (2 + keep) C − (1 + 2 keep) C⁻ + keep C⁻⁻ + g h² (1 − keep). With keep = 1 it
// is (z − 1)³ + r z³ = 0, which has roots of square 1/(1 − q + q²), q = r^⅓: below a penalty of 1 the motion grows without bound.
TEST(test_kept_force_may_be_unstable)
{
    static const double KEEP[] = {0, 0.9, 1}, PENALTY[] = {0.5, 2, 10};
    const Hung          hung = {.m = 0.5, .k = INFINITY, .length = 0.4};
    for (size_t i = 0; i < sizeof KEEP / sizeof *KEEP; i++)
        for (size_t j = 0; j < sizeof PENALTY / sizeof *PENALTY; j++) {
            double c[4] = {0}, max = 0;
            RIG(rig);
            TEXT_OF(settings, "iterations=1 penalty=%g keep=%g", PENALTY[j], KEEP[i]);
            hang(&rig, &hung, "calm", settings);
            for (int step = 0; step < 40; step++) {
                rig_steps(&rig, 1, NULL);
                memmove(c, c + 1, 3 * sizeof *c);
                c[3] = sag_of(&rig, &hung);
                const double next = (2 + KEEP[i]) * c[2] - (1 + 2 * KEEP[i]) * c[1] + KEEP[i] * c[0] + (1 - KEEP[i]) * GRAVITY * H * H;
                if (step > 1)
                    assert_near((1 + PENALTY[j]) * c[3], next, BOUND(1e-12, 2e-6));
                max = step > 30 ? fmax(max, fabs(c[3])) : 0;
            }
            if (KEEP[i] == 1)
                assert_true(PENALTY[j] < 1 ? max > 0.04 : max < 1e-3);
        }
}

// avbd of one row, in numbers: the expected steps.
typedef struct Scalar {
    double c, v, kappa, lambda, felt; // C, its rate; of the last step; F/C of a step
} Scalar;

typedef struct Constants {
    double alpha, beta, gamma;
    int    n;
} Constants;

static void scalar_step(const Hung *hung, const Constants *with, Scalar *s)
{
    const double inertia = hung->m / (H * H), y = s->c + H * s->v + H * H * GRAVITY, before = s->c;
    const bool   hard = isinf(hung->k);
    const double kept = hard ? with->alpha * before : 0, max = BOUND(1e9, 1e5) * inertia;
    s->lambda = hard ? with->alpha * with->gamma * s->lambda : 0;
    s->kappa = fmin(fmin(fmax(with->gamma * s->kappa, inertia), max), hung->k);
    for (int k = 0; k < with->n; k++) {
        s->c = (inertia * y + s->kappa * kept - s->lambda) / (inertia + s->kappa);
        s->felt = s->kappa;
        if (hard)
            s->lambda += s->kappa * (s->c - kept);
        s->kappa = fmin(fmin(s->kappa + with->beta * inertia / hung->length * fabs(s->c - kept), max), hung->k);
    }
    s->v = (s->c - before) / H;
}

TEST(test_avbd_of_one_row)
{
    static const Constants WITH[] = {{0.95, 10, 0.99, 4}, {0.95, 1e4, 0.99, 1}, {0.5, 1e3, 0.9, 7}, {0.95, 1e3, 0, 3}, {0, 10, 1, 2}};
    static const double    STIFFNESS[] = {500, 1e6, INFINITY};
    for (size_t k = 0; k < sizeof STIFFNESS / sizeof *STIFFNESS; k++)
        for (size_t w = 0; w < sizeof WITH / sizeof *WITH; w++) {
            const Hung hung = {.m = 0.5, .k = STIFFNESS[k], .length = 0.4};
            Scalar     scalar = {0};
            RIG(rig);
            TEXT_OF(settings, "iterations=%d alpha=%g beta=%g gamma=%g", WITH[w].n, WITH[w].alpha, WITH[w].beta, WITH[w].gamma);
            hang(&rig, &hung, "avbd", settings);
            for (int step = 0; step < 150; step++) {
                rig_steps(&rig, 1, NULL);
                scalar_step(&hung, &WITH[w], &scalar);
                assert_near(sag_of(&rig, &hung), scalar.c, BOUND(1e-12, 2e-5));
            }
        }
}

// A soft row at rest under F feels min(K, √(n β F/(1 − γ))): F = 10 N, β = 1e5 N/m per m. The table has the values of the recursion of one
// row, computed independently of this code.
TEST(test_avbd_is_softer_at_rest)
{
    static const struct {
        int    n;
        double felt;
    } CASES[] = {{1, 9950}, {4, 20007}, {10, 31671}, {40, 63384}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        for (int stiff = 0; stiff < 2; stiff++) {
            const Hung   hung = {.m = 10 / GRAVITY * 1e-3, .k = stiff ? 1e7 : 5000, .length = 1, .force = 10};
            const double inertia = hung.m / (H * H);
            RIG(rig);
            TEXT_OF(settings, "iterations=%d beta=%.17g", CASES[i].n, 1e5 / inertia * hung.length);
            hang(&rig, &hung, "avbd", settings);
            rig_steps(&rig, 3000, NULL);
            const double felt = 10 / sag_of(&rig, &hung), about = sqrt(CASES[i].n * 1e5 * 10 / 0.01);
            if (stiff)
                assert_near(felt / CASES[i].felt, 1, BOUND(1e-3, 1e-2));
            else // the only sweep of a step has gamma K
                assert_near(felt / (CASES[i].n == 1 ? 0.99 * hung.k : hung.k), 1, BOUND(1e-9, 1e-2));
            assert_near(felt / fmin(hung.k, about), 1, 1.1e-2);
        }
}

// ---- many steps ----

// A swinging chain, masses and stiffnesses times `mass`, lengths and gravity times `length`.
static void scaled_chain(Rig *rig, double mass, double length, int hard)
{
    assert_ok(model_pin(rig->builder, rig_particle(rig, 0, 0, 0, 1)));
    for (int j = 0; j < LINKS; j++) {
        rig_particle(rig, length * 0.2 * (j + 1), -length * 0.15 * (j + 1), 0, mass * LINK_MASS[j]);
        rig_spring(rig, j, j + 1, length * 0.25, hard ? INFINITY : mass * LINK_STIFFNESS[j]);
    }
    model_set_gravity(rig->builder, (double[3]){0, -9.81 * length, 0});
}

TEST(test_scale_over_steps)
{
    static const char *const WAYS[][2] = {{"calm", "iterations=10"}, {"calm", "iterations=10 keep=0.99"}, {"avbd", "iterations=10"}};
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++)
        for (int hard = 0; hard < 2; hard++)
            assert_no_units(scaled_chain, &(RigRun){NULL, hard, WAYS[w][0], WAYS[w][1], H, 0, 60}, BOUND(1e-12, 2e-3), BOUND(1e-13, 2e-3));
}

// ---- memory is a part of the State ----

static void net(Rig *rig, const char *solver, const char *settings, int threads)
{
    rig_cloth(rig, 9, 400);
    rig_solver(rig, solver, settings, H, threads);
}

static char path[64]; // of a state file

static int set_up(void **state)
{
    snprintf(path, sizeof path, "/tmp/weft_state_XXXXXX");
    const int file = mkstemp(path);
    return file < 0 || close(file) != 0;
}

static int tear_down(void **state)
{
    return unlink(path);
}

static const SceneInfo NET = {.name = "net", .hash = "0123"};

// A run is written to a file in the middle, and a new process continues from it. It ends with the bits of an uninterrupted run, memory
// included. Single precision also carries digits below the last bit of a position, which no file contains: there only memory is the same.
static void resumed(const char *solver, const char *settings, const char *other)
{
    RIG(whole);
    RIG(cut);
    RIG(rest);
    SceneMark mark;
    char      expected[33], seen[33], text[160];
    net(&whole, solver, settings, 1);
    net(&cut, solver, settings, 1);
    net(&rest, solver, settings, 2);
    rig_steps(&whole, 8, NULL);
    rig_steps(&cut, 8, NULL);
    const SceneMark own = scene_mark(&NET, &cut.model);
    assert_string_equal(own.memory, solver);
    assert_ok(scene_write_state(path, &own, &cut.model, &cut.state, 0));
    assert_ok(scene_read_state(path, &rest.model, &rest.state, &mark));
    assert_false(scene_mark_differs(&mark, &own, text, sizeof text));
    assert_memory_equal(rest.state.memory, cut.state.memory, (size_t)cut.model.memory.count * sizeof *cut.state.memory);
    rig_steps(&whole, 7, NULL);
    rig_steps(&rest, 7, NULL);
    rig_hash(&whole, expected);
    rig_hash(&rest, seen);
    if (sizeof(real) == sizeof(double))
        assert_string_equal(seen, expected);
    else
        assert_near(rig_apart(&whole, &rest), 0, 1e-4);
    for (int32_t k = 0; k < cut.model.memory.count; k++)
        cut.state.memory[k] = 0;
    rig_steps(&cut, 7, NULL);
    assert_true(rig_apart(&cut, &whole) > 1e-4); // it matters
    rig_renew(&rest);
    net(&rest, other, strcmp(other, "calm") == 0 ? "keep=0.9" : "", 1);
    assert_ok(scene_read_state(path, &rest.model, &rest.state, &mark));
    const SceneMark theirs = scene_mark(&NET, &rest.model);
    assert_true(scene_mark_differs(&mark, &theirs, text, sizeof text));
    assert_non_null(strstr(text, solver));
    for (int32_t k = 0; k < rest.model.memory.count; k++)
        assert_near(rest.state.memory[k], 0, 0);
}

TEST(test_resumed)
{
    resumed("calm", "iterations=4 keep=0.99", "avbd");
    resumed("avbd", "iterations=4", "xpbd");
    resumed("avbd", "iterations=4", "calm");
}

TEST(test_bad_memory_is_refused)
{
#define TWO "index,x,y,z,vx,vy,vz\n0,0,0,0,0,0,0\n1,0,-1,0,0,0,0\n"
#define MARK "scene,net,0123\n"
    static const struct {
        const char *text, *expected;
    } CASES[] = {
        {TWO "memory,avbd,0,1\n" MARK, "ends after 1 of the 2 numbers that avbd stores"},
        {TWO "memory,avbd,0,1\nmemory,avbd,1,2\nmemory,avbd,2,2\n" MARK,
         ":6: the file has more memory than the 2 numbers that avbd stores"},
        {TWO "memory,avbd,0,1\nmemory,avbd,0,2\n", ":5: the index of the memory is `0`, but must be 1"},
        {TWO "memory,avbd,0,inf\n", ":4: `inf` is not a finite number"},
        {TWO "memory,avbd,0\n", ":4: invalid row of solver memory; write `memory,SOLVER,INDEX,NUMBER`"},
        {TWO "memory,,0,1\n", ":4: invalid row of solver memory; write `memory,SOLVER,INDEX,NUMBER`"},
        {TWO "memory,avbd,0,1\nmemory,calm,1,1\n", ":5: the file has memory of two solvers, `avbd` and `calm`"},
    };
    const Hung hung = {.m = 1, .k = 10, .length = 1};
    SceneMark  mark;
    RIG(rig);
    char text[160];
    hang(&rig, &hung, "avbd", "");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        write_text(path, CASES[i].text);
        assert_fails(scene_read_state(path, &rig.model, &rig.state, &mark), STATUS_INPUT, CASES[i].expected);
    }
    write_text(path, TWO MARK);
    assert_ok(scene_read_state(path, &rig.model, &rig.state, &mark));
    const SceneMark own = scene_mark(&NET, &rig.model);
    assert_true(scene_mark_differs(&mark, &own, text, sizeof text));
    assert_non_null(strstr(text, "which starts without it"));
    write_text(path, TWO "memory,avbd,0,7\nmemory,avbd,1,2\n" MARK);
    assert_ok(scene_read_state(path, &rig.model, &rig.state, &mark));
    assert_near(rig.state.memory[0], 7, 0);
}

// A state that is set, as for a probe, has none.
TEST(test_a_set_state_has_no_memory)
{
    double x[81][3], v[81][3];
    RIG(rig);
    bool any = false;
    net(&rig, "avbd", "iterations=3", 1);
    rig_steps(&rig, 3, NULL);
    for (int32_t k = 0; k < rig.model.memory.count; k++)
        any = any || rig.state.memory[k] != 0;
    assert_true(any);
    char before[33], after[33];
    rig_hash(&rig, before);
    rig.state.memory[3] += 1;
    rig_hash(&rig, after);
    assert_string_not_equal(before, after);
    state_get(&rig.model, &rig.state, x, v);
#pragma omp parallel num_threads(3)
    state_set(&rig.model, &rig.state, (const double(*)[3])x, (const double(*)[3])v);
    for (int32_t k = 0; k < rig.model.memory.count; k++)
        assert_near(rig.state.memory[k], 0, 0);
    rig_renew(&rig);
    static const char *const NONE[][2] = {{"avbd", "gamma=0"}, {"calm", "keep=0"}, {"vbd", ""}};
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++) {
        net(&rig, NONE[i][0], NONE[i][1], 1);
        assert_null(rig.state.memory);
        rig_renew(&rig);
    }
}

TESTS_SHARE(set_up, tear_down)
