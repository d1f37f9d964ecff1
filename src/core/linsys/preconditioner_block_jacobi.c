// M = D⁻¹ of the 3 × 3 blocks on the diagonal; the same as jacobi for a matrix without blocks.
#include "linsys/private/block3.h"
#include "linsys/private/pivot.h"
#include "linsys/private/preconditioner.h"

extern const LinsysPreconditionerOps linsys_preconditioner_block_jacobi;

typedef struct BlockJacobi {
    LinsysPreconditioner base;
    SymmetricRows        inverse; // rows of one entry
} BlockJacobi;

static Status create(const LinsysSetup *setup, const SymmetricRows *rows, LinsysPreconditioner **out)
{
    BlockJacobi *p;
    TRY(ARENA_NEW(setup->arena, 1, &p));
    p->inverse = (SymmetricRows){.n = rows->n, .block = rows->block};
    if (rows->block == 1)
        TRY(ARENA_NEW(setup->arena, rows->n, &p->inverse.number));
    else
        TRY(ARENA_NEW(setup->arena, rows->n, &p->inverse.column_of));
    p->base.bytes = rows->n * (int64_t)(rows->block == 1 ? sizeof(double) : sizeof *p->inverse.column_of);
    *out = &p->base;
    return status_ok();
}

static Status update(LinsysPreconditioner *base, const Csc *matrix)
{
    BlockJacobi         *p = (BlockJacobi *)base;
    const SymmetricRows *rows = base->rows;
    for (int32_t i = 0; i < rows->n; i++) {
        const int32_t at = rows->diagonal[i];
        if (rows->block == 1)
            p->inverse.number[i] = 1 / rows->number[at];
        else if (!block3_invert(rows->column_of[at], 0, p->inverse.column_of[i]))
            return pivot_failure("pcg with preconditioner=block_jacobi", 3 * i, matrix->n);
    }
    return status_ok();
}

static void apply(LinsysPreconditioner *base, const Quad *r, Quad *z)
{
    const BlockJacobi *p = (const BlockJacobi *)base;
    int32_t            from, to;
    linsys_preconditioner_share(base, &from, &to);
    for (int32_t i = from; i < to; i++)
        z[i] = symmetric_rows_apply(&p->inverse, i, r[i]);
}

const LinsysPreconditionerOps linsys_preconditioner_block_jacobi = {
    .name = "block_jacobi", .create = create, .update = update, .apply = apply};
