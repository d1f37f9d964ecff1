// M = D⁻¹, the diagonal of the matrix.
#include "linsys/private/preconditioner.h"

extern const LinsysPreconditionerOps linsys_preconditioner_jacobi;

typedef struct Jacobi {
    LinsysPreconditioner base;
    Quad                *inverse; // [rows]
} Jacobi;

static Status create(const LinsysSetup *setup, const SymmetricRows *rows, LinsysPreconditioner **out)
{
    Jacobi *p;
    TRY(ARENA_NEW(setup->arena, 1, &p));
    TRY(ARENA_NEW(setup->arena, rows->n, &p->inverse));
    p->base.bytes = rows->n * (int64_t)sizeof *p->inverse;
    *out = &p->base;
    return status_ok();
}

static Status update(LinsysPreconditioner *base, const Csc *matrix)
{
    Jacobi *p = (Jacobi *)base;
    (void)matrix;
    for (int32_t i = 0; i < base->rows->n; i++)
        p->inverse[i] = 1 / symmetric_rows_diagonal(base->rows, i);
    return status_ok();
}

static void apply(LinsysPreconditioner *base, const Quad *r, Quad *z)
{
    const Jacobi *p = (const Jacobi *)base;
    int32_t       from, to;
    linsys_preconditioner_share(base, &from, &to);
    for (int32_t i = from; i < to; i++)
        z[i] = p->inverse[i] * r[i];
}

const LinsysPreconditionerOps linsys_preconditioner_jacobi = {.name = "jacobi", .create = create, .update = update, .apply = apply};
