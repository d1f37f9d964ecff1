// Base of solvers with a linear system: the system, and its rebuild within a step if contacts couple particles that its pattern does not.
#ifndef WEFT_SOLVER_LINSYS_SOLVER_H
#define WEFT_SOLVER_LINSYS_SOLVER_H

#include "solver/solver.h"

// The set-up of `create`, and the memory of the last rebuilt system; the first one lies in the solver's arena.
typedef struct SystemRebuild {
    LinsysSetup  setup;
    ParamSet     params;
    LinsysChoice choice;
    LinsysOrder  order; // of the last system with a computed ordering
    Arena        arena; // of the last rebuilt matrix and system
} SystemRebuild;

// Counters of an iterative system.
typedef struct LinsysTotals {
    LinsysInfo counted;            // at the last count of its solves
    int64_t    unconverged_before; // before the step
} LinsysTotals;

typedef struct LinsysSolver { // first member of the private struct
    Solver        base;
    Linsys       *linsys;   // NULL: nothing to solve
    int32_t       barriers; // per solve; 1: serial; 0: iterative, counted per iteration
    bool          pivots;   // the smallest pivot is needed; set before linsys_solver_init
    LinsysTotals *totals;
    SystemRebuild rebuild;
} LinsysSolver;

// STATUS_UNSUPPORTED, with its name, for a backend without the slot that the solver needs. Call at the start of create.
Status linsys_solver_refuse(const SolverOps *solver, const LinsysOps *linsys) GNU_MUST_CHECK;

// Creates the linear system, at the end of create. matrix, coordinates, block: as in LinsysSetup, whose other fields come from the set-up.
Status linsys_solver_init(LinsysSolver *solver, const SolverSetup *setup, const Csc *matrix, const real4 *coordinates,
                          int block) GNU_MUST_CHECK;

// Counts n solves, before they run. All threads of a team, or outside one.
void linsys_solver_count(const LinsysSolver *solver, StepContext *context, int64_t n);

// After complete solves: counts the iterations of an iterative system. All threads of a team, or outside one. Returns the failure of a
// solve.
Status linsys_solver_solved(const LinsysSolver *solver, StepContext *context);

// Outside a team, at the end of a step, for a solver without its own criterion: a solve above its tolerance makes the step unconverged.
// Returns the failure of a solve.
Status linsys_solver_end(const LinsysSolver *solver, StepContext *context) GNU_MUST_CHECK;

// The slots of SolverOps.
const Linsys *linsys_solver_system(const Solver *solver);
void          linsys_solver_destroy(Solver *solver); // all but the system is in the arena of the set-up

// An empty arena for a new matrix, limited to the remaining memory of the case.
Arena system_rebuild_arena(const SystemRebuild *rebuild);

// Replaces the solver's system by one of `matrix`, which lies in `fresh`. coordinates: [particles] current positions. After a failure the
// system is unchanged; fresh is empty in any case.
// The phase `rebuild` is running, before and after.
Status linsys_solver_rebuild(LinsysSolver *solver, Arena *fresh, const Csc *matrix, const real4 *coordinates,
                             StepContext *context) GNU_MUST_CHECK;

#endif
