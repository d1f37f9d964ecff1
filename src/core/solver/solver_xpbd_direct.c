// xpbd_direct: XPBD with all multipliers solved at once by a sparse factorisation, in double precision whatever the precision of the State.
//
// method fast_projection (Goldenthal 2007, with compliance), repeated until h = C + α~λ + γ∇C·(x−x_n) is at round-off:
//   (∇C W ∇Cᵀ + α~/(1+γ)) Δλ = −h/(1+γ),   Δx = W ∇CᵀΔλ,   λ = 0 and x = y at the start of each (sub)step.
// Row j of the damped system is divided by 1+γ_j, which keeps the matrix symmetric. Like XPBD it drops g = M(x−y) − ∇Cᵀλ. Its result
// satisfies h = 0, and x − y = Σ W ∇C(x_k)ᵀ Δλ_k with the gradients at the start of each iteration, not W ∇C(x)ᵀλ. The two are equal if the
// directions of the constraints do not change, and differ by percents on a swinging chain. The dropped term is checked once h has
// converged. The step is converged only if g, too, is within the tolerance or its round-off, as in scenes that stay straight. Otherwise it
// is done, with g relative to the largest force as its residual. No bound on g would separate right from wrong results: relative to that
// force it is 0.2 on the cloth, whose energies are within 5 % of newton's, and as much on a pressed block whose energy ends 16 % too high.
//
// method kkt is the Newton step on the full system, with g and curvatures (kkt_step.h): it converges to newton's result. Every constraint
// needs a compliance. A line search on Φ ensures this; if it does not converge within its iterations, the step is reported as unconverged.
//
// Redundant hard constraints make the matrix of fast_projection singular. That is an error unless a regularisation is set, which is added
// to the diagonal. Each Δλ is then slightly too small, but the iteration converges to the same result.
#include <string.h>

#include "assembly/constraint_matrix.h"
#include "solver/private/kkt_step.h"
#include "solver/private/linsys_solver.h"
#include "solver/solver.h"
#include "step/motion.h"
#include "step/team.h"

extern const SolverOps solver_xpbd_direct; // declared for the table in solver.c
static const SolverOps KKT;                // of method kkt

typedef enum Method { METHOD_FAST_PROJECTION, METHOD_KKT } Method;
static const char *const METHOD_NAMES[] = {"fast_projection", "kkt", NULL};

typedef struct Direct {
    LinsysSolver     base;
    int              threads;
    int32_t          iterations, substeps;
    Method           method;
    double           tolerance, regularisation, h, gamma_max;
    ExactMotion      motion;
    ConstraintRows   rows;
    ConstraintMatrix matrix;       // fast_projection only
    double          *rhs, *change; // [rows] fast_projection only: −h/(1+γ), Δλ
    double4         *dropped;      // [particles] fast_projection only: g at the end
    KktStep          kkt;          // kkt only
} Direct;

static const Param PARAMS[] = {
    PARAM_INT_ROW("iterations", "", 20, 1, 1e5, "maximum number of factorisations and solves per substep", .role = PARAM_ROLE_ITERATIONS),
    PARAM_INT_ROW("substeps", "", 1, 1, 1e5, "substeps of length dt/substeps", .role = PARAM_ROLE_SUBSTEPS),
    PARAM_CHOICE_ROW(
        "method", METHOD_NAMES, 0,
        "fast_projection drops the residual of the momentum equation, as XPBD does; kkt keeps it and the curvatures, and requires soft, "
        "undamped constraints"),
    PARAM_REAL_ROW("tolerance", "", 1e-10, 0, 1,
                   "converged when max |C + αλ/h²| is below this times its value at the start or times max |αλ/h²|; for kkt also the "
                   "gradient, as in newton; fast_projection ends as done, not converged, if the gradient that it drops exceeds it"),
    PARAM_REAL_ROW("regularisation", "1/kg", 0, 0, 1e30,
                   "fast_projection: added to the diagonal of its system, which redundant hard constraints make singular"),
    PARAM_END,
};

// ---- set-up ----

static bool cannot_curve(const ConstraintOps *ops)
{
    return !ops->energy->curvature;
}

