// The balance of momentum and energy of a step. For free bodies it is compared with sums over the State, for pinned ones with the force of
// a spring, and its sum over a run with closed forms.
#include "measure/findings.h"
#include "measure/step_outcome.h"
#include "rig.h"

static const double H = 1.0 / 60, G = 10;

static void ignore(void *user, const Iterate *iterate, const Metrics *metrics)
{
    (void)user, (void)iterate, (void)metrics;
}

// A step of the rig, and how it ended.
static StepOutcome watched_step(Rig *rig, Balance *balance)
{
    Convergence convergence;
    StepWatch   watch;
    StepOutcome outcome;
    assert_ok(convergence_init(&convergence, &rig->model, &rig->arena, ignore, NULL));
    convergence.state = &rig->state;
    assert_ok(step_watch_init(&convergence, rig->solver->ops, 1, 1000, &rig->arena, &watch));
    step_watch_reset(&watch, false);
    StepContext   context = {.observer = &watch.base, .end = STEP_UNCONVERGED};
    const LoadsOf of = {.model = &rig->model, .state = &rig->state, .solver = rig->solver, .contacts = rig->contacts, .h = H};
    rig_steps(rig, 1, &context);
    assert_ok(step_outcome(&watch, &context, &of, 0, false, &outcome));
    *balance = watch.balance;
    return outcome;
}

// Five strained springs between four unequal masses that turn and move freely.
static void make_free(Rig *rig, const char *solver, const char *settings)
{
    static const double X[4][3] = {{0, 0, 0}, {1, 0.1, 0}, {0.2, 1, 0.1}, {0.1, 0.3, 1}};
    static const int    ENDS[5][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 3}};
    for (int i = 0; i < 4; i++)
        rig_particle(rig, X[i][0], X[i][1], X[i][2], 0.5 + i);
    for (int k = 0; k < 5; k++)
        rig_spring(rig, ENDS[k][0], ENDS[k][1], 0.7, 4e4);
    rig_solver(rig, solver, settings, H, 1);
    for (int i = 0; i < 4; i++)
        rig_set_velocity(rig, i, 0.3 * i, 0.5 - 0.2 * i, 0.1);
}

static double4 momentum_of(const Rig *rig)
{
    double4 sum = {0};
    for (int32_t i = 0; i < rig->model.particle_count; i++)
        double4_add_to(&sum, rig->model.mass[i], double4_from(rig->state.velocity[i]));
    return sum;
}

TEST(test_momentum_of_free_body)
{
    static const struct {
        const char *solver, *settings;
        bool        keeps;
    } CASES[] = {{"newton", "", true},
                 {"lbfgs", "iterations=2", true},
                 {"pd", "iterations=3", true},
                 {"admm", "iterations=2", true},
                 {"xpbd", "iterations=2", true},
                 {"xpbd_direct", "iterations=1", true},
                 {"pbd", "iterations=2", true},
                 {"descent", "iterations=2", true},
                 {"descent", "iterations=2 form=primal", false},
                 {"pncg", "iterations=2", false},
                 {"vbd", "iterations=2", false},
                 {"avbd", "iterations=2", false},
                 {"calm", "iterations=2", false}};
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++) {
        RIG(rig);
        Balance balance;
        make_free(&rig, CASES[k].solver, CASES[k].settings);
        const double4     before = momentum_of(&rig);
        const StepOutcome outcome = watched_step(&rig, &balance);
        const double      gained = double4_norm(double4_sub(momentum_of(&rig), before));
        assert_false(balance.piece[0].supported);
        assert_near(outcome.momentum_error, gained, BOUND(1e-9, 1e-3));
        assert_true(CASES[k].keeps ? gained < BOUND(1e-9, 1e-3) : gained > 0.01);
    }
}

TEST(test_angular_momentum_of_implicit_euler)
{
    RIGS(rig, 2);
    Balance balance;
    make_free(&rig[0], "newton", "");
    const StepOutcome exact = watched_step(&rig[0], &balance);
    assert_true(exact.angular_error < BOUND(1e-9, 1e-3)); // the loss of implicit Euler is not in it
    assert_true(double4_norm(balance.piece[0].gained) > 1e-3);
    make_free(&rig[1], "vbd", "iterations=2");
    assert_true(watched_step(&rig[1], &balance).angular_error > 0.01);
}

