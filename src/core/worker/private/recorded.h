// Recorded: the solver that replays a trajectory of another program. Its step predicts, finds contacts and ends at the recorded positions,
// which it shows to the observer as its only iterate. So everything that measures a solver can measure them.
#ifndef WEFT_WORKER_RECORDED_H
#define WEFT_WORKER_RECORDED_H

#include "solver/solver.h"

// Supports every kind of constraint and every trait. It is not in the table of solvers, since it has no method of its own.
extern const SolverOps SOLVER_RECORDED;

// Sets the end of its next step: [particles], user's numbering; must stay valid until after that step.
void recorded_show(Solver *solver, const double (*position)[3], const double (*velocity)[3]);

#endif
