// M: a cycle of algebraic multigrid by unsmoothed aggregation (Notay 2010, "An aggregation-based algebraic multigrid method"; in constraint
// space Li et al. 2025). Rows are aggregated along their strongest couplings. The coarser matrix is the sum of their entries, so a
// refactorisation keeps the aggregates and only computes new sums. The smoother is Jacobi with 3/4 of the inverse row sums of absolute
// values in place of the diagonal, which converges for every positive definite matrix (Baker et al. 2011). Cholesky solves the coarsest
// matrix.
//
// cycle: v visits each level once. w visits the next coarser level twice. Its two corrections have the step lengths of Chebyshev's
// polynomial for eigenvalues 1/4 … 5/4 of the preconditioned coarse matrix (Axelsson and Vassilevski 1990, "Algebraic multilevel
// preconditioning methods"). Unlike the K-cycle it is the same linear operator every time, and the number of iterations hardly grows with
// the size.
//
// A row without couplings is in no aggregate: smoothing solves it.
#include <math.h>
#include <string.h>

#include "linsys/private/aggregates.h"
#include "linsys/private/dense_triangle.h"
#include "linsys/private/pivot.h"
#include "linsys/private/preconditioner.h"

extern const LinsysPreconditionerOps linsys_preconditioner_amg;

enum { LEVELS_MAX = 24, DENSE_ROWS_MAX = 256 };

typedef struct Level {
    SymmetricRows rows;
    Aggregates    coarser;
    Quad         *smooth;                  // [rows] of the diagonal matrix that smooths
    Quad         *rhs, *x, *sum, *scratch; // [rows] those of level 0 but the last are the caller's
    Quad         *rest;                    // [rows]
} Level;

typedef struct Amg {
    LinsysPreconditioner base;
    Level                level[LEVELS_MAX];
    int                  count, columns, sweeps;
    bool                 twice;
    int32_t              size;   // maximum of rows of an aggregate
    int32_t              order;  // of the coarsest matrix, solved as a dense one; 0: it is too large, and is only smoothed
    double              *factor; // [order][order] lower triangle, by column
    double              *y;      // [columns][order]
} Amg;

// ---- aggregates ----

static double weight(const SymmetricRows *a, int32_t entry)
{
    double sum = 0;
    if (a->block == 1)
        return fabs(a->number[entry]);
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++)
            sum += a->column_of[entry][c][r] * a->column_of[entry][c][r];
    return sqrt(sum);
}

// Whether the matrix has values off its diagonal. If not, its values come later, and every entry counts as a coupling.
static bool has_couplings(const SymmetricRows *a)
{
    for (int32_t i = 0; i < a->n; i++)
        for (int32_t k = a->start[i]; k < a->start[i + 1]; k++)
            if (k != a->diagonal[i] && weight(a, k) > 0)
                return true;
    return false;
}

// The strength of the coupling of an entry off the diagonal; 0: negligible.
static double strength(const SymmetricRows *a, bool by_values, int32_t i, int32_t entry)
{
    static const double STRENGTH_MIN = 0.05;
    const int32_t       j = a->column[entry];
    if (j == i || !by_values)
        return j == i ? 0 : 1;
    const double w = weight(a, entry);
    return w * w > STRENGTH_MIN * STRENGTH_MIN * weight(a, a->diagonal[i]) * weight(a, a->diagonal[j]) ? w : 0;
}

// The strength of the coupling of row i with the rows of an aggregate.
static double pull(const SymmetricRows *a, bool by_values, const int32_t *of, int32_t i, int32_t aggregate)
{
    double sum = 0;
    for (int32_t k = a->start[i]; k < a->start[i + 1]; k++)
        if (of[a->column[k]] == aggregate)
            sum += strength(a, by_values, i, k);
    return sum;
}

enum { FREE = -2, ALONE = -1, AGGREGATE_MAX = 16 };

// The free row with the strongest coupling to the aggregate; −1: none. Neighbours of its first row come first.
static int32_t next_member(const SymmetricRows *a, bool by_values, const int32_t *of, const int32_t *member, int32_t count)
{
    int32_t best = -1;
    double  max = 0;
    for (int32_t m = 0; m < count; m++)
        for (int32_t k = a->start[member[m]]; k < a->start[member[m] + 1]; k++) {
            const int32_t j = a->column[k];
            if (of[j] != FREE || !(strength(a, by_values, member[m], k) > 0))
                continue;
            const double force = pull(a, by_values, of, j, of[member[0]]);
            if (force > max * (1 + 1e-9)) {
                max = force;
                best = j;
            }
        }
    return best;
}

