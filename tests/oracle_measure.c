// Results of the measured pass, against numbers worked out by hand; the hash of a state; the file of a reference; and the passes of a
// worker. Probe steps start at the reference, and clocks run from the start of a step.
#include "rig.h"

#include <errno.h>
#include <unistd.h>

#include "measure/private/quantity.h"
#include "measure/reference.h"
#include "measure/snapshot.h"
#include "model/state_limit.h"
#include "worker/private/passes.h"
#include "worker/private/state_recording.h"

// ---- metrics ----

// Three particles, the second pinned at the origin, so that the order in memory is another than the user's. Whole numbers, unequal masses.
enum { PARTICLES = 3 };
static const double H = 0.1;

static void make_triple(Rig *rig, double first_stiffness)
{
    rig_particle(rig, 3, 4, 0, 2);
    assert_ok(model_pin(rig->builder, rig_particle(rig, 0, 0, 0, 7)));
    rig_particle(rig, 3, 0, 0, 0.5);
    assert_ok(model_add_force(rig->builder, 0, (double[3]){0, 0, 4}));
    model_set_gravity(rig->builder, (double[3]){0, -10, 0});
    rig_spring(rig, 0, 1, 4, first_stiffness);
    rig_spring(rig, 2, 0, 3, 20);
    rig_attachment(rig, 2, (double[3]){0, 1, 2}, 5);
    rig_solver(rig, "xpbd", "sweep=coloured", H, 1);
    rig_set_velocity(rig, 0, 1, 0, 0);
    rig_set_velocity(rig, 2, 0, 2, 0);
    assert_int_not_equal(rig->model.model_of[0], 0);
}

static void keep_metrics(void *user, const Iterate *iterate, const Metrics *metrics)
{
    *(Metrics *)user = *metrics;
}

// The metrics of x, given in the user's numbering, in substep `substep` after the rig's state; lambda in the order of the scene or NULL.
static Metrics look(const Rig *rig, const double (*reference)[3], int32_t substep, bool exact, const double *lambda)
{
    static const double X[PARTICLES][3] = {{0, 5, 0}, {0, 0, 0}, {0, 1, 0}};
    Metrics             metrics;
    Convergence         c;
    ARENA(arena);
    real4   position[PARTICLES];
    double4 wide[PARTICLES];
    real    values[CONSTRAINT_KINDS][2] = {{0}};
    real   *per_set[CONSTRAINT_KINDS];
    for (int i = 0; i < PARTICLES; i++) {
        const int32_t at = rig->model.model_of[i];
        position[at] = (real4){(real)X[i][0], (real)X[i][1], (real)X[i][2], 0};
        wide[at] = double4_from(position[at]);
    }
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &rig->model.sets[kind];
        per_set[kind] = values[kind];
        for (int32_t i = 0; lambda && i < set->count; i++)
            values[kind][i] = (real)lambda[kind == CONSTRAINT_distance ? set->origin[i] : 2];
    }
    assert_ok(convergence_init(&c, &rig->model, &arena, keep_metrics, &metrics));
    c.reference = reference;
    c.base.begin(&c.base, &(Start){.position = rig->state.position, .velocity = rig->state.velocity, .h = H, .substep = substep});
    const Iterate iterate = {
        .substep = substep, .position = exact ? NULL : position, .exact = exact ? wide : NULL, .lambda = lambda ? per_set : NULL};
    c.base.iterate(&c.base, &iterate);
    return metrics;
}

TEST(test_metrics_by_hand)
{
    RIG(rig);
    make_triple(&rig, 10);
    // y = (3.1, 3.9, 0.02), (0, 0, 0), (3, 0.1, 0); C = 1, 1, 2 along (0, 1, 0), (0, −1, 0) at the third particle, (0, 0, −1)
    for (int exact = 0; exact < 2; exact++) {
        const Metrics m = look(&rig, NULL, 0, exact, NULL);
        const double  bound = BOUND(1e-12, 1e-6);
        assert_near(m.objective, 10.8204 + 2.4525 + 0.25, bound); // both inertias, then h² (5 + 10 + 10)
        assert_near(m.gradient, sqrt(47.0141), bound); // (−6.2, 2.5, −0.04), (−1.5, 0.25, −0.1); the pin's is not counted
        assert_near(m.primal, m.gradient, 0);
        assert_true(isnan(m.dual) && isnan(m.error));
        assert_near(m.constraint_max, 2, bound);
        assert_near(m.constraint_rms, sqrt(2), bound);
        assert_near(m.kinetic, 1250, 1e3 * bound); // both at (−30, 10, 0)
        assert_near(m.elastic, 25, bound);
        assert_near(m.potential, 105, 10 * bound); // 2·10·5 + ½·10·1; the force has no part in it at z = 0
        assert_true(isnan(m.gap));
        const double momentum[3] = {-75, 25, 0}, angular[3] = {0, 0, 315};
        for (int k = 0; k < 3; k++) {
            assert_near(m.momentum[k], momentum[k], 1e2 * bound);
            assert_near(m.angular[k], angular[k], 1e3 * bound);
        }
    }
}

TEST(test_residuals_of_multipliers)
{
    static const double LAMBDA[] = {-0.05, 0.1, -0.02};
    RIG(rig);
    make_triple(&rig, 10);
    Metrics m = look(&rig, NULL, 0, false, LAMBDA);
    assert_near(m.dual, sqrt(5.06), BOUND(1e-12, 1e-6));        // α~ = 10, 5, 20: 0.5, 1.5, 1.6
    assert_near(m.primal, sqrt(45.617), BOUND(1e-12, 1e-6));    // (−6.2, 2.15, −0.04), (−1.5, 0.55, −0.02)
    assert_near(m.gradient, sqrt(47.0141), BOUND(1e-12, 1e-6)); // of Φ, as without them
    rig_renew(&rig);
    make_triple(&rig, INFINITY);
    m = look(&rig, NULL, 0, false, LAMBDA);
    assert_near(m.dual, sqrt(1 + 2.25 + 2.56), BOUND(1e-12, 1e-6)); // a hard one has α~ = 0
    assert_near(m.primal, sqrt(45.617), BOUND(1e-12, 1e-6));
    assert_true(isnan(m.objective) && isnan(m.gradient)); // Φ is infinite off the constraint
    double4 x[PARTICLES] = {{0}};
    x[rig.model.model_of[2]].x = 3;
    assert_near(model_energy(&rig.model, x, NULL), 2.5 * 14, 1e-12); // the attachment's alone: the other spring is at rest
}

TEST(test_error_and_its_scale)
{
    static const double MOVED[PARTICLES][3] = {{0, 5, 3}, {0, 0, 0}, {0, 1, 4}}, STILL[PARTICLES][3] = {{3, 4, 0}, {0, 0, 0}, {3, 0, 0}};
    RIG(rig);
    make_triple(&rig, 10);
    assert_near(look(&rig, MOVED, 0, false, NULL).error, 5 / sqrt(45), BOUND(1e-12, 1e-6)); // ‖x* − x_n‖² = 19 + 26
    assert_near(look(&rig, STILL, 0, false, NULL).error, sqrt(20 / 0.0204), BOUND(1e-9, 1e-4)); // ‖h² a‖² = h⁴ (104 + 100), no pin in it
    assert_true(isnan(look(&rig, MOVED, 1, false, NULL).error));                                // later substeps start elsewhere
}

// y − x* = (3.1, −1.1, −2.98) of 2 kg and (3, −0.9, −4) of ½ kg; x − x* is 3 and 4 m long. Where y is x*, nothing is left to do.
TEST(test_error_of_the_start)
{
    static const double MOVED[PARTICLES][3] = {{0, 5, 3}, {0, 0, 0}, {0, 1, 4}},
                        START[PARTICLES][3] = {{3.1, 3.9, 0.02}, {0, 0, 0}, {3, 0.1, 0}};
    RIG(rig);
    make_triple(&rig, 10);
    Metrics m = look(&rig, MOVED, 0, false, NULL);
    assert_near(m.error_of_start, 5 / sqrt(19.7004 + 25.81), BOUND(1e-12, 1e-6));
    assert_near(m.weighted_error, sqrt((2 * 9 + 0.5 * 16) / (2 * 19.7004 + 0.5 * 25.81)), BOUND(1e-12, 1e-6));
    m = look(&rig, START, 0, false, NULL);
    assert_true(m.error > 0 && isnan(m.error_of_start) && isnan(m.weighted_error));
    assert_true(isnan(look(&rig, MOVED, 1, false, NULL).error_of_start));
    assert_true(isnan(look(&rig, NULL, 0, false, NULL).weighted_error));
}

