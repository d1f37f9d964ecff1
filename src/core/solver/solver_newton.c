// newton: the converged reference. Minimises Φ(x) = ½ (x−y)ᵀM(x−y) + h² E(x) by Newton's method with a line search, in double precision
// whatever the precision of the State.
//
// Each element's Hessian is (1−θ) times the exact one plus θ times its projection to positive semi-definite. θ starts at 0. It grows while
// the factorisation fails or the direction is not a descent direction, and shrinks again from iteration to iteration. Always projecting
// makes compressed springs converge linearly (a falling 32×32 cloth, 24 steps: 1319 iterations with θ either 0 or 1, 274 with this rule).
// The pattern is analysed once. Φ, its line search and its stopping rules: solver/private/newton_search.h. Contacts are one-sided springs
// (solver/private/exact_contact.h). If those of a step couple particles that the pattern does not, the system is rebuilt, in the phase of
// the solve, and allocates. It then contains all couplings of that step's contacts until a step needs others. Pins are identity rows with
// explicit zeros.
//
// Inexact Newton: with an iterative linear system and a forcing term the step H d = −g is solved only to a matching accuracy,
//   ‖g + H d‖ ≤ η ‖g‖
//   root     η = min(eta, √(‖g‖/‖g_0‖)), g_0 at the start of the step
//   walker   η = min(eta, .9 (‖g‖/‖g_last‖)^1.618), at least .9 η_last^1.618 if that is above .1: choice 2 of Eisenstat and Walker
//            1996 (doi 10.1137/0917003), with their safeguard
// √‖g‖ alone, another published form, has a unit. If conjugate gradients find a direction of negative curvature, θ grows, as after a failed
// factorisation.
#include "solver/private/linsys_solver.h"
#include "solver/private/newton_search.h"
#include "solver/private/quasi_static.h"
#include "solver/solver.h"
#include "step/team.h"

extern const SolverOps solver_newton; // declared for the table in solver.c

typedef enum Forcing { FORCING_TOLERANCE, FORCING_ROOT, FORCING_WALKER } Forcing;

static const char *const FORCINGS[] = {"tolerance", "root", "walker", NULL};

typedef struct Newton {
    LinsysSolver base;
    NewtonSearch search;
    QuasiStatic  quasi;
    double      *rhs; // [3n]
    Forcing      forcing;
    double       eta_max;
    // of the current step
    double first, last, eta; // ‖g‖₂ at its start and in the last iteration; η of the latter; last 0: none
} Newton;

static const Param PARAMS[] = {
    NEWTON_PARAMS,
    PARAM_REAL_ROW("static", "", 0, 0, 1e-2,
                   "steps end at rest, when the residual force is below this times the largest force; 0: ordinary steps of dt"),
    PARAM_CHOICE_ROW("forcing", FORCINGS, FORCING_TOLERANCE,
                     "tolerance of an iterative linear system, relative to the gradient; tolerance: its solve_tolerance; root: "
                     "sqrt(|g|/|g_0|); walker: choice 2 of Eisenstat and Walker"),
    PARAM_REAL_ROW("eta", "", 0.5, 1e-12, 0.99, "largest tolerance of forcing root and walker"),
    CONTACT_PARAMS,
    PARAM_END,
};

// ---- direction ----

// definite: false before regularisation, when the factorisation failed and there is no solution.
static void show_system(const Newton *newton, bool definite, const StepContext *context)
{
    const NewtonSearch *s = &newton->search;
    team_system(context,
                &(LinearSystem){.name = definite ? "newton" : "newton_indefinite",
                                .description = "a step of Newton's method, (M + h² ∇²E) Δx = −g, g = M (x − y) + h² ∇E\n"
                                               "Δx of particles in the model's order, x, y, z one after another, m; a pin's rows are the "
                                               "identity",
                                .matrix = &s->hessian.matrix,
                                .definite = definite,
                                .rhs = newton->rhs,
                                .solution = definite ? s->direction : NULL,
                                .direction = s->groups.direction,
                                .direction_count = s->groups.count});
}

static void count_shifts(const Newton *newton, StepContext *context)
{
    LinsysInfo info = {0};
    newton->base.linsys->ops->info(newton->base.linsys, &info);
    TEAM_COUNT(context, factor_shifts, info.shifts);
}

static double walker(const Newton *newton, double norm)
{
    static const double GAMMA = 0.9, POWER = 1.618, SAFE = 0.1;
    if (!(newton->last > 0))
        return newton->eta_max;
    const double kept = GAMMA * pow(newton->eta, POWER);
    return fmax(GAMMA * pow(norm / newton->last, POWER), kept > SAFE ? kept : 0);
}

