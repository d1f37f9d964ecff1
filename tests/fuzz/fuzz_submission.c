// cases.txt of a folder of `weft submit`.
#include "cli/private/submission.h"

#include <string.h>

#include "fuzz.h"

void fuzz_submission(const uint8_t *bytes, size_t size)
{
    char       path[FUZZ_PATH], folder[FUZZ_PATH];
    Submission submission;
    fuzz_path(SUBMISSION_CASES, path);
    fuzz_path(".", folder);
    fuzz_write(path, bytes, size);
    if (!fuzz_fine(submission_read(folder, &submission)))
        return;
    ASSERT(submission.count > 0 && submission.cases[submission.count - 1].shard == submission.shards);
    for (int i = 0; i < submission.count; i++)
        ASSERT(submission.cases[i].shard >= 1 && *submission.cases[i].key);
    submission_close(&submission);
}
