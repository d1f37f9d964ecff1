// What `weft sim` says on standard error after a run: each line is "weft: what it is about: …". Conditions that are known beforehand go
// there as the worker sends them (single.h).
#ifndef WEFT_CLI_SIM_WARN_H
#define WEFT_CLI_SIM_WARN_H

#include <jansson.h>

#include "case/case.h"

// "step 17, 20 iterations, relative gradient 0.003 of 1" of a row `step_end`; without the residual where none is known.
void sim_describe_end(const json_t *row, char *out, size_t size);

// "58 converged, 2 unconverged (first: step 17, …)" of the steps of the measured pass. Returns whether all reached their criterion.
bool sim_count_ends(const json_t *rows, char *out, size_t size);

// Steps without convergence, and what the worker has found (measure/findings.h).
void sim_warn(const json_t *rows);

#endif