// η at the iterate.
static double force(Newton *newton)
{
    double sum = 0;
    for (int32_t i = 0; i < newton->search.model->particle_count; i++)
        sum += double4_dot(newton->search.gradient[i], newton->search.gradient[i]);
    const double now = sqrt(sum);
    if (!(newton->first > 0))
        newton->first = now;
    newton->eta = fmin(newton->eta_max, newton->forcing == FORCING_WALKER ? walker(newton, now) : sqrt(now / newton->first));
    newton->last = now;
    return newton->eta;
}

// direction = H⁻¹ rhs by all threads: exactly, or to η with a forcing term.
static Status solve(Newton *newton, double eta, StepContext *context)
{
    Linsys       *linsys = newton->base.linsys;
    const double *rhs = newton->rhs;
    double       *direction = newton->search.direction;
    if (eta > 0)
        linsys->ops->set_tolerance(linsys, eta);
#pragma omp parallel num_threads(newton->search.threads)
    linsys->ops->solve_scalar(linsys, rhs, direction);
    if (eta > 0)
        linsys->ops->set_tolerance(linsys, 0); // group_terms.h needs exact solves
    const Status status = linsys_solver_solved(&newton->base, context);
    TEAM_COUNT(context, curvature_stops, status.code == STATUS_NUMERIC);
    return status;
}

// direction = −H⁻¹ g; sets the slope gᵀ·direction. STATUS_NUMERIC: not positive definite.
static Status find_direction(Newton *newton, double theta, double eta, StepContext *context, double *slope)
{
    NewtonSearch *s = &newton->search;
    Linsys       *linsys = newton->base.linsys;
    double       *rhs = newton->rhs;
    team_phase(context, PHASE_RHS); // the solve before this one may have failed
    newton_search_assemble(s, theta);
    TEAM_COUNT(context, hessians, 1);
    const int32_t n = s->model->particle_count;
    for (int32_t i = 0; i < n; i++) {
        const double4 g = s->gradient[i];
        rhs[3 * i] = -g.x, rhs[3 * i + 1] = -g.y, rhs[3 * i + 2] = -g.z;
    }
    team_phase(context, PHASE_REFACTOR);
    TEAM_COUNT(context, factorisations, 1);
    const Status factored = linsys->ops->refactor(linsys, &s->hessian.matrix);
    if (factored.code == STATUS_NUMERIC)
        show_system(newton, false, context);
    TRY(factored);
    count_shifts(newton, context);
    team_phase(context, PHASE_SOLVE);
    linsys_solver_count(&newton->base, context, 1 + s->groups.count);
    TRY(group_terms_factorise(&s->groups, linsys, s->threads));
    TRY(solve(newton, eta, context));
    group_terms_correct(&s->groups, s->direction);
    show_system(newton, true, context);
    team_phase(context, PHASE_RHS);
    *slope = 0;
    for (int32_t i = 0; i < 3 * n; i++)
        *slope -= rhs[i] * s->direction[i];
    return status_ok();
}

// Finds a descent direction with the smallest successful θ; θ is kept from one iteration to the next.
static Status descend(Solver *base, double *theta, StepContext *context, double *slope)
{
    static const double THETA_MIN = 1.0 / 64;
    Newton             *s = (Newton *)base;
    const double        eta = s->forcing == FORCING_TOLERANCE ? 0 : force(s);
    *theta = *theta > THETA_MIN ? *theta / 4 : 0;
    for (;;) {
        const Status status = find_direction(s, *theta, eta, context, slope);
        if ((status.code == STATUS_OK && *slope < 0) || (status.code != STATUS_OK && status.code != STATUS_NUMERIC) || *theta >= 1)
            return status;
        *theta = fmin(1, fmax(4 * *theta, THETA_MIN));
    }
}

// ---- step ----

// Rebuilds the system if its pattern lacks couplings of this step's contacts.
static Status couple_contacts(Newton *newton, const State *state, StepContext *context)
{
    NewtonSearch *s = &newton->search;
    if (exact_contact_fits(&s->contact, &s->hessian.blocks))
        return status_ok();
    TEAM_COUNT(context, factorisations, 1);
    Arena   fresh = system_rebuild_arena(&newton->base.rebuild);
    Hessian hessian = {0};
    Status  status = hessian_init(s->model, s->contact.contacts, solver_newton.name, s->threads, &fresh, &hessian);
    if (status.code == STATUS_OK)
        status = linsys_solver_rebuild(&newton->base, &fresh, &hessian.matrix, state->position, context);
    if (status.code == STATUS_OK)
        s->hessian = hessian;
    arena_destroy(&fresh);
    return status;
}

