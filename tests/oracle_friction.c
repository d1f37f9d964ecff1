// Friction inside the solve against closed forms: the speed of creep on an incline, and a chain between two jaws that sticks or slips. All
// methods have the same solution, and the smoothing has no unit. Coulomb's law of a particle is in oracle_contact.c and
// oracle_contact_bounce.c.
#include "contact_rig.h"
#include "solver/support.h"

static const Way WAYS[] = {{"newton", "", 1e6, true},
                           {"vbd", "iterations=200", 1e6, true},
                           {"pd", "iterations=400", 1e6, true},
                           {"lbfgs", "iterations=60", 1e6, true},
                           {"admm", "iterations=400", 1e6, true},
                           {"calm", "iterations=200", 1e6, true},
                           {"avbd", "iterations=200", 1e6, true},
                           {"descent", "iterations=800 form=primal", 1e6, true},
                           {"descent", "iterations=800", 1e6, true},
                           {"xpbd", "iterations=100", 1e6, true},
                           {"pbd", "iterations=100", 1e6, true}};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

// For methods whose friction is a multiplier, which sticks without creeping.
static bool projects(const Way *way)
{
    return strstr(way->solver, "pbd") || (strcmp(way->solver, "descent") == 0 && !strstr(way->settings, "primal"));
}

// ---- creep ----

// The speed at which a mass on an incline creeps. slip: of the scene, m/s; 0: the scene gives none.
static double creep(const Way *way, double theta, double mu, double slip, double h)
{
    RIG(rig);
    ContactRules rules = rules_in(true, way->stiffness, mu, 0);
    rules.slip = slip;
    rig_touching(&rig, -R * sin(theta), R * cos(theta), 0, 0.7);
    rig_rules(&rig, rules);
    add_plane(&rig, (double[3]){0, 0, 0}, (double[3]){-sin(theta), cos(theta), 0}, -1);
    model_set_gravity(rig.builder, (double[3]){0, -G, 0});
    rig_solver(&rig, way->solver, way->settings, h, 1);
    rig_steps(&rig, (int)lround(0.2 / h), NULL);
    return double4_norm(rig_velocity(&rig, 0));
}

// f1(s) = 2s − s² of the smoothing is the share of the friction that the weight uses, tan θ/μ; s ε is the distance of a step.
TEST(test_creeps_as_it_is_smoothed)
{
    static const double H[] = {0.02, 0.01, 0.005};
    const double        theta = 0.35, mu = 0.5, s = 1 - sqrt(1 - tan(theta) / mu);
    for (int w = 0; w < WAY_COUNT; w++)
        for (int k = 0; k < 3; k++) {
            const double expected = projects(&WAYS[w]) ? 0 : 0.01 * s * mu * G * cos(theta) * H[k];
            const double found = creep(&WAYS[w], theta, mu, 0, H[k]);
            if (!(fabs(found - expected) <= 1e-3 * expected + BOUND(1e-10, 1e-4)))
                fail_msg("%s %s, h = %g: creeps at %g m/s, not %g", WAYS[w].solver, WAYS[w].settings, H[k], found, expected);
        }
}

TEST(test_creeps_at_the_speed_of_the_scene)
{
    const double theta = 0.35, mu = 0.5, s = 1 - sqrt(1 - tan(theta) / mu), slip = 2e-3;
    for (int w = 0; w < WAY_COUNT; w++) {
        const double expected = projects(&WAYS[w]) ? 0 : s * slip, found = creep(&WAYS[w], theta, mu, slip, 0.01);
        if (!(fabs(found - expected) <= 1e-3 * expected + BOUND(1e-10, 1e-4)))
            fail_msg("%s %s: creeps at %g m/s, not %g", WAYS[w].solver, WAYS[w].settings, found, expected);
    }
}

// ---- pinch ----

enum { LINKS = 4 };

