// One suite for every solver of the table, with every choice of its parameters and every linear system it can be given, on every kind of
// constraint: it refuses by name, or it steps, and then it lowers what it minimises, tells its observer the truth, leaves pins alone, keeps
// nothing from one step to the next, and gives the same bits watched and unwatched, on one thread and on two.
#include "combinations.h"

#include "worker/allocations.h"

// Particles: a prime, so that strides give no pair of constraints on the same ones, and more than two threads' grains.
enum { PARTICLES = 37, STEPS = 5, ITERATIONS = 8, WATCHED_MAX = 256 };
static const double H = 1.0 / 60;

// ---- scenes ----

// One constraint of the scene may be special.
typedef struct Trait {
    SolverTakes      bit; // 0: none is
    const char      *word;
    double           stiffness; // 0: as the others
    ConstraintTraits traits;
} Trait;

static const Trait PLAIN = {.traits = {.limit = INFINITY}};
static const Trait TRAITS[] = {
    {TAKES_HARD, "hard", .stiffness = INFINITY, .traits = {.limit = INFINITY}},
    {TAKES_DAMPED, "damped", .traits = {.limit = INFINITY, .damping = 0.3}},
    {TAKES_BREAKABLE, "breakable", .traits = {.limit = 1e-3}},
    {TAKES_INEQUALITIES, "inequalities", .traits = {.limit = INFINITY, .sense = SENSE_AT_LEAST}},
    {TAKES_INEQUALITIES, "inequalities", .traits = {.limit = INFINITY, .sense = SENSE_AT_MOST}},
};
enum { TRAIT_COUNT = sizeof TRAITS / sizeof *TRAITS };

typedef struct Scene {
    int          kind; // −1: all kinds together
    const Trait *trait;
} Scene;

// A constraint of a kind on particles first, first + stride, …; its rest values are those of the particles pushed about a little. False
// when the kind refuses them.
static bool add_constraint(Rig *rig, int kind, int first, int stride, double stiffness, Random *random)
{
    const ConstraintOps *ops = constraint_ops(kind);
    int32_t              vertices[CONSTRAINT_VERTICES_MAX];
    double4              x[CONSTRAINT_VERTICES_MAX];
    double               rest[CONSTRAINT_PARAMS_MAX];
    for (int j = 0; j < ops->vertices; j++) {
        vertices[j] = (first + stride * j) % PARTICLES;
        const double *p = model_builder_position(rig->builder, vertices[j]);
        x[j] = (double4){p[0] + 0.05 * rig_random(random), p[1] + 0.05 * rig_random(random), p[2] + 0.05 * rig_random(random), 0};
    }
    ops->measure(x, rest);
    if (ops->refuse(rest))
        return false;
    assert_ok(model_add_constraint(rig->builder, kind, vertices, rest, stiffness));
    return true;
}

static void add_kind(Rig *rig, int kind, const Trait *trait, Random *random)
{
    int added = 0;
    for (int stride = 1; stride <= (constraint_ops(kind)->vertices > 1 ? 2 : 1); stride++)
        for (int i = 0; i < PARTICLES; i++)
            if (stride != 1 || i != 0) // its place is the special one's
                added += add_constraint(rig, kind, i, stride, 20 + 100 * random_unit(random), random);
    assert_true(added > PARTICLES / 2);
    assert_true(add_constraint(rig, kind, 0, 1, trait->stiffness > 0 ? trait->stiffness : 40, random));
    assert_ok(model_set_traits(rig->builder, &trait->traits));
}

