// M = Σ_l P_l B_l P_lᵀ: multilevel additive Schwarz (Wu, Wang and Wang 2022, "A GPU-based multilevel additive Schwarz preconditioner for
// cloth and deformable body simulation"). A domain is `domain` consecutive rows; B_l inverts the diagonal blocks of the domains. A domain
// is one row of the next level, whose matrix is the sum of its entries (aggregates.h), up to a level with one domain. All levels use the
// same residual. The rows have the order of the matrix, so domains are compact if that order follows space, as `order` of a case does.
#include <string.h>

#include "linsys/private/aggregates.h"
#include "linsys/private/dense_triangle.h"
#include "linsys/private/pivot.h"
#include "linsys/private/preconditioner.h"

extern const LinsysPreconditionerOps linsys_preconditioner_mas;

enum { LEVELS_MAX = 16 };

typedef struct Level {
    SymmetricRows rows;
    Aggregates    coarser;
    SymmetricRows inverse; // [rows][domain] the row of the inverse of its domain; no pattern
    Quad         *r, *z;   // [rows] of level 0: the caller's
} Level;

typedef struct Mas {
    LinsysPreconditioner base;
    Level                level[LEVELS_MAX];
    int                  count;
    int32_t              domain;
    double              *scratch; // [threads][order][order + 1] of a domain: its matrix, and a column of its inverse
} Mas;

// ---- set-up ----

static Status make_level(Mas *p, Level *l, Arena *arena)
{
    const size_t entries = (size_t)l->rows.n * (size_t)p->domain;
    l->inverse = (SymmetricRows){.n = l->rows.n, .block = l->rows.block};
    TRY(ARENA_NEW(arena, l->rows.n, &l->r));
    TRY(ARENA_NEW(arena, l->rows.n, &l->z));
    p->base.bytes += (int64_t)entries * (int64_t)(l->rows.block == 1 ? sizeof(double) : sizeof *l->inverse.column_of);
    return l->rows.block == 1 ? ARENA_NEW(arena, entries, &l->inverse.number) : ARENA_NEW(arena, entries, &l->inverse.column_of);
}

static Status coarsen(Mas *p, Arena *arena)
{
    for (p->count = 1; p->level[p->count - 1].rows.n > p->domain; p->count++) {
        Level *l = &p->level[p->count - 1];
        l->coarser.count = (l->rows.n + p->domain - 1) / p->domain;
        TRY(ARENA_NEW(arena, l->rows.n, &l->coarser.of));
        for (int32_t i = 0; i < l->rows.n; i++)
            l->coarser.of[i] = i / p->domain;
        TRY(aggregates_init(&l->rows, arena, &l->coarser, &l[1].rows));
        TRY(make_level(p, l + 1, arena));
    }
    return status_ok();
}

static Status create(const LinsysSetup *setup, const SymmetricRows *rows, LinsysPreconditioner **out)
{
    Mas *p;
    TRY(ARENA_NEW(setup->arena, 1, &p));
    *out = &p->base;
    p->domain = (int32_t)param_int(setup->params, "domain");
    p->level[0].rows = *rows;
    TRY(make_level(p, &p->level[0], setup->arena));
    TRY(coarsen(p, setup->arena));
    const size_t order = (size_t)p->domain * (size_t)rows->block;
    p->base.barriers = 1 + 3 * p->count;
    return ARENA_NEW(setup->arena, (size_t)setup->threads * order * (order + 1), &p->scratch);
}

// ---- new values ----

// The lower triangle of a domain, rows from … to−1.
static void gather(const SymmetricRows *a, int32_t from, int32_t to, int64_t order, double *out)
{
    memset(out, 0, (size_t)(order * order) * sizeof *out);
    for (int32_t i = from; i < to; i++)
        for (int32_t k = a->start[i]; k <= a->diagonal[i]; k++)
            for (int32_t c = 0; c < a->block && a->column[k] >= from; c++)
                for (int32_t r = 0; r < a->block; r++)
                    out[((a->column[k] - from) * a->block + c) * order + (i - from) * a->block + r] =
                        a->block == 1 ? a->number[k] : a->column_of[k][c][r];
}

static void put(const Mas *p, Level *l, int32_t row, int32_t column, double value)
{
    const int32_t block = l->rows.block, from = row / block / p->domain * p->domain;
    symmetric_rows_put(&l->inverse, (int64_t)(row / block) * p->domain + column / block - from, row % block, column % block, value);
}

// Returns −1, or the row of the domain with a bad pivot.
static int32_t invert_domain(const Mas *p, Level *l, int32_t from)
{
    const int32_t to = from + p->domain < l->rows.n ? from + p->domain : l->rows.n, block = l->rows.block;
    const int64_t order = (int64_t)(to - from) * block, max = (int64_t)p->domain * block;
    double       *matrix = p->scratch + omp_get_thread_num() * max * (max + 1), *y = matrix + max * max;
    gather(&l->rows, from, to, order, matrix);
    const int32_t bad = dense_triangle_factorise(matrix, (int32_t)order, order);
    if (bad >= 0)
        return from * block + bad;
    for (int32_t j = 0; j < order; j++) {
        dense_triangle_inverse(matrix, (int32_t)order, j, y);
        for (int32_t i = j; i < order; i++) {
            put(p, l, from * block + i, from * block + j, y[i]);
            put(p, l, from * block + j, from * block + i, y[i]);
        }
    }
    return -1;
}

static Status update(LinsysPreconditioner *base, const Csc *matrix)
{
    Mas    *p = (Mas *)base;
    int32_t bad = -1;
#pragma omp parallel num_threads(base->threads) reduction(max : bad)
    for (int l = 0; l < p->count; l++) {
        if (l + 1 < p->count)
            aggregates_fill(&p->level[l].coarser, &p->level[l].rows, &p->level[l + 1].rows);
#pragma omp for schedule(static)
        for (int32_t from = 0; from < p->level[l].rows.n; from += p->domain) {
            const int32_t row = invert_domain(p, &p->level[l], from);
            bad = row > bad ? row : bad;
        }
    }
    return bad < 0 ? status_ok() : pivot_failure("pcg with preconditioner=mas", bad, matrix->n);
}

// ---- application ----

static void apply_level(const Mas *p, const Level *l, const Quad *r, Quad *z)
{
#pragma omp for schedule(static)
    for (int32_t i = 0; i < l->rows.n; i++) {
        const int32_t from = i / p->domain * p->domain, to = from + p->domain < l->rows.n ? from + p->domain : l->rows.n;
        Quad          sum = {0, 0, 0, 0};
        for (int32_t j = from; j < to; j++)
            sum += symmetric_rows_apply(&l->inverse, i * p->domain + j - from, r[j]);
        z[i] = sum;
    }
}

static void apply(LinsysPreconditioner *base, const Quad *r, Quad *z)
{
    const Mas *p = (const Mas *)base;
#pragma omp barrier
    for (int l = 0; l + 1 < p->count; l++)
        aggregates_restrict(&p->level[l].coarser, l == 0 ? r : p->level[l].r, p->level[l + 1].r);
    for (int l = p->count - 1; l >= 0; l--) {
        const Level *level = &p->level[l];
        apply_level(p, level, l == 0 ? r : level->r, l == 0 ? z : level->z);
        if (l + 1 < p->count)
            aggregates_prolong(&level->coarser, level->rows.n, level[1].z, l == 0 ? z : level->z);
    }
}

const LinsysPreconditionerOps linsys_preconditioner_mas = {.name = "mas", .create = create, .update = update, .apply = apply};
