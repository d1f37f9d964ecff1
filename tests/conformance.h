// What a solver must do on any scene it takes, whatever its settings: plugin/private/conform_run.h, with cmocka, and for tests of single
// traits the same scenes in a rig.
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
    rig_begin(rig);
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

static inline void check_run(const Run *run, ConformDepth depth)
{
    ConformRun   conform = conform_of(run);
    const Status status = conform_run(&conform, depth);
    if (status.code != STATUS_OK)
        RUN_FAIL(run, "%s", status.text);
    if (conform.allocated != 0)
        RUN_FAIL(run, "%lld allocations inside steps", (long long)conform.allocated);
}

// Whether the solver takes the scene; if not, it must say so by name.
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