// Of two strained triangles in one body each gains momentum of its own.
TEST(test_pieces_of_a_body)
{
    RIG(rig);
    Balance balance;
    double4 gained[2] = {{0}};
    for (int side = -1; side <= 1; side += 2) {
        const int32_t first = rig_particle(&rig, 2 * side, 0, 0, 0.5);
        rig_particle(&rig, 3 * side, 0.1, 0, 1);
        rig_particle(&rig, 2.2 * side, 1, 0.1, 2);
        for (int k = 0; k < 3; k++)
            rig_spring(&rig, first + k, first + (k + 1) % 3, 0.7, 4e4);
    }
    rig_solver(&rig, "vbd", "iterations=2", H, 1);
    watched_step(&rig, &balance);
    assert_int_equal(balance.pieces.count, 2);
    for (int32_t i = 0; i < 6; i++)
        double4_add_to(&gained[balance.pieces.of[i]], rig.model.mass[i], double4_from(rig.state.velocity[i]));
    for (int k = 0; k < 2; k++) {
        assert_near(double4_norm(double4_sub(balance.piece[k].momentum, gained[k])), 0, BOUND(1e-9, 1e-3));
        assert_true(double4_norm(gained[k]) > 0.01);
    }
}

// Two masses hang on a pin by springs: one sweep does not carry the lower weight to the pin.
TEST(test_support_of_pinned_body)
{
    RIG(rig);
    Balance balance;
    model_set_gravity(rig.builder, (double[3]){0, -G, 0});
    assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
    rig_particle(&rig, 0, -1, 0, 2);
    rig_particle(&rig, 0, -2, 0, 3);
    rig_spring(&rig, 0, 1, 1, 1e4);
    rig_spring(&rig, 1, 2, 1, 1e4);
    rig_solver(&rig, "vbd", "iterations=1", H, 1);
    const StepOutcome outcome = watched_step(&rig, &balance);
    const double      pull = 1e4 * (-rig_position(&rig, 1).y - 1), weight = 5 * G;
    const double      change = momentum_of(&rig).y / H; // from rest
    assert_true(balance.piece[0].supported);
    assert_near(outcome.support_error, fabs(change - (pull - weight)) / weight, BOUND(1e-9, 1e-3));
    assert_true(outcome.support_error > 0.01);
    const double stretch[2] = {-rig_position(&rig, 1).y - 1, rig_position(&rig, 1).y - rig_position(&rig, 2).y - 1};
    const double v[2] = {rig_velocity(&rig, 1).y, rig_velocity(&rig, 2).y};
    const double rounded[2] = {-rig_position(&rig, 1).y * (2 / (H * H) + 2e4), -rig_position(&rig, 2).y * (3 / (H * H) + 1e4)};
    assert_near(balance.piece[0].rounding / (double)REAL_EPSILON, 0.5 * (rounded[0] + rounded[1]), 1e-3);
    assert_near(outcome.energy,
                v[0] * v[0] + 1.5 * v[1] * v[1] + 5e3 * (stretch[0] * stretch[0] + stretch[1] * stretch[1]) +
                    G * (2 * rig_position(&rig, 1).y + 3 * rig_position(&rig, 2).y),
                BOUND(1e-9, 1e-3));
}

// A mass on a spring to a pin or on an attachment, whose force passes the limit in the first step.
TEST(test_broken_support_has_no_force)
{
    for (int k = 0; k < 4; k++) {
        const bool pinned = k % 2, breaks = k / 2;
        RIG(rig);
        Balance balance;
        model_set_gravity(rig.builder, (double[3]){0, -G, 0});
        rig_particle(&rig, 0, -1, 0, 2);
        if (pinned) {
            assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
            rig_spring(&rig, 0, 1, 1, 1e4);
        } else {
            rig_attachment(&rig, 0, (double[3]){0, -1, 0}, 1e4);
        }
        rig_traits(&rig, 0, breaks ? 1 : 1e4, SENSE_EQUAL);
        rig_solver(&rig, "newton", "", H, 1);
        const StepOutcome outcome = watched_step(&rig, &balance);
        assert_int_equal(state_broken_count(&rig.model, &rig.state), breaks);
        assert_int_equal(balance.piece[0].supported, !breaks);
        assert_int_equal(balance.piece[1].supported, !breaks); // all bodies
        assert_int_equal(isnan(outcome.support_error), breaks);
    }
}