// Sets up Φ of this step: y and the contacts.
static Status predict(Newton *newton, const State *state, StepContext *context)
{
    NewtonSearch *s = &newton->search;
    Start         start = exact_motion_start(&s->motion, state, 0);
    newton->first = newton->last = 0;
    team_phase(context, PHASE_PREDICT);
    exact_motion_predict(&s->motion, state, 0);
    if (s->contact.contacts) {
        start.contacts = s->contact.contacts;
        TEAM_COUNT(context, detections, 1);
        TRY(exact_contact_detect(&s->contact, state, &s->motion, context)); // may cut the iterate
        team_phase(context, PHASE_REBUILD);
        TRY(couple_contacts(newton, state, context));
    }
    team_begin(context, &start);
    return status_ok();
}

// Φ of an increment of a quasi-static step, and x_n as the start: y is far away for a large h.
static Status begin_still(Solver *base, const State *state, StepContext *context)
{
    Newton      *s = (Newton *)base;
    ExactMotion *motion = &s->search.motion;
    TRY(predict(s, state, context));
    for (int32_t i = 0; i < s->search.model->particle_count; i++)
        if (exact_motion_is_free(motion, i))
            motion->x[i] = motion->previous[i];
    return status_ok();
}

static Status is_stable(Solver *base, StepContext *context, bool *stable)
{
    Newton *s = (Newton *)base;
    newton_search_assemble(&s->search, 0);
    quasi_static_add_pressure(&s->search);
    TEAM_COUNT(context, hessians, 1);
    TEAM_COUNT(context, factorisations, 1);
    const Status status = s->base.linsys->ops->refactor(s->base.linsys, &s->search.hessian.matrix);
    *stable = status.code == STATUS_OK;
    return status.code == STATUS_NUMERIC ? status_ok() : status;
}

static Status advance(Newton *s, State *state, StepContext *context)
{
    if (s->quasi.tolerance > 0)
        return quasi_static_step(&s->quasi, &s->search, state, context);
    TRY(predict(s, state, context));
    return newton_search_run(&s->search, state, context);
}

static Status step(Solver *base, State *state, StepContext *context)
{
    const Status status = advance((Newton *)base, state, context);
    team_phase(context, PHASE_NONE);
    return status.code == STATUS_OK ? status : status_prefix(status, "newton, step %lld", (long long)state->step);
}

// ---- set-up ----

static Status refuse_forcing(Forcing forcing, const LinsysOps *linsys)
{
    if (forcing == FORCING_TOLERANCE || linsys->set_tolerance)
        return status_ok();
    return status_make(STATUS_UNSUPPORTED,
                       "newton: forcing=%s stops an iterative linear system early, but %s is not iterative; use linsys=pcg, or "
                       "forcing=tolerance",
                       FORCINGS[forcing], linsys->name);
}

static Status create(const SolverSetup *setup, Solver **out)
{
    Newton *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.base.ops = &solver_newton;
    *out = &s->base.base;
    TRY(solver_refuse(setup->model, &solver_newton, NULL));
    TRY(linsys_solver_refuse(&solver_newton, setup->linsys));
    s->forcing = (Forcing)param_choice(setup->params, "forcing");
    s->eta_max = param_real(setup->params, "eta");
    TRY(refuse_forcing(s->forcing, setup->linsys));
    s->search.solver = &s->base.base;
    s->search.descend = descend;
    TRY(newton_search_init(&s->search, setup));
    TRY(ARENA_NEW(setup->arena, 3 * (size_t)setup->model->particle_count, &s->rhs));
    TRY(quasi_static_init(&s->quasi, setup, &s->search, param_real(setup->params, "static")));
    s->quasi.begin = begin_still;
    s->quasi.stable = is_stable;
    return linsys_solver_init(&s->base, setup, &s->search.hessian.matrix, setup->positions, 3);
}

const SolverOps solver_newton = {
    .name = "newton",
    .summary = "Newton's method to convergence in double precision: the reference",
    .takes = TAKES_BREAKABLE | TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION,
    .params = PARAMS,
    .uses_linsys = LINSYS_SCALAR,
    .schedule = solver_schedule_memory,
    .create = create,
    .step = step,
    .linsys = linsys_solver_system,
    .destroy = linsys_solver_destroy,
};
