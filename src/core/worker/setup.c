#include "worker/private/setup.h"

#include <string.h>

#include "base/file.h"
#include "machine/environment.h"
#include "measure/reference.h"

int64_t setup_iterations(const Case *c)
{
    return case_substeps(c) * (int64_t)param_of_role(&c->params, PARAM_ROLE_ITERATIONS, 1);
}

static Status build(const Case *c, bool drawing, const SolverOps *ops, Setup *s)
{
    char path[4096];
    TRY(scene_find(c->scene, path, sizeof path));
    ModelBuilder *builder = model_builder_create();
    if (!builder)
        return status_make(STATUS_MEMORY, "out of memory for the scene");
    const SceneSettings settings = {
        .path = path, .values = c->scene_values, .value_count = c->scene_value_count, .expected = &c->scene_info};
    Status status = scene_read(&settings, builder, &s->scene);
    if (status.code == STATUS_OK) {
        status = model_build(builder, (ParticleOrder)param_choice(&c->params, "order"), &s->scene_arena, &s->model);
        if (status.code == STATUS_INPUT)
            status = status_prefix(status, "%s", path); // the model has no file name
    }
    s->model.integrator = (Integrator)param_choice(&c->params, "integrator");
    if (status.code == STATUS_OK) {
        s->model.memory = solver_memory(ops, &s->model, &s->params);
        status = state_init(builder, &s->model, &s->scene_arena, &s->state);
    }
    if (status.code == STATUS_OK && drawing)
        status = model_draw(builder, &s->scene_arena, &s->model);
    model_builder_destroy(builder);
    return status;
}

// What the other arenas leave of the limit; 0: no limit. A full limit leaves one byte.
static size_t remaining(const Setup *s, size_t others)
{
    if (!s->limit_bytes)
        return 0;
    return others < s->limit_bytes ? s->limit_bytes - others : 1;
}

// Creates the solver in its own arena. All arenas share one limit.
static Status create(Setup *s, const SolverOps *ops, PhaseClock *phases)
{
    s->solver_arena = arena_init(remaining(s, s->scene_arena.used_bytes + s->arena.used_bytes));
    SolverSetup setup = {.ops = ops,
                         .model = &s->model,
                         .schedule = &s->schedule,
                         .params = &s->params,
                         .linsys = s->linsys,
                         .contacts = s->contacts,
                         .positions = s->state.position,
                         .dt = integrator_length(s->model.integrator, true, s->dt),
                         .threads = s->threads,
                         .arena = &s->solver_arena,
                         .phases = phases,
                         .choice = s->choice};
    TRY(ops->create(&setup, &s->solver));
    if (s->model.integrator == INTEGRATOR_BDF2) {
        setup.dt = integrator_length(s->model.integrator, false, s->dt);
        TRY(ops->create(&setup, &s->starting));
    }
    s->stepped = s->starting ? s->starting : s->solver;
    s->arena.limit_bytes = remaining(s, s->scene_arena.used_bytes + s->solver_arena.used_bytes);
    return status_ok();
}

// The contacts outlive the solver, since they keep the sides of pairs after a release of pins. A solver without contact refuses the model.
// The message about intersections at the start names the file of the start.
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

// The tolerance covers rounding of step · dt: a release at the start of a step must not come one step late.
static bool release(Setup *s)
{
    return model_release(&s->model, &s->state, s->state.start + ((double)s->state.step + 1e-9) * s->dt);
}

static bool touches(const Setup *s, const SolverOps *ops)
{
    return s->model.surface && ops->takes & TAKES_CONTACT && (int)param_of_role(&s->params, PARAM_ROLE_CONTACT, CONTACT_ON) != CONTACT_OFF;
}

// Continues a stopped run as if it had not stopped: pins with their release at this step are released again.
static void go_on(Setup *s)
{
    State *state = &s->state;
    if (state_knows_past(state))
        model_release(&s->model, state, state->start + ((double)state->step - 1 + 1e-9) * s->dt);
    if (release(s))
        state->past.h = 0;
    s->euler_until = state->step + (state_knows_past(state) ? 0 : s->euler_steps);
}

// A file that has changed may be incomplete, so its errors are reported as a change. A file without the header of a state has no hash.
static Status read_start(const StateFile *start, Setup *s)
{
    const Status status = scene_read_state(start->path, &s->model, &s->state, &s->state_mark);
    const bool   other = start->hash && *s->state_mark.content && strcmp(start->hash, s->state_mark.content) != 0;
    return other && (status.code == STATUS_OK || status.code == STATUS_INPUT) ? file_changed(start->path) : status;
}

// The contacts and the solver.
static Status prepare(const Case *c, const StateFile *start, const SolverOps *ops, Setup *s)
{
    s->arena = arena_init(remaining(s, s->scene_arena.used_bytes));
    phase_clock_enter(&s->phases, PHASE_ASSEMBLE);
    TRY(make_contacts(c, start ? start->path : NULL, ops, s));
    TRY(create(s, ops, &s->phases));
    phase_clock_enter(&s->phases, PHASE_NONE);
    return status_ok();
}

