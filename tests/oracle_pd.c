// Options of pd besides its two steps: where the first local step starts, the damping factor of fast mass-spring, over-relaxation,
// inequalities. Compared with closed forms, the objective itself, and Newton's method.
#include "recorder.h"

static const double H = 1.0 / 60;

// ---- where the first local step starts ----

// Two unequal masses on a spring, h²k/μ = 10, turning by 3° a step about their centre of mass: the remaining share of the spin after ten
// steps of ten iterations.
static double spin_left(const char *settings)
{
    const double mass[2] = {1, 2}, reduced = 2.0 / 3, k = 10 * reduced / (H * H), turn = acos(-1) / 60 / H;
    RIG(rig);
    rig_particle(&rig, -2.0 / 3, 0, 0, mass[0]);
    rig_particle(&rig, 1.0 / 3, 0, 0, mass[1]);
    rig_spring(&rig, 0, 1, 1, k);
    TEXT_OF(text, "iterations=10 %s", settings);
    rig_solver(&rig, "pd", text, H, 1);
    rig_set_velocity(&rig, 0, 0, -2.0 / 3 * turn, 0);
    rig_set_velocity(&rig, 1, 0, 1.0 / 3 * turn, 0);
    rig_steps(&rig, 10, NULL);
    double spin = 0;
    for (int i = 0; i < 2; i++)
        spin += mass[i] * double4_cross(rig_position(&rig, i), rig_velocity(&rig, i)).z;
    return spin / (reduced * turn);
}

// The same rod in one complex number, straight from the formulas: the difference d of the two positions is a particle of mass μ.
static double twin_spin_left(bool from_start)
{
    const double ratio = 10, theta = acos(-1) / 60; // v is h times the velocity
    double       d[2] = {1, 0}, v[2] = {0, theta};
    for (int step = 0; step < 10; step++) {
        const double y[2] = {d[0] + v[0], d[1] + v[1]};
        double       x[2] = {from_start ? d[0] : y[0], from_start ? d[1] : y[1]};
        for (int iteration = 0; iteration < 10; iteration++) {
            const double length = hypot(x[0], x[1]);
            for (int k = 0; k < 2; k++)
                x[k] = (y[k] + ratio * x[k] / length) / (1 + ratio);
        }
        for (int k = 0; k < 2; k++) {
            v[k] = x[k] - d[k];
            d[k] = x[k];
        }
    }
    return (d[0] * v[1] - d[1] * v[0]) / theta;
}

TEST(test_first_local_step_starts_at_y)
{
    assert_near(twin_spin_left(false), 0.975, 5e-4);
    assert_near(twin_spin_left(true), 0.008, 5e-4);
    assert_near(spin_left(""), twin_spin_left(false), BOUND(1e-10, 2e-4)); // the default
    assert_near(spin_left("start=y"), twin_spin_left(false), BOUND(1e-10, 2e-4));
    assert_near(spin_left("start=x_n"), twin_spin_left(true), BOUND(1e-10, 2e-4));
}

// ---- the objective, from the observer's values ----

enum { SIDE = 6, PARTICLES = SIDE * SIDE };

static void make_cloth(Rig *rig, const char *settings, int threads)
{
    rig_cloth(rig, SIDE, 60);
    rig_solver(rig, "pd", settings, H, threads);
    rig_push_all(rig, 1);
}

