// Vertex block descent and its acceleration against closed forms.
#include "chains.h"
#include "elements.h"
#include "laws.h"
#include "recorder.h"
#include "step/vertex_colours.h"

static const double H = 1.0 / 60;
#define PI 3.14159265358979323846

enum { KEPT_MAX = 64, CHAIN_MAX = 40 };

// The closed forms here are those of sweeps that start at y.
static void solve_from_y(Rig *rig, const char *settings, int threads)
{
    TEXT_OF(text, "start=y %s", settings);
    rig_solver(rig, "vbd", text, H, threads);
}

// A straight chain of springs of 1 m with unit masses between two pins, s = h²k/m, in its slowest mode: velocities of sin(πj/(N+1)).
static void straight_chain(Rig *rig, int inner, double s, const char *settings)
{
    for (int i = 0; i < inner + 2; i++)
        rig_particle(rig, i, 0, 0, 1);
    for (int i = 0; i <= inner; i++)
        rig_spring(rig, i, i + 1, 1, s / (H * H));
    assert_ok(model_pin(rig->builder, 0));
    assert_ok(model_pin(rig->builder, inner + 1));
    solve_from_y(rig, settings, 1);
    for (int i = 1; i <= inner; i++)
        rig_set_velocity(rig, i, 0.2 / H * sin(PI * i / (inner + 1)), 0, 0);
}

// ρ of block Jacobi: the slowest mode of (m + 2h²k)⁻¹ (h²k, 0, h²k).
static double jacobi_rate(int inner, double s)
{
    return 2 * s * cos(PI / (inner + 1)) / (1 + 2 * s);
}

// Ratio of successive moves, which in that mode is the factor of the error.
static double measured_rate(int inner, double s, const char *settings)
{
    static Recorder kept;
    RIG(rig);
    double move[2] = {0};
    straight_chain(&rig, inner, s, settings);
    rig_record(&rig, &kept, OF_SCENE);
    for (int i = 0; i < inner + 2; i++)
        for (int k = 0; k < 2; k++)
            move[k] += pow(kept.x[kept.count - 1 - k][i].x - kept.x[kept.count - 2 - k][i].x, 2);
    return sqrt(move[0] / move[1]);
}

TEST(test_rates_on_a_chain)
{
    static const struct {
        int    inner;
        double s, jacobi, sweep;
    } CASES[] = {{10, 1, 0.639661982, 0.409167452}, {30, 1000, 0.994372137, 0.988775947}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const int    n = CASES[i].inner;
        const double s = CASES[i].s, rho = jacobi_rate(n, s);
        assert_near(rho, CASES[i].jacobi, 1e-9);
        assert_near(rho * rho, CASES[i].sweep, 1e-9);
        assert_near(measured_rate(n, s, "iterations=6 sweep=jacobi omega=1"), rho, BOUND(1e-9, 2e-3));
        assert_near(measured_rate(n, s, "iterations=6 sweep=coloured"), rho * rho, BOUND(1e-9, 2e-3));
        assert_near(measured_rate(n, s, "iterations=6 sweep=jacobi omega=0.8"), 1 - 0.8 * (1 - rho), BOUND(1e-9, 2e-3));
    }
}

// Primal descent between a wall and two masses on a line: the rate of a Gauss-Seidel sweep (Macklin et al. 2020).
TEST(test_two_masses)
{
    static const double CASES[][5] = {// m1, m2, k1, k2, rate
                                      {1, 1, 1e2, 1e6, 0.992740},
                                      {1, 1, 1e6, 1e2, 2.69e-6},
                                      {1, 1000, 1e6, 1e6, 0.1085},
                                      {1000, 1, 1e6, 1e6, 0.178}};
    int                 checked = 0;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        static Recorder kept;
        const double   *c = CASES[i], a = H * H * c[2], b = H * H * c[3];
        const double    rate = b * b / ((c[0] + a + b) * (c[1] + b));
        RIG(rig);
        for (int p = 0; p < 3; p++)
            rig_particle(&rig, p, 0, 0, p == 0 ? 1 : c[p - 1]);
        rig_spring(&rig, 0, 1, 1, c[2]);
        rig_spring(&rig, 1, 2, 1, c[3]);
        assert_ok(model_pin(rig.builder, 0));
        solve_from_y(&rig, "iterations=4", 1);
        rig_set_velocity(&rig, 1, 6, 0, 0);
        rig_set_velocity(&rig, 2, -3, 0, 0);
        rig_record(&rig, &kept, OF_SCENE);
        assert_near(rate, c[4], 0.05 * c[4]);
        const double last = kept.x[3][2].x - kept.x[2][2].x, before = kept.x[2][2].x - kept.x[1][2].x;
        if (fabs(before) > BOUND(1e-9, 1e-3)) {
            assert_near(last / before, rate, BOUND(1e-3, 0.1) * rate + BOUND(1e-8, 1e-3));
            checked++;
        }
    }
    assert_in_range(checked, BOUND(4, 3), 4);
}

