// The start of sweeps over particles: each body by itself, at the one of y, x_n + h v and x_n with the least Φ.
#include "rig.h"

static const double H = 1.0 / 60, G = 10, STIFF = 3e4;

// A stiff pair that falls, and a stiff chain of two that hangs on a pin: the pair needs y, the chain is stretched by y.
static void make_two(Rig *rig, const char *solver, const char *settings)
{
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
    rig_particle(rig, 3, 0, 0, 1);
    rig_particle(rig, 4, 0, 0, 2);
    rig_spring(rig, 0, 1, 1, STIFF);
    model_begin_body(rig->builder);
    assert_ok(model_pin(rig->builder, rig_particle(rig, 0, 0, 0, 1)));
    rig_particle(rig, 0, -1, 0, 1);
    rig_particle(rig, 0, -2, 0, 1);
    rig_spring(rig, 2, 3, 1, STIFF);
    rig_spring(rig, 3, 4, 1, STIFF);
    rig_solver(rig, solver, settings, H, 2);
}

// Stretch of the upper link of the chain at rest: the weight of both masses over its stiffness.
static double stretch_error(const Rig *rig)
{
    return fabs((-rig_position(rig, 3).y - 1) / (2 * G / STIFF) - 1);
}

TEST(test_each_body_by_itself)
{
    static const char *const SETTINGS[] = {"iterations=3", "iterations=3 start=y", "iterations=3 start=x_n"};
    const int                n = 200;
    const double             fall = -H * H * G * n * (n + 1) / 2;
    RIGS(rig, 3);
    for (int s = 0; s < 3; s++) {
        make_two(&rig[s], "vbd", SETTINGS[s]);
        rig_steps(&rig[s], n, NULL);
    }
    assert_near(rig_position(&rig[0], 0).y / fall, 1, BOUND(1e-9, 1e-4));
    assert_near(rig_position(&rig[0], 1).y / fall, 1, BOUND(1e-9, 1e-4));
    assert_true(fabs(rig_position(&rig[2], 0).y / fall - 1) > 1e-3); // sweeps carry gravity through the pair
    assert_near(stretch_error(&rig[0]), 0, BOUND(1e-9, 1e-3));
    assert_true(stretch_error(&rig[1]) > 0.3);
}

TEST(test_multipliers_fall)
{
    static const char *const SOLVERS[] = {"calm", "avbd"};
    const int                n = 200;
    for (size_t k = 0; k < sizeof SOLVERS / sizeof *SOLVERS; k++) {
        RIG(rig);
        make_two(&rig, SOLVERS[k], "iterations=3");
        rig_steps(&rig, n, NULL);
        assert_near(rig_position(&rig, 0).y / (-H * H * G * n * (n + 1) / 2), 1, BOUND(1e-9, 1e-4));
    }
}

// Strained springs and no outer force: Φ at the end of a step is not above its value without any motion.
TEST(test_start_least_does_not_raise_objective)
{
    static const double X[5][3] = {{0, 0, 0}, {1.3, 0.1, 0}, {0.2, 0.7, 0.1}, {0.1, 0.3, 1.2}, {-0.8, 0.1, 0.3}};
    RIG(rig);
    for (int i = 0; i < 5; i++)
        rig_particle(&rig, X[i][0], X[i][1], X[i][2], 0.5 + i);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j++)
            rig_spring(&rig, j, i, 1, 3e5);
    rig_solver(&rig, "vbd", "iterations=2", H, 1);
    double before = INFINITY;
    for (int step = 0; step < 100; step++) {
        double4 x[5], gradient[5], y[5];
        for (int i = 0; i < 5; i++) { // Φ of standing still
            x[i] = double4_from(rig.state.position[i]);
            y[i] = x[i];
            double4_add_to(&y[i], H, double4_from(rig.state.velocity[i]));
        }
        before = rig_objective(&rig.model, H, y, x, gradient);
        rig_steps(&rig, 1, NULL);
        for (int i = 0; i < 5; i++)
            x[i] = double4_from(rig.state.position[i]);
        assert_true(rig_objective(&rig.model, H, y, x, gradient) <= before * (1 + BOUND(1e-9, 1e-4)) + BOUND(1e-20, 1e-8));
    }
}
