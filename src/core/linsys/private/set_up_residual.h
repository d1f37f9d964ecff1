// The residual of a solve at set-up, which is recorded beside the times: a fast solve of low precision shows.
#ifndef WEFT_LINSYS_SET_UP_RESIDUAL_H
#define WEFT_LINSYS_SET_UP_RESIDUAL_H

#include "linsys/linsys.h"

// ‖b − A x‖/‖b‖ in double, x by `solve` for three random right-hand sides, or by `solve_scalar` for one where the set-up asks for that
// slot. Outside any team. STATUS_MEMORY, STATUS_LIMIT, or the failure of the solve.
Status set_up_residual(Linsys *sys, const LinsysSetup *setup, double *out) GNU_MUST_CHECK;

#endif
