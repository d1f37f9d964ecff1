// vbd: vertex block descent (Chen, Liu, Yang, Yuksel 2024, doi 10.1145/3658179). Each particle in turn goes to the minimum of a quadratic
// model of Φ while the others stand still:
//   x_i −= ω K⁻¹ q,   q = m_i (x_i − y_i) + h² Σ ∂_iE,   K = m_i I + h² Σ B
// over the constraints at i, with the blocks B of step/vertex_block.h. Particles of one vertex colour move at the same time.
//
// A move ends where its model is least, which is no higher than before if B is at least ∂_i²E on the way. Being positive definite is not
// enough for that: of light vertices at random springs a full step raised Φ in 5 % with the exact block, in 0.3 % with the clamped one.
//
// Φ falls from where a step starts. At y, deep in stiff contacts, it is large, and what is left of it after a few sweeps is motion; at x_n
// it is the kinetic energy times h².
//
// start: adaptive is that of the paper: x_n + h v_n + h² ã a, with the part ã of a that the last step has shown,
//   ã = clamp(((v_n − v_{n−1})/h · a)/|a|², 0, 1)
// y in free fall and in a first step, and x_n at rest. v_{n−1} and h of that step are memory of the State.
//
// A particle moves against others that stand still: momentum is conserved only as far as a step is converged.
//
// Damping (β of a constraint) is that of xpbd, over the whole constraint. As vertex block descent is often written, with the vertex's own
// block alone, it would also damp what moves rigidly.
#include "solver/solver.h"
#include "step/anderson.h"
#include "step/chebyshev.h"
#include "step/contact_row.h"
#include "step/contact_velocity.h"
#include "step/motion.h"
#include "step/team.h"
#include "step/vertex_sweeps.h"

extern const SolverOps solver_vbd; // declared for the table in solver.c

typedef enum VbdStart { VBD_START_Y, VBD_START_INERTIAL, VBD_START_X_N, VBD_START_ADAPTIVE } VbdStart;

static const char *const STARTS[] = {"y", "inertial", "x_n", "adaptive", NULL};
static const char *const BLOCKS[] = {"own", "clamped", "exact", "majorised", NULL};

typedef struct Vbd {
    Solver          base;
    int             threads;
    int32_t         iterations;
    VbdStart        start;
    double          h;
    Motion          motion;
    Chebyshev       chebyshev;
    Anderson        anderson;
    VertexSweeps    sweeps;
    ContactVelocity velocity;
} Vbd;

static const Param PARAMS[] = {
    PARAM_INT_ROW("iterations", "", 20, 1, 1e6, "sweeps over all particles in each step", .role = PARAM_ROLE_ITERATIONS),
    PARAM_CHOICE_ROW(
        "sweep", VERTEX_SWEEP_NAMES, VERTEX_SWEEP_COLOURED,
        "order; coloured: colour by colour in parallel; symmetric: the colours there and back, two sweeps an iteration; jacobi: "
        "all at once"),
    PARAM_REAL_ROW("omega", "", 0, 0, 10,
                   "relaxation: factor on every move; 0: 1, and 2/V in a jacobi sweep, V the particles of the largest constraint",
                   .role = PARAM_ROLE_RELAXATION),
    PARAM_CHOICE_ROW("block", BLOCKS, VERTEX_RULE_OWN,
                     "second derivative by one particle; own: the one that suits each kind of constraint; clamped: without negative "
                     "eigenvalues; exact; majorised: that of projective dynamics"),
    PARAM_CHOICE_ROW(
        "kernels", KERNEL_NAMES, KERNELS_WIDE,
        "moves; wide: several particles at once in vector registers, where a kind of constraint has it; plain: one after another"),
    PARAM_CHOICE_ROW("start", STARTS, VBD_START_Y,
                     "where the first sweep starts; y: x_n + h v + h^2 a; inertial: x_n + h v; x_n: the old positions, from which an "
                     "unconverged step with stiff contacts gains no energy; adaptive: y with the part of a that the last step has shown"),
    CHEBYSHEV_PARAMS,
    ANDERSON_PARAMS,
    CONTACT_PARAMS,
    PARAM_END,
};

// ---- set-up ----

static bool lacks_own(const ConstraintOps *ops)
{
    return vertex_block_missing(ops, VERTEX_RULE_OWN);
}

static bool lacks_bound(const ConstraintOps *ops)
{
    return vertex_block_missing(ops, VERTEX_RULE_MAJORISED);
}

