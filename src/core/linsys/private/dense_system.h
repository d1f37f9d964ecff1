// The common base of the dense systems: a full lower triangle of A (n×n) or of A ⊗ I₃ (3n×3n), LAPACK's Cholesky, and a triangular solve
// shared by the team. LAPACK is called outside any team with the threads of the case; its bits depend on their number.
#ifndef WEFT_LINSYS_DENSE_SYSTEM_H
#define WEFT_LINSYS_DENSE_SYSTEM_H

#include "linsys/linsys.h"

// One lane: A with three interleaved right-hand sides. Three lanes: A ⊗ I₃ and one right-hand side of 3n. The memory limit is checked
// before any allocation.
Status dense_system_create(const LinsysSetup *setup, const LinsysOps *ops, Linsys **out);

// Functions of LinsysOps.
Status dense_system_refactor(Linsys *sys, const Csc *same_pattern);
void   dense_system_solve(Linsys *sys, const real4 *rhs, real4 *x);
void   dense_system_solve_scalar(Linsys *sys, const double *rhs, double *x); // lanes 1 only
double dense_system_smallest_pivot(const Linsys *sys, const Csc *matrix);    // lanes 1 only
Status dense_system_failed(const Linsys *sys);
void   dense_system_info(const Linsys *sys, LinsysInfo *out);
void   dense_system_destroy(Linsys *sys);

#endif
