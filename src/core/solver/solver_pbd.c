// pbd: position-based dynamics (Müller et al. 2006). Every constraint has the same stiffness k; the stiffnesses of the scene are not used.
//   law whole_step:    each projection is scaled by k' = 1 − (1−k)^(1/iterations), so that one constraint alone reaches k in a (sub)step
//   law per_iteration: each projection is scaled by k itself, the form whose stiffness grows with the iteration count
// One constraint alone then acts like a spring of stiffness (m/h²)((1−k')^(−iterations) − 1), m the reduced mass.
#include "solver/private/position_based.h"
#include "solver/private/position_based_traffic.h"

extern const SolverOps solver_pbd; // declared for the table in solver.c

static const char *const LAW_NAMES[] = {"whole_step", "per_iteration", NULL};
enum { LAW_WHOLE_STEP, LAW_PER_ITERATION };

static const Param PARAMS[] = {
    POSITION_BASED_PARAMS,
    PARAM_REAL_ROW("k", "", 1, 0, 1, "stiffness of every constraint", .role = PARAM_ROLE_STIFFNESS),
    PARAM_CHOICE_ROW("law", LAW_NAMES, 0, "meaning of k: stiffness per (sub)step, or per iteration"),
    PARAM_END,
};

// Components that balance each other at rest need their stiffnesses, which pbd ignores.
static bool cannot_balance(const ConstraintOps *ops)
{
    return ops->balanced;
}

static Status create(const SolverSetup *setup, Solver **out)
{
    PositionBased *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.ops = &solver_pbd;
    *out = &s->base;
    TRY(solver_refuse(setup->model, &solver_pbd, cannot_balance));
    const double          k = param_real(setup->params, "k"), iterations = (double)param_int(setup->params, "iterations");
    const bool            as_given = k >= 1 || param_choice(setup->params, "law") == LAW_PER_ITERATION;
    PositionBasedSettings settings = position_based_settings(setup->params);
    settings.stiffness = as_given ? k : -expm1(log1p(-k) / iterations); // accurate for small k
    return position_based_init(s, setup, &settings);
}

const SolverOps solver_pbd = {
    .name = "pbd",
    .summary = "position-based dynamics (Müller 2006)",
    .aim = AIM_ERRORS,
    .takes = TAKES_HARD | TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION | TAKES_HARD_CONTACT,
    .limits = LIMIT_ROUNDED_MOVES | LIMIT_SWEEPS | LIMIT_CURVATURE,
    .params = PARAMS,
    .schedule = position_based_schedule,
    .create = create,
    .step = position_based_step,
    .traffic = position_based_traffic,
    .destroy = solver_destroy_nothing,
};
