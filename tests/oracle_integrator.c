// The integrators against closed forms: an oscillator, free fall, and the properties common to all solvers.
#include <complex.h>

#include "laws.h"
#include "metrics_log.h"

static const char *const INTEGRATORS[] = {"euler", "bdf2", "midpoint"};
enum { EULER, BDF2, MIDPOINT, ALL };

// The position after a step on a straight chain, for solvers that converge there, xpbd included.
static const char *const SOLVERS[][2] = {{"newton", "tolerance=1e-13"},
                                         {"pd", "iterations=1500"},
                                         {"pd", "iterations=300 rho=0.9"},
                                         {"xpbd", "iterations=1500"},
                                         {"vbd", "iterations=1500"},
                                         {"vbd", "iterations=1500 start=inertial"},
                                         {"vbd", "iterations=1500 start=x_n"},
                                         {"xpbd_direct", "iterations=30"},
                                         {"lbfgs", "iterations=200"},
                                         {"pncg", "iterations=1000"},
                                         {"newton", "tolerance=1e-13 linsys=pcg forcing=root"},
                                         {"admm", "iterations=1500"},
                                         {"descent", "iterations=3000 form=primal"},
                                         {"calm", "iterations=3000"}};
enum { SOLVER_COUNT = sizeof SOLVERS / sizeof *SOLVERS };

static void begin(Rig *rig, const char *solver, const char *settings, int integrator, double h, int threads)
{
    TEXT_OF(text, "%s integrator=%s", settings, INTEGRATORS[integrator]);
    rig_solver(rig, solver, text, h, threads);
}

// ---- the oscillator ----

// A mass of 1 kg at 1 m from its point, ω = 1/s.
static void pull(Rig *rig, const char *solver, int integrator, double h)
{
    rig_attachment(rig, rig_particle(rig, 1, 0, 0, 1), (double[3]){0, 0, 0}, 1);
    begin(rig, solver, "", integrator, h, 1);
}

static void follow(const char *solver, int integrator, double h, int steps, double *x, double *v)
{
    RIG(rig);
    pull(&rig, solver, integrator, h);
    for (int n = 0; n <= steps; n++) {
        x[n] = rig_position(&rig, 0).x;
        v[n] = (double)rig.state.velocity[0].x;
        if (n < steps)
            rig_steps(&rig, 1, NULL);
    }
}

static const double WIDTHS[] = {0.1, 1, 10};
enum { WIDTH_COUNT = 3, STEPS = 40 };
static const char *const EXACT[] = {"newton", "xpbd_direct", "pd", "vbd"};
enum { EXACT_COUNT = 4 };

TEST(test_euler_is_the_power_of_a_number)
{
    static const double KEPT[] = {0.990099, 0.5, 0.009901};
    for (int s = 0; s < EXACT_COUNT; s++)
        for (int w = 0; w < WIDTH_COUNT; w++) {
            double               x[STEPS + 1], v[STEPS + 1];
            double complex       power = 1;
            const double complex z = 1 / (1 - I * WIDTHS[w]);
            follow(EXACT[s], EULER, WIDTHS[w], 12, x, v);
            for (int n = 0; n <= 12; n++, power *= z) {
                assert_near(x[n], creal(power), BOUND(1e-12, 1e-5) * cabs(power));
                assert_near(v[n], -cimag(power), BOUND(1e-12, 1e-5) * cabs(power)); // x = Re zⁿ, v = −Im zⁿ with ω = 1
            }
            assert_near(cabs(z) * cabs(z), KEPT[w], 5e-7);
        }
}