// Two strained triangles on a roller: its force has no part across.
TEST(test_roller_supports_along_its_normal)
{
    static const double PLANE[4] = {0, 1, 0, 0};
    RIG(rig);
    Balance balance;
    double4 gained = {0};
    for (int k = 0; k < 4; k++)
        rig_particle(&rig, k % 2 + 0.1 * k, k > 1, 0.2 * k, 1 + k);
    for (int k = 0; k < 5; k++)
        rig_spring(&rig, k % 4, (k + 1 + k / 4) % 4, 0.7, 4e4);
    assert_ok(model_add_constraint(rig.builder, CONSTRAINT_roller, &(int32_t){0}, PLANE, 1));
    rig_solver(&rig, "vbd", "iterations=2", H, 1);
    watched_step(&rig, &balance);
    gained = momentum_of(&rig);
    assert_true(balance.piece[0].supported);
    assert_true(balance.piece[0].along.y > 0 && !(balance.piece[0].along.x > 0) && !(balance.piece[0].along.z > 0));
    assert_near(balance.piece[0].momentum.x, gained.x, BOUND(1e-9, 1e-3));
    assert_near(balance.piece[0].momentum.z, gained.z, BOUND(1e-9, 1e-3));
    assert_true(fabs(gained.x) > 0.01);
}

TEST(test_converged_support)
{
    static const char *const SOLVERS[] = {"newton", "lbfgs", "xpbd_direct"};
    for (size_t k = 0; k < sizeof SOLVERS / sizeof *SOLVERS; k++) {
        RIG(rig);
        Balance balance;
        model_set_gravity(rig.builder, (double[3]){0, -G, 0});
        assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
        rig_particle(&rig, 1, 0, 0, 2);
        rig_spring(&rig, 0, 1, 1, 1e4);
        rig_solver(&rig, SOLVERS[k], "iterations=100", H, 1);
        assert_true(watched_step(&rig, &balance).support_error < 1e-3);
    }
}

// A mass slides on a floor. Friction inside the solve is a term of Φ, μ N v h, and no energy; its weight μ N/(v h) adds to the stiffness.
static void slide(bool inside)
{
    static const double MASS = 2, STIFFNESS = 1e4, SPEED = 3, MU = 0.5, RADIUS = 0.01;
    const Collider      floor = {
             .shape = COLLIDER_PLANE, .direction = {0, 1, 0}, .friction = NAN, .restitution = NAN, .script = -1, .name = "floor"};
    ContactRules rules = {.thickness = RADIUS, .stiffness = STIFFNESS, .friction = MU};
    RIG(rig);
    Balance balance;
    rules.friction_on = inside ? FRICTION_ON_POSITION : FRICTION_ON_VELOCITY;
    model_set_gravity(rig.builder, (double[3]){0, -G, 0});
    rig_touching(&rig, 1, RADIUS - MASS * G / STIFFNESS, 0, MASS);
    rig_rules(&rig, rules);
    assert_ok(model_add_collider(rig.builder, &floor));
    rig_solver(&rig, "newton", "", H, 1);
    rig_set_velocity(&rig, 0, SPEED, 0, 0);
    const StepOutcome outcome = watched_step(&rig, &balance);
    const double4     x = rig_position(&rig, 0);
    const double      v = SPEED - H * MU * G, sunk = RADIUS - x.y, weight = inside ? MU * MASS * G / (H * v) : 0;
    assert_near(rig_velocity(&rig, 0).x, v, BOUND(1e-9, 1e-4));
    assert_near(outcome.energy, 0.5 * MASS * v * v + 0.5 * STIFFNESS * sunk * sunk + MASS * G * x.y, BOUND(1e-6, 1e-3));
    assert_near(balance.piece[0].rounding / (double)REAL_EPSILON, 0.5 * double4_norm(x) * (MASS / (H * H) + STIFFNESS + weight),
                BOUND(1e-3, 1));
}