static Status refuse(const Model *model, const Direct *s)
{
    if (s->method == METHOD_FAST_PROJECTION)
        return solver_refuse(model, &solver_xpbd_direct, NULL);
    int     kind = 0;
    int32_t origin = 0;
    TRY(solver_refuse(model, &solver_xpbd_direct, NULL)); // features that neither method supports
    if (model_has_hard(model, &kind, &origin))
        return status_make(STATUS_UNSUPPORTED,
                           "solver %s cannot do hard constraints, and %s constraint %d of the scene is hard; give it a compliance, or use "
                           "method=fast_projection",
                           KKT.name, constraint_ops(kind)->name, origin);
    if (s->regularisation > 0)
        return status_make(STATUS_INPUT, "regularisation is for method=fast_projection; method=kkt solves no system in constraint space");
    return solver_refuse(model, &KKT, cannot_curve);
}

// Coordinates of the rows: the centroid of the constraint's vertices.
static Status find_centroids(const Direct *s, const SolverSetup *setup, const real4 **out)
{
    const ConstraintRows *rows = &s->rows;
    real4                *centroid = NULL;
    *out = NULL;
    if (!setup->positions)
        return status_ok();
    TRY(ARENA_NEW(setup->arena, rows->count, &centroid));
    for (int32_t slot = 0; slot < rows->incidence.offset[CONSTRAINT_KINDS]; slot++) {
        const int32_t row = rows->owner[slot];
        const real    v = (real)(rows->slot[row + 1] - rows->slot[row]);
        const real4  *x = &setup->positions[rows->particle[slot]];
        real4        *sum = &centroid[row];
        *sum = (real4){sum->x + x->x / v, sum->y + x->y / v, sum->z + x->z / v, 0};
    }
    *out = centroid;
    return status_ok();
}

static Status make_system(Direct *s, const SolverSetup *setup)
{
    const Csc   *matrix = &s->matrix.matrix;
    const real4 *coordinates = setup->positions;
    if (s->method == METHOD_KKT) {
        TRY(kkt_step_init(setup->model, solver_xpbd_direct.name, setup->threads, s->rows.count, setup->arena, &s->kkt));
        matrix = &s->kkt.hessian.matrix;
    } else {
        TRY(constraint_matrix_init(&s->rows, solver_xpbd_direct.name, setup->arena, &s->matrix));
        TRY(ARENA_NEW(setup->arena, s->rows.count, &s->rhs));
        TRY(ARENA_NEW(setup->arena, s->rows.count, &s->change));
        TRY(ARENA_NEW(setup->arena, setup->model->particle_count, &s->dropped));
        TRY(find_centroids(s, setup, &coordinates));
    }
    if (s->rows.count == 0) // every step ends at x = y
        return status_ok();
    s->base.pivots = true;
    return linsys_solver_init(&s->base, setup, matrix, coordinates, s->method == METHOD_KKT ? 3 : 1);
}

static Status create(const SolverSetup *setup, Solver **out)
{
    Direct *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->method = (Method)param_choice(setup->params, "method");
    s->base.base.ops = s->method == METHOD_KKT ? &KKT : &solver_xpbd_direct;
    *out = &s->base.base;
    s->threads = setup->threads;
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    s->substeps = (int32_t)param_int(setup->params, "substeps");
    s->tolerance = param_real(setup->params, "tolerance");
    s->regularisation = param_real(setup->params, "regularisation");
    s->h = setup->dt / s->substeps;
    TRY(refuse(setup->model, s));
    TRY(linsys_solver_refuse(&solver_xpbd_direct, setup->linsys));
    if (s->method == METHOD_KKT && setup->linsys->iterative)
        return status_make(STATUS_UNSUPPORTED,
                           "xpbd_direct with method=kkt cannot use linear system %s: its matrix may be indefinite, which only a "
                           "factorisation detects; use a direct one, or method=fast_projection",
                           setup->linsys->name);
    TRY(exact_motion_init(&s->motion, setup->model, setup->dt, s->substeps, setup->arena));
    TRY(constraint_rows_init(setup->model, s->h, setup->arena, &s->rows));
    s->gamma_max = s->rows.gamma ? double_largest(s->rows.gamma, s->rows.count) : 0;
    return make_system(s, setup);
}

// ---- when to stop ----

// max |h| and max |g| (0 for fast_projection until it ends, since it drops g), their scales, and their round-off.
typedef struct Measure {
    double h, h_scale, h_noise;
    double g, g_scale, g_noise;
} Measure;

// max |h|; a row without a gradient counts with its |C|, so that the step stays unconverged.
static double largest_dual(const ConstraintRows *rows)
{
    return fmax(double_largest(rows->residual, rows->count), constraint_rows_lost(rows));
}

