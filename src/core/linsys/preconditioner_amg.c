// M: a V-cycle of algebraic multigrid by smoothed aggregation (Vaněk, Mandel and Brezina 1996, "Algebraic multigrid by smoothed aggregation
// for second and fourth order elliptic problems"). A row and its strongly coupled neighbours form an aggregate, which is a row of the next
// coarser level. A row takes 0.2 of its correction from its own aggregate and 0.8 from those of its neighbours, in proportion to the
// strengths of the couplings. These weights add up to 1, so constants are interpolated up to rounding. In a matrix of 3 × 3 blocks they are
// the same for x, y and z. The coarser matrix is Pᵀ A P. A refactorisation keeps the patterns and computes new weights and products.
//
// The smoother is Jacobi with 1.8 times the inverse row sums of absolute values in place of the inverse diagonal. A factor below 2
// converges for every positive definite matrix (Baker et al. 2011), so M is positive definite. The coarsest matrix has a stored inverse.
//
// A cycle computes in single precision: at large sizes its time is that of reading matrices and vectors from memory. Coarser matrices are
// computed in double. Rounding keeps the matrices symmetric, so M stays positive definite. Conjugate gradients and their residual are in
// double, so the accuracy of a solution does not depend on this. Powers of 2 keep values in the range of single precision: the largest
// diagonal value of a matrix, and ‖b‖ of each right-hand side, become about 1. Thus M does not depend on units.
//
// One thread runs the levels below SHARED_QUADS, without barriers. The choice depends on the size only, and so do the bits.
//
// A row without couplings is in no aggregate, so only the smoother acts on it.
#include <math.h>
#include <string.h>

#include "linsys/private/dense_triangle.h"
#include "linsys/private/interpolation.h"
#include "linsys/private/pivot.h"
#include "linsys/private/preconditioner.h"

extern const LinsysPreconditionerOps linsys_preconditioner_amg;

enum {
    LEVELS_MAX = 16,
    DENSE_ORDER_MAX = 96,
    SHARED_QUADS = 32768, // multiplications of a row's vector in a product with the matrix
};

typedef struct Level {
    SymmetricRows rows;
    SingleRows    single; // the values of rows, times Amg.scale
    Interpolation coarser;
    int32_t      *aggregate;                // [rows] −1: none
    double        strength_min;             // of a coupling, relative to the diagonal
    bool          shared;                   // by all threads
    Single4      *smooth;                   // [rows] of the diagonal matrix that smooths, divided by Amg.scale
    Single4      *rhs, *x, *scratch, *rest; // [rows]
} Level;

typedef struct Amg {
    LinsysPreconditioner base;
    Level                level[LEVELS_MAX];
    int                  count, sweeps;
    double               scale;   // of the matrices in a cycle
    int32_t              order;   // of the coarsest matrix; 0: it is too large for an inverse, and is only smoothed
    SymmetricRows        inverse; // [rows][rows] of the coarsest matrix, divided by scale; no pattern
    double              *factor;  // [order][order + 1] its Cholesky factor by column, and a column of the inverse
} Amg;

// ---- strength of couplings ----

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
static double strength(const Level *l, bool by_values, int32_t i, int32_t entry)
{
    const SymmetricRows *a = &l->rows;
    const int32_t        j = a->column[entry];
    if (j == i || !by_values)
        return j == i ? 0 : 1;
    const double w = weight(a, entry), diagonal = weight(a, a->diagonal[i]) * weight(a, a->diagonal[j]);
    return w * w > l->strength_min * l->strength_min * diagonal ? w : 0;
}

// ---- aggregates ----

enum { FREE = -2, ALONE = -1 };

// Rows with strong neighbours that are all free form an aggregate with them. Returns the number of aggregates.
static int32_t make_aggregates(const SymmetricRows *a, const double *strengths, int32_t *of)
{
    int32_t count = 0;
    for (int32_t i = 0; i < a->n; i++)
        of[i] = FREE;
    for (int32_t i = 0; i < a->n; i++) {
        bool free = of[i] == FREE, coupled = false;
        for (int32_t k = a->start[i]; free && k < a->start[i + 1]; k++)
            if (strengths[k] > 0) {
                coupled = true;
                free = of[a->column[k]] == FREE;
            }
        if (!free || !coupled)
            continue;
        for (int32_t k = a->start[i]; k < a->start[i + 1]; k++)
            if (strengths[k] > 0 || a->column[k] == i)
                of[a->column[k]] = count;
        count++;
    }
    return count;
}

