// What a solver must do on any scene it takes, whatever its settings: it refuses by name, or it steps, and then it lowers what it
// minimises, tells its observer the truth, leaves pins alone, keeps nothing from one step to the next, and gives the same bits watched and
// unwatched, on one thread and on two. The scenes have constraints of any kinds, on elements of a small block.
#ifndef WEFT_TESTS_CONFORMANCE_H
#define WEFT_TESTS_CONFORMANCE_H

#include "combinations.h"
#include "elements.h"

#include "base/allocations.h"
#include "solver/support.h"

// Particles: a prime, so that strides give no pair of constraints on the same ones, and more than two threads' grains. They lie in layers
// of SIDE × SIDE. A sanitizer looks at the same code in fewer steps and iterations, of which it is not asked whether they descend.
enum { PARTICLES = 37, SIDE = 4, LAYER = SIDE * SIDE, WATCHED_MAX = 256, ELEMENTS_MAX = 128 };
enum { STEPS = GNU_SANITIZED ? 2 : 5, STEPS_AGAIN = GNU_SANITIZED ? 1 : 2, ITERATIONS = GNU_SANITIZED ? 3 : 8 };
static const double H = 1.0 / 60;

// ---- scenes ----

// One constraint of each kind of the scene may be special.
typedef struct Trait {
    SolverTakes      bit; // 0: none is
    const char      *word;
    double           stiffness; // 0: as the others
    ConstraintTraits traits;
} Trait;

static const Trait PLAIN = {.traits = {.limit = INFINITY}};

typedef struct Scene {
    uint64_t     kinds; // bit by bit
    const Trait *trait;
} Scene;

static inline Scene scene_of_kind(int kind)
{
    return (Scene){.kinds = (uint64_t)1 << kind, .trait = &PLAIN};
}

static inline bool scene_has(const Scene *scene, int kind)
{
    return scene->kinds >> kind & 1;
}

static inline bool scene_is_mixed(const Scene *scene)
{
    return scene->kinds & (scene->kinds - 1);
}

typedef int32_t Vertices[CONSTRAINT_VERTICES_MAX];

// The six tetrahedra of the cell whose lowest corner is i: along the three axes in any order.
static inline int list_tetrahedra(int32_t i, Vertices *out)
{
    static const int32_t ORDERS[6][3] = {{1, SIDE, LAYER}, {SIDE, LAYER, 1}, {LAYER, 1, SIDE},
                                         {SIDE, 1, LAYER}, {1, LAYER, SIDE}, {LAYER, SIDE, 1}};
    for (int k = 0; k < 6; k++) {
        const int32_t a = i + ORDERS[k][0], b = a + ORDERS[k][1], c = b + ORDERS[k][2];
        memcpy(out[k], k < 3 ? (Vertices){i, a, b, c} : (Vertices){i, b, a, c}, sizeof(Vertices));
    }
    return 6;
}

// The triangles and hinges of the cell of a layer whose lowest corner is i: cut along its diagonal, and next to the cell after it.
static inline int list_triangles(int32_t i, Vertices *out)
{
    memcpy(out[0], (Vertices){i, i + 1, i + SIDE + 1}, sizeof(Vertices));
    memcpy(out[1], (Vertices){i, i + SIDE + 1, i + SIDE}, sizeof(Vertices));
    return 2;
}

static inline int list_hinges(int32_t i, Vertices *out)
{
    memcpy(out[0], (Vertices){i, i + SIDE + 1, i + SIDE, i + 1}, sizeof(Vertices));
    if (i % SIDE >= SIDE - 2)
        return 1;
    memcpy(out[1], (Vertices){i + 1, i + SIDE + 1, i, i + SIDE + 2}, sizeof(Vertices));
    return 2;
}

// The patches of the cell in the middle of a layer.
static inline int list_patches(int32_t i, Vertices *out)
{
    static const int PLACES[12][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {-1, 1}, {1, -1}, {2, 0}, {0, 2}, {-1, 2}, {-1, 0}, {0, -1}, {2, -1}};
    if (i % SIDE != 1 || i / SIDE % SIDE != 1)
        return 0;
    for (int j = 0; j < 12; j++) {
        const int32_t u = PLACES[j][0], v = PLACES[j][1];
        out[0][j] = i + (u + v) + SIDE * v;
        out[1][j] = i + u + SIDE * (u + v);
    }
    return 2;
}