// Φ of a configuration of the triple, without the model: y as given, then the three springs.
static double triple_objective(const double x[PARTICLES][3], const double y[PARTICLES][3])
{
    static const double MASS[] = {2, 0, 0.5}, POINT[] = {0, 1, 2};
    double              inertia = 0, first = 0, second = 0, third = 0;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < PARTICLES; i++)
            inertia += 0.5 * MASS[i] * (x[i][k] - y[i][k]) * (x[i][k] - y[i][k]);
        first += x[0][k] * x[0][k];
        second += (x[2][k] - x[0][k]) * (x[2][k] - x[0][k]);
        third += (x[2][k] - POINT[k]) * (x[2][k] - POINT[k]);
    }
    return inertia + H * H * (5 * pow(sqrt(first) - 4, 2) + 10 * pow(sqrt(second) - 3, 2) + 2.5 * third);
}

// The gap is taken with the y of the iterate, also where a solver minimises from a prediction of its own.
TEST(test_objective_gap)
{
    static const double X[PARTICLES][3] = {{0, 5, 0}, {0, 0, 0}, {0, 1, 0}}, BEST[PARTICLES][3] = {{0, 5, 3}, {0, 0, 0}, {0, 1, 4}};
    static const double Y[PARTICLES][3] = {{3.1, 3.9, 0.02}, {0, 0, 0}, {3, 0.1, 0}},
                        OTHER[PARTICLES][3] = {{1, 2, 3}, {0, 0, 0}, {4, 5, 6}};
    RIG(rig);
    make_triple(&rig, 10);
    assert_near(look(&rig, BEST, 0, false, NULL).gap, triple_objective(X, Y) - triple_objective(BEST, Y), BOUND(1e-12, 1e-5));
    assert_near(look(&rig, X, 0, false, NULL).gap, 0, BOUND(1e-12, 1e-5)); // at the reference
    assert_true(isnan(look(&rig, BEST, 1, false, NULL).gap));              // a later substep
    Metrics     metrics;
    Convergence c;
    real4       position[PARTICLES], prediction[PARTICLES];
    assert_ok(convergence_init(&c, &rig.model, &rig.arena, keep_metrics, &metrics));
    c.reference = BEST;
    for (int i = 0; i < PARTICLES; i++) {
        position[rig.model.model_of[i]] = (real4){(real)X[i][0], (real)X[i][1], (real)X[i][2], 0};
        prediction[rig.model.model_of[i]] = (real4){(real)OTHER[i][0], (real)OTHER[i][1], (real)OTHER[i][2], 0};
    }
    c.base.begin(&c.base, &(Start){.position = rig.state.position, .velocity = rig.state.velocity, .prediction = prediction, .h = H});
    c.base.iterate(&c.base, &(Iterate){.position = position});
    assert_near(metrics.gap, triple_objective(X, OTHER) - triple_objective(BEST, OTHER), BOUND(1e-12, 1e-5));
    rig_renew(&rig);
    make_triple(&rig, INFINITY);
    const Metrics hard = look(&rig, BEST, 0, false, NULL);
    assert_true(isnan(hard.gap) && isnan(hard.objective));
    assert_near(hard.elastic, 20, BOUND(1e-12, 1e-5)); // of the soft ones
}

TEST(test_potential_by_hand)
{
    static const double X[PARTICLES][3] = {{1, 2, 3}, {9, 9, 9}, {0, -1, 0}};
    double4             x[PARTICLES];
    RIG(rig);
    make_triple(&rig, 10);
    for (int i = 0; i < PARTICLES; i++)
        x[rig.model.model_of[i]] = (double4){X[i][0], X[i][1], X[i][2], 0};
    assert_near(quantity_potential(&rig.model, x), 23, 1e-12); // 2·10·2 − ½·10·1 − 4·3, and nothing of the pin
}

// ---- traits ----

// A particle of 2 kg, at rest at (2, 0, 0) without gravity, on two springs. The first of the scene, 3 m and 100 N/m, goes to a pin at (2,
// 3, 0). The second, 1 m and 8 N/m, has the traits and goes to a pin at the origin.
typedef struct Yard {
    Rig         rig;
    Convergence convergence;
    Metrics     metrics;
    int32_t     free; // the particle, in the model's numbering
} Yard;

static void make_yard(Yard *yard, const ConstraintTraits *traits)
{
    Rig *rig = &yard->rig;
    rig_begin(rig);
    assert_ok(model_pin(rig->builder, rig_particle(rig, 0, 0, 0, 1)));
    rig_particle(rig, 2, 0, 0, 2);
    assert_ok(model_pin(rig->builder, rig_particle(rig, 2, 3, 0, 1)));
    rig_spring(rig, 1, 2, 3, 100);
    rig_spring(rig, 0, 1, 1, 8);
    assert_ok(model_set_traits(rig->builder, traits));
    assert_ok(model_build(rig->builder, PARTICLE_ORDER_MORTON, &rig->arena, &rig->model));
    assert_ok(state_init(rig->builder, &rig->model, &rig->arena, &rig->state));
    assert_ok(schedule_init(&rig->model, (ScheduleWish){.kind = SCHEDULE_COLOUR}, 1, &rig->arena, &rig->schedule));
    assert_int_equal(rig->model.sets[CONSTRAINT_distance].origin[0], 1); // the first in the scene is the second in memory
    assert_ok(convergence_init(&yard->convergence, &rig->model, &rig->arena, keep_metrics, &yard->metrics));
    yard->convergence.state = &rig->state;
    yard->free = rig->model.model_of[1];
}

static void yard_end(Yard *yard)
{
    rig_end(&yard->rig);
}

// A yard to the end of the block.
#define YARD(name, ...) \
    GNU_CLEANUP(yard_end) Yard name; \
    make_yard(&name, &(ConstraintTraits)__VA_ARGS__)

// The particle at (x, 0, 0); lambda of both springs, in the order of the scene, or NULL.
static Metrics look_at(Yard *yard, double x, const double *lambda)
{
    Rig                 *rig = &yard->rig;
    Observer            *observer = &yard->convergence.base;
    const ConstraintSet *set = &rig->model.sets[CONSTRAINT_distance];
    double4              exact[3];
    double               values[2], *per_set[CONSTRAINT_KINDS] = {[CONSTRAINT_distance] = values};
    for (int i = 0; i < 3; i++)
        exact[i] = double4_from(rig->state.position[i]);
    exact[yard->free].x = x;
    for (int i = 0; i < 2 && lambda; i++)
        values[i] = lambda[set->origin[i]];
    observer->begin(observer, &(Start){.position = rig->state.position, .velocity = rig->state.velocity, .h = H});
    observer->iterate(observer, &(Iterate){.exact = exact, .exact_lambda = lambda ? per_set : NULL});
    return yard->metrics;
}

// h = 0.1, C = ½, ∇C·(x−x_n) = −½: M(x−y) = −1, h² k C = 0.04, h β ∇C·Δx = −0.15; α~ = 12.5, γ = 3.75.
TEST(test_damped_residuals)
{
    static const double STILL[] = {0, 0.11}, OTHER[] = {0, 0.02};
    YARD(yard, {.damping = 3, .limit = INFINITY});
    const double far = sqrt(9.25) - 3; // of the other spring
    Metrics      m = look_at(&yard, 1.5, STILL);
    assert_true(isnan(m.objective) && isnan(m.gap)); // damping has no potential
    assert_near(m.elastic, 1 + 50 * far * far, 1e-12);
    assert_near(m.dual, far, 1e-12); // ½ + 12.5·0.11 − 3.75·½ = 0: only the other one's is left
    assert_near(m.primal, 1.11, 1e-12);
    const double pull = H * H * 100 * far / sqrt(9.25); // of the other spring, along (−½, −3)
    assert_near(m.gradient, hypot(-1 + 0.04 - 0.15 - 0.5 * pull, 3 * pull), 1e-12);
    m = look_at(&yard, 1.5, OTHER);
    assert_near(m.dual, hypot(far, 1.125), 1e-12);
}

