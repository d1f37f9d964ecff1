// Conditions known before the first step: each on both sides of its bound, and its law against the behaviour of solvers.
#include "rig.h"
#include "solver/condition.h"

static Condition check_at(const Rig *rig, double dt, ConditionKind kind, bool *holds)
{
    ConditionCase c = {.model = &rig->model,
                       .state = &rig->state,
                       .solver = rig->solver->ops,
                       .params = &rig->params,
                       .dt = dt,
                       .contact = rig->contacts != NULL};
    Arena         arena = arena_init(0);
    Condition     out;
    assert_ok(condition_prepare(&c, &arena));
    assert_ok(condition_check(&c, kind, holds, &out));
    arena_destroy(&arena);
    assert_true(*holds || strlen(out.line) > 40);
    return out;
}

// A dt in the message of a violated condition satisfies the condition, and is the limit but for the rounding to two digits.
static Condition check(const Rig *rig, double dt, ConditionKind kind, bool *holds)
{
    static const char *const ADVICE[] = {"a dt of at most ", "a dt of at least "};
    const Condition          out = check_at(rig, dt, kind, holds);
    for (int i = 0; i < 2 && !*holds; i++) {
        const char  *at = strstr(out.line, ADVICE[i]);
        const double advised = at ? strtod(at + strlen(ADVICE[i]), NULL) : 0;
        bool         inside = true, outside = false;
        if (!at)
            continue;
        check_at(rig, advised, kind, &inside);
        check_at(rig, i ? advised / 1.12 : advised * 1.12, kind, &outside);
        assert_true(inside && !outside);
    }
    return out;
}

// Every row of the table names the source of its law.
TEST(test_sources)
{
    static const char *const SOURCES[] = {
#define CONDITION(name, applies, bound, source) source,
#include "solver/condition_list.h"
    };
    for (size_t i = 0; i < CONDITIONS; i++)
        assert_true(strlen(SOURCES[i]) > 10);
}

static void assert_holds(const Rig *rig, double dt, ConditionKind kind, bool expected)
{
    bool            holds = !expected;
    const Condition found = check(rig, dt, kind, &holds);
    if (holds != expected)
        fail_msg("%s: %g of %g", found.kind, found.value, found.bound);
}

// A mass of 1 kg at rest in gravity, 1 m below the point where its spring to a pin has no force. At 100 m half an ulp of a float is 2^-18
// m.
static double hang_still(const char *solver, double ratio, bool lost)
{
    const double h = sqrt(ratio * 0x1p-18 / 9.81), dt = h;
    RIG(rig);
    rig_particle(&rig, 0, 102, 0, 1);
    rig_particle(&rig, 0, 100, 0, 1);
    assert_ok(model_pin(rig.builder, 0));
    rig_spring(&rig, 0, 1, 1, 9.81);
    model_set_gravity(rig.builder, (double[3]){0, -9.81, 0});
    rig_solver(&rig, solver, "iterations=2", dt, 1);
    assert_holds(&rig, dt, CONDITION_rounding, !(lost && sizeof(real) == sizeof(float)));
    rig_steps(&rig, 50, NULL);
    return rig_velocity(&rig, 1).y / (-9.81 * 50 * h);
}

// Below the bound the spring of xpbd has no effect: the mass falls as if it were free. In pd the sum M y + h² k p is rounded instead.
TEST(test_rounding)
{
    assert_near(hang_still("xpbd", 0.95, true), BOUND(0, 1), 0.01);
    hang_still("pd", 0.95, true);
    assert_true(fabs(hang_still("xpbd", 1.9, false)) < 0.1); // in between, moves are rounded up
    hang_still("pd", 1.05, false);
    assert_near(hang_still("newton", 0.5, false), 0, 0.01);
}

// A pair in free fall: gravity is in its velocity, so the solve changes nothing, and the same holds for an equal force on both. A force on
// one of the two has to be shared by the solve.
static void fall_at_1000(double extra, double other, bool pinned, bool holds)
{
    const double h = 1e-4;
    RIG(rig);
    rig_particle(&rig, 0, 1000, 0, 1);
    rig_particle(&rig, 1, 1000, 0, 1);
    rig_spring(&rig, 0, 1, 1, 100);
    if (pinned)
        assert_ok(model_pin(rig.builder, 0));
    model_set_gravity(rig.builder, (double[3]){0, -9.81, 0});
    if (extra > 0)
        assert_ok(model_add_force(rig.builder, 1, (double[3]){0, extra, 0}));
    if (other > 0)
        assert_ok(model_add_force(rig.builder, 0, (double[3]){0, other, 0}));
    rig_solver(&rig, "xpbd", "iterations=2", h, 1);
    assert_holds(&rig, h, CONDITION_rounding, holds || sizeof(real) == sizeof(double));
}

