// admm. With κ = 1 its first iteration is that of pd, and without u all iterations are. A mass on a spring converges at the known rate. The
// proximal map of a neo-Hookean tetrahedron is no worse than any of nine free entries. admm converges to the solution of Newton's method.
#include "bodies.h"
#include "chains.h"
#include "constraint/private/neo_hookean.h"
#include "elements.h"
#include "groups.h"
#include "laws.h"
#include "recorder.h"

#include "math/symmetric3.h"

static const double H = 1.0 / 60;

enum { STRING = 25, BODY = 300 };

// ---- against pd ----

static void string_of(Rig *rig, int kind)
{
    elements_string(rig, STRING, kind, 800, 1, 1);
}

static void body_of(Rig *rig, int unused)
{
    Random random = {5};
    (void)unused;
    add_body(rig, BODY, &random, 2e6);
    for (int i = 0; i + 1 < BODY; i += 2)
        rig_spring(rig, i, i + 1, 0, 50);
    assert_ok(model_pin(rig->builder, 7));
}

static void ropes_of(Rig *rig, int sense)
{
    make_tangle(rig, 400, NULL);
    Random random = {3};
    for (int i = 0; i + 5 < TANGLED; i++) {
        rig_spring(rig, i, i + 5, 0.3 + random_unit(&random), 300);
        rig_traits(rig, 0, INFINITY, (ConstraintSense)sense);
        rig_attachment(rig, i, (double[3]){0.1 * i, 0, 0}, 20);
        rig_traits(rig, 0, INFINITY, sense == SENSE_GREATER_EQUAL ? SENSE_EQUAL : (ConstraintSense)sense);
    }
}

// How far a step of admm ends from one of pd.
static double apart_from_pd(void (*make)(Rig *, int), int kind, const char *settings, int iterations)
{
    char text[96], plain[48];
    snprintf(plain, sizeof plain, "iterations=%d kernels=plain", iterations);
    snprintf(text, sizeof text, "iterations=%d %s", iterations, settings);
    return runs_apart(&(RigRun){make, kind, "pd", plain, H, 1, 1}, &(RigRun){make, kind, "admm", text, H, 1, 1});
}

static void compare_with_pd(void (*make)(Rig *, int), int kind, bool fixed)
{
    assert_near(apart_from_pd(make, kind, "", 1), 0, BOUND(2e-14, 1e-5));
    assert_near(apart_from_pd(make, kind, "multiplier=reset", 8), 0, BOUND(2e-13, 5e-5));
    const double method = apart_from_pd(make, kind, "", 8); // with u it is another one
    assert_true(fixed ? method < BOUND(1e-13, 1e-5) : method > BOUND(1e-9, 0));
}

// For every kind that pd takes.
TEST(test_is_pd_without_u)
{
    int kinds = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintOps *ops = constraint_ops(kind);
        if (!ops->local_step || ops->group)
            continue;
        kinds++;
        compare_with_pd(string_of, kind, ops->local_step->fixed_target || kind == CONSTRAINT_roller); // a plane: u stays 0 along it
    }
    assert_true(kinds >= 7);
    compare_with_pd(square_cloth, 6, false);
    compare_with_pd(body_of, 0, false);
    compare_with_pd(ropes_of, SENSE_GREATER_EQUAL, false);
    compare_with_pd(ropes_of, SENSE_LESS_EQUAL, false);
}

// ---- closed forms ----

// A mass of 0.7 kg hanging from a pin, h²k/m = s: the ratio of successive changes of x, which is also that of q.
static double measured_rate(double s, double kappa)
{
    const double    mass = 0.7;
    static Recorder recorder;
    RIG(rig);
    assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
    rig_particle(&rig, 0, -1.3, 0, mass);
    rig_spring(&rig, 0, 1, 1, s * mass / (H * H));
    model_set_gravity(rig.builder, (double[3]){0, -9.81, 0});
    TEXT_OF(text, "iterations=5 weight=%.17g", kappa);
    rig_solver(&rig, "admm", text, H, 1);
    rig_record(&rig, &recorder, OF_SCENE);
    assert_int_equal(recorder.count, 6);
    return (recorder.x[4][1].y - recorder.x[3][1].y) / (recorder.x[3][1].y - recorder.x[2][1].y);
}