// ---- one move ----

// The start of the iterates: y = x_n + h v + h² a, x_n + h v, or x_n.
TEST(test_starts)
{
    static const struct {
        const char *settings;
        double      velocity, gravity; // shares of h v and h² a
    } CASES[] = {{"iterations=1", 1, 1}, {"iterations=1 start=inertial", 1, 0}, {"iterations=1 start=x_n", 0, 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        static Recorder kept;
        RIG(rig);
        rig_particle(&rig, 0.25, 0, 0, 1);
        model_set_gravity(rig.builder, (double[3]){36, 0, 0});
        solve_from_y(&rig, CASES[i].settings, 1);
        rig_set_velocity(&rig, 0, 3, 0, 0);
        rig_record(&rig, &kept, OF_SCENE);
        assert_near(kept.x[0][0].x, 0.25 + CASES[i].velocity * H * 3 + CASES[i].gravity * H * H * 36, BOUND(1e-15, 1e-7));
        assert_near(kept.x[1][0].x, 0.25 + H * 3 + H * H * 36, BOUND(1e-15, 1e-7)); // a free particle
    }
}

// A free particle, in gravity along x.
static void make_falling(Rig *rig, const char *settings)
{
    rig_particle(rig, 0.25, 0, 0, 1);
    model_set_gravity(rig->builder, (double[3]){36, 0, 0});
    solve_from_y(rig, settings, 1);
    rig_set_velocity(rig, 0, 3, 2, 0);
}

// adaptive. It starts at y in a first step and in free fall. It starts at x_n + h v where the last step did not change v, and so at x_n at
// rest. Between these it is x_n + h v plus h² a times the share of a in the last change of v, cut to [0, 1].
TEST(test_adaptive_start)
{
    static const double SHARES[][2] = {{0, 0}, {0.25, 0.25}, {1, 1}, {3, 1}, {-0.5, 0}}; // of h a in the change of v; ã
    static Recorder     kept;
    RIG(rig);
    RIG(other);
    double x = 0.25, v = 3;
    make_falling(&rig, "iterations=1 start=adaptive");
    for (int step = 0; step < 4; step++) {
        rig_record(&rig, &kept, OF_SCENE);
        v += H * 36;
        x += H * v;
        assert_near(kept.x[0][0].x, x, BOUND(1e-14, 1e-6));
        assert_near(kept.x[1][0].x, x, BOUND(1e-14, 1e-6));
    }
    for (int i = 0; i < 5; i++) {
        x = rig_position(&rig, 0).x;
        const double before = rig.state.memory[0], now = before + SHARES[i][0] * H * 36;
        rig_set_velocity(&rig, 0, now, -5 * i, 1); // components across a do not count
        rig_record(&rig, &kept, OF_SCENE);
        assert_near(kept.x[0][0].x, x + H * now + SHARES[i][1] * H * H * 36, BOUND(1e-14, 2e-6));
        assert_near(rig.state.memory[0], now, BOUND(1e-14, 1e-5));
    }
    make_falling(&other, "iterations=1 start=adaptive");
    state_copy(&rig.model, &other.state, &rig.state);
    rig_set_velocity(&rig, 0, 0, 0, 0);
    rig_set_velocity(&other, 0, 0, 0, 0);
    rig.state.memory[0] = other.state.memory[0] = 0; // it rests
    rig.state.memory[1] = other.state.memory[1] = 0;
    x = rig_position(&rig, 0).x;
    rig_record(&rig, &kept, OF_SCENE);
    assert_near(kept.x[0][0].x, x, 0);
    rig_record(&other, &kept, OF_SCENE);
    assert_near(kept.x[0][0].x, x, 0);
}

// A mass on a spring of half its length, from x_n, with a velocity across it: the displacement of the iterates along x, in units of h v. s
// = h²k/m.
static double way_across(double s, const char *settings)
{
    static Recorder kept;
    RIG(rig);
    assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
    rig_particle(&rig, 0, 0.5, 0, 1);
    rig_spring(&rig, 0, 1, 1, s / (H * H));
    solve_from_y(&rig, settings, 1);
    rig_set_velocity(&rig, 1, 6, 0, 0);
    rig_record(&rig, &kept, OF_SCENE);
    return (kept.x[1][1].x - kept.x[0][1].x) / (6 * H);
}

// The curvature of such a spring across its direction is −k. K is m − h²k by the exact rule, m where that is negative. It is m by the
// clamped rule, and m + h²k by the majorised one. The gradient is −m h v.
TEST(test_blocks_of_a_compressed_spring)
{
    static const struct {
        double      s;
        const char *settings;
        double      way;
    } CASES[] = {{0.5, "iterations=1 start=x_n block=exact", 2},
                 {4, "iterations=1 start=x_n block=exact", 1},
                 {0.5, "iterations=1 start=x_n block=clamped", 1},
                 {0.5, "iterations=1 start=x_n", 1},
                 {0.5, "iterations=1 start=x_n block=majorised", 1 / 1.5},
                 {0.5, "iterations=1 start=x_n omega=0.75", 0.75},
                 {0.5, "iterations=1 start=x_n omega=0.75 kernels=plain", 0.75}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_near(way_across(CASES[i].s, CASES[i].settings), CASES[i].way, BOUND(1e-12, 1e-5));
}

// One corner of a hinge moves by −h²k θ ∇θ/(m + h²k |∇θ|²) from y: its own block is Gauss-Newton's.
TEST(test_block_of_a_hinge)
{
    static const double X[4][3] = {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0.5, -1, 0}};
    const double        k = 2 / (H * H);
    double              rest[1] = {0}, theta;
    double4             x[4], gradient[4];
    RIG(rig);
    for (int j = 0; j < 4; j++) {
        rig_particle(&rig, X[j][0], X[j][1], X[j][2], 1);
        if (j < 3)
            assert_ok(model_pin(rig.builder, j));
    }
    assert_ok(model_add_constraint(rig.builder, CONSTRAINT_dihedral, (int32_t[]){0, 1, 2, 3}, rest, k));
    solve_from_y(&rig, "iterations=1", 1);
    rig_set_velocity(&rig, 3, 0, 0, 0.4 / H);
    for (int j = 0; j < 4; j++)
        x[rig.model.model_of[j]] = (double4){X[j][0], X[j][1], X[j][2] + (j == 3 ? 0.4 : 0), 0};
    rig.model.sets[CONSTRAINT_dihedral].ops->energy->evaluate(&rig.model.sets[CONSTRAINT_dihedral], 0, 1, x, &theta, gradient);
    const double4 slope = gradient[3];
    double4       expected = x[rig.model.model_of[3]];
    assert_true(fabs(theta) > 0.3);
    double4_add_to(&expected, -2 * theta / (1 + 2 * double4_dot(slope, slope)), slope);
    rig_steps(&rig, 1, NULL);
    assert_near(double4_norm(double4_sub(rig_position(&rig, 3), expected)), 0, BOUND(1e-12, 1e-5));
}

// A satisfied inequality has no force; a violated one has the force of the equality.
TEST(test_inequalities)
{
    static const struct {
        ConstraintSense sense;
        bool            acts; // on a spring that is too long
    } CASES[] = {{SENSE_EQUAL, true}, {SENSE_GREATER_EQUAL, false}, {SENSE_LESS_EQUAL, true}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        RIG(rig);
        assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
        rig_particle(&rig, 1.5, 0, 0, 1);
        rig_spring(&rig, 0, 1, 1, 1 / (H * H));
        rig_traits(&rig, 0, INFINITY, CASES[i].sense);
        solve_from_y(&rig, "iterations=1", 1);
        rig_steps(&rig, 1, NULL);
        assert_near(rig_position(&rig, 1).x, CASES[i].acts ? 1.25 : 1.5, BOUND(1e-14, 1e-6));
    }
}

// ---- Chebyshev ----

enum { INNER = 30, MIDDLE = INNER / 2 };

// The iterates of a chain in its slowest mode, and the limit of its middle, of a geometric series of plain iterations. Returns the error
// of the middle at the start.
static double record_slowest(double s, const char *settings, Recorder *kept, double *limit)
{
    RIG(rig);
    straight_chain(&rig, INNER, s, "iterations=1 sweep=jacobi omega=1");
    rig_record(&rig, kept, OF_SCENE);
    *limit = kept->x[0][MIDDLE].x + (kept->x[1][MIDDLE].x - kept->x[0][MIDDLE].x) / (1 - jacobi_rate(INNER, s));
    rig_renew(&rig);
    straight_chain(&rig, INNER, s, settings);
    rig_record(&rig, kept, OF_SCENE);
    return kept->x[0][MIDDLE].x - *limit;
}

// In the slowest mode the error after k iterations is exactly 1/T_k(1/ρ) = 2 r^k/(1 + r^2k) of the start.
TEST(test_chebyshev)
{
    enum { ITERATIONS = 40 };
    static Recorder kept;
    const double    s = 100, rho = jacobi_rate(INNER, s), r = rho / (1 + sqrt(1 - rho * rho));
    double          limit;
    TEXT_OF(settings, "iterations=%d sweep=jacobi omega=1 rho=%.17g", ITERATIONS, rho);
    const double start = record_slowest(s, settings, &kept, &limit);
    for (int k = 0; k <= ITERATIONS; k++)
        assert_near((kept.x[k][MIDDLE].x - limit) / start, 2 * pow(r, k) / (1 + pow(r, 2 * k)), BOUND(1e-10, 2e-3));
}

// x after so many iterations of the same recurrence for the error in one mode, which starts as 1.
static double error_after(int iterations, double rho, bool unbracketed)
{
    double older = 1, last = 1, omega = 1;
    for (int k = 0; k < iterations; k++) {
        const double next = older + omega * (rho * last - older);
        older = last;
        last = next;
        omega = k == 0 ? 2 / (2 - rho * rho) : unbracketed ? 4.0 / 4 - rho * rho * omega : 4 / (4 - rho * rho * omega);
    }
    return last;
}

// Iterations until 1e-4 of the error is left for good.
static int iterations_to_1e4(double rho, bool unbracketed)
{
    int k = 5000;
    while (fabs(error_after(k - 1, rho, unbracketed)) <= 1e-4)
        k--;
    return k;
}

// Without the brackets ω tends to 1/(1 + ρ²) and the factor of the error to (ωρ + √(ω²ρ² + 4 (1 − ω)))/2, above ρ.
TEST(test_unbracketed_recurrence)
{
    enum { MOST = 4000 };
    static Recorder kept;
    const double expected = 0.989620, share = expected / cos(PI / (INNER + 1)), s = share / (2 * (1 - share)), rho = jacobi_rate(INNER, s);
    const double omega = 1 / (1 + rho * rho), factor = (omega * rho + sqrt(omega * omega * rho * rho + 4 * (1 - omega))) / 2;
    double       limit;
    assert_near(rho, expected, 1e-12);
    assert_near(omega, 0.505217, 1e-6);
    assert_near(factor, 0.996496, 1e-6);
    TEXT_OF(settings, "iterations=%d sweep=jacobi omega=1 rho=%.17g recurrence=unbracketed", KEPT_MAX - 1, rho);
    const double start = record_slowest(s, settings, &kept, &limit);
    for (int k = 0; k < KEPT_MAX; k++)
        assert_near((kept.x[k][MIDDLE].x - limit) / start, error_after(k, rho, true), BOUND(1e-9, 2e-2));
    const double settled = pow(error_after(MOST, rho, true) / error_after(MOST - 1000, rho, true), 1e-3);
    const int    plain = (int)ceil(log(1e-4) / log(rho)), published = iterations_to_1e4(rho, false), slip = iterations_to_1e4(rho, true);
    print_message("          to 1e-4: plain %d, published %d, unbracketed %d iterations; its factor %.6f\n", plain, published, slip,
                  settled);
    assert_near(settled, factor, 1e-5);
    assert_true(published < 0.1 * plain && slip > 2.5 * plain);
}

// Of the slowest mode alone every ratio is ρ; the step after is accelerated with it.
TEST(test_estimated_rho)
{
    static Recorder kept;
    const double    s = 100, rho = jacobi_rate(INNER, s);
    RIG(rig);
    straight_chain(&rig, INNER, s, "iterations=40 sweep=jacobi omega=1 rho_from=estimated");
    const StepContext context = rig_step(&rig);
    print_message("          rho %.12f, estimated %.12f\n", rho, context.rho);
    assert_near(context.rho, rho, BOUND(1e-10, 2e-4));
    rig_record(&rig, &kept, OF_SCENE);
    const double first = fabs(kept.x[1][MIDDLE].x - kept.x[0][MIDDLE].x), last = fabs(kept.x[40][MIDDLE].x - kept.x[39][MIDDLE].x);
    assert_true(last < 0.15 * first); // 0.67 without acceleration
    rig_renew(&rig);
    // The first step is the plain one, bit for bit.
    RIG(plain);
    straight_chain(&rig, INNER, s, "iterations=12 sweep=symmetric rho_from=estimated spectrum=positive look=3");
    straight_chain(&plain, INNER, s, "iterations=12 sweep=symmetric");
    rig_steps(&rig, 1, NULL);
    rig_steps(&plain, 1, NULL);
    assert_true(rig_is_same(&rig, &plain));
}

// With their own rate as ρ, complex eigenvalues of coloured sweeps over a cloth grow: the guard finds a ρ with which all shrink.
TEST(test_estimate_on_coloured_sweeps)
{
    static const char *const WAYS[] = {"iterations=2000", "iterations=150", "iterations=150 rho_from=estimated look=10",
                                       "iterations=150 rho=0.984"};
    RIGS(rig, 4);
    for (int w = 0; w < 4; w++) {
        rig_cloth(&rig[w], 8, 1000);
        solve_from_y(&rig[w], WAYS[w], 1);
        rig_steps(&rig[w], 2, NULL);
    }
    const double plain = rig_apart(&rig[0], &rig[1]), guarded = rig_apart(&rig[0], &rig[2]), unguarded = rig_apart(&rig[0], &rig[3]);
    print_message("          plain %.3g, guarded %.3g, unguarded %.3g\n", plain, guarded, unguarded);
    assert_true(guarded < 0.6 * plain && unguarded > 100 * plain); // the first step is not accelerated, and an error remains
}

// Eigenvalues in [0, ρ]: shifted they need √2 times fewer iterations than as printed, and many fewer than none.
static double left_after(const char *settings)
{
    static Recorder kept;
    RIG(rig);
    double left = 0, start = 0, limit[CHAIN_MAX];
    straight_chain(&rig, INNER, 1000, "iterations=20000 sweep=symmetric");
    rig_steps(&rig, 1, NULL);
    for (int i = 0; i < INNER + 2; i++)
        limit[i] = rig_position(&rig, i).x;
    rig_renew(&rig);
    straight_chain(&rig, INNER, 1000, settings);
    rig_record(&rig, &kept, OF_SCENE);
    for (int i = 0; i < INNER + 2; i++) {
        left += pow(kept.x[kept.count - 1][i].x - limit[i], 2);
        start += pow(kept.x[0][i].x - limit[i], 2);
    }
    return sqrt(left / start);
}

TEST(test_chebyshev_of_symmetric_sweeps)
{
    if (sizeof(real) == sizeof(double)) { // round-off of single precision exceeds the remaining error
        const double plain = left_after("iterations=60 sweep=symmetric");
        const double printed = left_after("iterations=60 sweep=symmetric rho=0.988775947 spectrum=both_signs");
        const double shifted = left_after("iterations=60 sweep=symmetric rho=0.988775947 spectrum=positive");
        const double rho = 0.988775947 / (2 - 0.988775947), r = rho / (1 + sqrt(1 - rho * rho));
        assert_true(printed < 0.05 * plain && shifted < 0.1 * printed);
        assert_true(shifted < 4 * pow(r, 60));
    }
}

// ---- limit ----

TEST(test_limit_is_newtons)
{
    static const char *const SETTINGS[] = {"iterations=1500",
                                           "iterations=800 sweep=symmetric",
                                           "iterations=4000 sweep=jacobi",
                                           "iterations=3000 block=majorised",
                                           "iterations=1500 block=exact start=x_n",
                                           "iterations=1500 start=inertial",
                                           "iterations=600 rho=0.9"};
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++)
        assert_ends_at_newtons(&(RigRun){square_cloth, 6, "vbd", SETTINGS[i], H, 0, 2}, BOUND(1e-8, 2e-5));
}

