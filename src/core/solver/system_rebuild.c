#include "solver/private/system_rebuild.h"

// What was found best of several orderings is good enough for a matrix with a few more entries.
static void keep_ordering(ParamSet *params, const Linsys *linsys)
{
    LinsysInfo info = {0};
    linsys->ops->info(linsys, &info);
    if (param_has(params, "ordering") && info.ordering && info.ordering[0])
        (void)!param_set_text(params, "ordering", info.ordering).code;
}

void remake_keep(Remake *remake, const SolverSetup *setup, const LinsysSetup *system, const Linsys *linsys)
{
    const Arena *arena = setup->arena;
    const size_t left = arena->limit_bytes > arena->used_bytes ? arena->limit_bytes - arena->used_bytes : 1;
    *remake = (Remake){.setup = *system, .params = *setup->params, .arena = arena_init(arena->limit_bytes ? left : 0)};
    if (setup->choice)
        remake->choice = *setup->choice;
    keep_ordering(&remake->params, linsys);
    remake->setup.params = &remake->params;
    remake->setup.choice = &remake->choice;
    remake->setup.phases = NULL;
}

void remake_free(Remake *remake)
{
    arena_destroy(&remake->arena);
}

Arena remake_arena(const Remake *remake)
{
    return arena_init(remake->arena.limit_bytes);
}

Status remake_system(Remake *remake, Arena *fresh, const Csc *matrix, const real4 *place, Linsys **linsys)
{
    const LinsysOps *ops = (*linsys)->ops;
    LinsysSetup      setup = remake->setup;
    Linsys          *made = NULL;
    setup.matrix = matrix;
    setup.arena = fresh;
    setup.place = place;
    const Status status = ops->create(&setup, &made);
    if (status.code != STATUS_OK) {
        arena_destroy(fresh);
        return status;
    }
    ops->destroy(*linsys);
    arena_destroy(&remake->arena);
    arena_adopt(&remake->arena, fresh);
    *linsys = made;
    return status_ok();
}