static double known_rate(double s, double kappa)
{
    return (kappa * kappa * s + 1) / ((1 + kappa * s) * (1 + kappa));
}

TEST(test_rate_of_a_mass_on_a_spring)
{
    static const double S[] = {0.1, 1, 100}, KAPPA[] = {0.03, 0.3, 3, 30};
    if (sizeof(real) < sizeof(double))
        return;
    for (int i = 0; i < 3; i++) {
        const double best = 1 / sqrt(S[i]);
        for (int k = 0; k < 4; k++)
            assert_near(measured_rate(S[i], KAPPA[k]), known_rate(S[i], KAPPA[k]), 1e-8);
        assert_near(known_rate(S[i], best), 2 * sqrt(S[i]) / pow(1 + sqrt(S[i]), 2), 1e-15);
        const double at_best = measured_rate(S[i], 1.01 * best); // at s = 1, κ = 1 x is there at once
        assert_near(at_best, known_rate(S[i], best), 1e-4);
        assert_true(at_best < measured_rate(S[i], 1.2 * best) && at_best < measured_rate(S[i], best / 1.2));
    }
}

// ---- the proximal map ----

static double prox_value(const double q[9], double ratio, double weight, const double z[9], double *gradient)
{
    double       stress[9], square = 0;
    const double psi = neo_hookean_density(z, ratio, stress);
    for (int k = 0; k < 9; k++) {
        square += (z[k] - q[k]) * (z[k] - q[k]);
        gradient[k] = stress[k] + weight * (z[k] - q[k]);
    }
    return psi + 0.5 * weight * square;
}

static double norm9(const double *a)
{
    double sum = 0;
    for (int k = 0; k < 9; k++)
        sum += a[k] * a[k];
    return sqrt(sum);
}

// Newton's method on nine entries, from z; Hessian projected, so that symmetric elimination needs no pivots.
static double descend_nine(const double q[9], double ratio, double weight, double *z)
{
    double g[9], value = prox_value(q, ratio, weight, z, g);
    for (int iteration = 0; iteration < 300 && norm9(g) > 1e-13 * (1 + weight) * (1 + norm9(q)); iteration++) {
        double h[81], d[9], trial[9], slope = 0;
        neo_hookean_second(z, ratio, true, h);
        for (int k = 0; k < 9; k++) {
            h[10 * k] += weight;
            d[k] = -g[k];
        }
        for (int p = 0; p < 9; p++)
            for (int r = p + 1; r < 9; r++) {
                const double factor = h[9 * r + p] / h[10 * p];
                for (int c = p; c < 9; c++)
                    h[9 * r + c] -= factor * h[9 * p + c];
                d[r] -= factor * d[p];
            }
        for (int p = 8; p >= 0; p--) {
            for (int c = p + 1; c < 9; c++)
                d[p] -= h[9 * p + c] * d[c];
            d[p] /= h[10 * p];
        }
        for (int k = 0; k < 9; k++)
            slope += d[k] * g[k];
        double       t = 1, next[9];
        const double before = value;
        do {
            for (int k = 0; k < 9; k++)
                trial[k] = z[k] + t * d[k];
            value = prox_value(q, ratio, weight, trial, next);
            t *= 0.5;
        } while (value > before + 1e-4 * t * slope + 1e-15 * fabs(before) && t > 1e-12);
        memcpy(z, trial, sizeof trial);
        memcpy(g, next, sizeof next);
    }
    return value;
}

