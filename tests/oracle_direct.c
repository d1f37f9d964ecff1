// xpbd_direct against closed forms, against a dense twin of its equations written here, and against newton; inequalities in newton.
#include "chains.h"

#include "facts.h"
#include "recorder.h"
#include "step/exact_motion.h"

enum { NODES_MAX = 64, ROWS_MAX = 128, ITERATES_MAX = 64 };
static const char *const STEPS[] = {"method=fast_projection", "method=kkt"};

// ---- shared by the tests ----

// A step whose iterates fit the arrays of these tests.
static StepContext record(Rig *rig, Recorder *r)
{
    const StepContext context = rig_record(rig, r, OF_MODEL);
    assert_true(r->particles <= NODES_MAX && r->rows <= ROWS_MAX && r->count <= ITERATES_MAX);
    return context;
}

// Fast projection ends when its multipliers have converged, even where the terms that it drops are not 0.
static bool is_an_end(StepEnd end)
{
    return end != STEP_UNCONVERGED;
}

// Steps that must all end converged.
static void settle(Rig *rig, int steps)
{
    for (int i = 0; i < steps; i++) {
        const StepContext context = rig_step(rig);
        if (!is_an_end(context.end))
            fail_msg("%s: step %d of %d did not converge", rig->solver->ops->name, i, steps);
    }
}

// λ of distance constraint i; for newton −k C h², at its positions.
static double multiplier_of(const Rig *rig, int32_t i, double h, const double4 *x)
{
    const ConstraintSet *set = &rig->model.sets[CONSTRAINT_distance];
    double               value;
    if (rig->solver->ops->multiplier)
        return rig->solver->ops->multiplier(rig->solver, CONSTRAINT_distance, i, 0);
    set->ops->energy->evaluate(set, i, i + 1, x, &value, NULL);
    return -constraint_stiffness(set, i) * value * h * h;
}

// ---- multipliers in motion ----

// The multipliers after `steps` steps of the chain released from level, and the positions of the last iterate.
static void swing(const char *solver, const char *settings, int steps, double lambda[LINKS], Recorder *recorder)
{
    const double h = 1.0 / 60;
    RIG(rig);
    make_chain(&rig, 1, 0, 1e6);
    rig_solver(&rig, "newton", "", h, 1); // the same start for all: newton's state
    settle(&rig, steps);
    RIG(other);
    make_chain(&other, 1, 0, 1e6);
    rig_solver(&other, solver, settings, h, 1);
    state_copy(&other.model, &other.state, &rig.state);
    assert_true(is_an_end(record(&other, recorder).end));
    const ConstraintSet *set = &other.model.sets[CONSTRAINT_distance];
    for (int32_t i = 0; i < set->count; i++)
        lambda[set->origin[i]] = multiplier_of(&other, i, h, recorder->x[recorder->count - 1]);
}

static double furthest(const double *a, const double *b)
{
    double apart = 0;
    for (int j = 0; j < LINKS; j++)
        apart = fmax(apart, fabs(a[j] - b[j]) / fabs(b[j]));
    return apart;
}

// On a swinging chain fast projection converges to multipliers that are off by several percent; the KKT step converges to newton's.
TEST(test_swinging_chain)
{
    static Recorder recorder;
    for (int steps = 5; steps <= 45; steps += 10) {
        double projected[LINKS] = {0}, kkt[LINKS] = {0}, newton[LINKS] = {0};
        swing("xpbd_direct", "method=fast_projection iterations=60", steps, projected, &recorder);
        swing("xpbd_direct", "method=kkt iterations=60", steps, kkt, &recorder);
        swing("newton", "", steps, newton, &recorder);
        const double dropped = furthest(projected, newton), closed = furthest(kkt, newton);
        if (!(dropped > 1e-3 && dropped < 0.1 && closed < 1e-8))
            fail_msg("after %d steps multipliers differ from newton's by %.3g (fast_projection) and %.3g (kkt)", steps, dropped, closed);
    }
}

// ---- the system of fast projection ----

