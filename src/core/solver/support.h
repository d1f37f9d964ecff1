// Support: what a solver can take, found by asking it: its create is given one constraint and accepts or refuses.
#ifndef WEFT_SOLVER_SUPPORT_H
#define WEFT_SOLVER_SUPPORT_H

#include "solver/solver.h"

// Whether the solver, its parameters at their defaults, takes a constraint of this kind with these traits (of SolverTakes), in a scene with
// contact where they name it.
// STATUS_UNSUPPORTED names what it does not take, or what no constraint of the kind can be.
Status solver_supports(const SolverOps *solver, int kind, unsigned traits) GNU_MUST_CHECK;

#endif