TEST(test_inequalities_count_when_violated)
{
    static const double NONE[] = {0, 0}, PUSH[] = {0, 0.02};
    YARD(yard, {.limit = INFINITY, .sense = SENSE_GREATER_EQUAL});
    const double far = sqrt(9.25) - 3;
    Metrics      m = look_at(&yard, 1.5, NONE); // feasible: ½ m longer than it must be
    assert_near(m.constraint_max, far, 1e-12);
    assert_near(m.constraint_rms, far / sqrt(2), 1e-12); // it counts, with no error
    assert_near(m.elastic, 50 * far * far, 1e-12);
    assert_near(m.dual, far, 1e-12);
    m = look_at(&yard, 1.5, PUSH); // feasible, and pushes all the same: ½ + 12.5·0.02
    assert_near(m.dual, hypot(far, 0.75), 1e-12);
    const double near = sqrt(11.25) - 3; // violated at ½: C = −½
    m = look_at(&yard, 0.5, NONE);
    assert_near(m.constraint_max, 0.5, 1e-12);
    assert_near(m.elastic, 1 + 50 * near * near, 1e-12);
    assert_near(m.dual, hypot(near, 0.5), 1e-12);
    YARD(damped, {.damping = 3, .limit = INFINITY, .sense = SENSE_GREATER_EQUAL});
    m = look_at(&damped, 1.5, NONE); // feasible: not damped either
    const double pull = H * H * 100 * far / sqrt(9.25);
    assert_near(m.gradient, hypot(-1 - 0.5 * pull, 3 * pull), 1e-12);
    m = look_at(&damped, 0.5, NONE); // 1.5 m in all, ½ m of it beyond the bound
    const double push = H * H * 100 * near / sqrt(11.25);
    assert_near(m.gradient, hypot(-3 - 0.04 - 0.15 - 1.5 * push, 3 * push), 1e-12);
    YARD(short_of, {.limit = INFINITY, .sense = SENSE_LESS_EQUAL});
    assert_near(look_at(&short_of, 0.5, NONE).constraint_max, near, 1e-12);
    assert_near(look_at(&short_of, 1.5, NONE).constraint_max, 0.5, 1e-12);
}

TEST(test_broken_counts_nowhere)
{
    static const double LAMBDA[] = {0.3, 0.2};
    const double        far = sqrt(9.25) - 3;
    for (int damped = 0; damped < 2; damped++) {
        YARD(yard, {.damping = damped, .limit = 5});
        assert_true(look_at(&yard, 1.5, LAMBDA).constraint_max == 0.5);
        yard.rig.state.broken[CONSTRAINT_distance][1] = 1; // the second of the scene
        const Metrics m = look_at(&yard, 1.5, LAMBDA);
        assert_near(m.constraint_max, far, 1e-12);
        assert_near(m.constraint_rms, far, 1e-12);
        assert_near(m.elastic, 50 * far * far, 1e-12);
        assert_near(m.dual, far + 0.3, 1e-12); // α~ = 1
        const double pull = H * H * 100 * far / sqrt(9.25);
        assert_near(m.gradient, hypot(-1 - 0.5 * pull, 3 * pull), 1e-12);
        assert_near(m.primal, hypot(-1 + 0.3 * 0.5 / sqrt(9.25), 0.3 * 3 / sqrt(9.25)), 1e-12);
    }
}

// ---- snapshots ----

TEST(test_snapshot_by_hand)
{
    static const double REFERENCE[PARTICLES][3] = {{3, 4, 2}, {0, 0, 0}, {3, 3, 0}};
    SnapshotTaker       taker;
    RIG(rig);
    make_triple(&rig, 10);
    assert_ok(snapshot_init(&taker, &rig.model, &rig.state, 2, &rig.arena));
    const int32_t first = rig.model.model_of[0], third = rig.model.model_of[2];
    Snapshot      s = snapshot_take(&taker, &rig.state, (const double(*)[3])taker.start, 0.1);
    assert_true(isnan(s.error) && isnan(s.weighted_error) && isnan(s.reference_error)); // the reference has not moved: no scale
    rig.state.position[first] = (real4){3, 4, 1, rig.state.position[first].w};
    rig.state.position[third] = (real4){3, 2, 0, rig.state.position[third].w};
    s = snapshot_take(&taker, &rig.state, REFERENCE, 0.1);
    const double bound = BOUND(1e-12, 1e-5);
    assert_near(s.error, sqrt(2.0 / 13), bound); // 1 and 1 apart; the reference went 2 and 3
    assert_near(s.weighted_error, sqrt((2 + 0.5) / (2 * 4 + 0.5 * 9)), bound);
    assert_near(s.reference_error, 0.1 / sqrt(13), bound);
    assert_near(s.kinetic, 0.5 * 2 * 1 + 0.5 * 0.5 * 4, bound);
    assert_near(s.potential, 2 * 10 * 4 + 0.5 * 10 * 2 - 4, 10 * bound);
    const double c0 = sqrt(26) - 4, c1 = sqrt(5) - 3, c2 = sqrt(9 + 1 + 4);
    assert_near(s.elastic, 5 * c0 * c0 + 10 * c1 * c1 + 2.5 * c2 * c2, 10 * bound);
    assert_near(s.constraint_max, c2, bound);
    assert_near(s.constraint_rms, sqrt((c0 * c0 + c1 * c1 + c2 * c2) / 3), bound);
    // momenta 2 (1, 0, 0) and ½ (0, 2, 0); centre by mass, without the pin
    const double momentum[] = {2, 1, 0}, angular[] = {0, 2, -8 + 3}, centre[] = {3, 9 / 2.5, 2 / 2.5}, tracked[] = {3, 2, 0};
    for (int k = 0; k < 3; k++) {
        assert_near(s.momentum[k], momentum[k], bound);
        assert_near(s.angular[k], angular[k], bound);
        assert_near(s.centre[k], centre[k], bound);
        assert_near(s.tracked[k], tracked[k], bound);
    }
    assert_int_equal(s.broken, 0);
    assert_true(isnan(snapshot_take(&taker, &rig.state, NULL, 0).error));
    YARD(yard, {.limit = 5});
    assert_ok(snapshot_init(&taker, &yard.rig.model, &yard.rig.state, 1, &yard.rig.arena));
    yard.rig.state.broken[CONSTRAINT_distance][1] = 1;
    s = snapshot_take(&taker, &yard.rig.state, NULL, 0);
    assert_int_equal(s.broken, 1);
    assert_near(s.constraint_max, 0, 0); // the other one is at rest
    assert_near(s.elastic, 0, 0);
}

// A mass that hangs from a pin and swings through steps of implicit Euler. The force of the spring is −k C, by λ/h² of the last substep
// where the solver has a λ. It pulls, and is negative; in the first step it is k h² g / (1 + h² k/m).
TEST(test_forces_of_solvers)
{
    static const struct {
        const char *solver, *settings;
        int         substeps;
    } RUNS[] = {{"xpbd", "iterations=4", 1}, {"xpbd", "iterations=4 substeps=4", 4}, {"pd", "iterations=30", 1}, {"newton", "", 1}};
    for (size_t run = 0; run < sizeof RUNS / sizeof *RUNS; run++) {
        SnapshotTaker taker;
        RIG(rig);
        rig_particle(&rig, 0, -1, 0, 2);
        assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
        rig_particle(&rig, 5, 0, 0, 1);
        rig_spring(&rig, 1, 2, 5, 40);
        rig_spring(&rig, 1, 0, 1, 50);
        model_set_gravity(rig.builder, (double[3]){0, -10, 0});
        rig_solver(&rig, RUNS[run].solver, RUNS[run].settings, H, 1);
        assert_ok(snapshot_init(&taker, &rig.model, &rig.state, 0, &rig.arena));
        const double h = H / RUNS[run].substeps;
        for (int step = 0; step < 5; step++) {
            rig_steps(&rig, 1, NULL);
            const double c = -rig_position(&rig, 0).y - 1;
            snapshot_forces(&taker, &rig.state, rig.solver, h, CONSTRAINT_distance);
            assert_true(c > 0 && taker.force[1] < 0);
            assert_near(taker.force[1], -50 * c, BOUND(1e-9, 2e-3) * 50);
            if (step == 0 && RUNS[run].substeps == 1)
                assert_near(taker.force[1], -50 * 0.1 / (1 + 0.01 * 25), BOUND(1e-9, 1e-4));
        }
        double at[3][3] = {{0, -1.5, 0}, {0, 0, 0}, {4, 0, 0}};
        snapshot_reference_forces(&taker, (const double(*)[3])at, CONSTRAINT_distance);
        assert_near(taker.reference_force[0], 40, 1e-12); // 1 m too short: it pushes
        assert_near(taker.reference_force[1], -25, 1e-12);
    }
}