// Gaussian elimination without pivoting of a dense positive definite system.
static void dense_solve(int n, double a[ROWS_MAX][ROWS_MAX], double *b)
{
    for (int p = 0; p < n; p++)
        for (int i = p + 1; i < n; i++) {
            const double f = a[i][p] / a[p][p];
            for (int j = p; j < n; j++)
                a[i][j] -= f * a[p][j];
            b[i] -= f * b[p];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
}

// The springs at x, straight from the formulas: C, direction n of the first particle, and h with damping.
typedef struct Row {
    int32_t a, b;
    double  value, alpha, gamma, residual;
    double4 n;
} Row;

static void dense_rows(const Rig *rig, double h, const double4 *x, const double4 *start, const double *lambda, Row *rows)
{
    const ConstraintSet *set = &rig->model.sets[CONSTRAINT_distance];
    for (int32_t i = 0; i < set->count; i++) {
        Row *r = &rows[i];
        r->a = set->vertices[2 * i], r->b = set->vertices[2 * i + 1];
        const double4 d = double4_sub(x[r->a], x[r->b]),
                      moved = double4_sub(double4_sub(x[r->a], start[r->a]), double4_sub(x[r->b], start[r->b]));
        const double length = double4_norm(d);
        r->n = double4_scale(1 / length, d);
        r->value = length - constraint_rest(set, 0, i);
        r->alpha = 1 / (constraint_stiffness(set, i) * h * h);
        r->gamma = set->damping ? set->damping[i] / (constraint_stiffness(set, i) * h) : 0;
        r->residual = r->value + r->alpha * lambda[i] + r->gamma * double4_dot(r->n, moved);
    }
}

// Every iterate against the equations, undivided: ((1+γ_i) ∇C_i W ∇Cᵀ + α~) Δλ = −h, Δx = W ∇CᵀΔλ.
static void check_iterates(const Rig *rig, double h, const double4 *start, const Recorder *recorder)
{
    const int     m = recorder->rows;
    const double *w = rig->model.inverse_mass;
    for (int k = 0; k + 1 < recorder->count; k++) {
        static Row    rows[ROWS_MAX];
        static double a[ROWS_MAX][ROWS_MAX];
        double        change[ROWS_MAX];
        double4       x[NODES_MAX];
        dense_rows(rig, h, recorder->x[k], start, recorder->lambda[k], rows);
        for (int i = 0; i < m; i++) {
            change[i] = -rows[i].residual;
            for (int j = 0; j < m; j++) {
                const double nn = double4_dot(rows[i].n, rows[j].n);
                double       sum = 0;
                sum += rows[i].a == rows[j].a ? w[rows[i].a] * nn : 0;
                sum += rows[i].b == rows[j].b ? w[rows[i].b] * nn : 0;
                sum -= rows[i].a == rows[j].b ? w[rows[i].a] * nn : 0;
                sum -= rows[i].b == rows[j].a ? w[rows[i].b] * nn : 0;
                a[i][j] = (1 + rows[i].gamma) * sum + (i == j ? rows[i].alpha : 0);
            }
        }
        dense_solve(m, a, change);
        memcpy(x, recorder->x[k], (size_t)recorder->particles * sizeof *x);
        for (int j = 0; j < m; j++) {
            assert_near(recorder->lambda[k + 1][j], recorder->lambda[k][j] + change[j], 1e-11);
            double4_add_to(&x[rows[j].a], w[rows[j].a] * change[j], rows[j].n);
            double4_add_to(&x[rows[j].b], -w[rows[j].b] * change[j], rows[j].n);
        }
        double4 linear = {0}, angular = {0};
        for (int p = 0; p < recorder->particles; p++) {
            const double4 move = double4_sub(recorder->x[k + 1][p], recorder->x[k][p]);
            const double  mass = rig->model.mass[p];
            assert_near(double4_norm(double4_sub(recorder->x[k + 1][p], x[p])), 0, 1e-11);
            double4_add_to(&linear, mass, move);
            double4_add_to(&angular, mass, double4_cross(recorder->x[k][p], move));
        }
        assert_near(double4_norm(linear), 0, 1e-13); // check 6: nothing is pinned
        assert_near(double4_norm(angular), 0, 1e-13);
    }
}

static void start_tangle(Rig *rig, double stiffness, double damping, const char *settings, double h, double4 *start)
{
    Random random = {5};
    make_tangle(rig, stiffness, NULL);
    if (damping > 0) // of the spring that was added last, which then couples to undamped ones
        assert_ok(model_set_traits(rig->builder, &(ConstraintTraits){.damping = damping, .limit = INFINITY}));
    rig_solver(rig, "xpbd_direct", settings, h, 1);
    for (int i = 0; i < 12; i++)
        rig_push(rig, i, &random);
    for (int i = 0; i < 12; i++)
        start[i] = state_position(&rig->state, i);
}

// Unequal masses, soft springs whose α~ is 10 times ∇CW∇Cᵀ and more, eight iterations: a wrong sign of α~λ or a wrong denominator shows.
TEST(test_iterates_of_fast_projection)
{
    static const double CASES[][2] = {{80, 0}, {5000, 0}, {3000, 200}};
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
        static Recorder recorder;
        double4         start[NODES_MAX];
        RIG(rig);
        start_tangle(&rig, CASES[c][0], CASES[c][1], "iterations=8 tolerance=0", 0.01, start);
        if (c == 0) // 1/(160 h²) is the least α~; the lightest particles give 2/0.2
            assert_true(1 / (160 * 0.01 * 0.01) > 10 * 2 * 1.0 / 0.4);
        record(&rig, &recorder);
        assert_true(recorder.count >= 4);
        check_iterates(&rig, 0.01, start, &recorder);
    }
}