static void build_scene(Rig *rig, const Scene *scene)
{
    Random random = {101};
    rig_begin(rig);
    for (int i = 0; i < PARTICLES; i++) {
        const int    layer = i / 16;
        const double x[3] = {0.5 * (i % 4) + 0.1 * rig_random(&random), 0.5 * (i / 4 % 4) + 0.1 * rig_random(&random),
                             0.5 * layer + 0.1 * rig_random(&random)};
        const double v[3] = {rig_random(&random), rig_random(&random), rig_random(&random)};
        assert_ok(model_add_particle(rig->builder, x, v, 0.02 + 0.1 * random_unit(&random)));
    }
    assert_ok(model_pin(rig->builder, 3));
    assert_ok(model_pin(rig->builder, 8));
    assert_ok(model_add_force(rig->builder, 5, (double[3]){0.1, 0.05, -0.2}));
    model_set_gravity(rig->builder, (double[3]){0.5, -9.81, 0});
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (scene->kind < 0 || scene->kind == kind)
            add_kind(rig, kind, scene->trait, &random);
}

// ---- the observer: it checks what it is told. It is called inside a team, so it notes the first fault instead of failing there ----

typedef struct Watch {
    Observer     base;
    const Model *model;
    int32_t      substeps, iterations; // of each step; iterations −1: until a criterion
    int32_t      substep, iteration;   // of the last call
    int32_t      iterates;             // with iteration ≥ 0 in this step
    double       h, phi[2], rms[2];    // at the start of the substep and now
    double       rms_sum[2];           // over all substeps: at their starts and ends
    int          worse, rounds;        // (sub)steps whose Φ ends no lower than it starts, and all
    double4      y[PARTICLES], x[PARTICLES];
    char         fault[160];
} Watch;

#define WATCH(watch, condition) \
    do { \
        if (!(condition) && !(watch)->fault[0]) \
            snprintf((watch)->fault, sizeof(watch)->fault, "observer, substep %d iteration %d: not %s", (watch)->substep, \
                     (watch)->iteration, #condition); \
    } while (0)

static void watch_measure(const Watch *w, double *phi, double *rms)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < PARTICLES; i++)
        if (w->model->inverse_mass[i] > 0) {
            const double4 d = double4_sub(w->x[i], w->y[i]);
            sum += 0.5 * w->model->mass[i] * double4_dot(d, d);
        }
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < w->model->sets[kind].count; i++) {
            double value;
            w->model->sets[kind].ops->evaluate(&w->model->sets[kind], i, i + 1, w->x, &value, NULL);
            squares += value * value;
        }
    *phi = sum + w->h * w->h * model_energy(w->model, w->x, NULL);
    *rms = sqrt(squares / w->model->constraint_count);
}

// Closes the books of a substep.
static void watch_round(Watch *w)
{
    if (w->substep < 0)
        return;
    WATCH(w, w->iteration >= 0 || w->iterations < 0);
    WATCH(w, w->iterations < 0 || w->iteration == w->iterations - 1);
    w->rounds++;
    w->worse += !(w->phi[1] < w->phi[0]);
    w->rms_sum[0] += w->rms[0];
    w->rms_sum[1] += w->rms[1];
}

static void watch_begin(Observer *observer, const Start *start)
{
    Watch *w = (Watch *)observer;
    watch_round(w);
    WATCH(w, start->substep == w->substep + 1 && start->substep < w->substeps);
    WATCH(w, fabs(start->h * w->substeps - H) < 1e-15);
    w->substep = start->substep;
    w->iteration = -2;
    w->h = start->h;
    for (int i = 0; i < PARTICLES; i++) {
        const double4 x = double4_from(start->position[i]), v = double4_from(start->velocity[i]), f = model_force(w->model, i);
        const double  h = w->h, mass = w->model->inverse_mass[i], *g = w->model->gravity;
        WATCH(w, x.w == (double)(real)mass);
        w->y[i] = x;
        if (start->prediction)
            w->y[i] = double4_from(start->prediction[i]);
        else if (mass > 0)
            w->y[i] = (double4){x.x + h * (v.x + h * (g[0] + mass * f.x)), x.y + h * (v.y + h * (g[1] + mass * f.y)),
                                x.z + h * (v.z + h * (g[2] + mass * f.z)), 0};
    }
}