static inline int list_edges(Vertices *out)
{
    int count = 0;
    for (int stride = 1; stride <= 2; stride++)
        for (int i = 0; i < PARTICLES; i++)
            memcpy(out[count++], (Vertices){i, (i + stride) % PARTICLES}, sizeof(Vertices));
    return count;
}

// The elements of the block that a kind can sit on, by what it says of a mesh.
static inline int list_elements(const ConstraintOps *ops, Vertices *out)
{
    int count = 0;
    if (ops->element == ELEMENT_EDGE)
        return list_edges(out);
    for (int32_t i = 0; i < PARTICLES && ops->element == ELEMENT_POINT; i++)
        out[count++][0] = i;
    for (int32_t i = 0; i < 2 * LAYER; i++) {
        if (i % SIDE == SIDE - 1 || i / SIDE % SIDE == SIDE - 1)
            continue;
        if (ops->element == ELEMENT_TRIANGLE)
            count += list_triangles(i, out + count);
        if (ops->element == ELEMENT_HINGE)
            count += list_hinges(i, out + count);
        if (ops->element == ELEMENT_PATCH)
            count += list_patches(i, out + count);
        if (ops->element == ELEMENT_TETRAHEDRON && i < LAYER)
            count += list_tetrahedra(i, out + count);
    }
    return count;
}

// One group of a kind over the particles of the block, or over those of some of its cells.
static inline Status add_group(ModelBuilder *builder, int kind, int index, double stiffness)
{
    static const int32_t    BORDER[] = {0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4};
    static const int32_t    CORNERS[8] = {0, 1, SIDE + 1, SIDE, LAYER, LAYER + 1, LAYER + SIDE + 1, LAYER + SIDE};
    static const int32_t    SIDES[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                            {2, 3, 7}, {2, 7, 6}, {1, 2, 6}, {1, 6, 5}, {3, 0, 4}, {3, 4, 7}};
    const ConstraintElement element = constraint_ops(kind)->element;
    int32_t                 vertices[2 * LAYER], faces[12][3];
    GroupShape              shape = {.vertices = vertices, .vertex_count = element == ELEMENT_POLYGON ? 12 : 2 * LAYER};
    for (int i = 0; i < shape.vertex_count; i++)
        vertices[i] = element == ELEMENT_POLYGON ? BORDER[i] + index * LAYER : (i + index * 5) % PARTICLES;
    for (int f = 0; f < 12; f++)
        for (int k = 0; k < 3; k++)
            faces[f][k] = CORNERS[SIDES[f][k]] + 2 * index;
    if (element == ELEMENT_SURFACE) {
        shape.faces = (const int32_t(*)[3])faces;
        shape.face_count = 12;
    }
    return model_add_group(builder, kind, &shape, NULL, stiffness);
}

// Where the particles are in a block at rest, out of shape by a little, and by more where they start.
typedef struct Block {
    double4 rest[PARTICLES], start[PARTICLES];
} Block;

static inline void block_make(Block *block)
{
    Random random = {101};
    for (int i = 0; i < PARTICLES; i++) {
        const double4 corner = {0.5 * (i % SIDE), 0.5 * (i / SIDE % SIDE), 0.5 * (i / LAYER), 0};
        block->rest[i] = element_pushed(corner, 0.07, &random);
        block->start[i] = element_pushed(block->rest[i], 0.05, &random);
    }
}

