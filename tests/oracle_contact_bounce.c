// Contacts with a stiffness: restitution whatever the stiffness and the phase, friction, and the weight of a body at rest. Bodies that do
// not touch do not change each other's bounce.
#include "contact_rig.h"

static const double MASS = 0.7;

// k of a contact of one particle with h √(k/m) = x.
static double stiffness_at(double x, double h)
{
    return MASS * x * x / (h * h);
}

static void begin_particle(Rig *rig, double stiffness, double friction, double e, double height)
{
    rig_touching(rig, 0.3, R + height, -0.2, MASS);
    rig_rules(rig, rules_of(stiffness, friction, e));
}

static const Way WAYS[] = {
    {"pbd", "iterations=2", 0, false},
    {"xpbd", "iterations=2", 0, false},
    {"xpbd", "iterations=2 substeps=4", 0, false},
    {"pd", "iterations=3", 0, false},
    {"newton", "", 0, false},
    {"vbd", "iterations=2", 0, false},
    {"lbfgs", "iterations=3", 0, false},
    {"admm", "iterations=3", 0, false},
    {"descent", "iterations=2", 0, false},
    {"descent", "iterations=80 form=primal", 0, false},
};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS, PHASES = 10 };
static const double REACH[] = {0.01, 0.1, 0.5, 1, 2, 10, 100}; // h √(k/m)
enum { REACH_COUNT = sizeof REACH / sizeof *REACH };

// ---- restitution ----

// The speed with which a particle leaves the floor, relative to its speed before, without gravity.
static double kept(const Way *way, double stiffness, double phase, double e, double h)
{
    const double speed = 3;
    RIG(rig);
    begin_particle(&rig, stiffness, 0, e, (2 + phase) * speed * h);
    add_floor(&rig);
    rig_solver(&rig, way->solver, way->settings, h, 1);
    rig_set_velocity(&rig, 0, 0, -speed, 0);
    for (int i = 0; i < 100 && rig_position(&rig, 0).y < R + 3 * speed * h; i++)
        rig_steps(&rig, 1, NULL);
    return rig_velocity(&rig, 0).y / speed;
}

static void check_left(const Way *way, double reach, double e, int phase)
{
    const double h = phase % 2 ? 0.01 : 1.0 / 240, ratio = kept(way, stiffness_at(reach, h), (double)phase / PHASES, e, h);
    if (!(fabs(ratio - (double)(float)e) < BOUND(1e-9, 1e-3)))
        fail_msg("%s %s, h √(k/m) = %g, phase %d, e = %g: left at %.9g of its speed", way->solver, way->settings, reach, phase, e, ratio);
}

TEST(test_leaves_at_e_times_its_speed)
{
    static const double E[] = {0.1, 0.5, 0.8, 1};
    for (int w = 0; w < WAY_COUNT; w++)
        for (int r = 0; r < REACH_COUNT; r++)
            for (int i = 0; i < 4; i++)
                for (int p = i % 3; p < PHASES; p += 3)
                    check_left(&WAYS[w], REACH[r], E[i], p);
}

// The bound stops a particle that sinks deeper than the contact is thick, and the contact returns the impulse that the bound removed.
TEST(test_leaves_the_bound_at_e_times_its_speed)
{
    static const Way BOUNDED[] = {{"xpbd", "iterations=2 contact_bound=displacement", 0, false},
                                  {"xpbd", "iterations=2 substeps=4 contact_bound=displacement", 0, false},
                                  {"pd", "iterations=3 contact_bound=displacement", 0, false},
                                  {"admm", "iterations=3 contact_bound=displacement", 0, false},
                                  {"newton", "contact_bound=displacement", 0, false},
                                  {"vbd", "iterations=2 contact_bound=displacement", 0, false}};
    for (size_t w = 0; w < sizeof BOUNDED / sizeof *BOUNDED; w++)
        for (int r = 0; r < REACH_COUNT; r++)
            for (int p = 0; p < PHASES; p++) {
                check_left(&BOUNDED[w], REACH[r], 0.5, p);
                check_left(&BOUNDED[w], REACH[r], 1, p);
            }
}

