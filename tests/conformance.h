// Requirements on a solver in any scene that it takes, whatever its settings: plugin/private/conform_run.h, with cmocka. The same scenes
// are available in a rig, for tests of single traits.
#ifndef WEFT_TESTS_CONFORMANCE_H
#define WEFT_TESTS_CONFORMANCE_H

#include "combinations.h"

#include "base/allocations.h"
#include "plugin/private/conform_run.h"
#include "solver/support.h"

static const double H = 1.0 / 60;

typedef struct Run {
    const SolverOps    *ops;
    const char         *settings;
    const ConformScene *scene;
} Run;

#define RUN_FAIL(run, ...) \
    do { \
        char reason_[1024]; \
        snprintf(reason_, sizeof reason_, __VA_ARGS__); \
        fail_msg("%s [%s] on %s%s%s: %s", (run)->ops->name, (run)->settings, conform_scene_name((run)->scene), \
                 (run)->scene->trait->bit ? ", one " : "", (run)->scene->trait->bit ? (run)->scene->trait->word : "", reason_); \
    } while (0)

#define RUN_CHECK(run, condition) \
    do { \
        if (!(condition)) \
            RUN_FAIL(run, "not %s", #condition); \
    } while (0)

static inline Status open_run(Rig *rig, const Run *run, int threads)
{
    assert_ok(conform_scene(run->scene, rig->builder));
    return rig_try_solver(rig, run->ops->name, run->settings, H, threads);
}

static inline void plain_steps(const Run *run, Rig *rig, int steps, StepContext *context)
{
    for (int i = 0; i < steps; i++) {
        const Status status = rig->solver->ops->step(rig->solver, &rig->state, context);
        if (status.code != STATUS_OK)
            RUN_FAIL(run, "step %d: %s", i, status.text);
        rig->state.step++;
    }
}

// Of positions, bit by bit but for the sign of zero.
static inline bool is_same(real4 a, real4 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

static inline ConformRun conform_of(const Run *run)
{
    return (ConformRun){.ops = run->ops,
                        .linsys = rig_linsys(run->ops, run->settings),
                        .settings = run->settings,
                        .scene = run->scene,
                        .allocations = allocations_count};
}

enum { STAMPS = 4096 };

// A step with clocks. Returns NULL, or a description of the fault. The clock of phases ends stopped, has only phases of a step, and their
// sum is at most the step. Iterations end one after another in the step. *outside: the smallest share of a step so far that belongs to no
// phase.
static inline const char *times_fault(Rig *rig, Status (*step)(Solver *solver, State *state, StepContext *context), double *outside)
{
    static int64_t stamps[STAMPS];
    PhaseClock     clock;
    StepContext    context = {.phases = &clock, .iteration_ns = stamps, .iteration_max = STAMPS};
    int64_t        sum = 0;
    phase_clock_start(&clock);
    const int64_t before = clock_ns();
    assert_ok(step(rig->solver, &rig->state, &context));
    const int64_t after = clock_ns();
    rig->state.step++;
    for (int i = 0; i < context.iteration_count && i < STAMPS; i++)
        if (stamps[i] < (i ? stamps[i - 1] : before) || stamps[i] > after)
            return "an iteration ends before the one before it, or outside the step";
    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        if (clock.ns[phase] < 0 || (clock.ns[phase] != 0 && phase_is_setup((Phase)phase)))
            return "a phase has a negative time, or is one of the set-up";
        sum += clock.ns[phase];
    }
    *outside = fmin(*outside, (double)(after - before - sum) / (double)(after - before));
    return clock.current != PHASE_NONE || sum <= 0 || sum > after - before ? "the times of phases do not add up to the step" : NULL;
}

// Another process may have taken the core between two phases, so a step is repeated before it counts as a fault of the solver.
static inline void check_times(const Run *run)
{
    enum { TRIES = 100 };
    static const double OUTSIDE_MAX = 0.3;
    RIG(rig);
    double outside = 1;
    assert_ok(open_run(&rig, run, 1));
    for (int step = 0; step < CONFORM_STEPS || (outside > OUTSIDE_MAX && step < TRIES); step++) {
        const char *fault = times_fault(&rig, rig.solver->ops->step, &outside);
        if (fault)
            RUN_FAIL(run, "step %d: %s", step, fault);
    }
    if (outside > OUTSIDE_MAX)
        RUN_FAIL(run, "the phases leave %.0f %% of every step out", 100 * outside);
}

static inline void check_run(const Run *run, ConformDepth depth)
{
    ConformRun   conform = conform_of(run);
    const Status status = conform_run(&conform, depth);
    if (status.code != STATUS_OK)
        RUN_FAIL(run, "%s", status.text);
    if (conform.allocated != 0)
        RUN_FAIL(run, "%lld allocations inside steps", (long long)conform.allocated);
    check_times(run);
}

// Whether the solver takes the scene; otherwise it must reject the scene by name.
static inline bool is_taken(const Run *run)
{
    bool         taken;
    char         why[508];
    ConformRun   conform = conform_of(run);
    const Status status = conform_takes(&conform, &taken, why, sizeof why);
    if (status.code != STATUS_OK)
        RUN_FAIL(run, "%s", status.text);
    return taken;
}

#endif