static const double NOISE = 64 * 0x1p-52;

// Of g[particles].
static void measure_gradient(const Direct *s, const double4 *g, Measure *m)
{
    const ConstraintRows *rows = &s->rows;
    const int32_t         n = rows->model->particle_count;
    const double slope = double4_largest(rows->gradient, rows->incidence.offset[CONSTRAINT_KINDS]), x = double4_largest(s->motion.x, n),
                 force = slope * double_largest(rows->lambda, rows->count);
    double heaviest = 0;
    for (int32_t i = 0; i < n; i++)
        heaviest = fmax(heaviest, exact_motion_is_free(&s->motion, i) ? rows->model->mass[i] : 0);
    m->g = double4_largest(g, n);
    m->g_scale = fmax(s->h * s->h * exact_motion_load(&s->motion), force);
    m->g_noise = NOISE * (heaviest * x + force);
}

// start: the largest |h| at the start of the step.
static Measure measure(const Direct *s, double start)
{
    const ConstraintRows *rows = &s->rows;
    double                stretch = 0;
    for (int32_t j = 0; j < rows->count; j++)
        stretch = fmax(stretch, rows->compliance[j] * fabs(rows->lambda[j]));
    const double slope = double4_largest(rows->gradient, rows->incidence.offset[CONSTRAINT_KINDS]),
                 x = double4_largest(s->motion.x, rows->model->particle_count);
    Measure m = {.h = largest_dual(rows)};
    m.h_scale = fmax(start, stretch);
    m.h_noise = NOISE * ((1 + s->gamma_max) * slope * x + stretch);
    if (s->method == METHOD_KKT)
        measure_gradient(s, s->kkt.gradient, &m);
    return m;
}

// Residuals relative to their round-off; at most 1: converged to the available precision.
static double excess(const Measure *m)
{
    return fmax(m->h / m->h_noise, m->g_noise > 0 ? m->g / m->g_noise : 0);
}

// The larger of both residuals over their scales; a residual of 0 needs no scale.
static double relative(const Measure *m)
{
    return fmax(m->h > 0 ? m->h / m->h_scale : 0, m->g > 0 ? m->g / m->g_scale : 0);
}

// least: the smallest excess so far, updated. Residuals at round-off are iterated further as long as they decrease.
static StepEnd judge(const Direct *s, const Measure *m, double *min)
{
    const double now = excess(m), before = *min;
    *min = fmin(now, before);
    if (m->h <= s->tolerance * m->h_scale && m->g <= s->tolerance * m->g_scale)
        return STEP_CONVERGED;
    return now <= 1 && now >= before ? STEP_AT_ROUND_OFF : STEP_UNCONVERGED;
}

// ---- step ----

static void evaluate(Direct *s, StepContext *context)
{
    if (s->method == METHOD_KKT) {
        kkt_step_evaluate(&s->kkt, &s->rows, &s->motion, s->threads);
        return;
    }
    TEAM_COUNT(context, gradients, 1);
#pragma omp parallel num_threads(s->threads)
    constraint_rows_evaluate(&s->rows, &s->motion);
}

static void fill_system(Direct *s)
{
#pragma omp parallel num_threads(s->threads)
    {
        const ConstraintRows *rows = &s->rows;
        constraint_matrix_fill(&s->matrix, rows, s->regularisation);
        TEAM_EACH (j, rows->count)
            s->rhs[j] = -rows->residual[j] / (1 + (rows->gamma ? rows->gamma[j] : 0));
    }
}

// ∇C W ∇Cᵀ / α~ of a row: ∞ without compliance, 0 if it moves no particle.
static double steepness(const ConstraintRows *rows, int32_t row)
{
    double sum = 0;
    for (int32_t slot = rows->slot[row]; slot < rows->slot[row + 1]; slot++)
        sum += rows->model->inverse_mass[rows->particle[slot]] * double4_dot(rows->gradient[slot], rows->gradient[slot]);
    return sum > 0 ? sum / rows->compliance[row] : 0;
}

