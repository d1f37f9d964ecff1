#include "solver/support.h"

#include <math.h>

enum { POINTS = 4, FACES = 4 }; // of a tetrahedron

// Particles that are not coplanar, and one constraint between the first of them, or over the first four.
static Status add_one(ModelBuilder *builder, int kind, unsigned traits)
{
    static const double  CORNER[POINTS][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, REST[3] = {0, 0, 0};
    static const int32_t FACE[FACES][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    int32_t              vertices[CONSTRAINT_VERTICES_MAX];
    for (int i = 0; i < CONSTRAINT_VERTICES_MAX; i++) { // those after the tetrahedron are placed around its first face
        const double turn = 2.5 * i, around[3] = {cos(turn), sin(turn), 0.01 * i};
        vertices[i] = i;
        TRY(model_add_particle(builder, i < POINTS ? CORNER[i] : around, REST, 1));
    }
    const ConstraintTraits given = {.damping = traits & TAKES_DAMPED ? 1 : 0,
                                    .limit = traits & TAKES_BREAKABLE ? 1 : INFINITY,
                                    .sense = traits & TAKES_INEQUALITIES ? SENSE_LESS_EQUAL : SENSE_EQUAL};
    const double           k = traits & TAKES_HARD ? INFINITY : 1;
    if (constraint_ops(kind)->vertices)
        TRY(model_add_constraint(builder, kind, vertices, NULL, k));
    else
        TRY(model_add_group(builder, kind, &(GroupShape){vertices, POINTS, FACE, FACES}, NULL, k));
    return model_set_traits(builder, &given);
}

// A floor under the particles, which all of them may touch.
static Status add_contact(ModelBuilder *builder, unsigned traits)
{
    const ContactRules rules = {.thickness = 0.1,
                                .stiffness = traits & TAKES_HARD_CONTACT ? INFINITY : 1,
                                .friction = 1,
                                .friction_on = traits & TAKES_FRICTION ? FRICTION_ON_POSITION : FRICTION_ON_VELOCITY};
    const Collider     floor = {.shape = COLLIDER_PLANE,
                                .point = {0, -1, 0},
                                .direction = {0, 1, 0},
                                .friction = NAN,
                                .restitution = NAN,
                                .script = -1,
                                .name = "floor"};
    TRY(model_set_contact(builder, &rules));
    TRY(model_add_collider(builder, &floor));
    for (int32_t i = 0; i < CONSTRAINT_VERTICES_MAX; i++)
        TRY(model_add_contact_point(builder, i));
    return status_ok();
}

static Status make_contacts(const SolverOps *ops, const ModelBuilder *builder, SolverSetup *setup)
{
    State state;
    if (!setup->model->surface || !(ops->takes & TAKES_CONTACT))
        return status_ok();
    const ContactSettings settings = solver_contact_settings(setup->params, setup->dt, setup->threads);
    TRY(state_init(builder, setup->model, setup->arena, &state));
    return contacts_create(setup->model, &state, &settings, setup->arena, &setup->contacts);
}

// ---- a linear system that is never asked: the features of a solver do not depend on its values ----

static Status create_inert(const LinsysSetup *setup, Linsys **out);

static Status update_inert(Linsys *sys, const LinsysColumns *columns, bool add)
{
    (void)sys, (void)columns, (void)add;
    return status_ok();
}

static void solve_inert(Linsys *sys, const real4 *rhs, real4 *x)
{
    (void)sys, (void)rhs, (void)x;
}

static void solve_scalar_inert(Linsys *sys, const double *rhs, double *x)
{
    (void)sys, (void)rhs, (void)x;
}

static Status never_failed(const Linsys *sys)
{
    (void)sys;
    return status_ok();
}

static void info_inert(const Linsys *sys, LinsysInfo *out)
{
    (void)sys, (void)out;
}

static void destroy_inert(Linsys *sys)
{
    (void)sys;
}

static const LinsysOps INERT = {.name = "inert",
                                .create = create_inert,
                                .update = update_inert,
                                .solve = solve_inert,
                                .solve_scalar = solve_scalar_inert,
                                .failed = never_failed,
                                .info = info_inert,
                                .destroy = destroy_inert};

static Status create_inert(const LinsysSetup *setup, Linsys **out)
{
    TRY(ARENA_NEW(setup->arena, 1, out));
    (*out)->ops = &INERT;
    return status_ok();
}

// ---- the question ----

static Status create_on(const SolverOps *ops, const ModelBuilder *builder, Arena *arena)
{
    Model    model;
    Schedule schedule;
    ParamSet params = {0};
    Solver  *solver = NULL;
    param_set_add(&params, ops->params);
    TRY(model_build(builder, PARTICLE_ORDER_NONE, arena, &model));
    model.memory = solver_memory(ops, &model, &params);
    TRY(schedule_init(&model, ops->schedule(&params), 1, arena, &schedule));
    SolverSetup setup = {
        .ops = ops, .model = &model, .schedule = &schedule, .params = &params, .linsys = &INERT, .dt = 0.01, .threads = 1, .arena = arena};
    TRY(make_contacts(ops, builder, &setup));
    const Status status = ops->create(&setup, &solver);
    if (solver)
        ops->destroy(solver);
    return status;
}

Status solver_supports(const SolverOps *solver, int kind, unsigned traits)
{
    if (solver->supports)
        return solver->supports(solver, kind, traits);
    ModelBuilder *builder = model_builder_create();
    Arena         arena = arena_init(0);
    Status        status = builder ? add_one(builder, kind, traits)
                                   : status_make(STATUS_MEMORY, "out of memory while checking the features of solver %s", solver->name);
    if (status.code == STATUS_INPUT)
        status.code = STATUS_UNSUPPORTED; // a trait that the kind cannot have
    if (status.code == STATUS_OK && traits & (TAKES_CONTACT | TAKES_HARD_CONTACT | TAKES_FRICTION))
        status = add_contact(builder, traits);
    if (status.code == STATUS_OK)
        status = create_on(solver, builder, &arena);
    arena_destroy(&arena);
    model_builder_destroy(builder);
    return status;
}