TEST(test_rounding_of_falling_bodies)
{
    fall_at_1000(0, 0, false, true);
    fall_at_1000(0, 0, true, false);
    fall_at_1000(1, 0, false, false);
    fall_at_1000(1, 1, false, true);
}

// At a height, level or at 45°.
static void add_plane(Rig *rig, double height, int slope)
{
    const double up = slope ? sqrt(0.5) : 1;
    Collider     plane = rig_collider(COLLIDER_PLANE);
    plane.point[1] = height;
    plane.direction[0] = slope * up, plane.direction[1] = up;
    assert_ok(model_add_collider(rig->builder, &plane));
}

// Two particles `length` apart on a spring of rest length `rest`; an ulp of a float between 512 and 1024 is 2^-14 m.
typedef struct Far {
    const char *solver;
    double      length, rest, thickness, stiffness; // of contact; thickness 0: none
    double      fall;                               // h² g, m
    bool        holds;
} Far;

static void far_out(const Far *far)
{
    RIG(rig);
    rig_particle(&rig, 600, 0, 0, 1);
    rig_particle(&rig, 600, far->length, 0, 1);
    rig_spring(&rig, 0, 1, far->rest > 0 ? far->rest : far->length, 100);
    assert_ok(model_pin(rig.builder, 1));
    model_set_gravity(rig.builder, (double[3]){0, -far->fall * 1e4, 0});
    if (far->thickness > 0) {
        rig_rules(&rig, (ContactRules){.thickness = far->thickness, .stiffness = far->stiffness});
        add_plane(&rig, -9, 0);
        assert_ok(model_add_contact_point(rig.builder, 0));
    }
    rig_solver(&rig, far->solver, "", 0.01, 1);
    assert_holds(&rig, 0.01, CONDITION_resolution, far->holds || sizeof(real) == sizeof(double));
}

