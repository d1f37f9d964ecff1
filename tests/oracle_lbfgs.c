// lbfgs. Its first iteration is that of pd, Φ falls as the line search guarantees, and it converges to the solution of Newton's method. Its
// direction is the two-loop recursion and, with exact steps on a quadratic, that of conjugate gradients.
#include "chains.h"
#include "elements.h"
#include "laws.h"
#include "recorder.h"
#include "solver/private/lbfgs_history.h"

static const double H = 1.0 / 60;

enum { SIDE = 8, PARTICLES = SIDE * SIDE, STRING = 41, MOST = 64 };

// ---- scenes ----

// A net whose links are all longer than at rest at the start, pinned at its corners.
static void make_net(Rig *rig, double stretch, double stiffness)
{
    for (int i = 0; i < PARTICLES; i++) {
        const int row = i / SIDE;
        rig_particle(rig, i % SIDE, row, 0.3 * sin(i), 1);
    }
    rig_net(rig, 0, SIDE, 1 / stretch, stiffness, 0);
    static const int CORNERS[] = {0, SIDE - 1, PARTICLES - SIDE, PARTICLES - 1};
    for (int c = 0; c < 4; c++)
        assert_ok(model_pin(rig->builder, CORNERS[c]));
    model_set_gravity(rig->builder, (double[3]){0, 0, -9.81});
}

static void make_cloth(Rig *rig, int unused)
{
    rig_cloth(rig, SIDE, 60);
}

// ---- against pd ----

static void make_string(Rig *rig, int kind)
{
    elements_string(rig, STRING, kind, 800, 1, 1);
}

static void compare_with_pd(void (*make)(Rig *, int), int kind, const char *settings, int iterations, double bound)
{
    RIG(pd);
    RIG(lbfgs);
    char text[64], plain[32];
    snprintf(plain, sizeof plain, "iterations=%d", iterations);
    snprintf(text, sizeof text, "%s %s", plain, settings);
    rig_start(&pd, &(RigRun){make, kind, "pd", plain, H, 1, 1}, 1);
    rig_start(&lbfgs, &(RigRun){make, kind, "lbfgs", text, H, 1, 1}, 1);
    rig_steps(&pd, 1, NULL);
    const StepContext context = rig_step(&lbfgs);
    assert_int_equal(context.iteration_count, iterations);
    assert_int_equal(context.end, STEP_DONE);
    assert_near(rig_apart(&pd, &lbfgs), 0, bound);
}

// For every kind that pd takes, groups apart: x − A⁻¹∇Φ(x) is the global step, and t = 1, since A majorises. Without pairs this holds for
// all iterations.
TEST(test_first_iteration_is_that_of_pd)
{
    int kinds = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintOps *ops = constraint_ops(kind);
        if (!ops->local_step || ops->group)
            continue;
        kinds++;
        compare_with_pd(make_string, kind, "", 1, BOUND(1e-12, 3e-5));
        compare_with_pd(make_string, kind, "window=0", 8, BOUND(1e-11, 1e-4));
    }
    assert_true(kinds >= 7);
    compare_with_pd(make_cloth, 0, "", 1, BOUND(1e-13, 2e-6));
    compare_with_pd(make_cloth, 0, "window=0", 20, BOUND(1e-12, 2e-5));
}

static StepContext record_step(Rig *rig, Recorder *recorder)
{
    const StepContext context = rig_record(rig, recorder, OF_MODEL);
    assert_true(recorder->is_exact && !recorder->has_prediction);
    return context;
}

// Φ of the y at which the iterates start.
static double objective(const Recorder *r, int i, double4 *gradient)
{
    return rig_objective(r->model, H, r->x[0], r->x[i], gradient);
}

// ---- descent ----

