// What `weft sim` prints of a run, from the views of its store in memory (run/memory_run.h).
#ifndef WEFT_CLI_SIM_LINES_H
#define WEFT_CLI_SIM_LINES_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

// The table: model, times, counters, residuals, ends of steps, contact, state. error: also the error of the last step. substeps: of a step.
Status sim_print(sqlite3 *db, bool error, int64_t substeps) GNU_MUST_CHECK;

// Forces of constraints by kind at the end, what carries them, and iterations used.
Status sim_print_forces(sqlite3 *db) GNU_MUST_CHECK;

// Prints unconverged steps and findings (measure/findings.h) to standard error, as lines "weft: FINDING: …". Conditions are printed
// earlier, when the worker sends them.
Status sim_warn(sqlite3 *db) GNU_MUST_CHECK;

#endif
