// Pins that follow a script, and wind, against closed forms and recursions, for every solver. Every solver must use the pin's position at
// the end of a (sub)step. A solver that uses the position at the start is a whole step late, which shows at once.
#include "metrics_log.h"

typedef struct Run {
    const char *solver, *settings;
    int         substeps;
} Run;

// Every way in which a solver handles pins: fast and plain paths, starts, relaxation, substeps, the Taylor start, bodies' damping.
static const Run RUNS[] = {
    {"pbd", "iterations=30", 1},
    {"pbd", "iterations=10 substeps=4 sweep=jacobi", 4},
    {"xpbd", "iterations=30", 1},
    {"xpbd", "iterations=10 substeps=3", 3},
    {"xpbd", "iterations=30 sweep=serial first_step=verlet", 1},
    {"xpbd", "iterations=30 sweep=jacobi kernels=plain", 1},
    {"xpbd", "iterations=30 damping=0.1", 1},
    {"xpbd_direct", "iterations=20", 1},
    {"xpbd_direct", "iterations=40 substeps=2 method=kkt", 2},
    {"pd", "iterations=40", 1},
    {"pd", "iterations=40 start=x_n kernels=plain", 1},
    {"pd", "iterations=40 omega=1.4 linsys=supernodal_parallel", 1},
    {"pd", "iterations=40 inertia=0.9", 1},
    {"pd", "iterations=20 linsys=dense", 1},
    {"newton", "iterations=100", 1},
};
enum { RUN_COUNT = sizeof RUNS / sizeof *RUNS };

static bool has(const Run *run, const char *word)
{
    return strstr(run->settings, word) != NULL;
}

static void pin_along(Rig *rig, int32_t particle, const ScriptPart *parts, int32_t count, double release)
{
    int32_t script = 0;
    assert_ok(model_add_script(rig->builder, parts, count, release, &script));
    assert_ok(model_pin_scripted(rig->builder, particle, script));
}

// ---- where a pin is ----

// A turn about a point, then a move that begins before the turn has ended: written out by hand.
static double4 place_by_hand(double t)
{
    const double u = fmin(fmax((t - 0.05) / 0.2, 0), 1), turn = 1.3 * u * u * (3 - 2 * u), along = fmin(fmax((t - 0.1) / 0.3, 0), 1);
    const double x = 0.2 - 0.5, y = 0.3 + 0.4; // against the point (0.5, −0.4), about +z
    return (double4){0.5 + cos(turn) * x - sin(turn) * y + 0.3 * along, -0.4 + sin(turn) * x + cos(turn) * y - 0.1 * along,
                     0.1 + 0.7 * along, 0};
}

static const ScriptPart TURN_AND_MOVE[] = {
    {.act = SCRIPT_ROTATE, .ease = SCRIPT_SMOOTH, .from = 0.05, .to = 0.25, .vector = {0, 0, 2}, .radians = 1.3, .about = {0.5, -0.4, 9}},
    {.act = SCRIPT_MOVE, .from = 0.1, .to = 0.4, .vector = {0.3, -0.1, 0.7}},
};

TEST(test_position)
{
    for (int r = 0; r < RUN_COUNT; r++) {
        const double dt = 0.01, h = dt / RUNS[r].substeps;
        RIG(rig);
        const int32_t pin = rig_particle(&rig, 0.2, 0.3, 0.1, 1), still = rig_particle(&rig, 1.1, 0.3, 0.1, 1);
        const int32_t mass = rig_particle(&rig, 0.6, 0.3, 0.2, 0.4);
        pin_along(&rig, pin, TURN_AND_MOVE, 2, INFINITY);
        assert_ok(model_pin(rig.builder, still));
        rig_spring(&rig, pin, mass, 0, 20);
        rig_spring(&rig, mass, still, 0, 20);
        model_set_gravity(rig.builder, (double[3]){0, -9.81, 0});
        rig_solver(&rig, RUNS[r].solver, RUNS[r].settings, dt, 2);
        for (int n = 1; n <= 50; n++) {
            rig_steps(&rig, 1, NULL);
            const double4 now = place_by_hand(n * dt), before = place_by_hand(n * dt - h);
            const double4 x = rig_position(&rig, pin), v = rig_velocity(&rig, pin);
            assert_near(double4_norm(double4_sub(x, now)), 0, BOUND(1e-14, 2e-7));
            assert_near(double4_norm(double4_sub(v, double4_scale(1 / h, double4_sub(now, before)))), 0, BOUND(1e-11, 2e-4));
            assert_near(double4_norm(double4_sub(rig_position(&rig, still), (double4){1.1, 0.3, 0.1, 0})), 0, BOUND(1e-15, 1e-7));
            assert_near(double4_norm(rig_velocity(&rig, still)), 0, 0);
        }
    }
}

