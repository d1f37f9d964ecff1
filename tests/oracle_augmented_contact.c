// Contact of `calm` and `avbd`, soft and hard, against closed forms: contacts carry the weight of a resting body, hard contacts leave no
// penetration. oracle_contact and oracle_contact_energy check that they converge to the solution of `newton`, and that they bounce and rub
// as all other solvers do.
#include "contact_rig.h"

static const double H = 1.0 / 60, MASS = 0.7;

static void lay(Rig *rig, double stiffness, double height, int32_t script)
{
    rig_touching(rig, 0, R + height, 0, MASS);
    rig_rules(rig, rules_of(stiffness, 0.3, 0));
    add_plane(rig, (double[3]){0, 0, 0}, (double[3]){0, 1, 0}, script);
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
}

static double height_of(const Rig *rig)
{
    return rig_position(rig, 0).y - R;
}

// N, of all contacts.
static double pushed(const Rig *rig)
{
    double sum = 0;
    for (int which = 0; which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < rig->contacts->sets[which].set.count; i++)
            sum += (double)rig->contacts->sets[which].lambda[i] / (H * H);
    return sum;
}

// A particle on the floor. vbd's penalty leaves a penetration of m g/k; so does a soft contact, a hard one leaves none.
TEST(test_weight_of_a_particle)
{
    static const Way WAYS[] = {{"vbd", "iterations=40", 3000, false},
                               {"calm", "iterations=40", 3000, false},
                               {"avbd", "iterations=40", 3000, false},
                               {"calm", "iterations=40", INFINITY, false},
                               {"calm", "iterations=40 penalty=1", INFINITY, false},
                               {"avbd", "iterations=40", INFINITY, false},
                               {"avbd", "iterations=40 alpha=0 beta=0", INFINITY, false}};
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
        RIG(rig);
        lay(&rig, WAYS[w].stiffness, 0.05, -1);
        rig_solver(&rig, WAYS[w].solver, WAYS[w].settings, H, 1);
        rig_steps(&rig, 300, NULL);
        assert_near(pushed(&rig), MASS * G, BOUND(1e-7, 1e-3));
        assert_near(height_of(&rig), isinf(WAYS[w].stiffness) ? 0 : -MASS * G / WAYS[w].stiffness, BOUND(1e-9, 1e-6));
    }
}

// A sheet dropped on the floor: it carries its weight, and no particle is in the floor where contact is hard.
TEST(test_weight_of_a_sheet)
{
    enum { SIDE = 7 };
    static const Way WAYS[] = {{"vbd", "iterations=30", 400, false},
                               {"calm", "iterations=30", 400, false},
                               {"calm", "iterations=30", INFINITY, false},
                               {"avbd", "iterations=30", INFINITY, false}};
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
        double mass = 0, deepest = 0;
        RIG(rig);
        Random random = {23};
        for (int i = 0; i < SIDE * SIDE; i++) {
            const double m = 0.01 + 0.01 * random_unit(&random);
            const int    row = i / SIDE;
            rig_particle(&rig, 0.1 * (i % SIDE), R + 0.02 + 0.01 * random_unit(&random), 0.1 * row, m);
            mass += m;
        }
        rig_rules(&rig, rules_of(WAYS[w].stiffness, 0.3, 0));
        link_sheet(&rig, 0, SIDE, 40);
        add_floor(&rig);
        model_set_gravity(rig.builder, (double[3]){0, -G, 0});
        rig_solver(&rig, WAYS[w].solver, WAYS[w].settings, H, 2);
        rig_steps(&rig, 240, NULL);
        for (int i = 0; i < SIDE * SIDE; i++)
            deepest = fmax(deepest, R - rig_position(&rig, i).y);
        assert_near(pushed(&rig) / (mass * G), 1, BOUND(1e-4, 1e-3));
        if (isinf(WAYS[w].stiffness))
            assert_near(deepest, 0, BOUND(1e-7, 1e-6));
        else
            assert_true(deepest > 0.01 * G / WAYS[w].stiffness);
    }
}

// A falling particle lands in the step in which it meets the floor, from any height: a gap at x_n is not kept as if it were a violation.
TEST(test_a_gap_is_not_kept)
{
    for (double height = 1e-3; height < 0.02; height *= 2) {
        RIG(rig);
        lay(&rig, INFINITY, height, -1);
        rig_solver(&rig, "avbd", "iterations=60 alpha=0.95", H, 1);
        rig_set_velocity(&rig, 0, 0, -3, 0);
        rig_steps(&rig, 1, NULL);
        assert_near(height_of(&rig), 0, BOUND(1e-12, 1e-7));
    }
}

