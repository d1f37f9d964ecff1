// xpbd: extended position-based dynamics (Macklin, Müller, Chentanez 2016); with substeps and one iteration, small steps (Macklin 2019).
//   Δλ = (−C − α~λ − γ ∇C·(x − x_n)) / ((1+γ) ∇C W ∇Cᵀ + α~),   Δx = W ∇Cᵀ Δλ,   α~ = α/h², γ = αβ/h, h the substep, λ = 0 at its start.
// The force of a constraint is ∇Cᵀ λ/h²; at the end of a substep a breakable one whose |λ|/h² exceeds its limit breaks.
#include "solver/private/position_based.h"
#include "solver/private/position_based_traffic.h"

extern const SolverOps solver_xpbd; // declared for the table in solver.c

static const Param PARAMS[] = {POSITION_BASED_PARAMS, PARAM_END};

static Status create(const SolverSetup *setup, Solver **out)
{
    PositionBased *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.ops = &solver_xpbd;
    *out = &s->base;
    return position_based_init(s, setup, true, 1);
}

static double multiplier(const Solver *solver, int kind, int32_t i, int component)
{
    const PositionBased *s = (const PositionBased *)(const void *)solver;
    return (double)s->lambda[kind][component * s->model->sets[kind].count + i];
}

static void destroy(Solver *solver)
{
    (void)solver; // everything lies in the arena
}

const SolverOps solver_xpbd = {
    .name = "xpbd",
    .summary = "extended position-based dynamics (Macklin 2016); with substeps > 1 small steps (Macklin 2019)",
    .takes = TAKES_HARD | TAKES_DAMPED | TAKES_BREAKABLE | TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_HARD_CONTACT,
    .limits = LIMIT_ROUNDED_MOVES | LIMIT_SWEEPS | LIMIT_CURVATURE,
    .aim = AIM_MULTIPLIERS,
    .params = PARAMS,
    .schedule = position_based_schedule,
    .create = create,
    .step = position_based_step,
    .traffic = position_based_traffic,
    .multiplier = multiplier,
    .destroy = destroy,
};
