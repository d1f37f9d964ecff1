// The observer of the measured pass for one iterate of a cloth, with multipliers (xpbd) and without. It is never timed in a case, but
// experiments wait for it. An item is one constraint. Runs on one thread.
#include <stdio.h>

#include "measure/convergence.h"
#include "micro.h"

static const double H = 1.0 / 60;

static void take_row(void *user, const Iterate *iterate, const Metrics *metrics)
{
    (void)iterate;
    *(double *)user = metrics->gradient;
}

static void measure(MicroState *state, const MicroJob *job, Cloth *cloth)
{
    const ConstraintSet *set = &cloth->model.sets[CONSTRAINT_distance];
    const bool           multipliers = job->table;
    double               gradient = 0;
    real                *lambda[CONSTRAINT_KINDS] = {NULL};
    Convergence          c;
    if (!micro_ok(state, convergence_init(&c, &cloth->model, &cloth->arena, take_row, &gradient)))
        return;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (!micro_ok(state, ARENA_NEW(&cloth->arena, cloth->model.sets[kind].count, &lambda[kind])))
            return;
    const Start   start = {.position = cloth->state.position, .velocity = cloth->state.velocity, .h = H};
    const Iterate iterate = {.position = cloth->state.position, .lambda = multipliers ? lambda : NULL};
    c.base.begin(&c.base, &start);
    micro_output(state, &gradient, sizeof gradient);
    while (micro_next(state)) {
        c.base.iterate(&c.base, &iterate);
        micro_use(&gradient);
    }
    micro_items(state, set->count);
}

static void run(MicroState *state, const MicroJob *job)
{
    cloth_run(state, job, measure);
}

void micro_metrics(void)
{
    static const int  SIZES[] = {64, 256};
    static const char WITH[] = "multipliers";
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        char name[64];
        snprintf(name, sizeof name, "metrics/n:%d", SIZES[i]);
        micro_register(name, run, (MicroJob){.size = SIZES[i], .threads = 1});
        snprintf(name, sizeof name, "metrics_with_multipliers/n:%d", SIZES[i]);
        micro_register(name, run, (MicroJob){.table = WITH, .size = SIZES[i], .threads = 1});
    }
}