// A contact without force is active where only rounding separates it from touching.
TEST(test_contact_within_rounding_supports)
{
    static const double RADIUS = 0.01;
    for (int k = 0; k < 2; k++) {
        RIG(rig);
        Balance balance;
        rig_touching(&rig, 1, RADIUS + (k ? 1e-4 : 0.4 * (double)REAL_EPSILON), 0, 2);
        rig_rules(&rig, (ContactRules){.thickness = RADIUS, .stiffness = 1e4});
        assert_ok(model_add_collider(
            rig.builder,
            &(Collider){
                .shape = COLLIDER_PLANE, .direction = {0, 1, 0}, .friction = NAN, .restitution = NAN, .script = -1, .name = "floor"}));
        rig_solver(&rig, "newton", "", H, 1);
        watched_step(&rig, &balance);
        assert_int_equal(rig.contacts->sets[CONTACT_POINT].set.count, 1);
        assert_int_equal(balance.piece[0].supported, k == 0);
    }
}

TEST(test_energy_and_rounding_with_friction)
{
    slide(false);
    slide(true);
}

// A mass that friction keeps on an incline moves by h² g sin θ in each step.
TEST(test_creep_under_friction_on_velocities)
{
    static const double MASS = 2, STIFFNESS = 1e4, RADIUS = 0.01, ALONG = 3;
    for (int k = 0; k < 6; k++) {
        const bool inside = k == 3, loaded = k == 5, creeps = k == 0 || loaded;
        RIG(rig);
        Balance balance;
        model_set_gravity(rig.builder, (double[3]){loaded ? 0 : ALONG, loaded ? 0 : -G, 0});
        rig_touching(&rig, 1, RADIUS - MASS * G / STIFFNESS, 0, MASS);
        if (loaded)
            assert_ok(model_add_force(rig.builder, 0, (double[3]){MASS * ALONG, -MASS * G, 0}));
        rig_rules(&rig, (ContactRules){.thickness = RADIUS,
                                       .stiffness = STIFFNESS,
                                       .friction = k == 1 ? 0.2 : 0.5,
                                       .friction_on = inside ? FRICTION_ON_POSITION : FRICTION_ON_VELOCITY});
        assert_ok(model_add_collider(
            rig.builder,
            &(Collider){
                .shape = COLLIDER_PLANE, .direction = {0, 1, 0}, .friction = NAN, .restitution = NAN, .script = -1, .name = "floor"}));
        rig_solver(&rig, "newton", "", H, 1);
        rig_set_velocity(&rig, 0, k == 2 ? 3 : 0, k == 4 ? -1 : 0, 0); // it slides, it hits
        watched_step(&rig, &balance);
        if (inside) {
            assert_null(balance.creep);
            continue;
        }
        assert_int_equal(balance.creep[0].w, creeps);
        assert_near(balance.creep[0].x, creeps ? H * H * ALONG : 0, BOUND(1e-12, 1e-7));
    }
}

// ---- sums over steps ----

typedef struct Run {
    Arena        arena;
    Model        model;
    Findings     findings;
    PieceBalance piece[3];
    double4      left[2];
    Balance      balance;
} Run;

enum { STEPS = 20, SUBSTEPS = 2 };

// Pieces that are particles of one body.
static void run_begin_pieces(Run *run, int32_t pieces)
{
    static double  W[] = {1, 1};
    static int32_t NUMBERS[] = {0, 1};
    const Model    model = {.body_count = 1, .particle_count = pieces, .inverse_mass = W, .user_of = NUMBERS, .model_of = NUMBERS};
    *run = (Run){.arena = arena_init(0), .model = model};
    run->balance = (Balance){.pieces = {.count = pieces}, .piece = run->piece, .isolated = true, .energy = NAN};
    run->balance.left = run->left;
    assert_ok(findings_init(&run->findings, "vbd", &run->model, STEPS, SUBSTEPS, &run->arena));
    run->piece[0] = (PieceBalance){.centre = {0, 0, 0, 2}, .inertia = 2 * 0.25, .external = 20};
    run->piece[1] = run->piece[2] = run->piece[0];
}

static void run_begin(Run *run)
{
    run_begin_pieces(run, 1);
}

static void run_steps(Run *run, int steps)
{
    for (int k = 0; k < steps; k++)
        findings_balance(&run->findings, &run->balance, 0.01);
}