TEST(test_forces_without_a_value)
{
    for (int hard = 0; hard < 2; hard++) { // pbd has no multipliers, and does not use the scene's stiffnesses
        SnapshotTaker taker;
        RIG(rig);
        rig_particle(&rig, 2, 0, 0, 1);
        assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
        rig_spring(&rig, 0, 1, 1, hard ? INFINITY : 100);
        rig_solver(&rig, "pbd", "", H, 1);
        assert_ok(snapshot_init(&taker, &rig.model, &rig.state, 0, &rig.arena));
        snapshot_forces(&taker, &rig.state, rig.solver, H, CONSTRAINT_distance);
        assert_true(isnan(taker.force[0]));
    }
    YARD(yard, {.limit = 5});
    double           value[2], force[2];
    const PartMemory memory = {.value = value};
    double4          x[3];
    for (int i = 0; i < 3; i++)
        x[i] = double4_from(yard.rig.state.position[i]);
    x[yard.free].y = 1; // |x| = √5; the other is 1 m short
    quantity_forces(&yard.rig.model, &yard.rig.state, CONSTRAINT_distance, x, &memory, force);
    assert_near(force[0], 100, 1e-12);
    assert_near(force[1], -8 * (sqrt(5) - 1), 1e-12);
    yard.rig.state.broken[CONSTRAINT_distance][1] = 1;
    quantity_forces(&yard.rig.model, &yard.rig.state, CONSTRAINT_distance, x, &memory, force);
    assert_near(force[0], 100, 1e-12);
    assert_true(force[1] == 0);
    static const ConstraintSense SENSES[] = {SENSE_GREATER_EQUAL, SENSE_LESS_EQUAL};
    for (int i = 0; i < 2; i++) { // √5 against 1: the first is satisfied
        YARD(one_sided, {.limit = INFINITY, .sense = SENSES[i]});
        quantity_forces(&one_sided.rig.model, &one_sided.rig.state, CONSTRAINT_distance, x, &memory, force);
        assert_near(force[1], i == 0 ? 0 : -8 * (sqrt(5) - 1), 1e-12);
    }
}

// At the end of the step in which a spring breaks, its λ is the one that broke it, and its force is 0.
TEST(test_force_in_the_step_of_a_break)
{
    static const char *const SOLVERS[] = {"xpbd", "xpbd_direct"};
    for (int s = 0; s < 2; s++) {
        SnapshotTaker taker;
        RIG(rig);
        rig_particle(&rig, 0, 0, 0, 1);
        rig_particle(&rig, 2, 0, 0, 1);
        rig_spring(&rig, 0, 1, 1, 10);
        rig_traits(&rig, 0, 1e-3, SENSE_EQUAL);
        rig_solver(&rig, SOLVERS[s], "", H, 1);
        assert_ok(snapshot_init(&taker, &rig.model, &rig.state, 0, &rig.arena));
        rig_steps(&rig, 1, NULL);
        assert_int_equal(state_broken_count(&rig.model, &rig.state), 1);
        assert_true(rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, 0, 0) < 0);
        snapshot_forces(&taker, &rig.state, rig.solver, H, CONSTRAINT_distance);
        assert_true(taker.force[0] == 0);
    }
}

// The observer sees a whole iterate, however many threads wrote it.
enum { SEEN_MAX = 64 };
typedef struct Seen {
    int     count;
    Metrics rows[SEEN_MAX];
} Seen;

static void see(void *user, const Iterate *iterate, const Metrics *metrics)
{
    Seen *seen = user;
    assert_true(seen->count < SEEN_MAX);
    seen->rows[seen->count++] = *metrics;
}

static Seen observe(const char *solver, const char *settings, int threads)
{
    Seen        seen = {0};
    Convergence c;
    RIG(rig);
    rig_cloth(&rig, 60, 500);
    rig_solver(&rig, solver, settings, H, threads);
    assert_ok(convergence_init(&c, &rig.model, &rig.arena, see, &seen));
    c.base.threads = threads;
    StepContext context = {.observer = &c.base};
    rig_steps(&rig, 4, &context);
    return seen;
}

// newton calls the observer outside its team.
TEST(test_same_metrics_for_every_team)
{
    static const char *const RUNS[][2] = {{"xpbd", "iterations=2 substeps=2 sweep=coloured"},
                                          {"pbd", "iterations=3 sweep=jacobi"},
                                          {"pd", "iterations=3"},
                                          {"newton", "iterations=3 linsys=pcg forcing=walker"}};
    for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++) {
        const Seen one = observe(RUNS[i][0], RUNS[i][1], 1);
        assert_true(one.count >= 16);
        for (int threads = 2; threads <= 4; threads++) {
            const Seen other = observe(RUNS[i][0], RUNS[i][1], threads);
            assert_int_equal(other.count, one.count);
            for (int k = 0; k < one.count; k++)
                // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): doubles, of which NaN equals NaN
                if (memcmp(&other.rows[k], &one.rows[k], sizeof *one.rows) != 0)
                    fail_msg("%s: %d threads show another iterate %d than one", RUNS[i][0], threads, k);
        }
    }
}

// ---- tiles ----

// Counts the visits of constraints by kind, and gives each particle of a tile the number of its tile.
static void check_tile(const Tiles *tiles, int32_t tile, int32_t *tile_at, int32_t *visits)
{
    for (int32_t k = tiles->tile_start[tile]; k < tiles->tile_start[tile + 1]; k++) {
        const TileRange     *range = &tiles->ranges[k];
        const ConstraintSet *set = &tiles->model->sets[range->kind];
        visits[range->kind] += range->end - range->begin;
        for (int32_t at = constraint_first(set, range->begin); at < constraint_first(set, range->end); at++) {
            assert_true(tile_at[set->vertices[at]] < 0 || tile_at[set->vertices[at]] == tile);
            tile_at[set->vertices[at]] = tile;
        }
    }
}

// Tiles of a wave share no particle, and all tiles together have each constraint once, however the sets are sorted. Waves have four tiles
// on average. Clusters need most waves, 13: a range of clustered constraints has particles of several tiles.
TEST(test_tiles)
{
    static const char *const SETTINGS[] = {"sweep=coloured", "sweep=coloured colouring=clusters", "sweep=jacobi", "sweep=serial"};
    enum { SIDE = 60 };
    for (size_t s = 0; s < sizeof SETTINGS / sizeof *SETTINGS; s++) {
        RIG(rig);
        Tiles   tiles;
        int32_t tile_at[SIDE * SIDE], visits[CONSTRAINT_KINDS] = {0};
        rig_cloth(&rig, SIDE, 500);
        rig_solver(&rig, "xpbd", SETTINGS[s], H, 1);
        assert_ok(tiles_init(&rig.model, &rig.arena, &tiles));
        if (tiles.tile_count <= 50 || 4 * tiles.wave_count > tiles.tile_count || tiles.serial)
            fail_msg("%s: %d tiles in %d waves, the last serial: %d", SETTINGS[s], tiles.tile_count, tiles.wave_count, tiles.serial);
        for (int32_t wave = 0; wave < tiles.wave_count; wave++) {
            memset(tile_at, -1, sizeof tile_at);
            for (int32_t tile = tiles.wave_start[wave]; tile < tiles.wave_start[wave + 1]; tile++)
                check_tile(&tiles, tile, tile_at, visits);
        }
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
            assert_int_equal(visits[kind], rig.model.sets[kind].count);
    }
}

// ---- the end of a step ----

