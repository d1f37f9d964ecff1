// Costs in counts against the definition of the methods, on small scenes.
#include "contact_rig.h"

static const double H = 1.0 / 60;

// A square of cloth, smaller than at rest where width < 1, its particles moved by up to `moved` m.
static void make_cloth(Rig *rig, double stiffness, double width, double moved)
{
    enum { N = 8 };
    Random random = {7};
    for (int i = 0; i < N * N; i++) {
        const int row = i / N;
        rig_particle(rig, width * (double)(i % N) / (N - 1), width * (double)row / (N - 1), moved * rig_random(&random),
                     (0.5 + random_unit(&random)) / (N * N));
    }
    rig_net(rig, 0, N, 1.0 / (N - 1), stiffness, 0);
    assert_ok(model_pin(rig->builder, 0));
    assert_ok(model_pin(rig->builder, N - 1));
    model_set_gravity(rig->builder, (double[3]){0, 0, -9.81});
}

typedef struct Spent {
    Cost    cost;
    int32_t iterations;
    int32_t barriers; // of a sweep over constraints, as its schedule has them
} Spent;

static Spent step_cloth(const char *solver, const char *settings, int threads, double stiffness, double width, double moved)
{
    RIG(rig);
    ScheduleInfo info;
    make_cloth(&rig, stiffness, width, moved);
    rig_solver(&rig, solver, settings, H, threads);
    schedule_info(&rig.schedule, &info);
    const StepContext context = rig_step(&rig);
    return (Spent){context.cost, context.iteration_count, info.barriers};
}

static Spent spend(const char *solver, const char *settings)
{
    return step_cloth(solver, settings, 1, 200, 1.02, 0.01);
}

static void check_cost(const char *solver, const char *settings, const Cost *cost, const Cost *expected)
{
#define COST(name, label, what) \
    if (cost->name != expected->name) \
        fail_msg("%s [%s] has %lld " #name ", not %lld", solver, settings, (long long)cost->name, (long long)expected->name);
#include "record/cost_list.h"
}

// ---- methods that do the same in every iteration ----

TEST(test_fixed_work)
{
    static const struct {
        const char *solver, *settings;
        Cost        cost; // without barriers
        int         barriers;
    } WAYS[] = {
        {"pd", "iterations=10 linsys=cholmod_simplicial", {.local_steps = 10, .solves = 10}, 10},
        {"pd", "iterations=10 omega=1.5 rho=0 linsys=cholmod_simplicial", {.local_steps = 10, .solves = 10}, 10},
        {"pd", "iterations=10 rho=0.9 linsys=cholmod_simplicial", {.local_steps = 10, .solves = 10}, 10},
        {"vbd", "iterations=10 sweep=jacobi", {.gradients = 10, .hessians = 10}, 20},
        {"pncg", "iterations=10", {.gradients = 10, .hessians = 10, .hessian_products = 10, .preconditions = 20}, 0},
        {"pbd", "iterations=10 sweep=jacobi", {.projections = 10}, 20},
        {"pbd", "iterations=10 sweep=serial", {.projections = 10}, 10},
        {"xpbd", "iterations=10 sweep=jacobi", {.projections = 10}, 20},
        {"xpbd", "iterations=4 substeps=3 sweep=serial", {.projections = 12}, 12},
    };
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
        const Spent spent = spend(WAYS[w].solver, WAYS[w].settings);
        Cost        expected = WAYS[w].cost;
        expected.team_barriers = WAYS[w].barriers;
        check_cost(WAYS[w].solver, WAYS[w].settings, &spent.cost, &expected);
    }
}

// A barrier for each colour; the last one of a sweep there and back is passed once.
TEST(test_colours)
{
    const Spent swept = spend("xpbd", "iterations=5"), vertices = spend("vbd", "iterations=1"),
                symmetric = spend("vbd", "iterations=5 sweep=symmetric");
    check_cost("xpbd", "iterations=5", &swept.cost, &(Cost){.projections = 5, .team_barriers = 5 * swept.barriers});
    const int64_t colours = vertices.cost.team_barriers;
    assert_true(colours >= 2);
    check_cost("vbd", "iterations=1", &vertices.cost, &(Cost){.gradients = 1, .hessians = 1, .team_barriers = colours});
    check_cost("vbd", "sweep=symmetric", &symmetric.cost, &(Cost){.gradients = 10, .hessians = 10, .team_barriers = 5 * (2 * colours - 1)});
    for (int k = 0; k < 2; k++) {
        const char *solver = k ? "avbd" : "calm";
        const Spent spent = spend(solver, "iterations=5");
        check_cost(solver, "iterations=5", &spent.cost, &(Cost){.gradients = 5, .hessians = 5, .team_barriers = 5 * colours});
    }
}

