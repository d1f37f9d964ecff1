// The Gauss-Seidel sweep of pbd and xpbd over the distance constraints of a cloth, colour by colour with a barrier after each, and in
// file order on one thread. An item is one constraint projected. The team is entered once for SWEEPS sweeps, as a step does it.
#include <stdio.h>
#include <string.h>

#include "micro.h"
#include "solver/team.h"

enum { SWEEPS = 10 };

typedef enum Method { METHOD_PBD, METHOD_XPBD } Method;

// What the benchmarks are told apart by.
typedef struct Variant {
    const char  *name;
    Method       method;
    ScheduleKind schedule;
} Variant;

static const Variant VARIANTS[] = {
    {"pbd_coloured", METHOD_PBD, SCHEDULE_COLOUR},
    {"xpbd_coloured", METHOD_XPBD, SCHEDULE_COLOUR},
    {"xpbd_serial", METHOD_XPBD, SCHEDULE_FILE},
};

static void sweep_colours(const Schedule *schedule, const Sweep *sweep)
{
    for (int32_t colour = 0; colour < schedule->colour_count; colour++) {
        for (int32_t b = schedule->colour_start[colour]; b < schedule->colour_start[colour + 1]; b++) {
            const Batch *batch = &schedule->batches[b];
            int32_t      from, to;
            team_range(batch->begin, batch->end, &from, &to);
            batch->set->ops->project(batch, from, to, sweep);
        }
#pragma omp barrier
    }
}

// The constraints have moved the particles for a while: from the start again, so that every iteration does the same.
static void restart(const Cloth *cloth, const State *start, State *now, const Sweep *sweep)
{
    state_copy(&cloth->model, now, start);
    if (sweep->lambda)
        memset(sweep->lambda, 0, (size_t)cloth->model.sets[CONSTRAINT_distance].count * sizeof *sweep->lambda);
}

static void measure(MicroState *state, const MicroJob *job, Cloth *cloth)
{
    const Variant *variant = job->table;
    const int32_t  count = cloth->model.sets[CONSTRAINT_distance].count;
    State          now;
    Sweep          sweep = {.compliance = cloth->model.sets[CONSTRAINT_distance].compliance, .inverse_h2 = 60 * 60, .relaxation = 1};
    if (!micro_ok(state, state_alloc(&cloth->model, &cloth->arena, &now)))
        return;
    if (variant->method == METHOD_XPBD && !micro_ok(state, ARENA_NEW(&cloth->arena, count, &sweep.lambda)))
        return;
    sweep.position = now.position;
    while (micro_next(state)) {
        restart(cloth, &cloth->state, &now, &sweep);
#pragma omp parallel num_threads(job->threads) default(none) shared(cloth, sweep)
        for (int s = 0; s < SWEEPS; s++)
            sweep_colours(&cloth->schedule, &sweep);
        micro_use(now.position);
    }
    micro_items(state, (double)count * SWEEPS);
}

static void run(MicroState *state, const MicroJob *job)
{
    const Variant *variant = job->table;
    Cloth          cloth;
    if (!micro_ok(state, cloth_make((int)job->size, variant->schedule, &cloth)))
        return;
    measure(state, job, &cloth);
    cloth_free(&cloth);
}

void micro_project(void)
{
    static const int SIZES[] = {32, 64, 128, 256};
    for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++)
        for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s/n:%d", VARIANTS[v].name, SIZES[i]);
            if (VARIANTS[v].schedule == SCHEDULE_FILE)
                micro_register(name, run, (MicroJob){.table = &VARIANTS[v], .size = SIZES[i], .threads = 1});
            else
                micro_register_threads(name, run, &VARIANTS[v], SIZES[i]);
        }
}