// A chain whose upper end is between two jaws, which press it by `depth` each.
static void begin_pinch(Rig *rig, const Way *way, double mu, double depth)
{
    model_begin_body(rig->builder);
    for (int i = 0; i < LINKS; i++) {
        rig_particle(rig, 0, -0.1 * i, 0, 0.1);
        assert_ok(model_add_contact_point(rig->builder, i));
    }
    for (int i = 1; i < LINKS; i++)
        rig_spring(rig, i - 1, i, 0.1, 500);
    rig_rules(rig, rules_in(way->inside, way->stiffness, mu, 0));
    for (int side = -1; side <= 1; side += 2) {
        Collider     jaw = {.shape = COLLIDER_BOX, .friction = NAN, .restitution = NAN, .script = -1, .name = "jaw"};
        const double half[3] = {1, 0.05, 0.1};
        memcpy(jaw.half, half, sizeof half);
        jaw.point[2] = side * (0.1 + R - depth);
        for (int a = 0; a < 3; a++)
            jaw.axes[a][a] = 1;
        assert_ok(model_add_collider(rig->builder, &jaw));
    }
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
}

// The fall of the upper end in 0.15 s. press: 2 μ N over the weight.
static double fall(const Way *way, double mu, double press, double *pulled)
{
    const double weight = LINKS * 0.1 * G, depth = press * weight / (2 * mu * way->stiffness);
    RIG(rig);
    begin_pinch(&rig, way, mu, depth);
    rig_solver(&rig, way->solver, way->settings, 0.01, 1);
    rig_steps(&rig, 15, NULL);
    *pulled = -rig_velocity(&rig, 0).y;
    return -rig_position(&rig, 0).y;
}

// Jaws hold a chain that is lighter than their friction, whatever its coefficient, and let a heavier one slip. pbd has no stiffness: the
// pressure is that of the residual of its iterations.
TEST(test_jaws_stick)
{
    static const double MU[] = {0.3, 1, 64};
    double              speed;
    for (int w = 0; w < WAY_COUNT; w++)
        for (int m = 0; m < 3; m++) {
            if (strcmp(WAYS[w].solver, "pbd") == 0)
                continue;
            Way        way = WAYS[w];
            const bool far = projects(&way);
            way.stiffness = 1e4;
            const double slip = fall(&way, MU[m], far ? 4 : 2.5, &speed);
            if (!(slip < 2e-3 && fabs(speed) < 0.02))
                fail_msg("%s %s, friction %g: slips by %g m, at %g m/s", way.solver, way.settings, MU[m], slip, speed);
            const double slid = fall(&way, MU[m], 0.3, &speed);
            if (!(slid > 0.02 && speed > 0.2))
                fail_msg("%s %s, friction %g: sticks after %g m", way.solver, way.settings, MU[m], slid);
        }
}

// With friction on velocities a pinched chain creeps at h times its weight over the pinched mass, whatever the friction.
TEST(test_friction_on_velocities_slips)
{
    static const Way OLD[] = {{"newton", "", 1e4, false}, {"vbd", "iterations=200", 1e4, false}};
    double           speed;
    for (int w = 0; w < 2; w++) {
        const double crept = fall(&OLD[w], 64, 100, &speed), expected = 0.15 * 0.01 * G * LINKS;
        assert_true(crept > 0.3 * expected && crept < 2 * expected);
    }
}

// ---- one answer ----

// From the same state all methods that minimise Φ converge to newton's step, while the chain lands between the jaws, sticks and slides.
TEST(test_all_methods_agree)
{
    for (int w = 1; w < WAY_COUNT; w++) {
        if (projects(&WAYS[w]))
            continue;
        Way way = WAYS[w];
        way.stiffness = 1e4;
        for (int press = 0; press < 2; press++) {
            RIGS(rig, 2);
            for (int k = 0; k < 2; k++) {
                begin_pinch(&rig[k], &way, 0.5, (press ? 1.2 : 0.5) * LINKS * 0.1 * G / 1e4);
                rig_solver(&rig[k], k ? way.solver : "newton", k ? way.settings : "", 0.01, 1);
            }
            for (int step = 0; step < 10; step++) {
                rig_steps(&rig[0], 1, NULL);
                rig_steps(&rig[1], 1, NULL);
                const double apart = rig_apart(&rig[0], &rig[1]);
                if (!(apart < BOUND(1e-7, 1e-4)))
                    fail_msg("%s %s, step %d: %g m from newton", way.solver, way.settings, step, apart);
                memcpy(rig[1].state.position, rig[0].state.position, LINKS * sizeof(real4));
                memcpy(rig[1].state.velocity, rig[0].state.velocity, LINKS * sizeof(real4));
            }
        }
    }
}

