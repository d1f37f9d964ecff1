// pncg: preconditioned nonlinear conjugate gradients without a matrix (Shen, Cai, Bi and Lv 2024, doi 10.1145/3641519.3657490), in double
// precision. With g = ∇Φ, P the block diagonal of M + h² Σ psd(∇²E_c) and δ = g⁺ − g:
//   x⁺ = x + τ d,   τ = −g·d/(d·Md + h² Σ max(0, d·∇²E_c d))
//   d⁺ = −P⁻¹g⁺ + β d,   β = max(g⁺·P⁻¹δ/(δ·d) − (δ·P⁻¹δ)(g⁺·d)/(δ·d)², 0.01 (g⁺·d)/(d·Pd))
// β is that of Dai and Kou (2013), P that of x⁺. d starts as −P⁻¹g. It restarts when δ·d is round-off, when d is not a descent direction,
// and after as many iterations as there are unknowns. No data is kept between steps. For a quadratic Φ this is the method of conjugate
// gradients, preconditioned by P.
//
// There is no line search: Φ may rise. The bound of β is also published as 0.01 (g⁺·d)/‖d‖², which has the unit of a mass: 1000 times the
// masses and the stiffnesses would then give different iterates.
//
// Constraints write to their own corners, which particles sum in a fixed order.
#include <string.h>

#include "base/team_sums.h"
#include "solver/solver.h"
#include "step/exact_motion.h"
#include "step/incidence.h"
#include "step/team.h"
#include "step/vertex_block.h"

extern const SolverOps solver_pncg; // declared for the table in solver.c

// h² ∇E and h² psd(∇²E) of a constraint at one of its particles; k: 00, 10, 11, 20, 21, 22.
typedef struct Corner {
    double g[3], k[6];
} Corner;

// Sums over particles, one pass for all.
typedef enum Dot { DOT_GG, DOT_GY, DOT_YY, DOT_GD, DOT_YD, DOT_DPD, DOT_Y2, DOT_D2, DOTS } Dot; // the first three with P⁻¹

typedef struct Pncg {
    Solver       base;
    const Model *model;
    int          threads;
    int32_t      iterations, unknowns;
    double       h;
    ExactMotion  motion; // its x is the iterate
    Incidence    incidence;
    Corner      *corner;                        // [incidence.offset[CONSTRAINT_KINDS]]
    double4     *gradient, *direction, *solved; // [particles] g, d, P⁻¹g
    TeamSums     dots;                          // [particles]
    TeamSums     inertia;                       // [particles] d·Md
    TeamSums     curvature[CONSTRAINT_KINDS];   // [constraints]
} Pncg;

static const Param PARAMS[] = {
    PARAM_INT_ROW("iterations", "", 50, 1, 1e6, "moves per step, each along one direction", .role = PARAM_ROLE_ITERATIONS),
    PARAM_END,
};

static bool cannot_do(const ConstraintOps *ops)
{
    return ops->group;
}

// ---- set-up ----

static Status alloc_vectors(Pncg *s, Arena *arena)
{
    const int32_t n = s->model->particle_count;
    TRY(ARENA_NEW(arena, s->incidence.offset[CONSTRAINT_KINDS], &s->corner));
    TRY(ARENA_NEW(arena, n, &s->gradient));
    TRY(ARENA_NEW(arena, n, &s->direction));
    TRY(ARENA_NEW(arena, n, &s->solved));
    TRY(team_sums_init(n, DOTS, arena, &s->dots));
    TRY(team_sums_init(n, 1, arena, &s->inertia));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        TRY(team_sums_init(s->model->sets[kind].count, 1, arena, &s->curvature[kind]));
    return status_ok();
}

static Status create(const SolverSetup *setup, Solver **out)
{
    bool  kinds[CONSTRAINT_KINDS];
    Pncg *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    *s = (Pncg){.base.ops = &solver_pncg, .model = setup->model, .threads = setup->threads, .h = setup->dt};
    *out = &s->base;
    TRY(solver_refuse(s->model, &solver_pncg, cannot_do));
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    for (int32_t i = 0; i < s->model->particle_count; i++)
        s->unknowns += s->model->inverse_mass[i] > 0 ? 3 : 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        kinds[kind] = true;
    TRY(exact_motion_init(&s->motion, s->model, s->h, 1, setup->arena));
    TRY(incidence_of_corners(s->model, kinds, setup->arena, &s->incidence));
    return alloc_vectors(s, setup->arena);
}

// ---- gradient and preconditioner: all threads of the team ----

// The diagonal blocks of a 3V × 3V matrix, its lower triangles.
static void add_diagonal(const double *hessian, int v, double h2, Corner *corner)
{
    for (int j = 0; j < v; j++) {
        int at = 0;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c <= r; c++)
                corner[j].k[at++] = h2 * hessian[(3 * j + r) * 3 * v + 3 * j + c];
    }
}