// Φ(x⁺) ≤ Φ(x) + c ∇Φ(x)·(x⁺ − x). The first iteration of base pd gains at least half as much as its quadratic, which is above Φ.
TEST(test_falls_as_promised)
{
    static const char *const SETTINGS[] = {"", "window=1", "window=12", "window=0", "base=gamma", "base=gamma_inverse", "armijo=0.4"};
    static Recorder          recorder;
    for (size_t s = 0; s < sizeof SETTINGS / sizeof *SETTINGS; s++)
        for (int scene = 0; scene < 3; scene++) {
            RIG(rig);
            if (scene == 0)
                make_cloth(&rig, 0);
            else if (scene == 1)
                make_net(&rig, 1.15, 5000);
            else
                make_string(&rig, CONSTRAINT_tet_arap);
            TEXT_OF(text, "iterations=25 %s", SETTINGS[s]);
            rig_solver(&rig, "lbfgs", text, H, 2);
            rig_push_all(&rig, 3);
            const double c = param_real(&rig.params, "armijo");
            for (int step = 0; step < 3; step++) {
                const StepContext context = record_step(&rig, &recorder);
                assert_int_equal(context.end, STEP_DONE);
                assert_int_equal(recorder.count, 26);
                for (int i = 0; i + 1 < recorder.count; i++) {
                    double4      g[MOST], unused[MOST];
                    double       slope = 0;
                    const double phi = objective(&recorder, i, g), after = objective(&recorder, i + 1, unused);
                    for (int p = 0; p < rig.model.particle_count; p++)
                        slope += double4_dot(g[p], double4_sub(recorder.x[i + 1][p], recorder.x[i][p]));
                    assert_true(slope < 0);
                    assert_true(after <= phi + c * slope + 1e-13 * phi);
                    if (i == 0 && !strstr(SETTINGS[s], "gamma"))
                        assert_true(after <= phi + BOUND(0.5, 0.4999) * slope + 1e-13 * phi);
                }
            }
        }
}

// ---- where it ends ----

static void bent_chain(Rig *rig, int unused)
{
    make_chain(rig, 0.8, -0.6, 0);
}

static void stiff_net(Rig *rig, int unused)
{
    make_net(rig, 1.15, 5000);
}

TEST(test_limit_is_newtons)
{
    assert_ends_at_newtons(&(RigRun){square_cloth, 6, "lbfgs", "iterations=150", H, 0, 3}, BOUND(1e-11, 3e-7));
    assert_ends_at_newtons(&(RigRun){bent_chain, 0, "lbfgs", "iterations=150", H, 0, 3}, BOUND(1e-11, 3e-7));
    assert_ends_at_newtons(&(RigRun){stiff_net, 0, "lbfgs", "iterations=400", H, 0, 3}, BOUND(1e-11, 3e-6));
    assert_ends_at_newtons(&(RigRun){stiff_net, 0, "lbfgs", "iterations=800 base=gamma window=8", H, 0, 3}, BOUND(1e-10, 3e-6));
}

static void attached_string(Rig *rig, int kind)
{
    make_string(rig, kind);
    for (int i = 0; i < STRING; i += 4)
        rig_attachment(rig, i, (double[3]){i, 1, 0}, 300 + i);
}

// A is ∇²Φ where all targets are fixed, and one iteration ends at the minimum. This also holds where pd needs only one: a straight chain.
TEST(test_quadratic_in_one_iteration)
{
    static const char *const SETTINGS[] = {"iterations=1", "iterations=3"};
    for (int s = 0; s < 2; s++)
        assert_ends_at_newtons(&(RigRun){attached_string, CONSTRAINT_isometric_bending, "lbfgs", SETTINGS[s], H, 1, 1}, BOUND(1e-11, 2e-5));
}

// ---- pairs: the two-loop recursion, conjugate gradients ----

enum { UNKNOWNS = 99, POINTS = UNKNOWNS / 3 };

typedef struct Quadratic {
    double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS]; // ½ xᵀ a x − bᵀ x
    double p[UNKNOWNS];                        // the base, a diagonal
} Quadratic;