static bool run_end(Run *run, FindingKind kind, Finding *out)
{
    const bool found = findings_get(&run->findings, kind, out);
    arena_destroy(&run->arena);
    return found;
}

// Momentum p of 2 kg in each of 2 substeps: p m/s more a step, and a path of Σ k p 2 h = 210 · 0.02 p. The bound is 0.02 of a radius of 0.5
// m, also for a body that travels.
TEST(test_drift)
{
    for (int k = 0; k < 4; k++) {
        Run     run;
        Finding finding;
        run_begin(&run);
        run.piece[0].momentum.x = k == 0 ? 0.0023 : 0.0025;
        run.piece[0].supported = k == 2;
        run.piece[0].along.x = k == 2;
        for (int step = 0; step < STEPS; step++) {
            run.piece[0].centre.x = k == 3 ? step : 0;
            run_steps(&run, 1);
        }
        assert_near(run.findings.balance.piece[0].drift, k == 2 ? 0 : 210 * 0.02 * run.piece[0].momentum.x, 1e-12);
        assert_int_equal(run_end(&run, FINDING_momentum, &finding), k % 2);
        assert_true(k % 2 == 0 || strstr(finding.line, "0.0105 m"));
    }
}

// A path of 210 · 0.02 p or an angle of 210 · 0.12 L, and the part of either that rounding by s in each substep may have caused: 840 s,
// 2520 s.
TEST(test_drift_above_rounding)
{
    for (int k = 0; k < 4; k++) {
        Run     run;
        Finding finding;
        run_begin(&run);
        if (k < 2)
            run.piece[0].momentum.x = 0.005;
        else
            run.piece[0].angular.z = run.piece[0].gained.z = 0.05;
        run.piece[0].shift = (k < 2 ? 0.005 * 0.005 : 0.01 * 0.05) * (k % 2 ? 0.4 : 1.001);
        run_steps(&run, STEPS);
        assert_int_equal(run_end(&run, FINDING_momentum, &finding), k % 2);
        assert_true(k != 1 || strstr(finding.line, "0.0126 m"));
    }
}

TEST(test_drift_of_a_piece)
{
    Run     run;
    Finding finding;
    run_begin_pieces(&run, 2);
    run.piece[0].momentum.x = 0.003;
    run.piece[1].momentum.x = -0.004;
    run_steps(&run, STEPS);
    assert_true(run_end(&run, FINDING_momentum, &finding));
    assert_non_null(strstr(finding.line, "the piece of body 0 with particle 1 drifted by 0.0168 m"));
}

// A loss that newton has too is no error, and neither is one that does not add up.
TEST(test_turn)
{
    for (int k = 0; k < 3; k++) {
        Run     run;
        Finding finding;
        run_begin(&run);
        run.piece[0].angular.z = k == 0 ? 0 : 0.1;
        run.piece[0].gained.z = k == 1 ? 0 : 0.1;
        run_steps(&run, STEPS);
        assert_int_equal(run_end(&run, FINDING_momentum, &finding), k == 2);
    }
}

// The second half of the run counts, beyond the 1 % that rounding may leave; alternating errors cancel. Only a scene at rest has a shape at
// rest.
TEST(test_support)
{
    for (int k = 0; k < 4; k++) {
        Run        run;
        Finding    finding;
        const bool wrong = k == 1 || k == 3, rests = k == 3;
        run_begin(&run);
        run.piece[0].supported = true;
        run.balance.kinetic = rests ? 0 : 1;
        run.balance.elastic = rests ? 1 : 0;
        for (int step = 0; step < STEPS; step++) {
            const bool late = step >= STEPS / 2;
            run.piece[0].rounding = 20 * 0.01;
            run.piece[0].support.y = 0.01 * 20 * (k == 0 ? late ? 0.039 : 9 : wrong ? (late ? 0.041 : 0) : step % 2 ? 1 : -1);
            run_steps(&run, 1);
        }
        run.findings.balance.piece[0].support.y *= k == 2 ? 0.1 : 1;
        assert_int_equal(run_end(&run, FINDING_support, &finding), wrong);
        assert_true(!wrong || (strstr(finding.line, "last 10 steps") && strstr(finding.line, "0.031 times")));
        assert_true(!wrong || strstr(finding.line, rests ? "so its shape at rest is wrong" : "so its motion or its shape is wrong"));
    }
}

