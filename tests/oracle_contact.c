// Contact, friction and restitution of a particle against closed forms: it falls, slides, rests, and is kept in contact by an equality or
// by a late hit.
#include "contact_rig.h"

// One particle that touches by the rules, under gravity.
static void begin_particle(Rig *rig, ContactRules rules, double x, double y, double z)
{
    rig_touching(rig, x, y, z, 0.7);
    rig_rules(rig, rules);
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
}

// It is `height` above the floor, R counted in.
static void begin_drop(Rig *rig, ContactRules rules, double height)
{
    begin_particle(rig, rules, 0.3, height + R, -0.2);
    add_floor(rig);
}

static double height_of(const Rig *rig)
{
    return rig_position(rig, 0).y - R;
}

// ---- restitution ----

// The height of the first apex after a fall from `height`.
static double apex(const Way *way, double height, double e, double h)
{
    RIG(rig);
    begin_drop(&rig, rules_of(way->stiffness, 0, e), height);
    rig_solver(&rig, way->solver, way->settings, h, 1);
    double highest = 0;
    bool   bounced = false;
    for (int i = 0; i < 4 / h; i++) {
        rig_steps(&rig, 1, NULL);
        const double speed = rig_velocity(&rig, 0).y;
        bounced = bounced || speed > 0;
        if (bounced && speed > 0)
            highest = fmax(highest, height_of(&rig));
        if (bounced && speed <= 0)
            break;
    }
    assert_true(bounced);
    return highest;
}

// The worst |apex / height − e²| over falls that meet the floor at different moments of a step.
enum { FALLS = 4 };

static double restitution_error(const Way *way, double e, double h)
{
    double worst = 0;
    for (int i = 0; i < FALLS; i++) {
        const double height = 1 + 0.0273 * i; // a fall takes 0.618 steps of 0.01 s more
        worst = fmax(worst, fabs(apex(way, height, e, h) / height - e * e));
    }
    return worst;
}

static const Way WAYS[] = {{"xpbd", "iterations=1", INFINITY, false},
                           {"pbd", "iterations=3", INFINITY, false},
                           {"xpbd", "iterations=2 substeps=4 contact_sweep=jacobi", INFINITY, true},
                           {"xpbd", "iterations=2", 1e10, false},
                           {"vbd", "iterations=3", 1e10, false},
                           {"calm", "iterations=60", INFINITY, false},
                           {"avbd", "iterations=60", INFINITY, false},
                           {"newton", "", 1e10, false},
                           {"lbfgs", "iterations=5", 1e10, false},
                           {"admm", "iterations=5", 1e10, false},
                           {"descent", "iterations=3", INFINITY, false},
                           {"descent", "iterations=80 form=primal", 1e10, false},
                           {"pd", "iterations=5 contact_matrix=refactor", 1e10, false}};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

TEST(test_apex_ratio_tends_to_e2)
{
    static const double E[] = {0.5, 0.8, 1};
    for (int w = 0; w < WAY_COUNT; w++)
        for (size_t i = 0; i < sizeof E / sizeof *E; i++) {
            const double h = 0.01, coarse = restitution_error(&WAYS[w], E[i], h);
            assert_true(coarse < 0.15);                                           // a few g h / v
            assert_true(restitution_error(&WAYS[w], E[i], h / 4) < coarse / 3.4); // first order: a quarter
        }
}

// Kinetic energy, height and the energy of the contact, of one particle.
static double energy_of(const Rig *rig)
{
    const double4 v = rig_velocity(rig, 0), x = rig_position(rig, 0);
    return 0.5 * 0.7 * double4_dot(v, v) + 0.7 * G * x.y + contacts_energy(rig->contacts, &x, NULL);
}

