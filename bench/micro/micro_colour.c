// Colouring a cloth: greedy colours, and the sort that lays its constraints out by colour. An item is one constraint. Runs on one thread.
#include <stdio.h>

#include "micro.h"

static void run(MicroState *state, const MicroJob *job)
{
    Cloth cloth;
    if (!micro_ok(state, cloth_make((int)job->size, SCHEDULE_MEMORY, &cloth)))
        return;
    Status status = status_ok();
    while (micro_next(state)) {
        Arena        arena = arena_make(0);
        Schedule     schedule;
        const Status now = schedule_make(&cloth.model, (ScheduleWish){.kind = SCHEDULE_COLOUR}, 1, &arena, &schedule);
        if (now.code != STATUS_OK)
            status = now;
        micro_use(cloth.model.sets[CONSTRAINT_distance].vertices);
        arena_free(&arena);
    }
    micro_ok(state, status);
    micro_items(state, cloth.model.constraint_count);
    cloth_free(&cloth);
}

void micro_colour(void)
{
    static const int SIZES[] = {32, 128, 256};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        char name[64];
        snprintf(name, sizeof name, "colour/n:%d", SIZES[i]);
        micro_register(name, run, (MicroJob){.size = SIZES[i], .threads = 1});
    }
}
