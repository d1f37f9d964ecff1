// A test rig: a small scene built by hand, one solver on it, steps.
#ifndef WEFT_TESTS_RIG_H
#define WEFT_TESTS_RIG_H

#include "base/hash.h"
#include "base/random.h"
#include "base/text.h"
#include "check.h"
#include "solver/solver.h"

// Bounds for both precisions: one for double, one for float.
#define BOUND(f64, f32) (sizeof(real) == sizeof(double) ? (f64) : (f32))

typedef struct Rig {
    ModelBuilder *builder;
    Arena         arena;
    Model         model;
    State         state;
    Schedule      schedule;
    Contacts     *contacts; // of a scene with contact and a solver that takes it
    Solver       *solver;
    Solver       *starting; // of bdf2 without a past
    double        h;        // s, of a substep
    ParamSet      params;
    bool          unwatched; // contacts do not report
} Rig;

static inline void rig_begin(Rig *rig)
{
    *rig = (Rig){.builder = model_builder_create(), .arena = arena_init(0)};
    assert_non_null(rig->builder);
}

static inline void rig_end(Rig *rig)
{
    if (rig->solver)
        rig->solver->ops->destroy(rig->solver);
    if (rig->starting)
        rig->starting->ops->destroy(rig->starting);
    arena_destroy(&rig->arena);
    model_builder_destroy(rig->builder);
    *rig = (Rig){0};
}

// An empty rig instead of this one.
static inline void rig_renew(Rig *rig)
{
    rig_end(rig);
    rig_begin(rig);
}

typedef struct RigRow {
    Rig *rig;
    int  count;
} RigRow;

static inline RigRow rigs_begin(Rig *rig, int count)
{
    for (int i = 0; i < count; i++)
        rig_begin(&rig[i]);
    return (RigRow){rig, count};
}

static inline void rigs_end(RigRow *row)
{
    for (int i = 0; i < row->count; i++)
        rig_end(&row->rig[i]);
}

// An empty rig, or an array of them, to the end of the block.
#define RIG(name) \
    GNU_CLEANUP(rig_end) Rig name; \
    rig_begin(&name)
#define RIGS(name, count) \
    Rig        name[count]; \
    GNU_UNUSED GNU_CLEANUP(rigs_end) \
    RigRow     name##_row = rigs_begin(name, count)

static inline void rig_hash(const Rig *rig, char out[HASH_TEXT])
{
    assert_ok(state_hash(&rig->model, &rig->state, out));
}

static inline int32_t rig_particle(Rig *rig, double x, double y, double z, double mass)
{
    assert_ok(model_add_particle(rig->builder, (double[3]){x, y, z}, (double[3]){0, 0, 0}, mass));
    return model_builder_particles(rig->builder) - 1;
}

static inline void rig_spring(Rig *rig, int32_t a, int32_t b, double length, double stiffness)
{
    const int32_t vertices[2] = {a, b};
    assert_ok(model_add_constraint(rig->builder, CONSTRAINT_distance, vertices, length > 0 ? &length : NULL, stiffness));
}

// Traits of the constraint that was added last.
static inline void rig_traits(Rig *rig, double damping, double limit, ConstraintSense sense)
{
    assert_ok(model_set_traits(rig->builder, &(ConstraintTraits){.damping = damping, .limit = limit, .sense = sense}));
}

static inline void rig_attachment(Rig *rig, int32_t a, const double point[3], double stiffness)
{
    assert_ok(model_add_constraint(rig->builder, CONSTRAINT_attachment, &a, point, stiffness));
}

// A particle that touches.
static inline int32_t rig_touching(Rig *rig, double x, double y, double z, double mass)
{
    const int32_t i = rig_particle(rig, x, y, z, mass);
    assert_ok(model_add_contact_point(rig->builder, i));
    return i;
}