// ---- descent ----

// Φ of an iterate; all solvers here start at y.
static double phi_of(const Recorder *r, int k)
{
    double4 gradient[CHAIN_MAX];
    assert_true(r->particles <= CHAIN_MAX && !r->has_prediction);
    return rig_objective(r->model, H, r->x[0], r->x[k], gradient);
}

// How often Φ rose in a step.
static int rises(Rig *rig)
{
    static Recorder recorder;
    int             count = 0;
    rig_record(rig, &recorder, OF_MODEL);
    for (int i = 1; i < recorder.count; i++)
        count += phi_of(&recorder, i) > phi_of(&recorder, i - 1) * (1 + BOUND(1e-12, 1e-5)) + BOUND(1e-13, 1e-6);
    return count;
}

// The bound of projective dynamics exceeds every second derivative. So neither order of moves can raise Φ, however light the particles and
// wild the motion.
TEST(test_majorised_never_rises)
{
    static const char *const SETTINGS[] = {"iterations=30 block=majorised", "iterations=30 block=majorised sweep=jacobi"};
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++)
        for (uint64_t seed = 1; seed <= 40; seed++) {
            Random random = {seed};
            RIG(rig);
            make_tangle(&rig, 1e5, NULL);
            solve_from_y(&rig, SETTINGS[i], 1);
            for (int p = 0; p < TANGLED; p++) {
                rig_push(&rig, p, &random);
                rig.state.velocity[rig.model.model_of[p]].x *= 60;
            }
            assert_int_equal(rises(&rig), 0);
        }
}

