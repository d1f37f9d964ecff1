// newton_pcg: inexact Newton. The step of Newton's method, H d = −g, is solved by preconditioned conjugate gradients, only as far as it
// pays:
//   √(r·P⁻¹r) ≤ η √(g·P⁻¹g),   r = −g − H d
//   root     η = min(η_most, √(‖g‖/‖g_0‖)),   g_0 at the start of the step
//   walker   η = min(η_most, .9 (‖g‖/‖g_last‖)^1.618), at least .9 η_last^1.618 where that is above .1: choice 2 of Eisenstat and Walker
//            1996 (doi 10.1137/0917003), with the safeguard of theirs
//   fixed    η = η_most
// √‖g‖ alone, as it is also written, has a unit. Φ, its line search, its criterion and its end are those of newton
// (solver/private/newton_search.h); the preconditioners are in solver/private/precondition.h.
//
// H is newton's, (1−θ) of the exact Hessian of each element and θ of its projection to positive semi-definite. Where H curves downwards
// along a conjugate direction, the iteration ends with what there is, θ grows for the next Newton iteration, and shrinks again from one to
// the next.
//
// It is assembled by one thread, as newton's is; the products and sums of the conjugate gradients are parallel.
#include "solver/private/newton_search.h"
#include "solver/private/pcg.h"
#include "step/team.h"

extern const SolverOps solver_newton_pcg; // declared for the table in solver.c

typedef enum Forcing { FORCING_ROOT, FORCING_WALKER, FORCING_FIXED } Forcing;

static const char *const FORCINGS[] = {"root", "walker", "fixed", NULL};

typedef struct NewtonPcg {
    LinsysSolver base; // its system is that of the preconditioner pd_factor; without it NULL
    NewtonSearch search;
    Pcg          pcg;
    Forcing      forcing;
    double       most; // η
    int32_t      inner;
    // of the running step
    double first, last, eta; // ‖g‖₂ at its start and in the last iteration, η of that; last 0: there was none
    bool   curved;           // the last one ended where H curves downwards
} NewtonPcg;

static const Param PARAMS[] = {
    NEWTON_PARAMS,
    PARAM_CHOICE_ROW("forcing", FORCINGS, FORCING_ROOT,
                     "residual at which conjugate gradients end, of the gradient; root: sqrt(|g|/|g_0|); walker: choice 2 of Eisenstat and "
                     "Walker; fixed: eta"),
    PARAM_REAL_ROW("eta", "", 0.5, 0, 0.99, "the largest residual at which conjugate gradients end, of the gradient"),
    PARAM_INT_ROW("inner", "", 1000, 1, 1e6, "maximum number of iterations of conjugate gradients in each of Newton"),
    PARAM_CHOICE_ROW("precondition", PRECONDITIONER_NAMES, 0,
                     "preconditioner; block_jacobi: 3 x 3 blocks; pd_factor: the factor of projective dynamics; ic0: incomplete Cholesky"),
    PARAM_END,
};

static bool cannot_do(const ConstraintOps *ops)
{
    return ops->vertices == 0 || !ops->energy || !ops->hessian || !ops->evaluate;
}

// ---- direction ----

static double norm(const double4 *v, int32_t n)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++)
        sum += double4_dot(v[i], v[i]);
    return sqrt(sum);
}

static double walker(const NewtonPcg *s, double norm)
{
    static const double GAMMA = 0.9, POWER = 1.618, SAFE = 0.1;
    if (!(s->last > 0))
        return s->most;
    const double kept = GAMMA * pow(s->eta, POWER);
    return fmax(GAMMA * pow(norm / s->last, POWER), kept > SAFE ? kept : 0);
}

// η at the iterate, which is remembered.
static double force(NewtonPcg *s)
{
    const double now = norm(s->search.gradient, s->search.model->particle_count);
    double       eta = s->most;
    if (!(s->first > 0))
        s->first = now;
    if (s->forcing == FORCING_ROOT && now < s->first)
        eta = fmin(s->most, sqrt(now / s->first));
    else if (s->forcing == FORCING_WALKER)
        eta = fmin(s->most, walker(s, now));
    s->last = now;
    s->eta = eta;
    return eta;
}

