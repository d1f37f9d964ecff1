// pd: projective dynamics (Bouaziz 2014); on springs the same as fast mass-spring (Liu 2013).
//   local:   target p_c = the projection of constraint c, for all c in parallel
//   global:  (M + h² Σ k AᵀA) x = M y + h² Σ k Aᵀ p_c, one n×n scalar matrix, factorised once, x y z side by side
// A pin is an identity row; its couplings to free particles go to the right-hand side. The right-hand side is summed per particle in a
// fixed order; its constant part is computed once per step.
//
// The first local step starts at y. Starting at x_n, as many write-ups do, ends at the same point when converged; unconverged it loses
// angular momentum: a free rod that turns about 3° per step, h²k/μ = 10, keeps 0.8 % of it after ten steps of ten iterations, and 97.5 %
// when started at y.
//
// Over-relaxation: an iterate minimises a quadratic that majorises Φ and touches it at the last iterate, so Φ falls for every ω in (0, 2).
// Along a direction where the curvature of Φ is the fraction c of the quadratic's, the error is multiplied by 1 − ωc instead of 1 − c.
// Measured on a chain and a cloth: ω = 1.6 needs 1.5 to 1.6 times fewer iterations than ω = 1 for errors of 1e-3 to 1e-6; from 1.8 on stiff
// directions overshoot and the first iterations get worse; at 1.95 it is slower than 1.
//
// Contacts change from step to step and take part in both: solver/private/pd_contact.h. What breaks leaves both before the next step: the
// local step is made again, which allocates, and the matrix, of the same pattern, is factorised again.
#include "assembly/stencil_matrix.h"
#include "solver/private/global_step.h"
#include "solver/private/pd_contact.h"
#include "solver/solver.h"
#include "step/anderson.h"
#include "step/chebyshev.h"
#include "step/live_model.h"
#include "step/local_step.h"
#include "step/motion.h"
#include "step/sweeps.h"
#include "step/team.h"

extern const SolverOps solver_pd; // declared for the table in solver.c

typedef struct Pd {
    LinsysSolver  base; // its system is that of the global step
    LiveModel     live;
    const Model  *model; // of `live`
    int           threads;
    int32_t       iterations;
    double        h;
    Motion        motion;
    LocalStep     local;
    real4        *constant; // [particles] part of the right-hand side: M y, terms of pins and of fixed targets; x_n for a pin
    real4        *rhs;      // [particles]
    real4        *solved;   // [particles] result of the global step; NULL when ω = 1 and there is no contact: it is the iterate
    real4        *y;        // [particles] y; NULL when the damping factor is 1: y is the usual one
    real          omega, factor;
    Chebyshev     chebyshev;
    Anderson      anderson;
    bool          from_start; // the first local step starts at x_n
    bool          plain;      // all kinds of constraints take the plain way of the local step
    Arena         remade;     // memory of a local step that was made again
    double4      *end;        // [particles] x at the end of a step, where something may break; NULL: nothing can
    StencilMatrix system;
    PdContact     contact;
} Pd;

static const char SYSTEM[] = "the global step of projective dynamics, (M + h² Σ k AᵀA) x = M y + h² Σ k Aᵀp\n"
                             "positions x, y, z of particles in the model's order as three columns, m; rows in kg, a pin's is the identity";

static const char *const STARTS[] = {"y", "x_n", NULL};

static const Param PARAMS[] = {
    PARAM_INT_ROW("iterations", "", 10, 1, 1e6, "iterations per step, each a local and a global step", .role = PARAM_ROLE_ITERATIONS),
    PARAM_CHOICE_ROW(
        "start", STARTS, 0,
        "start of the first local step: the prediction y, or the old positions, which loses angular momentum unless converged"),
    PARAM_REAL_ROW("inertia", "", 1, 0, 1, "d of y = x_n + d h v_n + h² a, the `damping factor` of fast mass-spring; 1: no damping",
                   .euler_only = true),
    PARAM_REAL_ROW("omega", "", 1, 0.05, 1.99,
                   "over-relaxation: factor on each iteration's move; the objective falls for all values below 2, 1.4 to 1.7 is fast",
                   .role = PARAM_ROLE_RELAXATION),
    PARAM_CHOICE_ROW(
        "kernels", KERNEL_NAMES, 0,
        "local step; wide: one pass over particles in vector registers; plain: one target after another, then a gather, as in the paper"),
    PARAM_CHOICE_ROW("contact_matrix", PD_CONTACT_MATRIX_NAMES, PD_CONTACT_REFACTOR,
                     "the active contacts in the matrix of the global step, by a new factorisation, by low-rank updates, or by whichever "
                     "is predicted to take less time",
                     .contact_only = true),
    CHEBYSHEV_PARAMS,
    ANDERSON_PARAMS,
    CONTACT_PARAMS,
    PARAM_END,
};

