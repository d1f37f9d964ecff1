#include "solver/private/position_based.h"

#include "step/team.h"

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

// The arrays of xpbd only: λ, current compliance, γ.
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

// pbd has no stiffness but its own k, which does not apply to contacts: they are hard.
static Status make_contact(PositionBased *s, const SolverSetup *setup, bool multipliers)
{
    const bool                 inside = param_choice(setup->params, "friction_on") == CONTACT_FRICTION_POSITION;
    const ContactSweepSettings settings = {.kind = (ContactSweepKind)param_choice(setup->params, "contact_sweep"),
                                           .kernels = s->sweeps.kind == SWEEP_SERIAL ? KERNELS_PLAIN : s->sweeps.kernels,
                                           .friction = inside,
                                           .soft = multipliers,
                                           .omega = param_real(setup->params, "omega")};
    TRY(contact_sweep_init(&s->contact, setup, &s->motion, &settings));
    return contact_velocity_init(&s->contact_velocity, setup, &s->motion, !inside, multipliers);
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
    TRY(make_contact(s, setup, multipliers));
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

// That of the acceleration, h or that of the Taylor step.
static real duration_of(const PositionBased *s, const State *state, int32_t index)
{
    const bool first = state->step == 0 && index == 0 && !state->continued;
    return s->integrator == INTEGRATOR_VERLET && first ? s->motion.h / 2 : s->motion.h;
}

// x_n, y and λ = 0 of a substep. Describes its start in `start`, with y only if it differs from that of symplectic Euler. All threads; ends
// with a barrier.
static void predict(PositionBased *s, State *state, StepContext *context, int32_t index, Start *start)
{
    const bool   damped = s->damping.k > 0;
    const real   duration = duration_of(s, state, index);
    const real4 *velocity = state->velocity;
    *start = motion_start(&s->motion, state, index);
    start->position = s->motion.previous;
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

// Once per step of length Δt, before its substeps: reads broken constraints from the state, and detects the contact pairs that serve every
// substep. All threads; the barrier at the end of predict covers it.
static void begin_step(PositionBased *s, const State *state, StepContext *context)
{
    if (s->contact.contacts)
        contacts_detect(s->contact.contacts, state, phases_of(context));
    team_phase(context, PHASE_PREDICT);
    breaking_read(&s->breaking, state);
    motion_update_wind(&s->motion, state);
}

// Status of contact detection. All threads, after contacts_detect; the same for each of them.
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

// One iteration: all constraints once, then contacts.
static void sweep(PositionBased *s, State *state, StepContext *context)
{
    sweeps_run(&s->sweeps, state->position);
    if (!s->contact.contacts)
        return;
    team_phase(context, PHASE_CONTACT);
    contact_sweep_run(&s->contact, state->position);
    team_phase(context, PHASE_PROJECT);
}

// Of the positions after the last sweep. Sweeps do not know where a particle was to go: a particle that was cut before the last of
// them would lose momentum that no contact gives back.
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
    team_begin(context, &start);
    team_iterate(context, &iterate);
    team_phase(context, PHASE_PROJECT);
    for (iterate.iteration = 0; iterate.iteration < s->iterations; iterate.iteration++) {
        sweep(s, state, context);
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
    if (s->contact.contacts)
        team_end_bounded(context, contacts_bound_left(s->contact.contacts));
    return contact_status(s);
}
