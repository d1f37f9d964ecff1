#include "linsys/private/dense_system.h"

#include <lapacke.h>
#include <stdio.h>
#include <string.h>

#include "linsys/private/dense_triangle.h"
#include "linsys/private/library_threads.h"
#include "linsys/private/pivot.h"

typedef struct DenseSystem {
    Linsys  base;
    double *l;      // [order][stride]: column by column, only rows on and below the diagonal are used
    double *y;      // [3 / lanes][stride]: right-hand sides, then the solution
    int64_t stride; // order, rounded up to whole cache lines
    int32_t n, order;
    int     lanes, threads;
    int64_t matrix_nonzeros;
    int64_t workspace_bytes;
} DenseSystem;

// ---- factorisation ----

static void fill(DenseSystem *s, const Csc *a)
{
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int32_t j = 0; j < s->order; j++) {
        const int32_t vertex = j / s->lanes, lane = j % s->lanes;
        double       *column = s->l + j * s->stride;
        memset(column + j, 0, (size_t)(s->order - j) * sizeof *column);
        for (int32_t k = a->column_start[vertex]; k < a->column_start[vertex + 1]; k++)
            column[a->row[k] * s->lanes + lane] = a->value[k];
    }
}

// LAPACK stops at a pivot that is not positive, but OpenBLAS accepts an overflowed one. Returns `limit` if all pivots before it are good.
static int32_t first_bad_pivot(const DenseSystem *s, int32_t limit)
{
    int32_t j = 0;
    while (j < limit && pivot_is_good(s->l[j * s->stride + j]))
        j++;
    return j;
}

static Status factorise(DenseSystem *s, const Csc *a)
{
    TRY(matrix_check_finite(a, s->base.ops->name));
    fill(s, a);
    const LibraryThreads before = library_threads_set(s->threads);
    const lapack_int     result = LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', s->order, s->l, (lapack_int)s->stride);
    library_threads_restore(before);
    ASSERT(result >= 0);
    const int32_t bad = first_bad_pivot(s, result > 0 ? result - 1 : s->order);
    if (bad < s->order)
        return pivot_failure(s->base.ops->name, bad / s->lanes, s->n);
    return status_ok();
}

// ---- solution ----

void dense_system_solve(Linsys *sys, const real4 *rhs, real4 *x)
{
    DenseSystem  *s = (DenseSystem *)sys;
    const int64_t vertex = s->lanes, lane = s->lanes == 3 ? 1 : s->stride;
    double       *y = s->y;
#pragma omp for schedule(static)
    for (int32_t i = 0; i < s->n; i++) {
        double *at = y + i * vertex;
        at[0] = (double)rhs[i].x;
        at[lane] = (double)rhs[i].y;
        at[2 * lane] = (double)rhs[i].z;
    }
    dense_triangle_solve(s->l, s->order, s->stride, y, s->lanes == 3 ? 1 : 3);
#pragma omp for schedule(static)
    for (int32_t i = 0; i < s->n; i++) {
        const double *at = y + i * vertex;
        x[i].x = (real)at[0];
        x[i].y = (real)at[lane];
        x[i].z = (real)at[2 * lane];
    }
}

void dense_system_solve_scalar(Linsys *sys, const double *rhs, double *x)
{
    DenseSystem *s = (DenseSystem *)sys;
    ASSERT(s->lanes == 1);
#pragma omp single
    memcpy(s->y, rhs, (size_t)s->n * sizeof *rhs);
    dense_triangle_solve(s->l, s->order, s->stride, s->y, 1);
#pragma omp single
    memcpy(x, s->y, (size_t)s->n * sizeof *x);
}

double dense_system_smallest_pivot(const Linsys *sys, const Csc *a)
{
    const DenseSystem *s = (const DenseSystem *)sys;
    double             smallest = 1;
    ASSERT(s->lanes == 1);
    for (int32_t j = 0; j < s->n; j++) {
        const double l = s->l[j * s->stride + j];
        smallest = fmin(smallest, l * l / a->value[a->column_start[j]]);
    }
    return smallest;
}

Status dense_system_failed(const Linsys *sys)
{
    (void)sys; // nothing in a solve can fail
    return status_ok();
}

// ---- life ----

// Checks the memory limit for the whole matrix first, so that the message has its full size and nothing is allocated in vain.
static Status allocate(DenseSystem *s, Arena *arena)
{
    const size_t used = arena->used_bytes;
    char         what[96];
    snprintf(what, sizeof what, "%s: a full matrix of order %d", s->base.ops->name, s->order);
    TRY(arena_check(arena, (double)s->order * (double)s->stride * sizeof *s->l, what));
    TRY(ARENA_NEW(arena, 3 / s->lanes * s->stride, &s->y));
    s->workspace_bytes = (int64_t)(arena->used_bytes - used);
    return arena_alloc(arena, (size_t)s->order * (size_t)s->stride, sizeof *s->l, what, (void **)&s->l);
}

static Status build(DenseSystem *s, const LinsysSetup *setup)
{
    TRY(allocate(s, setup->arena));
    phase_clock_enter(setup->phases, PHASE_FACTOR);
    const Status status = factorise(s, setup->matrix);
    phase_clock_enter(setup->phases, PHASE_ASSEMBLE);
    return status;
}

Status dense_system_create(const LinsysSetup *setup, const LinsysOps *ops, Linsys **out)
{
    const Csc *a = setup->matrix;
    const int  lanes = ops->lanes;
    *out = NULL;
    if (a->n == 0)
        return status_make(STATUS_INPUT, "%s: the matrix is empty; a scene needs at least one particle", ops->name);
    const int64_t order = (int64_t)a->n * lanes, line = ARENA_ALIGNMENT / (int64_t)sizeof(double);
    if (order > INT32_MAX - line)
        return status_make(STATUS_UNSUPPORTED, "%s: order %lld is too large for 32-bit indices; take a sparse linear system", ops->name,
                           (long long)order);
    DenseSystem *s = NULL;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    *s = (DenseSystem){
        .base.ops = ops,
        .stride = (order + line - 1) / line * line,
        .n = a->n,
        .order = (int32_t)order,
        .lanes = lanes,
        .threads = setup->threads,
        .matrix_nonzeros = (int64_t)a->column_start[a->n] * lanes,
    };
    TRY(build(s, setup));
    *out = &s->base;
    return status_ok();
}

Status dense_system_refactor(Linsys *sys, const Csc *same_pattern)
{
    DenseSystem *s = (DenseSystem *)sys;
    ASSERT(same_pattern->n == s->n);
    return factorise(s, same_pattern);
}

void dense_system_info(const Linsys *sys, LinsysInfo *out)
{
    const DenseSystem *s = (const DenseSystem *)sys;
    const double       order = s->order;
    *out = (LinsysInfo){
        .ordering = "",
        .order = s->order,
        .matrix_nonzeros = s->matrix_nonzeros,
        .factor_nonzeros = (int64_t)s->order * (s->order + 1) / 2,
        .factor_flops = order * order * order / 3,
        .factor_bytes = (int64_t)s->order * s->stride * (int64_t)sizeof *s->l,
        .workspace_bytes = s->workspace_bytes,
        .solve_bytes = order * (order + 1) * (double)sizeof *s->l, // one triangle, read forward and backward
    };
}

void dense_system_destroy(Linsys *sys)
{
    (void)sys; // all memory is in the arena
}