static void watch_iterate(Observer *observer, const Iterate *iterate)
{
    Watch *w = (Watch *)observer;
    w->iteration++;
    WATCH(w, iterate->substep == w->substep);
    WATCH(w, iterate->iteration == w->iteration);
    WATCH(w, (iterate->exact == NULL) != (iterate->position == NULL));
    WATCH(w, !iterate->lambda || !iterate->exact_lambda);
    for (int i = 0; i < PARTICLES; i++)
        w->x[i] = iterate->exact ? iterate->exact[i] : double4_from(iterate->position[i]);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < w->model->sets[kind].count; i++) {
            WATCH(w, !iterate->lambda || isfinite(iterate->lambda[kind][i]));
            WATCH(w, !iterate->exact_lambda || isfinite(iterate->exact_lambda[kind][i]));
        }
    watch_measure(w, &w->phi[1], &w->rms[1]);
    if (iterate->iteration < 0) {
        w->phi[0] = w->phi[1];
        w->rms[0] = w->rms[1];
    } else {
        w->iterates++;
    }
}

// ---- one run ----

typedef struct Run {
    const SolverOps *ops;
    const char      *settings;
    const Scene     *scene;
} Run;

static const char *kind_name(const Scene *scene)
{
    return scene->kind < 0 ? "all kinds" : constraint_ops(scene->kind)->name;
}

#define RUN_FAIL(run, ...) \
    do { \
        char reason_[1024]; \
        snprintf(reason_, sizeof reason_, __VA_ARGS__); \
        fail_msg("%s [%s] on %s%s%s: %s", (run)->ops->name, (run)->settings, kind_name((run)->scene), \
                 (run)->scene->trait->bit ? ", one " : "", (run)->scene->trait->bit ? (run)->scene->trait->word : "", reason_); \
    } while (0)

#define RUN_CHECK(run, condition) \
    do { \
        if (!(condition)) \
            RUN_FAIL(run, "not %s", #condition); \
    } while (0)

static Status open_run(Rig *rig, const Run *run, int threads)
{
    build_scene(rig, run->scene);
    return rig_try_solver(rig, run->ops->name, run->settings, H, threads);
}

static void hash_of(const Run *run, const Rig *rig, char out[33])
{
    RUN_CHECK(run, state_is_finite(&rig->state));
    assert_ok(state_hash(&rig->model, &rig->state, out));
}

static void plain_steps(const Run *run, Rig *rig, int steps)
{
    for (int i = 0; i < steps; i++) {
        const Status status = rig->solver->ops->step(rig->solver, &rig->state, NULL);
        if (status.code != STATUS_OK)
            RUN_FAIL(run, "step %d: %s", i, status.text);
        rig->state.step++;
    }
}

// The clock of a step: it ends stopped, knows phases of a step only, and their sum is the step. The share of wall time in no phase.
static double check_phases(const Run *run, const PhaseClock *clock, int64_t wall_ns)
{
    int64_t sum = 0;
    RUN_CHECK(run, clock->current == PHASE_NONE);
    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        RUN_CHECK(run, clock->ns[phase] >= 0);
        RUN_CHECK(run, clock->ns[phase] == 0 || !phase_is_setup((Phase)phase));
        sum += clock->ns[phase];
    }
    RUN_CHECK(run, sum > 0 && sum <= wall_ns);
    return (double)(wall_ns - sum) / (double)wall_ns;
}

static void check_multipliers(const Run *run, const Rig *rig)
{
    if (!run->ops->multiplier)
        return;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < rig->model.sets[kind].count; i++)
            RUN_CHECK(run, isfinite(run->ops->multiplier(rig->solver, kind, i, 0)));
}

