// Anderson acceleration against GMRES, Newton's method, and the iteration that it accelerates.
#include "laws.h"
#include "recorder.h"

static const double H = 1.0 / 60;

enum { KEPT_MAX = 512, PARTICLES_MAX = 256 };
typedef struct Kept {
    int    count;
    double phi[KEPT_MAX];
} Kept;

// Φ at the iterates of a step.
static StepContext keep_step(Rig *rig, Kept *kept)
{
    static Recorder   recorder;
    double4           gradient[PARTICLES_MAX];
    const StepContext context = rig_record(rig, &recorder, OF_MODEL);
    assert_false(recorder.has_prediction);
    assert_true(recorder.count <= KEPT_MAX && recorder.particles <= PARTICLES_MAX);
    kept->count = recorder.count;
    for (int k = 0; k < kept->count; k++)
        kept->phi[k] = rig_objective(&rig->model, H, recorder.y, recorder.x[k], gradient);
    return context;
}

// ---- a linear iteration: GMRES ----

// Jacobi sweeps of vertex block descent along a straight chain between two pins, of unequal masses and springs, are
//   T(x)_i = (m_i y_i + a_i (x_{i−1} + l_i) + a_{i+1} (x_{i+1} − l_{i+1})) / (m_i + a_i + a_{i+1}),   a = h²k, unless a spring turns over.
enum { INNER = 14, ALL = INNER + 2, RUNS = 12 };
typedef struct Line {
    double m[ALL], a[ALL], l[ALL], y[ALL]; // spring i joins i − 1 and i
} Line;

static void iterate_line(const Line *line, const double *x, double *out)
{
    out[0] = x[0];
    out[ALL - 1] = x[ALL - 1];
    for (int i = 1; i <= INNER; i++)
        out[i] = (line->m[i] * line->y[i] + line->a[i] * (x[i - 1] + line->l[i]) + line->a[i + 1] * (x[i + 1] - line->l[i + 1])) /
                 (line->m[i] + line->a[i] + line->a[i + 1]);
}

static double weighted(const Line *line, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 1; i <= INNER; i++)
        sum += line->m[i] * a[i] * b[i];
    return sum;
}

// Makes b orthogonal to `count` orthonormal columns, twice, and of unit norm, doing the same combination to `also` (NULL: nothing).
static void orthonormalise(const Line *line, int count, double (*columns)[ALL], double *b, double (*also_columns)[ALL], double *also)
{
    for (int round = 0; round < 2; round++)
        for (int j = 0; j < count; j++) {
            const double share = weighted(line, columns[j], b);
            for (int i = 0; i < ALL; i++) {
                b[i] -= share * columns[j][i];
                if (also)
                    also[i] -= share * also_columns[j][i];
            }
        }
    const double norm = sqrt(weighted(line, b, b));
    for (int i = 0; i < ALL; i++) {
        b[i] /= norm;
        if (also)
            also[i] /= norm;
    }
}

// T of the k-th iterate of GMRES on (I − B) x = c from x0: next[k], k = 0 … RUNS − 1. This iterate has the least ‖T(x) − x‖_M in x0 +
// span{f, (I−B) f, …, (I−B)^{k−1} f}. v: an orthonormal basis; w: (I−B) of combinations u of v, orthonormal.
static void gmres(const Line *line, const double *x0, double (*next)[ALL])
{
    static double v[RUNS][ALL], u[RUNS][ALL], w[RUNS][ALL];
    double        x[ALL], t[ALL], f[ALL];
    memcpy(x, x0, sizeof x);
    for (int k = 0; k < RUNS; k++) {
        iterate_line(line, x, next[k]);
        for (int i = 0; i < ALL; i++) {
            f[i] = next[k][i] - x[i];
            v[k][i] = k == 0 ? f[i] : w[k - 1][i];
        }
        orthonormalise(line, k, v, v[k], NULL, NULL);
        for (int i = 0; i < ALL; i++) // T is affine: (I−B) v = v − (T(x + v) − T(x))
            t[i] = x[i] + v[k][i];
        iterate_line(line, t, w[k]);
        for (int i = 0; i < ALL; i++) {
            w[k][i] = v[k][i] - (w[k][i] - next[k][i]);
            u[k][i] = v[k][i];
        }
        orthonormalise(line, k, w, w[k], u, u[k]);
        const double share = weighted(line, w[k], f);
        for (int i = 0; i < ALL; i++)
            x[i] += share * u[k][i];
    }
}