// ---- units ----

typedef struct Units {
    double length, mass, time;
} Units;

// A particle that lands aslant on an incline and comes to rest, in other units.
static void land(const Way *way, const Units *u, Rig *rig)
{
    const double theta = 0.3, speed = u->length / u->time;
    ContactRules rules = rules_in(true, way->stiffness * u->mass / (u->time * u->time), 0.6, 0);
    rules.thickness *= u->length;
    rig_touching(rig, 0, 1.5 * R * u->length, 0, 0.7 * u->mass);
    rig_rules(rig, rules);
    add_plane(rig, (double[3]){0, 0, 0}, (double[3]){-sin(theta), cos(theta), 0}, -1);
    model_set_gravity(rig->builder, (double[3]){0, -G * speed / u->time, 0});
    rig_solver(rig, way->solver, way->settings, 0.01 * u->time, 1);
    rig_set_velocity(rig, 0, 0.4 * speed, -0.5 * speed, 0.2 * speed);
    rig_steps(rig, 20, NULL);
}

TEST(test_other_units_give_the_same)
{
    const Units plain = {1, 1, 1}, other = {7, 0.03, 1.9};
    for (int w = 0; w < WAY_COUNT; w++) {
        RIGS(rig, 2);
        land(&WAYS[w], &plain, &rig[0]);
        land(&WAYS[w], &other, &rig[1]);
        const double4 x = rig_position(&rig[0], 0), y = double4_scale(1 / other.length, rig_position(&rig[1], 0));
        if (!(double4_norm(double4_sub(x, y)) < BOUND(1e-9, 1e-5)))
            fail_msg("%s %s: (%g, %g, %g) m, in other units (%g, %g, %g) m", WAYS[w].solver, WAYS[w].settings, x.x, x.y, x.z, y.x, y.y,
                     y.z);
    }
}

// ---- rejected settings ----

// A method without friction inside the solve rejects a scene that has it, by name.
TEST(test_others_are_refused)
{
    SolverOps other = *solver_find("newton");
    other.takes &= ~(unsigned)TAKES_FRICTION;
    for (int inside = 0; inside < 2; inside++) {
        RIG(rig);
        begin_pinch(&rig, &(Way){"newton", "", 1e4, inside}, 1, 1e-3);
        rig_solver(&rig, "newton", "", 0.01, 1);
        const Status status = solver_refuse(&rig.model, &other, NULL);
        assert_int_equal(status.code, inside ? STATUS_UNSUPPORTED : STATUS_OK);
        assert_true(!inside || strstr(status.text, "friction_on: velocity"));
    }
}

// `weft list support` shows the rejected combinations.
TEST(test_support_list_matches_the_solvers)
{
    for (int s = 0; solver_at(s); s++) {
        const Status status = solver_supports(solver_at(s), constraint_find("distance"), TAKES_FRICTION);
        assert_int_equal(status.code, solver_at(s)->takes & TAKES_FRICTION ? STATUS_OK : STATUS_UNSUPPORTED);
    }
}

// ---- rounds ----

// A step whose minimisations do not suffice for the normal forces of its friction reports this.
TEST(test_too_few_rounds)
{
    static const char *const SETTINGS[] = {"friction_rounds=1", ""};
    for (int enough = 0; enough < 2; enough++) {
        RIG(rig);
        StepContext context = {.end = STEP_DONE};
        land(&(Way){"newton", SETTINGS[enough], 1e6, true}, &(Units){1, 1, 1}, &rig);
        rig_set_velocity(&rig, 0, 0.4, -0.5, 0.2);
        rig_steps(&rig, 1, &context);
        assert_int_equal(context.end == STEP_UNCONVERGED, !enough);
    }
}