// Of positions, bit by bit but for the sign of zero.
static bool is_same(real4 a, real4 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

static void check_pins(const Run *run, const Rig *rig, const State *start)
{
    for (int32_t i = 0; i < PARTICLES; i++) {
        const bool still = is_same(rig->state.position[i], start->position[i]);
        RUN_CHECK(run, rig->model.inverse_mass[i] > 0 || still);
        RUN_CHECK(run, rig->model.inverse_mass[i] > 0 || double4_norm(double4_from(rig->state.velocity[i])) == 0);
        RUN_CHECK(run, (double)rig->state.position[i].w == (double)(real)rig->model.inverse_mass[i]);
    }
}

// Steps with everything switched on that can look at a step; what it sees is checked, the final bits come back.
static void watched_run(const Run *run, int threads, bool descends, char hash[33])
{
    Rig rig;
    assert_ok(open_run(&rig, run, threads));
    const bool    counted = combination_takes(run->ops, "iterations");
    static Watch  watch;
    int64_t       stamps[WATCHED_MAX];
    double        outside = 1;
    State         start;
    const int32_t substeps = param_has(&rig.params, "substeps") ? (int32_t)param_int(&rig.params, "substeps") : 1;
    watch = (Watch){.base = {.begin = watch_begin, .iterate = watch_iterate}, .model = &rig.model, .substeps = substeps};
    assert_ok(state_alloc(&rig.model, &rig.arena, &start));
    state_copy(&rig.model, &start, &rig.state);
    for (int step = 0; step < STEPS; step++) {
        PhaseClock  clock;
        StepContext context = {.phases = &clock, .observer = &watch.base, .iteration_ns = stamps, .iteration_max = WATCHED_MAX};
        watch.substep = -1;
        watch.iterates = 0;
        watch.iterations = -1;
        phase_clock_start(&clock);
        const int64_t before = clock_ns();
        const Status  status = run->ops->step(rig.solver, &rig.state, &context);
        const int64_t after = clock_ns();
        if (status.code != STATUS_OK)
            RUN_FAIL(run, "step %d: %s", step, status.text);
        rig.state.step++;
        if (counted && context.end == STEP_DONE) // no criterion: the number that was asked for
            watch.iterations = (int32_t)param_int(&rig.params, "iterations");
        watch_round(&watch);
        if (watch.fault[0])
            RUN_FAIL(run, "step %d: %s", step, watch.fault);
        RUN_CHECK(run, watch.substep == substeps - 1);
        RUN_CHECK(run, context.iteration_count == watch.iterates && watch.iterates <= WATCHED_MAX);
        RUN_CHECK(run, watch.iterations < 0 || watch.iterates == substeps * watch.iterations);
        for (int i = 0; i < watch.iterates; i++)
            RUN_CHECK(run, stamps[i] >= (i ? stamps[i - 1] : before) && stamps[i] <= after);
        outside = fmin(outside, check_phases(run, &clock, after - before));
        check_multipliers(run, &rig);
    }
    if (threads == 1 && outside > 0.3)
        RUN_FAIL(run, "the phases leave %.0f %% of every step out", 100 * outside);
    // What pbd lowers is not the scene's energy but the error of the constraints, and in a scene that cannot meet all of them at once not
    // in every single step.
    const bool rigid = strcmp(run->ops->name, "pbd") == 0;
    if (descends && !rigid && watch.worse > 0)
        RUN_FAIL(run, "%d of %d (sub)steps end with no lower objective than they start with", watch.worse, watch.rounds);
    if (descends && rigid && !(watch.rms_sum[1] < 0.95 * watch.rms_sum[0]))
        RUN_FAIL(run, "steps leave %.3g of the constraint error they start with", watch.rms_sum[1] / watch.rms_sum[0]);
    check_pins(run, &rig, &start);
    hash_of(run, &rig, hash);
    rig_end(&rig);
}

static void plain_run(const Run *run, int threads, char hash[33])
{
    Rig rig;
    assert_ok(open_run(&rig, run, threads));
    plain_steps(run, &rig, 1); // the team starts, and libraries get what they keep
    const int64_t before = allocations_count();
    plain_steps(run, &rig, STEPS - 1);
    if (!run->ops->uses_linsys && allocations_count() != before)
        RUN_FAIL(run, "%lld allocations inside steps", (long long)(allocations_count() - before));
    hash_of(run, &rig, hash);
    rig_end(&rig);
}

// auto chooses by its clock, and for each solver of these runs by itself, as it would not for those of one case.
static bool choice_changes_bits(const char *settings)
{
    return strstr(settings, "linsys=auto") != NULL;
}

// A step depends on the State alone: taken again from the same one, by the same solver and by a new one, it ends in the same bits.
static void check_no_memory(const Run *run)
{
    Rig   rig, fresh;
    State middle;
    char  first[33], again[33], new[33];
    assert_ok(open_run(&rig, run, 1));
    assert_ok(open_run(&fresh, run, 1));
    assert_ok(state_alloc(&rig.model, &rig.arena, &middle));
    plain_steps(run, &rig, 2);
    state_copy(&rig.model, &middle, &rig.state);
    state_copy(&rig.model, &fresh.state, &rig.state);
    plain_steps(run, &rig, 2);
    hash_of(run, &rig, first);
    state_copy(&rig.model, &rig.state, &middle);
    plain_steps(run, &rig, 2);
    hash_of(run, &rig, again);
    plain_steps(run, &fresh, 2);
    hash_of(run, &fresh, new);
    if (strcmp(first, again) != 0)
        RUN_FAIL(run, "the same State is stepped to other bits a second time");
    if (strcmp(first, new) != 0 && !choice_changes_bits(run->settings))
        RUN_FAIL(run, "a new solver steps the same State to other bits");
    rig_end(&fresh);
    rig_end(&rig);
}

static void check_same(const Run *run, const char *a, const char *b, const char *what)
{
    if (strcmp(a, b) != 0)
        RUN_FAIL(run, "other bits %s", what);
}

// LAPACK's Cholesky gives different bits for different numbers of threads.
static bool threads_change_bits(const char *settings)
{
    return strstr(settings, "linsys=dense") != NULL;
}

static void check_run(const Run *run, bool descends)
{
    char watched[33], plain[33], two[33], two_watched[33];
    watched_run(run, 1, descends, watched);
    plain_run(run, 1, plain);
    plain_run(run, 2, two);
    watched_run(run, 2, descends, two_watched);
    check_no_memory(run);
    if (choice_changes_bits(run->settings))
        return;
    check_same(run, watched, plain, "when watched");
    check_same(run, two_watched, two, "when watched on two threads");
    if (!threads_change_bits(run->settings))
        check_same(run, plain, two, "on two threads");
}

// Whether the solver takes the scene; if not, it must say so by name.
static bool is_taken(const Run *run, const LinsysOps *linsys)
{
    Rig          rig;
    const Status status = open_run(&rig, run, 1);
    rig_end(&rig); // of a solver that was only begun, too
    if (status.code == STATUS_OK)
        return true;
    if (status.code != STATUS_UNSUPPORTED)
        RUN_FAIL(run, "refused with %s: %s", status_name(status.code), status.text);
    bool named = linsys && strstr(status.text, linsys->name);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        named = named || ((run->scene->kind < 0 || run->scene->kind == kind) && strstr(status.text, constraint_ops(kind)->name));
    if (!named || !strstr(status.text, run->ops->name))
        RUN_FAIL(run, "refused without the names of both: %s", status.text);
    return false;
}

// ---- the walks ----

static void combination_begin(Combination *c, char *settings, size_t size)
{
    snprintf(settings, size, "%s%s", c->text, combination_takes(c->ops, "iterations") ? "iterations=8" : "");
}

static void test_every_combination_steps(void **state)
{
    (void)state;
    for (int s = 0; solver_at(s); s++) {
        Combination c = {.ops = solver_at(s)};
        int         taken = 0;
        char        settings[448];
        while (combination_next(&c)) {
            combination_begin(&c, settings, sizeof settings);
            for (int kind = -1; kind < CONSTRAINT_KINDS; kind++) {
                const Scene scene = {.kind = kind, .trait = &PLAIN};
                const Run   run = {.ops = c.ops, .settings = settings, .scene = &scene};
                if (is_taken(&run, c.linsys)) {
                    taken++;
                    check_run(&run, true);
                }
            }
        }
        if (taken == 0)
            fail_msg("%s takes no kind of constraint at all", c.ops->name);
    }
}

// Each number of a solver at another value than its default, and several substeps.
static void test_every_parameter(void **state)
{
    (void)state;
    const Scene scene = {.kind = -1, .trait = &PLAIN};
    for (int s = 0; solver_at(s); s++)
        for (const Param *p = solver_at(s)->params; p->name; p++) {
            double value;
            if (!combination_other_value(p, &value))
                continue;
            char settings[128];
            snprintf(settings, sizeof settings, "%s=%.9g", p->name, value);
            const Run run = {.ops = solver_at(s), .settings = settings, .scene = &scene};
            check_run(&run, false);
        }
}

// A solver may take a trait with some of its settings only. It then names one that is in the way.
static bool names_a_setting(const char *text, const char *settings)
{
    char  copy[448];
    char *save = NULL;
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save))
        if (strstr(text, word))
            return true;
    return false;
}

