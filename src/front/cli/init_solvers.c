#include "cli/private/init_solvers.h"

#include <math.h>
#include <stdio.h>

#include "case/case.h"
#include "solver/support.h"

// More iterations than ITERATIONS_MAX would make a first experiment slow.
enum { ITERATIONS_MAX = 1000 };

static const struct {
    const char *name;
    int         iterations; // 0: the solver ends a step itself
} SOLVERS[INIT_SOLVERS] = {{"xpbd", INIT_ITERATIONS}, {"vbd", INIT_ITERATIONS}, {"pd", INIT_ITERATIONS}, {"newton", 0}};

// The scene as the case steps it; everything is in the arena.
static Status build(const Case *c, ModelBuilder *builder, Arena *arena, Model *model, State *state)
{
    char      path[4096];
    SceneInfo info;
    TRY(scene_find(c->scene, path, sizeof path));
    TRY(scene_read(&(SceneSettings){.path = path}, builder, &info));
    TRY(model_build(builder, (ParticleOrder)param_choice(&c->params, "order"), arena, model));
    model->integrator = (Integrator)param_choice(&c->params, "integrator");
    return state_init(builder, model, arena, state);
}

static Status refuse(const Model *model, const SolverOps *solver)
{
    TRY(solver_refuse(model, solver, NULL));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (model->sets[kind].count > 0)
            TRY(solver_supports(solver, kind, 0));
    return solver_refuse_integrator(model, solver, model->surface != NULL);
}

// 297 → 300
static double round_up(double value)
{
    const double unit = pow(10, floor(log10(value)) - 1);
    return unit * ceil(value / unit);
}

// Takes the iterations that a condition names, unless they are too many. In both conditions the value is inversely proportional to them or
// the bound proportional to them.
static Status ask_conditions(const ConditionCase *c, InitSolver *out)
{
    static const ConditionKind KINDS[] = {CONDITION_sweeps, CONDITION_global_step};
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        bool      holds = true;
        Condition condition;
        TRY(condition_check(c, KINDS[k], &holds, &condition));
        const double wanted = holds ? 0 : round_up(c->iterations * condition.value / condition.bound);
        if (!(wanted <= ITERATIONS_MAX)) // also NaN, of an infinite value
            snprintf(out->why, sizeof out->why, "%s", condition.text);
        else if (wanted > out->iterations)
            out->iterations = (int)wanted;
    }
    return status_ok();
}

static Status ask(const Case *c, const Model *model, const State *state, Arena *arena, InitSolver *out)
{
    const Status status = refuse(model, c->solver);
    out->refuses = status.code == STATUS_UNSUPPORTED;
    if (out->refuses)
        snprintf(out->why, sizeof out->why, "%s", status.text);
    if (status.code != STATUS_OK || !out->iterations)
        return out->refuses ? status_ok() : status;
    ConditionCase of = {.model = model,
                        .state = state,
                        .solver = c->solver,
                        .params = &c->params,
                        .dt = integrator_length(model->integrator, true, param_real(&c->params, "dt")),
                        .dt_setting = param_real(&c->params, "dt"),
                        .contact = model->surface != NULL};
    TRY(condition_prepare(&of, arena));
    return ask_conditions(&of, out);
}

static Status look(const Case *c, InitSolver *out)
{
    Model         model;
    State         state;
    ModelBuilder *builder = model_builder_create();
    Arena         arena = arena_init(0);
    Status        status =
        builder ? build(c, builder, &arena, &model, &state) : status_make(STATUS_MEMORY, "out of memory while the scene was read");
    if (status.code == STATUS_OK)
        status = ask(c, &model, &state, &arena, out);
    arena_destroy(&arena);
    model_builder_destroy(builder);
    return status;
}

Status init_solvers(const char *scene, InitSolver out[INIT_SOLVERS])
{
    int refused = 0;
    for (int i = 0; i < INIT_SOLVERS; i++) {
        Case c;
        out[i] = (InitSolver){.name = SOLVERS[i].name, .iterations = SOLVERS[i].iterations};
        case_init(&c, solver_find(SOLVERS[i].name), NULL);
        TRY(case_set(&c, "scene", scene));
        char iterations[16];
        snprintf(iterations, sizeof iterations, "%d", SOLVERS[i].iterations);
        if (SOLVERS[i].iterations)
            TRY(case_set(&c, "iterations", iterations));
        TRY(case_resolve(&c));
        TRY(look(&c, &out[i]));
        refused += out[i].refuses;
    }
    return refused < INIT_SOLVERS ? status_ok() : status_make(STATUS_UNSUPPORTED, "init: %s", out[0].why);
}
