// Solvers against closed forms that need no other code. Data chosen so that classic mistakes show: unequal masses, several iterations,
// stiff and soft springs, rotation.
#include <complex.h>

#include "chains.h"
#include "laws.h"
#include "step/motion.h"

typedef struct Run {
    const char *solver, *settings;
} Run;

// Every solver that minimises the springs' energy, at iteration counts that already give exact results.
static const Run ENERGY_RUNS[] = {
    {"xpbd", "iterations=1 sweep=serial"},
    {"xpbd", "iterations=7 sweep=coloured"},
    {"xpbd", "iterations=3 sweep=jacobi"},
    {"pd", "iterations=1 linsys=cholmod_simplicial"},
    {"pd", "iterations=4 linsys=cholmod_supernodal"},
    {"pd", "iterations=2 linsys=dense"},
    {"pd", "iterations=2 linsys=dense_3n"},
    {"pd", "iterations=2 linsys=simplicial_3n"},
    {"vbd", "iterations=1"},
    {"vbd", "iterations=3 sweep=symmetric block=majorised"},
    {"vbd", "iterations=2 sweep=jacobi"},
    {"descent", "iterations=3"},
    {"descent", "iterations=2 form=primal"},
    {"lbfgs", "iterations=1"},
    {"lbfgs", "iterations=3 linsys=dense"},
    {"admm", "iterations=1"},
    {"admm", "iterations=100 weight=0.4 linsys=dense"},
    {"calm", "iterations=16"},
    {"avbd", "iterations=1"},
    {"newton", "linsys=cholmod_simplicial"},
    {"newton", "linsys=cholmod_supernodal"},
    {"newton", "linsys=dense"},
    {"newton", "linsys=pcg forcing=root"},
    {"newton", "linsys=pcg forcing=walker preconditioner=ic0"},
    {"pncg", "iterations=40"},
    {"xpbd_direct", "method=fast_projection"},
    {"xpbd_direct", "method=kkt"},
};
enum { ENERGY_RUN_COUNT = sizeof ENERGY_RUNS / sizeof *ENERGY_RUNS };

// Check 1. One mass on a spring, from rest: x_n = Re(x0 zⁿ), z = 1/(1+iωh); the energy falls by exactly 1/(1+ω²h²) a step.
static void oscillate(const Run *run, bool attachment)
{
    const double k = 40, m = 0.3, h = 0.02, x0 = 0.2, omega = sqrt(k / m);
    RIG(rig);
    const int32_t mass = rig_particle(&rig, 1 + x0, 0, 0, m);
    if (attachment) {
        rig_attachment(&rig, mass, (double[3]){1, 0, 0}, k);
    } else {
        const int32_t wall = rig_particle(&rig, 0, 0, 0, 1);
        assert_ok(model_pin(rig.builder, wall));
        rig_spring(&rig, wall, mass, 1, k);
    }
    rig_solver(&rig, run->solver, run->settings, h, 1);
    double complex z = 1;
    double         energy = 0.5 * k * x0 * x0;
    for (int n = 1; n <= 40; n++) {
        rig_steps(&rig, 1, NULL);
        z /= 1 + I * omega * h;
        const double x = rig_position(&rig, mass).x - 1, v = rig_velocity(&rig, mass).x;
        assert_near(x, x0 * creal(z), BOUND(1e-12, 3e-6));
        const double now = 0.5 * k * x * x + 0.5 * m * v * v;
        assert_near(now, energy / (1 + omega * omega * h * h), BOUND(1e-12, 2e-5) * energy + BOUND(1e-14, 1e-6));
        energy = now;
    }
}

TEST(test_oscillator)
{
    for (int i = 0; i < ENERGY_RUN_COUNT; i++) {
        oscillate(&ENERGY_RUNS[i], false);
        oscillate(&ENERGY_RUNS[i], true);
    }
}

