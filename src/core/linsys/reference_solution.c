#include "linsys/reference_solution.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "linsys/private/library_threads.h"

enum { INDEFINITE_MAX = 4096, REFINEMENTS_MAX = 20, ESTIMATES_MAX = 5 };

// The factor of A: a linear system of the table, or a dense LDLᵀ.
typedef struct Factor {
    const Csc   *a;
    Linsys      *sys; // NULL: the next two are used
    double      *dense;
    lapack_int  *pivots;
    double      *residual, *change; // [n] of refinement
    long double *exact;             // [n]
} Factor;

// The first system that factorises any sparse matrix and does not choose by measuring.
static const LinsysOps *find_ops(void)
{
    int i = 0;
    while (!linsys_at(i)->solve_scalar || linsys_at(i)->chooses || linsys_at(i)->dense || linsys_at(i)->lanes != 1)
        i++;
    return linsys_at(i);
}

static Status factorise_definite(Factor *f, Arena *arena, SolutionFacts *out)
{
    const LinsysOps  *ops = find_ops();
    ParamSet          params = {0};
    const LinsysSetup setup = {.matrix = f->a, .threads = 1, .params = &params, .arena = arena, .scalar = true, .pivots = true};
    param_set_add(&params, ops->params);
    TRY(ops->create(&setup, &f->sys));
    out->pivot = ops->smallest_pivot(f->sys, f->a);
    out->negative = 0;
    return status_ok();
}

// The number of negative eigenvalues of A is that of D (Sylvester). A block of two rows (equal negative pivot indices) has one.
static int64_t count_negative(const Factor *f)
{
    const int32_t n = f->a->n;
    int64_t       count = 0;
    for (int32_t j = 0; j<n; j += f->pivots[j]> 0 ? 1 : 2)
        count += f->pivots[j] < 0 || f->dense[(size_t)j * (size_t)n + (size_t)j] < 0;
    return count;
}

static Status factorise_indefinite(Factor *f, Arena *arena, SolutionFacts *out)
{
    const Csc    *a = f->a;
    const int32_t n = a->n;
    double       *work;
    if (n > INDEFINITE_MAX)
        return status_make(STATUS_LIMIT, "no reference solution for an indefinite matrix of %d rows (limit: %d); take a smaller scene", n,
                           INDEFINITE_MAX);
    TRY(ARENA_NEW(arena, (size_t)n * (size_t)n, &f->dense));
    TRY(ARENA_NEW(arena, n, &f->pivots));
    TRY(ARENA_NEW(arena, 64 * (size_t)n, &work));
    for (int32_t j = 0; j < n; j++)
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++)
            f->dense[(size_t)j * (size_t)n + (size_t)a->row[k]] = a->value[k];
    const LibraryThreads before = library_threads_set(1);
    const lapack_int     result = LAPACKE_dsytrf_work(LAPACK_COL_MAJOR, 'L', n, f->dense, n, f->pivots, work, 64 * n);
    library_threads_restore(before);
    ASSERT(result >= 0);
    if (result > 0)
        return status_make(STATUS_NUMERIC, "the indefinite matrix of %d rows is singular: pivot %d is zero; take another step or scene", n,
                           (int)result);
    out->pivot = NAN;
    out->negative = count_negative(f);
    return status_ok();
}

static void apply(const Factor *f, const double *rhs, double *x)
{
    const lapack_int n = f->a->n;
    if (f->sys) {
#pragma omp parallel num_threads(1)
        f->sys->ops->solve_scalar(f->sys, rhs, x);
        return;
    }
    memcpy(x, rhs, (size_t)n * sizeof *x);
    const LibraryThreads before = library_threads_set(1);
    const lapack_int     result = LAPACKE_dsytrs_work(LAPACK_COL_MAJOR, 'L', n, 1, f->dense, n, f->pivots, x, n);
    library_threads_restore(before);
    ASSERT(result == 0);
}

// ---- refinement ----

// Sets residual = b − A x; returns its norm.
static double find_residual(Factor *f, const double *b, const double *x)
{
    const Csc  *a = f->a;
    long double squares = 0;
    for (int32_t i = 0; i < a->n; i++)
        f->exact[i] = b[i];
    for (int32_t j = 0; j < a->n; j++)
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++) {
            const int32_t i = a->row[k];
            f->exact[i] -= (long double)a->value[k] * x[j];
            if (i != j)
                f->exact[j] -= (long double)a->value[k] * x[i];
        }
    for (int32_t i = 0; i < a->n; i++) {
        squares += f->exact[i] * f->exact[i];
        f->residual[i] = (double)f->exact[i];
    }
    return (double)sqrtl(squares);
}