// Also where the contact is soft and a bounce lasts many steps.
TEST(test_elastic_bounces_gain_nothing)
{
    static const Way SOFT[] = {{"xpbd", "iterations=2", 3000, false}, {"xpbd", "iterations=2", 300, false},
                               {"newton", "", 3000, false},           {"pd", "iterations=2", 300, false},
                               {"vbd", "iterations=2", 300, false},   {"calm", "iterations=60", 300, false},
                               {"lbfgs", "iterations=2", 300, false}, {"admm", "iterations=2", 300, false}};
    enum { SOFT_COUNT = sizeof SOFT / sizeof *SOFT };
    for (int w = 0; w < WAY_COUNT + SOFT_COUNT; w++) {
        const Way *way = w < WAY_COUNT ? &WAYS[w] : &SOFT[w - WAY_COUNT];
        RIG(rig);
        begin_drop(&rig, rules_of(way->stiffness, 0, 1), 0.9);
        rig_solver(&rig, way->solver, way->settings, 0.01, 1);
        double energy = 0.7 * G * (0.9 + R), speed = 0;
        int    bounces = 0;
        for (int i = 0; i < 1500; i++) {
            rig_steps(&rig, 1, NULL);
            const double now = energy_of(&rig);
            if (!(now <= energy + BOUND(1e-12, 1e-5)))
                fail_msg("%s %s: step %d has %.17g J after %.17g", way->solver, way->settings, i, now, energy);
            bounces += rig_velocity(&rig, 0).y > 0 && speed < 0;
            speed = rig_velocity(&rig, 0).y;
            energy = now;
        }
        assert_true(bounces >= 4);
    }
}

// Without restitution a particle stays where it lands, and a slow one never bounces.
TEST(test_rests_without_restitution)
{
    for (int w = 0; w < WAY_COUNT; w++)
        for (int slow = 0; slow < 2; slow++) {
            RIG(rig);
            begin_drop(&rig, rules_in(WAYS[w].inside, WAYS[w].stiffness, 0.3, slow ? 0.9 : 0), slow ? 4e-5 : 0.5);
            rig_solver(&rig, WAYS[w].solver, WAYS[w].settings, 0.01, 1);
            for (int i = 0; i < 100; i++) {
                rig_steps(&rig, 1, NULL);
                assert_true(rig_velocity(&rig, 0).y < BOUND(1e-6, 1e-3));
            }
            assert_near(height_of(&rig), 0, BOUND(1e-7, 1e-6));
            assert_near(rig_velocity(&rig, 0).y, 0, BOUND(1e-7, 1e-4));
        }
}

// A particle that meets the floor slower than 2|a|h stays there. A faster one leaves at e times its speed before the step.
TEST(test_restitution_begins_at_2ah)
{
    const double h = 0.01, e = 0.9;
    for (int w = 0; w < WAY_COUNT; w++) {
        if (strstr(WAYS[w].settings, "substeps"))
            continue; // a particle that leaves in the first substep falls again in the others
        for (int fast = 0; fast < 2; fast++) {
            RIG(rig);
            const double speed = (fast ? 1.02 : 0.98) * 2 * G * h;
            begin_drop(&rig, rules_of(WAYS[w].stiffness, 0, e), 0);
            rig_solver(&rig, WAYS[w].solver, WAYS[w].settings, h, 1);
            rig_set_velocity(&rig, 0, 0, -speed, 0);
            rig_steps(&rig, 1, NULL);
            assert_near(rig_velocity(&rig, 0).y, fast ? e * speed : 0, BOUND(1e-6, 1e-3));
        }
    }
}

// A soft contact has restitution e, whether it lasts a part of a step or ten.
TEST(test_soft_contact_keeps_e)
{
    for (double k = 1e2; k < 2e6; k *= 10)
        for (double e = 0; e < 0.95; e += 0.3) {
            RIG(rig);
            begin_drop(&rig, rules_of(k, 0, e), 0.05);
            rig_solver(&rig, "xpbd", "iterations=2", 1e-3, 1);
            rig.state.velocity[0] = (real4){0, -5, 0, 0};
            double min = 0, max = 0;
            for (int i = 0; i < 500; i++) {
                rig_steps(&rig, 1, NULL);
                min = fmin(min, rig_velocity(&rig, 0).y);
                max = fmax(max, rig_velocity(&rig, 0).y);
            }
            assert_true(min < -5);
            assert_near(max / 5, e, 0.12);
        }
}

// ---- friction ----

