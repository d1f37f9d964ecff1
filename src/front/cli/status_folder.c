#include "cli/private/status_folder.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/text.h"
#include "cli/private/submission.h"
#include "cli/private/terminal.h"
#include "store/sql.h"
#include "store/store.h"

// How a case stands, the best of its outcomes under any build: a later one is better.
typedef enum Standing { STANDING_LEFT, STANDING_AGAIN, STANDING_LOST, STANDING_WHOLE, STANDING_COUNT } Standing;

enum { TIME = 32 };

typedef struct Shard {
    bool           there;   // its database
    bool           damaged; // which cannot be read: its cases are left
    char           saved[TIME];
    SubmissionLock lock;
    int            of[STANDING_COUNT]; // cases that were submitted
    int            strange;            // other cases of its database
    double         seconds;            // of all its repetitions
} Shard;

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the cases of a shard");
}

static Standing standing_of(const char *name)
{
    const CaseStatus status = *name ? case_status_find(name) : CASE_PENDING;
    switch (case_status_stage(status)) {
    case CASE_OPEN:
        return STANDING_LEFT;
    case CASE_WHOLE:
        return STANDING_WHOLE;
    case CASE_LOST:
        break;
    }
    return case_status_retry(status) == RETRY_NEVER ? STANDING_LOST : STANDING_AGAIN;
}

// ---- a shard ----

// The best outcome of each case that has one, by its key, and the cases of shards that have none yet.
static Status read_cases(sqlite3_stmt *query, json_t *cases)
{
    int code = SQLITE_OK;
    while ((code = sqlite3_step(query)) == SQLITE_ROW) {
        const char *key = "", *name = "";
        TRY(sql_text(query, 0, &key));
        TRY(sql_text(query, 1, &name));
        const json_t    *known = json_object_get(cases, key);
        const json_int_t now = standing_of(name);
        if ((!known || json_integer_value(known) < now) && json_object_set_new(cases, key, json_integer(now)) != 0)
            return no_memory();
    }
    return code == SQLITE_DONE ? status_ok() : sql_error(sqlite3_db_handle(query), "cannot be read");
}

static Status read_store(Store *store, json_t *cases, double *seconds)
{
    static const char CASES[] = "SELECT c.key, o.status FROM (SELECT case_id FROM share UNION SELECT case_id FROM outcome) AS s"
                                " JOIN cases AS c ON c.id = s.case_id LEFT JOIN outcome AS o ON o.case_id = s.case_id";
    sqlite3_stmt     *query = NULL;
    TRY(sql_prepare(store_handle(store), CASES, &query));
    Status status = read_cases(query, cases);
    sqlite3_finalize(query);
    if (status.code != STATUS_OK)
        return status;
    TRY(sql_prepare(store_handle(store), "SELECT total(seconds) FROM wall", &query));
    *seconds = sqlite3_step(query) == SQLITE_ROW ? sql_number(query, 0) : NAN;
    sqlite3_finalize(query);
    return isfinite(*seconds) ? status_ok() : sql_error(store_handle(store), "cannot be read");
}

// Of the cases that were submitted in this shard; of its database there may be others, when a scene has changed since.
static void count(const json_t *keys, const json_t *cases, Shard *out)
{
    int known = 0;
    for (size_t i = 0; i < json_array_size(keys); i++) {
        const json_t *standing = json_object_get(cases, json_string_value(json_array_get(keys, i)));
        out->of[standing ? json_integer_value(standing) : STANDING_LEFT]++;
        known += standing != NULL;
    }
    out->strange = (int)json_object_size(cases) - known;
}