// start NULL: the start of the scene.
static Status make(const Case *c, const StateFile *start, bool drawing, const SolverOps *ops, Setup *s)
{
    s->limit_bytes = (size_t)param_int(&c->params, "memory") << 20;
    s->threads = (int)param_int(&c->params, "threads");
    s->scene_arena = arena_init(s->limit_bytes);
    phase_clock_start(&s->phases);
    phase_clock_enter(&s->phases, PHASE_BUILD);
    TRY(build(c, drawing, ops, s));
    if (start && start->path)
        TRY(read_start(start, s));
    TRY(state_limit_init(&s->model, &s->state, s->dt, &s->limit));
    go_on(s);
    TRY(solver_refuse_integrator(&s->model, ops, touches(s, ops)));
    phase_clock_enter(&s->phases, PHASE_COLOUR);
    TRY(schedule_init(&s->model, ops->schedule(&s->params), s->threads, &s->scene_arena, &s->schedule));
    return prepare(c, start, ops, s);
}

static void destroy_solvers(Setup *s)
{
    if (s->solver)
        s->solver->ops->destroy(s->solver);
    if (s->starting)
        s->starting->ops->destroy(s->starting);
    s->solver = s->starting = NULL;
    s->stepped = NULL;
}

Status setup_keep(Setup *s)
{
    s->peak_bytes = environment_peak_bytes();
    TRY(state_alloc(&s->model, &s->kept_arena, &s->first));
    state_copy(&s->model, &s->first, &s->state);
    s->euler_first = s->euler_until;
    return status_ok();
}

int64_t setup_peak_bytes(const Setup *s)
{
    const int64_t now = environment_peak_bytes() - (int64_t)s->kept_arena.used_bytes;
    return now > s->peak_bytes ? now : s->peak_bytes;
}

Status setup_restart(const Case *c, const StateFile *start, Setup *s)
{
    const SolverOps *ops = s->solver->ops;
    const int64_t    build_ns = s->phases.ns[PHASE_BUILD], colour_ns = s->phases.ns[PHASE_COLOUR];
    destroy_solvers(s);
    arena_destroy(&s->solver_arena);
    arena_destroy(&s->arena);
    s->contacts = NULL;
    state_copy(&s->model, &s->state, &s->first);
    release(s); // pins that were released during the run are pinned again
    s->euler_until = s->euler_first;
    phase_clock_start(&s->phases);
    s->phases.ns[PHASE_BUILD] = build_ns;
    s->phases.ns[PHASE_COLOUR] = colour_ns;
    return prepare(c, start, ops, s);
}

Status setup_release(Setup *s, PhaseClock *phases)
{
    if (!release(s))
        return status_ok();
    phase_clock_enter(phases, PHASE_RELEASE);
    const SolverOps *ops = s->solver->ops;
    s->state.past.h = 0;
    s->euler_until = s->state.step + s->euler_steps;
    destroy_solvers(s);
    arena_destroy(&s->solver_arena);
    const Status status = create(s, ops, NULL);
    phase_clock_enter(phases, PHASE_NONE);
    return status;
}

Status setup_create(const Case *c, const StateFile *start, bool drawing, LinsysChoice *choice, Setup *s)
{
    *s = (Setup){.linsys = c->linsys, .params = c->params, .dt = param_real(&c->params, "dt"), .euler_steps = 1, .choice = choice};
    return make(c, start, drawing, c->solver, s);
}

Status setup_create_reference(const Case *c, int64_t parts, bool limit, Setup *s)
{
    const ReferenceMethod *method = &REFERENCE_METHOD;
    *s = (Setup){.linsys = method->linsys, .dt = param_real(&c->params, "dt") / (double)parts, .euler_steps = limit ? 1 : parts};
    param_set_add(&s->params, method->solver->params);
    param_set_add(&s->params, method->linsys->params);
    s->params.values[param_index_of(&s->params, PARAM_ROLE_ITERATIONS)] = method->iterations;
    for (const ParamRole *role = method->taken_over; *role; role++) {
        double *value = &s->params.values[param_index_of(&s->params, *role)];
        *value = param_of_role(&c->params, *role, *value);
    }
    return make(c, NULL, false, method->solver, s);
}

Status setup_create_with(const Case *c, const SolverOps *solver, Setup *s)
{
    *s = (Setup){.linsys = c->linsys, .params = c->params, .dt = param_real(&c->params, "dt"), .euler_steps = 1};
    return make(c, NULL, false, solver, s);
}

void setup_destroy(Setup *s)
{
    destroy_solvers(s);
    arena_destroy(&s->solver_arena);
    arena_destroy(&s->arena);
    arena_destroy(&s->scene_arena);
    arena_destroy(&s->kept_arena);
}

// ---- steps ----

// s, of a substep
static double substep_length(const Setup *s)
{
    return s->dt / param_of_role(&s->params, PARAM_ROLE_SUBSTEPS, 1);
}

bool setup_uses_past(const Setup *s)
{
    const double h = substep_length(s);
    return s->starting && state_knows_past(&s->state) && s->state.step >= s->euler_until && fabs(s->state.past.h - h) <= 1e-12 * h;
}

Status setup_step(Setup *s, StepContext *context)
{
    Solver *solver = s->solver;
    if (s->starting && !setup_uses_past(s)) {
        solver = s->starting;
        s->state.past.h = 0;
    }
    s->stepped = solver;
    TRY(solver->ops->step(solver, &s->state, context));
    if (s->starting)
        s->state.past.h = substep_length(s);
    return status_ok();
}

double setup_length(const Setup *s)
{
    return integrator_length(s->model.integrator, s->stepped == s->solver, s->dt) / param_of_role(&s->params, PARAM_ROLE_SUBSTEPS, 1);
}

LoadsOf setup_loads(const Setup *s)
{
    return (LoadsOf){.model = &s->model, .state = &s->state, .solver = s->stepped, .contacts = s->contacts, .h = setup_length(s)};
}
