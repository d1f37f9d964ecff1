#include "solver/position_based.h"

#include "solver/team.h"

const char *const INTEGRATOR_NAMES[] = {"symplectic_euler", "verlet", NULL};

ScheduleWish position_based_schedule(const ParamSet *params)
{
    return (ScheduleWish){.kind = sweeps_schedule((SweepKind)param_choice(params, "sweep")),
                          .colouring = (Colouring)param_choice(params, "colouring"),
                          .cluster_size = (int32_t)param_int(params, "cluster_size")};
}

static bool cannot_project(const ConstraintOps *ops)
{
    return !ops->project_team && (!ops->project || !ops->project_plain);
}

// γ = αβ/h; 0 for a hard constraint, whose α is 0.
static Status make_gamma(const ConstraintSet *set, double h, Arena *arena, const real **out)
{
    real *gamma;
    TRY(ARENA_NEW(arena, set->count, &gamma));
    for (int32_t i = 0; i < set->count; i++)
        gamma[i] = (real)(set->damping[i] / (constraint_stiffness(set, i) * h));
    *out = gamma;
    return status_ok();
}

// What xpbd has besides pbd: λ, the compliance of the moment, γ.
static Status make_multipliers(PositionBased *s, const SolverSetup *setup)
{
    TRY(breaking_init(&s->breaking, setup, s->h));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &s->model->sets[kind];
        Sweep               *sweep = &s->sweeps.per_set[kind];
        TRY(ARENA_NEW(setup->arena, (size_t)set->count * (size_t)set->ops->components, &s->lambda[kind]));
        sweep->lambda = s->lambda[kind];
        sweep->compliance = s->breaking.live[kind] ? s->breaking.live[kind] : set->compliance;
        sweep->inverse_h2 = (real)(1 / (s->h * s->h));
        if (set->damping)
            TRY(make_gamma(set, s->h, setup->arena, &sweep->gamma));
    }
    return status_ok();
}

Status position_based_init(PositionBased *s, const SolverSetup *setup, bool multipliers, double stiffness)
{
    TRY(solver_refuse(setup->model, s->base.ops, cannot_project));
    s->model = setup->model;
    s->threads = setup->threads;
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    s->substeps = (int32_t)param_int(setup->params, "substeps");
    s->integrator = (Integrator)param_choice(setup->params, "integrator");
    s->h = setup->dt / s->substeps;
    TRY(motion_init(&s->motion, setup, s->substeps));
    TRY(body_damping_init(&s->damping, setup, param_real(setup->params, "damping"), s->substeps));
    TRY(sweeps_init(&s->sweeps, setup, (SweepKind)param_choice(setup->params, "sweep"), (Kernels)param_choice(setup->params, "kernels")));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        s->sweeps.per_set[kind].previous = s->motion.previous;
        s->sweeps.per_set[kind].relaxation = (real)(stiffness * param_real(setup->params, "omega"));
    }
    return multipliers ? make_multipliers(s, setup) : status_ok();
}

static void clear_multipliers(PositionBased *s)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &s->model->sets[kind];
        int32_t              from, to;
        team_range(0, s->lambda[kind] ? set->count * set->ops->components : 0, &from, &to);
        for (int32_t i = from; i < to; i++)
            s->lambda[kind][i] = 0;
    }
}

// x_n, y and λ = 0 of a substep. Says what it starts from in `start`, with the y only where it is another one than that of symplectic
// Euler. All threads; ends with a barrier.
static void predict(PositionBased *s, State *state, StepContext *context, int32_t index, Start *start)
{
    const bool   taylor = s->integrator == INTEGRATOR_VERLET && state->step == 0 && index == 0;
    const bool   damped = s->damping.k > 0;
    const real   kick = taylor ? s->motion.h / 2 : s->motion.h;
    const real4 *velocity = state->velocity;
    *start = motion_start(&s->motion, state, index);
    start->position = s->motion.previous;
    start->prediction = taylor || damped ? state->position : NULL;
    if (damped) {
        team_phase(context, PHASE_DAMP);
        body_damping_apply(&s->damping, &s->motion, state, kick);
        velocity = s->damping.velocity;
    }
    team_phase(context, PHASE_PREDICT);
    motion_predict_from(&s->motion, state, index, velocity, damped ? 0 : kick);
    clear_multipliers(s);
#pragma omp barrier
}

// Once per step of length Δt, before its substeps: what is found once and holds for all of them. Which constraints are broken is read from
// the state here; collision detection belongs here too, since its candidates serve every substep. All threads; the barrier at the end of
// predict covers it.
static void begin_step(PositionBased *s, const State *state, StepContext *context)
{
    team_phase(context, PHASE_PREDICT);
    breaking_read(&s->breaking, state);
    motion_blow(&s->motion, state);
}

// In every substep of length h: damping, prediction, projections, velocities, breaking. Whatever begin_step found is projected in the
// sweeps of every substep, against the positions of that substep; a velocity pass (restitution, friction) follows motion_update.
static void substep(PositionBased *s, State *state, StepContext *context, int32_t index)
{
    Iterate iterate = {.substep = index, .iteration = -1, .position = state->position, .lambda = s->lambda[0] ? s->lambda : NULL};
    Start   start;
    predict(s, state, context, index, &start);
    team_begin(context, &start);
    team_iterate(context, &iterate);
    team_phase(context, PHASE_PROJECT);
    for (iterate.iteration = 0; iterate.iteration < s->iterations; iterate.iteration++) {
        sweeps_run(&s->sweeps, state->position);
        team_iterate(context, &iterate);
    }
    team_phase(context, PHASE_VELOCITY);
    motion_update(&s->motion, state);
    breaking_test(&s->breaking, s->lambda, state);
#pragma omp barrier
}

Status position_based_step(Solver *base, State *state, StepContext *context)
{
    PositionBased *s = (PositionBased *)base;
#pragma omp parallel num_threads(s->threads)
    {
        begin_step(s, state, context);
        for (int32_t i = 0; i < s->substeps; i++)
            substep(s, state, context, i);
        team_phase(context, PHASE_NONE);
    }
    return status_ok();
}