static void make_quadratic(Quadratic *q, double condition)
{
    static double v[UNKNOWNS][UNKNOWNS];
    Random        random = {31};
    for (int r = 0; r < UNKNOWNS; r++) { // orthonormal rows
        for (int c = 0; c < UNKNOWNS; c++)
            v[r][c] = rig_random(&random);
        for (int twice = 0; twice < 2; twice++)
            for (int o = 0; o < r; o++) {
                double dot = 0;
                for (int c = 0; c < UNKNOWNS; c++)
                    dot += v[r][c] * v[o][c];
                for (int c = 0; c < UNKNOWNS; c++)
                    v[r][c] -= dot * v[o][c];
            }
        double norm = 0;
        for (int c = 0; c < UNKNOWNS; c++)
            norm += v[r][c] * v[r][c];
        for (int c = 0; c < UNKNOWNS; c++)
            v[r][c] /= sqrt(norm);
    }
    *q = (Quadratic){0};
    for (int k = 0; k < UNKNOWNS; k++) {
        const double eigenvalue = pow(condition, (double)k / (UNKNOWNS - 1));
        for (int r = 0; r < UNKNOWNS; r++)
            for (int c = 0; c < UNKNOWNS; c++)
                q->a[r][c] += eigenvalue * v[k][r] * v[k][c];
        q->b[k] = rig_random(&random);
        q->p[k] = 0.5 + random_unit(&random);
    }
}

static double value_of(const Quadratic *q, const double *x, double *gradient)
{
    double sum = 0;
    for (int r = 0; r < UNKNOWNS; r++) {
        gradient[r] = -q->b[r];
        for (int c = 0; c < UNKNOWNS; c++)
            gradient[r] += q->a[r][c] * x[c];
        sum += 0.5 * x[r] * (gradient[r] - q->b[r]);
    }
    return sum;
}

static double dot_of(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < UNKNOWNS; i++)
        sum += a[i] * b[i];
    return sum;
}

// A point of the quadratic in the layout of the history: three unknowns a particle.
typedef struct Blocks {
    double4 x[POINTS], g[POINTS];
    real4   z[POINTS];
} Blocks;

static void fill(const Quadratic *q, const double *x, const double *g, Blocks *out)
{
    for (int i = 0; i < POINTS; i++) {
        out->x[i] = (double4){x[3 * i], x[3 * i + 1], x[3 * i + 2], 7}; // w is no coordinate
        out->g[i] = (double4){g[3 * i], g[3 * i + 1], g[3 * i + 2], 0};
        out->z[i] =
            (real4){(real)(q->p[3 * i] * g[3 * i]), (real)(q->p[3 * i + 1] * g[3 * i + 1]), (real)(q->p[3 * i + 2] * g[3 * i + 2]), 0};
    }
}

// The direction as in textbooks: two loops, over all pairs, which are all kept here. s[0] is the oldest.
static void two_loops(const Quadratic *q, int count, double (*s)[UNKNOWNS], double (*y)[UNKNOWNS], LbfgsScale scale, const double *g,
                      double *d)
{
    double t[LBFGS_WINDOW_MAX] = {0}, py[UNKNOWNS];
    memcpy(d, g, UNKNOWNS * sizeof *d);
    for (int k = count - 1; k >= 0; k--) {
        t[k] = dot_of(s[k], d) / dot_of(s[k], y[k]);
        for (int i = 0; i < UNKNOWNS; i++)
            d[i] -= t[k] * y[k][i];
    }
    double gamma = 1;
    if (count > 0 && scale != LBFGS_SCALE_ONE) {
        for (int i = 0; i < UNKNOWNS; i++)
            py[i] = q->p[i] * y[count - 1][i];
        gamma = dot_of(s[count - 1], y[count - 1]) / dot_of(py, y[count - 1]);
        gamma = scale == LBFGS_SCALE_GAMMA ? gamma : 1 / gamma;
    }
    for (int i = 0; i < UNKNOWNS; i++)
        d[i] *= gamma * q->p[i];
    for (int k = 0; k < count; k++) {
        const double back = t[k] - dot_of(y[k], d) / dot_of(s[k], y[k]);
        for (int i = 0; i < UNKNOWNS; i++)
            d[i] += back * s[k][i];
    }
    for (int i = 0; i < UNKNOWNS; i++)
        d[i] = -d[i];
}

