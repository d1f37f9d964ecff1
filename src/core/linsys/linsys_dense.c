// Dense Cholesky of the n×n matrix: LAPACK's potrf, and a triangular solve shared by the team. Wins for a few hundred particles.
#include "linsys/private/dense_system.h"

extern const LinsysOps linsys_dense;

static Status create(const LinsysSetup *setup, Linsys **out)
{
    return dense_system_create(setup, &linsys_dense, 1, out);
}

const LinsysOps linsys_dense = {
    .name = "dense",
    .summary = "dense LLᵀ of the n×n matrix (LAPACK); x, y and z share one factor",
    .lanes = 1,
    .dense = true,
    .foreign = true,
    .candidate = {.of_lanes = 4, .of_one = 4, .rows_max = 512}, // the fastest only below half of that
    .create = create,
    .refactor = dense_system_refactor,
    .solve = dense_system_solve,
    .solve_scalar = dense_system_solve_scalar,
    .smallest_pivot = dense_system_smallest_pivot,
    .failed = dense_system_failed,
    .info = dense_system_info,
    .destroy = dense_system_destroy,
};