// For the message that names what a choice of blocks cannot do.
static const SolverOps MAJORISED = {
    .name = "vbd with block=majorised",
    .takes = TAKES_DAMPED | TAKES_INEQUALITIES | TAKES_CONTACT,
    .aim = AIM_OBJECTIVE,
    .otherwise = "block=own",
    .params = PARAMS,
};

// v_{n−1} in the order of the scene, m/s, and the length of that step, s; 0: there was none.
static int32_t memory(const Model *model, const ParamSet *params)
{
    return param_choice(params, "start") == VBD_START_ADAPTIVE ? 3 * model->particle_count + 1 : 0;
}

static Status refuse_adaptive(const Vbd *s, const Model *model)
{
    if (s->start != VBD_START_ADAPTIVE || model->integrator == INTEGRATOR_EULER)
        return status_ok();
    return status_make(STATUS_UNSUPPORTED, "solver vbd cannot start adaptively with integrator %s; use integrator=euler, or another start",
                       INTEGRATOR_NAMES[model->integrator]);
}

// Of Chebyshev's acceleration.
static int base_of(const VertexSweeps *sweeps)
{
    const int overshoots = sweeps->kind == VERTEX_SWEEP_JACOBI || sweeps->omega > 1 ? BASE_OVERSHOOTS : 0;
    return overshoots | (sweeps->kind == VERTEX_SWEEP_COLOURED ? BASE_ONE_WAY : 0);
}

static Status create(const SolverSetup *setup, Solver **out)
{
    const ParamSet  *params = setup->params;
    const VertexRule rule = (VertexRule)param_choice(params, "block");
    Vbd             *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    *s = (Vbd){.base.ops = &solver_vbd, .threads = setup->threads, .h = setup->dt};
    *out = &s->base;
    TRY(solver_refuse(setup->model, &solver_vbd, lacks_own));
    if (rule == VERTEX_RULE_MAJORISED)
        TRY(solver_refuse(setup->model, &MAJORISED, lacks_bound));
    s->iterations = (int32_t)param_int(params, "iterations");
    s->start = (VbdStart)param_choice(params, "start");
    TRY(refuse_adaptive(s, setup->model));
    ASSERT(setup->model->memory.count == memory(setup->model, params));
    TRY(motion_init(&s->motion, setup, 1));
    TRY(vertex_sweeps_init(&s->sweeps, setup,
                           &(VertexSweepSettings){.kind = (VertexSweepKind)param_choice(params, "sweep"),
                                                  .kernels = (Kernels)param_choice(params, "kernels"),
                                                  .rule = rule,
                                                  .omega = param_real(params, "omega"),
                                                  .h = setup->dt}));
    TRY(chebyshev_init(&s->chebyshev, setup, s->iterations, base_of(&s->sweeps), solver_vbd.name));
    TRY(anderson_init(&s->anderson, setup, solver_vbd.name));
    return contact_velocity_init(&s->velocity, setup, &s->motion, true, true);
}

// ---- step: all threads of the team ----

// ã of particle i, and v_n in the place of v_{n−1}.
static real adapt(const Vbd *s, const State *state, int32_t i, real4 v, real4 a)
{
    const int32_t n = state->particle_count;
    double       *kept = state->memory + 3 * (size_t)s->motion.model->user_of[i];
    const double4 was = double4_of(kept), now = double4_from(v), pull = double4_from(a);
    const double  h = state->memory[3 * (size_t)n], size = double4_dot(pull, pull);
    kept[0] = now.x, kept[1] = now.y, kept[2] = now.z;
    if (!(h > 0))
        return 1;
    return size > 0 ? (real)fmin(fmax(double4_dot(double4_sub(now, was), pull) / (h * size), 0), 1) : 0;
}

// y, which the positions are, and the start of the first sweep. This thread's particles.
static void begin(Vbd *s, const State *state)
{
    int32_t from, to;
    vertex_sweeps_begin(&s->sweeps, state->position, s->motion.previous);
    chebyshev_begin(&s->chebyshev, state->position);
    anderson_begin(&s->anderson, state->position);
    team_range(0, s->start == VBD_START_Y ? 0 : state->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        const real4 x = s->motion.previous[i], v = state->velocity[i];
        const real4 a = motion_acceleration(&s->motion, i, state->position[i].w);
        const real  h = s->motion.h, way = s->start == VBD_START_X_N ? 0 : h;
        const real  gain = s->start == VBD_START_ADAPTIVE ? h * adapt(s, state, i, v, a) : 0;
        if (state->position[i].w > 0)
            state->position[i] =
                (real4){x.x + way * (v.x + gain * a.x), x.y + way * (v.y + gain * a.y), x.z + way * (v.z + gain * a.z), x.w};
    }
    vertex_sweeps_place(&s->sweeps, state->position);
    chebyshev_start(&s->chebyshev, state->position);
    anderson_start(&s->anderson, state->position);
}

