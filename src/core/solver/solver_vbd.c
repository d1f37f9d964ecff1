// vbd: vertex block descent (Chen, Liu, Yang, Yuksel 2024, doi 10.1145/3658179). Each particle in turn moves to the minimum of a quadratic
// model of Φ while the others are fixed:
//   x_i −= ω K⁻¹ q,   q = m_i (x_i − y_i) + h² Σ ∂_iE,   K = m_i I + h² Σ B
// over the constraints at i, with the blocks B of step/vertex_block.h. Particles of one vertex colour move at the same time.
//
// A move ends at the minimum of its model. Φ does not rise if B is at least ∂_i²E along the move. Positive definite is not sufficient: for
// light vertices at random springs a full step raised Φ in 5 % of cases with the exact block, in 0.3 % with the clamped one.
//
// A particle moves while the others are fixed: momentum is conserved only as far as a step is converged.
//
// Damping (β of a constraint) is that of xpbd, over the whole constraint. Vertex block descent is often written with the vertex's own block
// alone, which would also damp rigid motion.
#include "solver/private/vertex_descent.h"

extern const SolverOps solver_vbd; // declared for the table in solver.c

static const char *const BLOCKS[] = {"own", "clamped", "exact", "majorised", NULL};

static const Param PARAMS[] = {
    PARAM_INT_ROW("iterations", "", 20, 1, 1e6, "sweeps over all particles in each step", .role = PARAM_ROLE_ITERATIONS),
    PARAM_CHOICE_ROW("sweep", VERTEX_SWEEP_NAMES, VERTEX_SWEEP_COLOURED,
                     "order; coloured: colour by colour in parallel; symmetric: the colours forwards and backwards, the last one once, "
                     "counted as two sweeps; "
                     "jacobi: all at once"),
    PARAM_REAL_ROW("omega", "", 0, 0, 10,
                   "relaxation: factor on every move; 0: 1, and 2/V in a jacobi sweep, V the particles of the largest constraint",
                   .role = PARAM_ROLE_RELAXATION),
    PARAM_CHOICE_ROW("block", BLOCKS, VERTEX_RULE_OWN,
                     "second derivative with respect to one particle; own: chosen for each kind of constraint; clamped: without negative "
                     "eigenvalues; exact; majorised: that of projective dynamics"),
    PARAM_CHOICE_ROW(
        "kernels", KERNEL_NAMES, KERNELS_WIDE,
        "moves; wide: several particles at once in vector registers, for kinds of constraints that support it; plain: one after another"),
    VERTEX_START_PARAM(VERTEX_START_NAMES),
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

// For the message about features that a choice of blocks does not support.
static const SolverOps MAJORISED = {
    .name = "vbd with block=majorised",
    .takes = TAKES_DAMPED | TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION,
    .aim = AIM_OBJECTIVE,
    .otherwise = "block=own",
    .params = PARAMS,
};

static int32_t memory(const Model *model, const ParamSet *params)
{
    return vertex_start_memory((VertexStart)param_choice(params, "start"), model);
}

static Status refuse_adaptive(VertexStart start, const Model *model)
{
    if (start != VERTEX_START_ADAPTIVE || model->integrator == INTEGRATOR_EULER)
        return status_ok();
    return status_make(STATUS_UNSUPPORTED,
                       "solver vbd does not support start=adaptive with integrator %s; use integrator=euler, or another start",
                       INTEGRATOR_NAMES[model->integrator]);
}

static Status create(const SolverSetup *setup, Solver **out)
{
    const ParamSet             *params = setup->params;
    const VertexDescentSettings settings = {.sweep = (VertexSweepKind)param_choice(params, "sweep"),
                                            .rule = (VertexRule)param_choice(params, "block"),
                                            .start = (VertexStart)param_choice(params, "start"),
                                            .windowed = true};
    VertexDescent              *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    *s = (VertexDescent){.base.ops = &solver_vbd};
    *out = &s->base;
    TRY(solver_refuse(setup->model, &solver_vbd, lacks_own));
    if (settings.rule == VERTEX_RULE_MAJORISED)
        TRY(solver_refuse(setup->model, &MAJORISED, lacks_bound));
    TRY(refuse_adaptive(settings.start, setup->model));
    ASSERT(setup->model->memory.count == memory(setup->model, params));
    return vertex_descent_init(s, setup, &settings);
}

const SolverOps solver_vbd = {
    .name = "vbd",
    .summary = "vertex block descent (Chen 2024)",
    .takes = TAKES_DAMPED | TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION,
    .limits = LIMIT_ROUNDED_MOVES | LIMIT_MOMENTUM,
    .aim = AIM_OBJECTIVE,
    .params = PARAMS,
    .schedule = solver_schedule_memory,
    .memory = memory,
    .create = create,
    .step = vertex_descent_step,
    .traffic = vertex_descent_traffic,
    .destroy = solver_destroy_nothing,
};