static void count(const NewtonPcg *s, const PcgEnd *end, StepContext *context)
{
    TEAM_COUNT(context, inner_iterations, end->iterations);
    TEAM_COUNT(context, hessian_products, end->products);
    TEAM_COUNT(context, preconditions, end->iterations + 1);
    TEAM_COUNT(context, curvature_stops, end->curved);
    TEAM_COUNT(context, factor_shifts, s->pcg.preconditioner.shifts);
    if (s->base.linsys)
        linsys_solver_count(&s->base, context, end->iterations + 1);
}

static Status descend(Solver *base, double *theta, StepContext *context, double *slope)
{
    static const double LEAST = 1.0 / 64;
    NewtonPcg          *s = (NewtonPcg *)base;
    NewtonSearch       *search = &s->search;
    const double        eta = force(s);
    PcgEnd              found = {0};
    *theta = s->curved ? fmin(1, fmax(4 * *theta, LEAST)) : *theta > LEAST ? *theta / 4 : 0;
    team_phase(context, PHASE_RHS);
    newton_search_assemble(search, *theta);
    TEAM_COUNT(context, hessians, 1);
    team_phase(context, PHASE_SOLVE);
#pragma omp parallel num_threads(search->threads)
    {
        pcg_read(&s->pcg, search->model->mass);
        const PcgEnd end = pcg_solve(&s->pcg, search->gradient, eta, s->inner);
#pragma omp single
        found = end;
    }
    team_phase(context, PHASE_RHS);
    for (int32_t i = 0; i < search->model->particle_count; i++) {
        const double4 d = s->pcg.direction[i];
        search->direction[3 * i] = d.x, search->direction[3 * i + 1] = d.y, search->direction[3 * i + 2] = d.z;
    }
    s->curved = found.curved;
    count(s, &found, context);
    *slope = found.slope;
    return s->base.linsys ? s->base.linsys->ops->failed(s->base.linsys) : status_ok();
}

// ---- set-up ----

// For the message that names what pd_factor, the only preconditioner that does not take every kind, cannot do.
static const SolverOps PRECONDITIONED = {.name = "newton_pcg with precondition=pd_factor",
                                         .takes = TAKES_BREAKABLE | TAKES_INEQUALITIES,
                                         .otherwise = "precondition=block_jacobi",
                                         .params = PARAMS};

static Status create(const SolverSetup *setup, Solver **out)
{
    const ParamSet          *params = setup->params;
    const PreconditionerOps *ops = preconditioner_at(param_choice(params, "precondition"));
    NewtonPcg               *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.base.ops = &solver_newton_pcg;
    *out = &s->base.base;
    TRY(solver_refuse(setup->model, &solver_newton_pcg, cannot_do));
    if (ops->cannot_do)
        TRY(solver_refuse(setup->model, &PRECONDITIONED, ops->cannot_do));
    s->forcing = (Forcing)param_choice(params, "forcing");
    s->most = param_real(params, "eta");
    s->inner = (int32_t)param_int(params, "inner");
    s->search.solver = &s->base.base;
    s->search.descend = descend;
    TRY(newton_search_init(&s->search, setup));
    return pcg_init(&s->pcg, ops, &s->search.hessian, &s->base, setup);
}

// ---- step ----

static Status step(Solver *base, State *state, StepContext *context)
{
    NewtonPcg  *s = (NewtonPcg *)base;
    const Start start = exact_motion_start(&s->search.motion, state, 0);
    s->first = s->last = 0;
    s->curved = false;
    team_phase(context, PHASE_PREDICT);
    exact_motion_predict(&s->search.motion, state, 0);
    team_begin(context, &start);
    const Status status = newton_search_run(&s->search, state, context);
    team_phase(context, PHASE_NONE);
    return status.code == STATUS_OK ? status : status_prefix(status, "newton_pcg, step %lld", (long long)state->step);
}

const SolverOps solver_newton_pcg = {
    .name = "newton_pcg",
    .summary = "Newton's method with conjugate gradients instead of a factorisation (Eisenstat and Walker 1996)",
    .takes = TAKES_BREAKABLE | TAKES_INEQUALITIES,
    .params = PARAMS,
    .uses_linsys = LINSYS_LANES,
    .schedule = solver_schedule_memory,
    .create = create,
    .step = step,
    .linsys = linsys_solver_system,
    .destroy = linsys_solver_destroy,
};