// C of a volume and of a neo-Hookean solid is affine in each single corner. One move ends where the corner's gradient is zero, and Φ falls,
// inverted or not.
static void affine_corner(int kind, uint64_t seed)
{
    const ConstraintOps *ops = constraint_ops(kind);
    Random               random = {seed};
    double4              rest[4], x[4], gradient[4] = {{0}};
    double               values[CONSTRAINT_PARAMS_MAX];
    int32_t              vertices[4];
    static Recorder      kept;
    RIG(rig);
    element_rest(ops, &random, rest);
    const double stiffness = element_values(ops, rest, true, values);
    for (int j = 0; j < 4; j++)
        x[j] = element_pushed(rest[j], 0.8, &random);
    for (int j = 0; j < 4; j++) {
        vertices[j] = rig_particle(&rig, x[j].x, x[j].y, x[j].z, 0.01);
        if (j > 0)
            assert_ok(model_pin(rig.builder, j));
    }
    assert_ok(model_add_constraint(rig.builder, kind, vertices, values, stiffness > 0 ? stiffness : 1e4));
    solve_from_y(&rig, "iterations=1", 1);
    rig_record(&rig, &kept, OF_MODEL);
    for (int j = 0; j < 4; j++)
        x[rig.model.model_of[j]] = rig_position(&rig, j);
    const int32_t corner = rig.model.model_of[0];
    model_energy(&rig.model, x, gradient);
    double4 left = double4_scale(0.01, double4_sub(x[corner], kept.x[0][corner]));
    double4_add_to(&left, H * H, gradient[corner]);
    assert_true(phi_of(&kept, 1) <= phi_of(&kept, 0) * (1 + BOUND(1e-12, 1e-5)) + BOUND(1e-15, 1e-8));
    assert_near(double4_norm(left), 0, BOUND(1e-11, 1e-3) * (1e-3 + H * H * double4_norm(gradient[corner])));
}