// What it does not take it refuses by name, with the solvers that can.
static void check_refusal(const Run *run, const Status *status)
{
    const Trait *trait = run->scene->trait;
    if (status->code != STATUS_UNSUPPORTED)
        RUN_FAIL(run, "it does not say that it takes this, and gives %s", status_name(status->code));
    if (!strstr(status->text, run->ops->name) || !strstr(status->text, kind_name(run->scene)) || !strstr(status->text, trait->word))
        RUN_FAIL(run, "refused without naming it all: %s", status->text);
    if (run->ops->takes & trait->bit) {
        if (!names_a_setting(status->text, run->settings))
            RUN_FAIL(run, "it says that it takes this, and refuses: %s", status->text);
        return;
    }
    const char *able = strstr(status->text, "use one of: ");
    RUN_CHECK(run, able != NULL);
    for (int other = 0; able && solver_at(other); other++)
        if (solver_at(other)->takes & trait->bit)
            RUN_CHECK(run, strstr(able, solver_at(other)->name));
}

// What became of one trait of one solver and kind, over all settings.
typedef struct Tally {
    int taken, felt;
} Tally;

// Where the special constraint is as all others are, the motion is another one. pbd gives every constraint the same stiffness, so for it
// a hard one is as all others.
static bool is_felt(const Run *run, const Rig *with)
{
    const Scene plain = {.kind = run->scene->kind, .trait = &PLAIN};
    Rig         without;
    assert_ok(open_run(&without, &(Run){.ops = run->ops, .settings = run->settings, .scene = &plain}, 1));
    plain_steps(run, &without, STEPS);
    bool same = true;
    for (int i = 0; i < PARTICLES; i++)
        same = same && is_same(with->state.position[i], without.state.position[i]);
    rig_end(&without);
    return !same || (run->scene->trait->bit == TAKES_HARD && strcmp(run->ops->name, "pbd") == 0);
}