static void format_utc(time_t when, char out[TIME])
{
    struct tm utc;
    *out = '\0';
    if (gmtime_r(&when, &utc))
        strftime(out, TIME, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

static Status read_database(const char *path, const json_t *keys, Shard *shard)
{
    struct stat there;
    Store      *store = NULL;
    json_t     *cases = json_object();
    Status      status = cases ? status_ok() : no_memory();
    shard->there = stat(path, &there) == 0;
    if (shard->there) {
        format_utc(there.st_mtime, shard->saved);
        if (status.code == STATUS_OK)
            status = store_open(path, STORE_GLANCE, &store);
        if (status.code == STATUS_OK)
            status = read_store(store, cases, &shard->seconds);
        store_close(store);
    }
    if (status.code != STATUS_OK) {
        shard->damaged = true;
        shard->seconds = 0;
        json_object_clear(cases);
    }
    count(keys, cases, shard);
    json_decref(cases);
    return status;
}

static Status read_shard(const char *folder, int number, const json_t *keys, Shard *shard)
{
    char path[SUBMISSION_PATH];
    *shard = (Shard){0};
    const Status status = submission_lock(folder, number, &shard->lock);
    TRY(submission_shard_path(folder, number, "db", path));
    const Status read = read_database(path, keys, shard);
    return read.code == STATUS_OK ? status : read;
}

static int failed_of(const Shard *shard)
{
    return shard->of[STANDING_LOST] + shard->of[STANDING_AGAIN];
}

static const char *state_of(const Shard *shard)
{
    if (shard->lock.held)
        return "running";
    if (shard->damaged)
        return "damaged";
    if (shard->of[STANDING_LEFT] == 0)
        return "ended";
    return shard->lock.there ? "stopped" : "waiting";
}

static void print_shard(int number, const Shard *shard)
{
    printf("%5d  %6d  %6d  %6d  %-7s  %-20s  %s\n", number, shard->of[STANDING_WHOLE], failed_of(shard), shard->of[STANDING_LEFT],
           state_of(shard), shard->there ? shard->saved : "-", shard->lock.there ? shard->lock.host : "-");
}

// ---- all of them ----

typedef struct Sum {
    Shard all;     // the counts
    int   running; // shards
    int   missing; // shards without a database
} Sum;

static void add(const Shard *shard, Sum *sum)
{
    for (int k = 0; k < STANDING_COUNT; k++)
        sum->all.of[k] += shard->of[k];
    sum->all.strange += shard->strange;
    sum->all.seconds += shard->seconds;
    sum->running += shard->lock.held;
    sum->missing += !shard->there;
}

static void print_line(const char *text)
{
    text_put_wrapped(text, 0, 0, TERMINAL_COLUMNS_MOST, stdout);
}

// From what cases took in the mean so far.
static void print_time(const Sum *sum)
{
    const int ended = sum->all.of[STANDING_WHOLE] + failed_of(&sum->all), left = sum->all.of[STANDING_LEFT];
    if (!ended || !left || !sum->running)
        return;
    const double seconds = sum->all.seconds / ended * left / sum->running;
    const long   whole = seconds < 1e9 ? lround(seconds) : 1000000000;
    printf("time left: about %ld:%02ld:%02ld with %d at a time, as cases took so far in the mean\n", whole / 3600, whole / 60 % 60,
           whole % 60, sum->running);
}

static void print_sum(const char *folder, const Submission *submission, const Sum *sum)
{
    const Shard *all = &sum->all;
    char         text[700];
    printf("  all  %6d  %6d  %6d\n", all->of[STANDING_WHOLE], failed_of(all), all->of[STANDING_LEFT]);
    print_time(sum);
    if (sum->missing)
        printf("%d shard%s without a database so far\n", sum->missing, sum->missing == 1 ? "" : "s");
    if (all->of[STANDING_AGAIN])
        printf("%d of the cases that failed would be tried again\n", all->of[STANDING_AGAIN]);
    if (all->strange)
        printf("%d of the cases measured were not submitted: a scene has changed since\n", all->strange);
    if (*submission->said) {
        snprintf(text, sizeof text, "not submitted: %.600s", submission->said);
        print_line(text);
    }
    if (all->of[STANDING_LEFT] + all->of[STANDING_AGAIN] + all->strange == 0)
        printf("nothing is left to measure\n");
    else if (!sum->running) {
        if (*submission->array)
            snprintf(
                text, sizeof text,
                "nothing runs: `squeue -j %.40s` says what waits; when Slurm has no such job any more, the same `weft submit` continues",
                submission->array);
        else
            snprintf(text, sizeof text, "nothing runs: the same `weft submit` continues, or a script of %.400s", folder);
        print_line(text);
    }
}

static void print_head(const Submission *s)
{
    printf("%s: %d cases in %d shard%s, by %s, submitted %s by weft %s\n", s->experiment, submission_cases(s), submission_shards(s),
           submission_shards(s) == 1 ? "" : "s", s->engine, s->submitted, s->weft);
    if (*s->array)
        printf("job %s%s%s\n", s->array, *s->merge ? ", then " : "", s->merge);
    printf("shard   whole  failed    left  state    saved                 host\n");
}

// What cannot be read of one shard does not hide the others.
static Status print_all(const char *folder, const Submission *submission)
{
    Sum    sum = {0};
    Status first = status_ok();
    print_head(submission);
    for (int number = 1; number <= submission_shards(submission); number++) {
        Shard        shard;
        const Status status = read_shard(folder, number, json_array_get(submission->shards, (size_t)number - 1), &shard);
        first = first.code == STATUS_OK ? status : first;
        print_shard(number, &shard);
        add(&shard, &sum);
    }
    print_sum(folder, submission, &sum);
    return first;
}

Status status_folder_print(const char *folder)
{
    Submission submission;
    TRY(submission_read(folder, &submission));
    const Status status = print_all(folder, &submission);
    submission_close(&submission);
    return status;
}