// Check 2. PBD on one constraint between unequal masses, n iterations of stiffness k' each: the stretch of y shrinks by (1−k')ⁿ. This is
// one implicit step of a spring of stiffness (m/h²)((1−k')⁻ⁿ − 1), m the reduced mass.
static void pbd_law(const char *settings, double per_iteration, int iterations)
{
    const double m1 = 0.7, m2 = 2.1, h = 0.01, length = 0.9, start = 1.3;
    RIG(rig);
    const int32_t a = rig_particle(&rig, 0, 0, 0, m1), b = rig_particle(&rig, start, 0, 0, m2);
    rig_spring(&rig, a, b, length, 1);
    rig_solver(&rig, "pbd", settings, h, 1);
    rig_set_velocity(&rig, a, 0.5, 0, 0);
    rig_set_velocity(&rig, b, -0.2, 0, 0);
    rig_steps(&rig, 1, NULL);
    const double reduced = m1 * m2 / (m1 + m2), k = reduced / (h * h) * (pow(1 - per_iteration, -iterations) - 1);
    const double predicted = start - 0.2 * h - 0.5 * h - length;
    const double stretch = predicted / (1 + k * h * h / reduced);
    const double centre = (m1 * 0.5 * h + m2 * (start - 0.2 * h)) / (m1 + m2);
    assert_near(rig_position(&rig, b).x - rig_position(&rig, a).x, length + stretch, BOUND(1e-12, 4e-6));
    assert_near(rig_position(&rig, a).x, centre - m2 / (m1 + m2) * (length + stretch), BOUND(1e-12, 4e-6));
}

TEST(test_pbd_stiffness_law)
{
    pbd_law("iterations=1 k=0.3 law=per_iteration sweep=serial", 0.3, 1);
    pbd_law("iterations=6 k=0.3 law=per_iteration sweep=coloured", 0.3, 6);
    pbd_law("iterations=9 k=0.05 law=per_iteration sweep=jacobi", 0.05, 9);
    pbd_law("iterations=9 k=0.1 law=per_iteration sweep=jacobi omega=0.5", 0.05, 9);
    // The whole step reaches k whatever the count.
    pbd_law("iterations=1 k=0.8 sweep=serial", 0.8, 1);
    pbd_law("iterations=20 k=0.8 sweep=coloured", 0.8, 1);
    pbd_law("iterations=5 k=1 sweep=coloured", 1, 1);
}

// The same for XPBD whose multipliers are reset in every iteration: its stiffness grows with the number n of iterations.
static void reset_law(const char *settings, int iterations)
{
    const double m1 = 0.7, m2 = 2.1, h = 0.01, k = 3 * 0.525 / (h * h), length = 0.9, start = 1.3;
    const double reduced = m1 * m2 / (m1 + m2), effective = reduced / (h * h) * (pow(1 + h * h * k / reduced, iterations) - 1);
    RIG(rig);
    const int32_t a = rig_particle(&rig, 0, 0, 0, m1), b = rig_particle(&rig, start, 0, 0, m2);
    rig_spring(&rig, a, b, length, k);
    rig_solver(&rig, "xpbd", settings, h, 1);
    rig_steps(&rig, 1, NULL);
    assert_near(rig_position(&rig, b).x - rig_position(&rig, a).x, length + (start - length) / (1 + h * h * effective / reduced),
                BOUND(1e-12, 4e-6));
}

TEST(test_forgotten_multipliers)
{
    reset_law("iterations=1 multiplier=reset sweep=serial", 1);
    reset_law("iterations=2 multiplier=reset", 2);
    reset_law("iterations=10 multiplier=reset sweep=jacobi", 10);
    reset_law("iterations=10", 1); // kept: right for any number
}

