// submit.json of a folder of `weft submit`: read, and what is good written and read again.
#include "cli/private/submission.h"

#include <string.h>

#include "fuzz.h"

void fuzz_submission(const uint8_t *bytes, size_t size)
{
    char       path[FUZZ_PATH], folder[FUZZ_PATH];
    Submission submission, again;
    fuzz_path(SUBMISSION_FILE, path);
    fuzz_path(".", folder);
    fuzz_write(path, bytes, size);
    const Status status = submission_read(folder, &submission);
    fuzz_fine(status);
    if (status.code != STATUS_OK)
        return;
    ASSERT(submission_write(folder, &submission).code == STATUS_OK);
    ASSERT(submission_read(folder, &again).code == STATUS_OK);
    ASSERT(json_equal(submission.json, again.json));
    submission_close(&again);
    submission_close(&submission);
}
