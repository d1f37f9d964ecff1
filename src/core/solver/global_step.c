#include "solver/private/global_step.h"

#include "base/sorted.h"

Status global_step_init(GlobalStep *s, const SolverSetup *setup, const char *description, double h, double omega)
{
    const Model *model = setup->model;
    s->model = model;
    s->description = description;
    s->threads = setup->threads;
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    s->omega = (real)omega;
    if (fabs(omega - 1) > 0 || setup->contacts)
        TRY(ARENA_NEW(setup->arena, model->particle_count, &s->solved));
    TRY(motion_init(&s->motion, setup, 1));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &s->constant));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &s->rhs));
    TRY(stencil_matrix_init(model, NULL, h, setup->threads, setup->arena, &s->system));
    TRY(pd_contact_init(&s->contact, setup, &s->motion, &s->system));
    return linsys_solver_init(&s->base, setup, &s->system.matrix, setup->positions, 1);
}

// ---- step: all threads of the team ----

// M y of this thread's particles, or the position of a pin. position: y.
static void add_inertia(const Model *model, const real4 *position, real4 *sum)
{
    TEAM_EACH (i, model->particle_count) {
        const real4 y = position[i];
        const real  m = y.w > 0 ? (real)model->mass[i] : 1;
        sum[i] = (real4){m * y.x, m * y.y, m * y.z, 0};
    }
}

// Adds the couplings to pins, ordered by the free particle, to this thread's particles. position: of the pins.
static void add_pins(const Model *model, const StencilMatrix *system, const real4 *position, real4 *sum)
{
    const PinCoupling *couplings = system->couplings;
    int32_t            from, to;
    team_range(0, model->particle_count, &from, &to);
    int32_t k = sorted_below(couplings, sizeof *couplings, system->coupling_count, from);
    for (; k < system->coupling_count && couplings[k].free < to; k++) {
        const real4 x = position[couplings[k].pin];
        real4      *at = &sum[couplings[k].free];
        at->x += couplings[k].weight * x.x;
        at->y += couplings[k].weight * x.y;
        at->z += couplings[k].weight * x.z;
    }
}

// y = x_n + d h v_n + h² a if d ≠ 1; then back to x_n if the first local step starts there. This thread's particles.
static void damp_prediction(const GlobalStep *s, const State *state)
{
    TEAM_EACH (i, s->model->particle_count) {
        const real4 y = state->position[i], v = state->velocity[i];
        const real  lost = y.w > 0 ? (1 - s->factor) * s->motion.h : 0; // pins do not move
        s->y[i] = state->position[i] = (real4){y.x - lost * v.x, y.y - lost * v.y, y.z - lost * v.z, y.w};
    }
}

static void go_back(const GlobalStep *s, const State *state)
{
    TEAM_EACH (i, s->model->particle_count)
        if (state->position[i].w > 0)
            state->position[i] = s->motion.previous[i];
}

// The global step, and a move to its result, scaled by ω. All threads; the iterate is complete on return.
static void relax(const GlobalStep *s, const State *state, StepContext *context)
{
    global_step_solve(&s->base, s->rhs, state->position, s->solved ? s->solved : state->position, context);
    if (!s->solved)
        return;
    TEAM_EACH (i, s->model->particle_count) {
        const real4 x = state->position[i], found = s->solved[i];
        state->position[i] =
            (real4){x.x + s->omega * (found.x - x.x), x.y + s->omega * (found.y - x.y), x.z + s->omega * (found.z - x.z), x.w};
    }
#pragma omp barrier
}

// Contacts are linearised along the path to y, for every start of the first local step.
static void predict(GlobalStep *s, State *state, StepContext *context)
{
    Start start = motion_start(&s->motion, state, 0);
    start.prediction = s->y;
    start.contacts = s->contact.contacts;
    team_phase(context, PHASE_PREDICT);
    motion_update_loads(&s->motion, state);
    motion_predict(&s->motion, state, 0);
    if (s->y)
        damp_prediction(s, state);
    add_inertia(s->model, state->position, s->constant);
    if (s->proximal)
        proximal_step_begin(s->proximal);
    chebyshev_begin(&s->chebyshev, state->position);
    anderson_begin(&s->anderson, state->position);
    pd_contact_linearise(&s->contact, &start, state, context);
    if (s->from_start)
        go_back(s, state);
    pd_contact_start(&s->contact, false, state->position);
    chebyshev_start(&s->chebyshev, state->position);
    anderson_start(&s->anderson, state->position);
#pragma omp barrier
    team_begin(context, &start);
    int32_t from, to; // of the constant part, read by this thread only
    team_range(0, s->model->particle_count, &from, &to);
    local_step_add_fixed(&s->local, from, to, s->constant);
    add_pins(s->model, &s->system, state->position, s->constant);
}