// Converged, h = 0. x − y is the sum of the moves along the directions of each iteration. It is not W ∇C(x)ᵀλ: the difference is the
// residual g.
TEST(test_end_of_fast_projection)
{
    static Recorder recorder;
    static Row      rows[ROWS_MAX];
    double4         start[NODES_MAX];
    RIG(rig);
    start_tangle(&rig, 2e4, 0, "iterations=60 tolerance=0", 0.02, start);
    const StepContext context = record(&rig, &recorder);
    assert_int_equal(context.end, STEP_DONE);
    assert_string_equal(context.residual, "relative dropped gradient");
    const int last = recorder.count - 1;
    dense_rows(&rig, 0.02, recorder.x[last], start, recorder.lambda[last], rows);
    double  residual = 0, gradient = 0, largest = 0, force = 0, slope = 0; // the last three by their components
    double4 g[NODES_MAX] = {{0}};
    for (int j = 0; j < recorder.rows; j++) {
        force = fmax(force, fabs(recorder.lambda[last][j]));
        slope = fmax(slope, double4_largest(&rows[j].n, 1));
        residual = fmax(residual, fabs(rows[j].residual));
        double4_add_to(&g[rows[j].a], -recorder.lambda[last][j], rows[j].n);
        double4_add_to(&g[rows[j].b], recorder.lambda[last][j], rows[j].n);
    }
    for (int p = 0; p < recorder.particles; p++) {
        double4_add_to(&g[p], rig.model.mass[p], double4_sub(recorder.x[last][p], recorder.x[0][p]));
        gradient = fmax(gradient, double4_norm(g[p]));
        largest = fmax(largest, double4_largest(&g[p], 1));
    }
    assert_near(residual, 0, 1e-12);
    if (!(gradient > 1e-4))
        fail_msg("g is %.3g at the end of fast projection: it should not vanish", gradient);
    assert_near(context.residual_end, largest / (slope * force), 1e-9);
}

// XPBD's sweeps and fast projection both converge to h = 0. Where directions are constant both reach one point; on a swing they reach two.
TEST(test_fast_projection_and_xpbd)
{
    for (int swings = 0; swings < 2; swings++) {
        RIG(direct);
        RIG(swept);
        make_chain(&direct, swings, swings - 1, 0);
        make_chain(&swept, swings, swings - 1, 0);
        rig_solver(&direct, "xpbd_direct", "iterations=60", 1.0 / 60, 1);
        rig_solver(&swept, "xpbd", "iterations=4000 sweep=serial", 1.0 / 60, 1);
        settle(&direct, 25);
        rig_steps(&swept, 25, NULL);
        const double apart = rig_apart(&direct, &swept);
        if (swings ? !(apart > BOUND(1e-5, 1e-6) && apart < 0.05) : !(apart < BOUND(1e-10, 1e-5)))
            fail_msg("%s chain: fast projection and XPBD end %.3g m apart", swings ? "swinging" : "straight", apart);
    }
}