// The likely cause of a singular system: constraints without compliance, or one whose α~ is far below ∇C W ∇Cᵀ.
static Status singular(const Direct *s)
{
    const ConstraintRows *rows = &s->rows;
    const double          remedy = fmax(1e-6, 100 * s->regularisation);
    int32_t               hard = 0, worst = 0, at;
    for (int32_t row = 0; row < rows->count; row++) {
        hard += isinf(steepness(rows, row));
        worst = steepness(rows, row) > steepness(rows, worst) ? row : worst;
    }
    const int            kind = constraint_rows_kind(rows, worst, &at);
    const ConstraintSet *set = &rows->model->sets[kind];
    if (hard)
        return status_make(STATUS_NUMERIC,
                           "the constraint-space system is singular to thirteen digits: %d of %d rows have no compliance (first: %s "
                           "constraint %d), and some of them are redundant; give them a compliance, or set regularisation to about %g",
                           hard, rows->count, set->ops->name, set->origin[at], remedy);
    return status_make(STATUS_NUMERIC,
                       "the constraint-space system is singular to thirteen digits, though each constraint has a compliance: that of %s "
                       "constraint %d is only %.0e of its ∇C W ∇Cᵀ in a step of %g s; use a smaller dt or more substeps, or set "
                       "regularisation to about %g",
                       set->ops->name, set->origin[at], 1 / steepness(rows, worst), s->h, remedy);
}

// A pivot thirteen digits below its diagonal entry is round-off of zero. An iterative system has no pivots. If redundant constraints make
// the matrix singular, it finds Δλ for consistent constraints; otherwise it does not converge, which is counted.
static Status factorise(const Direct *s)
{
    static const double SINGULAR = 1e-13;
    const Status        status = s->base.linsys->ops->refactor(s->base.linsys, &s->matrix.matrix);
    if (status.code != STATUS_OK && status.code != STATUS_NUMERIC)
        return status;
    if (status.code != STATUS_OK)
        return singular(s);
    if (s->base.linsys->ops->iterative || s->base.linsys->ops->smallest_pivot(s->base.linsys, &s->matrix.matrix) > SINGULAR)
        return status;
    return singular(s);
}

static void apply(Direct *s)
{
#pragma omp parallel num_threads(s->threads)
    {
        TEAM_EACH (j, s->rows.count)
            s->rows.lambda[j] += s->change[j];
        constraint_rows_move(&s->rows, s->change, s->motion.x);
    }
}

static Status project_all(Direct *s, StepContext *context)
{
    team_phase(context, PHASE_RHS);
    fill_system(s);
    team_phase(context, PHASE_REFACTOR);
    TEAM_COUNT(context, factorisations, 1);
    TRY(factorise(s));
    team_phase(context, PHASE_SOLVE);
    linsys_solver_count(&s->base, context, 1);
#pragma omp parallel num_threads(s->threads)
    s->base.linsys->ops->solve_scalar(s->base.linsys, s->rhs, s->change);
    TRY(linsys_solver_solved(&s->base, context));
    team_system(context,
                &(LinearSystem){.name = "xpbd_direct",
                                .description = "fast projection in constraint space, (∇C W ∇Cᵀ + α~/(1+γ)) Δλ = −(C + α~λ + γ ∇C·(x "
                                               "− x_n))/(1+γ)\nΔλ of constraints, kind by kind, a row for each component",
                                .matrix = &s->matrix.matrix,
                                .definite = true,
                                .rows = &s->rows,
                                .rhs = s->rhs,
                                .solution = s->change});
    team_phase(context, PHASE_RHS);
    apply(s);
    evaluate(s, context);
    return status_ok();
}

// End of a substep: its residual at the start and the end, and the dropped term: |g| over its scale, 0 if converged, too.
typedef struct SubstepEnd {
    StepEnd end;
    double  begin, last, dropped;
} SubstepEnd;

static double find_dropped(const Direct *s)
{
    Measure m = {0};
#pragma omp parallel num_threads(s->threads)
    constraint_rows_momentum(&s->rows, &s->motion, s->dropped);
    measure_gradient(s, s->dropped, &m);
    return m.g <= s->tolerance * m.g_scale || m.g <= m.g_noise ? 0 : m.g / m.g_scale;
}

