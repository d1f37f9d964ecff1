#include "solver/private/position_based.h"

#include <stdio.h>

#include "step/team.h"

const char *const FIRST_STEP_NAMES[] = {"euler", "verlet", NULL};

ScheduleWish position_based_schedule(const ParamSet *params)
{
    return (ScheduleWish){.kind = sweeps_schedule((SweepKind)param_choice(params, "sweep")),
                          .colouring = (Colouring)param_choice(params, "colouring"),
                          .cluster_size = (int32_t)param_int(params, "cluster_size")};
}

static bool cannot_project(const ConstraintOps *ops)
{
    return !ops->projection;
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

// λ, current compliance, γ.
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

// pbd's only stiffness is its own k, which does not apply to contacts: they are hard.
static Status make_contact(PositionBased *s, const SolverSetup *setup, const PositionBasedSettings *settings)
{
    const ContactSweepSettings contact = {.kind = settings->contact_sweep,
                                          .kernels = s->sweeps.kind == SWEEP_SERIAL ? KERNELS_PLAIN : s->sweeps.kernels,
                                          .soft = settings->multipliers,
                                          .omega = settings->scaled ? settings->omega : 1};
    TRY(contact_sweep_init(&s->contact, setup, &s->motion, &contact));
    return contact_velocity_init(&s->contact_velocity, setup, &s->motion, settings->multipliers);
}

// Rejects settings that acceleration does not support. The next projection would clamp a λ with a bound, and λ of contacts is not
// accelerated: x and λ would become inconsistent.
static Status refuse_accelerated(const PositionBased *s, const SolverSetup *setup, const PositionBasedSettings *settings)
{
    char      name[64];
    SolverOps accelerated = *s->base.ops;
    snprintf(name, sizeof name, "%s with rho", accelerated.name);
    accelerated.name = name;
    accelerated.takes &= ~(unsigned)(TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_HARD_CONTACT);
    accelerated.otherwise = "rho=0";
    if (settings->sweep != SWEEP_JACOBI)
        return status_make(STATUS_INPUT,
                           "rho with sweep=%s: the eigenvalues of Gauss-Seidel sweeps may be complex, for which Chebyshev acceleration has "
                           "no bound; use sweep=jacobi or rho=0",
                           SWEEP_NAMES[settings->sweep]);
    if (s->chebyshev.look > 0)
        return status_make(STATUS_INPUT,
                           "look with rho: an iteration of %s lowers the constraint residual, and the objective may rise on the way; use "
                           "look=0",
                           s->base.ops->name);
    if (settings->resets)
        return status_make(STATUS_INPUT, "rho with multiplier=reset: multipliers that restart at 0 have no limit to accelerate towards; "
                                         "use multiplier=kept or rho=0");
    return solver_refuse(setup->model, &accelerated, cannot_project);
}

static Status make_accelerated(PositionBased *s, const SolverSetup *setup, const PositionBasedSettings *settings)
{
    const double max = settings->scaled ? 1 : 1.0 / s->sweeps.busiest; // then the eigenvalues of a Jacobi sweep are 0 … 1
    if (!settings->accelerated)
        return status_ok();
    TRY(chebyshev_init(&s->chebyshev, setup, s->iterations, s->sweeps.per_set[0].relaxation > (real)max ? BASE_OVERSHOOTS : 0,
                       s->base.ops->name));
    if (!s->chebyshev.last)
        return status_ok();
    TRY(refuse_accelerated(s, setup, settings));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        TRY(chebyshev_values_init(&s->chebyshev, s->model->sets[kind].count * s->model->sets[kind].ops->components, s->lambda[kind],
                                  setup->arena, &s->accelerated[kind]));
    return status_ok();
}

PositionBasedSettings position_based_settings(const ParamSet *params)
{
    return (PositionBasedSettings){.iterations = (int32_t)param_int(params, "iterations"),
                                   .substeps = (int32_t)param_int(params, "substeps"),
                                   .sweep = (SweepKind)param_choice(params, "sweep"),
                                   .kernels = (Kernels)param_choice(params, "kernels"),
                                   .first_step = (FirstStep)param_choice(params, "first_step"),
                                   .omega = param_real(params, "omega"),
                                   .scaled = true,
                                   .stiffness = 1,
                                   .damping = param_real(params, "damping"),
                                   .contact_sweep = (ContactSweepKind)param_choice(params, "contact_sweep")};
}

Status position_based_init(PositionBased *s, const SolverSetup *setup, const PositionBasedSettings *settings)
{
    TRY(solver_refuse(setup->model, s->base.ops, cannot_project));
    s->model = setup->model;
    s->threads = setup->threads;
    s->iterations = settings->iterations;
    s->substeps = settings->substeps;
    s->first_step = settings->first_step;
    s->resets = settings->resets;
    s->h = setup->dt / s->substeps;
    TRY(motion_init(&s->motion, setup, s->substeps));
    TRY(body_damping_init(&s->damping, setup, settings->damping, s->substeps));
    TRY(sweeps_init(&s->sweeps, setup, settings->sweep, settings->kernels, settings->scaled));
    const double omega = settings->omega > 0 ? settings->omega : 1.0 / s->sweeps.busiest;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        s->sweeps.per_set[kind].previous = s->motion.previous;
        s->sweeps.per_set[kind].relaxation = (real)(settings->stiffness * omega);
    }
    TRY(make_contact(s, setup, settings));
    if (settings->multipliers)
        TRY(make_multipliers(s, setup));
    return make_accelerated(s, setup, settings);
}