// Check 3. Free fall of a pair with a push, alone or with a spring at rest between them: x_n = x0 + n h v0 + a h² n(n+1)/2, a = g + f/m.
static void fall(const char *solver, const char *settings, int substeps, bool sprung)
{
    const double h = 0.01, g[3] = {0.3, -9.81, 0.2}, force[3] = {0.4, 0, -0.6};
    const double mass[2] = {0.5, 1.5};
    RIG(rig);
    for (int i = 0; i < 2; i++) {
        rig_particle(&rig, 0.5 * i, 1, 0, mass[i]);
        // the same acceleration for both, so that the spring between them stays at rest
        assert_ok(model_add_force(rig.builder, i, (double[3]){force[0] * mass[i], force[1] * mass[i], force[2] * mass[i]}));
    }
    if (sprung)
        rig_spring(&rig, 0, 1, 0, 100);
    model_set_gravity(rig.builder, g);
    rig_solver(&rig, solver, settings, h, 1);
    for (int i = 0; i < 2; i++)
        rig_set_velocity(&rig, i, 1, 2, -3);
    // Round-off grows with the square of the number of (sub)steps.
    const int    n = 48, steps = n / substeps;
    const double v0[3] = {1, 2, -3}, d = h / substeps;
    rig_steps(&rig, steps, NULL);
    for (int i = 0; i < 2; i++) {
        const double4 x = rig_position(&rig, i);
        const double  got[3] = {x.x, x.y, x.z}, start[3] = {0.5 * i, 1, 0};
        for (int k = 0; k < 3; k++)
            assert_near(got[k], start[k] + n * d * v0[k] + (g[k] + force[k]) * d * d * n * (n + 1) / 2, BOUND(1e-12, 1e-4));
    }
}

TEST(test_free_fall)
{
    for (int sprung = 0; sprung < 2; sprung++) {
        fall("pbd", "iterations=3 sweep=serial", 1, sprung);
        fall("pbd", "iterations=2 sweep=jacobi substeps=4", 4, sprung);
        fall("xpbd", "iterations=3 substeps=6", 6, sprung);
        fall("xpbd", "iterations=4 sweep=jacobi rho=0.9 substeps=4", 4, sprung);
        fall("descent", "iterations=5 rho=0.9", 1, sprung);
        fall("descent", "iterations=5 rho=0.9 form=primal", 1, sprung);
        fall("xpbd_direct", "method=fast_projection substeps=4", 4, sprung);
        fall("xpbd_direct", "method=kkt substeps=4", 4, sprung);
        for (int i = 0; i < ENERGY_RUN_COUNT; i++)
            fall(ENERGY_RUNS[i].solver, ENERGY_RUNS[i].settings, 1, sprung);
    }
}

// Steps so short that g h² is 1e-11 m, at 100 m, where half an ulp of a float is 4e-6 m. A free mass falls. A mass on a spring, 1.1 m from
// the wall, swings, with solvers that solve in double precision in both workers. Rounding adds up to half an ulp of the velocity in each of
// the 10000 steps, in all 4e-4 of it. (x' − x_n)/h of doubles has as much.
static void small_steps(const char *solver, const char *settings, bool swings)
{
    enum { STEPS = 10000 };
    const double h = 1e-6, k = 100, g = swings ? 0 : -9.81;
    double       position[2][3], velocity[2][3];
    RIG(rig);
    rig_particle(&rig, 0, 100, 0, 1);
    rig_particle(&rig, 1.1, 100, 0, 1);
    assert_ok(model_pin(rig.builder, 0));
    if (swings)
        rig_spring(&rig, 0, 1, 1, k);
    model_set_gravity(rig.builder, (double[3]){0, g, 0});
    rig_solver(&rig, solver, settings, h, 1);
    rig_steps(&rig, STEPS, NULL);
    state_get(&rig.model, &rig.state, position, velocity);
    double complex z = 1;
    for (int n = 0; n < STEPS; n++)
        z /= 1 + I * sqrt(k) * h;
    const double fallen = swings ? 0.1 * (1 - creal(z)) : -g * h * h * STEPS * (STEPS + 1) / 2;
    const double speed = swings ? -0.1 * sqrt(k) * sin(sqrt(k) * h * STEPS) : g * h * STEPS;
    assert_near(swings ? 1.1 - position[1][0] : 100 - position[1][1], fallen, 1e-3 * fallen);
    assert_near(velocity[1][swings ? 0 : 1], speed, 1e-3 * fabs(speed));
}