// Minimises with a history; exact: steps to the minimum along the line, otherwise halved ones. Iterations until ‖g‖ fell to 1e-6 of the
// start; *values: how often the quadratic was evaluated. check: called with every iteration's direction and iterate.
typedef void DirectionCheck(const Quadratic *q, int iteration, const double *x, const double *g, const double *d, const LbfgsHistory *h);

static int minimise(const Quadratic *q, LbfgsScale scale, int window, bool exact, int max, int *values, DirectionCheck *check)
{
    static Blocks  now, last;
    static double4 direction[POINTS], trial[POINTS];
    Model          model = {.particle_count = POINTS};
    ARENA(arena);
    LbfgsHistory     *h;
    double            x[UNKNOWNS] = {0}, g[UNKNOWNS], d[UNKNOWNS], next[UNKNOWNS], next_g[UNKNOWNS];
    int               iteration = 0;
    const SolverSetup setup = {.model = &model, .arena = &arena};
    assert_ok(ARENA_NEW(&arena, 1, &h));
    assert_ok(lbfgs_history_init(h, &setup, scale, window));
    double       phi = value_of(q, x, g);
    const double first = sqrt(dot_of(g, g));
    *values = 1;
    for (; iteration < max && sqrt(dot_of(g, g)) > 1e-6 * first; iteration++) {
        const LbfgsPoint here = {now.x, now.g, now.z}, before = {last.x, last.g, last.z};
        fill(q, x, g, &now);
        lbfgs_history_add(h, &here, iteration > 0 ? &before : NULL);
        lbfgs_history_direction(h, &here, 1, direction, trial);
        for (int i = 0; i < POINTS; i++)
            d[3 * i] = direction[i].x, d[3 * i + 1] = direction[i].y, d[3 * i + 2] = direction[i].z;
        assert_near(h->slope, dot_of(d, g), BOUND(1e-9, 1e-4) * fabs(h->slope));
        if (check)
            check(q, iteration, x, g, d, h);
        double curved = 0, length = 1;
        for (int r = 0; r < UNKNOWNS; r++)
            curved += d[r] * dot_of(q->a[r], d);
        length = exact ? -dot_of(d, g) / curved : 1;
        for (double fallen = INFINITY;; length *= 0.5) {
            for (int i = 0; i < UNKNOWNS; i++)
                next[i] = x[i] + length * d[i];
            fallen = value_of(q, next, next_g);
            (*values)++;
            if (exact || fallen <= phi + 1e-4 * length * h->slope) {
                phi = fallen;
                break;
            }
            assert_true(length > 1e-12);
        }
        memcpy(x, next, sizeof x);
        memcpy(g, next_g, sizeof g);
        last = now;
    }
    return iteration;
}

// ---- the recursion ----

static struct {
    int        window, count, full;
    LbfgsScale scale;
    double     s[LBFGS_WINDOW_MAX + 1][UNKNOWNS], y[LBFGS_WINDOW_MAX + 1][UNKNOWNS], x[UNKNOWNS], g[UNKNOWNS], worst;
} loops;

static void check_loops(const Quadratic *q, int iteration, const double *x, const double *g, const double *d, const LbfgsHistory *h)
{
    double expected[UNKNOWNS], difference = 0;
    if (iteration > 0) {
        if (loops.count == loops.window) {
            memmove(loops.s[0], loops.s[1], (size_t)(loops.count - 1) * sizeof loops.s[0]);
            memmove(loops.y[0], loops.y[1], (size_t)(loops.count - 1) * sizeof loops.y[0]);
            loops.count--;
            loops.full++;
        }
        for (int i = 0; i < UNKNOWNS; i++) {
            loops.s[loops.count][i] = x[i] - loops.x[i];
            loops.y[loops.count][i] = g[i] - loops.g[i];
        }
        loops.count++;
    }
    memcpy(loops.x, x, sizeof loops.x);
    memcpy(loops.g, g, sizeof loops.g);
    assert_int_equal(h->count, loops.count);
    two_loops(q, loops.count, loops.s, loops.y, loops.scale, g, expected);
    for (int i = 0; i < UNKNOWNS; i++)
        difference = fmax(difference, fabs(d[i] - expected[i]));
    loops.worst = fmax(loops.worst, difference / sqrt(dot_of(expected, expected)));
}

