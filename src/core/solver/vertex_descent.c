#include "solver/private/vertex_descent.h"

#include "step/contact_row.h"
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
    s->start = settings->start;
    TRY(motion_init(&s->motion, setup, 1));
    TRY(vertex_sweeps_init(&s->sweeps, setup,
                           &(VertexSweepSettings){.kind = settings->sweep,
                                                  .kernels = (Kernels)param_choice(setup->params, "kernels"),
                                                  .rule = settings->rule,
                                                  .omega = param_real(setup->params, "omega"),
                                                  .h = setup->dt}));
    TRY(chebyshev_init(&s->chebyshev, setup, s->iterations, base_of(&s->sweeps), s->base.ops->name));
    if (settings->windowed)
        TRY(anderson_init(&s->anderson, setup, s->base.ops->name));
    return contact_velocity_init(&s->velocity, setup, &s->motion, true, true);
}

// ---- step: all threads of the team ----

// ã of particle i, and v_n in the place of v_{n−1}.
static real adapt(const VertexDescent *s, const State *state, int32_t i, real4 v, real4 a)
{
    const int32_t n = state->particle_count;
    double       *kept = state->memory + 3 * (size_t)s->motion.model->user_of[i];
    const double4 was = double4_of(kept), now = double4_from(v), pull = double4_from(a);
    const double  h = state->memory[3 * (size_t)n], size = double4_dot(pull, pull);
    kept[0] = now.x, kept[1] = now.y, kept[2] = now.z;
    if (!(h > 0))
        return 1;
    return size > 0 ? (real)fmin(fmax(double4_dot(double4_sub(now, was), pull) / (h * size), 0), 1) : 0;
}

// y, which the positions are, and the start of the first sweep. This thread's particles.
static void begin(VertexDescent *s, const State *state)
{
    vertex_sweeps_begin(&s->sweeps, state->position, s->motion.previous);
    chebyshev_begin(&s->chebyshev, state->position);
    anderson_begin(&s->anderson, state->position);
    TEAM_EACH (i, s->start == VERTEX_START_Y ? 0 : state->particle_count) {
        const real4 x = s->motion.previous[i], v = state->velocity[i];
        const real4 a = motion_acceleration(&s->motion, i, state->position[i].w);
        const real  h = s->motion.h, way = s->start == VERTEX_START_X_N ? 0 : h;
        const real  gain = s->start == VERTEX_START_ADAPTIVE ? h * adapt(s, state, i, v, a) : 0;
        if (state->position[i].w > 0)
            state->position[i] =
                (real4){x.x + way * (v.x + gain * a.x), x.y + way * (v.y + gain * a.y), x.z + way * (v.z + gain * a.z), x.w};
    }
    vertex_sweeps_place(&s->sweeps, state->position);
    chebyshev_start(&s->chebyshev, state->position);
    anderson_start(&s->anderson, state->position);
}

static void predict(VertexDescent *s, State *state, StepContext *context)
{
    Start start = motion_start(&s->motion, state, 0);
    start.prediction = s->start == VERTEX_START_Y ? NULL : s->sweeps.y;
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
}

static void finish(VertexDescent *s, State *state, StepContext *context)
{
    team_phase(context, PHASE_VELOCITY);
    if (s->sweeps.contacts.contacts)
        contact_rows_force(s->sweeps.contacts.contacts, s->sweeps.contacts.factor, state->position);
    motion_update(&s->motion, state);
#pragma omp single
    if (s->start == VERTEX_START_ADAPTIVE)
        state->memory[3 * (size_t)state->particle_count] = s->h;
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