static void run_local(GlobalStep *s, const real4 *position, StepContext *context)
{
    if (s->proximal)
        proximal_step_run(s->proximal, position, s->constant, s->rhs, context);
    else
        local_step_run(&s->local, position, s->constant, s->rhs, context);
}

static void show_system(const GlobalStep *s, const State *state, const StepContext *context)
{
    if (pd_contact_has_matrix(&s->contact))
        global_step_show(&s->base, s->description, &s->system, s->rhs, s->solved ? s->solved : state->position, context);
}

static void iterate_all(GlobalStep *s, State *state, StepContext *context)
{
    Iterate iterate = {.iteration = -1, .position = state->position};
    predict(s, state, context);
    team_iterate(context, &iterate);
    for (iterate.iteration = 0; iterate.iteration < s->iterations; iterate.iteration++) {
        run_local(s, state->position, context);
        team_phase(context, PHASE_SOLVE);
        relax(s, state, context);
        show_system(s, state, context);
        chebyshev_apply(&s->chebyshev, NULL, state->position, context);
        anderson_apply(&s->anderson, state->position, context);
        team_iterate(context, &iterate);
    }
    team_phase(context, PHASE_VELOCITY);
    motion_update(&s->motion, state);
#pragma omp barrier
    team_phase(context, PHASE_NONE);
}

// ---- step with contacts: the matrix changes between the local and the global step, outside the team ----

static Status find_contacts(GlobalStep *s, State *state, StepContext *context)
{
    const Iterate iterate = {.iteration = -1, .position = state->position};
#pragma omp parallel num_threads(s->threads)
    {
        TEAM_COUNT(context, detections, 1);
        contacts_detect(s->contact.contacts, state, context ? context->phases : NULL);
        if (contacts_failed(s->contact.contacts).code == STATUS_OK) {
            predict(s, state, context);
            team_iterate(context, &iterate);
        }
    }
    return contacts_failed(s->contact.contacts);
}

static Status iterate_touching(GlobalStep *s, State *state, StepContext *context)
{
    TRY(find_contacts(s, state, context));
    for (Iterate iterate = {.position = state->position}; iterate.iteration < s->iterations; iterate.iteration++) {
#pragma omp parallel num_threads(s->threads)
        {
            if (iterate.iteration == 1)
                pd_contact_start(&s->contact, true, state->position);
            run_local(s, state->position, context);
            team_phase(context, PHASE_CONTACT);
            pd_contact_evaluate(&s->contact, iterate.iteration, state->position, s->rhs);
        }
        TRY(pd_contact_change(&s->contact, &s->base, state->position, &s->system, context));
#pragma omp parallel num_threads(s->threads)
        {
            team_phase(context, PHASE_SOLVE);
            global_step_solve(&s->base, s->rhs, state->position, s->solved, context);
            show_system(s, state, context);
            team_phase(context, PHASE_CONTACT);
            pd_contact_search(&s->contact, &s->system.matrix, (double)s->omega, s->solved, state->position);
            chebyshev_apply(&s->chebyshev, s->contact.touching, state->position, context);
            anderson_apply(&s->anderson, state->position, context);
            contacts_bound(s->contact.contacts, state->position, iterate.iteration + 1 == s->iterations, context ? context->phases : NULL);
            chebyshev_keep(&s->chebyshev, state->position);
            anderson_keep(&s->anderson, state->position);
            team_iterate(context, &iterate);
        }
    }
#pragma omp parallel num_threads(s->threads)
    pd_contact_finish(&s->contact, &s->motion, state, context);
    return status_ok();
}

Status global_step_run(GlobalStep *s, State *state, StepContext *context)
{
    Status status = status_ok();
    if (s->contact.contacts) {
        status = iterate_touching(s, state, context);
        team_phase(context, PHASE_NONE);
    } else {
#pragma omp parallel num_threads(s->threads)
        iterate_all(s, state, context);
    }
    chebyshev_report(&s->chebyshev, context);
    if (status.code == STATUS_OK)
        status = linsys_solver_end(&s->base, context);
    return status.code == STATUS_OK ? status : status_prefix(status, "%s, step %lld", s->base.base.ops->name, (long long)state->step);
}