static bool cannot_do(const ConstraintOps *ops)
{
    return !ops->local_step;
}

// ---- set-up ----

static Status init(Pd *s, const SolverSetup *setup)
{
    const Model *model = setup->model;
    s->model = model;
    s->threads = setup->threads;
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    s->h = setup->dt;
    s->from_start = param_choice(setup->params, "start") == 1;
    s->factor = (real)param_real(setup->params, "inertia");
    s->omega = (real)param_real(setup->params, "omega");
    if (s->factor < 1)
        TRY(ARENA_NEW(setup->arena, model->particle_count, &s->y));
    if (fabs(param_real(setup->params, "omega") - 1) > 0 || setup->contacts)
        TRY(ARENA_NEW(setup->arena, model->particle_count, &s->solved));
    TRY(motion_init(&s->motion, setup, 1));
    TRY(chebyshev_init(&s->chebyshev, setup, s->iterations, s->omega > 1 ? BASE_OVERSHOOTS : 0, solver_pd.name));
    TRY(anderson_init(&s->anderson, setup, solver_pd.name));
    s->plain = param_choice(setup->params, "kernels") == KERNELS_PLAIN;
    TRY(local_step_init(model, s->h, s->plain, setup->arena, &s->local));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &s->constant));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &s->rhs));
    TRY(stencil_matrix_init(model, NULL, s->h, setup->threads, setup->arena, &s->system));
    TRY(pd_contact_init(&s->contact, setup, &s->motion, &s->system));
    return linsys_solver_init(&s->base, setup, &s->system.matrix, setup->positions, 1);
}

static Status create(const SolverSetup *setup, Solver **out)
{
    SolverSetup own = *setup;
    Pd         *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.base.ops = &solver_pd;
    *out = &s->base.base;
    TRY(solver_refuse(setup->model, &solver_pd, cannot_do));
    TRY(live_model_init(&s->live, setup->model, setup->arena));
    if (s->live.breaks)
        TRY(ARENA_NEW(setup->arena, setup->model->particle_count, &s->end));
    own.model = &s->live.model;
    return init(s, &own);
}

static void destroy(Solver *solver)
{
    if (solver)
        arena_destroy(&((Pd *)solver)->remade);
    linsys_solver_destroy(solver);
}

// ---- step: all threads of the team ----

// y = x_n + d h v_n + h² a where d is not 1; then back to x_n where the first local step starts there. This thread's particles.
static void damp_prediction(const Pd *s, const State *state)
{
    TEAM_EACH (i, s->model->particle_count) {
        const real4 y = state->position[i], v = state->velocity[i];
        const real  lost = y.w > 0 ? (1 - s->factor) * s->motion.h : 0; // a pin stays
        s->y[i] = state->position[i] = (real4){y.x - lost * v.x, y.y - lost * v.y, y.z - lost * v.z, y.w};
    }
}

static void go_back(const Pd *s, const State *state)
{
    TEAM_EACH (i, s->model->particle_count)
        if (state->position[i].w > 0)
            state->position[i] = s->motion.previous[i];
}

// Adds pins and fixed targets to this thread's particles.
static void add_constant_pulls(const Pd *s, const State *state)
{
    int32_t from, to;
    team_range(0, s->model->particle_count, &from, &to);
    local_step_add_fixed(&s->local, from, to, s->constant);
    global_step_add_pins(s->model, &s->system, state->position, s->constant);
}

// The global step, and a move to its result, scaled by ω. All threads; the iterate is complete afterwards.
static void global_step(const Pd *s, const State *state, StepContext *context)
{
    global_step_solve(&s->base, s->rhs, state->position, s->solved ? s->solved : state->position, context);
    if (!s->solved)
        return;
    TEAM_EACH (i, s->model->particle_count) {
        const real4 x = state->position[i], found = s->solved[i];
        state->position[i] =
            (real4){x.x + s->omega * (found.x - x.x), x.y + s->omega * (found.y - x.y), x.z + s->omega * (found.z - x.z), x.w};
    }
#pragma omp barrier
}

