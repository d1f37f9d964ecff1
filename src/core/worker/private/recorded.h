// Recorded: the solver of a trajectory that another program made. A step of it goes where that program went: it predicts, finds contacts
// and shows the observer the recorded positions as its only iterate, so that everything that measures a solver measures them.
#ifndef WEFT_WORKER_RECORDED_H
#define WEFT_WORKER_RECORDED_H

#include "solver/solver.h"

// Takes every kind of constraint and every trait. No row of the table of solvers: it has no method of its own.
extern const SolverOps SOLVER_RECORDED;

// What the next step of it ends with: [particles], user's numbering, valid until that step has been done.
void recorded_show(Solver *solver, const double (*position)[3], const double (*velocity)[3]);

#endif