TEST(test_affine_kinds_in_one_move)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        affine_corner(CONSTRAINT_neo_hookean, seed);
        affine_corner(CONSTRAINT_tet_volume, seed);
    }
}

// ---- kernels ----

// Elements of a kind on a string of particles, each sharing some with those before and after it.
// mixed: with others that are computed one by one.
static void string_of(Rig *rig, int kind, bool mixed, const char *settings, int threads)
{
    enum { STRING = 61 };
    const ConstraintOps *ops = constraint_ops(kind);
    Random               random = {9};
    double4              x[STRING];
    for (int i = 0; i < STRING; i++) {
        x[i] = (double4){0.3 * i + 0.2 * rig_random(&random), rig_random(&random), rig_random(&random), 0};
        rig_particle(rig, x[i].x, x[i].y, x[i].z, 0.1 + random_unit(&random));
    }
    for (int i = 0; i + ops->vertices <= STRING; i++) {
        int32_t vertices[CONSTRAINT_VERTICES_MAX];
        element_in_a_row(i, vertices);
        if (ops->element == ELEMENT_TETRAHEDRON && double4_volume6(x[i], x[i + 1], x[i + 2], x[i + 3]) < 0) {
            vertices[2] = i + 3;
            vertices[3] = i + 2;
        }
        assert_ok(model_add_constraint(rig->builder, kind, vertices, NULL, 400 + 10 * i));
    }
    for (int i = 0; mixed && i + 3 <= STRING; i += 3)
        assert_ok(model_add_constraint(rig->builder, CONSTRAINT_triangle_area, (int32_t[]){i, i + 1, i + 2}, NULL, 100));
    assert_ok(model_pin(rig->builder, 0));
    solve_from_y(rig, settings, threads);
    for (int i = 1; i < STRING; i++)
        rig_push(rig, i, &random);
    rig_steps(rig, 3, NULL);
}