// Adds constraint `index` of a kind; false past the last. Its rest values are those of the block at rest.
static inline bool add_constraint(ModelBuilder *builder, const Block *block, int kind, int index, double stiffness)
{
    const ConstraintOps *ops = constraint_ops(kind);
    Vertices             elements[ELEMENTS_MAX] = {{0}};
    double4              x[CONSTRAINT_VERTICES_MAX];
    double               rest[CONSTRAINT_PARAMS_MAX] = {0};
    if (ops->vertices == 0) {
        if (index < 2)
            assert_ok(add_group(builder, kind, index, stiffness));
        return index < 2;
    }
    if (index >= list_elements(ops, elements))
        return false;
    for (int j = 0; j < ops->vertices; j++)
        x[j] = block->rest[elements[index][j]];
    element_values(ops, x, false, rest);
    assert_ok(model_add_constraint(builder, kind, elements[index], rest, stiffness));
    return true;
}

static inline void add_particles(ModelBuilder *builder, const Block *block)
{
    Random random = {103};
    for (int i = 0; i < PARTICLES; i++) {
        const double4 x = block->start[i];
        const double  v[3] = {rig_random(&random), rig_random(&random), rig_random(&random)};
        assert_ok(model_add_particle(builder, (double[3]){x.x, x.y, x.z}, v, 0.02 + 0.1 * random_unit(&random)));
    }
}

// What a kind is like on the block: the stiffness with which it pulls as hard as a spring of 1 N/m does, about: what that is per |∇C|²; and
// the constraint that is farthest from its rest at the start.
typedef struct Survey {
    double unit;
    int    farthest;
} Survey;

// Σ k |∇C|² of the component that has most, over k of the first.
static inline double steepness(const ConstraintSet *set, int32_t i, const double4 *x, double *magnitude)
{
    double  value[CONSTRAINT_COMPONENTS_MAX], most = 0;
    double4 gradient[CONSTRAINT_COMPONENTS_MAX * PARTICLES];
    int32_t members;
    constraint_vertices(set, i, &members);
    constraint_evaluate(set, i, i + 1, x, value, gradient);
    for (int c = 0; c < set->ops->components; c++) {
        double sum = 0;
        for (int32_t j = 0; j < members; j++)
            sum += double4_dot(gradient[c * members + j], gradient[c * members + j]);
        most = fmax(most, sum * constraint_component_stiffness(set, i, c) / constraint_component_stiffness(set, i, 0));
    }
    *magnitude = fabs(constraint_magnitude(set, value));
    return most;
}

static inline Survey survey_make(const Block *block, int kind)
{
    ModelBuilder *builder = model_builder_create();
    Arena         arena = arena_init(0);
    Model         model;
    Survey        out = {.farthest = -1};
    add_particles(builder, block);
    for (int i = 0; add_constraint(builder, block, kind, i, 1); i++)
        continue;
    assert_ok(model_build(builder, PARTICLE_ORDER_NONE, &arena, &model));
    double most = 0;
    for (int32_t i = 0; i < model.sets[kind].count; i++) {
        double       magnitude; // a group is at rest at the start
        const double steep = steepness(&model.sets[kind], i, constraint_ops(kind)->vertices ? block->start : block->rest, &magnitude);
        if (!(magnitude > most && steep > 0))
            continue;
        most = magnitude;
        out.farthest = i;
        out.unit = (constraint_ops(kind)->vertices == 1 ? 1 : 2) / steep;
    }
    model_builder_destroy(builder);
    arena_destroy(&arena);
    assert_true(out.farthest >= 0);
    return out;
}

// In a scene of many kinds only some elements have each of them.
static inline void add_kind(Rig *rig, const Block *block, int kind, const Scene *scene, Random *random)
{
    const Survey survey = survey_make(block, kind);
    const Trait *trait = scene->trait;
    const int    stride = scene_is_mixed(scene) && constraint_ops(kind)->vertices > 1 ? 7 : 1;
    for (int i = 0, there = true; there; i += stride)
        if (i != survey.farthest)
            there = add_constraint(rig->builder, block, kind, i, survey.unit * (20 + 100 * random_unit(random)));
    const double stiffness = trait->stiffness > 0 ? trait->stiffness : survey.unit * 40;
    assert_true(add_constraint(rig->builder, block, kind, survey.farthest, stiffness));
    ConstraintTraits traits = trait->traits;
    traits.damping *= survey.unit;
    assert_ok(model_set_traits(rig->builder, &traits));
}