static const Way RUBS[] = {{"xpbd", "iterations=1", INFINITY, false},
                           {"pbd", "iterations=4", INFINITY, false},
                           {"xpbd", "iterations=3 contact_sweep=jacobi", INFINITY, false},
                           {"xpbd", "iterations=2 kernels=plain", 1e9, false},
                           {"vbd", "iterations=2 sweep=jacobi", 1e6, false},
                           {"calm", "iterations=60", INFINITY, false},
                           {"avbd", "iterations=60", INFINITY, false},
                           {"newton", "", 1e8, false},
                           {"lbfgs", "iterations=5", 1e6, false},
                           {"admm", "iterations=5", 1e6, false},
                           {"descent", "iterations=3", INFINITY, false},
                           {"descent", "iterations=80 form=primal", 1e6, false},
                           {"pd", "iterations=5 contact_matrix=refactor", 1e6, false}};
enum { RUB_COUNT = sizeof RUBS / sizeof *RUBS };

// A particle that slides on the floor stops after v²/2μg. Where friction acts on the velocity after it has moved the particle, the distance
// is half a step's path longer. Where friction acts inside the solve, it is half a step's path shorter. Friction removes the energy that
// the particle had.
TEST(test_coulomb_stop)
{
    const double h = 0.01, mu = 0.3, v = 3;
    for (int w = 0; w < RUB_COUNT; w++)
        for (int inside = 0; inside < 2; inside++) {
            RIG(rig);
            ContactReport report = {0};
            StepContext   context = {.contact = &report};
            begin_drop(&rig, rules_in(inside, RUBS[w].stiffness, mu, 0.5), 0);
            rig_solver(&rig, RUBS[w].solver, RUBS[w].settings, h, 1);
            const double4 from = rig_position(&rig, 0);
            rig.state.velocity[0] = (real4){(real)(0.6 * v), 0, (real)(-0.8 * v), 0};
            rig_steps(&rig, 200, &context);
            const double4 way = double4_sub(rig_position(&rig, 0), from);
            const double  length = double4_norm(way), expected = v * v / (2 * mu * G) + (inside ? -0.5 : 0.5) * v * h;
            if (!(fabs(length / expected - 1) < 1e-3))
                fail_msg("%s %s, friction %s: stops after %g of the way", RUBS[w].solver, RUBS[w].settings,
                         inside ? "inside" : "on velocities", length / expected);
            assert_near(way.x / length, 0.6, BOUND(1e-9, 1e-4));
            assert_near(double4_norm(rig_velocity(&rig, 0)), 0, BOUND(1e-9, 1e-4));
            assert_near(report.friction_work, inside ? mu * 0.7 * G * length : 0.5 * 0.7 * v * v, inside ? 2e-2 : BOUND(1e-6, 1e-3));
        }
}

// Friction on a bouncing particle uses the whole normal impulse of the step, restitution included: μ (s + e s + g h).
TEST(test_bounce_rubs)
{
    const double h = 0.01, mu = 0.2, e = 0.6, speed = 2;
    for (int w = 0; w < RUB_COUNT; w++) {
        if (RUBS[w].stiffness < 1e9)
            continue; // more than a step long
        RIG(rig);
        begin_drop(&rig, rules_of(RUBS[w].stiffness, mu, e), 0);
        rig_solver(&rig, RUBS[w].solver, RUBS[w].settings, h, 1);
        rig_set_velocity(&rig, 0, 3, -speed, 0);
        rig_steps(&rig, 1, NULL);
        assert_near(rig_velocity(&rig, 0).y, e * speed, BOUND(1e-4, 1e-3));
        assert_near(rig_velocity(&rig, 0).x, 3 - mu * ((1 + e) * speed + G * h), BOUND(1e-4, 1e-3));
    }
}

// A particle that rests on a plane at the angle θ, friction μ.
static void begin_incline(Rig *rig, const Way *way, bool inside, double theta, double mu)
{
    const double normal[3] = {-sin(theta), cos(theta), 0};
    begin_particle(rig, rules_in(inside, way->stiffness, mu, 0), R * normal[0], R * normal[1], 0);
    add_plane(rig, (double[3]){0, 0, 0}, normal, -1);
}

static double slid_down(const Rig *rig, double theta)
{
    const double4 x = rig_position(rig, 0);
    return -(x.x + R * sin(theta)) * cos(theta) - (x.y - R * cos(theta)) * sin(theta);
}

