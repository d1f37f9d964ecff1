// A solver of a shared library: its set-up, its substeps between weft's prediction and velocity update, and its reports.
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"
#include "plugin/private/library_model.h"
#include "step/motion.h"
#include "step/team.h"

enum { RESIDUAL_BYTES = 79 };

typedef struct LibrarySolver {
    Solver         base; // first
    const Plugin  *plugin;
    LibraryModel   model;
    LibrarySetup   setup;
    Motion         motion;
    void          *theirs; // NULL before create
    bool           made;
    int            threads;                    // of weft's own part of a step; 1 for a solver in another process, which uses the cores
    int64_t        called, own_ns, charged_ns; // for such a solver: clock when its call began, WeftSetup.own_ns, the charged part
    int32_t        pin_count;
    int32_t       *pins;         // [pin_count]
    real4         *pin_position; // [pin_count] their positions in this substep
    double *const *lambda;       // of the last iterate; NULL: none yet
    double        *exact[CONSTRAINT_KINDS];
    StepContext   *context; // of the running step
    const char    *misuse;  // of a function of WeftHost or of own_ns, as a message; NULL: none
    int32_t        shown;   // iterates from number 0 on in this substep
} LibrarySolver;

// ---- reports of the solver ----

static LibrarySolver *solver_of(const WeftStep *step)
{
    return (LibrarySolver *)step->private_to_weft;
}

// Call before each call of a solver in another process: its own time is counted from here.
static void begin_own_time(LibrarySolver *s)
{
    if (s->plugin->origin.program)
        s->called = clock_ns();
    s->own_ns = s->charged_ns = 0;
}

// Charges the own time of such a solver since the last call, in place of the wall time of the running phase. phases NULL: off.
static void take_own_time(LibrarySolver *s, PhaseClock *phases)
{
    if (!s->plugin->origin.program)
        return;
    if (s->own_ns < s->charged_ns || s->own_ns > clock_ns() - s->called)
        s->misuse = "reports an own_ns that decreased, or that exceeds the wall time of its call";
    else if (phases && phases->current != PHASE_NONE)
        phases->ns[phases->current] += s->own_ns - s->charged_ns;
    s->charged_ns = s->own_ns;
    phase_clock_forget(phases);
}

static const Phase PHASES[WEFT_PHASES] = {[WEFT_PHASE_LOCAL] = PHASE_LOCAL,
                                          [WEFT_PHASE_RHS] = PHASE_RHS,
                                          [WEFT_PHASE_SOLVE] = PHASE_SOLVE,
                                          [WEFT_PHASE_PROJECT] = PHASE_PROJECT,
                                          [WEFT_PHASE_FACTOR] = PHASE_REFACTOR};

void library_phase(WeftStep *step, int32_t phase)
{
    LibrarySolver *s = solver_of(step);
    take_own_time(s, s->context ? s->context->phases : NULL);
    if (phase < 0 || phase >= WEFT_PHASES)
        s->misuse = "entered a phase that is not in weft_solver.h";
    else if (s->context && s->context->phases)
        phase_clock_enter(s->context->phases, PHASES[phase]);
}

void library_count(WeftStep *step, int32_t count, int64_t n)
{
    LibrarySolver *s = solver_of(step);
    StepContext   *context = s->context;
    if (count < 0 || count >= WEFT_COUNTS || n < 0 || n > INT32_MAX)
        s->misuse = "reported an unknown count, or a count below 0 or above 2147483647";
    if (!context || s->misuse)
        return;
    Cost    *cost = &context->cost;
    int64_t *of[WEFT_COUNTS] = {[WEFT_COUNT_GRADIENTS] = &cost->gradients,
                                [WEFT_COUNT_OBJECTIVES] = &cost->objectives,
                                [WEFT_COUNT_HESSIANS] = &cost->hessians,
                                [WEFT_COUNT_PROJECTIONS] = &cost->projections,
                                [WEFT_COUNT_LOCAL_STEPS] = &cost->local_steps,
                                [WEFT_COUNT_SOLVES] = &cost->solves,
                                [WEFT_COUNT_FACTORISATIONS] = &cost->factorisations,
                                [WEFT_COUNT_INNER_ITERATIONS] = &cost->inner_iterations};
    *of[count] += n;
}