static inline void build_scene(Rig *rig, const Scene *scene)
{
    Random random = {107};
    Block  block;
    block_make(&block);
    rig_begin(rig);
    add_particles(rig->builder, &block);
    assert_ok(model_pin(rig->builder, 3));
    assert_ok(model_pin(rig->builder, 8));
    assert_ok(model_add_force(rig->builder, 5, (double[3]){0.1, 0.05, -0.2}));
    model_set_gravity(rig->builder, (double[3]){0.5, -9.81, 0});
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (scene_has(scene, kind))
            add_kind(rig, &block, kind, scene, &random);
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

static inline void watch_measure(Watch *w, double *phi, double *rms)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < PARTICLES; i++)
        if (w->model->inverse_mass[i] > 0) {
            const double4 d = double4_sub(w->x[i], w->y[i]);
            sum += 0.5 * w->model->mass[i] * double4_dot(d, d);
        }
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < w->model->sets[kind].count && !w->model->sets[kind].ops->balanced; i++) {
            double value[CONSTRAINT_COMPONENTS_MAX];
            constraint_evaluate(&w->model->sets[kind], i, i + 1, w->x, value, NULL);
            WATCH(w, value[0] >= 0 || !w->model->sets[kind].ops->nonnegative);
            squares += pow(constraint_magnitude(&w->model->sets[kind], value), 2);
        }
    *phi = sum + w->h * w->h * model_energy(w->model, w->x, NULL);
    *rms = sqrt(squares / w->model->constraint_count);
}

// Closes the books of a substep.
static inline void watch_round(Watch *w)
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

static inline void watch_begin(Observer *observer, const Start *start)
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

static inline void watch_iterate(Observer *observer, const Iterate *iterate)
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
        for (int32_t i = 0; i < w->model->sets[kind].count && iterate_has_multipliers(iterate); i++)
            for (int c = 0; c < w->model->sets[kind].ops->components; c++)
                WATCH(w, isfinite(iterate_multiplier(iterate, &w->model->sets[kind], kind, i, c)));
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

static inline const char *kind_name(const Scene *scene)
{
    int kind = 0;
    while (!scene_has(scene, kind))
        kind++;
    return scene_is_mixed(scene) ? "several kinds" : constraint_ops(kind)->name;
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

static inline Status open_run(Rig *rig, const Run *run, int threads)
{
    build_scene(rig, run->scene);
    return rig_try_solver(rig, run->ops->name, run->settings, H, threads);
}

static inline void hash_of(const Run *run, const Rig *rig, char out[33])
{
    RUN_CHECK(run, state_is_finite(&rig->state));
    rig_hash(rig, out);
}

static inline void plain_steps(const Run *run, Rig *rig, int steps, StepContext *context)
{
    for (int i = 0; i < steps; i++) {
        const Status status = rig->solver->ops->step(rig->solver, &rig->state, context);
        if (status.code != STATUS_OK)
            RUN_FAIL(run, "step %d: %s", i, status.text);
        rig->state.step++;
    }
}

// The clock of a step: it ends stopped, knows phases of a step only, and their sum is the step. The share of wall time in no phase.
static inline double check_phases(const Run *run, const PhaseClock *clock, int64_t wall_ns)
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

static inline void check_multipliers(const Run *run, const Rig *rig)
{
    const SolverOps *ops = rig->solver->ops;
    if (!ops->multiplier)
        return;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < rig->model.sets[kind].count; i++)
            for (int c = 0; c < rig->model.sets[kind].ops->components; c++)
                RUN_CHECK(run, isfinite(ops->multiplier(rig->solver, kind, i, c)));
}