TEST(test_small_steps)
{
    small_steps("pbd", "iterations=2 substeps=1", false);
    small_steps("xpbd", "iterations=2", false);
    small_steps("vbd", "iterations=2", false);
    small_steps("calm", "iterations=2", false);
    small_steps("avbd", "iterations=2", false);
    small_steps("pd", "iterations=2 linsys=dense", false);
    small_steps("newton", "linsys=dense", false);
    small_steps("xpbd_direct", "iterations=2 linsys=dense", false);
    small_steps("newton", "linsys=dense", true);
    small_steps("admm", "iterations=2 linsys=dense", false);
    small_steps("lbfgs", "iterations=2 linsys=dense", false);
    small_steps("lbfgs", "iterations=2 linsys=dense", true);
    small_steps("xpbd_direct", "iterations=2 linsys=dense", true);
    if (!MOTION_CARRIES) {
        small_steps("xpbd", "iterations=2", true);
        small_steps("pd", "iterations=2 linsys=dense", true);
    }
}

// A step of n substeps is n steps of that length, to the bit.
static void divide(const char *solver, const char *settings)
{
    RIG(whole);
    RIG(parts);
    rig_cloth(&whole, 7, 300);
    rig_cloth(&parts, 7, 300);
    TEXT_OF(text, "%s substeps=4", settings);
    rig_solver(&whole, solver, text, 0.02, 1);
    rig_solver(&parts, solver, settings, 0.02 / 4, 1);
    rig_steps(&whole, 3, NULL);
    rig_steps(&parts, 12, NULL);
    assert_true(rig_is_same(&whole, &parts));
}

TEST(test_substeps_are_steps)
{
    divide("xpbd", "iterations=3 sweep=serial");
    divide("xpbd", "iterations=1 sweep=coloured");
    divide("xpbd", "iterations=2 sweep=jacobi");
    divide("pbd", "iterations=3 k=0.8 sweep=coloured");
    divide("xpbd", "iterations=2 first_step=verlet");
    divide("xpbd_direct", "method=fast_projection");
    divide("xpbd_direct", "method=kkt");
}

// Checks 4 and 5. A chain of N springs hanging along y from a pin, unequal stiffnesses: spring j carries the masses below it.
static void hang(const char *solver, const char *settings)
{
    const double h = 1.0 / 60;
    RIG(rig);
    make_chain(&rig, 0, -1, 0);
    rig_solver(&rig, solver, settings, h, 1);
    for (int step = 0; step < 750; step++)
        if (rig_step(&rig).end == STEP_UNCONVERGED && iterates_to_the_end(solver))
            fail_msg("%s %s: a step is not converged", solver, settings);
    for (int j = 0; j < LINKS; j++) {
        const double length = rig_position(&rig, j).y - rig_position(&rig, j + 1).y;
        assert_near(length - 0.25, load_on(j) / LINK_STIFFNESS[j], BOUND(1e-8, 2e-6));
    }
    if (rig.solver->ops->multiplier) {
        const ConstraintSet *set = &rig.model.sets[CONSTRAINT_distance];
        for (int32_t i = 0; i < set->count; i++) // the force on particle 0 is ∇C λ/h²: a stretched spring pulls, λ < 0
            assert_near(-rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, i, 0) / (h * h), load_on(set->origin[i]),
                        BOUND(1e-8, 2e-3));
    }
}

TEST(test_hanging_chain)
{
    hang("xpbd", "iterations=400 sweep=serial");
    hang("xpbd", "iterations=400 sweep=coloured");
    hang("xpbd", "iterations=1000 sweep=jacobi");
    hang("vbd", "iterations=400");
    hang("descent", "iterations=1000 form=primal");
    hang("descent", "iterations=1000");
    hang("calm", "iterations=400");
    hang("pd", "iterations=1");
    hang("admm", "iterations=1");
    hang("admm", "iterations=100 weight=0.4");
    hang("lbfgs", "iterations=2");
    hang("newton", "iterations=50");
    hang("xpbd_direct", "method=fast_projection");
    hang("xpbd_direct", "method=kkt");
}

static void axial_chain(Rig *rig, int unused)
{
    make_chain(rig, 0, -1, 0);
}

TEST(test_axial_chain_in_one_iteration)
{
    assert_ends_at_newtons(&(RigRun){axial_chain, 0, "pd", "iterations=1", 1.0 / 60, 0, 20}, BOUND(1e-10, 1e-5));
    assert_ends_at_newtons(&(RigRun){axial_chain, 0, "admm", "iterations=1", 1.0 / 60, 0, 1}, BOUND(1e-14, 1e-6));
}