// For a particle that starts in the floor, alpha of the violation remains after each step; with calm none remains after the first.
TEST(test_violation_decays_by_alpha)
{
    RIG(rig);
    double left = 0.4 * R;
    lay(&rig, INFINITY, -left, -1);
    rig_solver(&rig, "avbd", "iterations=60 alpha=0.9", H, 1);
    for (int step = 0; step < 12; step++) {
        rig_steps(&rig, 1, NULL);
        left *= 0.9;
        assert_near(height_of(&rig), -left, BOUND(1e-10, 1e-6));
    }
    rig_renew(&rig);
    lay(&rig, INFINITY, -0.4 * R, -1);
    rig_solver(&rig, "calm", "iterations=60", H, 1);
    rig_steps(&rig, 1, NULL);
    assert_near(height_of(&rig), 0, BOUND(1e-12, 1e-7));
}

// A rising floor carries the particles on it without a lag: C at x_n is measured against the floor of that time.
TEST(test_rising_floor)
{
    static const Way WAYS[] = {{"calm", "iterations=60", INFINITY, false}, {"avbd", "iterations=60 alpha=0.95", INFINITY, false}};
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
        RIG(rig);
        const int32_t script = rig_script(&rig, (ScriptPart){.act = SCRIPT_MOVE, .from = 0, .to = 10, .vector = {0, 7, 0}});
        lay(&rig, INFINITY, 0, script);
        rig_solver(&rig, WAYS[w].solver, WAYS[w].settings, H, 1);
        for (int step = 1; step <= 40; step++) {
            rig_steps(&rig, 1, NULL);
            assert_near(height_of(&rig), 0.7 * H * step, BOUND(1e-9, 1e-5));
        }
    }
}

// A particle between two springs that are pressed together, whose multipliers diverge (oracle_augmented.c). Another particle is so fast
// that contact_bound stops it above the floor. The scene has both or only one of them. unit: of mass. With start=y: from x_n, the smallest
// start at rest, the multipliers in single precision have not diverged after 40 sweeps.
static StepContext stop(double unit, bool pressed, double speed)
{
    const double inertia = unit * MASS / (H * H);
    RIG(rig);
    rig_particle(&rig, 0, R + 0.1, 0, unit * MASS);
    rig_particle(&rig, 0, 5, 0, unit * MASS);
    for (int side = -1; pressed && side < 2; side += 2) {
        const int32_t pin = rig_particle(&rig, side, 5, 0, unit);
        assert_ok(model_pin(rig.builder, pin));
        rig_spring(&rig, pin, 1, 1.2, 77.5 * inertia);
    }
    const int32_t support = rig_particle(&rig, 0, 4, 0, unit);
    assert_ok(model_pin(rig.builder, support));
    rig_spring(&rig, support, 1, 1, 1000 * inertia);
    rig_rules(&rig, rules_of(unit * 1e3, 0, 0));
    assert_ok(model_add_contact_point(rig.builder, 0));
    add_floor(&rig);
    rig_solver(&rig, "calm", "iterations=40 raise=1 start=y contact_bound=displacement", H, 1);
    rig_set_velocity(&rig, 0, 0, -speed, 0);
    rig_set_velocity(&rig, 1, 0.05, 0, 0);
    const StepContext context = rig_step(&rig);
    return context;
}

// The report of an unconverged step does not depend on the unit of mass.
TEST(test_report_of_an_unconverged_step)
{
    static const double UNITS[] = {1e-6, 1, 1e6}, FALL = 8; // m/s
    const StepContext   first = stop(1, true, FALL);
    assert_int_equal(stop(1, false, 0).end, STEP_DONE);
    const StepContext slow = stop(1, true, 0);
    assert_int_equal(slow.end, STEP_UNCONVERGED);
    assert_string_equal(slow.residual, first.residual);
    const StepContext bound = stop(1, false, FALL);
    assert_non_null(strstr(bound.residual, "contact_bound"));
    for (size_t k = 0; k < sizeof UNITS / sizeof *UNITS; k++) {
        const StepContext other = stop(UNITS[k], true, FALL), alone = stop(UNITS[k], false, FALL);
        assert_int_equal(other.end, STEP_UNCONVERGED);
        assert_string_equal(other.residual, first.residual);
        assert_near(other.residual_end / first.residual_end, 1, BOUND(1e-9, 1e-3));
        assert_near(alone.residual_end / bound.residual_end, UNITS[k], UNITS[k] * BOUND(1e-12, 1e-5));
    }
}