// Of positions, bit by bit but for the sign of zero.
static inline bool is_same(real4 a, real4 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

static inline void check_pins(const Run *run, const Rig *rig, const State *start)
{
    for (int32_t i = 0; i < PARTICLES; i++) {
        const bool still = is_same(rig->state.position[i], start->position[i]);
        RUN_CHECK(run, rig->model.inverse_mass[i] > 0 || still);
        RUN_CHECK(run, rig->model.inverse_mass[i] > 0 || double4_norm(double4_from(rig->state.velocity[i])) == 0);
        RUN_CHECK(run, (double)rig->state.position[i].w == (double)(real)rig->model.inverse_mass[i]);
    }
}

// Multipliers that a linear system finds all at once stay along the gradients of the iterations that found them. Of parts in balance, whose
// forces are far larger than their sum, that may cost more than is won. Multipliers that are forgotten in
// every iteration are those of other, stiffer constraints.
static inline bool may_rise(const Run *run)
{
    const SolverOps *ops = run->ops;
    const Scene     *scene = run->scene;
    bool             balanced = false;
    for (int kind = 0; kind < CONSTRAINT_KINDS && !scene_is_mixed(scene); kind++)
        balanced = balanced || (scene_has(scene, kind) && constraint_ops(kind)->balanced);
    return strstr(run->settings, "multiplier=reset") || (balanced && ops->aim == AIM_MULTIPLIERS && ops->uses_linsys);
}

static inline void add_cost(Cost *sum, const Cost *cost)
{
#define COST(name, label, what) sum->name += cost->name;
#include "base/cost_list.h"
}

// Each step costs something, and nothing less than nothing.
static inline void check_cost(const Run *run, const Cost *cost)
{
    int64_t sum = 0;
#define COST(name, label, what) \
    RUN_CHECK(run, cost->name >= 0); \
    sum += cost->name;
#include "base/cost_list.h"
    RUN_CHECK(run, sum > 0);
}

// Counts of the same steps, seen in another way or done by another team.
static inline void check_same_cost(const Run *run, const Cost *a, const Cost *b, const char *what)
{
#define COST(name, label, what_it_is) \
    if (a->name != b->name) \
        RUN_FAIL(run, "%lld " #name " are %lld %s", (long long)a->name, (long long)b->name, what);
#include "base/cost_list.h"
}

// Steps with everything switched on that can look at a step; what it sees is checked, the final bits come back.
static inline void watched_run(const Run *run, int threads, bool descends, char hash[33], Cost *cost)
{
    *cost = (Cost){0};
    Rig rig;
    assert_ok(open_run(&rig, run, threads));
    const int       counted = param_index_of(&rig.params, PARAM_ROLE_ITERATIONS);
    const SolverAim aim = rig.solver->ops->aim;
    static Watch    watch;
    int64_t         stamps[WATCHED_MAX];
    double          outside = 1;
    State           start;
    const int32_t   substeps = (int32_t)param_of_role(&rig.params, PARAM_ROLE_SUBSTEPS, 1);
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
        const Status  status = rig.solver->ops->step(rig.solver, &rig.state, &context);
        const int64_t after = clock_ns();
        if (status.code != STATUS_OK)
            RUN_FAIL(run, "step %d: %s", step, status.text);
        rig.state.step++;
        if (counted >= 0 && context.end == STEP_DONE && !context.residual) // no criterion: the number that was asked for
            watch.iterations = (int32_t)rig.params.values[counted];
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
        check_cost(run, &context.cost);
        add_cost(cost, &context.cost);
    }
    if (threads == 1 && outside > 0.3)
        RUN_FAIL(run, "the phases leave %.0f %% of every step out", 100 * outside);
    // Errors fall, in a scene that cannot meet all constraints at once, but not in every single step; those of several kinds do not
    // compare. Without the momentum equation's residual Φ falls as a rule, and where all constraints are of a kind always.
    const bool rigid = aim == AIM_ERRORS, always = aim == AIM_OBJECTIVE || !scene_is_mixed(run->scene);
    if (descends && !rigid && !may_rise(run) && watch.worse > (always ? 0 : watch.rounds / 4))
        RUN_FAIL(run, "%d of %d (sub)steps end with no lower objective than they start with", watch.worse, watch.rounds);
    if (descends && rigid && !scene_is_mixed(run->scene) && !(watch.rms_sum[1] < 0.95 * watch.rms_sum[0]))
        RUN_FAIL(run, "steps leave %.3g of the constraint error they start with", watch.rms_sum[1] / watch.rms_sum[0]);
    check_pins(run, &rig, &start);
    hash_of(run, &rig, hash);
    rig_end(&rig);
}

static inline void plain_run(const Run *run, int threads, char hash[33], Cost *cost)
{
    Rig         rig;
    StepContext context = {0};
    assert_ok(open_run(&rig, run, threads));
    plain_steps(run, &rig, 1, &context); // the team starts, and libraries get what they keep
    const int64_t before = allocations_count();
    plain_steps(run, &rig, STEPS - 1, &context);
    if (!run->ops->uses_linsys && allocations_count() != before)
        RUN_FAIL(run, "%lld allocations inside steps", (long long)(allocations_count() - before));
    hash_of(run, &rig, hash);
    *cost = context.cost;
    rig_end(&rig);
}

// What chooses does so by its clock, and for each solver of these runs by itself, as it would not for those of one case.
static inline bool choice_changes_bits(const Run *run)
{
    const LinsysOps *linsys = rig_linsys(run->ops, run->settings);
    return linsys && linsys->chooses;
}

// A step depends on the State alone: taken again from the same one, by the same solver and by a new one, it ends in the same bits.
static inline void check_no_memory(const Run *run)
{
    Rig   rig, fresh;
    State middle;
    char  first[33], again[33], new[33];
    assert_ok(open_run(&rig, run, 1));
    assert_ok(open_run(&fresh, run, 1));
    assert_ok(state_alloc(&rig.model, &rig.arena, &middle));
    plain_steps(run, &rig, STEPS_AGAIN, NULL);
    state_copy(&rig.model, &middle, &rig.state);
    state_copy(&rig.model, &fresh.state, &rig.state);
    plain_steps(run, &rig, STEPS_AGAIN, NULL);
    hash_of(run, &rig, first);
    state_copy(&rig.model, &rig.state, &middle);
    plain_steps(run, &rig, STEPS_AGAIN, NULL);
    hash_of(run, &rig, again);
    plain_steps(run, &fresh, STEPS_AGAIN, NULL);
    hash_of(run, &fresh, new);
    if (strcmp(first, again) != 0)
        RUN_FAIL(run, "the same State is stepped to other bits a second time");
    if (strcmp(first, new) != 0 && !choice_changes_bits(run))
        RUN_FAIL(run, "a new solver steps the same State to other bits");
    rig_end(&fresh);
    rig_end(&rig);
}

static inline void check_same(const Run *run, const char *a, const char *b, const char *what)
{
    if (strcmp(a, b) != 0)
        RUN_FAIL(run, "other bits %s", what);
}

static inline void check_run(const Run *run, bool may_descend)
{
    const bool descends = may_descend && !GNU_SANITIZED;
    char       watched[33], plain[33], two[33], two_watched[33];
    Cost       cost, plain_cost, two_cost, two_watched_cost;
    watched_run(run, 1, descends, watched, &cost);
    plain_run(run, 1, plain, &plain_cost);
    plain_run(run, 2, two, &two_cost);
    watched_run(run, 2, descends, two_watched, &two_watched_cost);
    check_no_memory(run);
    if (choice_changes_bits(run))
        return;
    check_same(run, watched, plain, "when watched");
    check_same(run, two_watched, two, "when watched on two threads");
    check_same_cost(run, &cost, &plain_cost, "when not watched");
    check_same_cost(run, &two_cost, &two_watched_cost, "when watched on two threads");
    const LinsysOps *linsys = rig_linsys(run->ops, run->settings);
    if (linsys && linsys->foreign)
        return;
    check_same(run, plain, two, "on two threads");
    check_same_cost(run, &plain_cost, &two_cost, "on two threads");
}

// Whether the solver takes the scene; if not, it must say so by name.
static inline bool is_taken(const Run *run, const LinsysOps *linsys)
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
        named = named || (scene_has(run->scene, kind) && strstr(status.text, constraint_ops(kind)->name));
    if (!named || !strstr(status.text, run->ops->name))
        RUN_FAIL(run, "refused without the names of both: %s", status.text);
    return false;
}

#endif
