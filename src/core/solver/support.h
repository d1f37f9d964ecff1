// Support: what a solver takes, found by calling its create with one constraint.
#ifndef WEFT_SOLVER_SUPPORT_H
#define WEFT_SOLVER_SUPPORT_H

#include "solver/solver.h"

// Whether the solver, its parameters at their defaults, takes a constraint of this kind with these traits (of SolverTakes), in a scene with
// contact where they name it.
// STATUS_UNSUPPORTED names what it does not take, or a trait that the kind cannot have.
Status solver_supports(const SolverOps *solver, int kind, unsigned traits) GNU_MUST_CHECK;

#endif
