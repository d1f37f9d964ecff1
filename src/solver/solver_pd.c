// pd: projective dynamics (Bouaziz 2014); on springs the same as fast mass-spring (Liu 2013).
//   local:   target p_c = the projection of constraint c, for all c in parallel
//   global:  (M + h² Σ k AᵀA) x = M y + h² Σ k Aᵀ p_c, one n×n scalar matrix, factorised once, x y z side by side
// The first local step starts at y (FORMULAS: starting at x_n unconverged eats the spin). A pin is an identity row; what couples it to
// free particles goes to the right-hand side. The right-hand side is gathered per particle, in a fixed order.
#include "solver/incidence.h"
#include "solver/motion.h"
#include "solver/pattern.h"
#include "solver/team.h"

extern const SolverOps solver_pd; // declared for the table in solver.c

// A free particle feels the pin it shares a constraint with: rhs[free] += weight · x[pin].
typedef struct PinCoupling {
    int32_t free, pin;
    real    weight;
} PinCoupling;

typedef struct Pd {
    Solver       base;
    const Model *model;
    int          threads;
    int32_t      iterations;
    double       h;
    Motion       motion;
    Incidence    incidence;
    real4       *target;  // [incidence slots]
    real4       *inertia; // [particles] M y and the pull of the pins; x_n for a pin
    real4       *rhs;     // [particles]
    PinCoupling *couplings;
    int32_t      coupling_count;
    Linsys      *linsys;
} Pd;

static const Param PARAMS[] = {
    {.name = "iterations",
     .unit = "",
     .summary = "local and global steps in each step",
     .type = PARAM_INT,
     .value = 10,
     .min = 1,
     .max = 1000000},
    PARAM_END,
};

static ScheduleKind schedule(const ParamSet *params)
{
    (void)params;
    return SCHEDULE_MEMORY;
}

static bool cannot_do(const ConstraintOps *ops)
{
    return !ops->local || !ops->stencil;
}

// ---- set-up ----

// Adds h² k AᵀA of one constraint: to the matrix where both particles are free, to the couplings where one is pinned.
static void add_stencil(Pd *s, const ConstraintSet *set, int32_t i, Csc *matrix, bool count_only)
{
    const int      v = set->ops->vertices;
    const int32_t *vertex = set->vertices + (size_t)i * (size_t)v;
    double         rows[CONSTRAINT_ROWS_MAX * CONSTRAINT_VERTICES_MAX];
    set->ops->stencil(set, i, rows);
    for (int a = 0; a < v; a++)
        for (int b = 0; b < v; b++) {
            double sum = 0;
            for (int r = 0; r < set->ops->rows; r++)
                sum += rows[r * v + a] * rows[r * v + b];
            const double value = s->h * s->h * set->stiffness[i] * sum;
            const bool   a_free = s->model->inverse_mass[vertex[a]] > 0, b_free = s->model->inverse_mass[vertex[b]] > 0;
            if (a_free && b_free && vertex[a] >= vertex[b] && !count_only)
                matrix->value[pattern_find(matrix, vertex[a], vertex[b])] += value;
            if (a_free && !b_free) {
                if (!count_only)
                    s->couplings[s->coupling_count] = (PinCoupling){.free = vertex[a], .pin = vertex[b], .weight = (real)-value};
                s->coupling_count++;
            }
        }
}

static void add_stencils(Pd *s, Csc *matrix, bool count_only)
{
    s->coupling_count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < s->model->sets[kind].count; i++)
            add_stencil(s, &s->model->sets[kind], i, matrix, count_only);
}

static Status assemble(Pd *s, Arena *arena, Csc *matrix)
{
    const Model *model = s->model;
    TRY(pattern_make(model, arena, matrix));
    for (int32_t i = 0; i < model->particle_count; i++)
        matrix->value[matrix->column_start[i]] = model->inverse_mass[i] > 0 ? model->mass[i] : 1;
    add_stencils(s, matrix, true);
    TRY(ARENA_NEW(arena, s->coupling_count, &s->couplings));
    add_stencils(s, matrix, false);
    return status_ok();
}

