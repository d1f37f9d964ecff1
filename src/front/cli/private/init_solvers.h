// The solvers of the experiment that `weft init` writes: which of them step a scene, and the iterations that it needs.
#ifndef WEFT_CLI_INIT_SOLVERS_H
#define WEFT_CLI_INIT_SOLVERS_H

#include "solver/condition.h"

enum { INIT_SOLVERS = 4, INIT_ITERATIONS = 100 }; // INIT_ITERATIONS: unless a condition names more

typedef struct InitSolver {
    const char *name;
    bool        refuses;    // the scene; `why` is its message
    int         iterations; // of a step, at most 1000; 0: the solver ends a step itself
    char        why[512];   // also a condition that names more iterations than these; "": none
} InitSolver;

// Without a step of the scene: asks solver_refuse and solver_supports, and the conditions known before the first step. STATUS_INPUT,
// STATUS_IO: the scene cannot be read. STATUS_UNSUPPORTED: every solver refuses it.
Status init_solvers(const char *scene, InitSolver out[INIT_SOLVERS]) GNU_MUST_CHECK;

#endif