// 2 substeps of 0.2 mm in 30 consecutive steps are 12 mm, for a contact of 10 mm.
TEST(test_creep_of_run)
{
    for (int k = 0; k < 3; k++) {
        Run     run;
        Finding finding;
        double4 creep = {0};
        run_begin(&run);
        run.findings.thickness = 0.01;
        run.balance.creep = &creep;
        for (int step = 0; step < 60; step++) {
            const bool supported = k == 1 ? step != 29 && step != 59 : step < 30;
            creep = supported ? (double4){k == 2 && step % 2 ? -2e-4 : 2e-4, 0, 0, 1} : (double4){0};
            run_steps(&run, 1);
        }
        assert_int_equal(run_end(&run, FINDING_creep, &finding), k == 0);
        assert_true(k != 0 || strstr(finding.line, "slid by 0.012 m along its contact in 30 steps"));
    }
}

// The moment of forces that cancel: 1.9 and 2.1 % of that of the load, beyond the 1 % that rounding may leave. A single particle has none.
TEST(test_support_bends)
{
    for (int k = 0; k < 3; k++) {
        Run     run;
        Finding finding;
        run_begin(&run);
        run.piece[0].supported = true;
        run.piece[0].bending_rounding = 4 * 0.01;
        run.piece[0].lever = 4;
        run.piece[0].bending.z = 0.01 * 4 * (k == 0 ? 0.029 : 0.031);
        run.piece[0].inertia *= k != 2;
        run_steps(&run, STEPS);
        assert_int_equal(run_end(&run, FINDING_support, &finding), k == 1);
        assert_true(k != 1 || strstr(finding.line, "mean moment error on it was 0.021 times that of its weight"));
    }
}

// Forces on particles that cancel in the sum over the body.
TEST(test_forces_of_particles)
{
    for (int k = 0; k < 4; k++) {
        Run     run;
        Finding finding;
        double4 left[2] = {{0}};
        run_begin(&run);
        run.findings.balance.particle_count = 2;
        run.findings.balance.left = left;
        run.balance.left = (double4[2]){{0}};
        run.balance.load = 2;
        run.balance.elastic = 1;
        run.balance.kinetic = k == 3 ? 0.01 : 0.0005; // it rests
        for (int step = 0; step < STEPS; step++) {
            const double sign = k == 2 && step % 2 ? -1 : 1;
            run.balance.left[0].x = sign * (k == 0 ? 0.14 : 0.143); // 0.099 and 0.101 over 2
            run.balance.left[1].x = -run.balance.left[0].x;
            run_steps(&run, 1);
        }
        assert_int_equal(run_end(&run, FINDING_iterations, &finding), k == 1 && sizeof(real) == sizeof(double)); // floats round off
        assert_true(k != 1 || BOUND(0, 1) > 0 || strstr(finding.line, "is 0.1 times their weights"));
    }
}

// 2 J at first and 8 J that fall: a tenth of 10 J.
TEST(test_energy_of_run)
{
    static const double POTENTIAL[5] = {0, -4, -8, -7, -7}, KINETIC[5] = {2, 5, 8, 7.9, 8.1};
    for (int k = 0; k < 4; k++) {
        Run     run;
        Finding finding;
        run_begin(&run);
        run.balance.isolated = k != 2;
        for (int step = 0; step < (k == 1 ? 4 : 5); step++) {
            run.balance.potential = POTENTIAL[step];
            run.balance.kinetic = KINETIC[step];
            run.balance.energy = k == 3 ? (double)NAN : POTENTIAL[step] + KINETIC[step];
            run_steps(&run, 1);
        }
        assert_int_equal(run_end(&run, FINDING_energy, &finding), k == 0);
        assert_true(k != 0 || (strstr(finding.line, "1.1 J up to step 4") && strstr(finding.line, "of the 10 J")));
    }
}

// No finding hides one that voids unless it voids itself.
TEST(test_findings_that_void_are_not_hidden)
{
    static const bool VOIDS[FINDINGS + 1] = {
#define FINDING(name, hides, voids, source) voids,
#include "measure/finding_list.h"
    };
#define FINDING(name, hides, voids, source) assert_true((voids) || !VOIDS[hides]);
#include "measure/finding_list.h"
}