// The creep that friction inside the solve may allow in a time t. Its smoothing is 1 % of the largest possible move; friction by
// multipliers has no creep.
static double creep_of(const Way *way, double limit, double h, double t)
{
    const bool projects = strcmp(way->solver, "pbd") == 0 || strcmp(way->solver, "xpbd") == 0 ||
                          (strcmp(way->solver, "descent") == 0 && !strstr(way->settings, "primal"));
    return projects ? BOUND(1e-7, 1e-4) : 0.01 * limit * h * t + BOUND(1e-7, 0.03);
}

// Friction inside the solve sticks if and only if tan θ ≤ μ; beyond it the particle slides with the acceleration of a rigid body.
TEST(test_incline_sticks)
{
    const double h = 0.01;
    const int    steps = 200;
    for (int w = 0; w < RUB_COUNT; w++)
        for (double theta = 0.1; theta < 1.2; theta += 0.25)
            for (int slides = 0; slides < 2; slides++) {
                RIG(rig);
                const double mu = tan(theta) * (slides ? BOUND(0.998, 0.9) : BOUND(1.002, 1.1)), a = G * (sin(theta) - mu * cos(theta)),
                             t = steps * h;
                begin_incline(&rig, &RUBS[w], true, theta, mu);
                rig_solver(&rig, RUBS[w].solver, RUBS[w].settings, h, 1);
                rig_steps(&rig, steps, NULL);
                const double slid = slid_down(&rig, theta), gone = slides ? 0.5 * a * t * (t + h) : 0;
                const double creep = creep_of(&RUBS[w], mu * G * cos(theta), h, t);
                if (!(fabs(slid - gone) <= creep + BOUND(1e-3, 0.2) * gone))
                    fail_msg("%s %s: %g m down %g rad with friction %g, not %g", RUBS[w].solver, RUBS[w].settings, slid, theta, mu, gone);
            }
}

// Friction on velocities creeps: every step moves by h² g sin θ before friction removes the velocity.
TEST(test_incline_creeps)
{
    const double h = 0.01, theta = 0.3;
    const int    steps = 100;
    for (int w = 0; w < RUB_COUNT; w++) {
        RIG(rig);
        begin_incline(&rig, &RUBS[w], false, theta, 0.6);
        rig_solver(&rig, RUBS[w].solver, RUBS[w].settings, h, 1);
        rig_steps(&rig, steps, NULL);
        assert_near(slid_down(&rig, theta) / (steps * h * h * G * sin(theta)), 1, BOUND(1e-4, 1e-2));
    }
}

// A belt carries a particle along until both have one speed, and gives it the corresponding kinetic energy.
TEST(test_belt_drags_to_its_speed)
{
    const double h = 0.005, mu = 0.4, belt = 1.5;
    for (int w = 0; w < RUB_COUNT; w++)
        for (int inside = 0; inside < 2; inside++) {
            RIG(rig);
            ContactReport report = {0};
            StepContext   context = {.contact = &report};
            begin_particle(&rig, rules_in(inside, RUBS[w].stiffness, mu, 0), 0, R, 0);
            const int32_t script = rig_script(&rig, (ScriptPart){.act = SCRIPT_MOVE, .from = 0, .to = 10, .vector = {10 * belt, 0, 0}});
            add_plane(&rig, (double[3]){0, 0, 0}, (double[3]){0, 1, 0}, script);
            rig_solver(&rig, RUBS[w].solver, RUBS[w].settings, h, 1);
            rig_steps(&rig, 200, &context);
            const double lag = 200 * h * belt - rig_position(&rig, 0).x;
            assert_near(rig_velocity(&rig, 0).x, belt, BOUND(1e-7, 1e-3));
            assert_near(lag / (belt * belt / (2 * mu * G) + (inside ? -0.5 : 0.5) * belt * h), 1, BOUND(2e-3, 1e-2));
            assert_near(report.friction_work, -0.5 * 0.7 * belt * belt, inside ? BOUND(2e-2, 3e-2) : BOUND(1e-6, 1e-3));
        }
}