static void fill_corners(const Pncg *s, const ConstraintSet *set, int32_t i, Corner *corner)
{
    const int    v = set->ops->vertices;
    const double h2 = s->h * s->h;
    double       value[CONSTRAINT_COMPONENTS_MAX], hessian[9 * CONSTRAINT_VERTICES_MAX * CONSTRAINT_VERTICES_MAX];
    double4      gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX];
    memset(corner, 0, (size_t)v * sizeof *corner);
    set->ops->energy->evaluate(set, i, i + 1, s->motion.x, value, gradient);
    if (set->ops->components == 1 && constraint_is_idle(set, i, value[0]))
        return;
    for (int c = 0; c < set->ops->components; c++) {
        const double strength = h2 * constraint_component_stiffness(set, i, c) * value[c];
        for (int j = 0; j < v; j++) {
            const double4 slope = gradient[c * v + j];
            corner[j].g[0] += strength * slope.x;
            corner[j].g[1] += strength * slope.y;
            corner[j].g[2] += strength * slope.z;
        }
    }
    set->ops->energy->hessian(set, i, i + 1, s->motion.x, EIGEN_CLAMP, hessian);
    add_diagonal(hessian, v, h2, corner);
}

static void fill_all(const Pncg *s)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &s->model->sets[kind];
        TEAM_EACH (i, set->count)
            fill_corners(s, set, i, s->corner + s->incidence.offset[kind] + (size_t)i * (size_t)set->ops->vertices);
    }
}

// ∇Φ and the block of P of a free particle.
static VertexBlock gather(const Pncg *s, int32_t i)
{
    const double m = s->model->mass[i];
    double       k[6] = {m, 0, m, 0, 0, m};
    VertexBlock  out = {.gradient = double4_scale(m, double4_sub(s->motion.x[i], s->motion.y[i]))};
    for (int32_t at = s->incidence.start[i]; at < s->incidence.start[i + 1]; at++) {
        const Corner *corner = &s->corner[s->incidence.slot[at]];
        double4_add_to(&out.gradient, 1, double4_of(corner->g));
        for (int e = 0; e < 6; e++)
            k[e] += corner->k[e];
    }
    int at = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c <= r; c++)
            out.k[r][c] = out.k[c][r] = k[at++];
    return out;
}

static double times(const VertexBlock *block, double4 d) // d·Pd
{
    double sum = 0;
    for (int r = 0; r < 3; r++)
        sum += (r == 0 ? d.x : r == 1 ? d.y : d.z) * (block->k[r][0] * d.x + block->k[r][1] * d.y + block->k[r][2] * d.z);
    return sum;
}

// Updates g to the iterate, solves P⁻¹g, and adds the sums for β.
static void measure_particle(const Pncg *s, int32_t i, double dots[DOTS])
{
    VertexBlock   block = gather(s, i);
    const double4 g = block.gradient, y = double4_sub(g, s->gradient[i]), d = s->direction[i];
    const double  min = s->model->mass[i];
    s->gradient[i] = g;
    s->solved[i] = vertex_block_solve(&block, min);
    block.gradient = y;
    const double4 solved_y = vertex_block_solve(&block, min);
    dots[DOT_GG] += double4_dot(g, s->solved[i]);
    dots[DOT_GY] += double4_dot(g, solved_y);
    dots[DOT_YY] += double4_dot(y, solved_y);
    dots[DOT_GD] += double4_dot(g, d);
    dots[DOT_YD] += double4_dot(y, d);
    dots[DOT_DPD] += times(&block, d);
    dots[DOT_Y2] += double4_dot(y, y);
    dots[DOT_D2] += double4_dot(d, d);
}

static void measure(const Pncg *s, double dots[DOTS])
{
    int32_t chunk, end, from, to;
    fill_all(s);
#pragma omp barrier
    for (team_sums_share(&s->dots, &chunk, &end); chunk < end; chunk++) {
        double *partial = team_sums_begin(&s->dots, chunk, &from, &to);
        for (int32_t i = from; i < to; i++)
            if (exact_motion_is_free(&s->motion, i))
                measure_particle(s, i, partial);
    }
    team_sums_total(&s->dots, dots);
}

// ---- direction and move ----

// β, or 0 if the directions restart. *slope: g·d of the new direction.
static double conjugate(const double dots[DOTS], int32_t *since, int32_t unknowns, double *slope)
{
    static const double ROUND_OFF = 1e-12, BOUND = 0.01;
    const double        yd = dots[DOT_YD];
    double              beta = 0;
    if (*since > 0 && *since < unknowns && fabs(yd) > ROUND_OFF * sqrt(dots[DOT_Y2] * dots[DOT_D2]))
        beta = fmax((dots[DOT_GY] - dots[DOT_YY] * dots[DOT_GD] / yd) / yd, BOUND * dots[DOT_GD] / dots[DOT_DPD]);
    *slope = -dots[DOT_GG] + beta * dots[DOT_GD];
    if (!(*slope < 0)) {
        beta = 0;
        *slope = -dots[DOT_GG];
    }
    *since = fabs(beta) > 0 ? *since + 1 : 1;
    return beta;
}

