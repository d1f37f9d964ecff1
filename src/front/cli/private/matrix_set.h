// weft matrix --list: the systems that a file lists, as a folder for benchmarks of linear solvers: matrices, right-hand sides, reference
// solutions, coordinates, what weft's own systems take for them, and an index.
#ifndef WEFT_CLI_MATRIX_SET_H
#define WEFT_CLI_MATRIX_SET_H

#include "base/status.h"

// Writes them to a folder that is not there, or empty: everything goes into a new folder beside it, which then gets the name. list: a YAML
// file such as datasets/systems.yaml. threads: of all cases, NULL: 1. STATUS_INPUT, STATUS_IO, STATUS_INTERRUPTED, and those of a worker.
Status matrix_set_write(const char *list, const char *folder, const char *threads) GNU_MUST_CHECK;

#endif