// A move, then a turn about a point that does not move along, then one about another axis; the clock does not begin at 0.
TEST(test_parts_one_after_another)
{
    static const ScriptPart PARTS[] = {
        {.act = SCRIPT_MOVE, .from = 0.1, .to = 0.4, .vector = {0.3, -0.1, 0.7}},
        {.act = SCRIPT_ROTATE, .from = 0.05, .to = 0.25, .vector = {0, 0, 3}, .radians = 1.3, .about = {0.5, -0.4, 2}},
        {.act = SCRIPT_ROTATE, .from = 0.2, .to = 0.5, .vector = {2, 0, 0}, .radians = 0.6, .about = {7, 0.2, -0.1}},
    };
    for (int r = 0; r < RUN_COUNT; r++) {
        const double dt = 0.02, start = 0.15;
        RIG(rig);
        const int32_t pin = rig_particle(&rig, 0.2, 0.3, 0.1, 1), mass = rig_particle(&rig, 0.6, 0.3, 0.2, 0.4);
        pin_along(&rig, pin, PARTS, 3, INFINITY);
        rig_spring(&rig, pin, mass, 0, 20);
        rig_solver(&rig, RUNS[r].solver, RUNS[r].settings, dt, 1);
        rig.state.start = start;
        for (int n = 1; n <= 20; n++) {
            const double  t = start + n * dt, along = fmin(fmax((t - 0.1) / 0.3, 0), 1);
            const double  about_z = 1.3 * fmin((t - 0.05) / 0.2, 1), about_x = 0.6 * fmin(fmax((t - 0.2) / 0.3, 0), 1);
            const double  x = 0.2 + 0.3 * along - 0.5, y = 0.3 - 0.1 * along + 0.4;
            const double  turned = sin(about_z) * x + cos(about_z) * y - 0.4 - 0.2, z = 0.1 + 0.7 * along + 0.1;
            const double4 expected = {0.5 + cos(about_z) * x - sin(about_z) * y, 0.2 + cos(about_x) * turned - sin(about_x) * z,
                                      -0.1 + sin(about_x) * turned + cos(about_x) * z, 0};
            rig_steps(&rig, 1, NULL);
            assert_near(double4_norm(double4_sub(rig_position(&rig, pin), expected)), 0, BOUND(1e-14, 4e-7));
        }
    }
}

// ---- a mass on a spring behind a pin that is drawn along: one implicit step of a linear system, exactly ----

typedef struct Draw {
    double m, k, length, damping, speed, x, v;
} Draw;

static double drawn_to(const Draw *d, double t)
{
    return d->length + d->speed * t;
}

// m (x − x_n − h v) + h² k (x − p + l) + h β (x − x_n − (p − p_n)) = 0, the mass behind the pin.
static void draw_step(Draw *d, double t, double h)
{
    const double p = drawn_to(d, t + h), before = drawn_to(d, t), spring = h * h * d->k, damper = h * d->damping;
    const double x = (d->m * (d->x + h * d->v) + spring * (p - d->length) + damper * (d->x + p - before)) / (d->m + spring + damper);
    d->v = (x - d->x) / h;
    d->x = x;
}