// The height of the first arc after a fall of about 0.9 m, over that fall.
static double arc(const Way *way, double stiffness, double e, double h, int phase)
{
    const double fall = 0.9 + sqrt(2 * G * 0.9) * h * phase / PHASES;
    RIG(rig);
    double highest = 0;
    bool   up = false;
    begin_particle(&rig, stiffness, 0, e, fall);
    add_floor(&rig);
    model_set_gravity(rig.builder, (double[3]){0, -G, 0});
    rig_solver(&rig, way->solver, way->settings, h, 1);
    for (int i = 0; i < 2 / h; i++) {
        rig_steps(&rig, 1, NULL);
        const double speed = rig_velocity(&rig, 0).y;
        if (up && speed <= 0)
            break;
        up = up || speed > 0;
        highest = up ? fmax(highest, rig_position(&rig, 0).y - R) : 0;
    }
    return highest / fall;
}

// With gravity the error of the arc is a few g h / v for every stiffness, both for k proportional to 1/h² and for fixed k.
TEST(test_arc_is_wrong_by_a_part_of_h)
{
    const double v = sqrt(2 * G * 0.9);
    for (int w = 0; w < WAY_COUNT; w++)
        for (int r = 0; r < REACH_COUNT; r++)
            for (int i = 0; i < 2; i++)
                for (int p = 0; p < PHASES; p += i ? 9 : 3) { // both e
                    const double h = i ? 0.0025 : 0.01, e = p % 2 ? 1 : 0.7, ratio = arc(&WAYS[w], stiffness_at(REACH[r], h), e, h, p);
                    if (!(fabs(ratio - e * e) < 5 * G * h / v + BOUND(0, 2e-3)))
                        fail_msg("%s %s, h √(k/m) = %g, phase %d, h = %g: %.6g of the fall at e = %g", WAYS[w].solver, WAYS[w].settings,
                                 REACH[r], p, h, ratio, e);
                }
}

// ---- energy ----

enum { NET = 5 };

static double4 *positions_of(const Rig *rig, double4 *x)
{
    for (int32_t i = 0; i < rig->model.particle_count; i++)
        x[i] = double4_from(rig->state.position[i]);
    return x;
}

// The energy of motion, springs, height and contacts.
static double energy_of(const Rig *rig)
{
    double4              x[NET * NET], gradient[NET * NET];
    double               sum = contacts_energy(rig->contacts, positions_of(rig, x), NULL);
    const ConstraintSet *springs = &rig->model.sets[CONSTRAINT_distance];
    sum += springs->ops->energy->total(springs, 0, springs->count, x, memset(gradient, 0, sizeof gradient));
    for (int32_t i = 0; i < rig->model.particle_count; i++) {
        const double4 v = double4_from(rig->state.velocity[i]);
        sum += rig->model.mass[i] * (0.5 * double4_dot(v, v) + G * x[i].y);
    }
    return sum;
}

// Columns of particles on springs, thrown at a floor. Lower particles press a particle back into its contact, which gets no energy from it.
// The springs stay straight, so that their energy is convex, and only implicit Euler loses energy.
static void check_columns(const char *solver, const char *settings, double reach)
{
    const double h = 0.005;
    RIG(rig);
    for (int i = 0; i < NET * NET; i++) {
        const int row = i / NET;
        rig_touching(&rig, 0.3 * (i % NET), R + 0.02 + 0.1 * row + 0.007 * (i % NET), 0, 0.1 + 0.02 * (i % 3));
    }
    for (int i = 0; i + NET < NET * NET; i++)
        rig_spring(&rig, i, i + NET, 0, 4000 + 500 * (i % 4));
    rig_rules(&rig, rules_of(stiffness_at(reach, h), 0, 1));
    add_floor(&rig);
    model_set_gravity(rig.builder, (double[3]){0, -G, 0});
    rig_solver(&rig, solver, settings, h, 1);
    for (int i = 0; i < NET * NET; i++)
        rig_set_velocity(&rig, i, 0, -2, 0);
    double energy = energy_of(&rig);
    for (int i = 0; i < 300; i++) {
        rig_steps(&rig, 1, NULL);
        const double now = energy_of(&rig);
        if (!(now <= energy + BOUND(1e-9, 1e-4)))
            fail_msg("%s, h √(k/m) = %g, step %d: %.12g J after %.12g", solver, reach, i, now, energy);
        energy = now;
    }
}

TEST(test_elastic_columns_gain_nothing)
{
    for (int r = 1; r < REACH_COUNT; r++) {
        check_columns("newton", "", REACH[r]);
        check_columns("xpbd", "iterations=400 sweep=serial", REACH[r]);
    }
}