// One mass on a stretched spring to a fixed point, released: the minimum of Φ is 1/(1 + h²k/m) times Φ at x_n. Over-relaxation by 1.99 ends
// 0.99 of the distance from x_n behind the minimum, so 0.99² of the possible decrease of Φ remains.
TEST(test_objective_relative_to_no_motion)
{
    static const struct {
        const char *solver, *settings;
        double      left;
    } RUNS[] = {{"pd", "iterations=1", 0}, {"xpbd", "iterations=1", 0}, {"newton", "", 0}, {"pd", "iterations=1 omega=1.99", 0.9801}};
    const double k = 500, m = 0.3, min = 1 / (1 + H * H * k / m);
    for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++)
        for (int hard = 0; hard < 2 - (i != 1); hard++) {
            RIG(rig);
            Convergence c;
            Metrics     metrics;
            rig_attachment(&rig, rig_particle(&rig, 1, 0, 0, m), (double[3]){0, 0, 0}, hard ? INFINITY : k);
            rig_solver(&rig, RUNS[i].solver, RUNS[i].settings, H, 1);
            assert_ok(convergence_init(&c, &rig.model, &rig.arena, keep_metrics, &metrics));
            rig_steps(&rig, 1, &(StepContext){.observer = &c.base});
            const double ratio = convergence_objective_ratio(&c, &rig.state);
            if (hard)
                assert_true(isnan(ratio));
            else
                assert_near(ratio, min + RUNS[i].left * (1 - min), BOUND(1e-12, 1e-5));
        }
}

// ---- the state ----

TEST(test_hash_covers_positions_and_velocities)
{
    char first[33], second[33];
    RIG(rig);
    Model plain;
    State straight;
    make_triple(&rig, 10);
    rig_hash(&rig, first);
    assert_ok(model_build(rig.builder, PARTICLE_ORDER_NONE, &rig.arena, &plain)); // the same state in another order in memory
    assert_ok(state_init(rig.builder, &plain, &rig.arena, &straight));
    straight.velocity[0].x = 1;
    straight.velocity[2].y = 2;
    assert_ok(state_hash(&plain, &straight, second));
    assert_string_equal(first, second);
    for (int i = 0; i < 6 * PARTICLES; i++) {
        real *value = &(i % 2 ? straight.position : straight.velocity)[i / 6].x + i / 2 % 3, old = *value;
        *value = old + 1;
        assert_ok(state_hash(&plain, &straight, second));
        assert_string_not_equal(first, second);
        *value = old;
    }
}

TEST(test_one_bad_number_is_found)
{
    static const double BAD[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    RIG(rig);
    make_triple(&rig, 10);
    assert_true(state_is_finite(&rig.state));
    for (int i = 0; i < 6 * PARTICLES; i++)
        for (int k = 0; k < 3; k++) {
            real *value = &(i % 2 ? rig.state.position : rig.state.velocity)[i / 6].x + i / 2 % 3, old = *value;
            *value = (real)BAD[k];
            assert_false(state_is_finite(&rig.state));
            *value = old;
        }
}

// Two particles of 1 kg, 2 m apart along x, and the state limit of their scene; dt 0.1 s.
static void limit_of(Rig *rig, double speed, double gravity, double rest, StateLimit *limit)
{
    rig_particle(rig, -1, 0, 0, 1);
    rig_particle(rig, 1, 0, 0, 1);
    rig_spring(rig, 0, 1, rest, 8);
    model_set_gravity(rig->builder, (double[3]){0, -gravity, 0});
    rig_solver(rig, "newton", "", 0.1, 1);
    rig_set_velocity(rig, 0, 0, speed, 0);
    assert_ok(state_limit_init(&rig->model, &rig->state, 0.1, limit));
}

// Reach and kinetic energy after a second, on both sides of a million times the values that speed, gravity and rest length explain.
static void is_beyond(double speed, double gravity, double rest, double reach, double energy)
{
    for (int k = 0; k < 2; k++) {
        RIG(far);
        RIG(fast);
        StateLimit limit;
        limit_of(&far, speed, gravity, rest, &limit);
        far.state.step = 10;
        rig_place(&far, 1, (double4){.z = 1e6 * reach * (k ? 1.001 : 0.999)});
        assert_int_equal(state_limit_check(&limit, &far.model, &far.state).code, k ? STATUS_NUMERIC : STATUS_OK);
        limit_of(&fast, speed, gravity, rest, &limit);
        fast.state.step = 10;
        rig_set_velocity(&fast, 0, 0, 0, 0);
        rig_set_velocity(&fast, 1, sqrt(2e6 * energy * (k ? 1.001 : 0.999)), 0, 0);
        assert_int_equal(state_limit_check(&limit, &fast.model, &fast.state).code, k ? STATUS_NUMERIC : STATUS_OK);
    }
}

// M (u + a t + S/Δt)²/2 with M 2 kg. A spring of 8 N/m that is stretched by 1 m has 4 J; with this energy one of the two has √8 m/s.
TEST(test_a_state_beyond_its_limit_has_diverged)
{
    is_beyond(0, 0, 2, 2, 20 * 20);
    is_beyond(3, 0, 2, 2 + 3, 23 * 23);
    is_beyond(0, 10, 2, 2 + 5, 30 * 30);
    is_beyond(0, 0, 1, 3 + sqrt(8), (30 + sqrt(8)) * (30 + sqrt(8)));
    RIG(carried); // by a pin that moves 100 m in a second, from a scene of 2 cm
    const int32_t script = rig_script(&carried, (ScriptPart){.act = SCRIPT_MOVE, .to = 1, .vector = {100, 0, 0}});
    StateLimit    pulled;
    rig_particle(&carried, 0, 0, 0, 1e-6);
    rig_particle(&carried, 0.02, 0, 0, 1e-6);
    rig_spring(&carried, 0, 1, 0.02, 1);
    assert_ok(model_pin_scripted(carried.builder, 0, script));
    rig_solver(&carried, "newton", "", 0.1, 1);
    assert_ok(state_limit_init(&carried.model, &carried.state, 0.1, &pulled));
    rig_steps(&carried, 10, NULL);
    assert_true(rig_position(&carried, 0).x > 99);
    assert_ok(state_limit_check(&pulled, &carried.model, &carried.state));
    RIG(rig); // a speed whose square overflows
    StateLimit limit;
    limit_of(&rig, 0, 10, 2, &limit);
    rig_set_velocity(&rig, 1, sizeof(real) == sizeof(float) ? 1e30 : 1e200, 0, 0);
    assert_fails(state_limit_check(&limit, &rig.model, &rig.state), STATUS_NUMERIC, "J");
}

// ---- the reference file ----

static void fill(Reference *reference)
{
    Random random = {41};
    reference->h = 0.01;
    for (int32_t p = 0; p < reference->probe_count; p++) {
        Probe *probe = &reference->probes[p];
        double(*const columns[])[3] = {probe->position, probe->velocity, probe->solution};
        probe->step = 10 + p;
        probe->end = p;
        probe->gradient = rig_random(&random);
        probe->own_error = rig_random(&random);
        for (int i = 0; i < 9 * reference->particle_count; i++)
            columns[i % 3][i / 9][i / 3 % 3] = rig_random(&random);
    }
}

static char path[32]; // of a file of these tests

static int set_up(void **state)
{
    snprintf(path, sizeof path, "/tmp/weft_measure_XXXXXX");
    const int file = mkstemp(path);
    return file < 0 || close(file) != 0;
}

static int no_file(void **state)
{
    return unlink(path) != 0 && errno != ENOENT;
}

TESTS_SHARE(set_up, no_file)

// With a past, as bdf2 has it, and without.
TEST(test_reference_file)
{
    enum { COUNT = 5, PROBES = 2, ROOM = 4096 };
    static const size_t BYTES = COUNT * sizeof(double[3]);
    for (int past = 0; past < 2; past++) {
        ARENA(arena);
        Reference out, in;
        assert_ok(reference_alloc(&arena, COUNT, PROBES, past, &out));
        fill(&out);
        snprintf(out.finding, sizeof out.finding, "crossings: 4 in step 7");
        memset(out.key, 'a', HASH_TEXT - 1);
        for (int k = 0; k < past * PROBES * 3 * COUNT; k++) {
            Probe    *probe = &out.probes[k % PROBES];
            const int i = k / PROBES;
            probe->past_h = k % PROBES * 0.25;
            probe->past_position[i / 3][i % 3] = k % PROBES - 0.1 * i;
            probe->past_velocity[i / 3][i % 3] = 2 * (k % PROBES) + 0.7 * i;
        }
        assert_ok(reference_write(path, &out));
        assert_ok(reference_read(path, COUNT, 0.01, &arena, &in));
        assert_int_equal(in.probe_count, PROBES);
        assert_int_equal(in.keeps_past, past);
        assert_string_equal(in.finding, "crossings: 4 in step 7");
        assert_string_equal(in.key, out.key);
        for (int p = 0; p < PROBES; p++) {
            const Probe *a = &out.probes[p], *b = &in.probes[p];
            assert_true(a->step == b->step && a->end == b->end && a->gradient == b->gradient && a->bound == b->bound &&
                        a->own_error == b->own_error && a->past_h == b->past_h);
            assert_memory_equal(a->position, b->position, BYTES);
            assert_memory_equal(a->velocity, b->velocity, BYTES);
            assert_memory_equal(a->solution, b->solution, BYTES);
            if (past) {
                assert_memory_equal(a->past_position, b->past_position, BYTES);
                assert_memory_equal(a->past_velocity, b->past_velocity, BYTES);
            }
        }
        assert_int_equal(reference_read(path, COUNT + 1, 0.01, &arena, &in).code, STATUS_INPUT);
        assert_int_equal(reference_read(path, COUNT, 0.005, &arena, &in).code, STATUS_INPUT);
        assert_int_equal(reference_read("no/such.ref", COUNT, 0.01, &arena, &in).code, STATUS_IO);
        assert_int_equal(reference_write("no/such.ref", &out).code, STATUS_IO);
    }
}

TEST(test_damaged_reference_file)
{
    enum { COUNT = 5, PROBES = 2, ROOM = 4096 };
    char bytes[ROOM];
    ARENA(arena);
    Reference out, in;
    assert_ok(reference_alloc(&arena, COUNT, PROBES, false, &out));
    fill(&out);
    assert_ok(reference_write(path, &out));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, ROOM - 1, file);
    fclose(file);
    assert_int_equal(size, 56 + sizeof out.finding + PROBES * (40 + COUNT * 9 * sizeof(double)) + 32);
    for (size_t cut = 0; cut < size; cut += 61) { // cut anywhere, or with a bit changed there
        write_bytes(path, bytes, cut);
        assert_int_equal(reference_read(path, COUNT, 0.01, &arena, &in).code, STATUS_INPUT);
        bytes[cut] ^= 4;
        write_bytes(path, bytes, size);
        assert_int_equal(reference_read(path, COUNT, 0.01, &arena, &in).code, STATUS_INPUT);
        bytes[cut] ^= 4;
    }
    bytes[size] = '\n';
    write_bytes(path, bytes, size + 1);
    assert_int_equal(reference_read(path, COUNT, 0.01, &arena, &in).code, STATUS_INPUT);
    write_bytes(path, bytes, size);
    assert_ok(reference_read(path, COUNT, 0.01, &arena, &in));
}