// Φ falls in every iteration, whatever the start and for every ω in (0, 2). With a damping factor it is Φ for the observer's y.
TEST(test_objective_falls)
{
    static const char *const SETTINGS[] = {
        "",          "omega=0.05",          "omega=0.5",   "omega=1.5",           "omega=1.9",
        "start=x_n", "start=x_n omega=1.8", "inertia=0.6", "inertia=0 omega=1.7", "inertia=0.9 start=x_n"};
    for (size_t s = 0; s < sizeof SETTINGS / sizeof *SETTINGS; s++) {
        static Recorder recorder;
        RIG(rig);
        TEXT_OF(text, "iterations=20 %s", SETTINGS[s]);
        make_cloth(&rig, text, 1);
        for (int step = 0; step < 4; step++) {
            double  first = 0, phi = INFINITY;
            double4 gradient[PARTICLES];
            rig_record(&rig, &recorder, OF_MODEL);
            assert_int_equal(recorder.count, 21);
            for (int i = 0; i < recorder.count; i++) {
                const double now = rig_objective(&rig.model, H, recorder.y, recorder.x[i], gradient);
                assert_true(now <= phi * (1 + BOUND(1e-12, 1e-5)));
                phi = now;
                first = i == 0 ? now : first;
            }
            assert_true(phi < 0.99 * first);
        }
    }
}

// The observer receives x_n, v_n, and y with the damping factor in it; the first iterate is y, or x_n when it starts there.
TEST(test_arguments_of_the_observer)
{
    static const struct {
        const char *settings;
        double      factor;
        bool        from_start;
    } CASES[] = {{"", 1, false}, {"start=x_n", 1, true}, {"inertia=0.7", 0.7, false}, {"inertia=0.7 start=x_n", 0.7, true}};
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
        static Recorder recorder;
        RIG(rig);
        make_cloth(&rig, CASES[c].settings, 2);
        double4 x[PARTICLES], v[PARTICLES];
        for (int i = 0; i < PARTICLES; i++) {
            x[i] = double4_from(rig.state.position[i]);
            v[i] = double4_from(rig.state.velocity[i]);
        }
        rig_record(&rig, &recorder, OF_MODEL);
        assert_true(recorder.has_prediction == (CASES[c].factor < 1));
        for (int i = 0; i < PARTICLES; i++) {
            double4 y = x[i];
            double4_add_to(&y, CASES[c].factor * H, v[i]);
            if (rig.model.inverse_mass[i] > 0)
                y.y -= H * H * 9.81;
            assert_near(double4_norm(double4_sub(recorder.start[i], x[i])), 0, 0);
            assert_near(double4_norm(double4_sub(recorder.velocity[i], v[i])), 0, 0);
            assert_near(double4_norm(double4_sub(recorder.y[i], y)), 0, BOUND(1e-15, 3e-7));
            assert_near(double4_norm(double4_sub(recorder.x[0][i], CASES[c].from_start ? x[i] : y)), 0, BOUND(1e-15, 3e-7));
        }
    }
}

// Converged, every start and every ω end at the same point, where the gradient of Φ vanishes; d changes the point, not that.
TEST(test_limit)
{
    static const char *const SETTINGS[][2] = {{"iterations=3000", "iterations=3000 start=x_n"},
                                              {"iterations=3000", "iterations=2000 omega=1.6"},
                                              {"iterations=3000 inertia=0.8", "iterations=1500 omega=1.9 inertia=0.8 start=x_n"}};
    for (size_t s = 0; s < sizeof SETTINGS / sizeof *SETTINGS; s++) {
        RIGS(rig, 2);
        for (int i = 0; i < 2; i++) {
            make_cloth(&rig[i], SETTINGS[s][i], 1);
            rig_steps(&rig[i], 3, NULL);
        }
        assert_near(rig_apart(&rig[0], &rig[1]), 0, BOUND(1e-9, 2e-5));
    }
}

// ---- over-relaxation ----