TEST(test_recursion)
{
    static Quadratic q;
    int              values;
    make_quadratic(&q, 200);
    for (int scale = 0; scale < 3; scale++)
        for (int window = 1; window <= 9; window += 4) {
            memset(&loops, 0, sizeof loops);
            loops.window = window;
            loops.scale = (LbfgsScale)scale;
            minimise(&q, (LbfgsScale)scale, window, false, 40, &values, check_loops);
            assert_true(loops.full >= 20);
            assert_near(loops.worst, 0, BOUND(1e-10, 2e-3));
        }
}

// ---- conjugate gradients ----

static struct {
    double x[UNKNOWNS], g[UNKNOWNS], p[UNKNOWNS], rho, worst;
} conjugate;

// The iterate of preconditioned conjugate gradients, one iteration a call.
static void check_conjugate(const Quadratic *q, int iteration, const double *x, const double *g, const double *d, const LbfgsHistory *h)
{
    double z[UNKNOWNS], difference = 0;
    (void)g, (void)d, (void)h;
    if (iteration == 0) {
        memset(&conjugate, 0, sizeof conjugate);
        value_of(q, conjugate.x, conjugate.g);
    }
    for (int i = 0; i < UNKNOWNS; i++)
        difference = fmax(difference, fabs(x[i] - conjugate.x[i]));
    conjugate.worst = iteration < 25 ? fmax(conjugate.worst, difference / sqrt(1e-30 + dot_of(conjugate.x, conjugate.x))) : conjugate.worst;
    for (int i = 0; i < UNKNOWNS; i++)
        z[i] = q->p[i] * conjugate.g[i];
    const double rho = dot_of(z, conjugate.g), beta = iteration > 0 ? rho / conjugate.rho : 0;
    double       curved = 0;
    for (int i = 0; i < UNKNOWNS; i++)
        conjugate.p[i] = -z[i] + beta * conjugate.p[i];
    for (int r = 0; r < UNKNOWNS; r++)
        curved += conjugate.p[r] * dot_of(q->a[r], conjugate.p);
    for (int i = 0; i < UNKNOWNS; i++)
        conjugate.x[i] += rho / curved * conjugate.p[i];
    value_of(q, conjugate.x, conjugate.g);
    conjugate.rho = rho;
}

// With all pairs kept and exact steps on a quadratic the iterates are those of conjugate gradients preconditioned by P, whatever γ
// (Nazareth 1979); one pair is enough.
TEST(test_conjugate_gradients)
{
    static Quadratic q;
    int              values;
    make_quadratic(&q, 200);
    for (int scale = 0; scale < 3; scale++)
        for (int window = 1; window <= 64; window *= 8) {
            conjugate.worst = 0;
            minimise(&q, (LbfgsScale)scale, window, true, 60, &values, check_conjugate);
            assert_near(conjugate.worst, 0, BOUND(1e-8, 5e-3));
        }
}

// ---- γ and its inverse ----

TEST(test_inverse_of_gamma)
{
    static Quadratic q;
    int              values, inverse_values;
    make_quadratic(&q, 1000);
    for (int i = 0; i < UNKNOWNS; i++)
        q.p[i] = 1;
    const int right = minimise(&q, LBFGS_SCALE_GAMMA, 5, false, 5000, &values, NULL);
    const int inverse = minimise(&q, LBFGS_SCALE_GAMMA_INVERSE, 5, false, 5000, &inverse_values, NULL);
    print_message("          quadratic: gamma %d iterations, %d values; gamma_inverse %d, %d\n", right, values, inverse, inverse_values);
    assert_true(values < 1.4 * right && inverse > right && inverse_values > 8 * inverse);
}