// x(h) = a + b h + c h²: 2 x(h) − x(2h) = a − 2 c h², and 6 c h² from 2 x(2h) − x(4h), three times its remaining error.
TEST(test_extrapolation_by_hand)
{
    static const double A[3] = {1, -2, 3}, B[3] = {40, 50, -60}, C[3] = {3, 0, 4};
    ARENA(arena);
    Reference levels[REFERENCE_LEVELS];
    for (int level = 0; level < REFERENCE_LEVELS; level++) {
        const double h = 0.25 * (1 << level);
        assert_ok(reference_alloc(&arena, 2, 1, false, &levels[level]));
        for (int i = 0; i < 6; i++)
            levels[level].probes[0].solution[i / 3][i % 3] = A[i % 3] + h * B[i % 3] + (i < 3) * h * h * C[i % 3];
    }
    snprintf(levels[1].finding, sizeof levels[1].finding, "coarser");
    snprintf(levels[2].finding, sizeof levels[2].finding, "coarsest");
    reference_extrapolate(levels, 1);
    for (int i = 0; i < 6; i++)
        assert_near(levels[0].probes[0].solution[i / 3][i % 3], A[i % 3] - (i < 3) * 2 * C[i % 3] / 16, 1e-13);
    assert_near(levels[0].probes[0].own_error, 6 * 5. / 16, 1e-12);
    assert_string_equal(levels[0].finding, "coarser");
}

// x(h) = a + c h² + d h³ of second order: (4 x(h) − x(2h))/3 = a − 4/3 d h³, and 28/3 d h³ from the same with 2h and 4h.
TEST(test_extrapolation_of_second_order)
{
    ARENA(arena);
    Reference levels[REFERENCE_LEVELS];
    for (int level = 0; level < REFERENCE_LEVELS; level++) {
        const double h = 0.25 * (1 << level);
        assert_ok(reference_alloc(&arena, 1, 1, false, &levels[level]));
        levels[level].probes[0].solution[0][1] = 5 + 7 * h * h + 3 * h * h * h;
    }
    reference_extrapolate(levels, 2);
    assert_near(levels[0].probes[0].solution[0][1], 5 - 4 / 64., 1e-14);
    assert_near(levels[0].probes[0].own_error, 28 / 64., 1e-14);
}

// ---- passes ----

enum { STEPS = 6 };

// A job of these settings alone: "scene=cloth steps=6 …".
static void make_job_of(const char *solver, const char *settings, Job *job)
{
    char text[256], *save = NULL;
    snprintf(text, sizeof text, "%s", settings);
    *job = (Job){.frame_stride = 1};
    case_init(&job->c, solver_find(solver), linsys_find("cholmod_supernodal"));
    for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');
        assert_non_null(value);
        *value = '\0';
        assert_ok(case_set(&job->c, word, value + 1));
    }
    assert_ok(case_resolve(&job->c));
}

// Six steps of a cloth of 36 particles, with these additional settings.
static void make_job(const char *solver, const char *settings, const char *reference, Job *job)
{
    TEXT_OF(text, "scene=cloth scene.n=6 steps=6 probes=3 observe=6 precision=%s %s", REAL_NAME, settings);
    make_job_of(solver, text, job);
    job->references[REFERENCE_PROBES] = reference;
    job->write_reference = REFERENCE_PROBES;
}

// Runs the job's passes with standard output in a file.
static Status run_into(const Job *job, const char *output)
{
    bool deterministic = false;
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    assert_true(kept >= 0 && freopen(output, "w", stdout));
    const Status status = passes_run(job, &deterministic);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    assert_true(deterministic || status.code != STATUS_OK);
    return status;
}

// The rows of one kind.
static json_t *run_rows(const Job *job, const char *kind)
{
    char text[65536], rows_path[40];
    snprintf(rows_path, sizeof rows_path, "%s.json", path);
    assert_ok(run_into(job, rows_path));
    json_t *rows = json_array();
    FILE   *file = fopen(rows_path, "r");
    assert_non_null(file);
    while (fgets(text, sizeof text, file)) {
        json_t *row = json_loads(text, 0, NULL);
        assert_non_null(row);
        if (strcmp(json_string_value(json_object_get(row, "row")), kind) == 0)
            json_array_append(rows, row);
        json_decref(row);
    }
    fclose(file);
    remove(rows_path);
    return rows;
}

static void rows_drop(json_t **rows)
{
    json_decref(*rows);
}

// The rows of one kind of a job that runs here, to the end of the block.
#define ROWS(name, job, kind) GNU_CLEANUP(rows_drop) json_t *name = run_rows(job, kind)

// Only the worker in double precision makes references. No file is there as such a test begins.
#define TEST_F64(name) TEST_IF(!TIER_LONG && sizeof(real) == sizeof(double), name, no_file, NULL)

static double number(const json_t *row, const char *name)
{
    const json_t *value = json_object_get(row, name);
    return json_is_number(value) ? json_number_value(value) : json_is_boolean(value) ? json_is_true(value) : (double)NAN;
}

