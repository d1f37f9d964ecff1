#include "cli/private/submission.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "run/deal.h"

enum { SIZE_LIMIT = 64 << 20, LOCK_MAX = 4096 };
static const char HEAD[] = "experiment ";

Status submission_path(const char *folder, const char *name, char out[SUBMISSION_PATH])
{
    if (snprintf(out, SUBMISSION_PATH, "%s/%s", folder, name) < SUBMISSION_PATH)
        return status_ok();
    return status_make(STATUS_USAGE, "%.200s…: the path is too long; use a shorter one", folder);
}

Status submission_shard_path(const char *folder, int shard, const char *ending, char out[SUBMISSION_PATH])
{
    char name[64];
    snprintf(name, sizeof name, "shard-%d.%s", shard, ending);
    return submission_path(folder, name, out);
}

// ---- cases.txt ----

static Status read_head(char *line, Submission *out)
{
    char *hash = line && strncmp(line, HEAD, sizeof HEAD - 1) == 0 ? line + sizeof HEAD - 1 : NULL, *name = hash ? strchr(hash, ' ') : NULL;
    if (!name)
        return status_make(STATUS_INPUT, "no line `experiment HASH NAME`");
    out->name = name + 1;
    return status_ok();
}

static Status read_case(char *line, Submission *out)
{
    char   *key = strchr(line, ' ');
    int64_t shard = 0;
    if (key)
        *key++ = '\0';
    if (!key || !*key || strlen(key) >= HASH_TEXT || !text_to_int(line, &shard) || shard < 1 || shard > DEAL_SHARDS_MAX ||
        shard < out->shards)
        return status_make(STATUS_INPUT, "no line `SHARD KEY`, with shards from 1 to %d in rising order", DEAL_SHARDS_MAX);
    out->shards = (int)shard;
    out->cases[out->count++] = (SubmittedCase){(int)shard, key};
    return status_ok();
}

static Status read_lines(const char *path, Submission *out)
{
    char  *next = NULL, *line = strtok_r(out->words, "\n", &next);
    int    number = 1;
    Status status = read_head(line, out);
    while (status.code == STATUS_OK && (line = strtok_r(NULL, "\n", &next))) {
        number++;
        status = read_case(line, out);
    }
    if (status.code == STATUS_OK && out->count == 0)
        status = status_make(STATUS_INPUT, "no case");
    return status.code == STATUS_OK ? status : status_prefix(status, "%s:%d: `weft submit` did not write this", path, number);
}

static Status read_text(const char *path, size_t size, Submission *out)
{
    size_t lines = 1;
    for (const char *c = out->text; *c; c++)
        lines += *c == '\n';
    out->words = strdup(out->text);
    out->cases = calloc(lines, sizeof *out->cases);
    if (!out->words || !out->cases)
        return status_make(STATUS_MEMORY, "%s: out of memory", path);
    for (const char *c = out->text; c < out->text + size; c++)
        if (*c != '\n' && ((unsigned char)*c < ' ' || *c == 127))
            return status_make(STATUS_INPUT, "%s: `weft submit` did not write this: it contains control characters", path);
    TRY(read_lines(path, out));
    return text_need_printable(path, out->name);
}

Status submission_read(const char *folder, Submission *out)
{
    char   path[SUBMISSION_PATH];
    size_t size = 0;
    *out = (Submission){0};
    TRY(submission_path(folder, SUBMISSION_CASES, path));
    if (access(path, F_OK) != 0)
        return status_ok();
    TRY(file_read(path, SIZE_LIMIT, &out->text, &size));
    const Status status = read_text(path, size, out);
    if (status.code != STATUS_OK)
        submission_close(out);
    return status;
}

void submission_close(Submission *submission)
{
    free(submission->text);
    free(submission->words);
    free(submission->cases);
    *submission = (Submission){0};
}

// ---- locks ----

Status submission_lock(const char *folder, int shard, SubmissionLock *out)
{
    char   path[SUBMISSION_PATH], *text = NULL;
    size_t size = 0;
    *out = (SubmissionLock){0};
    TRY(submission_shard_path(folder, shard, "lock", path));
    const int lock = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (lock < 0)
        return errno == ENOENT ? status_ok() : status_make(STATUS_IO, "%s: cannot be read: %s", path, strerror(errno));
    out->there = true;
    out->locked = flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(lock);
    TRY(file_read(path, LOCK_MAX, &text, &size));
    snprintf(out->host, sizeof out->host, "%.*s", (int)strcspn(text, " \n"), text);
    text_make_printable(out->host);
    free(text);
    return status_ok();
}
