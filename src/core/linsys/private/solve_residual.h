// The residual of a solve with a known right-hand side, at set-up.
#ifndef WEFT_LINSYS_SOLVE_RESIDUAL_H
#define WEFT_LINSYS_SOLVE_RESIDUAL_H

#include "linsys/linsys.h"

// ‖b − A x‖/‖b‖ over all three right-hand sides of the slot `solve`, of the solution for random ones, from x = 0. Outside a team.
Status solve_residual(Linsys *sys, const LinsysSetup *setup, double *out) GNU_MUST_CHECK;

#endif
