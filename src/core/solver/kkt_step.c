#include "solver/private/kkt_step.h"

#include <string.h>

#include "math/symmetric.h"
#include "solver/private/kkt_system.h"
#include "step/team.h"

enum { BLOCK_ORDER_MAX = 3 * CONSTRAINT_VERTICES_MAX, BLOCK_MAX = BLOCK_ORDER_MAX * BLOCK_ORDER_MAX };

Status kkt_step_init(const Model *model, const char *solver, int threads, int32_t rows, Arena *arena, KktStep *k)
{
    *k = (KktStep){.theta = 0};
    TRY(ARENA_NEW(arena, rows, &k->change));
    TRY(ARENA_NEW(arena, rows, &k->lambda));
    TRY(ARENA_NEW(arena, model->particle_count, &k->start));
    TRY(hessian_init(model, NULL, solver, threads, arena, &k->hessian));
    TRY(ARENA_NEW(arena, model->particle_count, &k->gradient));
    TRY(ARENA_NEW(arena, 3 * (size_t)model->particle_count, &k->rhs));
    return ARENA_NEW(arena, 3 * (size_t)model->particle_count, &k->move);
}

void kkt_step_evaluate(KktStep *k, ConstraintRows *rows, const ExactMotion *motion, int threads)
{
    TEAM_COUNT(k->context, gradients, 1);
#pragma omp parallel num_threads(threads)
    {
        constraint_rows_evaluate(rows, motion);
#pragma omp barrier
        constraint_rows_momentum(rows, motion, k->gradient);
    }
}

// −g − ∇Cᵀα~⁻¹h. An idle row has no gradient.
static void fill_rhs(KktStep *k, const ConstraintRows *rows, const ExactMotion *motion)
{
    const Incidence *incidence = &rows->incidence;
    for (int32_t p = 0; p < rows->model->particle_count; p++) {
        double4 sum = double4_scale(-1, k->gradient[p]);
        for (int32_t e = incidence->start[p]; e < incidence->start[p + 1] && exact_motion_is_free(motion, p); e++) {
            const int32_t slot = incidence->slot[e], row = rows->owner[slot];
            double4_add_to(&sum, -rows->residual[row] / rows->compliance[row], rows->gradient[slot]);
        }
        k->rhs[3 * p] = sum.x, k->rhs[3 * p + 1] = sum.y, k->rhs[3 * p + 2] = sum.z;
    }
}

// Adds α~⁻¹∇C∇Cᵀ of a row to the block of its constraint.
static void add_stiffness(const ConstraintRows *rows, int32_t row, double *block)
{
    const int32_t first = rows->slot[row];
    const int     v = (int)(rows->slot[row + 1] - first), size = 3 * v;
    const double  stiffness = 1 / rows->compliance[row];
    double        n[BLOCK_ORDER_MAX] = {0};
    for (int j = 0; j < v; j++) {
        const double4 g = rows->gradient[first + j];
        n[3 * j] = g.x, n[3 * j + 1] = g.y, n[3 * j + 2] = g.z;
    }
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++)
            block[r * size + c] += stiffness * n[r] * n[c];
}

// Σ α~⁻¹∇C∇Cᵀ − λ∇²C over the components of constraint i of a set; θ of its negative part is removed from it.
static void fill_block(const KktStep *k, const ConstraintRows *rows, const double4 *x, int kind, int32_t i, double *block)
{
    const ConstraintSet *set = &rows->model->sets[kind];
    const int            size = 3 * set->ops->vertices, components = set->ops->components;
    const int32_t        row = constraint_rows_at(rows, kind, i, 0);
    double               curvature[CONSTRAINT_COMPONENTS_MAX * BLOCK_MAX], positive[BLOCK_MAX];
    set->ops->energy->curvature(set, i, i + 1, x, curvature);
    for (int e = 0; e < size * size; e++) {
        block[e] = 0;
        for (int c = 0; c < components; c++)
            block[e] -= rows->lambda[row + c] * curvature[c * size * size + e];
    }
    for (int c = 0; c < components; c++)
        add_stiffness(rows, row + c, block);
    if (k->theta <= 0)
        return;
    memcpy(positive, block, (size_t)(size * size) * sizeof *positive);
    symmetric_filter(size, positive, EIGEN_CLAMP);
    for (int e = 0; e < size * size; e++)
        block[e] += k->theta * (positive[e] - block[e]);
}

static void assemble(KktStep *k, const ConstraintRows *rows, const double4 *x)
{
    const ParticleRange all = {0, rows->model->particle_count};
    double              block[BLOCK_MAX] = {0};
    hessian_clear(&k->hessian, all);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < rows->model->sets[kind].count; i++)
            if (!rows->idle[constraint_rows_at(rows, kind, i,
                                               0)]) { // with compliance only broken constraints are idle, all components at once
                fill_block(k, rows, x, kind, i, block);
                hessian_add(&k->hessian, kind, i, block, 1, all);
            }
}