double position_based_multiplier(const Solver *solver, int kind, int32_t i, int component)
{
    const PositionBased *s = (const PositionBased *)(const void *)solver;
    return (double)s->lambda[kind][component * s->model->sets[kind].count + i];
}

static void clear_multipliers(PositionBased *s)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &s->model->sets[kind];
        TEAM_EACH (i, s->lambda[kind] ? set->count * set->ops->components : 0)
            s->lambda[kind][i] = 0;
    }
}

// Acceleration of the prediction: that of h, or that of the Taylor step.
static real duration_of(const PositionBased *s, const State *state, int32_t index)
{
    const bool first = state->step == 0 && index == 0 && !state->continued;
    return s->first_step == FIRST_STEP_VERLET && first ? s->motion.h / 2 : s->motion.h;
}

// Sets x_n, y and λ = 0 of a substep. Describes its start in `start`, with y only if it differs from that of symplectic Euler. All threads;
// ends with a barrier.
static void predict(PositionBased *s, State *state, StepContext *context, int32_t index, Start *start)
{
    const bool   damped = s->damping.k > 0;
    const real   duration = duration_of(s, state, index);
    const real4 *velocity = state->velocity;
    *start = motion_start(&s->motion, state, index);
    start->prediction = duration < s->motion.h || damped ? state->position : NULL;
    if (damped) {
        team_phase(context, PHASE_DAMP);
        body_damping_apply(&s->damping, &s->motion, state, duration);
        velocity = s->damping.velocity;
    }
    team_phase(context, PHASE_PREDICT);
    motion_predict_from(&s->motion, state, index, velocity, damped ? 0 : duration);
    clear_multipliers(s);
#pragma omp barrier
}

static void update(const PositionBased *s, State *state, int32_t index)
{
    if (s->damping.k > 0)
        motion_update_from(&s->motion, state, s->damping.velocity, 0);
    else
        motion_update_from(&s->motion, state, state->velocity, duration_of(s, state, index));
}

static PhaseClock *phases_of(const StepContext *context)
{
    return context ? context->phases : NULL;
}

// Once per step of length Δt, before its substeps: reads broken constraints from the state, and detects the contact pairs for all substeps.
// All threads; the barrier at the end of predict covers it.
static void begin_step(PositionBased *s, const State *state, StepContext *context)
{
    if (s->contact.contacts)
        contacts_detect(s->contact.contacts, state, phases_of(context));
    TEAM_COUNT(context, detections, s->contact.contacts ? 1 : 0);
    team_phase(context, PHASE_PREDICT);
    breaking_read(&s->breaking, state);
    motion_update_loads(&s->motion, state);
}