static void draw(const Run *run, double damping)
{
    const double     dt = 0.02, h = dt / run->substeps;
    Draw             d = {.m = 0.3, .k = 50, .length = 0.5, .damping = damping, .speed = 1.5};
    const ScriptPart part = {.act = SCRIPT_MOVE, .from = 0, .to = 100, .vector = {100 * d.speed, 0, 0}};
    RIG(rig);
    const int32_t mass = rig_particle(&rig, 0, 0, 0, d.m), pin = rig_particle(&rig, d.length, 0, 0, 1);
    pin_along(&rig, pin, &part, 1, INFINITY);
    rig_spring(&rig, mass, pin, 0, d.k);
    rig_traits(&rig, damping, INFINITY, SENSE_EQUAL);
    rig_solver(&rig, run->solver, run->settings, dt, 1);
    for (int n = 0; n < 60; n++) {
        rig_steps(&rig, 1, NULL);
        for (int i = 0; i < run->substeps; i++)
            draw_step(&d, n * dt + i * h, h);
        assert_near(rig_position(&rig, mass).x, d.x, BOUND(1e-10, 2e-5));
        assert_near(rig_velocity(&rig, mass).x, d.v, BOUND(1e-8, 2e-3));
    }
    assert_near(d.v, d.speed, 0.9); // it is carried along
}

TEST(test_drawn)
{
    for (int r = 0; r < RUN_COUNT; r++) {
        // pbd has its own stiffness; bodies' damping removes motion that is not rigid, and one free mass has no other; d < 1 loses speed.
        if (strcmp(RUNS[r].solver, "pbd") == 0 || has(&RUNS[r], "inertia"))
            continue;
        draw(&RUNS[r], 0);
        if (solver_find(RUNS[r].solver)->takes & TAKES_DAMPED && !has(&RUNS[r], "kkt"))
            draw(&RUNS[r], 2);
    }
}

// A pin at constant speed carries a chain: in the end everything has its speed and no spring is stretched.
TEST(test_carried)
{
    for (int r = 0; r < RUN_COUNT; r++) {
        const ScriptPart part = {.act = SCRIPT_MOVE, .from = 0, .to = 1000, .vector = {0, 700, 0}};
        RIG(rig);
        for (int i = 0; i < 5; i++) {
            rig_particle(&rig, 0.1, -0.3 * i, 0, 0.2 + 0.1 * i);
            if (i)
                rig_spring(&rig, i - 1, i, 0, 2000);
        }
        pin_along(&rig, 0, &part, 1, INFINITY);
        rig_solver(&rig, RUNS[r].solver, RUNS[r].settings, 0.05, 1);
        rig_steps(&rig, 400, NULL);
        const bool lossy = has(&RUNS[r], "inertia"); // 0.9 of the velocity in each step pulls for ever
        for (int i = 0; i < 5; i++)
            assert_near(rig_velocity(&rig, i).y, 0.7, BOUND(lossy ? 1e-6 : 1e-4, 5e-3));
        for (int i = 1; i < 5 && !lossy; i++)
            assert_near(rig_position(&rig, i - 1).y - rig_position(&rig, i).y, 0.3, BOUND(1e-5, 1e-3));
    }
}

static const double place[8][2] = {{0, 0}, {0, 0.2}, {0.2, 0}, {0.2, 0.2}, {0.4, 0}, {0.4, 0.2}, {0.6, 0}, {0.6, 0.2}};

// One end of a bar is turned by a quarter; once it has come to rest the whole bar has turned with it.
TEST(test_turned_bar)
{
    for (int r = 0; r < RUN_COUNT; r++) {
        const ScriptPart part = {.act = SCRIPT_ROTATE,
                                 .ease = SCRIPT_SMOOTH,
                                 .from = 0.1,
                                 .to = 1.1,
                                 .vector = {0, 0, 1},
                                 .radians = 1.5707963267948966,
                                 .about = {0, 0.1, 0}};
        RIG(rig);
        for (int i = 0; i < 8; i++)
            rig_particle(&rig, place[i][0], place[i][1], 0, 0.1 + 0.01 * i);
        for (int i = 0; i < 8; i++)
            for (int j = i + 1; j < 8 && j < (i / 2 + 2) * 2; j++)
                rig_spring(&rig, i, j, 0, 2000);
        pin_along(&rig, 0, &part, 1, INFINITY);
        pin_along(&rig, 1, &part, 1, INFINITY);
        rig_solver(&rig, RUNS[r].solver, RUNS[r].settings, 0.05, 1);
        rig_steps(&rig, 400, NULL);
        for (int i = 0; i < 8; i++) { // (x, y) → (−(y − 0.1), x) about (0, 0.1)
            const double x = place[i][0], y = place[i][1];
            assert_near(rig_position(&rig, i).x, -(y - 0.1), BOUND(1e-5, 1e-4));
            assert_near(rig_position(&rig, i).y, 0.1 + x, BOUND(1e-5, 1e-4));
        }
    }
}