// Several particles in vector registers move as one after another do; with any number of threads, to the bit.
TEST(test_wide_kernels)
{
    static const char *const SETTINGS[] = {"iterations=7", "iterations=7 sweep=jacobi", "iterations=4 sweep=symmetric rho=0.5"};
    int                      kinds = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        if (!constraint_ops(kind)->vertex_block || !constraint_ops(kind)->vertex_block->lanes)
            continue;
        kinds++;
        for (size_t k = 0; k < 2 * (sizeof SETTINGS / sizeof *SETTINGS); k++) {
            const bool        mixed = k % 2 == 1;
            const char *const wide = SETTINGS[k / 2];
            RIG(plain);
            RIG(one);
            RIG(two);
            TEXT_OF(settings, "%s kernels=plain", wide);
            string_of(&plain, kind, mixed, settings, 1);
            string_of(&one, kind, mixed, wide, 1);
            string_of(&two, kind, mixed, wide, 3);
            const double off = rig_apart(&one, &plain);
            if (!(off < BOUND(1e-10, 2e-4)))
                fail_msg("%s, %s: wide kernels are %g m off", constraint_ops(kind)->name, wide, off);
            assert_true(rig_is_same(&one, &two));
        }
    }
    assert_in_range(kinds, 5, CONSTRAINT_KINDS);
}