// Adds each remaining row to the aggregate with the strongest coupling. That aggregate is encoded as −3 − its index until all rows have
// chosen, so that rows added here attract no others.
static void join_aggregates(const SymmetricRows *a, const double *strengths, int32_t *of)
{
    for (int32_t i = 0; i < a->n; i++) {
        double  max = 0;
        int32_t to = ALONE;
        for (int32_t k = a->start[i]; of[i] == FREE && k < a->start[i + 1]; k++)
            if (of[a->column[k]] >= 0 && strengths[k] > max * (1 + 1e-9)) {
                max = strengths[k];
                to = -3 - of[a->column[k]];
            }
        of[i] = of[i] == FREE ? to : of[i];
    }
    for (int32_t i = 0; i < a->n; i++)
        of[i] = of[i] <= -3 ? -3 - of[i] : of[i];
}

// ---- interpolation ----

// Counts the columns of row i of P, its own aggregate first, and writes them to `columns` (may be NULL). seen[c] is `mark` once c was
// found.
static int32_t list_row(const Level *l, const double *strengths, int32_t i, int32_t mark, int32_t *seen, int32_t *columns)
{
    const SymmetricRows *a = &l->rows;
    int32_t              count = 0, own = l->aggregate[i];
    if (own < 0)
        return 0;
    for (int32_t k = a->start[i] - 1; k < a->start[i + 1]; k++) {
        const int32_t c = k < a->start[i] ? own : strengths[k] > 0 ? l->aggregate[a->column[k]] : -1;
        if (c < 0 || seen[c] == mark)
            continue;
        seen[c] = mark;
        if (columns)
            columns[count] = c;
        count++;
    }
    return count;
}

static Status make_pattern(Level *l, const double *strengths, Arena *arena, Arena *scratch)
{
    Interpolation *p = &l->coarser;
    int32_t       *seen;
    p->rows = l->rows.n;
    TRY(ARENA_NEW(scratch, p->columns, &seen));
    TRY(ARENA_NEW(arena, p->rows + 1, &p->start));
    for (int32_t i = 0; i < p->rows; i++)
        p->start[i + 1] = p->start[i] + list_row(l, strengths, i, i + 1, seen, NULL);
    TRY(ARENA_NEW(arena, p->start[p->rows], &p->column));
    for (int32_t i = 0; i < p->rows; i++)
        (void)list_row(l, strengths, i, -i - 1, seen, p->column + p->start[i]);
    return status_ok();
}

// By all threads of a team, or outside one.
static void find_weights(const Level *l, bool by_values)
{
    static const double  NEIGHBOURS = 0.8;
    const SymmetricRows *a = &l->rows;
    const Interpolation *p = &l->coarser;
#pragma omp for schedule(static)
    for (int32_t i = 0; i < p->rows; i++) {
        const int32_t first = p->start[i], end = p->start[i + 1];
        const double  unit = by_values ? 1 / weight(a, a->diagonal[i]) : 1; // against overflow
        double        sum = 0;
        for (int32_t m = first; m < end; m++)
            p->weight[m] = 0;
        for (int32_t k = a->start[i]; first < end && k < a->start[i + 1]; k++) {
            const double  w = unit * strength(l, by_values, i, k);
            const int32_t c = w > 0 ? l->aggregate[a->column[k]] : -1;
            for (int32_t m = first; m < end; m++)
                if (p->column[m] == c) {
                    p->weight[m] += (float)w;
                    sum += w;
                }
        }
        for (int32_t m = first; m < end && sum > 0; m++)
            p->weight[m] = (float)(p->weight[m] * (NEIGHBOURS / sum));
        if (first < end)
            p->weight[first] += sum > 0 ? (float)(1 - NEIGHBOURS) : 1;
    }
}

// ---- set-up ----

static Status make_level(Level *l, double strength_min, Arena *arena)
{
    Single4 **vectors[] = {&l->smooth, &l->rhs, &l->x, &l->scratch, &l->rest};
    l->strength_min = strength_min;
    l->shared = (int64_t)l->rows.start[l->rows.n] * l->rows.block >= SHARED_QUADS;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        TRY(ARENA_NEW(arena, l->rows.n, vectors[i]));
    return single_rows_init(&l->rows, arena, &l->single);
}

static bool is_coarse(const SymmetricRows *rows)
{
    return rows->n * rows->block <= DENSE_ORDER_MAX;
}

