// Conform: tests the solvers of a plugin against the rules for solvers, on small scenes of every constraint kind that they take.
#ifndef WEFT_PLUGIN_CONFORM_H
#define WEFT_PLUGIN_CONFORM_H

#include <jansson.h>
#include <stdint.h>

#include "base/status.h"

// The names of the checks in their order; NULL past the last.
const char *conform_check_name(int check);

// Loads a plugin and tests all its solvers, or the named one, in this build's precision. allocations: of the process so far. write: gets a
// row `check` before and after each run; NULL when out of memory. STATUS_INPUT: as plugin_load, or the solver does not exist.
Status conform_plugin(const char *path, const char *solver, int64_t (*allocations)(void), Status (*write)(json_t *row)) GNU_MUST_CHECK;

#endif
