// What `weft sim` prints of a run, from the views of its store in memory (run/trial.h).
#ifndef WEFT_CLI_SIM_LINES_H
#define WEFT_CLI_SIM_LINES_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

// The table: model, times, counters, residuals, ends of steps, contact, state. error: with the error of the last step, which rests on the
// first of so many substeps.
Status sim_print(sqlite3 *db, bool error, int64_t substeps) GNU_MUST_CHECK;

// Forces of constraints by kind at the end, what carries them, and iterations used.
Status sim_print_forces(sqlite3 *db) GNU_MUST_CHECK;

// On standard error: steps without convergence, and what the worker has found (measure/findings.h), each line "weft: what it is about: …".
// Conditions that are known beforehand go there as the worker sends them.
Status sim_warn(sqlite3 *db) GNU_MUST_CHECK;

#endif
