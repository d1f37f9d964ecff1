// weft sim --error: the error of the last step against the reference of the scene, Newton's method from the same state.
#ifndef WEFT_CLI_SIM_ERROR_H
#define WEFT_CLI_SIM_ERROR_H

#include "run/job.h"

enum { SIM_ERROR_PATH_MAX = 512 };

typedef struct SimError {
    char folder[SIM_ERROR_PATH_MAX], path[SIM_ERROR_PATH_MAX + 16]; // "" before sim_error_open
} SimError;

// Sets what a case has to measure for it, hidden from its label.
Status sim_error_prepare(Case *c) GNU_MUST_CHECK;

// Computes the reference of the job's case into a file of its own, which the job then reads. sim_error_close takes one that failed, or is
// zeroed.
Status sim_error_open(WorkerJob *job, double timeout_s, SimError *out) GNU_MUST_CHECK;
void   sim_error_close(const SimError *error);

void sim_error_print(const Case *c, const json_t *rows); // its line

#endif