// ---- damping ----

// A damped rope of length 1 that only pulls, m = 1. From slack x_n, damping acts only on the part beyond C = 0: C = C_y / (1 + h²k + hβ).
// Where it shortens so fast that damping would push, and where it ends slack, there is no force: C = C_y.
TEST(test_damped_inequality)
{
    static const double K = 100, BETA = 20;
    const double        pulled = 1 / (1 + H * H * K + H * BETA);
    const struct {
        double x, v, end;
    } CASES[] = {{0.99, 3, 1 + 0.04 * pulled}, {0.99, 0.72, 1 + 0.002 * pulled}, {1.05, -3.6, 0.99}, {1.05, -2.76, 1.004}};
    static const char *const RUNS[][2] = {{"vbd", "iterations=60"},
                                          {"vbd", "iterations=60 start=x_n"},
                                          {"vbd", "iterations=60 kernels=plain"},
                                          {"descent", "iterations=200 form=primal"},
                                          {"calm", "iterations=200"},
                                          {"avbd", "iterations=400"},
                                          {"xpbd", "iterations=20"}};
    for (size_t r = 0; r < sizeof RUNS / sizeof *RUNS; r++)
        for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
            RIG(rig);
            rig_particle(&rig, 0, 0, 0, 1);
            rig_particle(&rig, CASES[c].x, 0, 0, 1);
            rig_spring(&rig, 0, 1, 1, K);
            rig_traits(&rig, BETA, INFINITY, SENSE_LESS_EQUAL);
            assert_ok(model_pin(rig.builder, 0));
            rig_solver(&rig, RUNS[r][0], RUNS[r][1], H, 1);
            rig_set_velocity(&rig, 1, CASES[c].v, 0, 0);
            rig_steps(&rig, 1, NULL);
            if (!(fabs(rig_position(&rig, 1).x - CASES[c].end) < BOUND(1e-9, 1e-6)))
                fail_msg("%s %s, from %g at %g m/s: ends at %.9g, not %.9g", RUNS[r][0], RUNS[r][1], CASES[c].x, CASES[c].v,
                         rig_position(&rig, 1).x, CASES[c].end);
        }
}

