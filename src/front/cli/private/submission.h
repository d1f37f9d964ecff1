// What `weft submit` says of a folder, in its file submit.json, for `weft status` and for another `weft submit` into it.
#ifndef WEFT_CLI_SUBMISSION_H
#define WEFT_CLI_SUBMISSION_H

#include <jansson.h>

#include "base/status.h"

enum { SUBMISSION_PATH = 1024, SUBMISSION_HOST = 64 };
#define SUBMISSION_FILE "submit.json"
#define SUBMISSION_COSTS "costs.db" // the times by which its shards are dealt, if by any

// The file is a JSON object with these keys and no others; the texts belong to `json`.
typedef struct Submission {
    json_t     *json;
    const char *weft;      // version and commit
    const char *submitted; // UTC
    const char *folder;    // the current one of the command: where relative paths begin
    const char *engine, *experiment;
    const char *hash;          // of the experiment and its settings
    const char *array, *merge; // job ids of Slurm, "" where there are none
    const char *said;          // why Slurm has no job of it, ""
    json_t     *command;       // its words
    json_t     *shards;        // the keys of the cases of each, each key once
} Submission;

// STATUS_IO: there is none, or it cannot be read; STATUS_INPUT: it is not what `weft submit` writes. Nothing is left to close then.
Status submission_read(const char *folder, Submission *out) GNU_MUST_CHECK;
void   submission_close(Submission *submission);

int submission_shards(const Submission *submission);
int submission_cases(const Submission *submission);

// Writes all but `json`. STATUS_IO, STATUS_MEMORY.
Status submission_write(const char *folder, const Submission *submission) GNU_MUST_CHECK;

// FOLDER/NAME, and of a shard: FOLDER/shard-I.ENDING. STATUS_USAGE: the path is too long.
Status submission_path(const char *folder, const char *name, char out[SUBMISSION_PATH]) GNU_MUST_CHECK;
Status submission_shard_path(const char *folder, int shard, const char *ending, char out[SUBMISSION_PATH]) GNU_MUST_CHECK;

// Who has a shard, or had it last, by its lock file "HOST SECONDS".
typedef struct SubmissionLock {
    bool there; // the shard was begun once
    bool held;  // and is being measured
    char host[SUBMISSION_HOST];
} SubmissionLock;

// STATUS_IO: the file is there and cannot be read.
Status submission_lock(const char *folder, int shard, SubmissionLock *out) GNU_MUST_CHECK;

#endif
