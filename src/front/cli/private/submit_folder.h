// The folder of `weft submit` as it is before anything of this submit is written: a new one, an empty one, or one of an earlier submit.
#ifndef WEFT_CLI_SUBMIT_FOLDER_H
#define WEFT_CLI_SUBMIT_FOLDER_H

#include <stdbool.h>

#include "cli/private/submission.h"
#include "experiment/experiment.h"

typedef struct SubmitFolder {
    const char *path;                   // as given
    Submission  before;                 // its record; `json` NULL: there is none
    char        costs[SUBMISSION_PATH]; // its database of times, by which shards are dealt; "": none
    bool        copied;                 // that was not there before
} SubmitFolder;

// Makes the folder only where it copies into it: costs, a database or NULL, becomes costs.db, unless that is there already.
// STATUS_IO: what is there is no such folder, or a shard of it is being measured; what store_merge and submission_read say.
Status submit_folder_open(const char *path, const char *costs, SubmitFolder *out) GNU_MUST_CHECK;

// STATUS_USAGE: an earlier submit was of another experiment, or dealt other shards.
Status submit_folder_check(const SubmitFolder *folder, const Experiment *experiment, const json_t *shards) GNU_MUST_CHECK;

// undo: what was copied goes again, and the folder, when it is empty then. Takes one that failed to open, and a zeroed one.
void submit_folder_close(SubmitFolder *folder, bool undo);

#endif
