// pd: projective dynamics (Bouaziz 2014); with springs only it is fast mass-spring (Liu 2013).
//   local:   target p_c = the projection of constraint c, for all c in parallel
//   global:  (M + h² Σ k AᵀA) x = M y + h² Σ k Aᵀ p_c, one n×n scalar matrix, factorised once, x y z side by side
// The right-hand side is summed per particle in a fixed order.
//
// The first local step starts at y. Starting at x_n, as in many papers, converges to the same point, but unconverged it loses angular
// momentum. A free rod that turns about 3° per step, h²k/μ = 10, keeps 0.8 % of it after ten steps of ten iterations, and 97.5 % if started
// at y.
//
// Over-relaxation: an iterate minimises a quadratic that majorises Φ and touches it at the last iterate, so Φ falls for every ω in (0, 2).
// Along a direction in which the curvature of Φ is the fraction c of the quadratic's, the error is multiplied by 1 − ωc instead of 1 − c.
// Measured on a chain and a cloth: ω = 1.6 needs 1.5 to 1.6 times fewer iterations than ω = 1 for errors of 1e-3 to 1e-6. From 1.8 on stiff
// directions overshoot and the first iterations get worse; at 1.95 it is slower than 1.
//
// Constraints that break are removed from the local and the global step before the next step. The local step is created again, which
// allocates, and the matrix, of the same pattern, is factorised again.
#include "solver/private/global_step.h"
#include "step/live_model.h"

extern const SolverOps solver_pd; // declared for the table in solver.c

typedef struct Pd {
    GlobalStep base; // its model is that of `live`
    LiveModel  live;
    double     h;
    bool       plain;  // all kinds of constraints use the plain variant of the local step
    Arena      remade; // memory of a recreated local step
    double4   *end;    // [particles] x at the end of a step if constraints may break; NULL: none can
} Pd;

static const char SYSTEM[] = "the global step of projective dynamics, (M + h² Σ k AᵀA) x = M y + h² Σ k Aᵀp\n"
                             "positions x, y, z of particles in the model's order as three columns, m; rows in kg, a pin's is the identity";

static const char *const STARTS[] = {"y", "x_n", NULL};

static const Param PARAMS[] = {
    PARAM_INT_ROW("iterations", "", 10, 1, 1e6, "iterations per step, each a local and a global step", .role = PARAM_ROLE_ITERATIONS),
    PARAM_CHOICE_ROW(
        "start", STARTS, 0,
        "start of the first local step; y: the prediction; x_n: the old positions, which loses angular momentum unless converged"),
    PARAM_REAL_ROW("inertia", "", 1, 0, 1, "d of y = x_n + d h v_n + h² a, the `damping factor` of fast mass-spring; 1: no damping",
                   .euler_only = true),
    PARAM_REAL_ROW(
        "omega", "", 1, 0.05, 1.99,
        "over-relaxation: factor on each iteration's move; the objective falls for all values below 2; 1.4 to 1.7 converges fastest",
        .role = PARAM_ROLE_RELAXATION),
    PARAM_CHOICE_ROW(
        "kernels", KERNEL_NAMES, 0,
        "local step; wide: one pass over particles in vector registers; plain: one target after another, then a gather, as in the paper"),
    PARAM_CHOICE_ROW("contact_matrix", PD_CONTACT_MATRIX_NAMES, PD_CONTACT_REFACTOR,
                     "method that puts the active contacts into the matrix of the global step: a new factorisation, low-rank updates, or "
                     "the one predicted to be faster",
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
    GlobalStep  *g = &s->base;
    const double omega = param_real(setup->params, "omega");
    s->h = setup->dt;
    s->plain = param_choice(setup->params, "kernels") == KERNELS_PLAIN;
    g->from_start = param_choice(setup->params, "start") == 1;
    g->factor = (real)param_real(setup->params, "inertia");
    if (g->factor < 1)
        TRY(ARENA_NEW(setup->arena, setup->model->particle_count, &g->y));
    TRY(chebyshev_init(&g->chebyshev, setup, (int32_t)param_int(setup->params, "iterations"), (real)omega > 1 ? BASE_OVERSHOOTS : 0,
                       solver_pd.name));
    TRY(anderson_init(&g->anderson, setup, solver_pd.name));
    TRY(local_step_init(setup->model, s->h, s->plain, setup->arena, &g->local));
    return global_step_init(g, setup, SYSTEM, s->h, omega);
}

static Status create(const SolverSetup *setup, Solver **out)
{
    SolverSetup own = *setup;
    Pd         *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.base.base.ops = &solver_pd;
    *out = &s->base.base.base;
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

// ---- breaking ----

static Status make_local_again(Pd *s)
{
    Arena        fresh = system_rebuild_arena(&s->base.base.rebuild);
    LocalStep    local;
    const Status status = local_step_init(&s->live.model, s->h, s->plain, &fresh, &local);
    if (status.code == STATUS_OK) {
        arena_destroy(&s->remade);
        arena_adopt(&s->remade, &fresh);
        s->base.local = local;
    }
    arena_destroy(&fresh);
    return status;
}

// Applies constraints that have broken since the previous step.
static Status take_out_broken(Pd *s, const State *state, StepContext *context)
{
    GlobalStep *g = &s->base;
    if (!s->live.breaks || !live_model_read(&s->live, state))
        return status_ok();
    team_phase(context, PHASE_REBUILD);
    TRY(make_local_again(s));
    TRY(stencil_matrix_fill(g->model, g->threads, &g->system));
    pd_contact_reset(&g->contact, &g->system.matrix);
    team_phase(context, PHASE_REFACTOR);
    TEAM_COUNT(context, factorisations, 1);
    return g->base.linsys->ops->refactor(g->base.linsys, &g->system.matrix);
}

static void find_broken(const Pd *s, State *state, StepContext *context)
{
    team_phase(context, PHASE_VELOCITY); // the end of a step, as in position_based.c
    TEAM_EACH (i, s->base.model->particle_count)
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
    TRY(global_step_run(&s->base, state, context));
    if (s->live.breaks) {
#pragma omp parallel num_threads(s->base.threads)
        find_broken(s, state, context);
    }
    return status_ok();
}

// The traffic of contacts depends on their number: neither their phases nor a solve that factorises for them is counted. The prediction
// reads x, v, a and the masses and writes x_n, y and the constant part; over-relaxation combines two iterates in a separate pass.
static Status traffic(const Solver *base, Traffic *out)
{
    enum { PREDICT_FLOPS = 12 + 3 + 3 * MOTION_CARRIES, RELAX_FLOPS = 9 };
    const GlobalStep *s = (const GlobalStep *)(const void *)base;
    const double      n = s->model->particle_count, block = sizeof(real4), relaxed = s->solved && !s->contact.contacts ? n : 0;
    const double      read = ((s->motion.acceleration ? 3 : 2) + MOTION_CARRIES) * block + sizeof *s->model->mass;
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
    .summary = "projective dynamics (Bouaziz 2014); with springs only, fast mass-spring (Liu 2013)",
    .takes = TAKES_BREAKABLE | TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION,
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
