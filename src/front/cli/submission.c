#include "cli/private/submission.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "experiment/planned_case.h"
#include "run/deal.h"

enum { SIZE_MAX_BYTES = 64 << 20, LOCK_MOST = 4096, SCHEMA = 1 };

Status submission_path(const char *folder, const char *name, char out[SUBMISSION_PATH])
{
    if (snprintf(out, SUBMISSION_PATH, "%s/%s", folder, name) < SUBMISSION_PATH)
        return status_ok();
    return status_make(STATUS_USAGE, "%.200s…: the path is too long", folder);
}

Status submission_shard_path(const char *folder, int shard, const char *ending, char out[SUBMISSION_PATH])
{
    char name[64];
    snprintf(name, sizeof name, "shard-%d.%s", shard, ending);
    return submission_path(folder, name, out);
}

static Status wrong(const char *path, const char *what)
{
    return status_make(STATUS_INPUT, "%s: not what `weft submit` writes: %s", path, what);
}

static bool all_texts(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!json_is_string(json_array_get(list, i)))
            return false;
    return json_is_array(list);
}

static Status check(const char *path, const Submission *s)
{
    const char *const texts[] = {s->weft, s->submitted, s->folder, s->engine, s->experiment, s->hash, s->array, s->merge, s->said};
    const size_t      shards = json_array_size(s->shards);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        TRY(text_need_printable(path, texts[i]));
    if (!all_texts(s->command) || shards < 1 || shards > DEAL_SHARDS_MAX)
        return wrong(path, "`command` is no list of texts, or `shards` none of shards");
    for (size_t i = 0; i < shards; i++)
        if (!all_texts(json_array_get(s->shards, i)))
            return wrong(path, "a shard is no list of keys");
    return submission_cases(s) <= EXPERIMENT_CASES_MAX ? status_ok() : wrong(path, "more cases than an experiment has");
}

static Status unpack(const char *path, Submission *out)
{
    int          schema = 0;
    json_error_t error;
    if (json_unpack_ex(out->json, &error, JSON_STRICT, "{s:i s:s s:s s:o s:s s:s s:s s:s s:s s:s s:s s:o}", "schema", &schema, "weft",
                       &out->weft, "submitted", &out->submitted, "command", &out->command, "folder", &out->folder, "engine", &out->engine,
                       "experiment", &out->experiment, "hash", &out->hash, "array", &out->array, "merge", &out->merge, "said", &out->said,
                       "shards", &out->shards) != 0)
        return wrong(path, error.text);
    if (schema != SCHEMA)
        return status_make(STATUS_INPUT, "%s: of schema %d, this weft reads %d; use the weft that wrote it", path, schema, SCHEMA);
    return check(path, out);
}

Status submission_read(const char *folder, Submission *out)
{
    char         path[SUBMISSION_PATH];
    char        *bytes = NULL;
    size_t       size = 0;
    json_error_t error;
    *out = (Submission){0};
    TRY(submission_path(folder, SUBMISSION_FILE, path));
    if (access(path, F_OK) != 0)
        return status_make(STATUS_IO, "%s: a folder without submit.json; give one that `weft submit` made", folder);
    TRY(file_read(path, SIZE_MAX_BYTES, &bytes, &size));
    out->json = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
    free(bytes);
    Status status = out->json ? unpack(path, out) : wrong(path, error.text);
    if (status.code != STATUS_OK)
        submission_close(out);
    return status;
}

void submission_close(Submission *submission)
{
    json_decref(submission->json);
    *submission = (Submission){0};
}

int submission_shards(const Submission *submission)
{
    return (int)json_array_size(submission->shards);
}

int submission_cases(const Submission *submission)
{
    size_t cases = 0;
    for (size_t i = 0; i < json_array_size(submission->shards); i++)
        cases += json_array_size(json_array_get(submission->shards, i));
    return cases < INT_MAX ? (int)cases : INT_MAX;
}

Status submission_write(const char *folder, const Submission *s)
{
    char      path[SUBMISSION_PATH];
    FileDraft draft;
    TRY(submission_path(folder, SUBMISSION_FILE, path));
    json_t *json = json_pack("{s:i s:s s:s s:O s:s s:s s:s s:s s:s s:s s:s s:O}", "schema", SCHEMA, "weft", s->weft, "submitted",
                             s->submitted, "command", s->command, "folder", s->folder, "engine", s->engine, "experiment", s->experiment,
                             "hash", s->hash, "array", s->array, "merge", s->merge, "said", s->said, "shards", s->shards);
    if (!json)
        return status_make(STATUS_MEMORY, "%s: out of memory while writing it", path);
    Status status = file_begin(path, &draft);
    if (status.code == STATUS_OK) {
        json_dumpf(json, draft.stream, JSON_INDENT(1));
        putc('\n', draft.stream);
        status = file_commit(&draft);
    }
    json_decref(json);
    return status;
}

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
    out->held = flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(lock);
    TRY(file_read(path, LOCK_MOST, &text, &size));
    snprintf(out->host, sizeof out->host, "%.*s", (int)strcspn(text, " \n"), text);
    text_make_printable(out->host);
    free(text);
    return status_ok();
}