// (9 + 4ω²h²) x_{n+4} = 24 x_{n+3} − 22 x_{n+2} + 8 x_{n+1} − x_n, the roots of ((3z² − 4z + 1)/2)² + ω²h² z⁴ = 0; of the slow pair
// x_n² − x_{n−1} x_{n+1} falls by |z|² a step.
TEST(test_bdf2_is_a_sum_of_powers_of_four_roots)
{
    static const double KEPT[] = {0.999951, 0.871088, 0.090450};
    for (int s = 0; s < EXACT_COUNT; s++)
        for (int w = 0; w < WIDTH_COUNT; w++) {
            double         x[STEPS + 1], v[STEPS + 1];
            const double   q = 4 * WIDTHS[w] * WIDTHS[w], ends = 30;
            double complex z = (2 + csqrt(1 + 2 * I * WIDTHS[w])) / (3 - 2 * I * WIDTHS[w]);
            follow(EXACT[s], BDF2, WIDTHS[w], STEPS, x, v);
            for (int n = 0; n + 4 <= STEPS; n++)
                assert_near(x[n + 4], (24 * x[n + 3] - 22 * x[n + 2] + 8 * x[n + 1] - x[n]) / (9 + q),
                            BOUND(1e-12, 4e-6) * (fabs(x[n]) + fabs(x[n + 1]) + fabs(x[n + 2]) + fabs(x[n + 3])));
            const int    m = (int)ends;
            const double now = x[m] * x[m] - x[m - 1] * x[m + 1], next = x[m + 1] * x[m + 1] - x[m] * x[m + 2];
            assert_near(next / now, cabs(z) * cabs(z), BOUND(1e-6, 2e-2) * cabs(z) * cabs(z));
            assert_near(cabs(z) * cabs(z), KEPT[w], 5e-7);
        }
}

TEST(test_bdf2_starts_with_euler)
{
    for (int s = 0; s < EXACT_COUNT; s++)
        for (int w = 0; w < WIDTH_COUNT; w++) {
            double x[2][3], v[2][3];
            for (int i = 0; i < 2; i++)
                follow(EXACT[s], i, WIDTHS[w], 2, x[i], v[i]);
            assert_true(x[0][1] == x[1][1] && v[0][1] == v[1][1]);
            assert_true(x[0][2] != x[1][2]);
            assert_near(v[1][2] * WIDTHS[w], (3 * x[1][2] - 4 * x[1][1] + x[1][0]) / 2, BOUND(1e-13, 1e-6));
        }
}

TEST(test_midpoint_turns)
{
    for (int s = 0; s < EXACT_COUNT; s++)
        for (int w = 0; w < WIDTH_COUNT; w++) {
            double               x[STEPS + 1], v[STEPS + 1];
            double complex       power = 1;
            const double complex z = (1 + I * WIDTHS[w] / 2) / (1 - I * WIDTHS[w] / 2);
            follow(EXACT[s], MIDPOINT, WIDTHS[w], STEPS, x, v);
            for (int n = 0; n <= STEPS; n++, power *= z) {
                assert_near(x[n], creal(power), BOUND(1e-12, 3e-5));
                assert_near(x[n] * x[n] + v[n] * v[n], 1, BOUND(1e-13, 2e-5));
            }
        }
}

// Of the position after two seconds, by halving h twice.
TEST(test_orders)
{
    for (int integrator = 0; integrator < ALL; integrator++) {
        double error[3];
        for (int k = 0; k < 3; k++) {
            enum { MOST = 200 };
            double    x[MOST + 1], v[MOST + 1];
            const int steps = 50 << k;
            follow("newton", integrator, 2.0 / steps, steps, x, v);
            error[k] = fabs(x[steps] - cos(2));
        }
        const double want = integrator == EULER ? 1 : 2;
        assert_near(log2(error[0] / error[1]), want, BOUND(0.12, 0.3));
        if (sizeof(real) == sizeof(double))
            assert_near(log2(error[1] / error[2]), want, 0.06);
    }
}

// ---- free fall ----

TEST(test_falls)
{
    const double h = 1.0 / 64, g = -9.81, up = 2;
    for (int s = 0; s < SOLVER_COUNT; s++)
        for (int integrator = 0; integrator < ALL; integrator++) {
            RIG(rig);
            double x[21];
            for (int i = 0; i < 2; i++)
                assert_ok(model_add_particle(rig.builder, (double[3]){i, 0, 0}, (double[3]){3, up, 0}, 1 + i));
            rig_spring(&rig, 0, 1, 0, 50);
            model_set_gravity(rig.builder, (double[3]){0, g, 0});
            begin(&rig, SOLVERS[s][0], SOLVERS[s][1], integrator, h, 1);
            for (int n = 0; n <= 20; n++) {
                const double t = n * h;
                x[n] = rig_position(&rig, 1).y;
                assert_near((double)rig.state.velocity[rig.model.model_of[1]].y, up + g * t, BOUND(2e-12, 1e-5));
                if (integrator == EULER)
                    assert_near(x[n], up * t + g * t * (t + h) / 2, BOUND(1e-12, 1e-5));
                if (integrator == MIDPOINT)
                    assert_near(x[n], up * t + g * t * t / 2, BOUND(1e-12, 1e-5));
                if (integrator == BDF2 && n > 1)
                    assert_near(3 * x[n] - 4 * x[n - 1] + x[n - 2], 2 * h * (up + g * t), BOUND(1e-12, 2e-6));
                rig_steps(&rig, 1, NULL);
            }
        }
}

