#include "cli/private/submit_start.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/private/submit_files.h"
#include "cli/private/submit_slurm.h"

// The script takes the place of this program, with its terminal.
static Status become(const char *folder, const char *script)
{
    char path[SUBMISSION_PATH];
    TRY(submission_path(folder, script, path));
    char *const arguments[] = {path, NULL};
    fflush(stdout);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    execv(path, arguments);
    return status_make(STATUS_ENVIRONMENT, "%s: cannot be run: %s; `bash %s` does the same", path, strerror(errno), path);
}

static Status start_slurm(const char *folder, Submission *submission)
{
    SlurmJobs    jobs;
    const Status status = submit_slurm(folder, &jobs);
    submission->array = jobs.array;
    submission->merge = jobs.merge;
    submission->said = status.code == STATUS_OK ? "" : status.text;
    const Status written = submission_write(folder, submission);
    submission->array = submission->merge = submission->said = "";
    if (*jobs.array)
        printf("job %s: the shards; logs: log/shard-N.txt\n", jobs.array);
    if (status.code == STATUS_OK) {
        printf("job %s: merges and reports when they have ended: all.db, report/, log/merge.txt\n", jobs.merge);
        printf("weft status %s says how far they are\n", folder);
        return written;
    }
    return status_prefix(status,
                         *jobs.array ? "the shards are submitted, but not the merge (bash %s/merge.sh when they have ended)"
                                     : "the scripts are in %s, nothing is submitted",
                         folder);
}

Status submit_start(const char *folder, Submission *submission)
{
    return strcmp(submission->engine, "slurm") == 0 ? start_slurm(folder, submission) : become(folder, submit_script(submission->engine));
}
