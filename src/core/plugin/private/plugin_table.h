// Plugin: the table row of a solver that is not weft's own, and its parts.
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
    uint32_t          supports[CONSTRAINT_KINDS]; // 0: not taken; else 1 and, shifted by one, the TAKES_… that it may have
    const WeftSolver *table;                      // of a library that is loaded; NULL: it is described only
} Plugin;

// A Plugin of its own memory, not in the table of solvers yet. table: its texts and choices are copied, its functions are not looked at.
// STATUS_INPUT: a name or parameter that cannot be, or that is taken.
Status plugin_make(const WeftSolver *table, const Origin *origin, Plugin **out) GNU_MUST_CHECK;

// Into the table of solvers; frees it on failure. STATUS_LIMIT: too many.
Status plugin_add(Plugin *plugin) GNU_MUST_CHECK;

// A failure of a file, with its name.
Status plugin_error(const char *path, const char *format, ...) GNU_PRINTF(2, 3);

// Whether the text is a line that people can read: printable, and of at most so many bytes. NULL is none.
bool plugin_is_line(const char *text, size_t most);

// Whether this thread rounds as weft needs it: to nearest, with denormal numbers. A library that is linked with -ffast-math, or that sets
// it, flushes them to zero from then on, in all that weft computes, too.
bool library_rounds_well(void);

// The tables of a library, each checked: its solvers, ended by NULL, or a direct solver.
typedef struct Library {
    const WeftSolver *const *solvers;
    const WeftDirectSolver  *direct;
} Library;
Status library_open(const char *path, Library *out) GNU_MUST_CHECK;

// The slots of a solver of a library that is loaded.
Status library_create(const SolverSetup *setup, Solver **out);
Status library_step(Solver *solver, State *state, StepContext *context);
double library_multiplier(const Solver *solver, int kind, int32_t i, int component);
void   library_destroy(Solver *solver);

#endif