TEST(test_resolution)
{
    const double ulp = 0x1p-14;
    const Far    cases[] = {{"xpbd", .length = 101 * ulp, .holds = true},
                            {"xpbd", .length = 99 * ulp},
                            {"xpbd", .length = 1, .rest = 99 * ulp, .fall = 1},
                            {"xpbd", .length = 1, .thickness = 101 * ulp, .stiffness = 100, .holds = true},
                            {"xpbd", .length = 1, .thickness = 99 * ulp, .stiffness = 100},
                            {"xpbd", .length = 1, .fall = 101 * ulp, .holds = true},
                            {"xpbd", .length = 1, .fall = 99 * ulp},
                            // At an h² g of 1000 ulps, m g/k is 11 ulps, or 9; the force of xpbd is no −k C.
                            {"vbd", .length = 1, .thickness = 1, .stiffness = 1e7 / 11, .fall = 1000 * ulp, .holds = true},
                            {"vbd", .length = 1, .thickness = 1, .stiffness = 1e7 / 9, .fall = 1000 * ulp},
                            {"pd", .length = 1, .thickness = 1, .stiffness = 1e7 / 9, .fall = 1000 * ulp},
                            {"xpbd", .length = 1, .thickness = 1, .stiffness = 1e7 / 9, .fall = 1000 * ulp, .holds = true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        far_out(&cases[i]);
}

// A method that computes in double precision reaches a length below an ulp of a float.
TEST(test_resolution_is_that_of_the_solver)
{
    for (int k = 0; solver_at(k); k++) {
        const SolverOps *solver = solver_at(k);
        const bool       exact = !(solver->limits & LIMIT_ROUNDED_MOVES);
        const double     length = 0.3 * 0x1p-14, stretch = 0.1 * 0x1p-14; // below half an ulp
        far_out(&(Far){solver->name, .length = length, .holds = exact});
        RIG(rig);
        rig_particle(&rig, 600, 0, 0, 1);
        rig_particle(&rig, 600 + length + stretch, 0, 0, 1);
        rig_spring(&rig, 0, 1, length, 1e6);
        assert_ok(model_pin(rig.builder, 0));
        rig_solver(&rig, solver->name, "", 0.01, 1);
        rig_steps(&rig, 40, NULL);
        const double apart = state_position(&rig.state, rig.model.model_of[1]).x - 600;
        if (exact || sizeof(real) == sizeof(double))
            assert_near(apart, length, 0.02 * length);
        else
            assert_true(fabs(apart - length) > 0.02 * length);
    }
}

// A spring of rest length 1 m between two particles at one point, or apart by a little.
static void start_together(double apart, ConstraintSense sense, bool holds)
{
    RIG(rig);
    rig_particle(&rig, 0, 0, 0, 1);
    rig_particle(&rig, apart, 0, 0, 1);
    rig_spring(&rig, 0, 1, 1, 1000);
    rig_traits(&rig, 0, INFINITY, sense);
    rig_solver(&rig, "pd", "iterations=10", 0.01, 1);
    assert_holds(&rig, 0.01, CONDITION_no_gradient, holds);
    rig_steps(&rig, 5, NULL);
    assert_int_equal(double4_norm(double4_sub(rig_position(&rig, 1), rig_position(&rig, 0))) > apart, holds && sense == SENSE_EQUAL);
}

TEST(test_no_gradient)
{
    start_together(0, SENSE_EQUAL, false);
    start_together(1e-6, SENSE_EQUAL, true);
    start_together(0, SENSE_LESS_EQUAL, true);
}

// D_m = I: |∇F|² is 3 at the first corner and 1 at the others.
static void neo_hookean(const char *solver, double stiffness, const char *settings, bool holds)
{
    RIG(rig);
    const int32_t corners[4] = {0, 1, 2, 3};
    for (int i = 0; i < 4; i++)
        rig_particle(&rig, i == 1, i == 2, i == 3, 1);
    assert_ok(model_add_constraint(rig.builder, CONSTRAINT_neo_hookean, corners, NULL, stiffness));
    rig_solver(&rig, solver, settings, 0.1, 1);
    assert_holds(&rig, 0.1, CONDITION_block_step, holds);
}

TEST(test_block_step)
{
    neo_hookean("xpbd", 33, "iterations=1", true);
    neo_hookean("xpbd", 34, "iterations=1", false);
    neo_hookean("xpbd", 34, "substeps=2", true);
    neo_hookean("xpbd", 34 * 4, "substeps=2", false);
    neo_hookean("xpbd_direct", 33, "", true);
    neo_hookean("xpbd_direct", 34, "", false);
    neo_hookean("xpbd_direct", 34, "method=kkt", true);
}

enum { LINKS_MAX = 64 };

// The number of sweeps after which 1/e of the slowest error remains: Gauss-Seidel on the dual matrix of a chain that hangs from a pin, over
// w.
static double measured_sweeps(int links, double beta, double ratio)
{
    double error[LINKS_MAX + 2] = {0}, after = 1;
    for (int i = 1; i <= links; i++)
        error[i] = 1;
    for (int sweep = 0; sweep < 4000; sweep++) {
        after = 0;
        for (int i = 1; i <= links; i++) {
            const double below = i == links ? 1 / ratio : 1, above = i == 1 ? 0 : 1;
            error[i] = ((i > 1 ? error[i - 1] : 0) * above + (i < links ? error[i + 1] : 0)) / (above + below + beta);
            after = fmax(after, fabs(error[i]));
        }
        for (int i = 1; i <= links; i++)
            error[i] /= after;
    }
    return after > 0 ? -1 / log(after) : 0;
}

static double chain(const char *solver, int links, double stiffness, double payload, double h, const char *settings, bool *holds)
{
    RIG(rig);
    for (int i = 0; i <= links; i++)
        rig_particle(&rig, 0, -0.1 * i, 0, i == links ? payload : 1);
    for (int i = 0; i < links; i++)
        rig_spring(&rig, i, i + 1, 0, stiffness);
    assert_ok(model_pin(rig.builder, 0));
    model_set_gravity(rig.builder, (double[3]){0, -9.81, 0});
    rig_solver(&rig, solver, settings, h, 1);
    const Condition found = check(&rig, h, CONDITION_sweeps, holds);
    return found.value;
}

TEST(test_sweeps)
{
    bool         holds = false;
    const double sweeps = chain("pbd", 10, 1, 1, 0.01, "iterations=44", &holds), q = 21 / 3.14159265358979323846;
    assert_near(sweeps, q * q, 1e-9);
    assert_false(holds);
    chain("pbd", 10, 1, 1, 0.01, "iterations=45", &holds);
    assert_true(holds);
    assert_near(sweeps, measured_sweeps(10, 0, 1), 0.1 * sweeps);
    // α~ = 1/(k h²), in units of w = 1; masses of 100 kg make the mean of w smaller
    const double soft = chain("xpbd", 20, 1e5, 1, 0.01, "iterations=20", &holds);
    assert_near(soft, measured_sweeps(20, 0.1, 1), 0.25 * soft);
    assert_true(holds);
    const double heavy = chain("pbd", 20, 1, 100, 0.01, "iterations=20", &holds);
    assert_near(heavy, measured_sweeps(20, 0, 100), 0.35 * heavy);
    assert_false(holds);
    const double newton = chain("newton", 20, 1e9, 100, 0.01, "iterations=20", &holds);
    assert_true(holds && newton <= 0);
    chain("pbd", 10, 1, 1, 0.01, "iterations=5 k=0", &holds); // k 0 corrects nothing: no count of sweeps is enough
    assert_true(holds);
    chain("pbd", 10, 1, 1, 0.01, "iterations=5 k=0.99", &holds);
    assert_false(holds);
    chain("pbd", 10, 1, 1, 0.01, "iterations=5 omega=1.5", &holds); // the law is that of Gauss-Seidel
    assert_true(holds);
}

// One mass on a spring at its rest length, thrown across it. Alone, it is at y. From x_n an iteration takes 1/(1 + s) of the way.
static void throw_across(double s, const char *settings)
{
    const double h = 0.1;
    RIG(rig);
    rig_particle(&rig, 0, 0, 0, 1);
    rig_particle(&rig, 1, 0, 0, 1);
    assert_ok(model_pin(rig.builder, 0));
    rig_spring(&rig, 0, 1, 1, s / (h * h));
    rig_solver(&rig, "pd", settings, h, 1);
    assert_holds(&rig, h, CONDITION_global_step, true);
    rig_set_velocity(&rig, 1, 0, 0.01, 0);
    rig_steps(&rig, 1, NULL);
    assert_near(rig_position(&rig, 1).y / (h * 0.01), 1 / (1 + s), 1e-4);
}

// A chain of 1 kg a particle, upright on its pin but for 1°.
static void make_standing(Rig *rig, const char *solver, const char *settings, int links, double s, double h, double gravity)
{
    const double angle = 89 * 3.14159265358979 / 180;
    for (int i = 0; i <= links; i++) {
        rig_particle(rig, 0.1 * i * cos(angle), 0.1 * i * sin(angle), 0, 1);
        if (i > 0)
            rig_spring(rig, i - 1, i, 0.1, s / (h * h));
    }
    assert_ok(model_pin(rig->builder, 0));
    model_set_gravity(rig->builder, (double[3]){0, gravity, 0});
    rig_solver(rig, solver, settings, h, 1);
}

// Σ m d / Σ m is (2 − 1/links) s, of admm times its weight.
static void stand(const char *solver, const char *settings, int links, double s, double gravity, bool holds)
{
    RIG(rig);
    make_standing(&rig, solver, settings, links, s, 0.01, gravity);
    assert_holds(&rig, 0.01, CONDITION_global_step, holds);
}

static double4 fallen(const char *solver, double s, bool holds)
{
    RIG(rig);
    make_standing(&rig, solver, "", 10, s, 1.0 / 60, -9.81);
    assert_holds(&rig, 1.0 / 60, CONDITION_global_step, holds);
    rig_steps(&rig, 60, NULL);
    return rig_position(&rig, 10);
}

// One particle in a corner of two planes, or on one of them; any other possible contact counts as a plane.
static void rest_in_corner(const char *solver, const char *settings, int planes, bool self, double s, bool holds)
{
    const double h = 0.01;
    RIG(rig);
    rig_touching(&rig, 0, 0.0142, 0, 1);
    rig_rules(&rig, (ContactRules){.thickness = 0.01, .stiffness = s / (h * h), .self = self});
    for (int k = 0; k < planes; k++)
        add_plane(&rig, 0, k ? -1 : 1);
    model_set_gravity(rig.builder, (double[3]){0, -9.81, 0});
    rig_solver(&rig, solver, settings, h, 1);
    assert_holds(&rig, h, CONDITION_global_step, holds);
}

TEST(test_global_step)
{
    static const char *const WEIGHTS[] = {"weight=0.25", "", "weight=4"};
    throw_across(9, "iterations=1 start=x_n");
    throw_across(99, "iterations=1 start=x_n");
    stand("pd", "", 2, 12.6, -9.81, true); // 1.5 s is 20 − 1
    stand("pd", "", 2, 12.7, -9.81, false);
    stand("pd", "", 1, 1e6, -9.81, true);
    stand("pd", "", 10, 1e6, 0, true); // nothing is loaded
    rest_in_corner("pd", "", 2, false, 18.9, true);
    rest_in_corner("pd", "", 2, false, 19.1, false);
    rest_in_corner("pd", "", 1, false, 1e6, true);
    rest_in_corner("pd", "", 1, true, 18.9, true);
    rest_in_corner("pd", "", 1, true, 19.1, false);
    for (int k = 0; k < 3; k++) { // the weight of admm is one of constraints: contacts are in its matrix as in that of pd
        rest_in_corner("admm", WEIGHTS[k], 2, false, 18.9, true);
        rest_in_corner("admm", WEIGHTS[k], 2, false, 19.1, false);
    }
    stand("admm", "weight=0.25", 2, 4 * 12.6, -9.81, true);
    stand("admm", "weight=0.25", 2, 4 * 12.7, -9.81, false);
    stand("admm", "weight=4", 2, 12.6 / 4, -9.81, true);
    stand("admm", "weight=4", 2, 12.7 / 4, -9.81, false);
}

// The reason for the bound: a chain that falls over, or hardly moves.
TEST(test_global_step_matters)
{
    assert_near(double4_norm(double4_sub(fallen("pd", 1, true), fallen("newton", 1, true))), 0, 0.05);
    assert_true(fallen("newton", 1000, true).y < -0.9 && fallen("pd", 1000, false).y > 0.5);
}

// A mass on a floor, R = 0.05 m. At rest it is m g/k deep. Thrown down at v, it is h v/(1 + h²k/m) deep after the first step. Then it does
// not move where there is no restitution.
static void drop(double k, double v, double h, const char *bound, bool holds)
{
    RIG(rig);
    rig_touching(&rig, 0, 0.05, 0, 1);
    rig_rules(&rig, (ContactRules){.thickness = 0.05, .stiffness = k});
    add_plane(&rig, 0, 0);
    model_set_gravity(rig.builder, (double[3]){0, -10, 0});
    TEXT_OF(settings, "iterations=20 contact_bound=%s", bound);
    rig_solver(&rig, "newton", settings, h, 1);
    rig_set_velocity(&rig, 0, 0, -v, 0);
    assert_holds(&rig, h, CONDITION_contact_depth, holds);
    double min = 1;
    for (int i = 0; i < 200; i++) {
        rig_steps(&rig, 1, NULL);
        min = fmin(min, rig_position(&rig, 0).y);
    }
    assert_int_equal(min > 0, holds); // its centre has not come to the floor
}

TEST(test_contact_depth)
{
    drop(10 / 0.05 * 1.05, 0, 1, "off", true); // steps so long that implicit Euler does not overshoot
    drop(10 / 0.05 * 0.95, 0, 1, "off", false);
    drop(1e5, 0.05 * 41 / 0.02 * 0.9, 0.02, "off", true); // h v/(1 + s) is R
    drop(1e5, 0.05 * 41 / 0.02 * 1.1, 0.02, "off", false);
    drop(1e3, 0.05 * 1.1 / 0.01 * 0.8, 0.01, "off", true);
    drop(1e3, 0.05 * 1.1 / 0.01 * 1.1, 0.01, "off", false);
    drop(1e3, 0.05 * 1.1 / 0.01 * 1.1, 0.01, "displacement", true); // with which nothing passes
}

static void cloth(double thickness, bool self, bool holds)
{
    RIG(rig);
    rig_cloth(&rig, 5, 100);
    rig_rules(&rig, (ContactRules){.thickness = thickness, .stiffness = 100, .self = self, .bodies = true});
    add_plane(&rig, -9, 0);
    for (int i = 0; i + 6 < 25; i++)
        if (i % 5 < 4) {
            assert_ok(model_add_contact_triangle(rig.builder, (int32_t[3]){i, i + 1, i + 6}));
            assert_ok(model_add_contact_triangle(rig.builder, (int32_t[3]){i, i + 6, i + 5}));
        }
    rig_solver(&rig, "pbd", "iterations=1", 0.01, 1);
    assert_holds(&rig, 0.01, CONDITION_contact_elements, holds);
}

TEST(test_contact_elements)
{
    cloth(0.249, true, true);
    cloth(0.251, true, false);
    cloth(0.251, false, true);
}

static void add_collider(Rig *rig, ColliderShape shape, double radius, const double half[3], int32_t script)
{
    Collider collider = rig_collider(shape);
    collider.point[1] = -3;
    collider.direction[1] = 1;
    memcpy(collider.half, half, sizeof collider.half);
    collider.radius = radius;
    collider.script = script;
    assert_ok(model_add_collider(rig->builder, &collider));
}

// A triangle with sides up to 1 m; contact is 0.1 m thick.
static void fall_past(ColliderShape shape, double radius, const double half[3], bool holds)
{
    RIG(rig);
    rig_particle(&rig, 0, 0, 0, 1);
    rig_particle(&rig, 0.6, 0, 0, 1);
    rig_particle(&rig, 0, 0, 0.8, 1);
    rig_rules(&rig, (ContactRules){.thickness = 0.1, .stiffness = 100});
    assert_ok(model_add_contact_triangle(rig.builder, (int32_t[3]){0, 1, 2}));
    add_collider(&rig, shape, radius, half, -1);
    rig_solver(&rig, "pbd", "", 0.01, 1);
    assert_holds(&rig, 0.01, CONDITION_contact_past, holds);
}

TEST(test_contact_past)
{
    fall_past(COLLIDER_SPHERE, 0.41, (double[3]){0}, true);
    fall_past(COLLIDER_SPHERE, 0.39, (double[3]){0}, false);
    fall_past(COLLIDER_CAPSULE, 0.39, (double[3]){0}, false);
    fall_past(COLLIDER_PLANE, 0, (double[3]){0}, true);
    fall_past(COLLIDER_BOX, 0, (double[3]){2, 0.01, 0.41}, true); // a plate
    fall_past(COLLIDER_BOX, 0, (double[3]){0.01, 2, 0.39}, false);
}

// Body 0 of one particle; body 1 of one, of a line or of a triangle.
static void meet(int corners, bool planar, bool bodies, bool holds)
{
    RIG(rig);
    model_begin_body(rig.builder);
    rig_touching(&rig, 0, 5, 0, 1);
    model_begin_body(rig.builder);
    for (int i = 0; i < corners; i++)
        rig_particle(&rig, i == 1, i == 2, 0, 1);
    rig_rules(&rig, (ContactRules){.thickness = 0.1, .stiffness = 100, .bodies = bodies, .planar = planar});
    assert_ok(corners == 1   ? model_add_contact_point(rig.builder, 1)
              : corners == 2 ? model_add_contact_edge(rig.builder, (int32_t[2]){1, 2})
                             : model_add_contact_triangle(rig.builder, (int32_t[3]){1, 2, 3}));
    rig_solver(&rig, "pbd", "", 0.01, 1);
    assert_holds(&rig, 0.01, CONDITION_contact_never, holds);
}

TEST(test_contact_never)
{
    meet(1, false, true, false);
    meet(1, true, true, false);
    meet(1, false, false, true);
    meet(2, false, true, false);
    meet(2, true, true, true);
    meet(3, false, true, true);
}

static void turn(ColliderShape shape, double radians, ScriptEase ease, double dt, bool holds)
{
    RIG(rig);
    const ScriptPart part = {.act = SCRIPT_ROTATE, .ease = ease, .to = 1, .vector = {0, 0, 1}, .radians = radians};
    rig_touching(&rig, 0, 0, 0, 1);
    rig_rules(&rig, (ContactRules){.thickness = 0.1, .stiffness = 100});
    const int32_t script = rig_script(&rig, part);
    add_collider(&rig, shape, 1, (double[3]){1, 1, 1}, script);
    rig_solver(&rig, "pbd", "substeps=4", dt, 1); // which does not help
    assert_holds(&rig, dt, CONDITION_collider_turn, holds);
}

TEST(test_collider_turn)
{
    turn(COLLIDER_BOX, 4.9, SCRIPT_LINEAR, 0.1, true);
    turn(COLLIDER_BOX, -5.1, SCRIPT_LINEAR, 0.1, false);
    turn(COLLIDER_BOX, 3.4, SCRIPT_SMOOTH, 0.1, false);
    turn(COLLIDER_BOX, 0.49, SCRIPT_LINEAR, 10, true);
    turn(COLLIDER_SPHERE, 100, SCRIPT_LINEAR, 0.1, true);
}

// The rotation rates (rad/s) of two pins, one at rest, over 100 s at dt 0.1; the other script turns less.
static void turn_pins(double rate, const char *settings, bool holds)
{
    const ScriptPart fast = {.act = SCRIPT_ROTATE, .to = 100, .vector = {0, 0, 1}, .radians = 100 * rate},
                     slow = {.act = SCRIPT_ROTATE, .to = 100, .vector = {0, 1, 0}, .radians = rate};
    int32_t scripts[2];
    RIG(rig);
    for (int i = 0; i < 4; i++)
        rig_particle(&rig, i, 0, 0, 1);
    rig_spring(&rig, 2, 3, 0, 1);
    assert_ok(model_add_script(rig.builder, &slow, 1, INFINITY, &scripts[0]));
    assert_ok(model_add_script(rig.builder, &fast, 1, INFINITY, &scripts[1]));
    assert_ok(model_pin(rig.builder, 0));
    assert_ok(model_pin_scripted(rig.builder, 1, scripts[0]));
    assert_ok(model_pin_scripted(rig.builder, 2, scripts[1]));
    rig_solver(&rig, "pbd", settings, 0.1, 1);
    assert_holds(&rig, 0.1, CONDITION_pin_turn, holds);
}

// A pin at y = 0 that a script moves to y and releases; the top of the collider, which follows by `carried`, is at y = −3.
static void release_at(double y, double carried, double time, ColliderShape shape, bool touches, bool holds)
{
    const ScriptPart down = {.act = SCRIPT_MOVE, .to = 1, .vector = {0, y, 0}},
                     along = {.act = SCRIPT_MOVE, .to = 1, .vector = {0, carried, 0}};
    int32_t scripts[2];
    RIG(rig);
    rig_particle(&rig, 0, 0, 0, 1);
    rig_particle(&rig, 1, 0, 0, 1);
    assert_ok(model_add_script(rig.builder, &down, 1, time, &scripts[0]));
    assert_ok(model_add_script(rig.builder, &along, 1, INFINITY, &scripts[1]));
    assert_ok(model_pin_scripted(rig.builder, 0, scripts[0]));
    rig_rules(&rig, (ContactRules){.thickness = 0.01, .stiffness = 100});
    assert_ok(model_add_contact_point(rig.builder, touches ? 0 : 1));
    add_collider(&rig, shape, 1, (double[3]){0}, carried < 0 ? scripts[1] : -1);
    rig_solver(&rig, "pbd", "", 0.01, 1);
    assert_holds(&rig, 0.01, CONDITION_pin_release, holds);
}

TEST(test_pin_release)
{
    release_at(-3.06, 0, 2, COLLIDER_PLANE, true, false);
    release_at(-2.99, 0, 2, COLLIDER_PLANE, true, true);
    release_at(-3.06, 0, 0.5, COLLIDER_PLANE, true, true);
    release_at(-3.06, 0, INFINITY, COLLIDER_PLANE, true, true);
    release_at(-3.06, 0, 2, COLLIDER_PLANE, false, true);
    release_at(-3.06, -1, 2, COLLIDER_PLANE, true, true); // it has gone too
    release_at(-2.1, 0, 2, COLLIDER_SPHERE, true, false);
}

TEST(test_pin_turn)
{
    turn_pins(15.6, "substeps=1", true); // 1.56 of π/2
    turn_pins(-15.8, "substeps=1", false);
    turn_pins(62.8, "substeps=1", false); // where it was
    turn_pins(62.8, "substeps=4", true);
    turn_pins(63, "substeps=4", false);
}

// A free triangle of 0.5 m² across the wind: its corners have 6 kg/m² each, and reach the speed of the air at the bound.
static void blow(double speed, double gust, bool holds)
{
    const WindAir air = {.velocity = {0, 0, speed}, .density = 1, .drag = 1, .gust = gust, .gust_period = 1};
    const double  dt = 0.01;
    RIG(rig);
    for (int i = 0; i < 3; i++)
        rig_particle(&rig, i == 1, i == 2, 0, 1);
    assert_ok(model_set_wind(rig.builder, &air));
    assert_ok(model_add_triangle_load(rig.builder, (int32_t[3]){0, 1, 2}, &(TriangleLoad){.windy = true}));
    rig_solver(&rig, "newton", "", dt, 1);
    assert_holds(&rig, dt, CONDITION_wind, holds);
    rig_steps(&rig, 1, NULL);
    assert_near(rig_velocity(&rig, 0).z, speed * speed / 1200, 1e-4 * speed);
}

TEST(test_wind)
{
    blow(1199, 0, true);
    blow(1201, 0, false);
    blow(1000, 0.19, true);
    blow(1000, 0.21, false);
}

// Two springs; the second begins where the first ends, at a particle of its own. This counts as a cut. It does not if the two particles are
// apart, joined, of two bodies or pinned, or if one of them has no spring.
typedef struct Seam {
    bool apart, joined, bodies, pinned, loose, holds;
} Seam;

static void sew(const Seam *seam)
{
    RIG(rig);
    model_begin_body(rig.builder);
    rig_particle(&rig, 0, 0, 0, 1);
    rig_particle(&rig, 1, 0, 0, 1);
    if (seam->bodies)
        model_begin_body(rig.builder);
    rig_particle(&rig, 1, 0, seam->apart ? 1e-9 : 0, 1);
    rig_particle(&rig, 2, 0, 0, 1);
    rig_spring(&rig, 0, 1, 1, 10);
    if (!seam->loose)
        rig_spring(&rig, 2, 3, 1, 10);
    if (seam->joined)
        rig_spring(&rig, 1, 2, 0.5, 10);
    for (int32_t i = 1; i <= 2 && seam->pinned; i++)
        assert_ok(model_pin(rig.builder, i));
    rig_solver(&rig, "newton", "", 0.01, 1);
    assert_holds(&rig, 0.01, CONDITION_cut, seam->holds);
}

TEST(test_cut)
{
    static const Seam SEAMS[] = {{.holds = false},
                                 {.apart = true, .holds = true},
                                 {.joined = true, .holds = true},
                                 {.bodies = true, .holds = true},
                                 {.pinned = true, .holds = true},
                                 {.loose = true, .holds = true}};
    for (size_t i = 0; i < sizeof SEAMS / sizeof *SEAMS; i++)
        sew(&SEAMS[i]);
}

// A sheet bent beyond the bound under bending that is flat at rest.
TEST(test_flat_bending)
{
    for (int bent = 0; bent < 2; bent++) {
        RIG(rig);
        rig_particle(&rig, 0, 0, 0, 1);
        rig_particle(&rig, 1, 0, 0, 1);
        rig_spring(&rig, 0, 1, 1, 1);
        model_add_flat_bending(rig.builder, (FlatBending){CONSTRAINT_isometric_bending, bent ? 90 : 4});
        model_add_flat_bending(rig.builder, (FlatBending){CONSTRAINT_plate_bending, 2});
        rig_solver(&rig, "newton", "", 0.01, 1);
        assert_holds(&rig, 0.01, CONDITION_flat_bending, !bent);
    }
}

TEST(test_mesh_unread)
{
    for (int unread = 0; unread < 2; unread++) {
        RIG(rig);
        rig_particle(&rig, 0, 0, 0, 1);
        rig_particle(&rig, 1, 0, 0, 1);
        rig_spring(&rig, 0, 1, 1, 1);
        model_set_unread(rig.builder, unread);
        rig_solver(&rig, "newton", "", 0.01, 1);
        assert_holds(&rig, 0.01, CONDITION_mesh_unread, !unread);
    }
}
