// M⁻¹ = (D + L) D⁻¹ (D + L)ᵀ: an incomplete Cholesky factor with the pattern of the matrix, in 3 × 3 blocks if it has such (Meijerink
// and van der Vorst 1977). Rows are eliminated colour by colour, so factorisation and solves are parallel, but the factor is a worse
// approximation than with the original order of rows.
//
// If a pivot is not positive, the factorisation starts again with the diagonal increased by 1e-3 × 10^k of itself, k = 0, 1, …, 7. The
// number of these shifts is recorded. If the last one fails, too, the matrix is refused.
#include <string.h>

#include "linsys/private/block3.h"
#include "linsys/private/coloured_rows.h"
#include "linsys/private/pivot.h"
#include "linsys/private/preconditioner.h"

extern const LinsysPreconditionerOps linsys_preconditioner_ic0;

typedef struct Ic0 {
    LinsysPreconditioner base;
    ColouredRows         matrix; // its values are those of the factor: L below the diagonal, Lᵀ above, D⁻¹ on it
    int32_t             *mirror; // [entries] the same entry of the other triangle
    Quad                *y;      // [rows]
    double               shift;
    int32_t              bad; // a row with a bad pivot; −1: none
} Ic0;

static int32_t find(const SymmetricRows *a, int32_t i, int32_t column)
{
    int32_t k = a->start[i];
    while (a->column[k] != column)
        k++;
    return k;
}

static Status create(const LinsysSetup *setup, const SymmetricRows *rows, LinsysPreconditioner **out)
{
    Ic0 *p;
    TRY(ARENA_NEW(setup->arena, 1, &p));
    *out = &p->base;
    TRY(coloured_rows_init(rows, setup->arena, &p->matrix));
    TRY(ARENA_NEW(setup->arena, rows->start[rows->n], &p->mirror));
    TRY(ARENA_NEW(setup->arena, rows->n, &p->y));
    const SymmetricRows *a = &p->matrix.rows;
    for (int32_t i = 0; i < a->n; i++)
        for (int32_t k = a->start[i]; k < a->start[i + 1]; k++)
            p->mirror[k] = find(a, a->column[k], i);
    p->base.bytes = symmetric_rows_bytes(a);
    p->base.barriers = 2 * p->matrix.count + 1;
    return status_ok();
}

// ---- factorisation ----

// a −= b d cᵀ.
static void subtract(const Quad b[3], const Quad d[3], const Quad c[3], Quad a[3])
{
    Quad bd[3];
    for (int k = 0; k < 3; k++)
        bd[k] = b[0] * d[k][0] + b[1] * d[k][1] + b[2] * d[k][2];
    for (int k = 0; k < 3; k++)
        a[k] -= bd[0] * c[0][k] + bd[1] * c[1][k] + bd[2] * c[2][k];
}

// Subtracts Σ_{k<j} L_ik D_k⁻¹ L_jkᵀ from entry (i, j).
static void eliminate(SymmetricRows *a, int32_t i, int32_t at)
{
    const int32_t j = a->column[at];
    for (int32_t l = a->start[i], r = a->start[j]; a->column[l] < j && a->column[r] < j;) {
        const int32_t left = a->column[l], right = a->column[r], pivot = a->diagonal[left];
        if (left == right && a->block == 1)
            a->number[at] -= a->number[l] * a->number[pivot] * a->number[r];
        else if (left == right)
            subtract(a->column_of[l], a->column_of[pivot], a->column_of[r], a->column_of[at]);
        l += left <= right;
        r += right <= left;
    }
}

static void reflect(SymmetricRows *a, int32_t from, int32_t to)
{
    if (a->block == 1) {
        a->number[to] = a->number[from];
        return;
    }
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++)
            a->column_of[to][r][c] = a->column_of[from][c][r];
}

