// Solvers of plugins (core/plugin): a worker loads the file and reports its solvers.
#ifndef WEFT_RUN_PLUGINS_H
#define WEFT_RUN_PLUGINS_H

#include "case/case.h"
#include "run/spawn.h"

// Adds the solvers of a plugin, or of all plugins (NAME.so) in a folder, to the table of solvers. Call it at the start of the program,
// before any search for a solver by name. A file that is given twice is loaded once. STATUS_IO, STATUS_INPUT: the plugin is invalid, or
// crashes or hangs while it is loaded.
Status plugins_load(const char *path) GNU_MUST_CHECK;

// The file of each solver, then of each linear system, by index: "" for weft's own. NULL after the last one.
const char *plugins_file(int index);

// Tests all solvers of a plugin, or the solver with a name (solver, may be NULL), in a worker: core/plugin/conform.h. row: as in SpawnJob.
// STATUS_IO, STATUS_ENVIRONMENT, STATUS_MEMORY: the test cannot run. Faults of the plugin are in the rows and in *result.
Status plugins_conform(const char *path, const char *solver, Precision precision, double timeout_s, Status (*row)(void *user, json_t *row),
                       void *user, SpawnResult *result) GNU_MUST_CHECK;

#endif