static void make_line(Rig *rig, Line *line, const char *settings)
{
    Random random = {5};
    double x = 0;
    for (int i = 0; i < ALL; i++) {
        line->m[i] = 0.2 + random_unit(&random);
        line->l[i] = 0.5 + random_unit(&random);
        line->a[i] = 20 * (0.2 + random_unit(&random));
        x += i > 0 ? 1.1 * line->l[i] : 0;
        rig_particle(rig, x, 0, 0, line->m[i]);
        if (i > 0)
            rig_spring(rig, i - 1, i, line->l[i], line->a[i] / (H * H));
    }
    assert_ok(model_pin(rig->builder, 0));
    assert_ok(model_pin(rig->builder, ALL - 1));
    TEXT_OF(from_y, "start=y %s", settings);
    rig_solver(rig, "vbd", from_y, H, 1);
    for (int i = 1; i <= INNER; i++)
        rig_set_velocity(rig, i, 0.1 / H * rig_random(&random), 0, 0);
}

TEST(test_gmres)
{
    static const char *const GUARDS[] = {"off", "on"};
    for (int g = 0; g < 2; g++) {
        static Recorder kept;
        static double   next[RUNS][ALL];
        Line            line;
        RIG(rig);
        double x0[ALL], worst = 0, plain[ALL], other = 0;
        TEXT_OF(settings, "iterations=%d sweep=jacobi omega=1 window=20 guard=%s", RUNS, GUARDS[g]);
        make_line(&rig, &line, settings);
        const StepContext context = rig_record(&rig, &kept, OF_SCENE);
        assert_false(kept.has_prediction);
        for (int i = 0; i < ALL; i++)
            x0[i] = plain[i] = line.y[i] = kept.x[0][i].x;
        gmres(&line, x0, next);
        const int runs = BOUND(RUNS, 5); // in single precision fewer columns are independent
        for (int k = 0; k < runs; k++)
            for (int i = 0; i < ALL; i++)
                worst = fmax(worst, fabs(kept.x[k + 1][i].x - next[k][i]));
        for (int k = 0; k < runs; k++) {
            iterate_line(&line, plain, x0);
            memcpy(plain, x0, sizeof plain);
        }
        for (int i = 0; i < ALL; i++)
            other = fmax(other, fabs(plain[i] - next[runs - 1][i]));
        print_message("guard %s: %.3g from GMRES, which is %.3g from the plain iteration; %lld rejected\n", GUARDS[g], worst, other,
                      (long long)context.cost.rejections);
        assert_near(worst, 0, BOUND(1e-8, 1e-4));
        assert_true(other > 0.01);
        assert_true((context.cost.objectives > 0) == (g == 1) && context.cost.rejections == 0);
    }
}

// ---- a stretched net ----

// n × n, so many times as wide as at rest, its corners pinned, every particle moved by up to `moved` links. unit: kg and N/m.
enum { NET = 8 };
static void make_net(Rig *rig, const char *solver, const char *settings, double unit, double width, double moved)
{
    Random random = {17};
    for (int i = 0; i < NET * NET; i++) {
        const bool   corner = i == 0 || i == NET - 1 || i == NET * (NET - 1) || i == NET * NET - 1;
        const double way = corner ? 0 : moved;
        const double a = rig_random(&random), b = rig_random(&random), c = rig_random(&random);
        const int    row = i / NET;
        rig_particle(rig, 0.1 * (width * (i % NET) + way * a), 0.1 * (width * row + way * b), 0.1 * (0.05 + way) * c,
                     unit * 0.01 * (0.5 + random_unit(&random)));
        if (corner)
            assert_ok(model_pin(rig->builder, i));
    }
    rig_net(rig, 0, NET, 0.1, unit * 5000, 0);
    model_set_gravity(rig->builder, (double[3]){0, 0, -9.81});
    rig_solver(rig, solver, settings, H, 1);
}

