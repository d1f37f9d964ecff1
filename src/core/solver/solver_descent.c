// descent: primal and dual descent (Macklin, Erleben, Müller, Chentanez, Jeschke, Kim 2020, doi 10.1111/cgf.14104), Jacobi style.
//   primal  x −= ω P⁻¹ g,   g = M(x−y) + h² Σ ∇E, P = the diagonal blocks of M + h² Σ ∇²E
//   dual    λ += ω D⁻¹ (−C − α~λ),   x += W ∇CᵀΔλ,   D = the diagonal of A = ∇C W ∇Cᵀ + α~, α~ = α/h², λ = 0 at the start of a step
// An iteration leaves 1 − ω times the eigenvalue of the error along an eigenvector of P⁻¹∇²Φ, or of D⁻¹A. Large stiffness ratios give small
// eigenvalues of the first matrix, large mass ratios small ones of the second.
//
// Both sweeps are those of other solvers: primal is vbd with sweep: jacobi, bit for bit. dual is xpbd's Jacobi sweep with one ω. xpbd
// itself has for every constraint its own factor, 1 / (most constraints at one of its particles). If that is the same for all constraints,
// both agree.
//
// ω: with positive semi-definite second derivatives the eigenvalues are at most V, the particles of the largest constraint (primal), and at
// most the largest number of constraints at one particle (dual; both by Cauchy-Schwarz). The default is 2/V, where the inertia keeps the
// eigenvalues below V, and one over the other number.
//
// Only dual supports hard constraints and hard contacts, whose D is finite, and breakable ones, whose forces are its multipliers.
//
// Contacts are part of Φ in primal. In dual they follow the constraints in each iteration, as in xpbd, all at once, with 1 / (most contacts
// at one of their particles) instead of ω, since their number changes from step to step.
#include "solver/private/position_based.h"
#include "solver/private/position_based_traffic.h"
#include "solver/private/vertex_descent.h"

extern const SolverOps solver_descent; // declared for the table in solver.c
static const SolverOps PRIMAL;         // of form primal

typedef enum Form { FORM_DUAL, FORM_PRIMAL } Form;
static const char *const FORMS[] = {"dual", "primal", NULL};

static const Param PARAMS[] = {
    PARAM_CHOICE_ROW(
        "form", FORMS, FORM_DUAL,
        "unknowns; dual: multipliers of constraints, slow where masses differ; primal: positions, slow where stiffnesses differ"),
    PARAM_INT_ROW("iterations", "", 20, 1, 1e6, "iterations per step; each moves all unknowns at once", .role = PARAM_ROLE_ITERATIONS),
    PARAM_REAL_ROW("omega", "", 0, 0, 10,
                   "relaxation: factor on every move, in dual not on that of contacts; 0: the largest safe value, in dual 1/(most "
                   "constraints at one particle), in primal 2/V, V the particles of the largest constraint",
                   .role = PARAM_ROLE_RELAXATION),
    PARAM_CHOICE_ROW(
        "kernels", KERNEL_NAMES, KERNELS_WIDE,
        "moves; wide: several at once in vector registers, for kinds of constraints that support it; plain: one after another"),
    CHEBYSHEV_PARAMS,
    CONTACT_PARAMS,
    PARAM_END,
};

// ---- dual ----

static Status create_dual(const SolverSetup *setup, Solver **out)
{
    const PositionBasedSettings settings = {.iterations = (int32_t)param_int(setup->params, "iterations"),
                                            .substeps = 1,
                                            .sweep = SWEEP_JACOBI,
                                            .kernels = (Kernels)param_choice(setup->params, "kernels"),
                                            .first_step = FIRST_STEP_EULER,
                                            .omega = param_real(setup->params, "omega"),
                                            .stiffness = 1,
                                            .contact_sweep = CONTACT_SWEEP_JACOBI,
                                            .multipliers = true,
                                            .accelerated = true};
    PositionBased              *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.ops = &solver_descent;
    *out = &s->base;
    return position_based_init(s, setup, &settings);
}

// ---- primal ----

static bool lacks_block(const ConstraintOps *ops)
{
    return vertex_block_missing(ops, VERTEX_RULE_OWN);
}

static Status create_primal(const SolverSetup *setup, Solver **out)
{
    const VertexDescentSettings settings = {.sweep = VERTEX_SWEEP_JACOBI, .rule = VERTEX_RULE_OWN, .start = VERTEX_START_Y};
    VertexDescent              *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    *s = (VertexDescent){.base.ops = &PRIMAL};
    *out = &s->base;
    TRY(solver_refuse(setup->model, &PRIMAL, lacks_block));
    return vertex_descent_init(s, setup, &settings);
}

// ---- both ----

static bool lacks_nothing(const ConstraintOps *ops)
{
    (void)ops;
    return false;
}

// Features that neither form supports are rejected first: the message about one form recommends the other.
static Status create(const SolverSetup *setup, Solver **out)
{
    TRY(solver_refuse(setup->model, &solver_descent, lacks_nothing));
    return param_choice(setup->params, "form") == FORM_PRIMAL ? create_primal(setup, out) : create_dual(setup, out);
}

const SolverOps solver_descent = {
    .name = "descent",
    .summary = "primal and dual descent (Macklin 2020), Jacobi style: the jacobi sweeps of vbd, and of xpbd with one omega for all",
    .takes = TAKES_HARD | TAKES_DAMPED | TAKES_BREAKABLE | TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION | TAKES_HARD_CONTACT,
    .limits = LIMIT_ROUNDED_MOVES | LIMIT_SWEEPS | LIMIT_CURVATURE,
    .aim = AIM_MULTIPLIERS,
    .params = PARAMS,
    .schedule = solver_schedule_memory,
    .create = create,
    .step = position_based_step,
    .traffic = position_based_traffic,
    .multiplier = position_based_multiplier,
    .destroy = solver_destroy_nothing,
};

static const SolverOps PRIMAL = {
    .name = "descent with form=primal",
    .takes = TAKES_DAMPED | TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION,
    .limits = LIMIT_ROUNDED_MOVES,
    .aim = AIM_OBJECTIVE,
    .otherwise = "form=dual",
    .params = PARAMS,
    .schedule = solver_schedule_memory,
    .create = create,
    .step = vertex_descent_step,
    .traffic = vertex_descent_traffic,
    .destroy = solver_destroy_nothing,
};