static void predict(Vbd *s, State *state, StepContext *context)
{
    Start start = motion_start(&s->motion, state, 0);
    start.prediction = s->start == VBD_START_Y ? NULL : s->sweeps.y;
    start.contacts = s->sweeps.contacts.contacts;
    team_phase(context, PHASE_PREDICT);
    motion_update_wind(&s->motion, state);
    motion_predict(&s->motion, state, 0);
#pragma omp barrier
    vertex_sweeps_touch(&s->sweeps, s->motion.previous, state, start.end, context);
    begin(s, state);
#pragma omp barrier
    team_begin(context, &start);
}

static void iterate(Vbd *s, State *state, StepContext *context, bool last)
{
    const Contacts *contacts = s->sweeps.contacts.contacts;
    vertex_sweeps_count(&s->sweeps, context);
    vertex_sweeps_run(&s->sweeps, state->position);
    chebyshev_apply(&s->chebyshev, s->sweeps.contacts.touching, state->position, context);
    anderson_apply(&s->anderson, state->position, context);
    if (contacts) {
        contacts_bound(s->sweeps.contacts.contacts, state->position, last, context ? context->phases : NULL);
        team_phase(context, PHASE_PROJECT);
        chebyshev_keep(&s->chebyshev, state->position);
        anderson_keep(&s->anderson, state->position);
    }
    if (contacts || (s->sweeps.x && (s->chebyshev.last || s->anderson.window > 0))) {
        vertex_sweeps_place(&s->sweeps, state->position);
#pragma omp barrier
    }
}

static void finish(Vbd *s, State *state, StepContext *context)
{
    team_phase(context, PHASE_VELOCITY);
    if (s->sweeps.contacts.contacts)
        contact_rows_force(s->sweeps.contacts.contacts, s->sweeps.contacts.factor, state->position);
    motion_update(&s->motion, state);
#pragma omp single
    if (s->start == VBD_START_ADAPTIVE)
        state->memory[3 * (size_t)state->particle_count] = s->h;
    contact_velocity_apply(&s->velocity, state, context);
}

static Status step(Solver *base, State *state, StepContext *context)
{
    Vbd      *s = (Vbd *)base;
    Contacts *contacts = s->sweeps.contacts.contacts;
    if (context)
        context->end = STEP_DONE;
#pragma omp parallel num_threads(s->threads)
    {
        Iterate shown = {.iteration = -1, .position = state->position};
        if (contacts)
            contacts_detect(contacts, state, context ? context->phases : NULL);
        TEAM_COUNT(context, detections, contacts ? 1 : 0);
        if (!contacts || contacts_failed(contacts).code == STATUS_OK) {
            predict(s, state, context);
            team_iterate(context, &shown);
            team_phase(context, PHASE_PROJECT);
            while (++shown.iteration < s->iterations) {
                iterate(s, state, context, shown.iteration + 1 == s->iterations);
                team_iterate(context, &shown);
            }
            finish(s, state, context);
        }
        team_phase(context, PHASE_NONE);
    }
    chebyshev_report(&s->chebyshev, context);
    if (!contacts)
        return status_ok();
    team_end_bounded(context, contacts_bound_left(contacts));
    const Status status = contacts_failed(contacts);
    return status.code == STATUS_OK ? status : status_prefix(status, "vbd, step %lld", (long long)state->step);
}

static Status traffic(const Solver *base, Traffic *out)
{
    const Vbd *s = (const Vbd *)(const void *)base;
    *out = (Traffic){0};
    if (s->sweeps.contacts.contacts || s->chebyshev.last || s->anderson.window > 0)
        return status_ok();
    out->phases[PHASE_PROJECT] = vertex_sweeps_traffic(&s->sweeps, s->iterations);
    out->phases[PHASE_VELOCITY] = motion_update_traffic(&s->motion, 1);
    return status_ok();
}

const SolverOps solver_vbd = {
    .name = "vbd",
    .summary = "vertex block descent (Chen 2024)",
    .takes = TAKES_DAMPED | TAKES_INEQUALITIES | TAKES_CONTACT,
    .limits = LIMIT_ROUNDED_MOVES,
    .aim = AIM_OBJECTIVE,
    .params = PARAMS,
    .schedule = solver_schedule_memory,
    .memory = memory,
    .create = create,
    .step = step,
    .traffic = traffic,
    .destroy = solver_destroy_nothing,
};
