#include "solver/kkt_step.h"

#include <string.h>

#include "solver/team.h"

enum { BLOCK_ORDER_MAX = 3 * CONSTRAINT_VERTICES_MAX, BLOCK_MAX = BLOCK_ORDER_MAX * BLOCK_ORDER_MAX };

Status kkt_step_make(const Model *model, const char *solver, int threads, Arena *arena, KktStep *k)
{
    *k = (KktStep){.theta = 0};
    TRY(hessian_make(model, solver, threads, arena, &k->hessian));
    TRY(ARENA_NEW(arena, model->particle_count, &k->gradient));
    TRY(ARENA_NEW(arena, 3 * (size_t)model->particle_count, &k->rhs));
    return ARENA_NEW(arena, 3 * (size_t)model->particle_count, &k->move);
}

void kkt_step_gradient(KktStep *k, const ConstraintRows *rows, const ExactMotion *motion)
{
    const Incidence *incidence = &rows->incidence;
    int32_t          from, to;
    team_range(0, rows->model->particle_count, &from, &to);
    for (int32_t p = from; p < to; p++) {
        k->gradient[p] = (double4){0, 0, 0, 0};
        if (!exact_motion_is_free(motion, p))
            continue;
        double4_add_to(&k->gradient[p], rows->model->mass[p], double4_sub(motion->x[p], motion->y[p]));
        for (int32_t e = incidence->start[p]; e < incidence->start[p + 1]; e++) {
            const int32_t slot = incidence->slot[e];
            double4_add_to(&k->gradient[p], -rows->lambda[rows->owner[slot]], rows->gradient[slot]);
        }
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

// Whether factor · block is positive semi-definite, by elimination; a pivot of round-off's size must have nothing beside it.
static bool is_semidefinite(const double *block, int size, double factor)
{
    double a[BLOCK_MAX] = {0}, most = 0;
    for (int i = 0; i < size * size; i++) {
        a[i] = factor * block[i];
        most = fmax(most, fabs(a[i]));
    }
    const double tiny = 1e-12 * most;
    for (int p = 0; p < size; p++) {
        const double pivot = a[p * size + p];
        if (pivot < -tiny)
            return false;
        for (int i = p + 1; i < size; i++) {
            const double below = a[i * size + p];
            if (pivot <= tiny && fabs(below) > tiny)
                return false;
            for (int j = p + 1; pivot > tiny && j < size; j++)
                a[i * size + j] -= below / pivot * a[p * size + j];
        }
    }
    return true;
}

// α~⁻¹∇C∇Cᵀ − λ∇²C of row i of a set; the second part scaled by 1 − θ where it is not positive semi-definite.
static void fill_block(const KktStep *k, const ConstraintRows *rows, const double4 *x, int kind, int32_t i, double *block)
{
    const ConstraintSet *set = &rows->model->sets[kind];
    const int            v = set->ops->vertices, size = 3 * v;
    const int32_t        row = rows->offset[kind] + i;
    const double4       *gradient = rows->gradient + rows->incidence.offset[kind] + i * v;
    const double         lambda = rows->lambda[row], stiffness = 1 / rows->compliance[row];
    double               n[BLOCK_ORDER_MAX] = {0};
    set->ops->curvature(set, i, i + 1, x, block);
    const bool   whole = k->theta <= 0 || is_semidefinite(block, size, -lambda);
    const double factor = whole ? -lambda : -lambda * (1 - k->theta);
    for (int j = 0; j < v; j++)
        n[3 * j] = gradient[j].x, n[3 * j + 1] = gradient[j].y, n[3 * j + 2] = gradient[j].z;
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++)
            block[r * size + c] = factor * block[r * size + c] + stiffness * n[r] * n[c];
}

static void assemble(KktStep *k, const ConstraintRows *rows, const double4 *x)
{
    double block[BLOCK_MAX];
    hessian_clear(&k->hessian);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < rows->model->sets[kind].count; i++)
            if (!rows->idle[rows->offset[kind] + i]) {
                fill_block(k, rows, x, kind, i, block);
                hessian_add(&k->hessian, kind, i, block, 1);
            }
}

// A factorisation with as little left out as it allows.
static Status factorise(KktStep *k, const ConstraintRows *rows, const double4 *x, Linsys *linsys, StepContext *context)
{
    static const double LEAST = 1.0 / 64;
    k->theta = k->theta > LEAST ? k->theta / 4 : 0;
    for (;;) {
        team_phase(context, PHASE_RHS);
        assemble(k, rows, x);
        team_phase(context, PHASE_SOLVE);
        const Status status = linsys->ops->refactor(linsys, &k->hessian.matrix);
        if (status.code != STATUS_NUMERIC || k->theta >= 1)
            return status;
        k->theta = fmin(1, fmax(4 * k->theta, LEAST));
    }
}

static void apply(const KktStep *k, ConstraintRows *rows, ExactMotion *motion)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &rows->model->sets[kind];
        const int            v = set->ops->vertices;
        for (int32_t i = 0; i < set->count; i++) {
            const int32_t row = rows->offset[kind] + i;
            double        rate = rows->residual[row];
            for (int32_t j = i * v; j < (i + 1) * v; j++) {
                const double *d = &k->move[3 * (size_t)set->vertices[j]];
                rate += double4_dot(rows->gradient[rows->incidence.offset[kind] + j], (double4){d[0], d[1], d[2], 0});
            }
            rows->lambda[row] -= rate / rows->compliance[row];
        }
    }
    for (int32_t p = 0; p < rows->model->particle_count; p++) {
        const double *d = &k->move[3 * (size_t)p];
        double4_add_to(&motion->x[p], 1, (double4){d[0], d[1], d[2], 0});
    }
}

Status kkt_step_take(KktStep *k, ConstraintRows *rows, ExactMotion *motion, Linsys *linsys, int threads, StepContext *context)
{
    team_phase(context, PHASE_RHS);
    fill_rhs(k, rows, motion);
    TRY(factorise(k, rows, motion->x, linsys, context));
#pragma omp parallel num_threads(threads)
    linsys->ops->solve_scalar(linsys, k->rhs, k->move);
    TRY(linsys->ops->failed(linsys));
    team_phase(context, PHASE_RHS);
    apply(k, rows, motion);
    return status_ok();
}