// ---- methods whose cost depends on their results ----

// Φ once at y, once in each iteration and once for each halving; Newton's method compares with Φ(x_n) at the end.
TEST(test_line_searches)
{
    int64_t halvings = 0;
    for (int violent = 0; violent < 2; violent++) {
        const double width = violent ? 0.7 : 1.02, moved = violent ? 0.05 : 0.01, stiffness = violent ? 5000 : 200;
        const Spent  pd = step_cloth("lbfgs", "iterations=10", 1, stiffness, width, moved),
                    gamma = step_cloth("lbfgs", "iterations=10 base=gamma_inverse", 1, stiffness, width, moved),
                    newton = step_cloth("newton", "tolerance=1e-5 linsys=cholmod_simplicial", 1, stiffness, width, moved);
        assert_int_equal(pd.iterations, 10);
        check_cost("lbfgs", "", &pd.cost,
                   &(Cost){.objectives = 11 + pd.cost.line_halvings,
                           .gradients = 11 + pd.cost.line_halvings,
                           .solves = 10,
                           .team_barriers = pd.cost.team_barriers,
                           .line_halvings = pd.cost.line_halvings});
        assert_int_equal(gamma.cost.solves, 0);
        if (gamma.iterations == 10)
            assert_int_equal(gamma.cost.objectives, 11 + gamma.cost.line_halvings);
        halvings += pd.cost.line_halvings + gamma.cost.line_halvings;
        const int64_t trials = newton.iterations + newton.cost.line_halvings;
        assert_true(newton.iterations > 1);
        if (!violent)
            assert_int_equal(newton.cost.factorisations, newton.iterations); // of a matrix that is positive definite
        assert_true(newton.cost.factorisations >= newton.iterations);
        check_cost("newton", "", &newton.cost,
                   &(Cost){.objectives = trials + 2,
                           .gradients = trials + 2,
                           .hessians = newton.cost.factorisations,
                           .factorisations = newton.cost.factorisations,
                           .solves = newton.cost.solves,
                           .team_barriers = newton.cost.solves,
                           .line_halvings = newton.cost.line_halvings});
        assert_true(newton.cost.solves <= newton.cost.factorisations && newton.cost.solves >= newton.iterations);
        print_message("lbfgs halves %lld and %lld times, newton %lld in %d iterations with %lld factorisations\n",
                      (long long)pd.cost.line_halvings, (long long)gamma.cost.line_halvings, (long long)newton.cost.line_halvings,
                      newton.iterations, (long long)newton.cost.factorisations);
    }
    assert_true(halvings > 0);
}

// A solve, which counts as an iteration, ends at its tolerance, or where the Hessian has negative curvature.
TEST(test_inner_iterations)
{
    static const char *const WAYS[] = {"block_jacobi", "ic0"};
    for (int violent = 0; violent < 2; violent++)
        for (int w = 0; w < 2; w++) {
            TEXT_OF(settings, "tolerance=1e-5 linsys=pcg forcing=root preconditioner=%s", WAYS[w]);
            const Spent spent = step_cloth("newton", settings, 1, violent ? 5000 : 200, violent ? 0.7 : 1.02, violent ? 0.05 : 0.01);
            const Cost *cost = &spent.cost;
            print_message("%s: %lld inner iterations in %d, %lld stops, %lld shifts\n", settings, (long long)cost->inner_iterations,
                          spent.iterations, (long long)cost->curvature_stops, (long long)cost->factor_shifts);
            assert_int_equal(cost->hessians, cost->factorisations);
            assert_int_equal(cost->solves - cost->curvature_stops, spent.iterations);
            assert_true(cost->inner_iterations > spent.iterations);
            assert_int_equal(cost->objectives, cost->gradients);
            assert_true((cost->factorisations > spent.iterations) == violent);
            assert_true((cost->factor_shifts > 0) == (violent && w == 1));
        }
}

TEST(test_direct)
{
    const Spent dropped = spend("xpbd_direct", "linsys=cholmod_simplicial"),
                kkt = spend("xpbd_direct", "method=kkt linsys=cholmod_simplicial");
    const int64_t n = dropped.iterations, m = kkt.iterations;
    assert_true(n > 0 && m > 0);
    check_cost("xpbd_direct", "", &dropped.cost, &(Cost){.gradients = n + 1, .factorisations = n, .solves = n, .team_barriers = n});
    assert_int_equal(kkt.cost.solves, m);
    assert_int_equal(kkt.cost.hessians, kkt.cost.factorisations);
    assert_true(kkt.cost.factorisations >= m && kkt.cost.gradients >= m + 1 + kkt.cost.line_halvings);
}