// A collider at the origin, not turned, with the friction and restitution of the rules of contact.
static inline Collider rig_collider(ColliderShape shape)
{
    return (Collider){
        .shape = shape, .friction = NAN, .restitution = NAN, .script = -1, .name = "collider", .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

// The elements that can touch, in the form that the solver needs.
static inline Status rig_contacts(Rig *rig, const SolverOps *ops, double dt, int threads)
{
    if (!rig->model.surface || !(ops->takes & TAKES_CONTACT))
        return status_ok();
    const ContactSettings settings = solver_contact_settings(&rig->params, dt, threads);
    TRY(contacts_create(&rig->model, &rig->state, &settings, &rig->arena, &rig->contacts));
    return rig->unwatched ? status_ok() : contacts_watch(rig->contacts, &rig->arena);
}

// The linear system that settings choose; the first of the table where they choose none, NULL for a solver without one.
static inline const LinsysOps *rig_linsys(const SolverOps *ops, const char *settings)
{
    const char *chosen = strstr(settings, "linsys=");
    char        name[64] = {0};
    if (!ops->uses_linsys || !chosen)
        return ops->uses_linsys ? linsys_at(0) : NULL;
    sscanf(chosen, "linsys=%63s", name);
    assert_non_null(linsys_find(name));
    return linsys_find(name);
}

// settings: "iterations=5 sweep=serial linsys=dense …", split at spaces; linsys chooses the backend, integrator that of the model.
static inline Status rig_try_solver(Rig *rig, const char *solver, const char *settings, double dt, int threads)
{
    const SolverOps *ops = solver_find(solver);
    assert_non_null(ops);
    const LinsysOps *linsys = rig_linsys(ops, settings);
    Integrator       integrator = INTEGRATOR_EULER;
    char             text[512];
    snprintf(text, sizeof text, "%s", settings);
    rig->params = (ParamSet){0};
    param_set_add(&rig->params, ops->params);
    if (linsys)
        param_set_add(&rig->params, linsys->params);
    for (char *save = NULL, *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');
        assert_non_null(value);
        *value++ = '\0';
        if (strcmp(word, "integrator") == 0)
            integrator = (Integrator)text_find(value, INTEGRATOR_NAMES);
        else if (strcmp(word, "linsys") != 0)
            assert_ok(param_set_text(&rig->params, word, value));
    }
    assert_ok(model_build(rig->builder, PARTICLE_ORDER_MORTON, &rig->arena, &rig->model));
    rig->model.memory = solver_memory(ops, &rig->model, &rig->params);
    rig->model.integrator = integrator;
    assert_ok(state_init(rig->builder, &rig->model, &rig->arena, &rig->state));
    assert_ok(schedule_init(&rig->model, ops->schedule(&rig->params), threads, &rig->arena, &rig->schedule));
    assert_ok(schedule_check(&rig->model, &rig->schedule));
    TRY(rig_contacts(rig, ops, dt, threads));
    SolverSetup setup = {.model = &rig->model,
                         .schedule = &rig->schedule,
                         .params = &rig->params,
                         .contacts = rig->contacts,
                         .linsys = linsys,
                         .positions = rig->state.position,
                         .dt = integrator_length(integrator, true, dt),
                         .threads = threads,
                         .arena = &rig->arena};
    rig->h = dt / param_of_role(&rig->params, PARAM_ROLE_SUBSTEPS, 1);
    TRY(ops->create(&setup, &rig->solver));
    setup.dt = integrator_length(integrator, false, dt);
    return integrator == INTEGRATOR_BDF2 ? ops->create(&setup, &rig->starting) : status_ok();
}

static inline void rig_rules(Rig *rig, ContactRules rules)
{
    assert_ok(model_set_contact(rig->builder, &rules));
}

// A script of one part that never releases the particles that it moves.
static inline int32_t rig_script(Rig *rig, ScriptPart part)
{
    int32_t script;
    assert_ok(model_add_script(rig->builder, &part, 1, INFINITY, &script));
    return script;
}

static inline void rig_solver(Rig *rig, const char *solver, const char *settings, double dt, int threads)
{
    assert_ok(rig_try_solver(rig, solver, settings, dt, threads));
}

static inline void rig_steps(Rig *rig, int steps, StepContext *context)
{
    for (int i = 0; i < steps; i++) {
        Solver *solver = rig->starting && !state_knows_past(&rig->state) ? rig->starting : rig->solver;
        assert_ok(solver->ops->step(solver, &rig->state, context));
        rig->state.past.h = rig->starting ? rig->h : 0;
        rig->state.step++;
    }
}

// One step and its report: a step without a report does not count as a good end.
static inline StepContext rig_step(Rig *rig)
{
    StepContext context = {.end = STEP_UNCONVERGED};
    rig_steps(rig, 1, &context);
    return context;
}

// A step, and the report of contact about it.
static inline ContactReport rig_contact_step(Rig *rig, StepContext *context)
{
    ContactReport report = {0};
    rig_steps(rig, 1, context);
    assert_ok(contacts_report(rig->contacts, &rig->state, &report));
    return report;
}

// Φ(x) = ½ (x−y)ᵀ M (x−y) + h² E(x) of free particles; gradient: ∇Φ, 0 for pinned ones.
static inline double rig_objective(const Model *model, double h, const double4 *y, const double4 *x, double4 *gradient)
{
    for (int32_t i = 0; i < model->particle_count; i++)
        gradient[i] = (double4){0};
    double phi = h * h * model_energy(model, x, gradient);
    for (int32_t i = 0; i < model->particle_count; i++) {
        const bool    moves = model->inverse_mass[i] > 0;
        const double4 d = double4_sub(x[i], y[i]);
        gradient[i] = double4_scale(h * h, gradient[i]);
        double4_add_to(&gradient[i], model->mass[i], d);
        gradient[i] = moves ? gradient[i] : (double4){0};
        phi += moves ? 0.5 * model->mass[i] * double4_dot(d, d) : 0;
    }
    return phi;
}

static inline double4 rig_position(const Rig *rig, int32_t user)
{
    return double4_from(rig->state.position[rig->model.model_of[user]]);
}

static inline double4 rig_velocity(const Rig *rig, int32_t user)
{
    return double4_from(rig->state.velocity[rig->model.model_of[user]]);
}

static inline void rig_set_velocity(Rig *rig, int32_t user, double x, double y, double z)
{
    rig->state.velocity[rig->model.model_of[user]] = (real4){(real)x, (real)y, (real)z, 0};
}

// Puts a particle, in the model's numbering, somewhere else.
static inline void rig_place(Rig *rig, int32_t i, double4 x)
{
    rig->state.position[i] = (real4){(real)x.x, (real)x.y, (real)x.z, rig->state.position[i].w};
}

// Σ m v, and Σ m |v|.
static inline double4 rig_momentum(const Rig *rig, double *size)
{
    double4 sum = {0};
    *size = 0;
    for (int32_t i = 0; i < rig->model.particle_count; i++) {
        const double4 v = double4_from(rig->state.velocity[i]);
        double4_add_to(&sum, rig->model.mass[i], v);
        *size += rig->model.mass[i] * double4_norm(v);
    }
    return sum;
}

// Positions and velocities, to the bit.
static inline bool rig_is_same(const Rig *a, const Rig *b)
{
    char one[HASH_TEXT], other[HASH_TEXT];
    rig_hash(a, one);
    rig_hash(b, other);
    return strcmp(one, other) == 0;
}

static inline double rig_random(Random *random) // in −1 … 1
{
    return 2 * random_unit(random) - 1;
}

// A velocity drawn at random, number by number: compilers differ in the order of a call's arguments.
static inline void rig_push(Rig *rig, int32_t user, Random *random)
{
    const double u = rig_random(random), v = rig_random(random), w = rig_random(random);
    rig_set_velocity(rig, user, u, v, w);
}

// The same for every particle that is not pinned, each component up to `speed`.
static inline void rig_push_all(Rig *rig, double speed)
{
    Random random = {23};
    for (int32_t i = 0; i < rig->model.particle_count; i++) {
        const double u = rig_random(&random), v = rig_random(&random), w = rig_random(&random);
        if (rig->model.inverse_mass[rig->model.model_of[i]] > 0)
            rig_set_velocity(rig, i, speed * u, speed * v, speed * w);
    }
}

// The largest distance between the same particle in two rigs, positions of the first times `scale`; NAN if a position is.
static inline double rig_apart_scaled(const Rig *a, double scale, const Rig *b)
{
    double max = 0;
    for (int32_t i = 0; i < a->model.particle_count; i++) {
        const double d = double4_norm(double4_sub(double4_scale(scale, rig_position(a, i)), rig_position(b, i)));
        max = isnan(max) || d <= max ? max : d;
    }
    return max;
}

static inline double rig_apart(const Rig *a, const Rig *b)
{
    return rig_apart_scaled(a, 1, b);
}

// Springs between n × n particles from `first` on, row by row: along rows and columns, and so many diagonals of each cell. rest: of those
// along rows and columns; 0: as they lie.
static inline void rig_net(Rig *rig, int32_t first, int n, double rest, double stiffness, int diagonals)
{
    for (int32_t k = 0; k < n * n; k++) {
        const int32_t i = first + k;
        const bool    right = k % n + 1 < n, up = k + n < n * n;
        if (right)
            rig_spring(rig, i, i + 1, rest, stiffness);
        if (up)
            rig_spring(rig, i, i + n, rest, stiffness);
        if (right && up && diagonals > 0)
            rig_spring(rig, i, i + n + 1, sqrt(2) * rest, stiffness);
        if (right && up && diagonals > 1)
            rig_spring(rig, i + 1, i + n, sqrt(2) * rest, stiffness);
    }
}

// n × n particles in the x-y plane, 1 m wide, structural springs and both diagonals, the two top corners pinned; masses all differ.
static inline void rig_cloth(Rig *rig, int n, double stiffness)
{
    Random random = {7};
    for (int i = 0; i < n * n; i++)
        rig_particle(rig, (double)(i % n) / (n - 1), (double)(i / n) / (n - 1), 0, (0.5 + random_unit(&random)) / (n * n));
    rig_net(rig, 0, n, 0, stiffness, 2);
    assert_ok(model_pin(rig->builder, n * (n - 1)));
    assert_ok(model_pin(rig->builder, n * n - 1));
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
}

#endif