static void find_strengths(const Level *l, bool by_values, int threads, double *out)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int32_t i = 0; i < l->rows.n; i++)
        for (int32_t k = l->rows.start[i]; k < l->rows.start[i + 1]; k++)
            out[k] = strength(l, by_values, i, k);
}

static void fill_coarser(Level *l, bool by_values, int threads, SymmetricRows *coarser)
{
#pragma omp parallel num_threads(threads)
    {
        find_weights(l, by_values);
        interpolation_product(&l->coarser, &l->rows, coarser); // for its own aggregates
    }
}

// Makes the next coarser level, unless no row has couplings: then l->coarser.columns is 0.
static Status coarsen(const LinsysSetup *setup, bool by_values, Level *l, Arena *scratch)
{
    const size_t before = scratch->used_bytes;
    double      *strengths;
    Level       *next = l + 1;
    TRY(ARENA_NEW(setup->arena, l->rows.n, &l->aggregate));
    TRY(ARENA_NEW(scratch, l->rows.start[l->rows.n], &strengths));
    find_strengths(l, by_values, setup->threads, strengths);
    l->coarser.columns = make_aggregates(&l->rows, strengths, l->aggregate);
    if (l->coarser.columns == 0)
        return status_ok();
    join_aggregates(&l->rows, strengths, l->aggregate);
    TRY(make_pattern(l, strengths, setup->arena, scratch));
    TRY(interpolation_init(&l->rows, setup->threads, setup->arena, &l->coarser, &next->rows));
    fill_coarser(l, by_values, setup->threads, &next->rows);
    TRY(make_level(next, 0.5 * l->strength_min, setup->arena));
    return arena_check(setup->arena, (double)(scratch->used_bytes - before), "pcg with preconditioner=amg: scratch memory of its set-up");
}

static Status coarsen_all(Amg *p, const LinsysSetup *setup)
{
    const bool by_values = has_couplings(&p->level[0].rows);
    for (p->count = 1; p->count < LEVELS_MAX && !is_coarse(&p->level[p->count - 1].rows); p->count++) {
        Level       *l = &p->level[p->count - 1];
        Arena        scratch = {.used_bytes = setup->arena->used_bytes, .limit_bytes = setup->arena->limit_bytes};
        const Status status = coarsen(setup, by_values, l, &scratch);
        arena_destroy(&scratch);
        TRY(status);
        if (l->coarser.columns == 0)
            return status_ok();
    }
    return status_ok();
}

// Bytes and barriers of an application.
static void describe(Amg *p)
{
    bool team = true;
    for (int l = 0; l < p->count; l++) {
        const Level *level = &p->level[l];
        const bool   has_coarser = l + 1 < p->count;
        p->base.bytes += 2 * p->sweeps * single_rows_bytes(&level->rows);
        if (has_coarser)
            p->base.bytes += 2 * level->coarser.start[level->rows.n] * (int64_t)(sizeof(float) + sizeof(int32_t));
        if (level->shared)
            p->base.barriers += 2 * p->sweeps + (has_coarser ? 3 : 0) - (l == 0);
        else if (team)
            p->base.barriers += l == 0 ? 2 : 1;
        team = team && level->shared;
    }
}

static Status create(const LinsysSetup *setup, const SymmetricRows *rows, LinsysPreconditioner **out)
{
    static const double STRENGTH_MIN = 0.05;
    const size_t        before = setup->arena->used_bytes;
    Amg                *p;
    TRY(ARENA_NEW(setup->arena, 1, &p));
    *out = &p->base;
    p->sweeps = (int)param_int(setup->params, "smoothing");
    p->level[0].rows = *rows;
    TRY(make_level(&p->level[0], STRENGTH_MIN, setup->arena));
    TRY(coarsen_all(p, setup));
    const SymmetricRows *last = &p->level[p->count - 1].rows;
    if (is_coarse(last)) {
        const size_t entries = (size_t)last->n * (size_t)last->n;
        p->order = last->n * last->block;
        p->inverse = (SymmetricRows){.n = last->n, .block = last->block};
        TRY(ARENA_NEW(setup->arena, last->block == 1 ? entries : 0, &p->inverse.number));
        TRY(ARENA_NEW(setup->arena, last->block == 1 ? 0 : entries, &p->inverse.column_of));
        TRY(ARENA_NEW(setup->arena, (size_t)p->order * (size_t)(p->order + 1), &p->factor));
    }
    describe(p);
    p->base.stored_bytes = (int64_t)(setup->arena->used_bytes - before);
    return status_ok();
}

// ---- new values ----

