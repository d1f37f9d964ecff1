// Fit: the number of threads with which a case runs fastest.
#ifndef WEFT_WORKER_FIT_H
#define WEFT_WORKER_FIT_H

#include "worker/private/passes.h"

// With `team: fit`, *team is the size with the fastest step, at most `threads` of the case, or the result of an earlier process
// (job->team); otherwise `threads`. Call it before the first team of the process.
Status fit_team(const Job *job, int *team) GNU_MUST_CHECK;

#endif