// Contacts are linearised along the path to y, for every start of the first local step.
static void predict(Pd *s, State *state, StepContext *context)
{
    Start start = motion_start(&s->motion, state, 0);
    start.prediction = s->y;
    start.contacts = s->contact.contacts;
    team_phase(context, PHASE_PREDICT);
    motion_update_loads(&s->motion, state);
    motion_predict(&s->motion, state, 0);
    if (s->y)
        damp_prediction(s, state);
    global_step_inertia(s->model, state->position, s->constant);
    chebyshev_begin(&s->chebyshev, state->position);
    anderson_begin(&s->anderson, state->position);
    pd_contact_linearise(&s->contact, &start, state, context);
    if (s->from_start)
        go_back(s, state);
    chebyshev_start(&s->chebyshev, state->position);
    anderson_start(&s->anderson, state->position);
#pragma omp barrier
    team_begin(context, &start);
    add_constant_pulls(s, state); // read by this thread alone
}

static void show_system(const Pd *s, const State *state, const StepContext *context)
{
    if (pd_contact_has_matrix(&s->contact))
        global_step_show(&s->base, SYSTEM, &s->system, s->rhs, s->solved ? s->solved : state->position, context);
}

static void iterate_all(Pd *s, State *state, StepContext *context)
{
    Iterate iterate = {.iteration = -1, .position = state->position};
    predict(s, state, context);
    team_iterate(context, &iterate);
    for (iterate.iteration = 0; iterate.iteration < s->iterations; iterate.iteration++) {
        local_step_run(&s->local, state->position, s->constant, s->rhs, context);
        team_phase(context, PHASE_SOLVE);
        global_step(s, state, context);
        show_system(s, state, context);
        chebyshev_apply(&s->chebyshev, NULL, state->position, context);
        anderson_apply(&s->anderson, state->position, context);
        team_iterate(context, &iterate);
    }
    team_phase(context, PHASE_VELOCITY);
    motion_update(&s->motion, state);
#pragma omp barrier
    team_phase(context, PHASE_NONE);
}

// ---- step with contacts: the matrix changes between the local and the global step, outside the team ----

static Status find_contacts(Pd *s, State *state, StepContext *context)
{
    const Iterate iterate = {.iteration = -1, .position = state->position};
#pragma omp parallel num_threads(s->threads)
    {
        TEAM_COUNT(context, detections, 1);
        contacts_detect(s->contact.contacts, state, context ? context->phases : NULL);
        if (contacts_failed(s->contact.contacts).code == STATUS_OK) {
            predict(s, state, context);
            team_iterate(context, &iterate);
        }
    }
    return contacts_failed(s->contact.contacts);
}

static Status iterate_touching(Pd *s, State *state, StepContext *context)
{
    TRY(find_contacts(s, state, context));
    for (Iterate iterate = {.position = state->position}; iterate.iteration < s->iterations; iterate.iteration++) {
#pragma omp parallel num_threads(s->threads)
        {
            local_step_run(&s->local, state->position, s->constant, s->rhs, context);
            team_phase(context, PHASE_CONTACT);
            pd_contact_evaluate(&s->contact, state->position, s->rhs);
        }
        TRY(pd_contact_change(&s->contact, &s->base, state->position, &s->system, context));
#pragma omp parallel num_threads(s->threads)
        {
            team_phase(context, PHASE_SOLVE);
            global_step_solve(&s->base, s->rhs, state->position, s->solved, context);
            show_system(s, state, context);
            team_phase(context, PHASE_CONTACT);
            pd_contact_search(&s->contact, &s->system.matrix, (double)s->omega, s->solved, state->position);
            chebyshev_apply(&s->chebyshev, s->contact.touching, state->position, context);
            anderson_apply(&s->anderson, state->position, context);
            contacts_bound(s->contact.contacts, state->position, iterate.iteration + 1 == s->iterations, context ? context->phases : NULL);
            chebyshev_keep(&s->chebyshev, state->position);
            anderson_keep(&s->anderson, state->position);
            team_iterate(context, &iterate);
        }
    }
#pragma omp parallel num_threads(s->threads)
    pd_contact_finish(&s->contact, &s->motion, state, context);
    return status_ok();
}

// ---- what breaks ----

static Status make_local_again(Pd *s)
{
    Arena        fresh = system_rebuild_arena(&s->base.rebuild);
    LocalStep    local;
    const Status status = local_step_init(s->model, s->h, s->plain, &fresh, &local);
    if (status.code == STATUS_OK) {
        arena_destroy(&s->remade);
        arena_adopt(&s->remade, &fresh);
        s->local = local;
    }
    arena_destroy(&fresh);
    return status;
}