static Status solve(Direct *s, int32_t substep, StepContext *context, SubstepEnd *out)
{
    Iterate iterate = {.substep = substep, .iteration = -1, .exact = s->motion.x, .exact_lambda = s->rows.of_kind};
    s->kkt.theta = 0;
    s->kkt.context = context;
    evaluate(s, context);
    const double start = largest_dual(&s->rows);
    Measure      now = measure(s, start);
    double       min = INFINITY;
    *out = (SubstepEnd){judge(s, &now, &min), relative(&now), relative(&now), 0};
    team_iterate(context, &iterate);
    for (iterate.iteration = 0; iterate.iteration < s->iterations && out->end == STEP_UNCONVERGED; iterate.iteration++) {
        if (!isfinite(now.h) || !isfinite(now.g))
            return status_make(STATUS_NUMERIC, "the iterate is not finite after %d iterations; use a smaller dt or more substeps",
                               iterate.iteration);
        TRY(s->method == METHOD_KKT ? kkt_step_take(&s->kkt, &s->rows, &s->motion, &s->base, s->threads) : project_all(s, context));
        now = measure(s, start);
        out->end = judge(s, &now, &min);
        out->last = relative(&now);
        team_iterate(context, &iterate);
    }
    if (out->end == STEP_UNCONVERGED && excess(&now) <= 1) // still decreasing, within its round-off
        out->end = STEP_AT_ROUND_OFF;
    if (s->method == METHOD_FAST_PROJECTION)
        out->dropped = find_dropped(s);
    return status_ok();
}

static Status step_once(Direct *s, int32_t index, State *state, StepContext *context, SubstepEnd *end)
{
    const Start start = exact_motion_start(&s->motion, state, index);
    team_phase(context, PHASE_PREDICT);
    exact_motion_predict(&s->motion, state, index);
    team_begin(context, &start);
    constraint_rows_reset(&s->rows, state);
    team_phase(context, PHASE_RHS);
    TRY(solve(s, index, context, end));
    team_phase(context, PHASE_VELOCITY);
    exact_motion_finish(&s->motion, state, index);
    constraint_rows_break(&s->rows, state);
    return status_ok();
}

static void report(const Direct *s, const SubstepEnd *worst, StepContext *context)
{
    context->end = worst->end;
    context->residual = s->method == METHOD_KKT ? "relative dual and gradient" : "relative dual";
    context->residual_begin = worst->begin;
    context->residual_end = worst->last;
    if (worst->end == STEP_UNCONVERGED || !(worst->dropped > 0))
        return;
    context->end = STEP_DONE;
    context->residual = "relative dropped gradient";
    context->residual_begin = NAN; // 0 at y, before any move
    context->residual_end = worst->dropped;
}

static Status step(Solver *base, State *state, StepContext *context)
{
    Direct    *s = (Direct *)base;
    Status     status = status_ok();
    SubstepEnd worst = {.end = STEP_DONE};
    double     dropped = 0;
    for (int32_t i = 0; i < s->substeps && status.code == STATUS_OK; i++) {
        SubstepEnd end = {.end = STEP_UNCONVERGED};
        status = step_once(s, i, state, context, &end);
        dropped = fmax(dropped, end.dropped);
        if (end.end > worst.end || (end.end == worst.end && end.last > worst.last))
            worst = end;
    }
    worst.dropped = dropped;
    if (context)
        report(s, &worst, context);
    team_phase(context, PHASE_NONE);
    return status.code == STATUS_OK ? status : status_prefix(status, "xpbd_direct, step %lld", (long long)state->step);
}

static double multiplier(const Solver *base, int kind, int32_t i, int component)
{
    const ConstraintRows *rows = &((const Direct *)(const void *)base)->rows;
    return rows->lambda[constraint_rows_at(rows, kind, i, component)];
}

#define DIRECT_OPS \
    .params = PARAMS, .uses_linsys = LINSYS_SCALAR, .schedule = solver_schedule_memory, .create = create, .step = step, \
    .linsys = linsys_solver_system, .multiplier = multiplier, .destroy = linsys_solver_destroy

const SolverOps solver_xpbd_direct = {
    .name = "xpbd_direct",
    .summary = "XPBD solved for all multipliers at once, in double precision (Goldenthal 2007; Macklin 2016)",
    .takes = TAKES_HARD | TAKES_DAMPED | TAKES_BREAKABLE,
    .aim = AIM_MULTIPLIERS,
    .limits = LIMIT_CURVATURE,
    DIRECT_OPS,
};

static const SolverOps KKT = {
    .name = "xpbd_direct with method=kkt",
    .takes = TAKES_HARD | TAKES_BREAKABLE,
    .aim = AIM_OBJECTIVE,
    .otherwise = "method=fast_projection",
    DIRECT_OPS,
};