// A rejected iterate costs no local step, since T(x) is stored, but another evaluation of Φ.
TEST(test_rejections)
{
    const Spent guarded = step_cloth("pd", "iterations=100 window=5", 1, 5000, 0.9, 0.02),
                off = step_cloth("pd", "iterations=100 window=5 guard=off", 1, 5000, 0.9, 0.02);
    const int64_t rejections = guarded.cost.rejections;
    print_message("%lld of 100 rejected\n", (long long)rejections);
    assert_true(rejections > 0);
    check_cost("pd", "window=5", &guarded.cost,
               &(Cost){.local_steps = 100,
                       .solves = 100,
                       .objectives = 100 + rejections,
                       .rejections = rejections,
                       .team_barriers = guarded.cost.team_barriers});
    check_cost("pd", "guard=off", &off.cost, &(Cost){.local_steps = 100, .solves = 100, .team_barriers = off.cost.team_barriers});
}

// ---- contact ----

// A sheet that falls on a floor, for some steps.
static Cost touch(const char *solver, const char *settings, int threads, int steps)
{
    RIG(rig);
    StepContext context = {0};
    for (int i = 0; i < 16; i++) {
        const int row = i / 4;
        rig_particle(&rig, 0.1 * (i % 4), 0.02 + 0.001 * i, 0.1 * row, 0.01 + 0.001 * i);
    }
    link_sheet(&rig, 0, 4, 500);
    add_floor(&rig);
    model_set_gravity(rig.builder, (double[3]){0, -G, 0});
    rig_rules(&rig, rules_of(1e4, 0.2, 0));
    rig_solver(&rig, solver, settings, H, threads);
    rig_steps(&rig, steps, &context);
    return context.cost;
}

TEST(test_contact)
{
    enum { N = 8 };
    static const char *const WAYS[][2] = {{"xpbd", "iterations=5"},
                                          {"pbd", "iterations=5"},
                                          {"vbd", "iterations=5"},
                                          {"newton", ""},
                                          {"pd", "iterations=5"},
                                          {"admm", "iterations=5"},
                                          {"descent", "iterations=5"},
                                          {"descent", "iterations=5 form=primal"},
                                          {"xpbd", "substeps=3 iterations=2"},
                                          {"pd", "iterations=5 contact_matrix=update linsys=cholmod_simplicial"}};
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
        const Cost one = touch(WAYS[w][0], WAYS[w][1], 1, N), two = touch(WAYS[w][0], WAYS[w][1], 2, N);
        assert_int_equal(one.detections, N);
        check_cost(WAYS[w][0], WAYS[w][1], &two, &one);
        if (strcmp(WAYS[w][0], "pd") == 0 || strcmp(WAYS[w][0], "admm") == 0) {
            assert_int_equal(one.local_steps, 5 * N);
            assert_int_equal(one.solves, 5 * N);
            assert_true(one.factorisations + one.factor_updates > 0);
        }
        assert_true((one.factor_updates > 0) == (strstr(WAYS[w][1], "update") != NULL));
    }
}

// ---- threads, iterates ----

TEST(test_threads)
{
    for (int s = 0; solver_at(s); s++) {
        const char *name = solver_at(s)->name;
        const Spent one = step_cloth(name, "", 1, 5000, 0.9, 0.02), two = step_cloth(name, "", 2, 5000, 0.9, 0.02);
        check_cost(name, "threads=2", &two.cost, &one.cost);
        assert_int_equal(one.iterations, two.iterations);
    }
}

typedef struct Follower {
    Observer           base;
    const StepContext *context;
    int64_t            last;
    int                right; // calls
} Follower;

static void follow_start(Observer *observer, const Start *start)
{
    assert_true(observer && start->h > 0);
}

// The cost of an iterate is already counted when the observer is called.
static void follow_iterate(Observer *observer, const Iterate *iterate)
{
    Follower *f = (Follower *)observer;
    f->last = f->context->cost.solves + f->context->cost.gradients + f->context->cost.projections;
    f->right += f->last == iterate->iteration + 1;
}

TEST(test_iterates)
{
    static const char *const WAYS[][2] = {
        {"xpbd", "iterations=9"}, {"vbd", "iterations=9"}, {"pd", "iterations=9"}, {"pncg", "iterations=9"}, {"avbd", "iterations=9"}};
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
        RIG(rig);
        Follower    f = {.base = {.begin = follow_start, .iterate = follow_iterate}};
        StepContext context = {.observer = &f.base};
        f.context = &context;
        make_cloth(&rig, 200, 1, 0);
        rig_solver(&rig, WAYS[w][0], WAYS[w][1], H, 2);
        rig_steps(&rig, 1, &context);
        assert_int_equal(f.last, 9);
        assert_int_equal(f.right, 10);
    }
}