// Computes D_i⁻¹; false if D_i is not above round-off of the entry before elimination.
static bool invert(SymmetricRows *a, int32_t i, double before)
{
    static const double ROUND_OFF = 1e-12;
    const int32_t       at = a->diagonal[i];
    Quad                own[3];
    if (a->block == 1) {
        const bool good = a->number[at] > ROUND_OFF * before;
        a->number[at] = 1 / a->number[at];
        return good;
    }
    memcpy(own, a->column_of[at], sizeof own);
    return block3_invert(own, ROUND_OFF * before, a->column_of[at]);
}

static bool factorise_row(Ic0 *p, int32_t i)
{
    SymmetricRows *a = &p->matrix.rows;
    const int32_t  own = a->diagonal[i];
    const Quad     diagonal = symmetric_rows_diagonal(a, i);
    for (int32_t k = a->start[i]; k < own; k++) {
        eliminate(a, i, k);
        reflect(a, k, p->mirror[k]);
    }
    for (int r = 0; r < 3 && a->block == 3; r++)
        a->column_of[own][r][r] += p->shift * diagonal[r];
    if (a->block == 1)
        a->number[own] += p->shift * diagonal[0];
    eliminate(a, i, own);
    return invert(a, i, fmin(diagonal[0], fmin(diagonal[1], diagonal[2])));
}

static void factorise(Ic0 *p)
{
    int32_t bad = -1;
#pragma omp parallel num_threads(p->base.threads) reduction(max : bad)
    {
        coloured_rows_fill(p->base.rows, &p->matrix);
        for (int32_t c = 0; c < p->matrix.count; c++) {
#pragma omp for schedule(static)
            for (int32_t i = p->matrix.start[c]; i < p->matrix.start[c + 1]; i++)
                if (!factorise_row(p, i))
                    bad = i > bad ? i : bad;
        }
    }
    p->bad = bad;
}

static Status update(LinsysPreconditioner *base, const Csc *matrix)
{
    enum { SHIFTS_MAX = 8 };
    Ic0 *p = (Ic0 *)base;
    p->shift = 0;
    factorise(p);
    for (base->shifts = 0; p->bad >= 0 && base->shifts < SHIFTS_MAX; base->shifts++) {
        p->shift = base->shifts == 0 ? 1e-3 : 10 * p->shift;
        factorise(p);
    }
    return p->bad < 0 ? status_ok() : pivot_failure("pcg with preconditioner=ic0", p->matrix.order[p->bad] * base->rows->block, matrix->n);
}

// ---- application: z = (D + L)⁻ᵀ D (D + L)⁻¹ r ----

static void forward(const Ic0 *p, int32_t i, const Quad *r)
{
    const SymmetricRows *a = &p->matrix.rows;
    const int32_t        own = a->diagonal[i];
    p->y[i] = symmetric_rows_apply(a, own, r[p->matrix.order[i]] - symmetric_rows_part(a, a->start[i], own, p->y));
}

static void backward(const Ic0 *p, int32_t i, Quad *z)
{
    const SymmetricRows *a = &p->matrix.rows;
    const int32_t        own = a->diagonal[i];
    p->y[i] -= symmetric_rows_apply(a, own, symmetric_rows_part(a, own + 1, a->start[i + 1], p->y));
    z[p->matrix.order[i]] = p->y[i];
}

static void apply(LinsysPreconditioner *base, const Quad *r, Quad *z)
{
    const Ic0 *p = (const Ic0 *)base;
#pragma omp barrier
    for (int32_t c = 0; c < p->matrix.count; c++) {
#pragma omp for schedule(static)
        for (int32_t i = p->matrix.start[c]; i < p->matrix.start[c + 1]; i++)
            forward(p, i, r);
    }
    for (int32_t c = p->matrix.count - 1; c >= 0; c--) {
#pragma omp for schedule(static)
        for (int32_t i = p->matrix.start[c]; i < p->matrix.start[c + 1]; i++)
            backward(p, i, z);
    }
}

const LinsysPreconditionerOps linsys_preconditioner_ic0 = {.name = "ic0", .create = create, .update = update, .apply = apply};