static void check_trait(const Run *run, Tally *tally)
{
    Rig          rig;
    const Trait *trait = run->scene->trait;
    const Status status = open_run(&rig, run, 1);
    if (status.code != STATUS_OK) {
        rig_end(&rig);
        check_refusal(run, &status);
        return;
    }
    if (!(run->ops->takes & trait->bit))
        RUN_FAIL(run, "it does not say that it takes this, and does not refuse it");
    plain_steps(run, &rig, STEPS);
    RUN_CHECK(run, state_broken_count(&rig.model, &rig.state) == (trait->bit == TAKES_BREAKABLE));
    tally->taken++;
    tally->felt += is_felt(run, &rig);
    rig_end(&rig);
    check_run(run, false);
}

static void check_traits(const SolverOps *ops, int kind)
{
    Combination c = {.ops = ops};
    char        settings[448];
    int         plain = 0;
    Tally       tallies[TRAIT_COUNT] = {{0}};
    while (combination_next(&c)) {
        combination_begin(&c, settings, sizeof settings);
        const Scene scene = {.kind = kind, .trait = &PLAIN};
        if (!is_taken(&(Run){.ops = ops, .settings = settings, .scene = &scene}, c.linsys))
            continue;
        plain++;
        for (int t = 0; t < TRAIT_COUNT; t++) {
            const Scene special = {.kind = kind, .trait = &TRAITS[t]};
            check_trait(&(Run){.ops = ops, .settings = settings, .scene = &special}, &tallies[t]);
        }
    }
    for (int t = 0; plain > 0 && t < TRAIT_COUNT; t++) {
        if ((ops->takes & TRAITS[t].bit) && tallies[t].taken == 0)
            fail_msg("%s says that it takes %s that are %s, and does so with no setting", ops->name, constraint_ops(kind)->name,
                     TRAITS[t].word);
        // A length is never below zero: at most zero is an equality. Of the two senses one must be felt.
        const Tally *other = &tallies[TRAITS[t].traits.sense == SENSE_AT_MOST ? t - 1 : t];
        if (tallies[t].felt < tallies[t].taken && other->felt < other->taken)
            fail_msg("%s takes one of %s that is %s, and moves as if it were not, with %d of %d settings", ops->name,
                     constraint_ops(kind)->name, TRAITS[t].word, tallies[t].taken - tallies[t].felt, tallies[t].taken);
    }
}