// Random q, many of them inverted, against nine free entries that start at q, at q turned inside out, and anywhere. Where the weight is
// small against 1/ρ there are several minima, and starting on one side of J = 0 only would find 415 instead of 439 of 450.
TEST(test_prox_against_nine_entries)
{
    static const double NU[] = {0, 0.3, 0.45}, WEIGHTS[] = {0.02, 0.1, 0.3, 1, 3, 10};
    Random              random = {77};
    int                 same[2] = {0}, inverted = 0;
    for (int n = 0; n < 50; n++)
        for (int c = 0; c < 18; c++) {
            const double ratio = 1 - 2 * NU[c % 3], weight = WEIGHTS[c / 3] * neo_hookean_bulk(ratio);
            double       q[9], z[9], g[9], cofactor[9], best = INFINITY;
            for (int k = 0; k < 9; k++)
                q[k] = (k % 4 == 0) + (n % 2 ? 2 : 0.8) * rig_random(&random);
            inverted += tetrahedron_cofactor(q, cofactor) < 0;
            neo_hookean_prox(q, ratio, weight, z);
            const double value = prox_value(q, ratio, weight, z, g);
            assert_near(norm9(g), 0, 1e-11 * (1 + weight) * (1 + norm9(q)));
            for (int start = 0; start < 4; start++) {
                double x[9];
                for (int k = 0; k < 9; k++)
                    x[k] = start == 0 ? q[k] : start == 1 ? q[k] * (k < 3 ? -1 : 1) : 1.5 * rig_random(&random);
                best = fmin(best, descend_nine(q, ratio, weight, x));
            }
            same[WEIGHTS[c / 3] >= 1] += value <= best + 1e-10 * (1 + fabs(best));
        }
    assert_true(inverted > 200 && same[0] >= 435 && same[1] == 450);
}

// Where two signs are opposite to those of q, flipping both lowers φ and does not change Ψ: no minimum has such signs.
TEST(test_prox_has_the_signs_of_q)
{
    Random random = {31};
    for (int n = 0; n < 400; n++) {
        double  q[9], z[9], product[3][3] = {{0}}, value[3]; // V diag(σ0 σ) Vᵀ, and σ0 σ
        double4 axis[3];
        for (int k = 0; k < 9; k++)
            q[k] = (k % 4 == 0) + 1.5 * rig_random(&random);
        neo_hookean_prox(q, 0.4, 0.01 * neo_hookean_bulk(0.4), z);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                for (int k = 0; k < 3; k++)
                    product[r][c] += q[3 * k + r] * z[3 * k + c];
        symmetric3_eigen((const double(*)[3])product, value, axis);
        const double min = value[0] + value[1] + value[2] - fmax(fmax(value[0], value[1]), value[2]);
        assert_true(min >= -1e-9 * norm9(product[0]));
    }
}

// At rest nothing moves, the map turns with q, and a stiff weight keeps q.
TEST(test_prox_of_known_matrices)
{
    Random random = {4};
    double z[9], q[9], turned[9], expected[9];
    neo_hookean_prox((double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1}, 0.4, 2.5, z);
    for (int k = 0; k < 9; k++)
        assert_near(z[k], k % 4 == 0, 1e-15);
    for (int n = 0; n < 20; n++) {
        const Turn turn = element_turn(&random, 0);
        for (int k = 0; k < 9; k++)
            q[k] = rig_random(&random);
        neo_hookean_prox(q, 0.4, 2.5, z);
        for (int c = 0; c < 3; c++)
            for (int r = 0; r < 3; r++) {
                turned[3 * c + r] = double4_dot(turn.row[r], (double4){q[3 * c], q[3 * c + 1], q[3 * c + 2], 0});
                expected[3 * c + r] = double4_dot(turn.row[r], (double4){z[3 * c], z[3 * c + 1], z[3 * c + 2], 0});
            }
        neo_hookean_prox(turned, 0.4, 2.5, z);
        for (int k = 0; k < 9; k++)
            assert_near(z[k], expected[k], 1e-12);
        neo_hookean_prox(q, 0.4, 1e9, z);
        for (int k = 0; k < 9; k++)
            assert_near(z[k], q[k], 1e-7);
    }
}

// ---- where it ends ----

// Elements that start at rest.
static void beam_of(Rig *rig, int kind)
{
    make_bar(rig, 6, 0.1, 0.3, kind, &ELEMENT_MATERIAL);
}

