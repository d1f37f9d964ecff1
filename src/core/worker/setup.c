#include "worker/private/setup.h"

#include "measure/reference.h"

int64_t setup_iterations(const Case *c)
{
    return case_substeps(c) * (int64_t)param_of_role(&c->params, PARAM_ROLE_ITERATIONS, 1);
}

static Status build(const Case *c, bool drawing, Setup *s)
{
    char path[4096];
    TRY(scene_find(c->scene, path, sizeof path));
    ModelBuilder *builder = model_builder_create();
    if (!builder)
        return status_make(STATUS_MEMORY, "out of memory while the scene was read");
    const SceneSettings settings = {.path = path, .values = c->scene_values, .value_count = c->scene_value_count, .threads = s->threads};
    Status              status = scene_read(&settings, builder, &s->scene);
    if (status.code == STATUS_OK) {
        status = model_build(builder, (ParticleOrder)param_choice(&c->params, "order"), &s->arena, &s->model);
        if (status.code == STATUS_INPUT)
            status = status_prefix(status, "%s", path); // the model knows no file
    }
    if (status.code == STATUS_OK)
        status = state_init(builder, &s->model, &s->arena, &s->state);
    if (status.code == STATUS_OK && drawing)
        status = model_draw(builder, &s->arena, &s->model);
    model_builder_destroy(builder);
    return status;
}

// The solver, in its own arena. Both arenas share one limit.
static Status create(Setup *s, const SolverOps *ops, PhaseClock *phases)
{
    s->solver_arena = arena_init(s->limit_bytes ? s->limit_bytes - s->arena.used_bytes : 0);
    const SolverSetup setup = {.model = &s->model,
                               .schedule = &s->schedule,
                               .params = &s->params,
                               .linsys = s->linsys,
                               .contacts = s->contacts,
                               .positions = s->state.position,
                               .dt = s->dt,
                               .threads = s->threads,
                               .arena = &s->solver_arena,
                               .phases = phases,
                               .choice = s->choice};
    TRY(ops->create(&setup, &s->solver));
    s->arena.limit_bytes = s->limit_bytes ? s->limit_bytes - s->solver_arena.used_bytes : 0;
    return status_ok();
}

// The contacts outlive the solver: sides are remembered when pins are released. A solver without contact refuses the model. The message
// about a start with intersections names the file it comes from.
static Status make_contacts(const Case *c, const char *state_path, const SolverOps *ops, Setup *s)
{
    if (!(ops->takes & TAKES_CONTACT) || (int)param_of_role(&s->params, PARAM_ROLE_CONTACT, CONTACT_ON) == CONTACT_OFF)
        return status_ok();
    char                  path[4096];
    const ContactSettings settings = solver_contact_settings(&s->params, s->dt, s->threads);
    const Status          status = contacts_create(&s->model, &s->state, &settings, &s->arena, &s->contacts);
    if (status.code != STATUS_INPUT)
        return status;
    TRY(scene_find(c->scene, path, sizeof path));
    return status_prefix(status, "%s", state_path ? state_path : path);
}

// The tolerance is for rounding of step · dt: a release at the beginning of a step must not be a step late.
static bool release(Setup *s)
{
    return model_release(&s->model, &s->state, s->state.start + ((double)s->state.step + 1e-9) * s->dt);
}

static Status make(const Case *c, const char *state_path, bool drawing, const SolverOps *ops, Setup *s)
{
    s->limit_bytes = (size_t)param_int(&c->params, "memory") << 20;
    s->threads = (int)param_int(&c->params, "threads");
    s->arena = arena_init(s->limit_bytes);
    phase_clock_start(&s->phases);
    phase_clock_enter(&s->phases, PHASE_BUILD);
    TRY(build(c, drawing, s));
    if (state_path)
        TRY(scene_read_state(state_path, &s->model, &s->state, &s->state_mark));
    release(s);
    phase_clock_enter(&s->phases, PHASE_COLOUR);
    TRY(schedule_init(&s->model, ops->schedule(&s->params), s->threads, &s->arena, &s->schedule));
    phase_clock_enter(&s->phases, PHASE_ASSEMBLE);
    TRY(make_contacts(c, state_path, ops, s));
    TRY(create(s, ops, &s->phases));
    phase_clock_enter(&s->phases, PHASE_NONE);
    return status_ok();
}

Status setup_release(Setup *s, PhaseClock *phases)
{
    if (!release(s))
        return status_ok();
    phase_clock_enter(phases, PHASE_RELEASE);
    const SolverOps *ops = s->solver->ops;
    ops->destroy(s->solver);
    s->solver = NULL;
    arena_destroy(&s->solver_arena);
    const Status status = create(s, ops, NULL);
    phase_clock_enter(phases, PHASE_NONE);
    return status;
}

Status setup_create(const Case *c, const char *state_path, bool drawing, LinsysChoice *choice, Setup *s)
{
    *s = (Setup){.linsys = c->linsys, .params = c->params, .dt = param_real(&c->params, "dt"), .choice = choice};
    return make(c, state_path, drawing, c->solver, s);
}

Status setup_create_reference(const Case *c, int64_t parts, Setup *s)
{
    const ReferenceMethod *method = &REFERENCE_METHOD;
    *s = (Setup){.linsys = method->linsys, .dt = param_real(&c->params, "dt") / (double)parts};
    param_set_add(&s->params, method->solver->params);
    param_set_add(&s->params, method->linsys->params);
    s->params.values[param_index_of(&s->params, PARAM_ROLE_ITERATIONS)] = method->iterations;
    for (const ParamRole *role = method->taken_over; *role; role++) {
        double *value = &s->params.values[param_index_of(&s->params, *role)];
        *value = param_of_role(&c->params, *role, *value);
    }
    return make(c, NULL, false, method->solver, s);
}

void setup_destroy(Setup *s)
{
    if (s->solver)
        s->solver->ops->destroy(s->solver);
    s->solver = NULL;
    arena_destroy(&s->solver_arena);
    arena_destroy(&s->arena);
}
