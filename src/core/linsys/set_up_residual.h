// The residual of a solve at set-up, which is recorded beside the times: a fast solve of low precision shows.
#ifndef WEFT_LINSYS_SET_UP_RESIDUAL_H
#define WEFT_LINSYS_SET_UP_RESIDUAL_H

#include "linsys/linsys.h"

// sys->residual: ‖b − A x‖/‖b‖ in double, x by `solve` for three random right-hand sides, or by `solve_scalar` for one where the set-up
// asks for that slot; stays 0 of an iterative system with that slot, whose first matrix need not be one that it can solve. After create,
// outside any team. STATUS_MEMORY, STATUS_LIMIT, the failure of the solve, or STATUS_NUMERIC where it gives what is not finite.
Status set_up_residual(Linsys *sys, const LinsysSetup *setup) GNU_MUST_CHECK;

#endif