static double distance(const double4 *a, const double4 *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += double4_dot(double4_sub(a[i], b[i]), double4_sub(a[i], b[i]));
    return sqrt(sum);
}

// The number of iterations until this share of the initial distance from Newton's step remains.
static int iterations_to(double share, const char *solver, const char *settings)
{
    static Recorder kept;
    double4         limit[NET * NET];
    RIG(rig);
    make_net(&rig, "newton", "iterations=100", 1, 1.15, 0);
    rig_steps(&rig, 1, NULL);
    for (int i = 0; i < NET * NET; i++)
        limit[i] = rig_position(&rig, i);
    rig_renew(&rig);
    TEXT_OF(text, "iterations=%d %s", KEPT_MAX - 1, settings);
    make_net(&rig, solver, text, 1, 1.15, 0);
    const StepContext context = rig_record(&rig, &kept, OF_SCENE);
    assert_false(kept.has_prediction);
    int k = 0;
    while (k + 1 < kept.count && distance(kept.x[k], limit, NET * NET) > share * distance(kept.x[0], limit, NET * NET))
        k++;
    print_message("%s %s: %d iterations to %g, %lld rejected in all\n", solver, settings, k, share, (long long)context.cost.rejections);
    return k;
}

TEST(test_stretched_net)
{
    const double share = BOUND(1e-6, 1e-3);
    const int    pd = iterations_to(share, "pd", ""), vbd = iterations_to(share, "vbd", "sweep=symmetric start=y");
    assert_true(iterations_to(share, "pd", "window=1") < BOUND(0.6, 0.8) * pd);
    assert_true(iterations_to(share, "pd", "window=5") < BOUND(0.3, 0.6) * pd);
    assert_true(iterations_to(share, "pd", "window=8") < BOUND(0.3, 0.6) * pd);
    assert_true(iterations_to(share, "vbd", "sweep=symmetric window=5 start=y") < BOUND(0.5, 0.8) * vbd);
}

// A compressed chain, its particles moved by up to a quarter of a link. Many accelerated iterates are rejected, and Φ falls in every
// iteration. Φ is no higher than that of projective dynamics after half the iterations, which cost as much.
TEST(test_violent_start)
{
    static Kept plain, guarded, off;
    RIG(rig);
    make_net(&rig, "pd", "iterations=400", 1, 0.9, 0.25);
    keep_step(&rig, &plain);
    rig_renew(&rig);
    make_net(&rig, "pd", "iterations=400 window=5", 1, 0.9, 0.25);
    const StepContext context = keep_step(&rig, &guarded);
    rig_renew(&rig);
    make_net(&rig, "pd", "iterations=400 window=5 guard=off", 1, 0.9, 0.25);
    keep_step(&rig, &off);
    int rises = 0;
    for (int k = 1; k < off.count; k++)
        rises += off.phi[k] > off.phi[k - 1] * (1 + BOUND(1e-12, 1e-6));
    print_message("%lld rejected; without guard %d rises; %.12g, plain %.12g, without guard %.12g\n", (long long)context.cost.rejections,
                  rises, guarded.phi[400], plain.phi[400], off.phi[400]);
    assert_true(context.cost.rejections > 50 && rises > 50);
    for (int k = 1; k < guarded.count; k++) {
        assert_true(guarded.phi[k] <= guarded.phi[k - 1] * (1 + BOUND(1e-12, 1e-6)));
        assert_true(guarded.phi[k] <= plain.phi[k / 2] * (1 + BOUND(1e-12, 1e-6)));
    }
}

// ---- Chebyshev's guard, on the same nets ----