// ---- all solvers ----

enum { LINKS = 6 };

// A straight chain that hangs, from a pin that moves up; β: damping of its springs.
static void hang(Rig *rig, double damping)
{
    const ScriptPart lift = {.act = SCRIPT_MOVE, .ease = SCRIPT_LINEAR, .from = 0, .to = 10, .vector = {0, 6, 0}};
    int32_t          script = -1;
    for (int i = 0; i <= LINKS; i++)
        rig_particle(rig, 0, -i, 0, 0.2 + 0.1 * i);
    for (int i = 0; i < LINKS; i++) {
        rig_spring(rig, i, i + 1, 0, 300);
        if (damping > 0)
            rig_traits(rig, damping, INFINITY, SENSE_EQUAL);
    }
    assert_ok(model_add_script(rig->builder, &lift, 1, INFINITY, &script));
    assert_ok(model_pin_scripted(rig->builder, 0, script));
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
}

static const double H = 1.0 / 32;

TEST(test_solvers_agree)
{
    for (int integrator = 0; integrator < ALL; integrator++) {
        double y[LINKS + 1] = {0}, speed[LINKS + 1] = {0};
        for (int s = 0; s < SOLVER_COUNT; s++) {
            RIG(rig);
            hang(&rig, 0);
            begin(&rig, SOLVERS[s][0], SOLVERS[s][1], integrator, H, 1);
            rig_steps(&rig, 5, NULL);
            for (int i = 0; i <= LINKS; i++) {
                const double at = rig_position(&rig, i).y, v = (double)rig.state.velocity[rig.model.model_of[i]].y;
                if (s == 0)
                    y[i] = at, speed[i] = v;
                assert_near(at, y[i], BOUND(1e-9, 2e-5));
                assert_near(v, speed[i], BOUND(1e-7, 2e-3));
            }
            assert_near(rig_position(&rig, 0).y, 0.6 * 5 * H, BOUND(1e-14, 1e-7)); // the pin is where its script has it
            assert_near((double)rig.state.velocity[rig.model.model_of[0]].y, 0.6, BOUND(1e-12, 1e-4));
        }
    }
}

// The two that damp: β acts on the velocity at u.
TEST(test_damping_agrees)
{
    for (int integrator = 0; integrator < ALL; integrator++) {
        static const char *const DAMPING[][2] = {{"xpbd_direct", "iterations=30"}, {"xpbd", "iterations=2500"}, {"vbd", "iterations=2500"}};
        double                   y[LINKS + 1] = {0};
        for (int s = 0; s < 3; s++) {
            RIG(rig);
            hang(&rig, 4);
            begin(&rig, DAMPING[s][0], DAMPING[s][1], integrator, H, 1);
            rig_steps(&rig, 5, NULL);
            for (int i = 0; i <= LINKS; i++) {
                y[i] = s == 0 ? rig_position(&rig, i).y : y[i];
                assert_near(rig_position(&rig, i).y, y[i], BOUND(1e-9, 2e-5));
            }
        }
    }
}

// A damped oscillator of midpoint: m v' = −k x − β v at the middle.
TEST(test_damped_oscillator)
{
    const double h = 0.25, k = 3, beta = 0.8;
    RIG(rig);
    double        x = 0.5, v = 0;
    const int32_t pin = rig_particle(&rig, 0, 0, 0, 1), mass = rig_particle(&rig, 1.5, 0, 0, 1);
    rig_spring(&rig, pin, mass, 1, k);
    rig_traits(&rig, beta, INFINITY, SENSE_EQUAL);
    assert_ok(model_pin(rig.builder, pin));
    begin(&rig, "vbd", "iterations=3", MIDPOINT, h, 1);
    for (int n = 0; n < 20; n++) {
        const double mean = (v - h / 2 * k * x) / (1 + h / 2 * beta + h * h / 4 * k);
        x += h * mean;
        v = 2 * mean - v;
        rig_steps(&rig, 1, NULL);
        assert_near(rig_position(&rig, mass).x, 1 + x, BOUND(1e-13, 1e-5));
        assert_near((double)rig.state.velocity[rig.model.model_of[mass]].x, v, BOUND(1e-12, 1e-4));
    }
}