// d = −P⁻¹g + β d, and d·Md.
static double turn(const Pncg *s, double beta)
{
    int32_t chunk, end, from, to;
    double  sum;
    for (team_sums_share(&s->inertia, &chunk, &end); chunk < end; chunk++) {
        double *partial = team_sums_begin(&s->inertia, chunk, &from, &to);
        for (int32_t i = from; i < to; i++) {
            double4 *d = &s->direction[i];
            if (!exact_motion_is_free(&s->motion, i))
                continue;
            *d = double4_scale(beta, *d);
            double4_add_to(d, -1, s->solved[i]);
            *partial += s->model->mass[i] * double4_dot(*d, *d);
        }
    }
    team_sums_total(&s->inertia, &sum);
    return sum;
}

static double curvature_of(const Pncg *s, const ConstraintSet *set, int32_t i)
{
    const int      size = 3 * set->ops->vertices;
    const int32_t *vertices = set->vertices + (size_t)i * (size_t)set->ops->vertices;
    double         hessian[9 * CONSTRAINT_VERTICES_MAX * CONSTRAINT_VERTICES_MAX], d[3 * CONSTRAINT_VERTICES_MAX] = {0}, sum = 0;
    for (int j = 0; j < set->ops->vertices; j++) {
        const double4 at = s->direction[vertices[j]];
        d[3 * j] = at.x, d[3 * j + 1] = at.y, d[3 * j + 2] = at.z;
    }
    set->ops->energy->hessian(set, i, i + 1, s->motion.x, EIGEN_EXACT, hessian);
    for (int r = 0; r < size; r++) {
        double row = 0;
        for (int c = 0; c < size; c++)
            row += hessian[r * size + c] * d[c];
        sum += d[r] * row;
    }
    return s->h * s->h * fmax(0, sum);
}

// h² Σ max(0, d·∇²E d), after a barrier.
static double curvature(const Pncg *s)
{
    double sum = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const TeamSums *sums = &s->curvature[kind];
        int32_t         chunk, end, from, to;
        for (team_sums_share(sums, &chunk, &end); chunk < end; chunk++) {
            double *partial = team_sums_begin(sums, chunk, &from, &to);
            for (int32_t i = from; i < to; i++)
                *partial += curvature_of(s, &s->model->sets[kind], i);
        }
    }
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        double of_kind = 0;
        if (s->model->sets[kind].count > 0)
            team_sums_total(&s->curvature[kind], &of_kind);
        sum += of_kind;
    }
    return sum;
}

// x += τ d; this thread's particles, complete after a barrier.
static void move(const Pncg *s, double slope, double curved)
{
    const double tau = curved > 0 ? -slope / curved : 0; // 0: g is 0
    TEAM_EACH (i, s->model->particle_count)
        if (exact_motion_is_free(&s->motion, i))
            double4_add_to(&s->motion.x[i], tau, s->direction[i]);
#pragma omp barrier
}

// g and P in one pass, P⁻¹ of g and of its change, d·∇²E d.
static void count(StepContext *context)
{
    TEAM_COUNT(context, gradients, 1);
    TEAM_COUNT(context, hessians, 1);
    TEAM_COUNT(context, preconditions, 2);
    TEAM_COUNT(context, hessian_products, 1);
}

static void iterate(const Pncg *s, StepContext *context, int32_t *since)
{
    double dots[DOTS], slope;
    team_phase(context, PHASE_RHS);
    measure(s, dots);
    team_phase(context, PHASE_SOLVE);
    count(context);
    const double beta = conjugate(dots, since, s->unknowns, &slope);
    const double inertia = turn(s, beta);
    move(s, slope, inertia + curvature(s));
}

// ---- step ----

// y, and neither gradient nor direction.
static void predict(Pncg *s, const State *state, StepContext *context)
{
    const size_t n = (size_t)s->model->particle_count;
    const Start  start = exact_motion_start(&s->motion, state, 0);
    team_phase(context, PHASE_PREDICT);
    exact_motion_predict(&s->motion, state, 0);
    memset(s->gradient, 0, n * sizeof *s->gradient);
    memset(s->direction, 0, n * sizeof *s->direction);
    team_begin(context, &start);
}

static Status step(Solver *base, State *state, StepContext *context)
{
    Pncg *s = (Pncg *)base;
    predict(s, state, context);
#pragma omp parallel num_threads(s->threads)
    {
        Iterate shown = {.iteration = -1, .exact = s->motion.x};
        int32_t since = 0; // iterations since the directions restarted
        team_iterate(context, &shown);
        while (++shown.iteration < s->iterations) {
            iterate(s, context, &since);
            team_iterate(context, &shown);
        }
        team_phase(context, PHASE_VELOCITY);
    }
    exact_motion_finish(&s->motion, state, 0);
    team_phase(context, PHASE_NONE);
    return status_ok();
}

const SolverOps solver_pncg = {
    .name = "pncg",
    .summary = "preconditioned nonlinear conjugate gradients without a matrix or a line search (Shen 2024)",
    .takes = TAKES_INEQUALITIES,
    .aim = AIM_OBJECTIVE,
    .params = PARAMS,
    .schedule = solver_schedule_memory,
    .create = create,
    .step = step,
    .destroy = solver_destroy_nothing,
};
