// The local step of projective dynamics on the distance constraints of a cloth: one target per constraint. An item is one constraint.
#include <stdio.h>

#include "micro.h"
#include "solver/team.h"

enum { PASSES = 10 }; // in one team, as many iterations of a step are

static void measure(MicroState *state, const MicroJob *job, Cloth *cloth)
{
    const ConstraintSet *set = &cloth->model.sets[CONSTRAINT_distance];
    const real4         *position = cloth->state.position;
    real4               *target;
    if (!micro_ok(state, ARENA_NEW(&cloth->arena, (size_t)set->count * (size_t)set->ops->rows, &target)))
        return;
    while (micro_next(state)) {
#pragma omp parallel num_threads(job->threads) default(none) shared(set, position, target)
        for (int pass = 0; pass < PASSES; pass++) {
            int32_t from, to;
            team_range(0, set->count, &from, &to);
            set->ops->local(set, from, to, position, target);
#pragma omp barrier
        }
        micro_use(target);
    }
    micro_items(state, (double)set->count * PASSES);
}

static void run(MicroState *state, const MicroJob *job)
{
    Cloth cloth;
    if (!micro_ok(state, cloth_make((int)job->size, SCHEDULE_MEMORY, &cloth)))
        return;
    measure(state, job, &cloth);
    cloth_free(&cloth);
}

void micro_local(void)
{
    static const int SIZES[] = {64, 256};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        char name[64];
        snprintf(name, sizeof name, "pd_local/n:%d", SIZES[i]);
        micro_register_threads(name, run, NULL, SIZES[i]);
    }
}
