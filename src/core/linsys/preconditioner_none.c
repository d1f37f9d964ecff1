// M = I: plain conjugate gradients.
#include "linsys/private/preconditioner.h"

extern const LinsysPreconditionerOps linsys_preconditioner_none;

static Status create(const LinsysSetup *setup, const SymmetricRows *rows, LinsysPreconditioner **out)
{
    (void)rows;
    return ARENA_NEW(setup->arena, 1, out);
}

static Status update(LinsysPreconditioner *p, const Csc *matrix)
{
    (void)p, (void)matrix;
    return status_ok();
}

static void apply(LinsysPreconditioner *p, const Quad *r, Quad *z)
{
    int32_t from, to;
    linsys_preconditioner_share(p, &from, &to);
    for (int32_t i = from; i < to; i++)
        z[i] = r[i];
}

const LinsysPreconditionerOps linsys_preconditioner_none = {.name = "none", .create = create, .update = update, .apply = apply};