// A step with substeps is as many steps, but for the start of bdf2: euler in the whole first step.
TEST(test_substeps_are_steps)
{
    for (int integrator = 0; integrator < ALL; integrator++)
        for (int s = 0; s < 2; s++) {
            static const char *const SETTINGS[2][2] = {{"iterations=4 substeps=3", "iterations=4"},
                                                       {"iterations=9 substeps=3", "iterations=9"}};
            const char              *solver = s ? "xpbd_direct" : "xpbd";
            RIG(parts);
            RIG(steps);
            hang(&parts, 0);
            hang(&steps, 0);
            begin(&parts, solver, SETTINGS[s][0], integrator, 3 * H, 1);
            begin(&steps, solver, SETTINGS[s][1], integrator, H, 1);
            for (int n = 0; n < 12; n++) {
                steps.state.past.h = n < 3 ? 0 : steps.state.past.h;
                rig_steps(&steps, 1, NULL);
            }
            rig_steps(&parts, 4, NULL);
            for (int i = 0; i <= LINKS; i++)
                assert_near(rig_position(&parts, i).y, rig_position(&steps, i).y, BOUND(1e-13, 1e-6));
        }
}

// λ/h_e² of a converged step is k C where Φ was minimised.
TEST(test_multipliers_are_forces)
{
    static const char *const DUAL[][2] = {{"xpbd", "iterations=3000"}, {"xpbd_direct", "iterations=30"}};
    for (int s = 0; s < 2; s++) {
        RIG(rig);
        hang(&rig, 0);
        begin(&rig, DUAL[s][0], DUAL[s][1], BDF2, H, 1);
        rig_steps(&rig, 4, NULL);
        const double         h = integrator_length(INTEGRATOR_BDF2, true, H);
        const ConstraintSet *set = &rig.model.sets[CONSTRAINT_distance];
        for (int32_t i = 0; i < set->count; i++) {
            const double stretch = rig_position(&rig, set->origin[i]).y - rig_position(&rig, set->origin[i] + 1).y - 1;
            assert_near(-rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, i, 0) / (h * h), 300 * stretch, BOUND(1e-7, 2e-2));
        }
    }
}

// ---- observers ----

TEST(test_observers_see_the_same_objective)
{
    for (int integrator = 0; integrator < ALL; integrator++) {
        double objective = 0;
        for (int s = 0; s < SOLVER_COUNT; s++) {
            RIG(rig);
            MetricsLog log;
            hang(&rig, 0);
            begin(&rig, SOLVERS[s][0], SOLVERS[s][1], integrator, H, 1);
            metrics_log(&log, &rig);
            log.convergence.state = &rig.state;
            rig_steps(&rig, 3, NULL);
            StepContext context = {.observer = &log.convergence.base};
            rig_steps(&rig, 1, &context);
            assert_true(log.last.gradient < BOUND(1e-8, 1e-3) * log.first.gradient || log.last.gradient < BOUND(1e-10, 2e-5));
            objective = s == 0 ? log.last.objective : objective;
            assert_near(log.last.objective, objective, BOUND(1e-10, 1e-4) * objective);
            const double ratio = convergence_objective_ratio(&log.convergence, &rig.state);
            assert_true(ratio > 0 && ratio < 1);
        }
    }
}

// ---- states ----

TEST(test_continues_from_a_state)
{
    for (int s = 0; s < SOLVER_COUNT; s++)
        for (int integrator = 0; integrator < ALL; integrator++) {
            RIG(whole);
            RIG(rest);
            char   hash[2][33];
            double x[LINKS + 1][3], v[LINKS + 1][3];
            hang(&whole, 0);
            hang(&rest, 0);
            begin(&whole, SOLVERS[s][0], SOLVERS[s][1], integrator, H, 1);
            begin(&rest, SOLVERS[s][0], SOLVERS[s][1], integrator, H, 1);
            rig_steps(&whole, 3, NULL);
            state_get(&whole.model, &whole.state, x, v);
            state_set(&rest.model, &rest.state, (const double(*)[3])x, (const double(*)[3])v);
            assert_true(state_knows_past(&whole.state) == (integrator == BDF2));
            if (integrator == BDF2) {
                state_get_past(&whole.model, &whole.state, x, v);
                state_set_past(&rest.model, &rest.state, (const double(*)[3])x, (const double(*)[3])v);
            }
            rest.state.past.h = whole.state.past.h;
            rest.state.step = whole.state.step;
            rig_steps(&whole, 3, NULL);
            rig_steps(&rest, 3, NULL);
            rig_hash(&whole, hash[0]);
            rig_hash(&rest, hash[1]);
            assert_string_equal(hash[0], hash[1]);
            if (integrator == BDF2) {
                whole.state.past.velocity[2].y += 1;
                rig_hash(&whole, hash[1]);
                assert_string_not_equal(hash[0], hash[1]);
            }
        }
}