// Factorises with the smallest θ that succeeds.
static Status factorise(KktStep *k, const ConstraintRows *rows, const double4 *x, Linsys *linsys)
{
    static const double THETA_MIN = 1.0 / 64;
    k->theta = k->theta > THETA_MIN ? k->theta / 4 : 0;
    for (;;) {
        team_phase(k->context, PHASE_RHS);
        assemble(k, rows, x);
        TEAM_COUNT(k->context, hessians, 1);
        TEAM_COUNT(k->context, factorisations, 1);
        team_phase(k->context, PHASE_REFACTOR);
        const Status status = linsys->ops->refactor(linsys, &k->hessian.matrix);
        team_phase(k->context, PHASE_SOLVE);
        if (status.code != STATUS_NUMERIC || k->theta >= 1)
            return status;
        k->theta = fmin(1, fmax(4 * k->theta, THETA_MIN));
    }
}

// ---- line search ----

// Φ at the last evaluation of the rows, and a bound of its round-off: that of its sum, and ε |x| in each length times its force.
static double objective(const KktStep *k, const ConstraintRows *rows, const ExactMotion *motion, double *noise)
{
    static const double EPSILON = 0x1p-52;
    const Model        *model = rows->model;
    double              sum = 0, forces = 0;
    TEAM_COUNT(k->context, objectives, 1);
    for (int32_t row = 0; row < rows->count; row++) {
        const double c = rows->idle[row] ? 0 : rows->value[row];
        double       steepest = 0;
        for (int32_t slot = rows->slot[row]; slot < rows->slot[row + 1]; slot++)
            steepest = fmax(steepest, double4_norm(rows->gradient[slot]));
        sum += 0.5 * c * c / rows->compliance[row];
        forces += fabs(c) / rows->compliance[row] * steepest;
    }
    for (int32_t p = 0; p < model->particle_count; p++) {
        const double4 d = double4_sub(motion->x[p], motion->y[p]);
        sum += exact_motion_is_free(motion, p) ? 0.5 * model->mass[p] * double4_dot(d, d) : 0;
    }
    *noise = EPSILON * (64 * sum + double4_largest(motion->x, model->particle_count) * forces);
    return sum;
}

// Δλ = −α~⁻¹(h + ∇C Δx), and the start of the step.
static void remember(KktStep *k, const ConstraintRows *rows, const ExactMotion *motion)
{
    for (int32_t row = 0; row < rows->count; row++) {
        double rate = rows->residual[row];
        for (int32_t slot = rows->slot[row]; slot < rows->slot[row + 1]; slot++) {
            rate += double4_dot(rows->gradient[slot], double4_of(&k->move[3 * (size_t)rows->particle[slot]]));
        }
        k->change[row] = -rate / rows->compliance[row];
        k->lambda[row] = rows->lambda[row];
    }
    for (int32_t p = 0; p < rows->model->particle_count; p++)
        k->start[p] = motion->x[p];
}

// The point at this length along the step, and its evaluation.
static void move_to(KktStep *k, double length, ConstraintRows *rows, ExactMotion *motion, int threads)
{
    TEAM_COUNT(k->context, line_halvings, length < 1 ? 1 : 0);
    for (int32_t row = 0; row < rows->count; row++)
        rows->lambda[row] = k->lambda[row] + length * k->change[row];
    for (int32_t p = 0; p < rows->model->particle_count; p++) {
        motion->x[p] = k->start[p];
        double4_add_to(&motion->x[p], length, double4_of(&k->move[3 * (size_t)p]));
    }
    kkt_step_evaluate(k, rows, motion, threads);
}

// Δx is a descent direction of Φ, whose gradient is the right-hand side for any λ: the length follows Armijo's rule. A full step is taken
// unchanged. After a shorter step, or one with θ > 0, λ = −α~⁻¹C, that of the forces at x, so that the next matrix has the curvature there.
static void search(KktStep *k, ConstraintRows *rows, ExactMotion *motion, int threads)
{
    static const double ARMIJO = 1e-4;
    double              noise, unused, slope = 0, length = 1;
    const double        phi = objective(k, rows, motion, &noise);
    for (int32_t i = 0; i < 3 * rows->model->particle_count; i++)
        slope -= k->rhs[i] * k->move[i];
    remember(k, rows, motion);
    move_to(k, 1, rows, motion, threads);
    while (-slope > noise && !(objective(k, rows, motion, &unused) <= phi + ARMIJO * length * slope) && length > 1e-10)
        move_to(k, length *= 0.5, rows, motion, threads);
    if (length < 1 || k->theta > 0) {
        for (int32_t row = 0; row < rows->count; row++)
            rows->lambda[row] = rows->idle[row] ? 0 : -rows->value[row] / rows->compliance[row];
        kkt_step_evaluate(k, rows, motion, threads);
    }
}

Status kkt_step_take(KktStep *k, ConstraintRows *rows, ExactMotion *motion, const LinsysSolver *solver, int threads)
{
    Linsys *linsys = solver->linsys;
    team_phase(k->context, PHASE_RHS);
    fill_rhs(k, rows, motion);
    TRY(factorise(k, rows, motion->x, linsys));
    linsys_solver_count(solver, k->context, 1);
#pragma omp parallel num_threads(threads)
    linsys->ops->solve_scalar(linsys, k->rhs, k->move);
    TRY(linsys_solver_solved(solver, k->context));
    if (team_wants_systems(k->context))
        TRY(kkt_system_show(k, rows, motion, k->context));
    team_phase(k->context, PHASE_RHS);
    search(k, rows, motion, threads);
    return status_ok();
}