// ---- islands ----

enum { DROPS = 4 };

// Drops, each a body, and upright rods, each another; plate: both fall on a pinned plate of their own instead of the floor.
typedef struct Falling {
    bool drops, rod, plate;
} Falling;

static void add_plate(Rig *rig, double x)
{
    const int32_t first = model_builder_particles(rig->builder);
    model_begin_body(rig->builder);
    rig_particle(rig, x - 1, 0, -1, 1);
    rig_particle(rig, x, 0, 1, 1);
    rig_particle(rig, x + 1, 0, -1, 1);
    for (int i = 0; i < 3; i++)
        assert_ok(model_pin(rig->builder, first + i));
    assert_ok(model_add_contact_triangle(rig->builder, (int32_t[3]){first, first + 1, first + 2}));
}

static void drop_and_rod(const Falling *falling, const char *solver, double stiffness, int steps, double4 drop[DROPS], double4 rod[2])
{
    ContactRules rules = rules_of(stiffness, 0.2, 1);
    RIG(rig);
    int32_t first = -1, low = -1;
    rules.bodies = true;
    assert_ok(model_set_contact(rig.builder, &rules));
    if (falling->plate)
        add_plate(&rig, 0);
    else
        add_floor(&rig);
    for (int i = 0; falling->drops && i < DROPS; i++) {
        model_begin_body(rig.builder);
        const int32_t at = rig_touching(&rig, -0.3 + 0.1 * i, R + 0.05 + 0.013 * i, -0.5, 0.7);
        first = i == 0 ? at : first;
    }
    if (falling->rod) {
        model_begin_body(rig.builder);
        low = rig_particle(&rig, 0.2, R + 0.04, -0.5, 0.4);
        rig_particle(&rig, 0.2, R + 0.14, -0.5, 2);
        rig_spring(&rig, low, low + 1, 0, 3e4);
        assert_ok(model_add_contact_point(rig.builder, low));
    }
    model_set_gravity(rig.builder, (double[3]){0, -G, 0});
    rig_solver(&rig, solver, "", 0.005, 1);
    for (int i = 0; i < DROPS && first >= 0; i++)
        rig_set_velocity(&rig, first + i, 0, -1, 0);
    for (int i = 0; i < 2 && low >= 0; i++)
        rig_set_velocity(&rig, low + i, 0, -1.5, 0);
    rig_steps(&rig, steps, NULL);
    for (int i = 0; i < DROPS && first >= 0; i++)
        drop[i] = rig_position(&rig, first + i);
    for (int i = 0; i < 2 && low >= 0; i++)
        rod[i] = rig_position(&rig, low + i);
}

// A rod whose lower end bounces while the upper one moves down: a contact of it adds energy. Drops near it bounce as they do alone.
TEST(test_bodies_that_do_not_touch)
{
    static const char *const SOLVERS[] = {"pbd", "xpbd", "pd", "newton", "vbd"};
    for (int plate = 0; plate < 2; plate++)
        for (int s = 0; s < 5; s++)
            for (int steps = 20; steps <= 120; steps += 50) {
                double4      drop[2][DROPS], rod[2][2];
                const double stiffness = 2e4;
                drop_and_rod(&(Falling){true, true, plate}, SOLVERS[s], stiffness, steps, drop[0], rod[0]);
                drop_and_rod(&(Falling){true, false, plate}, SOLVERS[s], stiffness, steps, drop[1], rod[1]);
                drop_and_rod(&(Falling){false, true, plate}, SOLVERS[s], stiffness, steps, drop[1], rod[1]);
                for (int i = 0; i < DROPS; i++)
                    assert_near(double4_norm(double4_sub(drop[0][i], drop[1][i])), 0, BOUND(1e-12, 1e-6));
                for (int i = 0; i < 2; i++)
                    assert_near(double4_norm(double4_sub(rod[0][i], rod[1][i])), 0, BOUND(1e-12, 1e-6));
            }
}

// ---- friction ----