// Fast projection with conjugate gradients in constraint space (Li et al. 2025 with amg) converges to the same step as with a
// factorisation.
TEST(test_iterative_systems)
{
    static const char *const SYSTEMS[] = {"linsys=cholmod_simplicial",        "linsys=pcg preconditioner=jacobi",
                                          "linsys=pcg preconditioner=ic0",    "linsys=pcg preconditioner=mas domain=8",
                                          "linsys=pcg preconditioner=amg",    "linsys=pcg preconditioner=amg smoothing=2",
                                          "linsys=pcg preconditioner=cached", "linsys=pcg preconditioner=factor_f32"};
    enum { COUNT = sizeof SYSTEMS / sizeof *SYSTEMS, SIDE = 12 };
    RIG(exact);
    for (int k = 0; k < COUNT; k++) {
        RIG(rig);
        Rig        *r = k == 0 ? &exact : &rig;
        StepContext context = {.end = STEP_UNCONVERGED};
        rig_cloth(r, SIDE, 1000);
        TEXT_OF(settings, "iterations=40 %s%s", SYSTEMS[k], k == 0 ? "" : " solve_tolerance=1e-9 solve_iterations=20000");
        rig_solver(r, "xpbd_direct", settings, 1.0 / 60, 2);
        rig_steps(r, 3, &context);
        assert_true(context.end != STEP_UNCONVERGED);
        if (k > 0) {
            const double apart = rig_apart(&exact, r);
            if (!(apart < BOUND(1e-9, 1e-6)))
                fail_msg("%s: %g m from the factorisation", SYSTEMS[k], apart);
        }
    }
}

// ---- hard, redundant, damped, broken ----

TEST(test_hard_chain)
{
    RIG(rig);
    make_chain(&rig, 1, 0, INFINITY);
    rig_solver(&rig, "xpbd_direct", "", 1.0 / 60, 1);
    for (int step = 0; step < 60; step++) {
        settle(&rig, 1);
        for (int j = 0; j < LINKS; j++)
            assert_near(double4_norm(double4_sub(rig_position(&rig, j), rig_position(&rig, j + 1))), 0.25, BOUND(1e-13, 3e-7));
    }
    assert_true(rig_position(&rig, LINKS).y < -0.5); // it swung
}

// A square of links with both diagonals: six constraints, of which a plane leaves five. Ten in space on five particles are nine.
static void make_braced(Rig *rig, int corners, double stiffness)
{
    static const double CORNER[5][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.4, 0.3, 0.8}};
    for (int i = 0; i < corners; i++)
        rig_particle(rig, CORNER[i][0], CORNER[i][1], CORNER[i][2], 0.5 + 0.3 * i);
    for (int i = 0; i < corners; i++)
        for (int j = i + 1; j < corners; j++)
            rig_spring(rig, i, j, 0, stiffness);
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
}

TEST(test_redundant_hard_constraints)
{
    static const char *const SYSTEMS[] = {"cholmod_simplicial", "cholmod_supernodal", "dense"};
    for (int corners = 4; corners <= 5; corners++)
        for (size_t s = 0; s < sizeof SYSTEMS / sizeof *SYSTEMS; s++) {
            char settings[96];
            RIG(rig);
            make_braced(&rig, corners, INFINITY);
            snprintf(settings, sizeof settings, "linsys=%s", SYSTEMS[s]);
            rig_solver(&rig, "xpbd_direct", settings, 0.01, 1);
            rig_set_velocity(&rig, 0, 0.3, -0.1, 0); // in the plane of the square
            const Status status = rig.solver->ops->step(rig.solver, &rig.state, NULL);
            assert_int_equal(status.code, STATUS_NUMERIC);
            assert_non_null(strstr(status.text, "regularisation"));
            assert_non_null(strstr(status.text, "xpbd_direct"));
            assert_non_null(strstr(status.text, "rows have no compliance (first: distance constraint 0)"));
            rig_renew(&rig);

            make_braced(&rig, corners, INFINITY);
            snprintf(settings, sizeof settings, "regularisation=1e-6 linsys=%s", SYSTEMS[s]);
            rig_solver(&rig, "xpbd_direct", settings, 0.01, 1);
            // Out of its plane the square is at a point where the constraints' gradients lose rank, and Newton's order with it.
            rig_set_velocity(&rig, 0, 0.3, -0.1, corners == 4 ? 0 : 0.2);
            settle(&rig, 30);
            const ConstraintSet *set = &rig.model.sets[CONSTRAINT_distance];
            for (int32_t i = 0; i < set->count; i++) {
                const double4 p = double4_from(rig.state.position[set->vertices[2 * i]]),
                              q = double4_from(rig.state.position[set->vertices[2 * i + 1]]);
                assert_near(double4_norm(double4_sub(p, q)), constraint_rest(set, 0, i), BOUND(1e-12, 1e-6));
            }
            assert_true(double4_norm(rig_velocity(&rig, 0)) > 2); // it fell
        }
}