// The last iterate of a step's first substep, of the trajectory or of a probe.
static const json_t *last_iterate(const json_t *rows, int step, bool probe)
{
    const json_t *last = NULL;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        if (number(row, "step") == step && number(row, "probe") == probe && number(row, "substep") == 0)
            last = row;
    }
    return last;
}

// Newton's own trajectory is the reference: its probe steps repeat its steps, and end on x*. XPBD with substeps is compared at the end of
// its first substep, with a reference of that length.
TEST_WITH(test_probes_repeat_the_reference, no_file, NULL)
{
    Job job;
    if (sizeof(real) != sizeof(double)) {
        make_job("newton", "", "never.ref", &job);
        assert_int_equal(passes_reference(&job).code, STATUS_UNSUPPORTED);
        return;
    }
    make_job("newton", "", path, &job);
    assert_ok(passes_reference(&job));
    ARENA(arena);
    Reference reference;
    assert_ok(reference_read(path, 36, param_real(&job.c.params, "dt"), &arena, &reference));
    assert_int_equal(reference.probe_count, 3);
    job.required[PASS_MEASURED] = 1;
    ROWS(rows, &job, "iterate");
    for (int p = 0; p < 3; p++) {
        const json_t *probe = last_iterate(rows, 2 * p + 1, true), *own = last_iterate(rows, 2 * p + 1, false);
        assert_non_null(probe);
        assert_non_null(own);
        assert_int_equal(reference.probes[p].step, 2 * p + 1);
        assert_true(number(probe, "error") < 1e-9);
        assert_true(isnan(number(own, "error")));
        assert_near(number(probe, "kinetic"), number(own, "kinetic"), 1e-9 * number(own, "kinetic"));
        assert_near(number(probe, "objective"), number(own, "objective"), 1e-9 * number(own, "objective"));
        assert_true(reference.probes[p].gradient > 0 && reference.probes[p].gradient < 1e-9);
        assert_near(reference.probes[p].gradient, number(probe, "gradient"), 1e-9);
    }
    make_job("xpbd", "substeps=4 iterations=60", path, &job);
    job.required[PASS_MEASURED] = 1;
    assert_ok(passes_reference(&job));
    ROWS(first, &job, "iterate");
    for (int p = 0; p < 3; p++)
        assert_true(number(last_iterate(first, 2 * p + 1, true), "error") < 0.05);
}

// The reference of frames for `fine` of 2 << level in its last frame, and its error.
static void make_limit(int level, double x[36][3], double *own_error)
{
    Job job;
    ARENA(arena);
    Reference reference;
    TEXT_OF(settings, "frames=2 fine=%d", 2 << level);
    make_job("newton", settings, NULL, &job);
    job.write_reference = REFERENCE_FRAMES;
    job.references[REFERENCE_FRAMES] = path;
    assert_ok(passes_reference(&job));
    assert_ok(reference_read(path, 36, param_real(&job.c.params, "dt") / (2 << level), &arena, &reference));
    assert_int_equal(reference.probe_count, 2);
    memcpy(x, reference.probes[1].solution, 36 * sizeof *x);
    *own_error = reference.probes[1].own_error;
}

// Twice as many steps leave a quarter of the error, and the reference estimates its error: the distance to the limit is a third of it.
TEST_F64(test_reference_knows_its_error)
{
    enum { LEVELS = 5 };
    double x[LEVELS + 1][36][3], own[LEVELS + 1];
    for (int level = 1; level <= LEVELS; level++)
        make_limit(level, x[level], &own[level]);
    for (int level = 3; level < LEVELS; level++) {
        double sum = 0;
        for (int i = 0; i < 108; i++)
            sum += pow(x[level][i / 3][i % 3] - x[LEVELS][i / 3][i % 3], 2);
        assert_near(own[level - 1] / own[level], 4, 0.4);
        assert_true(sqrt(sum) < own[level] / 3 && sqrt(sum) > own[level] / 6);
    }
}

// The reference does not depend on how its systems are solved. Newton's method with another factorisation ends on it, and projective
// dynamics, which has neither Hessian nor line search, converges to it.
TEST_F64(test_other_ways_end_on_the_reference)
{
    static const struct {
        const char *solver, *linsys, *settings;
        double      limit;
    } WAYS[] = {{"newton", "cholmod_simplicial", "scene.stiffness=100", 1e-12},
                {"pd", "cholmod_simplicial", "scene.stiffness=100 iterations=2000", 1e-9},
                {"pd", "dense", "scene.stiffness=100 iterations=2000", 1e-9}};
    Job job;
    make_job("newton", "scene.stiffness=100", path, &job);
    assert_ok(passes_reference(&job));
    for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++) {
        make_job(WAYS[i].solver, WAYS[i].settings, path, &job);
        job.c.linsys = linsys_find(WAYS[i].linsys);
        job.required[PASS_MEASURED] = 1;
        ROWS(rows, &job, "iterate");
        for (int p = 0; p < 3; p++)
            assert_true(number(last_iterate(rows, 2 * p + 1, true), "error_of_start") < WAYS[i].limit);
    }
}

// A reference of the same scene and step length whose probes are at other steps is no reference of this case.
TEST_F64(test_reference_of_other_steps)
{
    static const char *const OTHER[] = {"steps=8", "probes=2"};
    Job                      job;
    make_job("newton", "", path, &job);
    assert_ok(passes_reference(&job));
    Setup setup = {0};
    assert_ok(setup_create(&job.c, NULL, false, NULL, &setup));
    Reference reference;
    assert_ok(recording_read(&job.c, REFERENCE_PROBES, path, &setup, &reference));
    for (size_t i = 0; i < sizeof OTHER / sizeof *OTHER; i++) {
        make_job("newton", OTHER[i], path, &job);
        assert_fails(recording_read(&job.c, REFERENCE_PROBES, path, &setup, &reference), STATUS_INPUT, "other steps");
    }
    make_job("newton", "scene.stiffness=2000", path, &job);
    assert_fails(recording_read(&job.c, REFERENCE_PROBES, path, &setup, &reference), STATUS_INPUT, "another scene");
    setup_destroy(&setup);
}

// A step that newton cannot solve, h²k/m near 1e20, is no reference; neither is one with a stored gradient too large for a solution.
TEST_F64(test_reference_must_converge)
{
    Job job;
    make_job("newton", "dt=1000 scene.stiffness=1e12", path, &job);
    Status status = passes_reference(&job);
    assert_int_equal(status.code, STATUS_NUMERIC);
    assert_non_null(strstr(status.text, "did not converge in step 0 of length dt/1"));
    assert_non_null(strstr(status.text, "the relative gradient went from"));
    assert_non_null(strstr(status.text, "use a smaller dt or softer constraints"));
    assert_int_equal(access(path, F_OK), -1);
    make_job("newton", "", path, &job);
    assert_ok(passes_reference(&job));
    ARENA(arena);
    Reference reference;
    assert_ok(reference_read(path, 36, param_real(&job.c.params, "dt"), &arena, &reference));
    for (int p = 0; p < 3; p++)
        assert_true(probe_is_converged(&reference.probes[p]) && reference.probes[p].bound < 1e-9);
    reference.probes[1].end = STEP_AT_ROUND_OFF;
    reference.probes[1].gradient = 1e-3;
    assert_ok(reference_write(path, &reference));
    job.required[PASS_MEASURED] = 1;
    status = run_into(&job, "/dev/null");
    assert_int_equal(status.code, STATUS_NUMERIC);
    assert_non_null(strstr(status.text, "the reference is not converged in step 3 (gradient 0.001"));
}

// Newton's steps on a light chain with a heavy end: ‖g‖∞ is below the rounding of the payload before the links are at theirs.
TEST_F64(test_newton_ends_where_masses_differ)
{
    Job job;
    make_job_of("newton", "scene=heavy_payload steps=110 dt=0.00013020833333333333 precision=" REAL_NAME, &job);
    job.required[PASS_MEASURED] = 1;
    ROWS(rows, &job, "step_end");
    assert_int_equal(json_array_size(rows), 110);
    for (size_t i = 0; i < 110; i++)
        assert_string_not_equal(json_string_value(json_object_get(json_array_get(rows, i), "ended")), "unconverged");
}

