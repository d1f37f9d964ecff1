// The lines of `weft sim`, from the views of its store in memory (run/memory_run.h).
#ifndef WEFT_CLI_SIM_LINES_H
#define WEFT_CLI_SIM_LINES_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

// The table: model, times, counters, residuals, ends of steps, contact, state. error: also the error of the last step. substeps: per step.
Status sim_print(sqlite3 *db, bool error, int64_t substeps) GNU_MUST_CHECK;

// Final forces of constraints by kind, loads on colliders, bodies and pins, and the iteration counts.
Status sim_print_forces(sqlite3 *db) GNU_MUST_CHECK;

// Prints unconverged steps and findings (measure/findings.h) to standard error, as lines "weft: FINDING: …". Conditions are printed
// earlier, when the worker sends them.
Status sim_warn(sqlite3 *db) GNU_MUST_CHECK;

#endif
