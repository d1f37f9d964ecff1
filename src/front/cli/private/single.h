// Runs one job in one worker process without a store, for rows that have no table (matrix, judge, doctor; the reference of sim).
#ifndef WEFT_CLI_SINGLE_H
#define WEFT_CLI_SINGLE_H

#include "case/row.h"
#include "run/job.h"

// Runs the job and appends every row of the worker to `rows` (NULL: rows are ignored). Prints each condition that does not hold to standard
// error at once. The failure of the worker is the Status; STATUS_INTERRUPTED after a signal.
Status single_run(const WorkerJob *job, double timeout_s, json_t *rows) GNU_MUST_CHECK;

// The first row of a kind, or NULL.
json_t *single_row(const json_t *rows, RowKind kind);

#endif