// XPBD with substeps of dt/4 is as near to the limit as a reference of 4, 2 and 1 steps in dt: a finding reports this. A reference of 32
// steps is good enough.
TEST_F64(test_reference_too_coarse_is_found)
{
    static const char *const SETTINGS[] = {"frames=2 fine=4 substeps=4 iterations=60", "frames=2 fine=32 substeps=4 iterations=60"};
    for (int i = 0; i < 2; i++) {
        Job job;
        make_job("xpbd", SETTINGS[i], NULL, &job);
        job.write_reference = REFERENCE_FRAMES;
        job.references[REFERENCE_FRAMES] = path;
        assert_ok(passes_reference(&job));
        job.required[PASS_MEASURED] = 1;
        ROWS(frames, &job, "frame");
        ROWS(findings, &job, "finding");
        const json_t *last = json_array_get(frames, 1);
        const double  share = number(last, "reference_error") / number(last, "error");
        assert_true(i == 0 ? share > 0.1 : share > 0 && share < 0.01);
        assert_int_equal(json_array_size(findings), i == 0);
        if (i == 0) {
            assert_string_equal(json_string_value(json_object_get(json_array_get(findings, 0), "kind")), "reference");
            assert_non_null(strstr(json_string_value(json_object_get(json_array_get(findings, 0), "text")), "end of step 5 "));
        }
    }
}

// The rows of step ends: one for each step and probe, observed or not, with the residuals of its first and last iterate.
static void check_step_ends(const char *solver, const char *settings, const char *residual)
{
    Job job;
    make_job(solver, settings, path, &job);
    job.required[PASS_MEASURED] = 1;
    ROWS(all, &job, "step_end");
    ROWS(iterates, &job, "iterate");
    assert_ok(case_set(&job.c, "observe", "1"));
    ROWS(few, &job, "step_end");
    assert_int_equal(json_array_size(all), 6 + 3);
    assert_true(json_equal(all, few));
    for (size_t i = 0; i < 6 + 3; i++) {
        const json_t *row = json_array_get(all, i);
        const char   *ended = json_string_value(json_object_get(row, "ended"));
        const int     step = (int)number(row, "step");
        assert_int_equal(step, i < 6 ? i : 2 * (i - 6) + 1);
        assert_int_equal(number(row, "probe"), i >= 6);
        if (!residual) { // its own
            assert_string_equal(ended, "converged");
            assert_true(number(row, "residual_end") < 1e-10 && number(row, "residual_begin") > 1e-3);
            continue;
        }
        double first = NAN, last = NAN, substep = param_of_role(&job.c.params, PARAM_ROLE_SUBSTEPS, 1) - 1;
        for (size_t k = 0; k < json_array_size(iterates); k++) {
            const json_t *at = json_array_get(iterates, k);
            if (number(at, "step") != step || number(at, "probe") != (i >= 6) || number(at, "substep") != substep)
                continue;
            first = number(at, "iteration") < 0 ? number(at, residual) : first;
            last = number(at, residual);
        }
        assert_string_equal(ended, "done");
        assert_string_equal(json_string_value(json_object_get(row, "residual")), residual);
        assert_true(number(row, "residual_begin") == first && number(row, "residual_end") == last);
    }
}

TEST_F64(test_step_ends)
{
    Job job;
    make_job("newton", "", path, &job);
    assert_ok(passes_reference(&job));
    check_step_ends("newton", "", NULL);
    check_step_ends("xpbd_direct", "method=kkt", NULL);
    check_step_ends("pd", "", "gradient");
    check_step_ends("pbd", "", "constraint_max");
    check_step_ends("xpbd", "", "dual");
    make_job("xpbd", "substeps=4 iterations=2", path, &job);
    assert_ok(passes_reference(&job));
    check_step_ends("xpbd", "substeps=4 iterations=2", "dual");
}

static int count_ends(const Job *job, const char *ended)
{
    ROWS(rows, job, "step_end");
    int count = 0;
    for (size_t i = 0; i < json_array_size(rows); i++)
        count += strcmp(json_string_value(json_object_get(json_array_get(rows, i), "ended")), ended) == 0;
    return count;
}

// A saddle, where Φ does not show which direction descends and the gradient grows along it, is no end: hanging_cloth has one in its tenth
// step. The KKT step gets past it where a constraint is a norm, in the first step from rest too.
TEST_F64(test_hard_steps_converge)
{
    Job job;
    make_job_of("newton", "scene=hanging_cloth scene.n=24 steps=11 probes=0 observe=0 threads=1", &job);
    job.required[PASS_MEASURED] = 1;
    assert_int_equal(count_ends(&job, "converged"), 11);
    make_job_of("xpbd_direct", "scene=cantilever_arap scene.layers=2 method=kkt steps=6 probes=0 observe=0 threads=1", &job);
    job.required[PASS_MEASURED] = 1;
    assert_int_equal(count_ends(&job, "converged"), 6);
}

// The cloth hangs by two of its corners.
TEST(test_model_row)
{
    Job job;
    make_job("xpbd", "", NULL, &job);
    job.required[PASS_PHASED] = 1;
    ROWS(rows, &job, "model");
    assert_int_equal(json_array_size(rows), 1);
    assert_near(number(json_array_get(rows, 0), "particles"), 6 * 6, 0);
    assert_near(number(json_array_get(rows, 0), "pinned"), 2, 0);
}

// One clock for a step and its iterations: ascending, from the start of the step, within it; all substeps in order.
TEST(test_clock_of_iterations)
{
    Job job;
    make_job("xpbd", "substeps=3 iterations=4", NULL, &job);
    job.required[PASS_TIMED] = 2;
    ROWS(rows, &job, "step");
    assert_int_equal(json_array_size(rows), 2 * STEPS);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i), *times = json_object_get(row, "iteration_ns");
        json_int_t    before = 0;
        assert_int_equal(json_array_size(times), 12);
        assert_near(number(row, "step"), (double)(i % STEPS), 0);
        for (size_t k = 0; k < 12; k++) {
            const json_int_t now = json_integer_value(json_array_get(times, k));
            assert_true(now >= before);
            before = now;
        }
        assert_true(before <= (json_int_t)number(row, "ns"));
    }
}

// The row `cost` of a step of a pass in rows that begin with that pass.
static const json_t *cost_of(const json_t *rows, size_t pass, size_t step)
{
    const json_t *row = json_array_get(rows, pass * STEPS + step);
    assert_int_equal(number(row, "step"), step);
    assert_near(number(row, "probe"), 0, 0);
    return row;
}

// Each count is the same in the timed, the phased, the counted and the measured pass, and on two threads. The count of the last iterate of
// a step is that of the step.
TEST(test_costs_agree)
{
    enum { PASSES = PASS_COUNT };
    for (int s = 0; solver_at(s); s++) {
        Job job;
        make_job(solver_at(s)->name, "", NULL, &job);
        for (int pass = 0; pass < PASSES; pass++)
            job.required[pass] = 1;
        ROWS(rows, &job, "cost");
        ROWS(iterates, &job, "iterate");
        make_job(solver_at(s)->name, "", NULL, &job);
        job.c.params.values[param_index(&job.c.params, "threads")] = 2; // also where the process is bound to one PU
        job.required[PASS_TIMED] = 1;
        ROWS(two, &job, "cost");
        assert_int_equal(json_array_size(rows), PASSES * STEPS);
        assert_int_equal(json_array_size(two), STEPS);
        for (size_t step = 0; step < STEPS; step++) {
            const json_t *first = cost_of(rows, 0, step);
            for (size_t pass = 1; pass < PASSES; pass++)
                assert_true(json_equal(first, cost_of(rows, pass, step)));
            assert_true(json_equal(first, cost_of(two, 0, step)));
            const json_t *last = NULL, *row = NULL;
            size_t        index = 0;
            json_array_foreach(iterates, index, row) last = number(row, "step") == (double)step ? row : last;
            assert_non_null(last);
#define COST(name, label, what) \
    if (strcmp(#name, "objectives") != 0 && strcmp(#name, "gradients") != 0) \
        assert_near(number(last, #name), number(first, #name), 0);
#include "record/cost_list.h"
            assert_true(number(last, "objectives") <= number(first, "objectives")); // newton looks back at Φ(x_n)
            assert_true(number(last, "gradients") <= number(first, "gradients"));
        }
    }
}
