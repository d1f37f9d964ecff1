// Fit: how many threads the work of a case is worth.
#ifndef WEFT_WORKER_FIT_H
#define WEFT_WORKER_FIT_H

#include "worker/private/passes.h"

// With `team: fit` *team is the size with which a step of the case was fastest, at most `threads` of the case, or what an earlier process
// found (job->team); else `threads`. Call it before the first team of the process.
Status fit_team(const Job *job, int *team) GNU_MUST_CHECK;

#endif
