// A policy: creates the candidates, solves a few times with each on the threads of the case, and keeps the fastest.
//
// The most likely candidate comes first. The next one is tried only if the whole choice is predicted to end within BUDGET_S. For example, a
// cloth of 512 × 512 is not factorised again column by column, since supernodal_parallel solves it several times faster. The choice is
// made once per case (LinsysChoice) and recorded. If any candidate fails, `auto` fails: to continue with the others would be a silent
// fallback.
//
// In a case that factorises for every solve, factorisation and solve are timed together; otherwise the solve alone.
#include "linsys/private/cholmod_system.h"

#include <stdio.h>
#include <string.h>

extern const LinsysOps linsys_auto;

typedef struct Auto {
    Linsys  base;
    Linsys *chosen;
} Auto;

static const double BUDGET_S = 1;

// A system during its trial. It has its own arena, which is released if the system is not chosen.
typedef struct Candidate {
    const LinsysOps *ops;
    ParamSet         params;
    Arena            arena;
    PhaseClock       phases;
    Linsys          *sys;
    size_t           other_bytes; // bytes in the arena's count that belong to others
    int64_t          ns;          // of the fastest solve
} Candidate;

// Right-hand side and solution of the trials, in their own arena.
typedef struct Trial {
    Arena   arena;
    real4  *rhs, *x;
    double *scalar_rhs, *scalar_x;
} Trial;

static Status trial_init(const LinsysSetup *setup, Trial *trial)
{
    const int32_t n = setup->matrix->n;
    if (setup->scalar) {
        TRY(ARENA_NEW(&trial->arena, n, &trial->scalar_rhs));
        TRY(ARENA_NEW(&trial->arena, n, &trial->scalar_x));
    } else {
        TRY(ARENA_NEW(&trial->arena, n, &trial->rhs));
        TRY(ARENA_NEW(&trial->arena, n, &trial->x));
    }
    for (int32_t i = 0; i < n; i++)
        if (setup->scalar)
            trial->scalar_rhs[i] = 1 + i % 7;
        else
            trial->rhs[i] = (real4){1, (real)(i % 7), (real)(i % 11), 0};
    return status_ok();
}

static void copy_params(const LinsysSetup *setup, const LinsysOps *ops, ParamSet *out)
{
    *out = (ParamSet){0};
    param_set_add(out, ops->params);
    static const ParamRole KEPT[] = {PARAM_ROLE_ORDERING, PARAM_ROLE_REORDER}; // the same choices in all tables
    for (size_t k = 0; k < sizeof KEPT / sizeof *KEPT; k++) {
        const int index = param_index_of(out, KEPT[k]);
        if (index >= 0)
            out->values[index] = param_of_role(setup->params, KEPT[k], out->values[index]);
    }
}

static void drop(Candidate *c)
{
    if (c->sys)
        c->ops->destroy(c->sys);
    arena_destroy(&c->arena);
    *c = (Candidate){0};
}

// Bytes in use before the trial of the next candidate. Its arena starts from this number, so that limit and messages are those of the case.
static size_t bytes_in_use(const Arena *arena, const Candidate *best)
{
    size_t bytes = arena->used_bytes + best->arena.used_bytes - best->other_bytes;
    if (best->sys) {
        LinsysInfo info = {0};
        best->ops->info(best->sys, &info);
        bytes += (size_t)info.factor_bytes;
    }
    return bytes;
}

static Status create(const LinsysSetup *setup, Candidate *c)
{
    LinsysSetup own = *setup;
    copy_params(setup, c->ops, &c->params);
    phase_clock_start(&c->phases);
    phase_clock_enter(&c->phases, PHASE_ASSEMBLE);
    own.params = &c->params;
    own.arena = &c->arena;
    own.phases = &c->phases;
    own.choice = NULL;
    own.order = NULL; // an order is kept from the chosen system, not from a trial
    const Status status = c->ops->create(&own, &c->sys);
    phase_clock_enter(&c->phases, PHASE_NONE);
    return status;
}

static int64_t now_ns(const LinsysSetup *setup)
{
    return setup->clock ? setup->clock() : clock_ns();
}

static Status measure(const LinsysSetup *setup, const Trial *trial, Candidate *c)
{
    const int solves = setup->scalar ? 2 : 6; // the first is a warm-up
    c->ns = INT64_MAX;
    for (int i = 0; i < solves; i++) {
        const int64_t start = now_ns(setup);
        if (setup->scalar)
            TRY(c->ops->refactor(c->sys, setup->matrix));
#pragma omp parallel num_threads(setup->threads)
        {
            if (setup->scalar)
                c->ops->solve_scalar(c->sys, trial->scalar_rhs, trial->scalar_x);
            else
                c->ops->solve(c->sys, trial->rhs, trial->x);
        }
        const int64_t ns = now_ns(setup) - start;
        c->ns = ns < c->ns ? ns : c->ns;
    }
    return c->ops->failed(c->sys);
}

// Whether there is time to try a system, `spent` seconds after the start. The prediction assumes the analysis time and the operations of
// the best system so far.
static bool is_affordable(const LinsysOps *ops, const Candidate *best, double spent)
{
    LinsysInfo info = {0};
    if (!best->sys)
        return true;
    best->ops->info(best->sys, &info);
    const double analysis = 1e-9 * (double)best->phases.ns[PHASE_ANALYSE];
    return spent + analysis + cholmod_ordering_factor_seconds(!ops->candidate.by_columns, info.factor_flops) < BUDGET_S;
}

