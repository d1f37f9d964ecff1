// A job as a worker reads it.
#include <jansson.h>

#include "fuzz.h"
#include "worker/private/job.h"

void fuzz_job(const uint8_t *bytes, size_t size)
{
    json_error_t error;
    json_t      *json = json_loadb((const char *)bytes, size, 0, &error);
    Job          job;
    if (json && fuzz_fine(job_read(json, &job))) {
        char    label[200];
        json_t *again = case_to_json(&job.c);
        case_label(&job.c, label, sizeof label);
        for (int use = 0; use < REFERENCE_USES; use++) {
            const ReferenceWish wish = case_reference(&job.c, (ReferenceUse)use);
            ASSERT(wish.count >= 0);
        }
        Case c; // the canonical text describes the same case
        ASSERT(again && fuzz_fine(case_from_json(again, NULL, &c)));
        json_decref(again);
    }
    json_decref(json);
}