static double *const *take_lambda(LibrarySolver *s, double *const *lambda)
{
    if (!lambda)
        return NULL;
    for (int k = 0; k < s->model.view.set_count; k++) {
        s->exact[s->model.kind[k]] = lambda[k];
        if (!lambda[k])
            s->misuse = "reported multipliers of some sets only; report all or none";
    }
    s->lambda = s->exact;
    return s->lambda;
}

// The time of an iterate: weft's clock, or for a solver in another process its own time.
static int64_t clock_of(const LibrarySolver *s)
{
    return s->plugin->origin.program ? s->called - s->context->uncharged_ns + s->own_ns : clock_ns();
}

// One thread calls this, the others wait or do not exist. The observer needs all threads of a team, so it gets one of its own. In a team of
// the plugin it has one thread.
void library_iterate(WeftStep *step, const WeftIterate *iterate)
{
    LibrarySolver *s = solver_of(step);
    StepContext   *context = s->context;
    const bool     single = iterate->single != 0;
    take_own_time(s, context ? context->phases : NULL);
    if (!iterate->position)
        s->misuse = "reported an iterate without positions";
    if ((uintptr_t)iterate->position % (single ? 16 : 32) != 0)
        s->misuse = "reported positions that are not aligned to their size";
    if (single && sizeof(real) == sizeof(double))
        s->misuse = "reported positions of single precision in a case of double precision";
    if (iterate->iteration < 0 ? iterate->iteration != -1 || s->shown != 0 : iterate->iteration != s->shown++)
        s->misuse = "reported an iterate with the wrong number; number them -1, 0, 1, ... in each step";
    double *const *lambda = take_lambda(s, iterate->lambda);
    if (!context || s->misuse)
        return;
    if (iterate->iteration >= 0) {
        if (context->iteration_ns && context->iteration_count < context->iteration_max)
            context->iteration_ns[context->iteration_count] = clock_of(s);
        context->iteration_count++;
    }
    const Iterate shown = {.substep = step->substep,
                           .iteration = iterate->iteration,
                           .position = single ? (const real4 *)iterate->position : NULL,
                           .exact = single ? NULL : (const double4 *)iterate->position,
                           .exact_lambda = lambda};
    if (context->observer)
        team_observe_alone(context->observer, NULL, &shown);
}

// ---- set-up ----

static Status failed(const Plugin *plugin, int32_t code, WeftFailure *failure)
{
    static const StatusCode CODES[] = {[WEFT_UNSUPPORTED] = STATUS_UNSUPPORTED,
                                       [WEFT_DIVERGED] = STATUS_NUMERIC,
                                       [WEFT_NO_MEMORY] = STATUS_MEMORY,
                                       [WEFT_FAILED] = STATUS_ENVIRONMENT};
    failure->text[sizeof failure->text - 1] = '\0';
    text_make_printable(failure->text);
    if (code < 0 || code > WEFT_FAILED)
        return status_make(STATUS_ENVIRONMENT, "solver %s of %s returned %d, which is not a result of weft_solver.h", plugin->name,
                           plugin->origin.path, (int)code);
    return status_make(CODES[code], "solver %s: %s", plugin->name, *failure->text ? failure->text : "failed without a message");
}

static Status misused(const LibrarySolver *s)
{
    return status_make(STATUS_ENVIRONMENT, "solver %s of %s %s", s->plugin->name, s->plugin->origin.path, s->misuse);
}