// ---- release ----

static void release(Rig *rig, double dt, const Run *run, int threads)
{
    const SolverOps *ops = rig->solver->ops;
    if (!model_release(&rig->model, &rig->state, rig->state.start + ((double)rig->state.step + 1e-9) * dt))
        return;
    ops->destroy(rig->solver);
    const SolverSetup setup = {.model = &rig->model,
                               .schedule = &rig->schedule,
                               .params = &rig->params,
                               .linsys = rig_linsys(ops, run->settings),
                               .positions = rig->state.position,
                               .dt = dt,
                               .threads = threads,
                               .arena = &rig->arena};
    assert_ok(ops->create(&setup, &rig->solver));
}

// Two masses on a spring at rest, both moved by pins: released, they fall freely with the pins' speed.
TEST(test_release)
{
    for (int r = 0; r < RUN_COUNT; r++) {
        const double     dt = 0.02, h = dt / RUNS[r].substeps, g = -9.81, v[3] = {0.5, 1.25, -0.25};
        const ScriptPart part = {.act = SCRIPT_MOVE, .from = 0, .to = 10, .vector = {10 * v[0], 10 * v[1], 10 * v[2]}};
        RIG(rig);
        if (has(&RUNS[r], "inertia"))
            continue; // loses speed
        rig_particle(&rig, 0, 0, 0, 0.3);
        rig_particle(&rig, 0.4, 0.1, 0, 0.7);
        rig_spring(&rig, 0, 1, 0, 90);
        pin_along(&rig, 0, &part, 1, 10 * dt);
        pin_along(&rig, 1, &part, 1, 10 * dt);
        model_set_gravity(rig.builder, (double[3]){0, g, 0});
        rig_solver(&rig, RUNS[r].solver, RUNS[r].settings, dt, 1);
        for (int n = 0; n < 40; n++) {
            release(&rig, dt, &RUNS[r], 1);
            assert_int_equal(rig.model.inverse_mass[0] > 0, n >= 10);
            rig_steps(&rig, 1, NULL);
        }
        const double t = 40 * dt, fall = 30.0 * RUNS[r].substeps;
        for (int i = 0; i < 2; i++) {
            const double4 x = rig_position(&rig, i);
            assert_near(x.x, 0.4 * i + v[0] * t, BOUND(1e-12, 2e-4));
            assert_near(x.y, 0.1 * i + v[1] * t + 0.5 * g * h * h * fall * (fall + 1), BOUND(1e-12, 2e-4));
            assert_near(x.z, v[2] * t, BOUND(1e-12, 2e-4));
        }
    }
}

// Going back in time pins released particles again.
TEST(test_release_in_backward_time)
{
    RIG(rig);
    rig_particle(&rig, 0, 0, 0, 2);
    rig_particle(&rig, 1, 0, 0, 4);
    pin_along(&rig, 0, NULL, 0, 1.5);
    pin_along(&rig, 1, NULL, 0, 0.5);
    rig_solver(&rig, "pbd", "", 0.1, 1);
    static const struct {
        double time, first, second;
        bool   changes;
    } TIMES[] = {{0, 0, 0, false}, {0.5, 0, 0.25, true}, {1, 0, 0.25, false}, {2, 0.5, 0.25, true}, {1, 0, 0.25, true}, {0, 0, 0, true}};
    for (size_t i = 0; i < sizeof TIMES / sizeof *TIMES; i++) {
        assert_int_equal(model_release(&rig.model, &rig.state, TIMES[i].time), TIMES[i].changes);
        assert_near(rig_position(&rig, 0).w, TIMES[i].first, 0);
        assert_near(rig_position(&rig, 1).w, TIMES[i].second, 0);
        assert_int_equal(model_is_scripted(&rig.model, rig.model.model_of[0]), TIMES[i].first == 0);
    }
}

