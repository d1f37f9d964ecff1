// Job: the task of a worker process, from its JSON (case/protocol.h).
#ifndef WEFT_WORKER_JOB_H
#define WEFT_WORKER_JOB_H

#include "worker/private/passes.h"

// The strings of the job belong to `json`, which must outlive it. STATUS_INPUT naming the key; any status of case_from_json.
Status job_read(const json_t *json, Job *out) GNU_MUST_CHECK;

#endif
