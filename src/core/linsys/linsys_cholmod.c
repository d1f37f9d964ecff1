// The systems on CHOLMOD (Chen, Davis, Hager and Rajamanickam 2008, "Algorithm 887: CHOLMOD").
//
//   cholmod_simplicial  column by column: the smaller factor and, for triangular solves of a cloth, the faster one
//   cholmod_supernodal  by supernodes: columns of equal pattern become dense blocks for BLAS. Factorises large systems faster,
//                       with more memory and usually slower triangular solves. CHOLMOD's Supernodal module is under the GPL
//   simplicial_3n       a baseline: the sparse 3n×3n system A ⊗ I₃ with x, y and z as unknowns. Every entry of A becomes a diagonal 3×3
//                       block, so matrix and factor have three times the nonzeros, and a solve reads three times the indices and values
#include "linsys/private/cholmod_system.h"

extern const LinsysOps linsys_cholmod_simplicial, linsys_cholmod_supernodal, linsys_simplicial_3n;

static Status create_simplicial(const LinsysSetup *setup, Linsys **out)
{
    return cholmod_system_create(setup, &linsys_cholmod_simplicial, out);
}

static Status create_supernodal(const LinsysSetup *setup, Linsys **out)
{
    return cholmod_system_create(setup, &linsys_cholmod_supernodal, out);
}

static Status create_3n(const LinsysSetup *setup, Linsys **out)
{
    return cholmod_system_create(setup, &linsys_simplicial_3n, out);
}

#define CHOLMOD_SLOTS \
    .params = CHOLMOD_PARAMS, .refactor = cholmod_system_refactor, .solve = cholmod_system_solve, .failed = cholmod_system_failed, \
    .info = cholmod_system_info, .destroy = cholmod_system_destroy

const LinsysOps linsys_cholmod_simplicial = {
    .name = "cholmod_simplicial",
    .summary = "sparse LDLᵀ, column by column (CHOLMOD simplicial); one n×n factor for x, y and z",
    CHOLMOD_SLOTS,
    .lanes = 1,
    .candidate = {.of_lanes = 2, .of_one = 3, .by_columns = true},
    .create = create_simplicial,
    .update = cholmod_system_update,
    .solve_scalar = cholmod_system_solve_scalar,
    .smallest_pivot = cholmod_system_smallest_pivot,
};

const LinsysOps linsys_cholmod_supernodal = {
    .name = "cholmod_supernodal",
    .summary = "sparse LLᵀ, in dense blocks (CHOLMOD supernodal); one n×n factor for x, y and z",
    CHOLMOD_SLOTS,
    .lanes = 1,
    .candidate = {.of_lanes = 3, .of_one = 2},
    .create = create_supernodal,
    .solve_scalar = cholmod_system_solve_scalar,
    .smallest_pivot = cholmod_system_smallest_pivot,
};

const LinsysOps linsys_simplicial_3n = {
    .name = "simplicial_3n",
    .summary = "baseline: sparse LDLᵀ of the 3n×3n matrix over x, y and z (CHOLMOD)",
    CHOLMOD_SLOTS,
    .lanes = 3,
    .candidate = {.by_columns = true},
    .create = create_3n,
};
