// The residual of a solve at set-up. It is recorded with the times, so that a fast solve of low precision is visible.
#ifndef WEFT_LINSYS_SET_UP_RESIDUAL_H
#define WEFT_LINSYS_SET_UP_RESIDUAL_H

#include "linsys/linsys.h"

// Sets sys->residual to ‖b − A x‖/‖b‖ in double. x is from `solve` for three random right-hand sides, or from `solve_scalar` for one if the
// set-up uses that function. It stays 0 for an iterative system with solve_scalar, which may be unable to solve its first matrix. Call
// after create, outside any team. STATUS_MEMORY, STATUS_LIMIT, the failure of the solve, or STATUS_NUMERIC if the solution is not finite.
Status set_up_residual(Linsys *sys, const LinsysSetup *setup) GNU_MUST_CHECK;

#endif
