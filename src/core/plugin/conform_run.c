#include "plugin/private/conform_run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "plugin/private/conform_watch.h"

enum { STEPS_AGAIN = GNU_SANITIZED ? 1 : 2 };
static const double STEP_S = 1.0 / 60;

static Status fault(ConformRun *run, ConformCheck check, const char *format, ...) GNU_PRINTF(3, 4);

static Status fault(ConformRun *run, ConformCheck check, const char *format, ...)
{
    char    text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    run->failed = check;
    return status_make(STATUS_NUMERIC, "%s", text);
}

// ---- a scene with a solver ----

typedef struct Bench {
    ModelBuilder *builder;
    Arena         arena;
    Model         model;
    State         state;
    Schedule      schedule;
    Solver       *solver;
    ParamSet      params;
} Bench;

static Status read_settings(const ConformRun *run, ParamSet *out)
{
    char text[512], *save = NULL;
    *out = (ParamSet){0};
    param_set_add(out, run->ops->params);
    if (run->linsys)
        param_set_add(out, run->linsys->params);
    snprintf(text, sizeof text, "%s", run->settings);
    for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        if (strcmp(word, "linsys") != 0)
            TRY(param_set_text(out, word, value));
    }
    return status_ok();
}

static Status open_scene(const ConformRun *run, int threads, Bench *b)
{
    TRY(read_settings(run, &b->params));
    if (!b->builder)
        return status_make(STATUS_MEMORY, "out of memory for a scene");
    TRY(conform_scene(run->scene, b->builder));
    TRY(model_build(b->builder, PARTICLE_ORDER_MORTON, &b->arena, &b->model));
    b->model.memory = solver_memory(run->ops, &b->model, &b->params);
    TRY(state_init(b->builder, &b->model, &b->arena, &b->state));
    TRY(schedule_init(&b->model, run->ops->schedule(&b->params), threads, &b->arena, &b->schedule));
    return schedule_check(&b->model, &b->schedule);
}

// Call bench_close also after a failure.
static Status bench_open(const ConformRun *run, int threads, Bench *b)
{
    *b = (Bench){.builder = model_builder_create(), .arena = arena_init(0)};
    TRY(open_scene(run, threads, b));
    const SolverSetup setup = {.ops = run->ops,
                               .model = &b->model,
                               .schedule = &b->schedule,
                               .params = &b->params,
                               .linsys = run->linsys,
                               .positions = b->state.position,
                               .dt = STEP_S,
                               .threads = threads,
                               .arena = &b->arena};
    return run->ops->create(&setup, &b->solver);
}

static void bench_close(Bench *b)
{
    if (b->solver)
        b->solver->ops->destroy(b->solver);
    arena_destroy(&b->arena);
    model_builder_destroy(b->builder);
}

// All benches of a run have the same scene and settings, and one was created before; a failure is therefore a fault of the solver.
static Status need_bench(ConformRun *run, int threads, Bench *b)
{
    const Status status = bench_open(run, threads, b);
    return status.code == STATUS_OK ? status : fault(run, CONFORM_CREATE, "create succeeded at first and now fails: %s", status.text);
}

static Status one_step(ConformRun *run, Bench *b, int step, StepContext *context)
{
    const Status status = b->solver->ops->step(b->solver, &b->state, context);
    if (status.code != STATUS_OK)
        return fault(run, CONFORM_STEP, "step %d: %s", step, status.text);
    b->state.step++;
    return state_is_finite(&b->state) ? status : fault(run, CONFORM_FINITE, "positions or velocities are not finite after step %d", step);
}

static Status steps(ConformRun *run, Bench *b, int count, StepContext *context)
{
    for (int i = 0; i < count; i++)
        TRY(one_step(run, b, i, context));
    return status_ok();
}

// ---- the result of one step ----

