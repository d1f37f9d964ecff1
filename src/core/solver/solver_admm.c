// admm: the alternating direction method of multipliers (Narain, Overby, Brown 2016, doi 10.2312/sca.20161219; Overby, Brown, Li, Narain
// 2017, doi 10.1109/TVCG.2017.2730875). The rows D x of each constraint have a copy z; u accumulates the difference of the two:
//   local:   q = D x + u,  z = argmin E(z) + ½ w² |q − z|²,  u = q − z           for all constraints in parallel (step/proximal_step.h)
//   global:  (M + h² Σ w² DᵀD) x = M y + h² Σ w² Dᵀ(z − u)                        factorised once, x y z side by side
// with w² = κ k. A step starts at x = y and u = 0.
//
// With κ = 1 this is projective dynamics whose projection is applied to D x + u. The first iteration is the same, and all are if u is 0
// before every local step (`multiplier: reset`). For other κ, and energies other than those of projective dynamics, leaving out u would
// change the problem: its solution has the stiffness 2κ/(1+κ) k. Those are rejected.
//
// Neither Φ nor the distance to the minimum decreases in every iteration. For a mass on a spring q − q∞ is multiplied by (κ²s + 1)/((1 +
// κs)(1 + κ)) in each, s = h²k/m; the minimum is at κ = 1/√s. For a convex E it converges for every κ > 0. If E is more concave than w², as
// perpendicular to a compressed spring, it may not converge.
//
// Contacts have no copy. Their energy is part of the function of x that a global step lowers, whose matrix contains the active contacts, as
// in pd (solver/private/pd_contact.h). With copies, every contact of a step would have to be in the matrix. An inactive contact would then
// hold its particles back: its z is D x, and the step is pulled there with w².
#include "solver/private/global_step.h"

extern const SolverOps solver_admm; // declared for the table in solver.c

typedef enum AdmmMultiplier { MULTIPLIER_KEPT, MULTIPLIER_RESET } AdmmMultiplier;

static const char *const MULTIPLIERS[] = {"kept", "reset", NULL};

static const char SYSTEM[] = "the global step of ADMM, (M + h² Σ w² DᵀD) x = M y + h² Σ w² Dᵀ(z − u)\n"
                             "positions x, y, z of particles in the model's order as three columns, m; rows in kg, a pin's is the identity";

static const Param PARAMS[] = {
    PARAM_INT_ROW("iterations", "", 10, 1, 1e6, "iterations per step, each a local and a global step", .role = PARAM_ROLE_ITERATIONS),
    PARAM_REAL_ROW(
        "weight", "", 1, 1e-6, 1e6,
        "kappa = w^2/k of the copies of the constraints' rows; k: the stiffness, for neo-Hookean tetrahedra V (lambda + 2 mu/3) with "
        "Lame's lambda",
        .role = PARAM_ROLE_MATRIX_WEIGHT),
    PARAM_CHOICE_ROW(
        "multiplier", MULTIPLIERS, MULTIPLIER_KEPT,
        "u within a step; kept: from iteration to iteration; reset: 0 before every local step, projective dynamics if weight is 1"),
    PARAM_CHOICE_ROW("contact_matrix", PD_CONTACT_MATRIX_NAMES, PD_CONTACT_REFACTOR,
                     "method that puts the active contacts into the matrix of the global step: a new factorisation, low-rank updates, or "
                     "the one predicted to be faster",
                     .contact_only = true),
    CONTACT_PARAMS,
    PARAM_END,
};

// ---- set-up ----

// For the message about features that a reset multiplier does not support.
static const SolverOps RESET = {
    .name = "admm with multiplier=reset", .takes = TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION, .otherwise = "multiplier=kept"};

static bool has_no_target(const ConstraintOps *ops)
{
    return ops->energy->prox || proximal_step_missing(ops);
}

static Status refuse(const Model *model, double weight, bool reset)
{
    TRY(solver_refuse(model, &solver_admm, proximal_step_missing));
    if (!reset)
        return status_ok();
    if (weight < 1 || weight > 1)
        return status_make(
            STATUS_UNSUPPORTED,
            "solver admm with multiplier=reset needs weight 1, not %g: it would minimise another energy; use multiplier=kept", weight);
    return solver_refuse(model, &RESET, has_no_target);
}

static Status create(const SolverSetup *setup, Solver **out)
{
    const double weight = param_real(setup->params, "weight");
    const bool   reset = param_choice(setup->params, "multiplier") == MULTIPLIER_RESET;
    GlobalStep  *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.base.ops = &solver_admm;
    *out = &s->base.base;
    TRY(refuse(setup->model, weight, reset));
    TRY(ARENA_NEW(setup->arena, 1, &s->proximal));
    TRY(proximal_step_init(setup->model, setup->dt, weight, reset, setup->arena, s->proximal));
    return global_step_init(s, setup, SYSTEM, sqrt(weight) * setup->dt, 1); // κ h² Σ k DᵀD
}

static Status step(Solver *base, State *state, StepContext *context)
{
    return global_step_run((GlobalStep *)base, state, context);
}

// The prediction, which also sets u = 0, is not counted; nor are contacts, as in pd.
static Status traffic(const Solver *base, Traffic *out)
{
    const GlobalStep *s = (const GlobalStep *)(const void *)base;
    *out = (Traffic){0};
    proximal_step_traffic(s->proximal, s->iterations, out);
    if (!s->contact.contacts)
        out->phases[PHASE_SOLVE] = traffic_of_solve(s->base.linsys, s->model->particle_count, s->iterations);
    out->phases[PHASE_VELOCITY] = motion_update_traffic(&s->motion, 1);
    return status_ok();
}

const SolverOps solver_admm = {
    .name = "admm",
    .summary = "alternating direction method of multipliers (Narain 2016, Overby 2017)",
    .takes = TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION,
    .limits = LIMIT_ROUNDED_MOVES | LIMIT_FIXED_MATRIX,
    .aim = AIM_OBJECTIVE,
    .params = PARAMS,
    .uses_linsys = LINSYS_LANES,
    .schedule = solver_schedule_memory,
    .create = create,
    .step = step,
    .linsys = linsys_solver_system,
    .traffic = traffic,
    .destroy = linsys_solver_destroy,
};