// A particle that slides on the floor, or down an incline, from an unloaded start or from one where its weight is carried. Its distance
// grows by μ times the sinking depth.
static double slide(const Way *way, bool inside, double stiffness, double theta, double mu, double speed, double sunk, double h,
                    double time)
{
    RIG(rig);
    double normal[3] = {-sin(theta), cos(theta), 0};
    rig_touching(&rig, 0.3, R, -0.2, MASS);
    rig_rules(&rig, rules_in(inside, stiffness, mu, 0));
    add_plane(&rig, (double[3]){0.3 - sin(theta) * (sunk - R), R + cos(theta) * (sunk - R), 0}, normal, -1);
    model_set_gravity(rig.builder, (double[3]){0, -G, 0});
    rig_solver(&rig, way->solver, way->settings, h, 1);
    rig_set_velocity(&rig, 0, -speed * cos(theta), -speed * sin(theta), 0);
    rig_steps(&rig, (int)lround(time / h), NULL);
    const double4 x = rig_position(&rig, 0);
    return (0.3 - x.x) * cos(theta) + (R - x.y) * sin(theta);
}

typedef struct Rubbed {
    const Way *way;
    bool       inside, loaded; // friction inside the solve; the spring carries the weight at the start
    double     reach, h;       // h √(k/m), for the h of a step
} Rubbed;

static void check_stop(const Rubbed *c)
{
    const double mu = 0.3, v = 3, step = strstr(c->way->settings, "substeps") ? c->h / 4 : c->h, k = stiffness_at(c->reach, c->h);
    const double sinks = MASS * G / k, expected = v * v / (2 * mu * G) + (c->inside ? -0.5 : 0.5) * v * step;
    const double error = slide(c->way, c->inside, k, 0, mu, v, c->loaded ? sinks : 0, c->h, 2.5) - expected;
    const double low = c->loaded || !c->inside ? 0 : -2 * v * c->h / c->reach, high = c->loaded ? 0 : c->inside ? -low : 2 * mu * sinks;
    if (!(error > low - 1e-4 * expected - BOUND(0, 1e-2) && error < high + 1e-4 * expected + BOUND(0, 1e-2)))
        fail_msg("%s %s, friction %s, h √(k/m) = %g, %s: stops %g m farther", c->way->solver, c->way->settings,
                 c->inside ? "inside" : "on velocities", c->reach, c->loaded ? "loaded" : "not loaded", error);
}

static void check_incline(const Rubbed *c, bool slides)
{
    const double theta = 0.3, time = 1, mu = slides ? 0.2 : 0.4, step = strstr(c->way->settings, "substeps") ? c->h / 4 : c->h;
    const double k = stiffness_at(c->reach, c->h), normal = G * cos(theta), along = G * sin(theta);
    double       expected = c->inside ? 0 : time * step * along; // creeps
    if (slides)
        expected = 0.5 * (along - mu * normal) * time * (time + step) + (c->inside ? 0 : mu * normal * step * time);
    const double found = slide(c->way, c->inside, k, theta, mu, 0, MASS * normal / k, c->h, time);
    if (!(fabs(found - expected) < BOUND(1e-6, 1e-2) + (c->inside ? 0.01 * mu * normal * step * time : 0))) // its smoothing
        fail_msg("%s %s, friction %s, h √(k/m) = %g, μ = %g: %g m down, not %g", c->way->solver, c->way->settings,
                 c->inside ? "inside" : "on velocities", c->reach, mu, found, expected);
}

// Coulomb's law for every stiffness. It is exact where the spring carries the weight from the start. Otherwise the error is the sinking
// depth, and inside the solve the distance travelled while sinking: there friction used impulses that the velocity pass then removes.
TEST(test_friction_has_the_impulse_of_the_spring)
{
    for (int w = 0; w < WAY_COUNT; w++)
        for (int inside = 0; inside < 2; inside++)
            for (int r = 2; r < REACH_COUNT; r++) {
                const bool hard = strcmp(WAYS[w].solver, "pbd") == 0;
                if (sizeof(real) < sizeof(double) && REACH[r] > 10 &&
                    (strcmp(WAYS[w].solver, "vbd") == 0 || strstr(WAYS[w].settings, "primal") ||
                     (inside && strcmp(WAYS[w].solver, "lbfgs") == 0)))
                    continue; // it sinks 1e-7 m, which is four ulps of where it is
                const Rubbed c = {&WAYS[w], inside, true, hard ? 1e4 : REACH[r], 0.01};
                check_stop(&c);
                check_incline(&c, false);
                check_incline(&c, true);
                check_stop(&(Rubbed){&WAYS[w], inside, false, REACH[r], 0.01});
            }
}