// Creates and measures every affordable candidate; *best is the fastest so far.
static Status try_all(const LinsysSetup *setup, const Trial *trial, Candidate *best)
{
    const int64_t    begin = now_ns(setup);
    const LinsysOps *ops = linsys_candidate(setup->scalar, 1);
    for (int turn = 1; ops; ops = linsys_candidate(setup->scalar, ++turn)) {
        Candidate  c = {.ops = ops};
        const int  rows = ops->candidate.rows_max;
        const bool too_many = rows > 0 && setup->matrix->n > rows;
        if (too_many || !is_affordable(c.ops, best, 1e-9 * (double)(now_ns(setup) - begin)))
            continue;
        c.other_bytes = bytes_in_use(setup->arena, best);
        c.arena = (Arena){.used_bytes = c.other_bytes, .limit_bytes = setup->arena->limit_bytes};
        Status status = arena_check(&c.arena, 0, c.ops->name); // the message names the system if the limit is reached
        if (status.code == STATUS_OK)
            status = create(setup, &c);
        if (status.code == STATUS_OK)
            status = measure(setup, trial, &c);
        if (status.code != STATUS_OK) {
            drop(&c);
            return status_prefix(status, "auto");
        }
        if (!best->sys || c.ns < best->ns) {
            const Candidate slower = *best;
            *best = c;
            c = slower;
        }
        drop(&c);
    }
    return status_ok();
}

// The set-up time of the chosen system goes to its own phases; PHASE_CHOOSE keeps the rest.
static void share_time(PhaseClock *phases, const PhaseClock *of_chosen)
{
    for (int phase = 0; phases && phase < PHASE_COUNT; phase++) {
        phases->ns[phase] += of_chosen->ns[phase];
        phases->ns[PHASE_CHOOSE] -= of_chosen->ns[phase];
    }
}

static Status choose(const LinsysSetup *setup, Linsys **chosen)
{
    Candidate best = {0};
    Trial     trial = {.arena = {.used_bytes = setup->arena->used_bytes, .limit_bytes = setup->arena->limit_bytes}};
    phase_clock_enter(setup->phases, PHASE_CHOOSE);
    Status status = trial_init(setup, &trial);
    if (status.code == STATUS_OK)
        status = try_all(setup, &trial, &best);
    arena_destroy(&trial.arena);
    phase_clock_enter(setup->phases, PHASE_ASSEMBLE);
    if (status.code != STATUS_OK) {
        drop(&best);
        return status;
    }
    share_time(setup->phases, &best.phases);
    best.arena.used_bytes -= best.other_bytes;
    arena_adopt(setup->arena, &best.arena);
    *chosen = best.sys;
    return status_ok();
}

// Creates the system that an earlier process chose.
static Status recall(const LinsysSetup *setup, Linsys **chosen)
{
    const LinsysOps *ops = linsys_find(setup->choice->name);
    ParamSet         params;
    LinsysSetup      own = *setup;
    if (!ops || ops->chooses)
        return status_make(STATUS_INPUT,
                           "auto: an earlier run of this case chose the linear system `%s`, which does not exist; run the case again",
                           setup->choice->name);
    copy_params(setup, ops, &params);
    own.params = &params;
    own.choice = NULL;
    return ops->create(&own, chosen);
}

static Status create_auto(const LinsysSetup *setup, Linsys **out)
{
    Auto *s = NULL;
    *out = NULL;
    if (setup->matrix->n == 0)
        return status_make(STATUS_INPUT, "auto: the matrix is empty; a scene needs at least one particle");
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.ops = &linsys_auto;
    if (setup->choice && *setup->choice->name)
        TRY(recall(setup, &s->chosen));
    else
        TRY(choose(setup, &s->chosen));
    if (setup->choice)
        snprintf(setup->choice->name, sizeof setup->choice->name, "%s", s->chosen->ops->name);
    *out = &s->base;
    return status_ok();
}

// ---- the chosen system ----

static Linsys *chosen_of(const Linsys *sys)
{
    return ((const Auto *)(const void *)sys)->chosen;
}

static Status refactor(Linsys *sys, const Csc *same_pattern)
{
    return chosen_of(sys)->ops->refactor(chosen_of(sys), same_pattern);
}

static void solve(Linsys *sys, const real4 *rhs, real4 *x)
{
    chosen_of(sys)->ops->solve(chosen_of(sys), rhs, x);
}

static void solve_scalar(Linsys *sys, const double *rhs, double *x)
{
    chosen_of(sys)->ops->solve_scalar(chosen_of(sys), rhs, x);
}

static double smallest_pivot(const Linsys *sys, const Csc *matrix)
{
    return chosen_of(sys)->ops->smallest_pivot(chosen_of(sys), matrix);
}

static Status failed(const Linsys *sys)
{
    return chosen_of(sys)->ops->failed(chosen_of(sys));
}

static void info(const Linsys *sys, LinsysInfo *out)
{
    chosen_of(sys)->ops->info(chosen_of(sys), out);
    out->chosen = chosen_of(sys)->ops->name;
}

static void destroy(Linsys *sys)
{
    if (sys)
        chosen_of(sys)->ops->destroy(chosen_of(sys));
}

const LinsysOps linsys_auto = {
    .name = "auto",
    .summary = "times several systems on this matrix and thread count, once per case, and uses the fastest",
    .params = CHOLMOD_PARAMS,
    .lanes = 1,
    .chooses = true,
    .create = create_auto,
    .refactor = refactor,
    .solve = solve,
    .solve_scalar = solve_scalar,
    .smallest_pivot = smallest_pivot,
    .failed = failed,
    .info = info,
    .destroy = destroy,
};