// A power of 2 whose product with a positive value is from 0.5 to 1.
static double reciprocal_power(double value)
{
    int exponent;
    if (!(value > 0 && isfinite(value)))
        return 1;
    (void)frexp(value, &exponent);
    return ldexp(1, -exponent);
}

static double largest_diagonal(const SymmetricRows *a, int threads)
{
    double largest = 0;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(max : largest)
    for (int32_t i = 0; i < a->n; i++) {
        const Quad d = symmetric_rows_diagonal(a, i);
        largest = fmax(largest, fmax(d[0], fmax(d[1], d[2])));
    }
    return largest;
}

// The smoother, and the matrix in single precision. Less smoothing of tiny rows keeps M positive definite, and finite.
static void find_smoother(Level *l, double scale)
{
    static const double FACTOR = 1.8, SMOOTH_MAX = 0x1p60;
#pragma omp for schedule(static)
    for (int32_t i = 0; i < l->rows.n; i++) {
        Quad sum = {0, 0, 0, 0};
        for (int32_t k = l->rows.start[i]; k < l->rows.start[i + 1]; k++)
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < l->rows.block; c++)
                    sum[r] += fabs(l->rows.block == 1 ? l->rows.number[k] : l->rows.column_of[k][c][r]);
        for (int r = 0; r < 3; r++)
            l->smooth[i][r] = (float)fmin(FACTOR / (scale * sum[r]), SMOOTH_MAX);
        single_rows_fill(&l->rows, scale, i, i + 1, &l->single);
    }
}

static Status invert(Amg *p)
{
    static const double  PIVOT_MIN = 1e-13; // relative to the diagonal of the matrix
    const SymmetricRows *a = &p->level[p->count - 1].rows;
    double              *column = p->factor + p->order * p->order;
    memset(p->factor, 0, (size_t)p->order * (size_t)p->order * sizeof *p->factor);
    for (int32_t i = 0; i < a->n; i++)
        for (int32_t k = a->start[i]; k < a->start[i + 1]; k++)
            for (int32_t c = 0; c < a->block; c++)
                for (int32_t r = 0; r < a->block; r++)
                    p->factor[(a->column[k] * a->block + c) * p->order + i * a->block + r] =
                        a->block == 1 ? a->number[k] : a->column_of[k][c][r];
    for (int32_t j = 0; j < p->order; j++)
        column[j] = p->factor[j * p->order + j];
    int32_t bad = dense_triangle_factorise(p->factor, p->order, p->order);
    for (int32_t j = 0; j < p->order && bad < 0; j++)
        if (!(p->factor[j * p->order + j] * p->factor[j * p->order + j] > PIVOT_MIN * column[j])) // round-off of a singular matrix
            bad = j;
    if (bad >= 0)
        return pivot_failure("pcg with preconditioner=amg, its coarsest matrix", bad, p->order);
    for (int32_t j = 0; j < p->order; j++) {
        dense_triangle_inverse(p->factor, p->order, j, column);
        for (int32_t i = j; i < p->order; i++) {
            const double value = column[i] / p->scale;
            symmetric_rows_put(&p->inverse, (int64_t)(i / a->block) * a->n + j / a->block, i % a->block, j % a->block, value);
            symmetric_rows_put(&p->inverse, (int64_t)(j / a->block) * a->n + i / a->block, j % a->block, i % a->block, value);
        }
    }
    return status_ok();
}

static Status update(LinsysPreconditioner *base, const Csc *matrix)
{
    Amg       *p = (Amg *)base;
    const bool by_values = has_couplings(&p->level[0].rows);
    (void)matrix;
    p->scale = reciprocal_power(largest_diagonal(&p->level[0].rows, base->threads));
#pragma omp parallel num_threads(base->threads)
    for (int l = 0; l < p->count; l++) {
        Level *level = &p->level[l];
        find_smoother(level, p->scale);
        if (l + 1 < p->count) {
            find_weights(level, by_values);
            interpolation_product(&level->coarser, &level->rows, &level[1].rows);
        }
    }
    return p->order > 0 ? invert(p) : status_ok();
}

// ---- a cycle: by all threads of a team, or by one ----

static void meet(bool team)
{
    if (team) {
#pragma omp barrier
    }
}

// This thread's rows of a level; those of level 0 as in iterative_share.
static void share(const Amg *p, int level, bool team, int32_t *from, int32_t *to)
{
    *from = 0;
    *to = p->level[level].rows.n;
    if (team && level == 0)
        linsys_preconditioner_share(&p->base, from, to);
    else if (team)
        team_range(0, *to, from, to);
}

