// Sparse Cholesky by supernodes: columns of equal pattern become dense blocks and BLAS does the work. The faster factorisation of a
// large system, with more memory and usually slower triangular solves. CHOLMOD's Supernodal module is under the GPL.
// Chen, Davis, Hager and Rajamanickam 2008, "Algorithm 887: CHOLMOD".
#include "linsys/private/cholmod_system.h"

extern const LinsysOps linsys_cholmod_supernodal;

static Status create(const LinsysSetup *setup, Linsys **out)
{
    const CholmodKind kind = {.ops = &linsys_cholmod_supernodal, .supernodal = true, .lanes = 1};
    return cholmod_system_create(setup, &kind, out);
}

const LinsysOps linsys_cholmod_supernodal = {
    .name = "cholmod_supernodal",
    .summary = "sparse LLᵀ, supernodal: by dense blocks (CHOLMOD); x, y and z share one n×n factor",
    .params = CHOLMOD_PARAMS,
    .lanes = 1,
    .candidate = {.of_lanes = 3, .of_one = 2},
    .create = create,
    .refactor = cholmod_system_refactor,
    .solve = cholmod_system_solve,
    .solve_scalar = cholmod_system_solve_scalar,
    .smallest_pivot = cholmod_system_smallest_pivot,
    .failed = cholmod_system_failed,
    .info = cholmod_system_info,
    .destroy = cholmod_system_destroy,
};