// Where other constraints are broken than in the step before.
static Status take_out_broken(Pd *s, const State *state, StepContext *context)
{
    if (!s->live.breaks || !live_model_read(&s->live, state))
        return status_ok();
    team_phase(context, PHASE_REBUILD);
    TRY(make_local_again(s));
    TRY(stencil_matrix_fill(s->model, s->threads, &s->system));
    pd_contact_reset(&s->contact, &s->system.matrix);
    team_phase(context, PHASE_REFACTOR);
    TEAM_COUNT(context, factorisations, 1);
    return s->base.linsys->ops->refactor(s->base.linsys, &s->system.matrix);
}

static void find_broken(const Pd *s, State *state, StepContext *context)
{
    team_phase(context, PHASE_VELOCITY); // the end of a step, as in position_based.c
    TEAM_EACH (i, s->model->particle_count)
        s->end[i] = double4_from(state->position[i]);
#pragma omp barrier
    live_model_test(&s->live, s->end, state);
    team_phase(context, PHASE_NONE);
}

static Status step(Solver *base, State *state, StepContext *context)
{
    Pd          *s = (Pd *)base;
    const Status broken = take_out_broken(s, state, context);
    if (broken.code != STATUS_OK)
        return status_prefix(broken, "pd, step %lld", (long long)state->step);
    if (s->contact.contacts) {
        const Status status = iterate_touching(s, state, context);
        team_phase(context, PHASE_NONE);
        if (status.code != STATUS_OK)
            return status_prefix(status, "pd, step %lld", (long long)state->step);
    } else {
#pragma omp parallel num_threads(s->threads)
        iterate_all(s, state, context);
    }
    if (s->live.breaks) {
#pragma omp parallel num_threads(s->threads)
        find_broken(s, state, context);
    }
    chebyshev_report(&s->chebyshev, context);
    return linsys_solver_end(&s->base, context);
}

// The traffic of contacts depends on their number: neither their phases nor a solve that factorises for them is counted. The prediction
// reads x, v, a and the masses and writes x_n, y and the constant part; over-relaxation combines two iterates in a pass of its own.
static Status traffic(const Solver *base, Traffic *out)
{
    enum { PREDICT_FLOPS = 12 + 3 + 3 * MOTION_CARRIES, RELAX_FLOPS = 9 };
    const Pd    *s = (const Pd *)(const void *)base;
    const double n = s->model->particle_count, block = sizeof(real4), relaxed = s->solved && !s->contact.contacts ? n : 0;
    const double read = ((s->motion.acceleration ? 3 : 2) + MOTION_CARRIES) * block + sizeof *s->model->mass;
    *out = (Traffic){0};
    local_step_traffic(&s->local, s->iterations, out);
    PhaseTraffic *solve = &out->phases[PHASE_SOLVE];
    if (!s->contact.contacts && s->anderson.window == 0 && !s->chebyshev.best && !s->chebyshev.estimates)
        *solve = traffic_of_solve(s->base.linsys, s->model->particle_count, s->iterations);
    solve->bytes += 3 * relaxed * block;
    solve->working_set += relaxed * block;
    solve->flops += relaxed * RELAX_FLOPS;
    if (s->chebyshev.last && !s->contact.contacts) { // three vectors read, three written
        solve->bytes += 6 * n * block;
        solve->working_set += 2 * n * block;
        solve->flops += 15 * n;
    }
    if (!s->y && !s->from_start && !s->motion.loads)
        out->phases[PHASE_PREDICT] =
            (PhaseTraffic){.runs = 1, .bytes = n * (read + 3 * block), .working_set = n * (read + 2 * block), .flops = n * PREDICT_FLOPS};
    out->phases[PHASE_VELOCITY] = motion_update_traffic(&s->motion, 1);
    return status_ok();
}

const SolverOps solver_pd = {
    .name = "pd",
    .summary = "projective dynamics (Bouaziz 2014); on springs fast mass-spring (Liu 2013)",
    .takes = TAKES_BREAKABLE | TAKES_INEQUALITIES | TAKES_CONTACT,
    .limits = LIMIT_ROUNDED_MOVES | LIMIT_FIXED_MATRIX,
    .params = PARAMS,
    .uses_linsys = LINSYS_LANES,
    .schedule = solver_schedule_memory,
    .create = create,
    .step = step,
    .linsys = linsys_solver_system,
    .traffic = traffic,
    .destroy = destroy,
};
