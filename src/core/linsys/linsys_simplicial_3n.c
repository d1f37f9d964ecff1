// A baseline: the sparse 3n×3n system that keeps x, y and z as unknowns of one matrix, A ⊗ I₃. Every entry of A becomes a diagonal
// 3×3 block, so matrix and factor hold three times the nonzeros and a solve reads three times the indices and values.
#include "linsys/private/cholmod_system.h"

extern const LinsysOps linsys_simplicial_3n;

static Status create(const LinsysSetup *setup, Linsys **out)
{
    const CholmodKind kind = {.ops = &linsys_simplicial_3n, .supernodal = false, .lanes = 3};
    return cholmod_system_create(setup, &kind, out);
}

const LinsysOps linsys_simplicial_3n = {
    .name = "simplicial_3n",
    .summary = "baseline: sparse LDLᵀ of the 3n×3n matrix, with x, y and z as unknowns of one system",
    .params = CHOLMOD_PARAMS,
    .lanes = 3,
    .create = create,
    .refactor = cholmod_system_refactor,
    .solve = cholmod_system_solve,
    .failed = cholmod_system_failed,
    .info = cholmod_system_info,
    .destroy = cholmod_system_destroy,
};