// Iterations of a first step until Φ is within 1e-10 of its fall from *least; NAN: the least of this run, which is then returned.
static int count_on_net(const char *settings, double stretch, double stiffness, double *min)
{
    static Recorder recorder;
    double4         g[MOST];
    RIG(rig);
    int i = 0;
    make_net(&rig, stretch, stiffness);
    TEXT_OF(text, "iterations=%d %s", 1999, settings);
    rig_solver(&rig, "lbfgs", text, H, 1);
    record_step(&rig, &recorder);
    const double first = objective(&recorder, 0, g);
    if (isnan(*min))
        *min = objective(&recorder, recorder.count - 1, g);
    while (i + 1 < recorder.count && objective(&recorder, i, g) - *min > 1e-10 * (first - *min))
        i++;
    return i;
}

// On a tense and stiff net, h²k/m = 139, pd's matrix is a better start than the masses, and both are far better than none. Where the net is
// slack, pd's matrix has stiffness that Φ has not, and loses its lead. The inverse of γ is worse than γ.
TEST(test_iterations_on_a_net)
{
    int count[2][4];
    for (int slack = 0; slack < 2; slack++) {
        static const char *const SETTINGS[] = {"", "window=0", "base=gamma", "base=gamma_inverse"};
        double                   min = NAN;
        for (int s = 0; s < 4; s++)
            count[slack][s] = count_on_net(SETTINGS[s], slack ? 1 : 1.15, 5e5, &min);
        print_message("          %s net: window 5 %d iterations, 0 %d; gamma %d, gamma_inverse %d\n", slack ? "slack" : "tense",
                      count[slack][0], count[slack][1], count[slack][2], count[slack][3]);
    }
    assert_true(3 * count[0][0] < count[0][1]);
    assert_true(count[0][0] < count[0][2] && count[0][2] < count[0][3]);
    assert_true(count[1][2] < count[1][0] && count[1][2] < count[1][3]);
}

// ---- units, ends ----

TEST(test_no_units_in_it)
{
    static const char *const SETTINGS[] = {"iterations=12", "iterations=12 base=gamma", "iterations=12 base=gamma_inverse",
                                           "iterations=12 window=0"};
    for (size_t s = 0; s < sizeof SETTINGS / sizeof *SETTINGS; s++)
        assert_no_units(scaled_cloth, &(RigRun){NULL, SCALED_SPRINGS, "lbfgs", SETTINGS[s], H, 0, 5}, BOUND(1e-12, 1e-5),
                        BOUND(1e-12, 1e-5));
}

// Free fall: y is the minimum, and ∇Φ is 0. Then a net for more iterations than it has digits: never `unconverged`. Then a move that is 1e4
// times too long and may not be halved: the step reports this, and stays where Φ was least.
TEST(test_reports_how_it_ended)
{
    StepContext context = {0};
    RIG(rig);
    rig_particle(&rig, 0, 0, 0, 1);
    rig_particle(&rig, 1, 0, 0, 2);
    rig_spring(&rig, 0, 1, 1, 100);
    model_set_gravity(rig.builder, (double[3]){0, -9.81, 0});
    rig_solver(&rig, "lbfgs", "", H, 1);
    rig_steps(&rig, 1, &context);
    assert_int_equal(context.end, STEP_CONVERGED);
    assert_near(rig_position(&rig, 0).y, -9.81 * H * H, BOUND(1e-16, 1e-9));
    rig_renew(&rig);

    stiff_net(&rig, 0);
    context = (StepContext){0};
    rig_solver(&rig, "lbfgs", "iterations=3000", H, 1);
    rig_steps(&rig, 1, &context);
    assert_true(context.end == STEP_DONE || context.end == STEP_AT_ROUND_OFF);
    if (context.end == STEP_AT_ROUND_OFF)
        assert_true(context.residual && context.residual_end < 1e-12 * context.residual_begin);
    rig_renew(&rig);

    stiff_net(&rig, 0);
    context = (StepContext){0};
    rig_solver(&rig, "lbfgs", "iterations=30 halvings=0 base=gamma", H, 1);
    rig_steps(&rig, 1, &context);
    assert_int_equal(context.end, STEP_UNCONVERGED);
    assert_int_equal(context.iteration_count, 0);
    assert_non_null(context.residual);
    assert_true(context.residual_end > 0 && context.residual_end >= context.residual_begin);
}