static double norm(const double *v, int32_t n)
{
    double squares = 0;
    for (int32_t i = 0; i < n; i++)
        squares += v[i] * v[i];
    return sqrt(squares);
}

// Returns the relative residual of the best x. The first step that does not halve the residual is the last; it is undone if the residual
// grew.
static double refine(Factor *f, const double *b, double *x)
{
    const int32_t n = f->a->n;
    apply(f, b, x);
    double left = find_residual(f, b, x);
    for (int step = 0; step < REFINEMENTS_MAX && left > 0; step++) {
        apply(f, f->residual, f->change);
        for (int32_t i = 0; i < n; i++) {
            const double before = x[i];
            x[i] += f->change[i];
            f->change[i] = before;
        }
        const double now = find_residual(f, b, x);
        if (!(now < left))
            memcpy(x, f->change, (size_t)n * sizeof *x);
        if (!(now < left / 2)) {
            left = fmin(now, left);
            break;
        }
        left = now;
    }
    return left > 0 ? left / norm(b, n) : 0;
}

// ---- condition ----

static double norm_of_matrix(const Factor *f)
{
    const Csc *a = f->a;
    double    *sums = f->residual, largest = 0;
    memset(sums, 0, (size_t)a->n * sizeof *sums);
    for (int32_t j = 0; j < a->n; j++)
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++) {
            sums[j] += fabs(a->value[k]);
            if (a->row[k] != j)
                sums[a->row[k]] += fabs(a->value[k]);
        }
    for (int32_t j = 0; j < a->n; j++)
        largest = fmax(largest, sums[j]);
    return largest;
}

// A lower bound of ‖A⁻¹‖₁, usually within a factor of three: starts from x = 1/n and moves to the unit vector with the largest predicted
// norm, as long as the norm grows.
static double norm_of_inverse(const Factor *f)
{
    const int32_t n = f->a->n;
    double       *x = f->residual, *y = f->change, best = 0;
    for (int32_t i = 0; i < n; i++)
        x[i] = 1.0 / n;
    for (int turn = 0; turn < ESTIMATES_MAX; turn++) {
        double  sum = 0;
        int32_t largest = 0;
        apply(f, x, y);
        for (int32_t i = 0; i < n; i++)
            sum += fabs(y[i]);
        if (sum <= best)
            break;
        best = sum;
        for (int32_t i = 0; i < n; i++)
            x[i] = y[i] < 0 ? -1 : 1;
        apply(f, x, y);
        for (int32_t i = 0; i < n; i++)
            largest = fabs(y[i]) > fabs(y[largest]) ? i : largest;
        memset(x, 0, (size_t)n * sizeof *x);
        x[largest] = 1;
    }
    return best;
}

// ---- all of it ----

static Status solve_all(Factor *f, bool definite, int columns, const double *rhs, double *x, Arena *arena, SolutionFacts *out)
{
    const size_t n = (size_t)f->a->n;
    TRY(ARENA_NEW(arena, n, &f->residual));
    TRY(ARENA_NEW(arena, n, &f->change));
    TRY(ARENA_NEW(arena, n, &f->exact));
    TRY(definite ? factorise_definite(f, arena, out) : factorise_indefinite(f, arena, out));
    out->condition = norm_of_matrix(f) * norm_of_inverse(f);
    out->residual = 0;
    for (int c = 0; c < columns; c++)
        out->residual = fmax(out->residual, refine(f, rhs + (size_t)c * n, x + (size_t)c * n));
    return f->sys ? f->sys->ops->failed(f->sys) : status_ok();
}

Status reference_solution(const Csc *a, bool definite, int columns, const double *rhs, double *x, SolutionFacts *out)
{
    Factor       f = {.a = a};
    Arena        arena = arena_init(0);
    const Status status = solve_all(&f, definite, columns, rhs, x, &arena, out);
    if (f.sys)
        f.sys->ops->destroy(f.sys);
    arena_destroy(&arena);
    return status;
}
