// M is a factor that a direct system makes.
//
// cached: of the first matrix. While the matrix does not change, a solve takes one or two iterations. After changes the factor is not
// recomputed, and the number of iterations shows the distance from the first matrix. A system that is factorised for every solve
// (solve_scalar) is created with provisional values: the matrix of its first refactorisation counts as the first one.
//
// factor_f32: of each matrix, computed in single precision in about half of the time. Conjugate gradients correct its rounding in a few
// iterations. (Haidar et al. 2018 use GMRES for matrices that are not definite.)
#include "linsys/private/preconditioner.h"

extern const LinsysPreconditionerOps linsys_preconditioner_cached, linsys_preconditioner_factor_f32;

const char *const LINSYS_DIRECT_NAMES[] = {"cholmod_supernodal", "cholmod_simplicial", "supernodal_parallel", "dense", NULL};

typedef struct Direct {
    LinsysPreconditioner base;
    ParamSet             params;
    Linsys              *direct;
    bool                 scalar;
    int32_t              updates;
    real4               *rhs, *x;               // [rows] of solve
    double              *scalar_rhs, *scalar_x; // [order] of solve_scalar
} Direct;

// factor: the value of the system's param, NULL: its default.
static Status create_with(const LinsysOps *ops, const char *factor, const LinsysSetup *setup, const SymmetricRows *rows,
                          LinsysPreconditioner **out)
{
    LinsysSetup own = *setup;
    LinsysInfo  info = {0};
    Direct     *p;
    if (setup->scalar && !ops->solve_scalar)
        return status_make(STATUS_UNSUPPORTED,
                           "pcg with preconditioner=cached: direct=%s has no solve for one right-hand side; take "
                           "direct=cholmod_supernodal",
                           ops->name);
    TRY(ARENA_NEW(setup->arena, 1, &p));
    p->scalar = setup->scalar;
    TRY(ARENA_NEW(setup->arena, setup->scalar ? 0 : rows->n, &p->rhs));
    TRY(ARENA_NEW(setup->arena, setup->scalar ? 0 : rows->n, &p->x));
    TRY(ARENA_NEW(setup->arena, setup->scalar ? setup->matrix->n : 0, &p->scalar_rhs));
    TRY(ARENA_NEW(setup->arena, setup->scalar ? setup->matrix->n : 0, &p->scalar_x));
    param_set_add(&p->params, ops->params);
    if (factor)
        TRY(param_set_text(&p->params, "factor", factor));
    own.params = &p->params;
    own.choice = NULL;
    own.inexact = true;
    TRY(ops->create(&own, &p->direct));
    ops->info(p->direct, &info);
    p->base.bytes = 2 * info.factor_bytes;
    p->base.barriers = 1 + (info.barriers > 0 ? info.barriers : 1);
    *out = &p->base;
    return status_ok();
}

static Status create(const LinsysSetup *setup, const SymmetricRows *rows, LinsysPreconditioner **out)
{
    return create_with(linsys_find(LINSYS_DIRECT_NAMES[param_choice(setup->params, "direct")]), NULL, setup, rows, out);
}

static Status create_f32(const LinsysSetup *setup, const SymmetricRows *rows, LinsysPreconditioner **out)
{
    return create_with(linsys_find("supernodal_parallel"), "f32_fronts", setup, rows, out);
}

static Status update_f32(LinsysPreconditioner *base, const Csc *matrix)
{
    Direct      *p = (Direct *)base;
    const Status status = p->direct->ops->refactor(p->direct, matrix);
    if (status.code != STATUS_NUMERIC)
        return status;
    return status_make(STATUS_NUMERIC,
                       "pcg with preconditioner=factor_f32: the matrix of %d rows is not positive definite, or too ill-conditioned for "
                       "single precision; use linsys=supernodal_parallel",
                       matrix->n);
}

static Status update(LinsysPreconditioner *base, const Csc *matrix)
{
    Direct *p = (Direct *)base;
    return p->scalar && p->updates++ == 1 ? p->direct->ops->refactor(p->direct, matrix) : status_ok();
}

static void apply_scalar(const Direct *p, const Quad *r, Quad *z)
{
    const int32_t block = p->base.rows->block;
    int32_t       from, to;
    linsys_preconditioner_share(&p->base, &from, &to);
    for (int32_t i = from; i < to; i++)
        for (int32_t k = 0; k < block; k++)
            p->scalar_rhs[i * block + k] = r[i][k];
#pragma omp barrier
    p->direct->ops->solve_scalar(p->direct, p->scalar_rhs, p->scalar_x);
    for (int32_t i = from; i < to; i++)
        for (int32_t k = 0; k < 4; k++)
            z[i][k] = k < block ? p->scalar_x[i * block + k] : 0;
}

static void apply(LinsysPreconditioner *base, const Quad *r, Quad *z)
{
    const Direct *p = (const Direct *)base;
    int32_t       from, to;
    if (p->scalar) {
        apply_scalar(p, r, z);
        return;
    }
    linsys_preconditioner_share(base, &from, &to);
    for (int32_t i = from; i < to; i++)
        p->rhs[i] = (real4){(real)r[i][0], (real)r[i][1], (real)r[i][2], 0};
#pragma omp barrier
    p->direct->ops->solve(p->direct, p->rhs, p->x);
    for (int32_t i = from; i < to; i++)
        z[i] = (Quad){(double)p->x[i].x, (double)p->x[i].y, (double)p->x[i].z, 0};
}

static void destroy(LinsysPreconditioner *base)
{
    const Direct *p = (const Direct *)base;
    p->direct->ops->destroy(p->direct);
}

const LinsysPreconditionerOps linsys_preconditioner_cached = {
    .name = "cached", .create = create, .update = update, .apply = apply, .destroy = destroy};

const LinsysPreconditionerOps linsys_preconditioner_factor_f32 = {
    .name = "factor_f32", .create = create_f32, .update = update_f32, .apply = apply, .destroy = destroy};
