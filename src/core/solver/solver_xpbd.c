// xpbd: extended position-based dynamics (Macklin, Müller, Chentanez 2016); with substeps and one iteration, small steps (Macklin 2019).
//   Δλ = (−C − α~λ − γ ∇C·(x − x_n)) / ((1+γ) ∇C W ∇Cᵀ + α~),   Δx = W ∇Cᵀ Δλ,   α~ = α/h², γ = αβ/h, h the substep, λ = 0 at its start.
// multiplier: reset also sets λ = 0 at the start of every iteration. For one constraint, n iterations then are one step of a spring of
// stiffness (m/h²) ((1 + h²k/m)ⁿ − 1), m the reduced mass: correct for n = 1 only.
//
// rho accelerates a Jacobi sweep, x and λ with the same ω, so that x − y = W ∇Cᵀ λ still holds.
//
// The force of a constraint is ∇Cᵀ λ/h²; at the end of a substep a breakable one whose |λ|/h² exceeds its limit breaks.
#include "solver/private/position_based.h"
#include "solver/private/position_based_traffic.h"

extern const SolverOps solver_xpbd; // declared for the table in solver.c

typedef enum Multiplier { MULTIPLIER_KEPT, MULTIPLIER_RESET } Multiplier;
static const char *const MULTIPLIERS[] = {"kept", "reset", NULL};

static const Param PARAMS[] = {
    POSITION_BASED_PARAMS,
    PARAM_CHOICE_ROW(
        "multiplier", MULTIPLIERS, MULTIPLIER_KEPT,
        "multipliers of constraints; kept: from one iteration of a substep to the next; reset: 0 before every iteration, as in "
        "some engines, which makes springs stiffer with every iteration"),
    CHEBYSHEV_PARAMS, PARAM_END};

static Status create(const SolverSetup *setup, Solver **out)
{
    PositionBased *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.ops = &solver_xpbd;
    *out = &s->base;
    PositionBasedSettings settings = position_based_settings(setup->params);
    settings.multipliers = settings.accelerated = true;
    settings.resets = param_choice(setup->params, "multiplier") == MULTIPLIER_RESET;
    return position_based_init(s, setup, &settings);
}

const SolverOps solver_xpbd = {
    .name = "xpbd",
    .summary = "extended position-based dynamics (Macklin 2016); with substeps > 1 small steps (Macklin 2019)",
    .takes = TAKES_HARD | TAKES_DAMPED | TAKES_BREAKABLE | TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION | TAKES_HARD_CONTACT,
    .limits = LIMIT_ROUNDED_MOVES | LIMIT_SWEEPS | LIMIT_CURVATURE,
    .aim = AIM_MULTIPLIERS,
    .params = PARAMS,
    .schedule = position_based_schedule,
    .create = create,
    .step = position_based_step,
    .traffic = position_based_traffic,
    .multiplier = position_based_multiplier,
    .destroy = solver_destroy_nothing,
};