TEST(test_refused)
{
    int32_t script = 0;
    RIG(rig);
    ScriptPart    part = {.act = SCRIPT_ROTATE, .from = 0, .to = 1, .vector = {0, 0, 1}};
    const int32_t p = rig_particle(&rig, 0, 0, 0, 1);
    assert_ok(model_add_script(rig.builder, &part, 1, INFINITY, &script));
    assert_ok(model_pin_scripted(rig.builder, p, script));
    assert_int_equal(model_pin_scripted(rig.builder, p, script).code, STATUS_INPUT);
    assert_int_equal(model_pin(rig.builder, p).code, STATUS_INPUT);
    part.vector[2] = 0;
    assert_int_equal(model_add_script(rig.builder, &part, 1, INFINITY, &script).code, STATUS_INPUT);
    part = (ScriptPart){.act = SCRIPT_MOVE, .from = 1, .to = 1};
    assert_int_equal(model_add_script(rig.builder, &part, 1, INFINITY, &script).code, STATUS_INPUT);
    part.to = NAN;
    assert_int_equal(model_add_script(rig.builder, &part, 1, INFINITY, &script).code, STATUS_INPUT);
    assert_int_equal(model_add_script(rig.builder, NULL, 0, -1, &script).code, STATUS_INPUT);
}

// A level triangle of 0.24 m² in the wind.
static void make_sail(Rig *rig, double mass, const WindAir *air)
{
    rig_particle(rig, 0, 1, 0, mass / 3);
    rig_particle(rig, 0.8, 1, 0, mass / 3);
    rig_particle(rig, 0.1, 1, 0.6, mass / 3);
    for (int i = 0; i < 3; i++)
        rig_spring(rig, i, (i + 1) % 3, 0, 100);
    assert_ok(model_set_wind(rig->builder, air));
    assert_ok(model_add_triangle_load(rig->builder, (int32_t[3]){0, 1, 2}, &(TriangleLoad){.windy = true}));
}

// ---- wind ----

// A triangle that falls flat through still air: v' = g − ρ C_D A v²/(2 m), step by step with the drag of the step's start. It reaches the
// terminal velocity √(2 m g / (ρ C_D A)).
TEST(test_terminal_velocity)
{
    for (int r = 0; r < RUN_COUNT; r++) {
        const double  dt = 0.02, area = 0.5 * 0.8 * 0.6, mass = 0.06, rho = 1.3, drag = 1.1, g = 9.81;
        const WindAir air = {.density = rho, .drag = drag, .lift = 0.4};
        RIG(rig);
        if (has(&RUNS[r], "inertia"))
            continue;
        make_sail(&rig, mass, &air);
        model_set_gravity(rig.builder, (double[3]){0, -g, 0});
        rig_solver(&rig, RUNS[r].solver, RUNS[r].settings, dt, 1);
        double v = 0;
        for (int n = 0; n < 200; n++) {
            const bool taylor = has(&RUNS[r], "verlet") && n == 0; // half a kick at the start
            v -= (taylor ? 0.5 : 1) * dt * (g - rho * drag * area * v * v / (2 * mass));
            rig_steps(&rig, 1, NULL);
            for (int i = 0; i < 3; i++)
                assert_near(rig_velocity(&rig, i).y, v, BOUND(1e-10, 2e-4) * (n + 1));
        }
        assert_near(rig_velocity(&rig, 0).y, -sqrt(2 * mass * g / (rho * drag * area)), BOUND(1e-9, 2e-3));
    }
}