// Flight and rotation without change of shape are not damped. A stretching spring is, as by xpbd, which is exact on one spring.
TEST(test_damping)
{
    RIG(vbd);
    RIG(xpbd);
    for (int i = 0; i < 2; i++)
        rig_particle(&vbd, i, 0, 0, 1 + i);
    rig_spring(&vbd, 0, 1, 1, 1000);
    rig_traits(&vbd, 50, INFINITY, SENSE_EQUAL);
    solve_from_y(&vbd, "iterations=20", 1);
    for (int i = 0; i < 2; i++)
        rig_set_velocity(&vbd, i, 3, -1, 2);
    rig_steps(&vbd, 60, NULL);
    for (int i = 0; i < 2; i++) {
        assert_near(rig_velocity(&vbd, i).x, 3, BOUND(1e-11, 1e-4));
        assert_near(rig_velocity(&vbd, i).z, 2, BOUND(1e-11, 1e-4));
    }
    rig_renew(&vbd);
    Rig *const pair[2] = {&vbd, &xpbd};
    for (int r = 0; r < 2; r++) {
        rig_particle(pair[r], 0, 0, 0, 1);
        rig_particle(pair[r], 1.3, 0, 0, 0.4);
        rig_spring(pair[r], 0, 1, 1, 200);
        rig_traits(pair[r], 3, INFINITY, SENSE_EQUAL);
        assert_ok(model_pin(pair[r]->builder, 0));
        rig_solver(pair[r], r == 0 ? "vbd" : "xpbd", "iterations=1", H, 1);
    }
    for (int step = 0; step < 50; step++) {
        rig_steps(&vbd, 1, NULL);
        rig_steps(&xpbd, 1, NULL);
        assert_near(rig_position(&vbd, 1).x, rig_position(&xpbd, 1).x, BOUND(1e-12, 1e-5));
    }
}

TEST(test_momentum_of_a_converged_step)
{
    assert_true(tangle_gains("vbd", "iterations=2", 2000, H, 1) > 1e-2);
    assert_near(tangle_gains("vbd", "iterations=4000", 2000, H, 1), 0, BOUND(1e-9, 1e-3));
}

TEST(test_scale)
{
    static const char *const SETTINGS[] = {"iterations=5", "iterations=5 block=exact", "iterations=5 sweep=jacobi", "iterations=5 rho=0.9"};
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++)
        assert_no_units(scaled_cloth, &(RigRun){NULL, SCALED_SPRINGS, "vbd", SETTINGS[i], H, 0, 5}, BOUND(1e-12, 1e-4), BOUND(1e-12, 1e-4));
}

// ---- colours ----

TEST(test_colours)
{
    RIG(rig);
    Incidence     incidence;
    VertexColours colours;
    rig_cloth(&rig, 20, 100);
    solve_from_y(&rig, "iterations=1", 1);
    assert_ok(incidence_of_vertices(&rig.model, &rig.arena, &incidence));
    assert_ok(vertex_colours_init(&rig.model, &incidence, &rig.arena, &colours));
    assert_ok(vertex_colours_check(&rig.model, &colours));
    assert_in_range(colours.count, 4, 9); // a square with both diagonals needs four; first fit at most one more than the most neighbours
    assert_int_equal(colours.start[colours.count], 400);
    const int32_t kept = colours.vertex[0];
    colours.vertex[0] = rig.model.sets[CONSTRAINT_distance].vertices[0] == kept ? rig.model.sets[CONSTRAINT_distance].vertices[1]
                                                                                : rig.model.sets[CONSTRAINT_distance].vertices[0];
    assert_int_equal(vertex_colours_check(&rig.model, &colours).code, STATUS_INTERNAL);
    colours.vertex[0] = kept;
    colours.start[1] = colours.start[colours.count]; // everything in the first
    colours.count = 1;
    assert_int_equal(vertex_colours_check(&rig.model, &colours).code, STATUS_INTERNAL);
}