static Status create(const SolverSetup *setup, Solver **out)
{
    const Model *model = setup->model;
    Pd          *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.ops = &solver_pd;
    *out = &s->base;
    TRY(solver_refuse(model, &solver_pd, cannot_do));
    s->model = model;
    s->threads = setup->threads;
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    s->h = setup->dt;
    TRY(motion_init(&s->motion, setup, s->h));
    TRY(incidence_of_rows(model, s->h * s->h, setup->arena, &s->incidence));
    TRY(ARENA_NEW(setup->arena, s->incidence.offset[CONSTRAINT_KINDS], &s->target));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &s->inertia));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &s->rhs));
    Csc matrix;
    TRY(assemble(s, setup->arena, &matrix));
    const LinsysSetup system = {
        .matrix = &matrix, .threads = setup->threads, .params = setup->params, .arena = setup->arena, .phases = setup->phases};
    return setup->linsys->create(&system, &s->linsys);
}

// ---- step: all threads of the team ----

// inertia of this thread's particles: M y, or the place of a pin. The pull of the pins comes after a barrier.
static void add_inertia(const Pd *s, const State *state)
{
    int32_t from, to;
    team_range(0, s->model->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        const real4 y = state->position[i];
        const real  m = y.w > 0 ? (real)s->model->mass[i] : 1;
        s->inertia[i] = (real4){m * y.x, m * y.y, m * y.z, 0};
    }
}

static void add_pins(const Pd *s, const State *state)
{
#pragma omp single
    for (int32_t k = 0; k < s->coupling_count; k++) {
        const PinCoupling *c = &s->couplings[k];
        const real4        x = state->position[c->pin];
        real4             *sum = &s->inertia[c->free];
        sum->x += c->weight * x.x;
        sum->y += c->weight * x.y;
        sum->z += c->weight * x.z;
    }
}

static void local_step(const Pd *s, const State *state)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &s->model->sets[kind];
        int32_t              from, to;
        team_range(0, set->count, &from, &to);
        set->ops->local(set, from, to, state->position, s->target + s->incidence.offset[kind]);
    }
}

static void gather_rhs(const Pd *s, const State *state)
{
    const Incidence *incidence = &s->incidence;
    int32_t          from, to;
    team_range(0, s->model->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        real4         sum = s->inertia[i];
        const int32_t end = state->position[i].w > 0 ? incidence->start[i + 1] : incidence->start[i]; // a pin stays where it is
        for (int32_t k = incidence->start[i]; k < end; k++) {
            const real  weight = incidence->weight[k];
            const real4 p = s->target[incidence->slot[k]];
            sum.x += weight * p.x;
            sum.y += weight * p.y;
            sum.z += weight * p.z;
        }
        s->rhs[i] = sum;
    }
}

static void iterate_all(Pd *s, State *state, StepContext *context)
{
    Iterate iterate = {.iteration = -1, .position = state->position};
    team_begin(context, &(Start){.position = state->position, .velocity = state->velocity, .h = s->h});
    team_phase(context, PHASE_PREDICT);
    motion_predict(&s->motion, state);
    add_inertia(s, state);
#pragma omp barrier
    add_pins(s, state);
    team_iterate(context, &iterate);
    for (iterate.iteration = 0; iterate.iteration < s->iterations; iterate.iteration++) {
        team_phase(context, PHASE_LOCAL);
        local_step(s, state);
#pragma omp barrier
        team_phase(context, PHASE_RHS);
        gather_rhs(s, state);
#pragma omp barrier
        team_phase(context, PHASE_SOLVE);
        s->linsys->ops->solve(s->linsys, s->rhs, state->position);
        team_iterate(context, &iterate);
    }
    team_phase(context, PHASE_VELOCITY);
    motion_update(&s->motion, state);
#pragma omp barrier
    team_phase(context, PHASE_NONE);
}

static Status step(Solver *base, State *state, StepContext *context)
{
    Pd *s = (Pd *)base;
#pragma omp parallel num_threads(s->threads)
    iterate_all(s, state, context);
    return s->linsys->ops->failed(s->linsys);
}

static const Linsys *linsys_of(const Solver *base)
{
    return ((const Pd *)(const void *)base)->linsys;
}

static void destroy(Solver *base)
{
    Pd *s = (Pd *)base; // the rest lies in the arena
    if (s && s->linsys)
        s->linsys->ops->destroy(s->linsys);
}

const SolverOps solver_pd = {
    .name = "pd",
    .summary = "projective dynamics (Bouaziz 2014); on springs fast mass-spring (Liu 2013)",
    .params = PARAMS,
    .uses_linsys = true,
    .schedule = schedule,
    .create = create,
    .step = step,
    .linsys = linsys_of,
    .destroy = destroy,
};