// Adds a remaining row to the aggregate with the strongest coupling.
static void join(const SymmetricRows *a, bool by_values, int32_t *of, int32_t i)
{
    double max = 0;
    of[i] = ALONE;
    for (int32_t k = a->start[i]; k < a->start[i + 1]; k++) {
        const int32_t to = of[a->column[k]];
        const double  force = to >= 0 && strength(a, by_values, i, k) > 0 ? pull(a, by_values, of, i, to) : 0;
        if (force > max * (1 + 1e-9)) {
            max = force;
            of[i] = to;
        }
    }
}

static void aggregate(const SymmetricRows *a, int32_t size, Aggregates *out)
{
    const bool by_values = has_couplings(a);
    int32_t    member[AGGREGATE_MAX], *of = out->of;
    for (int32_t i = 0; i < a->n; i++)
        of[i] = FREE;
    for (int32_t i = 0; i < a->n; i++) {
        if (of[i] != FREE)
            continue;
        int32_t count = 1, next;
        member[0] = i;
        of[i] = out->count;
        while (count < size && (next = next_member(a, by_values, of, member, count)) >= 0) {
            of[next] = out->count;
            member[count++] = next;
        }
        if (count == 1)
            join(a, by_values, of, i);
        else
            out->count++;
    }
}

// ---- set-up ----

static Status make_level(Level *l, Arena *arena)
{
    Quad **vectors[] = {&l->smooth, &l->rhs, &l->x, &l->sum, &l->scratch, &l->rest};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        TRY(ARENA_NEW(arena, l->rows.n, vectors[i]));
    return status_ok();
}

static bool is_coarse(const SymmetricRows *rows)
{
    return rows->n * rows->block <= DENSE_ROWS_MAX;
}

static Status coarsen(Amg *p, Arena *arena)
{
    for (p->count = 1; p->count < LEVELS_MAX && !is_coarse(&p->level[p->count - 1].rows); p->count++) {
        Level *l = &p->level[p->count - 1], *next = l + 1;
        TRY(ARENA_NEW(arena, l->rows.n, &l->coarser.of));
        aggregate(&l->rows, p->size, &l->coarser);
        if (l->coarser.count == 0)
            return status_ok();
        TRY(aggregates_init(&l->rows, arena, &l->coarser, &next->rows));
        aggregates_fill(&l->coarser, &l->rows, &next->rows); // for its own aggregates
        TRY(make_level(next, arena));
    }
    return status_ok();
}

static Status create(const LinsysSetup *setup, const SymmetricRows *rows, LinsysPreconditioner **out)
{
    Amg *p;
    TRY(ARENA_NEW(setup->arena, 1, &p));
    *out = &p->base;
    p->columns = setup->scalar ? 1 : 3;
    p->sweeps = (int)param_int(setup->params, "smoothing");
    p->size = (int32_t)param_int(setup->params, "aggregate");
    p->twice = param_choice(setup->params, "cycle") == 0;
    p->level[0].rows = *rows;
    TRY(make_level(&p->level[0], setup->arena));
    TRY(coarsen(p, setup->arena));
    const SymmetricRows *last = &p->level[p->count - 1].rows;
    if (is_coarse(last)) {
        p->order = last->n * last->block;
        TRY(ARENA_NEW(setup->arena, (size_t)p->order * (size_t)p->order, &p->factor));
        TRY(ARENA_NEW(setup->arena, (size_t)p->columns * (size_t)p->order, &p->y));
    }
    double visits = 1;
    for (int l = 0; l < p->count; l++, visits *= p->twice ? 2 : 1) {
        p->base.bytes += (int64_t)visits * 2 * p->sweeps * symmetric_rows_bytes(&p->level[l].rows);
        p->base.barriers += (int32_t)visits * (4 * p->sweeps + 3 + (p->twice ? 3 : 0));
    }
    return status_ok();
}

// ---- new values ----

static void find_smoother(Level *l)
{
#pragma omp for schedule(static)
    for (int32_t i = 0; i < l->rows.n; i++) {
        Quad sum = {0, 0, 0, 0};
        for (int32_t k = l->rows.start[i]; k < l->rows.start[i + 1]; k++)
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < l->rows.block; c++)
                    sum[r] += fabs(l->rows.block == 1 ? l->rows.number[k] : l->rows.column_of[k][c][r]);
        for (int r = 0; r < 3; r++)
            l->smooth[i][r] = 4.0 / 3 / sum[r];
    }
}

static Status factorise(Amg *p)
{
    const SymmetricRows *a = &p->level[p->count - 1].rows;
    memset(p->factor, 0, (size_t)p->order * (size_t)p->order * sizeof *p->factor);
    for (int32_t i = 0; i < a->n; i++)
        for (int32_t k = a->start[i]; k < a->start[i + 1]; k++)
            for (int32_t c = 0; c < a->block; c++)
                for (int32_t r = 0; r < a->block; r++)
                    p->factor[(a->column[k] * a->block + c) * p->order + i * a->block + r] =
                        a->block == 1 ? a->number[k] : a->column_of[k][c][r];
    const int32_t bad = dense_triangle_factorise(p->factor, p->order, p->order);
    return bad < 0 ? status_ok() : pivot_failure("pcg with preconditioner=amg, its coarsest matrix", bad, p->order);
}

