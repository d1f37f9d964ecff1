#include "solver/private/linsys_solver.h"

#include "linsys/set_up_residual.h"
#include "step/team.h"

static bool solves_for_one(const LinsysOps *ops)
{
    return ops->solve_scalar;
}

Status linsys_solver_refuse(const SolverOps *solver, const LinsysOps *linsys)
{
    char able[256];
    if (solver->uses_linsys == LINSYS_LANES || linsys->solve_scalar)
        return status_ok();
    return status_make(STATUS_UNSUPPORTED,
                       "solver %s cannot use linear system %s, which needs matrices that are the same for x, y and z; use one of: %s",
                       solver->name, linsys->name, linsys_able(solves_for_one, able, sizeof able));
}

// The ordering chosen at set-up is good enough for a matrix with a few more entries.
static void keep_ordering(ParamSet *params, const Linsys *linsys)
{
    LinsysInfo info = {0};
    linsys->ops->info(linsys, &info);
    const int index = param_index_of(params, PARAM_ROLE_ORDERING);
    if (index >= 0 && info.ordering && info.ordering[0])
        (void)!param_set_text(params, params->params[index]->name, info.ordering).code;
}

static void keep(SystemRebuild *rebuild, const SolverSetup *setup, const LinsysSetup *system, const Linsys *linsys)
{
    const Arena *arena = setup->arena;
    const size_t left = arena->limit_bytes > arena->used_bytes ? arena->limit_bytes - arena->used_bytes : 1;
    rebuild->setup = *system;
    rebuild->params = *setup->params;
    rebuild->arena = arena_init(arena->limit_bytes ? left : 0);
    rebuild->choice = setup->choice ? *setup->choice : (LinsysChoice){0};
    keep_ordering(&rebuild->params, linsys);
    rebuild->setup.params = &rebuild->params;
    rebuild->setup.choice = &rebuild->choice;
}

static int32_t barriers_of(const Linsys *linsys)
{
    LinsysInfo info = {0};
    linsys->ops->info(linsys, &info);
    return linsys->ops->iterative ? 0 : info.barriers > 0 ? info.barriers : 1;
}

void linsys_solver_count(const LinsysSolver *s, StepContext *context, int64_t n)
{
    TEAM_COUNT(context, solves, n);
    TEAM_COUNT(context, team_barriers, n * s->barriers);
}

Status linsys_solver_solved(const LinsysSolver *s, StepContext *context)
{
    LinsysInfo now = {0}, *before = &s->totals->counted;
    if (s->linsys->ops->iterative && omp_get_thread_num() == 0) {
        s->linsys->ops->info(s->linsys, &now);
        TEAM_COUNT(context, inner_iterations, now.iterations - before->iterations);
        TEAM_COUNT(context, team_barriers, now.barriers * (now.iterations - before->iterations));
        TEAM_COUNT(context, unconverged_solves, now.unconverged - before->unconverged);
        *before = now;
    }
    return s->linsys->ops->failed(s->linsys);
}

Status linsys_solver_end(const LinsysSolver *s, StepContext *context)
{
    const LinsysInfo *now = &s->totals->counted;
    if (context && now->unconverged > s->totals->unconverged_before && context->end != STEP_UNCONVERGED) {
        context->end = STEP_UNCONVERGED;
        context->residual = "relative residual of a solve";
        context->residual_begin = 1;
        context->residual_end = now->unconverged_residual;
    }
    s->totals->unconverged_before = now->unconverged;
    return s->linsys->ops->failed(s->linsys);
}

static void begin_totals(const LinsysSolver *s)
{
    s->linsys->ops->info(s->linsys, &s->totals->counted); // solves of the set-up are not part of a step
    s->totals->unconverged_before = s->totals->counted.unconverged;
}

Status linsys_solver_init(LinsysSolver *s, const SolverSetup *setup, const Csc *matrix, const real4 *coordinates, int block)
{
    const LinsysSetup system = {.matrix = matrix,
                                .threads = setup->threads,
                                .params = setup->params,
                                .arena = setup->arena,
                                .phases = setup->phases,
                                .scalar = s->base.ops->uses_linsys == LINSYS_SCALAR,
                                .pivots = s->pivots,
                                .coordinates = coordinates,
                                .block = block,
                                .choice = setup->choice,
                                .order = &s->rebuild.order};
    s->rebuild.order = (LinsysOrder){0};
    TRY(ARENA_NEW(setup->arena, (size_t)matrix->n * (setup->linsys->lanes == 3 ? 3 : 1), &s->rebuild.order.row));
    TRY(ARENA_NEW(setup->arena, 1, &s->totals));
    TRY(setup->linsys->create(&system, &s->linsys));
    TRY(set_up_residual(s->linsys, &system));
    s->barriers = barriers_of(s->linsys);
    begin_totals(s);
    keep(&s->rebuild, setup, &system, s->linsys);
    return status_ok();
}

const Linsys *linsys_solver_system(const Solver *solver)
{
    return ((const LinsysSolver *)(const void *)solver)->linsys;
}

void linsys_solver_destroy(Solver *solver)
{
    LinsysSolver *s = (LinsysSolver *)solver;
    if (!s)
        return;
    if (s->linsys)
        s->linsys->ops->destroy(s->linsys);
    arena_destroy(&s->rebuild.arena);
}

Arena system_rebuild_arena(const SystemRebuild *rebuild)
{
    return arena_init(rebuild->arena.limit_bytes);
}

// Its phases are counted as those of a step.
static Status create_again(const LinsysOps *ops, LinsysSetup *setup, StepContext *context, Linsys **out)
{
    setup->phases = context ? context->phases : NULL;
    if (setup->phases)
        setup->phases->again = true;
    const Status status = ops->create(setup, out);
    if (setup->phases)
        setup->phases->again = false;
    return status;
}

Status linsys_solver_rebuild(LinsysSolver *s, Arena *fresh, const Csc *matrix, const real4 *coordinates, StepContext *context)
{
    const LinsysOps *ops = s->linsys->ops;
    LinsysSetup      setup = s->rebuild.setup;
    Linsys          *made = NULL;
    setup.matrix = matrix;
    setup.arena = fresh;
    setup.coordinates = coordinates;
    const Status status = create_again(ops, &setup, context, &made);
    if (status.code != STATUS_OK) {
        arena_destroy(fresh);
        return status;
    }
    ops->destroy(s->linsys);
    arena_destroy(&s->rebuild.arena);
    arena_adopt(&s->rebuild.arena, fresh);
    s->linsys = made;
    s->barriers = barriers_of(made);
    begin_totals(s);
    return status_ok();
}
