#include "linsys/private/preconditioner.h"

#define PRECONDITIONER(name) extern const LinsysPreconditionerOps linsys_preconditioner_##name;
#include "linsys/private/preconditioner_list.h"
#undef PRECONDITIONER

static const LinsysPreconditionerOps *const TABLE[] = {
#define PRECONDITIONER(name) &linsys_preconditioner_##name,
#include "linsys/private/preconditioner_list.h"
#undef PRECONDITIONER
};

const char *const LINSYS_PRECONDITIONER_NAMES[] = {
#define PRECONDITIONER(name) #name,
#include "linsys/private/preconditioner_list.h"
#undef PRECONDITIONER
    "by_size",
    NULL,
};

const LinsysPreconditionerOps *linsys_preconditioner_at(int index)
{
    return TABLE[index];
}

// In a matrix over constraints multigrid needs as many iterations as the diagonal, and each takes longer.
const LinsysPreconditionerOps *linsys_preconditioner_chosen(const LinsysSetup *setup, const SymmetricRows *rows)
{
    const int  choice = param_choice(setup->params, "preconditioner");
    const bool of_particles = !setup->scalar || rows->block == 3;
    if (choice < LINSYS_PRECONDITIONER_COUNT)
        return TABLE[choice];
    return of_particles && rows->n >= LINSYS_MULTIGRID_ROWS ? &linsys_preconditioner_amg : &linsys_preconditioner_block_jacobi;
}