static Status update(LinsysPreconditioner *base, const Csc *matrix)
{
    Amg *p = (Amg *)base;
    (void)matrix;
#pragma omp parallel num_threads(base->threads)
    for (int l = 0; l < p->count; l++) {
        find_smoother(&p->level[l]);
        if (l + 1 < p->count)
            aggregates_fill(&p->level[l].coarser, &p->level[l].rows, &p->level[l + 1].rows);
    }
    return p->order > 0 ? factorise(p) : status_ok();
}

// ---- a cycle: all threads ----

static void smooth(const Level *l, const Quad *r, Quad *z)
{
#pragma omp for schedule(static)
    for (int32_t i = 0; i < l->rows.n; i++)
        l->scratch[i] = l->smooth[i] * (r[i] - symmetric_rows_times(&l->rows, i, z));
#pragma omp for schedule(static)
    for (int32_t i = 0; i < l->rows.n; i++)
        z[i] += l->scratch[i];
}

static void smooth_from_zero(const Level *l, const Quad *r, Quad *z)
{
#pragma omp for schedule(static)
    for (int32_t i = 0; i < l->rows.n; i++)
        z[i] = l->smooth[i] * r[i];
}

static void residual(const Level *l, const Quad *r, const Quad *z, Quad *out)
{
#pragma omp for schedule(static)
    for (int32_t i = 0; i < l->rows.n; i++)
        out[i] = r[i] - symmetric_rows_times(&l->rows, i, z);
}

// sum = from + factor z, from NULL: 0.
static void take_part(const Level *l, const Quad *from, double factor, const Quad *z, Quad *sum)
{
#pragma omp for schedule(static)
    for (int32_t i = 0; i < l->rows.n; i++)
        sum[i] = (from ? from[i] : quad_of(0)) + factor * z[i];
}

static void solve_coarsest(const Amg *p, const Quad *r, Quad *z)
{
    const SymmetricRows *a = &p->level[p->count - 1].rows;
    const int            lanes = a->block == 3 ? 3 : p->columns;
    const int64_t        row = a->block, lane = a->block == 3 ? 1 : p->order;
#pragma omp for schedule(static)
    for (int32_t i = 0; i < a->n; i++)
        for (int k = 0; k < lanes; k++)
            p->y[i * row + k * lane] = r[i][k];
    dense_triangle_solve(p->factor, p->order, p->order, p->y, p->columns);
#pragma omp for schedule(static)
    for (int32_t i = 0; i < a->n; i++) {
        z[i] = quad_of(0);
        for (int k = 0; k < lanes; k++)
            z[i][k] = p->y[i * row + k * lane];
    }
}

// z = M r of a level, both complete. NOLINTNEXTLINE(misc-no-recursion): as deep as there are levels
static void cycle(const Amg *p, int level, const Quad *r, Quad *z)
{
    // 1/t at the roots t of Chebyshev's polynomial of degree 2 on [1/4, 5/4]
    static const double FIRST = 1 / (0.75 - 0.5 * 0.70710678118654752), SECOND = 1 / (0.75 + 0.5 * 0.70710678118654752);
    const Level        *l = &p->level[level], *next = l + 1;
    if (level + 1 == p->count && p->order > 0) {
        solve_coarsest(p, r, z);
        return;
    }
    smooth_from_zero(l, r, z);
    for (int k = 1; k < p->sweeps; k++)
        smooth(l, r, z);
    if (level + 1 < p->count) {
        const Quad *correction = next->x;
        residual(l, r, z, l->rest);
        aggregates_restrict(&l->coarser, l->rest, next->rhs);
        cycle(p, level + 1, next->rhs, next->x);
        if (p->twice && level + 2 < p->count) {
            take_part(next, NULL, FIRST, next->x, next->sum);
            residual(next, next->rhs, next->sum, next->rest);
            take_part(next, NULL, 1, next->rest, next->rhs);
            cycle(p, level + 1, next->rhs, next->x);
            take_part(next, next->sum, SECOND, next->x, next->sum);
            correction = next->sum;
        }
        aggregates_prolong(&l->coarser, l->rows.n, correction, z);
    }
    for (int k = 0; k < p->sweeps; k++)
        smooth(l, r, z);
}

static void apply(LinsysPreconditioner *base, const Quad *r, Quad *z)
{
#pragma omp barrier
    cycle((const Amg *)base, 0, r, z);
}

const LinsysPreconditionerOps linsys_preconditioner_amg = {.name = "amg", .create = create, .update = update, .apply = apply};
