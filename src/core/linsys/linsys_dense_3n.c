// A baseline: dense Cholesky of the full 3n×3n matrix A ⊗ I₃. Nine times the memory and 27 times the factorisation of the n×n form.
#include "linsys/private/dense_system.h"

extern const LinsysOps linsys_dense_3n;

static Status create(const LinsysSetup *setup, Linsys **out)
{
    return dense_system_create(setup, &linsys_dense_3n, 3, out);
}

const LinsysOps linsys_dense_3n = {
    .name = "dense_3n",
    .summary = "baseline: dense LLᵀ of the 3n×3n matrix, with x, y and z as unknowns of one system",
    .lanes = 3,
    .dense = true,
    .foreign = true,
    .create = create,
    .refactor = dense_system_refactor,
    .solve = dense_system_solve,
    .failed = dense_system_failed,
    .info = dense_system_info,
    .destroy = dense_system_destroy,
};
