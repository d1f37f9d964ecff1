// Conform: checks the requirements on solvers of a plugin, on small scenes with every kind of constraint that they support.
#ifndef WEFT_PLUGIN_CONFORM_H
#define WEFT_PLUGIN_CONFORM_H

#include <jansson.h>
#include <stdint.h>

#include "base/status.h"

// Names of the checks, in order; NULL past the last.
const char *conform_check_name(int check);

// Loads a plugin and tries its solvers, or the one with a name, in this build's precision. allocations: of the process so far. write: takes
// a row `check` before each run and one after it; NULL when out of memory. STATUS_INPUT: what plugin_load says, or there is no such solver.
Status conform_plugin(const char *path, const char *solver, int64_t (*allocations)(void), Status (*write)(json_t *row)) GNU_MUST_CHECK;

#endif
