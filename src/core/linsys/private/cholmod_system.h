// The common base of the systems on CHOLMOD: one sparse Cholesky factorisation, simplicial or supernodal, of A (n×n) or of A ⊗ I₃ (3n×3n).
//
// Each system owns a cholmod_common, so several can exist at once. The analysis is kept; a refactorisation changes only
// values. X, Y and E of cholmod_solve2 are kept from solve to solve. CHOLMOD runs on one thread (library_threads.h);
// right-hand sides are copied in and out by the team. The bits of a solution do not depend on the number of threads.
#ifndef WEFT_LINSYS_CHOLMOD_SYSTEM_H
#define WEFT_LINSYS_CHOLMOD_SYSTEM_H

#include <stdbool.h>

#include "linsys/private/cholmod_ordering.h"

extern const Param CHOLMOD_PARAMS[]; // ordering

// Simplicial if ops has candidate.by_columns. With three lanes: A ⊗ I₃ and one right-hand side of 3n.
Status cholmod_system_create(const LinsysSetup *setup, const LinsysOps *ops, Linsys **out);

// Functions of LinsysOps.
Status cholmod_system_refactor(Linsys *sys, const Csc *same_pattern);
Status cholmod_system_update(Linsys *sys, const LinsysColumns *columns, bool add); // simplicial, lanes 1 only
void   cholmod_system_solve(Linsys *sys, const real4 *rhs, real4 *x);
void   cholmod_system_solve_scalar(Linsys *sys, const double *rhs, double *x); // lanes 1 only
double cholmod_system_smallest_pivot(const Linsys *sys, const Csc *matrix);    // lanes 1 only
Status cholmod_system_failed(const Linsys *sys);
void   cholmod_system_info(const Linsys *sys, LinsysInfo *out);
void   cholmod_system_destroy(Linsys *sys);

#endif
