// Job: the task of a worker process, from its JSON (case/protocol.h).
#ifndef WEFT_WORKER_JOB_H
#define WEFT_WORKER_JOB_H

#include "worker/private/passes.h"

// The texts of the job are those of `json`, which must stay. STATUS_INPUT naming the key; what case_from_json says.
Status job_read(const json_t *json, Job *out) GNU_MUST_CHECK;

#endif