// A strip of triangles or hinges, at rest where it starts.
static void strip_of(Rig *rig, int kind)
{
    static const int     CORNERS[2][4] = {{0, 1, 2, 0}, {1, 2, 0, 3}};
    const ConstraintOps *ops = constraint_ops(kind);
    double4              x[STRING];
    for (int i = 0; i < STRING; i++) {
        x[i] = (double4){0.3 * i, 0.5 * (i % 2), 0, 0};
        rig_particle(rig, x[i].x, x[i].y, x[i].z, 0.2 + 0.01 * i);
    }
    for (int i = 0; i + ops->vertices <= STRING; i++) {
        int32_t v[CONSTRAINT_VERTICES_MAX];
        double4 rest[CONSTRAINT_VERTICES_MAX];
        double  values[CONSTRAINT_PARAMS_MAX];
        for (int j = 0; j < ops->vertices; j++) {
            v[j] = i + CORNERS[ops->vertices == 4][j];
            rest[j] = x[v[j]];
        }
        element_values(ops, rest, false, values);
        assert_ok(model_add_constraint(rig->builder, kind, v, values, 500));
    }
    for (int i = 0; i < 3; i++)
        assert_ok(model_pin(rig->builder, i));
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
}

TEST(test_limit_is_newtons)
{
    const RigRun RUNS[] = {{square_cloth, 6, "admm", "iterations=1000", H, 0, 1},
                           {square_cloth, 6, "admm", "iterations=1000 weight=2", H, 0, 1},
                           {body_of, 0, "admm", "iterations=1000 weight=0.5", H, 0, 1},
                           {strip_of, CONSTRAINT_triangle_arap, "admm", "iterations=1000 weight=0.7", H, 1, 1},
                           {strip_of, CONSTRAINT_triangle_strain, "admm", "iterations=1000 weight=0.7", H, 1, 1},
                           {strip_of, CONSTRAINT_isometric_bending, "admm", "iterations=1000 weight=0.7", H, 1, 1},
                           {beam_of, CONSTRAINT_tet_strain, "admm", "iterations=1000", H, 3, 1},
                           {beam_of, CONSTRAINT_tet_arap, "admm", "iterations=1000", H, 1, 1},
                           {beam_of, CONSTRAINT_neo_hookean, "admm", "iterations=1000", H, 1, 1},
                           {beam_of, CONSTRAINT_neo_hookean, "admm", "iterations=1000 weight=0.4", H, 1, 1},
                           {beam_of, CONSTRAINT_neo_hookean, "admm", "iterations=1000 weight=3", H, 5, 1}};
    for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++)
        assert_ends_at_newtons(&RUNS[i], BOUND(1e-10, 1e-5));
}

// ---- units, threads ----

static void scaled_string(Rig *rig, double mass, double length, int kind)
{
    const double energy = kind == CONSTRAINT_distance ? 1 : length * length; // a spring's k is in N/m, that of a tetrahedron in J
    elements_string(rig, STRING, kind, 800 * energy, mass, length);
}

TEST(test_no_units_in_it)
{
    static const int KINDS[] = {CONSTRAINT_distance, CONSTRAINT_tet_arap, CONSTRAINT_neo_hookean};
    for (int k = 0; k < 3; k++)
        assert_no_units(scaled_string, &(RigRun){NULL, KINDS[k], "admm", "iterations=20 weight=0.6", H, 0, 10}, BOUND(2e-12, 2e-3),
                        BOUND(2e-12, 2e-3));
}

TEST(test_threads_do_not_change_bits)
{
    assert_same_bits(&(RigRun){square_cloth, 6, "admm", "iterations=7 weight=0.5", H, 3, 3}, 4);
    assert_same_bits(&(RigRun){body_of, 0, "admm", "iterations=7 weight=0.5", H, 3, 3}, 4);
    assert_same_bits(&(RigRun){beam_of, CONSTRAINT_neo_hookean, "admm", "iterations=7 weight=0.5", H, 3, 3}, 4);
}