// The first iterate with ω is at ω of the way from y to the first iterate without it; ω = 1 changes nothing.
TEST(test_over_relaxation)
{
    static Recorder plain, one, relaxed;
    RIGS(rig, 3);
    make_cloth(&rig[0], "iterations=3", 1);
    make_cloth(&rig[1], "iterations=3 omega=1", 1);
    make_cloth(&rig[2], "iterations=3 omega=1.5", 1);
    rig_record(&rig[0], &plain, OF_MODEL);
    rig_record(&rig[1], &one, OF_MODEL);
    rig_record(&rig[2], &relaxed, OF_MODEL);
    assert_true(plain.count == 4 && one.count == 4);
    assert_memory_equal(plain.values, one.values, (size_t)plain.used * sizeof *plain.values);
    double moved = 0;
    for (int i = 0; i < PARTICLES; i++) {
        double4       x = plain.x[0][i];
        const double4 step = double4_sub(plain.x[1][i], plain.x[0][i]);
        double4_add_to(&x, 1.5, step);
        assert_near(double4_norm(double4_sub(relaxed.x[1][i], x)), 0, BOUND(1e-14, 5e-7));
        moved = fmax(moved, double4_norm(step));
    }
    assert_true(moved > 1e-4);
}

// ---- the damping factor ----

// Free flight: v' = d v + h a, so that v_n = dⁿ v0 + h a (1 − dⁿ)/(1 − d). d = 1 damps nothing.
TEST(test_damping_factor)
{
    static const double FACTORS[] = {0.9, 0, 1};
    for (int f = 0; f < 3; f++) {
        const double d = FACTORS[f], g[3] = {0.3, -9.81, 0.2}, v0[3] = {1, 2, -3};
        RIG(rig);
        TEXT_OF(text, "iterations=3 inertia=%g", d);
        rig_particle(&rig, 0, 1, 0, 0.5);
        rig_particle(&rig, 0.5, 1, 0, 1.5);
        rig_spring(&rig, 0, 1, 0, 100);
        model_set_gravity(rig.builder, g);
        rig_solver(&rig, "pd", text, 0.01, 1);
        for (int i = 0; i < 2; i++)
            rig_set_velocity(&rig, i, v0[0], v0[1], v0[2]);
        double x[3] = {0, 1, 0};
        for (int n = 1; n <= 40; n++) {
            rig_steps(&rig, 1, NULL);
            const double4 q = rig_position(&rig, 0), w = rig_velocity(&rig, 1);
            const double  position[3] = {q.x, q.y, q.z}, velocity[3] = {w.x, w.y, w.z};
            const double  kept = pow(d, n), sum = d < 1 ? (1 - kept) / (1 - d) : n;
            for (int k = 0; k < 3; k++) {
                const double v = kept * v0[k] + 0.01 * g[k] * sum;
                x[k] += 0.01 * v;
                assert_near(velocity[k], v, BOUND(1e-11, 3e-3));
                assert_near(position[k], x[k], BOUND(1e-12, 1e-4));
            }
        }
    }
}

// ---- inequalities ----

// A stop: two masses that fly at each other are free until they are closer than its length, and then push each other away.
TEST(test_stop)
{
    RIG(rig);
    rig_particle(&rig, 0, 0, 0, 1);
    rig_particle(&rig, 2, 0, 0, 3);
    rig_spring(&rig, 0, 1, 1, 2000);
    rig_traits(&rig, 0, INFINITY, SENSE_GREATER_EQUAL);
    rig_attachment(&rig, 0, (double[3]){9, 9, 9}, 100); // never violated: |x − p| ≥ 0
    rig_traits(&rig, 0, INFINITY, SENSE_GREATER_EQUAL);
    rig_solver(&rig, "pd", "iterations=20", H, 1);
    rig_set_velocity(&rig, 0, 3, 0, 0);
    rig_set_velocity(&rig, 1, -1, 0, 0);
    rig_steps(&rig, 15, NULL); // exactly touching
    assert_near(rig_position(&rig, 0).x, 0.75, BOUND(1e-13, 3e-5));
    assert_near(rig_position(&rig, 1).x, 1.75, BOUND(1e-13, 3e-5));
    double nearest = 1;
    for (int i = 0; i < 60; i++) {
        rig_steps(&rig, 1, NULL);
        nearest = fmin(nearest, rig_position(&rig, 1).x - rig_position(&rig, 0).x);
    }
    assert_true(nearest > 0.9);
    assert_true(rig_velocity(&rig, 1).x - rig_velocity(&rig, 0).x > 0.1); // apart again, more slowly than before
    assert_true(rig_velocity(&rig, 1).x - rig_velocity(&rig, 0).x < 4);
    assert_near(rig_velocity(&rig, 0).x + 3 * rig_velocity(&rig, 1).x, 0, BOUND(1e-11, 1e-3));
}