// Rows along which nothing can move: a hard link of the wrong length between two pins, and a hard attachment already at its point, where it
// has no gradient. They have no multiplier and do not keep the solver from converging.
TEST(test_idle_rows)
{
    RIG(rig);
    make_chain(&rig, 0, -1, INFINITY);
    const int32_t pin = rig_particle(&rig, 2, 0, 0, 1), attached = rig_particle(&rig, 3, 0, 0, 1);
    assert_ok(model_pin(rig.builder, pin));
    rig_spring(&rig, 0, pin, 1.5, INFINITY);
    rig_attachment(&rig, attached, (double[3]){3, 0, 0}, INFINITY);
    assert_ok(model_add_force(rig.builder, attached, (double[3]){0, 9.81, 0})); // it would fall otherwise
    rig_solver(&rig, "xpbd_direct", "", 0.01, 1);
    settle(&rig, 5);
    for (int32_t i = 0; i <= LINKS; i++) {
        const bool idle = rig.model.sets[CONSTRAINT_distance].origin[i] == LINKS;
        assert_true((multiplier_of(&rig, i, 0.01, NULL) == 0) == idle);
    }
    assert_true(rig.solver->ops->multiplier(rig.solver, CONSTRAINT_attachment, 0, 0) == 0);
    assert_near(rig_position(&rig, attached).x, 3, 0);
    assert_near(rig_position(&rig, LINKS).y, -0.25 * LINKS, BOUND(1e-12, 1e-6));
}

// A backend's report of how close to singular a matrix was: [[4, 4], [4, 4+δ]] has the pivot δ/(4+δ) of its diagonal, in either order.
TEST(test_smallest_pivot)
{
    for (int i = 0; linsys_at(i); i++) {
        const LinsysOps *ops = linsys_at(i);
        assert_true((ops->smallest_pivot != NULL) == (ops->solve_scalar && !ops->iterative));
        if (!ops->smallest_pivot || linsys_is_absent(ops))
            continue;
        int32_t   start[3] = {0, 2, 3}, row[3] = {0, 1, 1};
        double    value[3] = {1, 0, 1};
        const Csc matrix = {.n = 2, .column_start = start, .row = row, .value = value};
        ParamSet  params = {0};
        ARENA(arena);
        Linsys *sys = NULL;
        param_set_add(&params, ops->params);
        LinsysSetup setup = {.matrix = &matrix, .threads = 1, .params = &params, .arena = &arena, .scalar = true, .pivots = true};
        assert_ok(ops->create(&setup, &sys));
        assert_near(ops->smallest_pivot(sys, &matrix), 1, 0);
        value[0] = value[1] = 4;
        value[2] = 4 + 1e-5;
        assert_ok(ops->refactor(sys, &matrix));
        assert_near(ops->smallest_pivot(sys, &matrix), 1e-5 / (4 + 1e-5), 1e-14);
        ops->destroy(sys);
    }
}

// The load on the third link exceeds its limit: it breaks once, in the scene's order, and the part below it falls freely.
TEST(test_broken_rows)
{
    for (int s = 0; s < 2; s++) {
        const double h = 1.0 / 60;
        RIG(rig);
        assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
        for (int j = 0; j < LINKS; j++) {
            rig_particle(&rig, 0, -0.25 * (j + 1), 0, LINK_MASS[j]);
            rig_spring(&rig, j, j + 1, 0.25, LINK_STIFFNESS[j]);
            const double limit = j == 2 ? 0.5 * load_on(2) : 1e9;
            assert_ok(model_set_traits(rig.builder, &(ConstraintTraits){.limit = limit}));
        }
        model_set_gravity(rig.builder, (double[3]){0, -9.81, 0});
        rig_solver(&rig, "xpbd_direct", STEPS[s], h, 1);
        int broke_after = 0;
        for (int n = 1; n <= 100 && !broke_after; n++) {
            settle(&rig, 1);
            broke_after = state_broken_count(&rig.model, &rig.state) > 0 ? n : 0;
        }
        assert_true(broke_after > 0);
        assert_int_equal(rig.state.broken[CONSTRAINT_distance][2], 1);
        double4 centre[2] = {{0}}; // of the part that falls, before and after one step: v grows by g h
        for (int n = 0; n < 2; n++) {
            settle(&rig, 1);
            double mass = 0;
            for (int j = 2; j < LINKS; j++)
                mass += LINK_MASS[j];
            for (int j = 2; j < LINKS; j++)
                double4_add_to(&centre[n], LINK_MASS[j] / mass, rig_velocity(&rig, j + 1));
        }
        assert_near(centre[1].y - centre[0].y, -9.81 * h, BOUND(1e-12, 1e-5));
        const ConstraintSet *set = &rig.model.sets[CONSTRAINT_distance];
        for (int32_t i = 0; i < set->count; i++)
            assert_true((multiplier_of(&rig, i, h, NULL) == 0) == (set->origin[i] == 2));
        assert_int_equal(state_broken_count(&rig.model, &rig.state), 1);
        settle(&rig, 600); // the rest hangs still with its own load
        assert_near(0 - rig_position(&rig, 1).y - 0.25, (LINK_MASS[0] + LINK_MASS[1]) * 9.81 / LINK_STIFFNESS[0], BOUND(1e-7, 1e-4));
    }
}