static Status check_multipliers(ConformRun *run, const Bench *b)
{
    const SolverOps *ops = b->solver->ops;
    for (int kind = 0; kind < CONSTRAINT_KINDS && ops->multiplier; kind++)
        for (int32_t i = 0; i < b->model.sets[kind].count; i++)
            for (int c = 0; c < b->model.sets[kind].ops->components; c++)
                if (!isfinite(ops->multiplier(b->solver, kind, i, c)))
                    return fault(run, CONFORM_FINITE, "the multiplier of %s %d is not finite after a step, or was never reported",
                                 b->model.sets[kind].ops->name, (int)i);
    return status_ok();
}

// Whether positions are equal bit by bit, except for the sign of zero.
static bool is_same(real4 a, real4 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

static Status check_pins(ConformRun *run, const Bench *b, const State *start)
{
    for (int32_t i = 0; i < CONFORM_PARTICLES; i++) {
        const bool pin = !(b->model.inverse_mass[i] > 0);
        if (pin && !(is_same(b->state.position[i], start->position[i]) && double4_norm(double4_from(b->state.velocity[i])) == 0))
            return fault(run, CONFORM_STEP, "the solver moved particle %d, which is a pin", (int)b->model.user_of[i]);
        if ((double)b->state.position[i].w != (double)(real)b->model.inverse_mass[i])
            return fault(run, CONFORM_STEP, "the solver changed the inverse mass of particle %d", (int)b->model.user_of[i]);
    }
    return status_ok();
}

// Whether the objective may rise. Multipliers from a linear system act along the gradients of the iteration that computed them. For parts
// in balance, whose forces are far larger than their sum, this may raise the objective. Multipliers that are reset in every iteration are
// those of other, stiffer constraints.
static bool may_rise(const ConformRun *run)
{
    const SolverOps    *ops = run->ops;
    const ConformScene *scene = run->scene;
    bool                balanced = false;
    for (int kind = 0; kind < CONSTRAINT_KINDS && !conform_is_mixed(scene); kind++)
        balanced = balanced || (conform_has(scene, kind) && constraint_ops(kind)->balanced);
    return strstr(run->settings, "multiplier=reset") || (balanced && ops->aim == AIM_MULTIPLIERS && ops->uses_linsys);
}

static void add_cost(Cost *sum, const Cost *cost)
{
#define COST(name, label, what) sum->name += cost->name;
#include "record/cost_list.h"
}

// The counts of a step are not negative, and not all zero.
static Status check_cost(ConformRun *run, const Cost *cost)
{
    int64_t sum = 0;
    bool    negative = false;
#define COST(name, label, what) \
    negative = negative || cost->name < 0; \
    sum += cost->name;
#include "record/cost_list.h"
    return sum > 0 && !negative ? status_ok() : fault(run, CONFORM_COST, "a count of a step is negative, or all counts are 0");
}

// Compares counts of the same steps, observed differently or computed by another team.
static Status check_same_cost(ConformRun *run, const Cost *a, const Cost *b, const char *what)
{
#define COST(name, label, what_it_is) \
    if (a->name != b->name) \
        return fault(run, CONFORM_COST, "the count of " #name " is %lld, and %lld %s", (long long)a->name, (long long)b->name, what);
#include "record/cost_list.h"
    return status_ok();
}

static Status check_end(ConformRun *run, const StepContext *context)
{
    const double from = context->residual_begin, to = context->residual_end;
    if (context->end != STEP_DONE && !context->residual)
        return fault(run, CONFORM_END, "a step ends as %s without a name for its residual", STEP_END_NAMES[context->end]);
    // from NaN: the residual at the start is unknown
    if (context->residual && !((isnan(from) || (isfinite(from) && from >= 0)) && isfinite(to) && to >= 0))
        return fault(run, CONFORM_END, "the residual `%.60s` goes from %g to %g", context->residual, from, to);
    return status_ok();
}

// The last iterate equals the end of the step, up to rounding of positions.
static Status check_last(ConformRun *run, const Bench *b, const ConformWatch *watch)
{
    for (int32_t i = 0; i < CONFORM_PARTICLES; i++) {
        const double4 x = double4_from(b->state.position[i]), d = double4_sub(x, watch->x[i]);
        if (watch->iteration >= 0 && !(double4_norm(d) <= 8 * (double)REAL_EPSILON * (1 + double4_norm(x))))
            return fault(run, CONFORM_ITERATES, "a step ends %.3g m from its last iterate", double4_norm(d));
    }
    return status_ok();
}

static Status check_shown(ConformRun *run, const StepContext *context, const ConformWatch *watch)
{
    return context->iteration_count == watch->iterates ? status_ok()
                                                       : fault(run, CONFORM_COUNTS, "the solver counted %d iterations and reported %d",
                                                               (int)context->iteration_count, (int)watch->iterates);
}

// ---- ways to step ----

// Constraint errors decrease over all steps, but not in every step, since the scene cannot satisfy all constraints; errors of several kinds
// are not comparable. Φ decreases in most steps of a solver that ignores the residual of the momentum equation, and in all if the
// constraints are of one kind.
static Status check_descent(ConformRun *run, const ConformWatch *watch)
{
    const SolverAim aim = run->ops->aim;
    const bool      rigid = aim == AIM_ERRORS, mixed = conform_is_mixed(run->scene), always = aim == AIM_OBJECTIVE || !mixed;
    if (!rigid && !may_rise(run) && watch->worse > (always ? 0 : watch->rounds / 4))
        return fault(run, CONFORM_AIM, "the objective did not decrease in %d of %d (sub)steps", watch->worse, watch->rounds);
    if (rigid && !mixed && !(watch->rms_sum[1] < 0.95 * watch->rms_sum[0]))
        return fault(run, CONFORM_AIM, "steps leave %.3g of the initial constraint error (must be below 0.95)",
                     watch->rms_sum[1] / watch->rms_sum[0]);
    return status_ok();
}

static Status watched_step(ConformRun *run, Bench *b, ConformWatch *watch, int step, Cost *cost)
{
    StepContext context = {.observer = &watch->base};
    const int   counted = param_index_of(&b->params, PARAM_ROLE_ITERATIONS);
    conform_watch_begin(watch);
    TRY(one_step(run, b, step, &context));
    // Without a criterion: the number in the settings.
    conform_watch_end(watch, counted >= 0 && context.end == STEP_DONE && !context.residual ? (int32_t)b->params.values[counted] : -1);
    if (watch->fault[0])
        return fault(run, watch->check, "step %d, %s", step, watch->fault);
    TRY(check_shown(run, &context, watch));
    TRY(check_multipliers(run, b));
    TRY(check_last(run, b, watch));
    TRY(check_end(run, &context));
    TRY(check_cost(run, &context.cost));
    add_cost(cost, &context.cost);
    return status_ok();
}

// Steps with an observer, which checks every iterate; returns the hash of the final state.
static Status watched(ConformRun *run, int threads, bool descends, char hash[HASH_TEXT], Cost *cost)
{
    GNU_CLEANUP(bench_close) Bench b = {0};
    ConformWatch                  *watch;
    State                          start;
    *cost = (Cost){0};
    TRY(need_bench(run, threads, &b));
    TRY(ARENA_NEW(&b.arena, 1, &watch));
    conform_watch_init(&b.model, STEP_S, (int32_t)param_of_role(&b.params, PARAM_ROLE_SUBSTEPS, 1), watch);
    TRY(state_alloc(&b.model, &b.arena, &start));
    state_copy(&b.model, &start, &b.state);
    for (int step = 0; step < CONFORM_STEPS; step++)
        TRY(watched_step(run, &b, watch, step, cost));
    if (descends)
        TRY(check_descent(run, watch));
    TRY(check_pins(run, &b, &start));
    return state_hash(&b.model, &b.state, hash);
}

static Status plain(ConformRun *run, int threads, char hash[HASH_TEXT], Cost *cost)
{
    GNU_CLEANUP(bench_close) Bench b = {0};
    StepContext                    context = {0};
    TRY(need_bench(run, threads, &b));
    TRY(steps(run, &b, 1, &context)); // the team starts, and libraries allocate their lasting memory
    const int64_t before = run->allocations ? run->allocations() : 0;
    TRY(steps(run, &b, CONFORM_STEPS - 1, &context));
    if (!run->ops->uses_linsys && run->allocations)
        run->allocated += run->allocations() - before;
    *cost = context.cost;
    return state_hash(&b.model, &b.state, hash);
}

// A step depends only on the State: from the same State, the same solver and a new solver end in the same bits.
static Status again(ConformRun *run)
{
    GNU_CLEANUP(bench_close) Bench b = {0}, fresh = {0};
    State                          middle;
    char                           first[HASH_TEXT], second[HASH_TEXT], other[HASH_TEXT];
    TRY(need_bench(run, 1, &b));
    TRY(need_bench(run, 1, &fresh));
    TRY(state_alloc(&b.model, &b.arena, &middle));
    TRY(steps(run, &b, STEPS_AGAIN, NULL));
    state_copy(&b.model, &middle, &b.state);
    state_copy(&b.model, &fresh.state, &b.state);
    TRY(steps(run, &b, STEPS_AGAIN, NULL));
    TRY(state_hash(&b.model, &b.state, first));
    state_copy(&b.model, &b.state, &middle);
    TRY(steps(run, &b, STEPS_AGAIN, NULL));
    TRY(state_hash(&b.model, &b.state, second));
    TRY(steps(run, &fresh, STEPS_AGAIN, NULL));
    TRY(state_hash(&fresh.model, &fresh.state, other));
    if (strcmp(first, second) != 0)
        return fault(run, CONFORM_MEMORY, "a second step from the same state ends in different bits");
    // A system that chooses by timing chooses for each solver of these runs separately; in one case, it would choose once.
    if (strcmp(first, other) != 0 && !(run->linsys && run->linsys->chooses))
        return fault(run, CONFORM_MEMORY, "a step of a new solver from the same state ends in different bits");
    return status_ok();
}

// ---- momentum ----

// Limit of the sum of the impulses between particles in a step, over the sum of their lengths. Forces are equal and opposite, but a method
// that fits a body by its centre in the previous iteration, as projective dynamics does, leaves 1e-6. The impulses of single particles have
// the rounding of positions; a sum within MOMENTUM_ROUNDINGS of it passes, too.
static const double MOMENTUM_SHARE = 1e-5, MOMENTUM_ROUNDINGS = 32;

// kg m/s: the sum of the impulses on particles in a step without gravity, the sum of their lengths, and the rounding of their positions.
typedef struct Gains {
    double4 sum;
    double  lengths, rounding;
} Gains;

static Gains gains_of(const Bench *b, const State *before)
{
    Gains         out = {{0}, 0, 0};
    const double *g = b->model.gravity;
    for (int32_t i = 0; i < CONFORM_PARTICLES; i++) {
        const double  mass = b->model.mass[i];
        const double4 dv = double4_sub(double4_from(b->state.velocity[i]), double4_from(before->velocity[i]));
        const double4 gained = {mass * (dv.x - STEP_S * g[0]), mass * (dv.y - STEP_S * g[1]), mass * (dv.z - STEP_S * g[2]), 0};
        double4_add_to(&out.sum, 1, gained);
        out.lengths += double4_norm(gained);
        out.rounding += (double)REAL_EPSILON * mass * double4_norm(double4_from(b->state.position[i])) / STEP_S;
    }
    return out;
}

// A scene without pins and forces, of kinds that attach no particle to a point.
static Status free_body(ConformRun *run)
{
    GNU_CLEANUP(bench_close) Bench b = {0};
    State                          before;
    TRY(need_bench(run, 1, &b));
    TRY(state_alloc(&b.model, &b.arena, &before));
    for (int step = 0; step < CONFORM_STEPS; step++) {
        state_copy(&b.model, &before, &b.state);
        TRY(one_step(run, &b, step, NULL));
        const Gains  gains = gains_of(&b, &before);
        const double drift = double4_norm(gains.sum);
        if (drift <= MOMENTUM_SHARE * gains.lengths + MOMENTUM_ROUNDINGS * gains.rounding)
            continue;
        run->drift = fmax(run->drift, drift / gains.lengths);
        if (!(run->ops->limits & LIMIT_MOMENTUM))
            return fault(run, CONFORM_MOMENTUM,
                         "step %d changes the momentum of a free body by %.3g kg m/s without a force (exchanged by its particles: %.3g)",
                         step, drift, gains.lengths);
    }
    return status_ok();
}

static Status momentum(ConformRun *run)
{
    ConformScene        scene = {.kinds = run->scene->kinds, .trait = &CONFORM_PLAIN, .free = true};
    const ConformScene *whole = run->scene;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (constraint_ops(kind)->element == ELEMENT_POINT)
            scene.kinds &= ~conform_scene_of(kind).kinds;
    if (!scene.kinds)
        return status_ok();
    run->scene = &scene;
    const Status status = free_body(run);
    run->scene = whole;
    return status;
}

// ---- all of it ----

static Status run_all(ConformRun *run, bool descends)
{
    char hashes[4][HASH_TEXT]; // observed and plain; then both on two threads
    Cost costs[4];
    TRY(watched(run, 1, descends, hashes[0], &costs[0]));
    TRY(plain(run, 1, hashes[1], &costs[1]));
    TRY(watched(run, 2, descends, hashes[2], &costs[2]));
    TRY(plain(run, 2, hashes[3], &costs[3]));
    TRY(again(run));
    if (run->linsys && run->linsys->chooses)
        return status_ok();
    if (strcmp(hashes[0], hashes[1]) != 0 || strcmp(hashes[2], hashes[3]) != 0)
        return fault(run, CONFORM_WATCHED, "%d steps end in different bits when observed", CONFORM_STEPS);
    TRY(check_same_cost(run, &costs[0], &costs[1], "without an observer"));
    TRY(check_same_cost(run, &costs[2], &costs[3], "without an observer, on two threads"));
    if (run->linsys && run->linsys->foreign)
        return status_ok();
    if (strcmp(hashes[1], hashes[3]) != 0)
        return fault(run, CONFORM_THREADS, "%d steps end in different bits on two threads", CONFORM_STEPS);
    return check_same_cost(run, &costs[1], &costs[3], "on two threads");
}

Status conform_run(ConformRun *run, ConformDepth depth)
{
    run->allocated = 0;
    run->drift = 0;
    TRY(run_all(run, depth >= CONFORM_DESCENT && !GNU_SANITIZED));
    return depth >= CONFORM_ALL ? momentum(run) : status_ok();
}

// ---- whether it takes a scene ----

// Whether a refusal names a kind or, for solvers of plugins, a setting, since some settings are refused for any kind.
static bool names_what(const ConformRun *run, const char *text)
{
    char copy[512], *save = NULL;
    bool named = run->linsys && strstr(text, run->linsys->name);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        named = named || (conform_has(run->scene, kind) && strstr(text, constraint_ops(kind)->name));
    snprintf(copy, sizeof copy, "%s", run->settings);
    for (char *word = strtok_r(copy, " =", &save); word && run->ops->origin; word = strtok_r(NULL, " =", &save))
        named = named || strstr(text, word);
    return named;
}

Status conform_takes(ConformRun *run, bool *taken, char *why, size_t size)
{
    Bench        b;
    const Status status = bench_open(run, 1, &b);
    bench_close(&b); // also closes a half-made solver
    *taken = status.code == STATUS_OK;
    snprintf(why, size, "%s", status.code == STATUS_OK ? "" : status.text);
    if (*taken)
        return status;
    if (status.code != STATUS_UNSUPPORTED)
        return fault(run, CONFORM_CREATE, "create ends with %s: %s", status_name(status.code), status.text);
    if (!names_what(run, status.text) || !strstr(status.text, run->ops->name))
        return fault(run, CONFORM_CREATE, "the refusal names neither the kind nor a setting, or not the solver: %s", status.text);
    return status_ok();
}