static Status list_pins(const Model *model, Arena *arena, LibrarySolver *s)
{
    for (int32_t i = 0; i < model->particle_count; i++)
        s->pin_count += !(model->inverse_mass[i] > 0);
    TRY(ARENA_NEW(arena, s->pin_count, &s->pins));
    for (int32_t i = 0, k = 0; i < model->particle_count; i++)
        if (!(model->inverse_mass[i] > 0))
            s->pins[k++] = i;
    return ARENA_NEW(arena, s->pin_count, &s->pin_position);
}

static Status make_setup(const SolverSetup *setup, int32_t substeps, LibrarySolver *s)
{
    double *params;
    TRY(ARENA_NEW(setup->arena, PLUGIN_PARAMS_MAX, &params));
    for (int i = 0; s->plugin->params[i].name; i++)
        params[i] = setup->params->values[param_index(setup->params, s->plugin->params[i].name)];
    s->setup = (LibrarySetup){.arena = setup->arena,
                              .view = {.size = sizeof(WeftSetup),
                                       .threads = setup->threads,
                                       .single = sizeof(real) == sizeof(float),
                                       .host = &LIBRARY_HOST,
                                       .model = &s->model.view,
                                       .params = params,
                                       .h = setup->dt / substeps,
                                       .substeps = substeps,
                                       .own_ns = &s->own_ns}};
    return status_ok();
}

Status library_create(const SolverSetup *setup, Solver **out)
{
    const Plugin  *plugin = (const Plugin *)setup->ops;
    const int32_t  substeps = (int32_t)param_of_role(setup->params, PARAM_ROLE_SUBSTEPS, 1);
    WeftFailure    failure = {""};
    LibrarySolver *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.ops = &plugin->ops;
    s->plugin = plugin;
    *out = &s->base;
    TRY(library_refuse(setup, plugin));
    TRY(motion_init(&s->motion, setup, substeps));
    TRY(library_model_init(setup, setup->dt / substeps, &s->model));
    TRY(list_pins(setup->model, setup->arena, s));
    TRY(make_setup(setup, substeps, s));
    s->threads = plugin->origin.program ? 1 : setup->threads;
    phase_clock_enter(setup->phases, PHASE_ASSEMBLE); // weft's own part is charged in any case
    begin_own_time(s);
    const int32_t code = plugin->table->create(&s->setup.view, &s->theirs, &failure);
    s->made = code == WEFT_OK;
    s->setup.arena = NULL;
    if (!s->made)
        return failed(plugin, code, &failure);
    take_own_time(s, setup->phases);
    return s->misuse ? misused(s) : status_ok();
}

void library_destroy(Solver *solver)
{
    LibrarySolver *s = (LibrarySolver *)solver;
    if (s && s->made && s->plugin->table->destroy)
        s->plugin->table->destroy(s->theirs);
}

double library_multiplier(const Solver *solver, int kind, int32_t i, int component)
{
    const LibrarySolver *s = (const LibrarySolver *)solver;
    return s->lambda ? s->lambda[kind][i * s->model.model->sets[kind].ops->components + component] : NAN;
}

// ---- a step ----

static void predict(LibrarySolver *s, State *state, int32_t substep)
{
#pragma omp parallel num_threads(s->threads)
    {
        if (substep == 0)
            motion_update_loads(&s->motion, state);
        motion_predict(&s->motion, state, substep);
    }
    for (int32_t k = 0; k < s->pin_count; k++)
        s->pin_position[k] = state->position[s->pins[k]];
}

// Checks the data that a solver must not change: a wrong inverse mass would affect every later step.
static Status check_left(const LibrarySolver *s, const State *state)
{
    const Model *model = s->model.model;
    for (int32_t i = 0; i < state->particle_count; i++)
        if (state->position[i].w != (real)model->inverse_mass[i])
            return status_make(STATUS_ENVIRONMENT,
                               "solver %s of %s changed the inverse mass of particle %d, the fourth number of its position",
                               s->plugin->name, s->plugin->origin.path, (int)model->user_of[i]);
    for (int32_t k = 0; k < s->pin_count; k++) {
        const real4 is = state->position[s->pins[k]], was = s->pin_position[k];
        if (!(is.x == was.x && is.y == was.y && is.z == was.z))
            return status_make(STATUS_ENVIRONMENT, "solver %s of %s moved particle %d, which is a pin", s->plugin->name,
                               s->plugin->origin.path, (int)model->user_of[s->pins[k]]);
    }
    return status_ok();
}

