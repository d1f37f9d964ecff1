// The folder of `weft submit`: the cases of its shards (file cases.txt), and the machine that measures a shard.
#ifndef WEFT_CLI_SUBMISSION_H
#define WEFT_CLI_SUBMISSION_H

#include <stdbool.h>

#include "base/status.h"

enum { SUBMISSION_PATH = 1024, SUBMISSION_HOST = 64 };
#define SUBMISSION_CASES "cases.txt"
#define SUBMISSION_COSTS "costs.db" // the times by which the shards are dealt; optional

// cases.txt: a line `experiment HASH NAME`, then a line `SHARD KEY` for each case, shards in rising order.
typedef struct SubmittedCase {
    int         shard; // from 1
    const char *key;
} SubmittedCase;

typedef struct Submission {
    char          *text; // of the file; NULL: there is none
    char          *words;
    const char    *name; // of the experiment
    int            shards, count;
    SubmittedCase *cases; // [count]
} Submission;

// A folder without the file is no error: `text` is NULL then. STATUS_IO: the file cannot be read. STATUS_INPUT with file:line: `weft
// submit` did not write it. Nothing to free after a failure.
Status submission_read(const char *folder, Submission *out) GNU_MUST_CHECK;
void   submission_close(Submission *submission);

// FOLDER/NAME, and of a shard: FOLDER/shard-I.ENDING. STATUS_USAGE: the path is too long.
Status submission_path(const char *folder, const char *name, char out[SUBMISSION_PATH]) GNU_MUST_CHECK;
Status submission_shard_path(const char *folder, int shard, const char *ending, char out[SUBMISSION_PATH]) GNU_MUST_CHECK;

// The host that measures a shard, or measured it last, from its lock file "HOST SECONDS".
typedef struct SubmissionLock {
    bool there;  // the shard was started at least once
    bool locked; // and is being measured
    char host[SUBMISSION_HOST];
} SubmissionLock;

// STATUS_IO: the file is there and cannot be read.
Status submission_lock(const char *folder, int shard, SubmissionLock *out) GNU_MUST_CHECK;

#endif
