// Support: the features of a solver, determined by calling its create with one constraint.
#ifndef WEFT_SOLVER_SUPPORT_H
#define WEFT_SOLVER_SUPPORT_H

#include "solver/solver.h"

// Checks that the solver, with default parameters, supports a constraint of this kind with these traits (of SolverTakes); contact traits
// are checked in a scene with contact. STATUS_UNSUPPORTED names the unsupported feature, or a trait that the kind cannot have.
Status solver_supports(const SolverOps *solver, int kind, unsigned traits) GNU_MUST_CHECK;

#endif
