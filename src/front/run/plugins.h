// The solvers of plugins (core/plugin): a worker loads the file and says what is in it.
#ifndef WEFT_RUN_PLUGINS_H
#define WEFT_RUN_PLUGINS_H

#include "case/case.h"
#include "run/spawn.h"

// Puts the solvers of a plugin, or of all plugins (NAME.so) of a folder, into the table of solvers. At the start of the program,
// before solvers are asked for by name. A file that is given twice is loaded once. STATUS_IO, STATUS_INPUT: what is wrong with it; what
// crashes or hangs while it is loaded is STATUS_INPUT, too.
Status plugins_load(const char *path) GNU_MUST_CHECK;

// The file of each solver, then of each linear system, by index: "" for those of weft itself. NULL behind the last one.
const char *plugins_file(int index);

// Tries the solvers of a plugin, or the one with a name (solver, may be NULL), in a worker: core/plugin/conform.h. row: as in SpawnJob.
// STATUS_IO, STATUS_ENVIRONMENT, STATUS_MEMORY: it cannot be tried; what is wrong with the plugin is in the rows and in *result.
Status plugins_conform(const char *path, const char *solver, Precision precision, double timeout_s, Status (*row)(void *user, json_t *row),
                       void *user, SpawnResult *result) GNU_MUST_CHECK;

#endif