// ---- rest ----

enum { EDGE = 3, LATTICE = EDGE * EDGE * EDGE };

// A block of particles and springs of 5 kg, `height` above the floor.
static void begin_block(Rig *rig, double stiffness, double e, double height)
{
    for (int i = 0; i < LATTICE; i++) {
        const int row = i / EDGE % EDGE, layer = i / EDGE / EDGE;
        rig_touching(rig, 0.1 * (i % EDGE), R + height + 0.1 * row, 0.1 * layer, 5.0 / LATTICE);
    }
    for (int i = 0; i < LATTICE; i++)
        for (int j = i + 1; j < LATTICE; j++)
            if (abs(i % EDGE - j % EDGE) < 2 && abs(i / EDGE % EDGE - j / EDGE % EDGE) < 2 && j / EDGE / EDGE - i / EDGE / EDGE < 2)
                rig_spring(rig, i, j, 0, 2e4);
    rig_rules(rig, rules_of(stiffness, 0.3, e));
    add_floor(rig);
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
}

static void check_carried(const char *solver, const char *settings, double stiffness, double e)
{
    const double h = 1.0 / 60, step = strstr(settings, "substeps") ? h / 5 : h;
    RIG(rig);
    double force = 0, speed = 0;
    begin_block(&rig, stiffness, e, e > 0 ? 0.05 : 0);
    rig_solver(&rig, solver, settings, h, 1);
    rig_steps(&rig, 300, NULL);
    const ContactSet *contact = &rig.contacts->sets[CONTACT_POINT];
    for (int32_t i = 0; i < contact->set.count; i++)
        force += (double)contact->lambda[i] / (step * step);
    for (int i = 0; i < LATTICE; i++)
        speed = fmax(speed, double4_norm(rig_velocity(&rig, i)));
    if (!(fabs(force / (5 * G) - 1) < BOUND(1e-4, 1e-2) && speed < 1e-3))
        fail_msg("%s %s, k = %g, e = %g: supported by %.9g N of %.9g N, moves at %g m/s", solver, settings, stiffness, e, force, 5 * G,
                 speed);
}

// The contact forces of a body at rest add up to its weight, however few the iterations, also after a bounce.
TEST(test_supports_the_weight)
{
    const Param *param = solver_find("pd")->params;
    while (param->name && strcmp(param->name, "contact_matrix") != 0)
        param++;
    assert_non_null(param->name);
    for (double k = 1e3; k < 2e6; k *= 30)
        for (int falls = 0; falls < 2; falls++) {
            const double e = 0.5 * falls;
            check_carried("newton", "", k, e);
            check_carried("pbd", "iterations=10", k, e);
            check_carried("xpbd", "iterations=10", k, e);
            check_carried("xpbd", "iterations=1 substeps=5", k, e);
            check_carried("admm", "iterations=10", k, e);
            for (int i = 0; param->choices[i]; i++) {
                TEXT_OF(settings, "iterations=10 contact_matrix=%s", param->choices[i]);
                check_carried("pd", settings, k, e);
            }
        }
}

// ---- a collider that turns ----

// The surface of the drum moves within itself, so a mass on it is not pushed off. Along the chord of its path it would leave at (1 − cos
// α)/h = 0.06 m/s.
TEST(test_drum_does_not_push)
{
    const ScriptPart spin = {.act = SCRIPT_ROTATE, .to = 1, .vector = {0, 0, 2}, .radians = 1.1};
    for (int way = 0; way < WAY_COUNT; way++) {
        Collider drum = {.shape = COLLIDER_CAPSULE, .radius = 1, .friction = NAN, .restitution = NAN, .name = "drum"};
        RIG(rig);
        drum.point[2] = -1;
        drum.direction[2] = 2;
        rig_touching(&rig, 0, 1.1 - 1e-9, 0, 1);
        rig_rules(&rig, (ContactRules){.thickness = 0.1, .stiffness = 1, .friction = 0.5});
        drum.script = rig_script(&rig, spin);
        assert_ok(model_add_collider(rig.builder, &drum));
        rig_solver(&rig, WAYS[way].solver, WAYS[way].settings, 0.1, 1);
        rig_steps(&rig, 1, NULL);
        assert_near(rig_velocity(&rig, 0).y, 0, BOUND(1e-6, 1e-4));
    }
}