// ---- reports of no convergence ----

// A system that is singular without a hard constraint is not reported to have redundant ones.
TEST(test_singular_without_hard)
{
    RIG(rig);
    make_braced(&rig, 4, 1e29);
    rig_solver(&rig, "xpbd_direct", "", 0.01, 1);
    rig_set_velocity(&rig, 0, 0.3, -0.1, 0);
    const Status status = rig.solver->ops->step(rig.solver, &rig.state, NULL);
    assert_int_equal(status.code, STATUS_NUMERIC);
    assert_null(strstr(status.text, "redundant"));
    assert_non_null(strstr(status.text, "use a smaller dt"));
}

// Both ends of a spring at one point: C is not 0, and has no gradient there.
TEST(test_lost_constraint)
{
    for (int hard = 0; hard < 2; hard++)
        for (int s = 0; s < (hard ? 1 : 2); s++) {
            RIG(rig);
            StepContext context = {0};
            for (int i = 0; i < 2; i++)
                rig_particle(&rig, 0, 0, 0, 1);
            rig_spring(&rig, 0, 1, 0.5, hard ? INFINITY : 100);
            rig_solver(&rig, "xpbd_direct", STEPS[s], 0.01, 1);
            rig_steps(&rig, 3, &context);
            assert_int_equal(context.end, STEP_UNCONVERGED);
            assert_near(context.residual_begin, 1, 0); // relative to |C|
            assert_near(context.residual_end, 1, 0);
            assert_near(rig.solver->ops->multiplier(rig.solver, constraint_find("distance"), 0, 0), 0, 0);
        }
    RIG(rig);
    for (int i = 0; i < 2; i++)
        rig_particle(&rig, 0, 0, 0, 1);
    rig_spring(&rig, 0, 1, 0.5, 100);
    rig_solver(&rig, "newton", "", 0.01, 1);
    const StepContext context = rig_step(&rig);
    assert_int_equal(context.end, STEP_UNCONVERGED); // a maximum of Φ, whose gradient is 0
    assert_near(context.residual_end, 0.5, 0);
}

// Of a chain that swings, or that hangs straight.
static StepEnd end_of(const char *solver, const char *settings, bool swings)
{
    RIG(rig);
    StepContext context = {0};
    make_chain(&rig, swings, swings - 1.0, 1e5);
    rig_solver(&rig, solver, settings, 1.0 / 60, 1);
    rig_steps(&rig, 5, &context);
    return context.end;
}

TEST(test_ends)
{
    assert_int_equal(end_of("newton", "iterations=1", true), STEP_UNCONVERGED);
    assert_int_equal(end_of("newton", "", true), STEP_CONVERGED);
    assert_int_equal(end_of("newton", "tolerance=0", true), STEP_AT_ROUND_OFF);
    for (int s = 0; s < 2; s++) {
        const bool drops = s == 0; // fast projection, where directions change
        char       settings[64];
        assert_int_equal(end_of("xpbd_direct", STEPS[s], true), drops ? STEP_DONE : STEP_CONVERGED);
        assert_int_equal(end_of("xpbd_direct", STEPS[s], false), STEP_CONVERGED);
        snprintf(settings, sizeof settings, "%s substeps=3", STEPS[s]);
        assert_int_equal(end_of("xpbd_direct", settings, true), drops ? STEP_DONE : STEP_CONVERGED);
        snprintf(settings, sizeof settings, "%s iterations=1", STEPS[s]);
        assert_int_equal(end_of("xpbd_direct", settings, true), STEP_UNCONVERGED);
        snprintf(settings, sizeof settings, "%s iterations=1 substeps=3", STEPS[s]);
        assert_int_equal(end_of("xpbd_direct", settings, true), STEP_UNCONVERGED);
        snprintf(settings, sizeof settings, "%s tolerance=0", STEPS[s]);
        assert_int_equal(end_of("xpbd_direct", settings, true), drops ? STEP_DONE : STEP_AT_ROUND_OFF);
        assert_int_equal(end_of("xpbd_direct", settings, false), STEP_AT_ROUND_OFF);
    }
}

