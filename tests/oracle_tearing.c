// Tearing with the methods that minimise Φ, whose local steps and matrices a broken constraint leaves. The same constraints break as with
// multipliers. The motion after the break is checked, and has the bits of a solver that was set up with the break.
#include "contact_rig.h"

static const double STEP = 1.0 / 60;

// Masses on springs from pins, of one stiffness and growing limits, at rest length at first. They swing down, and the springs break whose
// force exceeds their limit.
enum { HUNG = 12 };

static void add_hung(Rig *rig)
{
    for (int i = 0; i < HUNG; i++) {
        assert_ok(model_pin(rig->builder, rig_particle(rig, i, 0, 0, 1)));
        rig_particle(rig, i, -0.5, 0, 0.3);
        rig_spring(rig, 2 * i, 2 * i + 1, 0.5, 300);
        rig_traits(rig, 0, 0.3 * G * (0.25 + 0.23 * i), SENSE_EQUAL);
    }
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
}

static void check_hung(const char *solver, const char *settings)
{
    RIG(rig);
    add_hung(&rig);
    rig_solver(&rig, solver, settings, STEP, 2);
    double y = 0, v = 0, fall[HUNG] = {0}; // one mass on an unbreakable spring by implicit Euler, and masses that fall
    bool   broken[HUNG] = {false};
    for (int n = 0; n < 40; n++) {
        const double whole = (v - STEP * G - STEP * 300 / 0.3 * y) / (1 + STEP * STEP * 300 / 0.3);
        for (int i = 0; i < HUNG; i++)
            fall[i] = broken[i] ? fall[i] - STEP * G : whole;
        v = whole;
        y += STEP * v;
        rig_steps(&rig, 1, NULL);
        for (int i = 0; i < HUNG; i++) {
            assert_near(rig_velocity(&rig, 2 * i + 1).y, fall[i], BOUND(1e-9, 1e-3));
            broken[i] = broken[i] || 300 * fabs(y) > 0.3 * G * (0.25 + 0.23 * i);
            assert_int_equal(rig.state.broken[CONSTRAINT_distance][i], broken[i]);
        }
    }
    const int64_t count = state_broken_count(&rig.model, &rig.state);
    assert_true(count > 2 && count < HUNG); // the largest force is at most twice the weight
}

TEST(masses_fall_off_springs_that_break)
{
    check_hung("newton", "");
    check_hung("newton", "linsys=pcg forcing=root");
    check_hung("pd", "iterations=4");
    check_hung("pd", "iterations=4 kernels=plain linsys=supernodal_parallel");
    check_hung("xpbd_direct", "iterations=20"); // to which this is no news
}

// ---- and land ----

// The masses fall on a floor; where all of them are and which springs are broken after every 10 of 60 steps.
static void open_above_floor(Rig *rig, const char *solver, const char *settings)
{
    rig_rules(rig, rules_of(2000, 0, 0));
    add_hung(rig);
    for (int i = 0; i < HUNG; i++)
        assert_ok(model_add_contact_point(rig->builder, 2 * i + 1));
    add_plane(rig, (double[3]){0, -0.8, 0}, (double[3]){0, 1, 0}, -1);
    rig_solver(rig, solver, settings, STEP, 2);
}

TEST(broken_and_touching)
{
    static const char *const SETTINGS[] = {"iterations=60 contact_matrix=refactor", "iterations=60 contact_matrix=update",
                                           "iterations=60 contact_matrix=auto",
                                           "iterations=60 contact_matrix=auto linsys=supernodal_parallel"};
    for (size_t s = 0; s < sizeof SETTINGS / sizeof *SETTINGS; s++) {
        RIG(newton);
        RIG(pd);
        open_above_floor(&newton, "newton", "");
        open_above_floor(&pd, "pd", SETTINGS[s]);
        for (int n = 0; n < 60; n++) {
            rig_steps(&newton, 1, NULL);
            rig_steps(&pd, 1, NULL);
            assert_true(rig_apart(&newton, &pd) < BOUND(1e-9, 2e-3));
        }
        const int64_t count = state_broken_count(&pd.model, &pd.state);
        assert_true(count > 2 && count < HUNG && count == state_broken_count(&newton.model, &newton.state));
        assert_true(rig_position(&pd, 1).y < -0.75); // lies there
    }
}

// ---- a cloth that tears ----

static void open_torn(Rig *rig, const char *solver, const char *settings, int threads)
{
    enum { SIDE = 9 };
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int row = i / SIDE;
        rig_particle(rig, i % SIDE, row, 0, 0.05);
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        if (i % SIDE + 1 < SIDE) {
            rig_spring(rig, i, i + 1, 0, 200);
            rig_traits(rig, 0, 6.0 + i % 7, SENSE_EQUAL);
        }
        if (i / SIDE + 1 < SIDE) {
            rig_spring(rig, i, i + SIDE, 0, 200);
            rig_traits(rig, 0, 6.0 + i % 5, SENSE_EQUAL);
        }
        if (i % SIDE + 2 < SIDE)
            rig_spring(rig, i, i + 2, 0, 20);
    }
    assert_ok(model_pin(rig->builder, SIDE * (SIDE - 1)));
    assert_ok(model_pin(rig->builder, SIDE * SIDE - 1));
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
    rig_solver(rig, solver, settings, STEP, threads);
}

// Tears, then continues in a new solver, which is set up on a whole model and reads the broken constraints from the state.
static void check_new_solver(const char *solver, const char *settings)
{
    for (int threads = 1; threads <= 3; threads++) {
        RIG(rig);
        RIG(other);
        open_torn(&rig, solver, settings, threads);
        open_torn(&other, solver, settings, threads);
        rig_steps(&rig, 30, NULL);
        const int64_t before = state_broken_count(&rig.model, &rig.state);
        assert_true(before > 0);
        state_copy(&rig.model, &other.state, &rig.state);
        rig_steps(&rig, 30, NULL);
        rig_steps(&other, 30, NULL);
        assert_true(state_broken_count(&rig.model, &rig.state) > before);
        if (!rig_is_same(&rig, &other))
            fail_msg("%s %s, %d threads: a new solver continues differently", solver, settings, threads);
    }
}

TEST(a_new_solver_continues_with_the_same_bits)
{
    check_new_solver("pd", "iterations=6 linsys=supernodal_parallel");
    check_new_solver("pd", "iterations=6 linsys=cholmod_simplicial kernels=plain");
    check_new_solver("pd", "iterations=6 linsys=cholmod_supernodal");
    check_new_solver("pd", "iterations=6 linsys=dense");
    check_new_solver("pd", "iterations=6 linsys=pcg");
    check_new_solver("newton", "");
    check_new_solver("newton", "linsys=pcg forcing=root");
}

// Converged methods have the same end of a step, and so the same constraints break.
TEST(methods_agree_on_breaks)
{
    RIG(newton);
    RIG(pd);
    open_torn(&newton, "newton", "", 1);
    open_torn(&pd, "pd", "iterations=500", 2);
    for (int n = 0; n < 40; n++) {
        rig_steps(&newton, 1, NULL);
        rig_steps(&pd, 1, NULL);
        for (int32_t i = 0; i < newton.model.sets[CONSTRAINT_distance].count; i++)
            assert_int_equal(newton.state.broken[CONSTRAINT_distance][i], pd.state.broken[CONSTRAINT_distance][i]);
        assert_true(rig_apart(&newton, &pd) < BOUND(1e-6, 1e-3));
        state_copy(&newton.model, &pd.state, &newton.state);
    }
    assert_true(state_broken_count(&newton.model, &newton.state) > 3);
}