// Check 6. A free tangle of unequal masses with random velocities under gravity: Σ m v grows by M g h a step, exactly.
static void keep_momentum(const char *solver, const char *settings)
{
    const double gained = tangle_gains(solver, settings, 300, 0.01, 10);
    if (!(gained <= BOUND(1e-11, 1.5e-3)))
        fail_msg("%s %s: %g kg m/s from nowhere", solver, settings, gained);
}

TEST(test_linear_momentum)
{
    keep_momentum("pbd", "iterations=3 k=0.7 sweep=coloured");
    keep_momentum("pbd", "iterations=3 sweep=jacobi");
    keep_momentum("xpbd", "iterations=3 sweep=serial");
    keep_momentum("xpbd", "iterations=4 sweep=coloured substeps=3");
    keep_momentum("xpbd", "iterations=4 sweep=jacobi omega=1.3");
    keep_momentum("xpbd", "iterations=6 sweep=jacobi rho=0.9");
    keep_momentum("descent", "iterations=6");
    keep_momentum("descent", "iterations=6 rho=0.9 spectrum=positive");
    keep_momentum("xpbd", "iterations=4 sweep=coloured damping=0.4 substeps=2");
    keep_momentum("pd", "iterations=3 linsys=cholmod_simplicial");
    keep_momentum("pd", "iterations=3 linsys=dense");
    keep_momentum("admm", "iterations=3 weight=2");
    keep_momentum("lbfgs", "iterations=7");
    keep_momentum("lbfgs", "iterations=7 base=gamma");
    keep_momentum("newton", "iterations=50");
    keep_momentum("xpbd_direct", "method=fast_projection");
    keep_momentum("xpbd_direct", "method=kkt");
}

// Check 7. Rotate and translate the scene: the result follows.
static void rotated(const double x[3], double out[3])
{
    const double c = 0.6, s = 0.8; // about z, then about x by the same angle, then moved
    const double y[3] = {c * x[0] - s * x[1], s * x[0] + c * x[1], x[2]};
    out[0] = y[0] + 0.3;
    out[1] = c * y[1] - s * y[2] - 0.1;
    out[2] = s * y[1] + c * y[2] + 0.7;
}

static void follow_rotation(const char *solver, const char *settings)
{
    RIG(plain);
    RIG(turned);
    make_tangle(&plain, 200, NULL);
    make_tangle(&turned, 200, rotated);
    const double g[3] = {1, -9.81, 2}, origin[3] = {0, 0, 0};
    double       g_turned[3], moved[3];
    rotated(g, g_turned);
    rotated(origin, moved);
    for (int k = 0; k < 3; k++)
        g_turned[k] -= moved[k];
    model_set_gravity(turned.builder, g_turned);
    rig_solver(&plain, solver, settings, 0.01, 1);
    rig_solver(&turned, solver, settings, 0.01, 1);
    rig_steps(&plain, 8, NULL);
    rig_steps(&turned, 8, NULL);
    for (int i = 0; i < 12; i++) {
        const double4 p = rig_position(&plain, i), q = rig_position(&turned, i);
        double        expected[3];
        rotated((double[3]){p.x, p.y, p.z}, expected);
        assert_near(q.x, expected[0], BOUND(1e-10, 2e-4));
        assert_near(q.y, expected[1], BOUND(1e-10, 2e-4));
        assert_near(q.z, expected[2], BOUND(1e-10, 2e-4));
    }
}

TEST(test_rigid_invariance)
{
    // serial and jacobi: the order of the coloured sweep follows the particles' places, which the rotation changes
    follow_rotation("pbd", "iterations=3 sweep=serial k=0.9");
    follow_rotation("xpbd", "iterations=5 sweep=serial");
    follow_rotation("xpbd", "iterations=5 sweep=jacobi");
    follow_rotation("xpbd", "iterations=4 sweep=serial omega=1.4 damping=0.3 first_step=verlet substeps=2");
    follow_rotation("pd", "iterations=5");
    follow_rotation("newton", "iterations=100");
    follow_rotation("xpbd_direct", "method=fast_projection");
    follow_rotation("xpbd_direct", "method=kkt");
}