// The floor, the particle and the observer may all move along together: nothing changes, also in bounces that last many steps.
TEST(test_floor_that_moves_along)
{
    static const Way     MOVES[] = {{"xpbd", "iterations=1", INFINITY, false},
                                    {"xpbd", "iterations=2 substeps=3", 300, true},
                                    {"pbd", "iterations=3 contact_sweep=jacobi", INFINITY, true},
                                    {"vbd", "iterations=3", 300, false},
                                    {"calm", "iterations=3", INFINITY, false},
                                    {"avbd", "iterations=3 alpha=0.9", INFINITY, false},
                                    {"newton", "", 300, false},
                                    {"lbfgs", "iterations=9", 300, false},
                                    {"admm", "iterations=9", 300, false},
                                    {"descent", "iterations=1", INFINITY, false},
                                    {"descent", "iterations=60 form=primal", 300, false},
                                    {"pd", "iterations=9", 300, false}};
    static const double  H = 0.01, SPEED[3] = {0.7, 1.3, -0.4};
    static const double4 THROWN = {0.9, -2, 0.5, 0};
    for (size_t w = 0; w < sizeof MOVES / sizeof *MOVES; w++) {
        RIGS(rig, 2);
        for (int moves = 0; moves < 2; moves++) {
            Rig *r = &rig[moves];
            begin_particle(r, rules_in(MOVES[w].inside, MOVES[w].stiffness, 0.2, 0.6), 0, R + 0.01, 0);
            const ScriptPart move = {.act = SCRIPT_MOVE, .from = 0, .to = 10, .vector = {10 * SPEED[0], 10 * SPEED[1], 10 * SPEED[2]}};
            int32_t          script = -1;
            if (moves)
                assert_ok(model_add_script(r->builder, &move, 1, INFINITY, &script));
            add_plane(r, (double[3]){0, 0, 0}, (double[3]){0, 1, 0}, script);
            rig_solver(r, MOVES[w].solver, MOVES[w].settings, H, 1);
            const double4 v = THROWN, along = moves ? (double4){SPEED[0], SPEED[1], SPEED[2], 0} : (double4){0};
            rig_set_velocity(r, 0, v.x + along.x, v.y + along.y, v.z + along.z);
        }
        for (int i = 1; i <= 100; i++) {
            rig_steps(&rig[0], 1, NULL);
            rig_steps(&rig[1], 1, NULL);
            const double4 x = rig_position(&rig[0], 0), y = rig_position(&rig[1], 0), v = rig_velocity(&rig[0], 0),
                          u = rig_velocity(&rig[1], 0);
            assert_near(y.x - i * H * SPEED[0], x.x, BOUND(1e-8, 1e-3));
            assert_near(y.y - i * H * SPEED[1], x.y, BOUND(1e-8, 1e-3));
            assert_near(y.z - i * H * SPEED[2], x.z, BOUND(1e-8, 1e-3));
            assert_near(u.y - SPEED[1], v.y, BOUND(1e-6, 0.05));
        }
    }
}

// ---- more contacts than one ----

// In the groove between two planes friction comes from two contacts. With each plane inclined by the angle a, friction keeps a particle at
// rest if and only if tan θ ≤ μ / cos a, with either kind of sweep.
TEST(test_groove_sticks)
{
    static const char *const SWEEPS[] = {"iterations=60", "iterations=120 contact_sweep=jacobi"};
    const double             h = 0.01, theta = 0.5, lean = 0.8;
    for (int s = 0; s < 2; s++)
        for (int slides = 0; slides < 2; slides++) {
            RIG(rig);
            begin_particle(&rig, rules_in(true, INFINITY, tan(theta) * cos(lean) * (slides ? 0.9 : 1.1), 0), 0, R / cos(lean), 0);
            add_plane(&rig, (double[3]){0, 0, 0}, (double[3]){sin(lean), cos(lean), 0}, -1);
            add_plane(&rig, (double[3]){0, 0, 0}, (double[3]){-sin(lean), cos(lean), 0}, -1);
            model_set_gravity(rig.builder, (double[3]){0, -G * cos(theta), -G * sin(theta)});
            rig_solver(&rig, "xpbd", SWEEPS[s], h, 1);
            rig_steps(&rig, 50, NULL);
            const double way = -rig_position(&rig, 0).z;
            assert_near(way, slides ? 0.5 * 0.1 * G * sin(theta) * 0.5 * (0.5 + h) : 0, slides ? 1e-3 : 1e-4);
        }
}