// A residual may be NaN at the start of a step: unknown.
static bool is_residual(const WeftStep *step)
{
    const double from = step->residual_begin, to = step->residual_end;
    return plugin_is_line(step->residual, RESIDUAL_BYTES) && (isnan(from) || (isfinite(from) && from >= 0)) && isfinite(to) && to >= 0;
}

static Status take_end(LibrarySolver *s, const WeftStep *step)
{
    static const StepEnd ENDS[] = {[WEFT_END_DONE] = STEP_DONE,
                                   [WEFT_END_CONVERGED] = STEP_CONVERGED,
                                   [WEFT_END_AT_ROUND_OFF] = STEP_AT_ROUND_OFF,
                                   [WEFT_END_UNCONVERGED] = STEP_UNCONVERGED};
    StepContext         *context = s->context;
    if (step->residual && !is_residual(step))
        s->misuse = "ended its step with a residual that is negative, infinite, or NaN at its end, or whose name is not one line of at "
                    "most 79 bytes";
    if (!s->misuse && (step->ended < WEFT_END_DONE || step->ended > WEFT_END_UNCONVERGED))
        s->misuse = "ended its step with an unknown value of `ended`; see weft_solver.h";
    if (s->misuse)
        return misused(s);
    if (!context || (step->substep > 0 && ENDS[step->ended] < context->end))
        return status_ok();
    context->end = ENDS[step->ended];
    context->residual = step->residual;
    context->residual_begin = step->residual_begin;
    context->residual_end = step->residual_end;
    return status_ok();
}

static Status substep(LibrarySolver *s, State *state, int32_t number)
{
    team_phase(s->context, PHASE_PREDICT);
    predict(s, state, number);
    const Start start = motion_start(&s->motion, state, number);
    WeftFailure failure = {""};
    WeftStep    step = {.size = sizeof step,
                        .substep = number,
                        .position = state->position,
                        .previous = s->motion.previous,
                        .begin = start.begin,
                        .end = start.end,
                        .watched = s->context && s->context->observer,
                        .private_to_weft = s};
    bool        rounds_well = true;
    s->shown = 0;
    team_begin(s->context, &start);
    if (s->plugin->origin.program)
        team_phase(s->context, PHASE_SOLVE);
    begin_own_time(s);
    const int32_t code = s->plugin->table->step(s->theirs, &step, &failure);
    if (code != WEFT_OK)
        return failed(s->plugin, code, &failure);
    take_own_time(s, s->context ? s->context->phases : NULL);
    if (s->context && s->plugin->origin.program)
        s->context->uncharged_ns += clock_ns() - s->called - s->own_ns;
    TRY(check_left(s, state));
    TRY(take_end(s, &step));
    team_phase(s->context, PHASE_VELOCITY);
#pragma omp parallel num_threads(s->threads) reduction(&& : rounds_well)
    {
        rounds_well = library_rounds_well();
        motion_update(&s->motion, state);
    }
    return rounds_well
               ? status_ok()
               : status_make(STATUS_ENVIRONMENT, "solver %s of %s changed the rounding mode of the process; restore it before you return",
                             s->plugin->name, s->plugin->origin.path);
}

Status library_step(Solver *solver, State *state, StepContext *context)
{
    LibrarySolver *s = (LibrarySolver *)solver;
    s->context = context;
    s->misuse = NULL;
    s->lambda = NULL;
    for (int32_t number = 0; number < s->setup.view.substeps; number++)
        TRY(substep(s, state, number));
    team_phase(context, PHASE_NONE);
    return status_ok();
}
