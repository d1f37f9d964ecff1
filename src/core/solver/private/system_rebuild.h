// Remake: a solver's linear system that is made anew within a step, because contacts couple what its pattern has no room for. It keeps what
// create was given, and the memory of the last system made so; the first one lies in the solver's arena.
#ifndef WEFT_SOLVER_SYSTEM_REBUILD_H
#define WEFT_SOLVER_SYSTEM_REBUILD_H

#include "solver/solver.h"

typedef struct Remake {
    LinsysSetup  setup;
    ParamSet     params;
    LinsysChoice choice;
    Arena        arena; // of the matrix and the system made last
} Remake;

// At the end of create; system: what the first one, linsys, was made with.
void remake_keep(Remake *remake, const SolverSetup *setup, const LinsysSetup *system, const Linsys *linsys);
void remake_free(Remake *remake); // after the system was destroyed; takes one that is all zero

// An empty arena for a new matrix, with the memory that the case has left.
Arena remake_arena(const Remake *remake);

// A system of `matrix`, which lies in `fresh`, instead of *linsys. place: [particles] where they are now. After a failure *linsys is as it
// was; fresh is empty in any case.
Status remake_system(Remake *remake, Arena *fresh, const Csc *matrix, const real4 *place, Linsys **linsys) GNU_MUST_CHECK;

#endif
