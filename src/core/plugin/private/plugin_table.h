// Plugin: the row of a plugin's solver in the table of solvers, with its own texts and parameters.
#ifndef WEFT_PLUGIN_PLUGIN_TABLE_H
#define WEFT_PLUGIN_PLUGIN_TABLE_H

#include "solver/solver.h"
#include "weft_direct.h"
#include "weft_solver.h"

enum { PLUGIN_PARAMS_MAX = 24, PLUGIN_NAME_MAX = 31 };

typedef struct Plugin {
    SolverOps         ops; // first, so that SolverSetup.ops is one
    Origin            origin;
    char              name[PLUGIN_NAME_MAX + 1], summary[200];
    Param             params[PLUGIN_PARAMS_MAX + 1];
    uint32_t          supports[CONSTRAINT_KINDS]; // 0: not supported; else 1 | (supported TAKES_… << 1)
    const WeftSolver *table;                      // of a loaded library; NULL: a description only
} Plugin;

// Makes a Plugin in its own memory, not yet in the table of solvers. Copies the texts and choices of `table`; does not use its functions.
// STATUS_INPUT: an invalid or existing name or parameter.
Status plugin_make(const WeftSolver *table, const Origin *origin, Plugin **out) GNU_MUST_CHECK;

// Adds a Plugin to the table of solvers; frees it on failure. STATUS_LIMIT: too many.
Status plugin_add(Plugin *plugin) GNU_MUST_CHECK;

// A failure that names the file.
Status plugin_error(const char *path, const char *format, ...) GNU_PRINTF(2, 3);

// Whether the text is one printable line of at most `max` bytes. False for NULL.
bool plugin_is_line(const char *text, size_t max);

// Whether this thread rounds as weft needs: to nearest, with denormal numbers. A library that is linked with -ffast-math, or that sets the
// mode itself, flushes denormal numbers to zero from then on, in weft's own computations, too.
bool library_rounds_well(void);

// The tables of a library, each checked: its solvers, ended by NULL, or a direct solver.
typedef struct Library {
    const WeftSolver *const *solvers;
    const WeftDirectSolver  *direct;
} Library;
Status library_open(const char *path, Library *out) GNU_MUST_CHECK;

// The functions of a solver of a loaded library.
Status library_create(const SolverSetup *setup, Solver **out);
Status library_step(Solver *solver, State *state, StepContext *context);
double library_multiplier(const Solver *solver, int kind, int32_t i, int component);
void   library_destroy(Solver *solver);

#endif