// A net that turns over, with ρ too high: Φ rises. With a guard no check finds Φ above the smallest value before.
TEST(test_guarded_chebyshev)
{
    enum { LOOK = 4 };
    static Kept free_of_guard, guarded;
    RIG(rig);
    make_net(&rig, "pd", "iterations=400 rho=0.9999", 1, 0.9, 0.25);
    const StepContext none = keep_step(&rig, &free_of_guard);
    rig_renew(&rig);
    make_net(&rig, "pd", "iterations=400 rho=0.9999 look=4", 1, 0.9, 0.25);
    const StepContext context = keep_step(&rig, &guarded);
    int               rises = 0;
    double            min = guarded.phi[0];
    for (int k = LOOK; k < free_of_guard.count; k += LOOK)
        rises += free_of_guard.phi[k] > free_of_guard.phi[k - LOOK] * (1 + BOUND(1e-12, 1e-6));
    for (int k = LOOK; k < guarded.count; k += LOOK) {
        assert_true(guarded.phi[k] <= min * (1 + BOUND(1e-12, 1e-6)));
        min = fmin(min, guarded.phi[k]);
    }
    print_message("rho too high: %d rises without guard, %lld rejected with; %.12g, without %.12g\n", rises,
                  (long long)context.cost.rejections, guarded.phi[400], free_of_guard.phi[400]);
    assert_true(rises > 10 && context.cost.rejections > 3 && context.cost.objectives > 0 && none.cost.objectives == 0);
}

// Where the guard rejects nothing it changes no bit.
TEST(test_guard_that_rejects_nothing)
{
    char        hash[2][33];
    StepContext context = {0};
    for (int g = 0; g < 2; g++) {
        RIG(rig);
        make_net(&rig, "pd", g ? "iterations=30 rho=0.6 look=1" : "iterations=30 rho=0.6", 1, 1.15, 0);
        rig_steps(&rig, 1, &context);
        assert_int_equal(context.cost.rejections, 0);
        rig_hash(&rig, hash[g]);
    }
    assert_string_equal(hash[0], hash[1]);
}

// ---- invariance ----

// Masses and stiffnesses 1024 times as large: the same bits.
TEST(test_no_unit)
{
    static const char *const SETTINGS[][2] = {{"pd", "iterations=40 window=4"}, {"vbd", "iterations=40 window=4 sweep=jacobi"}};
    for (int s = 0; s < 2; s++) {
        RIGS(rig, 2);
        make_net(&rig[0], SETTINGS[s][0], SETTINGS[s][1], 1, 0.9, 0.25);
        make_net(&rig[1], SETTINGS[s][0], SETTINGS[s][1], 1024, 0.9, 0.25);
        for (int i = 0; i < 2; i++)
            rig_steps(&rig[i], 3, NULL);
        assert_true(rig_apart(&rig[0], &rig[1]) == 0);
    }
}

static void hash_after(const char *solver, const char *settings, char *out)
{
    run_hash(&(RigRun){square_cloth, 20, solver, settings, H, 1, 2}, 1, out);
}

TEST(test_window_of_none)
{
    static const char *const SOLVERS[] = {"pd", "vbd"};
    for (int s = 0; s < 2; s++) {
        char hash[4][33];
        hash_after(SOLVERS[s], "iterations=8", hash[0]);
        hash_after(SOLVERS[s], "iterations=8 window=0", hash[1]);
        hash_after(SOLVERS[s], "iterations=1 window=3", hash[2]); // the first iteration has no history
        hash_after(SOLVERS[s], "iterations=1", hash[3]);
        assert_string_equal(hash[0], hash[1]);
        assert_string_equal(hash[2], hash[3]);
        hash_after(SOLVERS[s], "iterations=8 window=3", hash[1]);
        assert_string_not_equal(hash[0], hash[1]);
    }
}

TEST(test_limit_is_newtons)
{
    static const char *const SETTINGS[][2] = {{"pd", "iterations=400 window=5"},
                                              {"pd", "iterations=400 window=20"},
                                              {"pd", "iterations=400 window=5 guard=off"},
                                              {"pd", "iterations=400 window=5 omega=1.5"},
                                              {"vbd", "iterations=400 window=5"},
                                              {"vbd", "iterations=400 window=5 kernels=plain sweep=symmetric"},
                                              {"vbd", "iterations=600 window=5 sweep=jacobi start=x_n"},
                                              {"pd", "iterations=1500 rho=0.999 look=10"},
                                              {"pd", "iterations=1500 rho_from=estimated spectrum=positive look=10"}};
    for (size_t s = 0; s < sizeof SETTINGS / sizeof *SETTINGS; s++)
        assert_ends_at_newtons(&(RigRun){square_cloth, 8, SETTINGS[s][0], SETTINGS[s][1], H, 1, 2}, BOUND(1e-9, 2e-5));
}