// A free triangle across a gust: one step from rest, with the wind of the time at which the step begins. The clock does not begin at 0.
TEST(test_gust)
{
    for (int r = 0; r < RUN_COUNT; r++) {
        const double  dt = 0.02, start = 0.3, area = 0.5 * 0.8 * 0.6, mass = 0.06;
        const WindAir air = {.velocity = {0, 3, 0}, .density = 1.3, .drag = 1.1, .gust = 0.5, .gust_period = 0.7};
        const double  wind = 3 * (1 + 0.5 * sin(2 * 3.14159265358979323846 * start / 0.7));
        RIG(rig);
        if (has(&RUNS[r], "inertia") || has(&RUNS[r], "verlet"))
            continue;
        make_sail(&rig, mass, &air);
        rig_solver(&rig, RUNS[r].solver, RUNS[r].settings, dt, 1);
        rig.state.start = start;
        rig_steps(&rig, 1, NULL);
        for (int i = 0; i < 3; i++)
            assert_near(rig_velocity(&rig, i).y, dt * 1.3 * 1.1 * area * wind * wind / (2 * mass), BOUND(1e-10, 2e-4));
    }
}

// A triangle at an angle to the wind, the force worked out by hand: drag along u, lift across it, the same on both sides.
TEST(test_inclined)
{
    const WindAir air = {.velocity = {4, 1, 0}, .density = 1.2, .drag = 0.9, .lift = 0.7, .gust = 0.5, .gust_period = 2};
    for (int flip = 0; flip < 2; flip++) {
        RIG(rig);
        rig_particle(&rig, 0, 0, 0, 1);
        rig_particle(&rig, 1, 1, 0, 1); // the plane through the z axis at 45°
        rig_particle(&rig, 0, 0, 2, 1);
        assert_ok(model_set_wind(rig.builder, &air));
        assert_ok(
            model_add_triangle_load(rig.builder, flip ? (int32_t[3]){0, 2, 1} : (int32_t[3]){0, 1, 2}, &(TriangleLoad){.windy = true}));
        rig_solver(&rig, "pbd", "", 0.1, 1);
        rig_set_velocity(&rig, 1, 3, 0, 0); // the mean is (1, 0, 0)
        double4      corner[3];
        const double time = 0.5, scale = 1.5; // sin(2π · 0.5/2) = 1
        surface_loads_corners(rig.model.surface_loads, time, rig.state.position, rig.state.velocity, 0, 1, corner);
        const double4 force = double4_scale(3, corner[0]);
        const double  u[3] = {4 * scale - 1, scale, 0}, root = sqrt(0.5), area = sqrt(2);
        const double  n[3] = {root, -root, 0}; // towards +x, the direction of the wind
        const double  through = area * (n[0] * u[0] + n[1] * u[1]), speed = hypot(u[0], u[1]), share = through / area / speed;
        const double  d = 0.5 * 1.2 * 0.9 * through, l = 0.5 * 1.2 * 0.7 * through * speed;
        assert_near(force.x, d * u[0] + l * (n[0] - share * u[0] / speed), BOUND(1e-13, 1e-6));
        assert_near(force.y, d * u[1] + l * (n[1] - share * u[1] / speed), BOUND(1e-13, 1e-6));
        assert_near(force.z, 0, BOUND(1e-14, 1e-7));
        const double across = (force.x * u[1] - force.y * u[0]) / speed, along = (force.x * u[0] + force.y * u[1]) / speed;
        assert_near(along, d * speed, BOUND(1e-12, 1e-5));
        assert_true(across > 0.1); // lifts towards n
        const double4 third = surface_loads_at(rig.model.surface_loads, corner, rig.model.model_of[2]);
        assert_near(third.x, force.x / 3, 1e-15);
    }
}

