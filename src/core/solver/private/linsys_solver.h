// What solvers with a linear system share: the system, and how it is rebuilt within a step, because contacts couple what its pattern has no
// room for.
#ifndef WEFT_SOLVER_LINSYS_SOLVER_H
#define WEFT_SOLVER_LINSYS_SOLVER_H

#include "solver/solver.h"

// What `create` was given, and the memory of the last system that was rebuilt; the first one lies in the solver's arena.
typedef struct SystemRebuild {
    LinsysSetup  setup;
    ParamSet     params;
    LinsysChoice choice;
    Arena        arena; // of the matrix and the system rebuilt last
} SystemRebuild;

typedef struct LinsysSolver { // first member of the private struct
    Solver        base;
    Linsys       *linsys; // NULL: nothing to solve
    SystemRebuild rebuild;
} LinsysSolver;

// STATUS_UNSUPPORTED, by name, for a backend without the slot that the solver uses. At the start of create.
Status linsys_solver_refuse(const SolverOps *solver, const LinsysOps *linsys) GNU_MUST_CHECK;

// Makes the linear system, at the end of create. matrix, place, block: as in LinsysSetup, whose other fields are those of the set-up.
Status linsys_solver_init(LinsysSolver *solver, const SolverSetup *setup, const Csc *matrix, const real4 *place, int block) GNU_MUST_CHECK;

// The slots of SolverOps.
const Linsys *linsys_solver_system(const Solver *solver);
void          linsys_solver_destroy(Solver *solver); // all but the system lies in the arena of the set-up

// An empty arena for a new matrix, with the memory that the case has left.
Arena system_rebuild_arena(const SystemRebuild *rebuild);

// A system of `matrix`, which lies in `fresh`, instead of the solver's. place: [particles] where they are now. After a failure the system
// is as it was; fresh is empty in any case.
Status system_rebuild(LinsysSolver *solver, Arena *fresh, const Csc *matrix, const real4 *place) GNU_MUST_CHECK;

#endif
