// Dense Cholesky: LAPACK's potrf, and a triangular solve shared by the team.
//
//   dense     the n×n matrix; the fastest system for a few hundred particles
//   dense_3n  a baseline: the full 3n×3n matrix A ⊗ I₃, with nine times the memory and 27 times the operations of a factorisation
#include "linsys/private/dense_system.h"

extern const LinsysOps linsys_dense, linsys_dense_3n;

static Status create(const LinsysSetup *setup, Linsys **out)
{
    return dense_system_create(setup, &linsys_dense, out);
}

static Status create_3n(const LinsysSetup *setup, Linsys **out)
{
    return dense_system_create(setup, &linsys_dense_3n, out);
}

#define DENSE_SLOTS \
    .dense = true, .foreign = true, .refactor = dense_system_refactor, .solve = dense_system_solve, .failed = dense_system_failed, \
    .info = dense_system_info, .destroy = dense_system_destroy

const LinsysOps linsys_dense = {
    .name = "dense",
    .summary = "dense LLᵀ of the n×n matrix (LAPACK); one factor for x, y and z",
    DENSE_SLOTS,
    .lanes = 1,
    .candidate = {.of_lanes = 4, .of_one = 4, .rows_max = 512}, // the fastest only below half this size
    .create = create,
    .solve_scalar = dense_system_solve_scalar,
    .smallest_pivot = dense_system_smallest_pivot,
};

const LinsysOps linsys_dense_3n = {
    .name = "dense_3n",
    .summary = "baseline: dense LLᵀ of the 3n×3n matrix over x, y and z (LAPACK)",
    DENSE_SLOTS,
    .lanes = 3,
    .create = create_3n,
};