// A force on a triangle turns with it: by the rotation of its rest shape to its present one, however it is stretched and whatever corner is
// its first.
TEST(test_follower)
{
    static const double F[3] = {1, 2, 3};
    for (int32_t first = 0; first < 3; first++) {
        RIG(rig);
        rig_particle(&rig, 0, 0, 0, 1);
        rig_particle(&rig, 1, 0, 0, 1);
        rig_particle(&rig, 0.25, 0.5, 0, 1);
        const int32_t corners[3] = {first, (first + 1) % 3, (first + 2) % 3};
        assert_ok(model_add_triangle_load(rig.builder, corners, &(TriangleLoad){.follower = {F[0], F[1], F[2]}}));
        rig_solver(&rig, "pbd", "", 0.1, 1);
        // Twice as long along x and half along y; then x, y, z go to y, z, x.
        rig.state.position[rig.model.model_of[1]] = (real4){7, 2, 0, 1};
        rig.state.position[rig.model.model_of[2]] = (real4){7, (real)0.5, (real)0.25, 1};
        rig.state.position[rig.model.model_of[0]] = (real4){7, 0, 0, 1};
        double4 corner[3];
        surface_loads_corners(rig.model.surface_loads, 0, rig.state.position, rig.state.velocity, 0, 1, corner);
        for (int k = 0; k < 3; k++) {
            assert_near(corner[k].x, F[2] / 3, 1e-13);
            assert_near(corner[k].y, F[0] / 3, 1e-13);
            assert_near(corner[k].z, F[1] / 3, 1e-13);
        }
    }
}

// A cloth in the wind on pins that move.
static void windy_cloth(Rig *rig, const Run *run, int threads)
{
    enum { N = 9 };
    const WindAir    air = {.velocity = {1, 0.5, 6}, .density = 1.2, .drag = 1, .lift = 0.5, .gust = 0.4, .gust_period = 0.3};
    const ScriptPart part = {.act = SCRIPT_ROTATE, .from = 0, .to = 2, .vector = {0, 1, 0}, .radians = 3, .about = {0.5, 0, 0}};
    Random           random = {11};
    for (int row = 0; row < N; row++)
        for (int column = 0; column < N; column++)
            rig_particle(rig, (double)column / (N - 1), (double)row / (N - 1), 0.01 * rig_random(&random),
                         (0.5 + random_unit(&random)) * 0.003);
    assert_ok(model_set_wind(rig->builder, &air));
    rig_net(rig, 0, N, 0, 40, 1);
    for (int row = 0; row + 1 < N; row++)
        for (int column = 0; column + 1 < N; column++) {
            const int i = row * N + column;
            assert_ok(model_add_triangle_load(rig->builder, (int32_t[3]){i, i + 1, i + N + 1}, &(TriangleLoad){.windy = true}));
            assert_ok(model_add_triangle_load(rig->builder, (int32_t[3]){i, i + N + 1, i + N}, &(TriangleLoad){.windy = true}));
        }
    pin_along(rig, N * (N - 1), &part, 1, INFINITY);
    pin_along(rig, N * N - 1, &part, 1, INFINITY);
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
    rig_solver(rig, run->solver, run->settings, 0.01, threads);
}

TEST(test_threads)
{
    for (int r = 0; r < RUN_COUNT; r++) {
        RIGS(rig, 3);
        for (int i = 0; i < 3 && !has(&RUNS[r], "dense"); i++) { // LAPACK has other bits for another number of threads
            windy_cloth(&rig[i], &RUNS[r], i + 1);
            rig_steps(&rig[i], 12, NULL);
            assert_true(rig_is_same(&rig[0], &rig[i]));
        }
    }
}

// The observer's y is the solver's: the residual of a solver that solves the step falls to round-off.
TEST(test_observed)
{
    static const Run SOLVING[] = {
        {"newton", "", 1}, {"xpbd_direct", "method=kkt substeps=3 iterations=200", 3}, {"pd", "iterations=1500 omega=1.6", 1}};
    for (size_t r = 0; r < sizeof SOLVING / sizeof *SOLVING; r++) {
        RIG(rig);
        MetricsLog log;
        windy_cloth(&rig, &SOLVING[r], 2);
        metrics_log(&log, &rig);
        rig_steps(&rig, 10, NULL);
        rig_steps(&rig, 1, &(StepContext){.observer = &log.convergence.base});
        assert_true(log.first.gradient > 1e-8);
        const bool rounds = strcmp(SOLVING[r].solver, "pd") == 0; // its iterates are real
        assert_near(log.last.gradient / log.first.gradient, 0, rounds ? BOUND(1e-7, 1e-3) : 1e-8);
    }
}
