// Sparse Cholesky, column by column: the smaller and, for triangular solves of a cloth, the faster of the two CHOLMOD factorisations.
// Chen, Davis, Hager and Rajamanickam 2008, "Algorithm 887: CHOLMOD".
#include "linsys/private/cholmod_system.h"

extern const LinsysOps linsys_cholmod_simplicial;

static Status create(const LinsysSetup *setup, Linsys **out)
{
    const CholmodKind kind = {.ops = &linsys_cholmod_simplicial, .supernodal = false, .lanes = 1};
    return cholmod_system_create(setup, &kind, out);
}

const LinsysOps linsys_cholmod_simplicial = {
    .name = "cholmod_simplicial",
    .summary = "sparse LDLᵀ, simplicial: column by column (CHOLMOD); x, y and z share one n×n factor",
    .params = CHOLMOD_PARAMS,
    .lanes = 1,
    .candidate = {.of_lanes = 2, .of_one = 3, .by_columns = true},
    .create = create,
    .refactor = cholmod_system_refactor,
    .update = cholmod_system_update,
    .solve = cholmod_system_solve,
    .solve_scalar = cholmod_system_solve_scalar,
    .smallest_pivot = cholmod_system_smallest_pivot,
    .failed = cholmod_system_failed,
    .info = cholmod_system_info,
    .destroy = cholmod_system_destroy,
};
