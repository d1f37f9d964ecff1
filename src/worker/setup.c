#include "worker/setup.h"

int64_t setup_iterations(const Case *c)
{
    return case_substeps(c) * (param_has(&c->params, "iterations") ? param_int(&c->params, "iterations") : 1);
}

static Status build(const Case *c, bool drawing, Setup *s)
{
    char path[4096];
    TRY(scene_find(c->scene, path, sizeof path));
    ModelBuilder *builder = model_builder_new();
    if (!builder)
        return status_make(STATUS_MEMORY, "out of memory while the scene was read");
    const SceneSettings settings = {.path = path, .values = c->scene_values, .value_count = c->scene_value_count};
    Status              status = scene_read(&settings, builder, &s->scene);
    if (status.code == STATUS_OK)
        status = model_build(builder, (ParticleOrder)param_choice(&c->params, "order"), &s->arena, &s->model);
    if (status.code == STATUS_OK)
        status = state_make(builder, &s->model, &s->arena, &s->state);
    if (status.code == STATUS_OK && drawing)
        status = model_draw(builder, &s->arena, &s->model);
    model_builder_free(builder);
    return status;
}

static Status make(const Case *c, const char *state_path, bool drawing, const SolverOps *ops, const LinsysOps *linsys,
                   const ParamSet *params, double dt, LinsysChoice *choice, Setup *s)
{
    *s = (Setup){.arena = arena_make((size_t)param_int(&c->params, "memory") << 20)};
    phase_clock_start(&s->phases);
    phase_clock_enter(&s->phases, PHASE_BUILD);
    TRY(build(c, drawing, s));
    if (state_path)
        TRY(scene_read_state(state_path, &s->model, &s->state));
    phase_clock_enter(&s->phases, PHASE_COLOUR);
    TRY(schedule_make(&s->model, ops->schedule(params), (int)param_int(&c->params, "threads"), &s->arena, &s->schedule));
    phase_clock_enter(&s->phases, PHASE_ASSEMBLE);
    const SolverSetup setup = {.model = &s->model,
                               .schedule = &s->schedule,
                               .params = params,
                               .linsys = linsys,
                               .place = s->state.position,
                               .dt = dt,
                               .threads = (int)param_int(&c->params, "threads"),
                               .arena = &s->arena,
                               .phases = &s->phases,
                               .choice = choice};
    const Status      status = ops->create(&setup, &s->solver);
    phase_clock_enter(&s->phases, PHASE_NONE);
    return status;
}

Status setup_make(const Case *c, const char *state_path, bool drawing, LinsysChoice *choice, Setup *s)
{
    return make(c, state_path, drawing, c->solver, c->linsys, &c->params, param_real(&c->params, "dt"), choice, s);
}

Status setup_make_reference(const Case *c, int64_t parts, Setup *s)
{
    const SolverOps *newton = solver_find("newton");
    const LinsysOps *linsys = linsys_find("cholmod_supernodal");
    ParamSet         params = {0};
    param_set_add(&params, newton->params);
    param_set_add(&params, linsys->params);
    // More than newton's own: a cloth that is compressed over a saddle takes hundreds, and the trajectory is made once for all solvers.
    TRY(param_set_text(&params, "iterations", "5000"));
    return make(c, NULL, false, newton, linsys, &params, param_real(&c->params, "dt") / (double)parts, NULL, s);
}

void setup_free(Setup *s)
{
    if (s->solver)
        s->solver->ops->destroy(s->solver);
    s->solver = NULL;
    arena_free(&s->arena);
}