// ---- closed forms ----

// A chain that flies at its rest lengths, or its particles alone: the violation of the constraints is round-off, however slowly it still
// falls.
TEST(test_free_flight_is_no_failure)
{
    for (int run = 0; run < 4; run++) {
        RIG(rig);
        for (int i = 0; i < 10; i++) {
            rig_particle(&rig, 0.06 * i, 0.03 * i, 0.07 * i, 0.05);
            if (i > 0 && run % 2)
                rig_spring(&rig, i - 1, i, 0, 1000);
        }
        rig_solver(&rig, "xpbd_direct", STEPS[run / 2], 1.0 / 60, 1);
        for (int i = 0; i < 10; i++)
            rig_set_velocity(&rig, i, 0.3, 0.1, 0.7);
        settle(&rig, 50);
    }
}

// ---- linear systems, and the order of convergence ----

TEST(test_linear_systems_agree)
{
    static const char *const SYSTEMS[] = {"cholmod_simplicial", "cholmod_supernodal", "dense"};
    for (int s = 0; s < 2; s++) {
        RIGS(rig, 3);
        for (int i = 0; i < 3; i++) {
            rig_cloth(&rig[i], 6, 100);
            TEXT_OF(settings, "%s iterations=6 linsys=%s", STEPS[s], SYSTEMS[i]);
            rig_solver(&rig[i], "xpbd_direct", settings, 0.02, 2);
            rig_steps(&rig[i], 4, NULL);
        }
        for (int i = 1; i < 3; i++)
            assert_near(rig_apart(&rig[0], &rig[i]), 0, BOUND(1e-10, 1e-6));
    }
}

// The errors of a cloth's step against newton's end: each is at most a constant times the square of the one before.
TEST(test_kkt_converges_quadratically)
{
    static Recorder recorder, reference;
    RIGS(rig, 2);
    for (int i = 0; i < 2; i++) {
        rig_cloth(&rig[i], 6, 60);
        rig_solver(&rig[i], i ? "newton" : "xpbd_direct", i ? "tolerance=0" : "method=kkt tolerance=0 iterations=40", 0.02, 1);
        rig_push_all(&rig[i], 1);
    }
    assert_true(is_an_end(record(&rig[0], &recorder).end));
    assert_true(is_an_end(record(&rig[1], &reference).end));
    double error[ITERATES_MAX] = {0};
    for (int k = 0; k < recorder.count; k++)
        for (int p = 0; p < 36; p++)
            error[k] = fmax(error[k], double4_norm(double4_sub(recorder.x[k][p], reference.x[reference.count - 1][p])));
    int steps = 0;
    for (int k = 0; k + 1 < recorder.count && error[k] > 1e-8; k++) {
        if (error[k] > 1e-2) // too far away for any order
            continue;
        steps++;
        if (!(error[k + 1] <= 20 * error[k] * error[k]))
            fail_msg("iteration %d: the error goes from %.3g to %.3g", k, error[k], error[k + 1]);
    }
    assert_true(steps >= 2 && error[recorder.count - 1] < 1e-14);
}

// Stiff springs pressed to a fraction of their length: −λ∇²C outweighs M, the exact matrix is indefinite, and the step has to omit part of
// it to continue. It still converges to the solution of newton.
TEST(test_kkt_from_compression)
{
    static Recorder recorder[2];
    for (int i = 0; i < 2; i++) {
        RIG(rig);
        assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
        for (int j = 0; j < 3; j++) {
            rig_particle(&rig, 0.2 + 0.15 * j, 0.05 * (j % 2), 0.02 * j, 0.5 + 0.2 * j);
            rig_spring(&rig, j, j + 1, 1, 1e5);
        }
        model_set_gravity(rig.builder, (double[3]){0, -9.81, 0});
        rig_solver(&rig, i ? "newton" : "xpbd_direct", i ? "tolerance=0 iterations=1000" : "method=kkt iterations=60", 0.02, 1);
        assert_true(is_an_end(record(&rig, &recorder[i]).end));
    }
    const double4 *x = recorder[0].x[recorder[0].count - 1], *y = recorder[1].x[recorder[1].count - 1];
    for (int p = 0; p < 4; p++)
        assert_near(double4_norm(double4_sub(x[p], y[p])), 0, 1e-8);
}

// ---- inequalities ----

