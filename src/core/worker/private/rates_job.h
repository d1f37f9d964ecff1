// RatesJob: the job of a worker that measures the rates of the machine instead of running a case (case/protocol.h).
#ifndef WEFT_WORKER_RATES_JOB_H
#define WEFT_WORKER_RATES_JOB_H

#include <jansson.h>
#include <stdbool.h>

#include "measure/rates.h"

bool rates_job_is(const json_t *job);

// The row, in GB/s and Gflop/s (10⁹); null for rates that do not agree (measure/rates.h).
json_t *rates_job_row(const Rates *rates);

// Writes the rows, with the row `done`.
Status rates_job_run(const json_t *job) GNU_MUST_CHECK;

#endif
