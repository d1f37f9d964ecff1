#include "solver/private/vertex_descent.h"

#include "contact/contact_friction.h"
#include "step/team.h"

// ---- set-up ----

// Of Chebyshev's acceleration.
static int base_of(const VertexSweeps *sweeps)
{
    const int overshoots = sweeps->kind == VERTEX_SWEEP_JACOBI || sweeps->omega > 1 ? BASE_OVERSHOOTS : 0;
    return overshoots | (sweeps->kind == VERTEX_SWEEP_COLOURED ? BASE_ONE_WAY : 0);
}

Status vertex_descent_init(VertexDescent *s, const SolverSetup *setup, const VertexDescentSettings *settings)
{
    s->threads = setup->threads;
    s->h = setup->dt;
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    TRY(motion_init(&s->motion, setup, 1));
    TRY(vertex_starts_init(&s->starts, settings->start, setup, &s->motion));
    TRY(vertex_sweeps_init(&s->sweeps, setup,
                           &(VertexSweepSettings){.kind = settings->sweep,
                                                  .kernels = (Kernels)param_choice(setup->params, "kernels"),
                                                  .rule = settings->rule,
                                                  .omega = param_real(setup->params, "omega"),
                                                  .h = setup->dt}));
    TRY(chebyshev_init(&s->chebyshev, setup, s->iterations, base_of(&s->sweeps), s->base.ops->name));
    if (settings->windowed)
        TRY(anderson_init(&s->anderson, setup, s->base.ops->name));
    return contact_velocity_init(&s->velocity, setup, &s->motion, true);
}

// ---- step: all threads of the team ----

// y, the current positions, and the start of the first sweep. This thread's particles.
static void begin(VertexDescent *s, State *state)
{
    vertex_sweeps_begin(&s->sweeps, state->position, s->motion.previous);
    chebyshev_begin(&s->chebyshev, state->position);
    anderson_begin(&s->anderson, state->position);
    vertex_starts_move(&s->starts, state);
    vertex_sweeps_place(&s->sweeps, state->position);
    chebyshev_start(&s->chebyshev, state->position);
    anderson_start(&s->anderson, state->position);
}

static void predict(VertexDescent *s, State *state, StepContext *context)
{
    Start start = motion_start(&s->motion, state, 0);
    start.prediction = s->starts.kind == VERTEX_START_Y ? NULL : s->sweeps.y;
    start.contacts = s->sweeps.contacts.contacts;
    team_phase(context, PHASE_PREDICT);
    motion_update_loads(&s->motion, state);
    motion_predict(&s->motion, state, 0);
#pragma omp barrier
    vertex_sweeps_touch(&s->sweeps, s->motion.previous, state, start.end, context);
    begin(s, state);
#pragma omp barrier
    team_begin(context, &start);
}

static void iterate(VertexDescent *s, State *state, StepContext *context, bool last)
{
    const Contacts *contacts = s->sweeps.contacts.contacts;
    vertex_sweeps_count(&s->sweeps, context);
    vertex_sweeps_run(&s->sweeps, state->position);
    chebyshev_apply(&s->chebyshev, s->sweeps.contacts.touching, state->position, context);
    anderson_apply(&s->anderson, state->position, context);
    if (contacts) {
        contacts_bound(s->sweeps.contacts.contacts, state->position, last, context ? context->phases : NULL);
        team_phase(context, PHASE_PROJECT);
        chebyshev_keep(&s->chebyshev, state->position);
        anderson_keep(&s->anderson, state->position);
    }
    if (contacts || (s->sweeps.x && (s->chebyshev.last || s->anderson.window > 0))) {
        vertex_sweeps_place(&s->sweeps, state->position);
#pragma omp barrier
    }
    if (contacts && contacts->rubs && !last) {
        contact_rows_force(s->sweeps.contacts.contacts, s->sweeps.contacts.factor, state->position);
        contacts_friction_follow(contacts);
#pragma omp barrier
    }
}

static void finish(VertexDescent *s, State *state, StepContext *context)
{
    team_phase(context, PHASE_VELOCITY);
    if (s->sweeps.contacts.contacts) {
        contact_rows_force(s->sweeps.contacts.contacts, s->sweeps.contacts.factor, state->position);
        contacts_friction_finish(s->sweeps.contacts.contacts, s->sweeps.x);
    }
    motion_update(&s->motion, state);
#pragma omp single
    vertex_starts_keep(&s->starts, state);
    contact_velocity_apply(&s->velocity, state, context);
}

Status vertex_descent_step(Solver *base, State *state, StepContext *context)
{
    VertexDescent *s = (VertexDescent *)base;
    Contacts      *contacts = s->sweeps.contacts.contacts;
    if (context)
        context->end = STEP_DONE;
#pragma omp parallel num_threads(s->threads)
    {
        Iterate shown = {.iteration = -1, .position = state->position};
        if (contacts)
            contacts_detect(contacts, state, context ? context->phases : NULL);
        TEAM_COUNT(context, detections, contacts ? 1 : 0);
        if (!contacts || contacts_failed(contacts).code == STATUS_OK) {
            predict(s, state, context);
            team_iterate(context, &shown);
            team_phase(context, PHASE_PROJECT);
            while (++shown.iteration < s->iterations) {
                iterate(s, state, context, shown.iteration + 1 == s->iterations);
                team_iterate(context, &shown);
            }
            finish(s, state, context);
        }
        team_phase(context, PHASE_NONE);
    }
    chebyshev_report(&s->chebyshev, context);
    if (!contacts)
        return status_ok();
    team_end_bounded(context, contacts_bound_left(contacts));
    const Status status = contacts_failed(contacts);
    return status.code == STATUS_OK ? status : status_prefix(status, "%s, step %lld", base->ops->name, (long long)state->step);
}

Status vertex_descent_traffic(const Solver *base, Traffic *out)
{
    const VertexDescent *s = (const VertexDescent *)(const void *)base;
    *out = (Traffic){0};
    if (s->sweeps.contacts.contacts || s->chebyshev.last || s->anderson.window > 0)
        return status_ok();
    out->phases[PHASE_PROJECT] = vertex_sweeps_traffic(&s->sweeps, s->iterations);
    out->phases[PHASE_VELOCITY] = motion_update_traffic(&s->motion, 1);
    return status_ok();
}