// The largest entry of M(x−y) − ∇Cᵀλ at the last recorded iterate, and the scale of its tolerance.
static double last_gradient(const Rig *rig, const Recorder *r, double h, double *scale)
{
    const ConstraintSet *set = &rig->model.sets[CONSTRAINT_distance];
    const double4       *x = r->x[r->count - 1];
    double4              g[NODES_MAX] = {0};
    double               max = 0;
    *scale = 0;
    for (int32_t i = 0; i < set->count; i++) {
        double  value;
        double4 gradient[2];
        set->ops->energy->evaluate(set, i, i + 1, x, &value, gradient);
        *scale = fmax(*scale, fabs(r->lambda[r->count - 1][i]));
        for (int j = 0; j < 2; j++)
            double4_add_to(&g[set->vertices[2 * i + j]], -r->lambda[r->count - 1][i], gradient[j]);
    }
    for (int32_t i = 0; i < r->particles; i++) {
        const double *down = rig->model.gravity, m = rig->model.mass[i];
        double4_add_to(&g[i], m, double4_sub(x[i], r->x[0][i]));
        max = fmax(max, fmax(fabs(g[i].x), fmax(fabs(g[i].y), fabs(g[i].z))));
        *scale = fmax(*scale, h * h * m * sqrt(down[0] * down[0] + down[1] * down[1] + down[2] * down[2]));
    }
    return max;
}

// A converged step of the kkt method has lowered g as well as h.
TEST(test_kkt_lowers_both_residuals)
{
    static Recorder recorder;
    int             converged = 0;
    for (int digits = 1; digits <= 8; digits++)
        for (int stiffness = 1; stiffness <= 5; stiffness++) {
            const double h = 0.02;
            Random       random = {(uint64_t)(7 * digits + stiffness)};
            RIG(rig);
            make_tangle(&rig, pow(10, stiffness), NULL);
            TEXT_OF(settings, "method=kkt iterations=60 tolerance=1e-%d", digits);
            rig_solver(&rig, "xpbd_direct", settings, h, 1);
            for (int i = 0; i < 12; i++)
                rig_push(&rig, i, &random);
            if (record(&rig, &recorder).end == STEP_CONVERGED) {
                double       scale = 0;
                const double gradient = last_gradient(&rig, &recorder, h, &scale);
                assert_true(gradient <= 1.0001 * pow(10, -digits) * scale);
                converged++;
            }
        }
    assert_true(converged > 20);
}

// One iteration does not complete the first substep. It breaks the springs, and the second substep has nothing to do: the step counts as
// its worst substep.
TEST(test_worst_substep)
{
    RIG(rig);
    rig_particle(&rig, 0, 0, 0, 1);
    rig_particle(&rig, 1, 0, 0, 2);
    rig_particle(&rig, 2, 0, 0, 1);
    for (int i = 0; i < 2; i++) {
        rig_spring(&rig, i, i + 1, 1, 1e4);
        rig_traits(&rig, 0, 1e-3, SENSE_EQUAL);
    }
    rig_solver(&rig, "xpbd_direct", "iterations=1 substeps=2", 0.02, 1);
    rig_set_velocity(&rig, 1, 1, 20, 0);
    const StepContext context = rig_step(&rig);
    assert_int_equal(state_broken_count(&rig.model, &rig.state), 2);
    assert_int_equal(context.end, STEP_UNCONVERGED);
}

// A slack rope, however long and stiff, exerts no force, and newton's tolerance must not be scaled by it.
TEST(test_newton_with_a_slack_rope)
{
    double end[2];
    for (int roped = 0; roped < 2; roped++) {
        RIG(rig);
        const int32_t hook = rig_particle(&rig, 0, 0, 0, 1), a = rig_particle(&rig, 1, 0.2, 0, 0.7), b = rig_particle(&rig, 2, 0, 0, 1.3);
        assert_ok(model_pin(rig.builder, hook));
        rig_spring(&rig, hook, a, 0.8, 400);
        rig_spring(&rig, a, b, 0.9, 300);
        if (roped) {
            rig_spring(&rig, hook, b, 1000, 1e9);
            rig_traits(&rig, 0, INFINITY, SENSE_LESS_EQUAL);
        }
        model_set_gravity(rig.builder, (double[3]){0, -9.81, 0});
        rig_solver(&rig, "newton", "", 0.02, 1);
        settle(&rig, 20);
        end[roped] = rig_position(&rig, b).y;
    }
    assert_true(end[0] < -0.1);
    assert_near(end[1], end[0], BOUND(1e-9, 1e-5));
}