// The result of a cycle in double, multiplied by `unit`.
typedef struct Wide {
    Quad *z;
    Quad  unit;
} Wide;

// Writes the new iterate to `wide` if that is not NULL, else to `out`.
static void smooth(const Level *l, int32_t from, int32_t to, const Single4 *z, Single4 *out, const Wide *wide)
{
    for (int32_t i = from; i < to; i++) {
        const Single4 next = z[i] + l->smooth[i] * (l->rhs[i] - single_rows_times(&l->rows, &l->single, i, z));
        if (wide)
            wide->z[i] = wide->unit * single4_wide(next);
        else
            out[i] = next;
    }
}

static void solve_coarsest(const Amg *p, const Single4 *r, Single4 *z)
{
    const int32_t n = p->inverse.n;
    for (int32_t i = 0; i < n; i++) {
        Quad sum = {0, 0, 0, 0};
        for (int32_t j = 0; j < n; j++)
            sum += symmetric_rows_apply(&p->inverse, i * n + j, single4_wide(r[j]));
        z[i] = single4_of(sum);
    }
}

static void visit(const Amg *p, int level, bool team);

// z += P (correction of the coarser levels for rhs − A z), of this thread's rows from … to−1. NOLINTNEXTLINE(misc-no-recursion)
static void correct(const Amg *p, int level, bool team, Single4 *z)
{
    const Level *l = &p->level[level], *next = l + 1;
    int32_t      from, to, first, end;
    share(p, level, team, &from, &to);
    share(p, level + 1, team, &first, &end);
    for (int32_t i = from; i < to; i++)
        l->rest[i] = l->rhs[i] - single_rows_times(&l->rows, &l->single, i, z);
    meet(team);
    interpolation_restrict(&l->coarser, first, end, l->rest, next->rhs);
    meet(team);
    visit(p, level + 1, team);
    interpolation_prolong(&l->coarser, from, to, next->x, z);
    meet(team);
}

// One cycle from 0, with the result in x, or in `wide` if that is not NULL. Iterates alternate between two vectors: of the 2 sweeps, all
// but the first change it, so that the last is in x. NOLINTNEXTLINE(misc-no-recursion): as deep as there are levels
static void cycle(const Amg *p, int level, bool team, const Wide *wide)
{
    const Level *l = &p->level[level];
    Single4     *now = l->scratch, *next = l->x;
    int32_t      from, to;
    share(p, level, team, &from, &to);
    for (int32_t i = from; i < to; i++)
        now[i] = l->smooth[i] * l->rhs[i];
    meet(team);
    for (int k = 1; k < 2 * p->sweeps; k++) {
        Single4 *const last = now;
        const bool     ends = k + 1 == 2 * p->sweeps;
        if (k == p->sweeps && level + 1 < p->count)
            correct(p, level, team, now);
        smooth(l, from, to, now, next, ends ? wide : NULL);
        meet(team && !(wide && ends)); // of `wide` only this thread's rows are complete
        now = next;
        next = last;
    }
}

// x = M rhs of a coarser level, both complete. NOLINTNEXTLINE(misc-no-recursion)
static void visit(const Amg *p, int level, bool team)
{
    const Level *l = &p->level[level];
    if (team && !l->shared) {
#pragma omp single
        visit(p, level, false);
    } else if (level + 1 == p->count && p->order > 0) {
        solve_coarsest(p, l->rhs, l->x);
    } else {
        cycle(p, level, team, NULL);
    }
}

static void apply(LinsysPreconditioner *base, const Quad *r, Quad *z)
{
    const Amg   *p = (const Amg *)base;
    const Level *l = &p->level[0];
    Wide         wide = {.z = z};
    Quad         unit = {0, 0, 0, 0}; // of r
    int32_t      from, to;
    for (int k = 0; k < 3; k++) {
        unit[k] = reciprocal_power(sqrt((*base->scale)[k]));
        wide.unit[k] = p->scale / unit[k];
    }
    share(p, 0, true, &from, &to);
    for (int32_t i = from; i < to; i++)
        l->rhs[i] = single4_of(unit * r[i]);
    if (l->shared && (p->count > 1 || p->order == 0)) {
        cycle(p, 0, true, &wide);
        return;
    }
    meet(true);
    visit(p, 0, true);
    for (int32_t i = from; i < to; i++)
        z[i] = wide.unit * single4_wide(l->x[i]);
}

const LinsysPreconditionerOps linsys_preconditioner_amg = {.name = "amg", .create = create, .update = update, .apply = apply};