// A particle pushed into the corner of two planes that are not at right angles ends where both are satisfied, in either order.
TEST(test_corner)
{
    static const char *const SETTINGS[] = {"iterations=300", "iterations=600 contact_sweep=jacobi", "iterations=300 kernels=plain"};
    for (int s = 0; s < 3; s++)
        for (int pbd = 0; pbd < 2; pbd++) {
            RIG(rig);
            rig_touching(&rig, 1, 0.2, 0, 0.7);
            rig_rules(&rig, rules_of(INFINITY, 0, 0));
            add_floor(&rig);
            const double tilt = 1.9, normal[3] = {sin(tilt), cos(tilt), 0}; // leans over the floor: n·n' = cos 1.9 < 0
            add_plane(&rig, (double[3]){0, 0, 0}, normal, -1);
            rig_solver(&rig, pbd ? "pbd" : "xpbd", SETTINGS[s], 0.1, 1);
            rig.state.velocity[0] = (real4){-12, -4, 0, 0};
            rig_steps(&rig, 1, NULL);
            const double4 x = rig_position(&rig, 0);
            assert_near(x.y, R, BOUND(1e-9, 1e-5));
            assert_near(x.x * normal[0] + x.y * normal[1], R, BOUND(1e-9, 1e-5));
        }
}

// ---- equalities stick ----

// A rod stops a particle above the floor to which it falls. With inequalities the particle stays there. With equalities (contacts that are
// active at y) the contact keeps it at the floor, step after step.
TEST(test_equality_sticks)
{
    static const char *const SOLVERS[] = {"pbd", "xpbd"};
    for (int s = 0; s < 2; s++)
        for (int equality = 0; equality < 2; equality++) {
            RIG(rig);
            begin_drop(&rig, rules_of(INFINITY, 0, 0), 0.001);
            const int32_t top = rig_particle(&rig, 0.3, 1, -0.2, 1);
            assert_ok(model_pin(rig.builder, top));
            rig_spring(&rig, 0, top, 1 - R - 0.05, INFINITY);
            rig_solver(&rig, SOLVERS[s], equality ? "iterations=20 contact_sense=equality" : "iterations=20", 0.01, 1);
            rig_set_velocity(&rig, 0, 0, -1, 0);
            for (int i = 0; i < 10; i++) {
                rig_steps(&rig, 1, NULL);
                if (i == 0 || equality)
                    assert_near(height_of(&rig), equality ? 0 : 0.05, BOUND(1e-9, 1e-6));
            }
            assert_true(equality || height_of(&rig) > 0.04);
        }
}

// A contact that is near but not active at y is no equality: the particle falls freely.
TEST(test_equality_does_not_pull)
{
    const double h = 0.01, height = 0.3 * R;
    RIG(rig);
    begin_drop(&rig, rules_of(INFINITY, 0, 0), height);
    rig_solver(&rig, "xpbd", "iterations=3 contact_sense=equality", h, 1);
    rig_steps(&rig, 1, NULL);
    assert_int_equal(rig.contacts->sets[CONTACT_POINT].set.count, 1);
    assert_near(height_of(&rig), height - h * h * G, BOUND(1e-12, 1e-7));
}

// ---- a late hit ----

// A rod pulls a particle through a wall that was not near when contacts were detected. The hit is missed and counted, and resolved a step
// later.
TEST(test_secondary_hit_is_late)
{
    RIG(rig);
    rig_touching(&rig, 0.5, 0, 0, 1);
    const int32_t end = rig_particle(&rig, -1, 0, 0, 1);
    assert_ok(model_pin(rig.builder, end));
    rig_spring(&rig, 0, end, 0.75, INFINITY);
    rig_rules(&rig, rules_of(INFINITY, 0, 0));
    add_plane(&rig, (double[3]){0, 0, 0}, (double[3]){1, 0, 0}, -1);
    rig_solver(&rig, "xpbd", "iterations=10", 0.01, 1);
    ContactReport report = rig_contact_step(&rig, NULL);
    assert_int_equal(report.missed, 1);
    assert_int_equal(report.found, 0);
    assert_near(report.penetration_max, 0.25 + R, BOUND(1e-9, 1e-6));
    assert_near(rig_position(&rig, 0).x, -0.25, BOUND(1e-9, 1e-6));
    report = rig_contact_step(&rig, NULL);
    assert_int_equal(report.missed, 0);
    assert_int_equal(report.found, 1);
    assert_int_equal(report.active, 1);
    assert_near(rig_position(&rig, 0).x, R, BOUND(1e-9, 1e-6));
}