// Status of contact detection. All threads, after contacts_detect; the same for all.
static Status contact_status(const PositionBased *s)
{
    return s->contact.contacts ? contacts_failed(s->contact.contacts) : status_ok();
}

// The contacts of a substep, from x_n to y.
static void linearise(PositionBased *s, const State *state, StepContext *context, Start *start)
{
    start->contacts = s->contact.contacts;
    if (!s->contact.contacts)
        return;
    contacts_linearise(s->contact.contacts, s->motion.previous, state->position, state->velocity, s->h, start->end, phases_of(context));
    contact_sweep_reset(&s->contact);
}

// Start of a substep: x is y and λ is 0, for this thread's share.
static void start_acceleration(PositionBased *s, const State *state)
{
    chebyshev_start(&s->chebyshev, state->position);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        chebyshev_values_start(&s->accelerated[kind]);
}

static void accelerate(PositionBased *s, State *state, StepContext *context)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        chebyshev_values_apply(&s->chebyshev, &s->accelerated[kind]);
    chebyshev_apply(&s->chebyshev, NULL, state->position, context);
}

// One iteration: all constraints once, then contacts.
static void sweep(PositionBased *s, State *state, StepContext *context)
{
    if (s->resets) {
        clear_multipliers(s);
#pragma omp barrier
    }
    TEAM_COUNT(context, projections, 1);
    TEAM_COUNT(context, team_barriers, s->sweeps.barriers);
    sweeps_run(&s->sweeps, state->position);
    if (!s->contact.contacts)
        return;
    team_phase(context, PHASE_CONTACT);
    contact_sweep_run(&s->contact, state->position, context);
    team_phase(context, PHASE_PROJECT);
}

// Applied to the positions after the last sweep only. Sweeps have no requested positions: a particle cut before the last sweep would lose
// momentum that no contact returns.
static void bound(PositionBased *s, State *state, StepContext *context)
{
    if (!s->contact.contacts)
        return;
    contacts_bound(s->contact.contacts, state->position, true, phases_of(context));
    team_phase(context, PHASE_PROJECT);
}

// In every substep of length h: damping, prediction, linearisation of contacts, projections, velocities, restitution and friction,
// breaking.
static void substep(PositionBased *s, State *state, StepContext *context, int32_t index)
{
    Iterate iterate = {.substep = index, .iteration = -1, .position = state->position, .lambda = s->lambda[0] ? s->lambda : NULL};
    Start   start;
    predict(s, state, context, index, &start);
    linearise(s, state, context, &start);
    start_acceleration(s, state);
    team_begin(context, &start);
    team_iterate(context, &iterate);
    team_phase(context, PHASE_PROJECT);
    for (iterate.iteration = 0; iterate.iteration < s->iterations; iterate.iteration++) {
        sweep(s, state, context);
        accelerate(s, state, context);
        if (iterate.iteration + 1 == s->iterations)
            bound(s, state, context);
        team_iterate(context, &iterate);
    }
    team_phase(context, PHASE_VELOCITY);
    update(s, state, index);
    breaking_test(&s->breaking, s->lambda, state);
    contact_velocity_apply(&s->contact_velocity, state, context);
#pragma omp barrier
}

Status position_based_step(Solver *base, State *state, StepContext *context)
{
    PositionBased *s = (PositionBased *)base;
    if (context)
        context->end = STEP_DONE;
#pragma omp parallel num_threads(s->threads)
    {
        begin_step(s, state, context);
        const bool found = contact_status(s).code == STATUS_OK;
        for (int32_t i = 0; found && i < s->substeps; i++)
            substep(s, state, context, i);
        team_phase(context, PHASE_NONE);
    }
    chebyshev_report(&s->chebyshev, context);
    if (s->contact.contacts)
        team_end_bounded(context, contacts_bound_left(s->contact.contacts));
    const Status status = contact_status(s);
    return status.code == STATUS_OK ? status : status_prefix(status, "%s, step %lld", base->ops->name, (long long)state->step);
}