TEST(test_bits_do_not_depend_on_threads)
{
    static const char *const PARALLEL[][2] = {
        {"pd", "iterations=5"}, {"vbd", "iterations=5"}, {"xpbd", "iterations=5 substeps=2"}, {"xpbd", "iterations=5 sweep=jacobi"}};
    for (int s = 0; s < 4; s++)
        for (int integrator = 0; integrator < ALL; integrator++) {
            TEXT_OF(settings, "%s integrator=%s", PARALLEL[s][1], INTEGRATORS[integrator]);
            assert_same_bits(&(RigRun){square_cloth, 6, PARALLEL[s][0], settings, H, 0, 6}, 3);
        }
}

static void scaled_chain(Rig *rig, double mass, double length, int unused)
{
    for (int i = 0; i < 3; i++)
        rig_particle(rig, 0, -i * length, 0, mass);
    for (int i = 0; i < 2; i++)
        rig_spring(rig, i, i + 1, 0, 200 * mass);
    assert_ok(model_pin(rig->builder, 0));
    model_set_gravity(rig->builder, (double[3]){0, -9.81 * length, 0});
}

TEST(test_scales)
{
    static const char *const SETTINGS[] = {"iterations=6 integrator=euler", "iterations=6 integrator=bdf2",
                                           "iterations=6 integrator=midpoint"};
    for (int i = 0; i < 3; i++)
        assert_no_units(scaled_chain, &(RigRun){NULL, 0, "vbd", SETTINGS[i], H, 0, 6}, BOUND(1e-12, 1e-5), BOUND(1e-12, 1e-5));
}

// ---- rejected settings ----

static Status refusal(Rig *rig, const char *solver, Integrator integrator, bool contact)
{
    assert_ok(model_build(rig->builder, PARTICLE_ORDER_NONE, &rig->arena, &rig->model));
    rig->model.integrator = integrator;
    return solver_refuse_integrator(&rig->model, solver_find(solver), contact);
}

TEST(test_refusals)
{
    for (int hard = 0; hard < 2; hard++)
        for (int breakable = 0; breakable < 2; breakable++) {
            RIG(rig);
            rig_spring(&rig, rig_particle(&rig, 0, 0, 0, 1), rig_particle(&rig, 1, 0, 0, 1), 0, hard ? INFINITY : 10);
            if (breakable)
                rig_traits(&rig, 0, 5, SENSE_EQUAL);
            assert_ok(refusal(&rig, "xpbd", INTEGRATOR_EULER, true));
            assert_ok(refusal(&rig, "pbd", INTEGRATOR_EULER, false));
            assert_int_equal(refusal(&rig, "xpbd", INTEGRATOR_BDF2, true).code, STATUS_UNSUPPORTED);
            assert_int_equal(refusal(&rig, "xpbd", INTEGRATOR_MIDPOINT, true).code, STATUS_UNSUPPORTED);
            assert_int_equal(refusal(&rig, "xpbd", INTEGRATOR_BDF2, false).code, breakable ? STATUS_UNSUPPORTED : STATUS_OK);
            assert_int_equal(refusal(&rig, "pbd", INTEGRATOR_BDF2, false).code, breakable ? STATUS_UNSUPPORTED : STATUS_OK);
            assert_int_equal(refusal(&rig, "xpbd", INTEGRATOR_MIDPOINT, false).code, hard || breakable ? STATUS_UNSUPPORTED : STATUS_OK);
            assert_int_equal(refusal(&rig, "pbd", INTEGRATOR_MIDPOINT, false).code, STATUS_UNSUPPORTED);
        }
}