// A rope thrown towards its pin: pd run to convergence and newton agree in every step, slack, caught and swinging.
static void make_rope(Rig *rig, const char *solver, const char *settings)
{
    enum { LINKS = 5 };
    assert_ok(model_pin(rig->builder, rig_particle(rig, 0, 0, 0, 1)));
    for (int i = 1; i <= LINKS; i++) {
        rig_particle(rig, 0.2 * i, 0, 0, 0.1 + 0.05 * i);
        rig_spring(rig, i - 1, i, 0.2, 60 + 10 * i);
        rig_traits(rig, 0, INFINITY, SENSE_LESS_EQUAL);
    }
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
    rig_solver(rig, solver, settings, H, 1);
    for (int i = 1; i <= LINKS; i++)
        rig_set_velocity(rig, i, -2, 1.5, 0.1 * i);
}

TEST(test_rope_agrees_with_newton)
{
    RIG(pd);
    RIG(newton);
    double pulled = 0;
    make_rope(&pd, "pd", "iterations=4000");
    make_rope(&newton, "newton", "iterations=200");
    for (int step = 0; step < 40; step++) {
        rig_steps(&pd, 1, NULL);
        rig_steps(&newton, 1, NULL);
        assert_near(rig_apart(&pd, &newton), 0, BOUND(1e-8, 1e-4));
        pulled = fmax(pulled, double4_norm(double4_sub(rig_position(&pd, 0), rig_position(&pd, 1))) - 0.2);
    }
    assert_true(pulled > 1e-3); // it was taut at some time
}

// ---- Chebyshev acceleration ----

// The remaining distance to Newton's step after the iterations, relative to that at y.
static double left_after(int iterations, const char *settings)
{
    enum { ACROSS = 16 };
    RIGS(rig, 3);
    double left[2] = {0, 0};
    TEXT_OF(text, "iterations=%d %s", iterations, settings);
    for (int r = 0; r < 3; r++) {
        Random random = {3};
        rig_cloth(&rig[r], ACROSS, 400);
        rig_solver(&rig[r], r == 0 ? "newton" : r == 1 ? "pd" : "xpbd", r == 0 ? "iterations=100" : r == 1 ? text : "iterations=1", H, 1);
        for (int p = 0; p < ACROSS * (ACROSS - 1); p++)
            rig_push(&rig[r], p, &random);
    }
    for (int p = 0; p < ACROSS * ACROSS; p++) { // y
        double4 y = rig_position(&rig[2], p);
        double4_add_to(&y, H, rig_velocity(&rig[2], p));
        y.y -= 9.81 * H * H;
        if (y.w > 0)
            rig_place(&rig[2], rig[2].model.model_of[p], y);
    }
    rig_steps(&rig[0], 1, NULL);
    rig_steps(&rig[1], 1, NULL);
    for (int p = 0; p < ACROSS * ACROSS; p++)
        for (int r = 1; r < 3; r++) {
            const double4 d = double4_sub(rig_position(&rig[r], p), rig_position(&rig[0], p));
            left[r - 1] += double4_dot(d, d);
        }
    return sqrt(left[0] / left[1]);
}

TEST(test_chebyshev)
{
    const double plain = left_after(60, ""), printed = left_after(60, "rho=0.97"), shifted = left_after(60, "rho=0.97 spectrum=positive");
    print_message("PD leaves %.3g, %.3g and %.3g\n", plain, printed, shifted);
    assert_true(printed < 0.3 * plain && shifted < printed);
    assert_near(left_after(1500, "rho=0.97"), 0, BOUND(1e-10, 1e-3));
    assert_near(left_after(60, "rho=0"), plain, 0);
}
