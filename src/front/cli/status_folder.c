#include "cli/private/status_folder.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/text.h"
#include "cli/private/submission.h"
#include "cli/private/terminal.h"
#include "store/sql.h"
#include "store/store.h"

// The best outcome of a case under any build; a later constant is better. A case that the next run retries counts as left.
typedef enum Standing { STANDING_LEFT, STANDING_FAILED, STANDING_WHOLE, STANDING_COUNT } Standing;

enum { TIME = 32 };

typedef struct Shard {
    bool           damaged; // its database cannot be read, so its cases count as left
    char           saved[TIME];
    SubmissionLock lock;
    int            of[STANDING_COUNT]; // cases
} Shard;

static Standing standing_of(const char *name)
{
    const CaseStatus status = case_status_find(name);
    const CaseStage  stage = case_status_stage(status);
    if (stage == CASE_LOST && case_status_retry(status) == RETRY_NEVER)
        return STANDING_FAILED;
    return stage == CASE_WHOLE ? STANDING_WHOLE : STANDING_LEFT;
}

// ---- a shard ----

static Status read_outcomes(sqlite3_stmt *query, json_t *cases)
{
    Status status = status_ok();
    while (sql_next(query, &status)) {
        const char *key = "", *name = "";
        TRY(sql_text(query, 0, &key));
        TRY(sql_text(query, 1, &name));
        const json_int_t now = standing_of(name);
        if (json_integer_value(json_object_get(cases, key)) < now && json_object_set_new(cases, key, json_integer(now)) != 0)
            return status_make(STATUS_MEMORY, "out of memory for the cases of a shard");
    }
    return status;
}

// cases: the Standing of each case that is not left, by its key.
static Status read_store(const char *path, json_t *cases)
{
    STORE *store = NULL;
    TRY(store_open(path, STORE_GLANCE, &store));
    SQL_STATEMENT *query = NULL; // ends before its store
    TRY(sql_prepare(store_handle(store), "SELECT case_key, status FROM case_outcome", &query));
    return read_outcomes(query, cases);
}

static void format_utc(time_t when, char out[TIME])
{
    struct tm utc;
    if (gmtime_r(&when, &utc))
        strftime(out, TIME, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

// submitted: the first case of the shard; moved behind its last case.
static Status read_shard(const char *folder, int number, const SubmittedCase **submitted, const SubmittedCase *end, Shard *shard)
{
    char        path[SUBMISSION_PATH];
    struct stat there;
    json_t     *cases = json_object();
    *shard = (Shard){.saved = "-"};
    Status       status = submission_lock(folder, number, &shard->lock);
    const Status named = submission_shard_path(folder, number, "db", path);
    status = status.code == STATUS_OK ? named : status;
    if (named.code == STATUS_OK && stat(path, &there) == 0) {
        format_utc(there.st_mtime, shard->saved);
        const Status read = read_store(path, cases);
        shard->damaged = read.code != STATUS_OK;
        status = status.code == STATUS_OK ? read : status;
        if (shard->damaged)
            json_object_clear(cases);
    }
    for (; *submitted < end && (*submitted)->shard == number; ++*submitted)
        shard->of[json_integer_value(json_object_get(cases, (*submitted)->key))]++;
    json_decref(cases);
    return status;
}

static const char *state_of(const Shard *shard)
{
    if (shard->lock.locked)
        return "running";
    if (shard->damaged)
        return "damaged";
    if (shard->of[STANDING_LEFT] == 0)
        return "ended";
    return shard->lock.there ? "stopped" : "waiting";
}

// ---- all of them ----

// An unreadable shard does not hide the others.
static Status print_all(const char *folder, const Submission *s)
{
    const SubmittedCase *next = s->cases;
    Status               first = status_ok();
    int                  all[STANDING_COUNT] = {0}, running = 0;
    printf("%s: %d cases in %d shard%s\n", s->name, s->count, s->shards, s->shards == 1 ? "" : "s");
    printf("shard   whole  failed    left  state    saved                 host\n");
    for (int number = 1; number <= s->shards; number++) {
        Shard        shard;
        const Status status = read_shard(folder, number, &next, s->cases + s->count, &shard);
        first = first.code == STATUS_OK ? status : first;
        printf("%5d  %6d  %6d  %6d  %-7s  %-20s  %s\n", number, shard.of[STANDING_WHOLE], shard.of[STANDING_FAILED],
               shard.of[STANDING_LEFT], state_of(&shard), shard.saved, shard.lock.there ? shard.lock.host : "-");
        for (int k = 0; k < STANDING_COUNT; k++)
            all[k] += shard.of[k];
        running += shard.lock.locked;
    }
    printf("  all  %6d  %6d  %6d\n", all[STANDING_WHOLE], all[STANDING_FAILED], all[STANDING_LEFT]);
    if (all[STANDING_LEFT] == 0)
        printf("nothing is left to measure\n");
    else if (!running)
        text_put_wrapped("no shard is running; if no jobs are queued (Slurm: squeue), run the same `weft submit` again to continue", 0, 0,
                         TERMINAL_COLUMNS_MAX, stdout);
    return first;
}

Status status_folder_print(const char *folder)
{
    Submission submission;
    TRY(submission_read(folder, &submission));
    if (!submission.text)
        return status_make(STATUS_IO, "%s: the folder has no " SUBMISSION_CASES "; give a folder of `weft submit`", folder);
    const Status status = print_all(folder, &submission);
    submission_close(&submission);
    return status;
}