// A solver takes the traits that it says it takes, and no other.
static void test_traits_are_taken_or_refused(void **state)
{
    (void)state;
    for (int s = 0; solver_at(s); s++)
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
            check_traits(solver_at(s), kind);
}

static void check_params(const Param *params)
{
    for (const Param *p = params; p && p->name; p++) {
        ParamSet set = {0};
        param_set_add(&set, params); // a name twice would be caught here
        assert_true(p->name[0] && p->summary && p->summary[0] && p->unit);
        if (p->type == PARAM_CHOICE)
            assert_true(p->choices && p->value >= 0 && p->value < combination_choices(p));
        else
            assert_true(p->value >= p->min && p->value <= p->max);
    }
}

static void test_table_is_complete(void **state)
{
    (void)state;
    int count = 0;
    for (; solver_at(count); count++) {
        const SolverOps *ops = solver_at(count);
        assert_string_equal(ops->name, solver_names()[count]);
        assert_ptr_equal(solver_find(ops->name), ops);
        assert_true(ops->summary && ops->params && ops->schedule && ops->create && ops->step && ops->destroy);
        if (ops->uses_linsys != (ops->linsys != NULL))
            fail_msg("%s: a solver with a linear system shows it, and no other does", ops->name);
        check_params(ops->params);
        ops->destroy(NULL);
    }
    assert_null(solver_names()[count]);
    assert_null(solver_at(-1));
    assert_null(solver_find("no such solver"));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintOps *ops = constraint_ops(kind);
        assert_string_equal(ops->name, constraint_names()[kind]);
        assert_int_equal(constraint_find(ops->name), kind);
        assert_true(ops->summary && ops->vertices > 0 && ops->vertices <= CONSTRAINT_VERTICES_MAX);
        assert_true(ops->measure && ops->refuse && ops->params >= 0 && ops->params <= CONSTRAINT_PARAMS_MAX);
        assert_true(ops->rows <= CONSTRAINT_ROWS_MAX && !ops->local == !ops->stencil);
    }
    assert_null(constraint_names()[CONSTRAINT_KINDS]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_is_complete),
        cmocka_unit_test(test_every_combination_steps),
        cmocka_unit_test(test_every_parameter),
        cmocka_unit_test(test_traits_are_taken_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
