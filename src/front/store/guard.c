#include "store/private/guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "store/private/schema.h"
#include "store/sql.h"

// ---- settings, limits, time ----

static int give_up(void *context)
{
    const Guard *guard = context;
    return clock_ns() - guard->since_ns > guard->most_ns;
}

static int note_row(unsigned event, void *context, void *statement, void *detail)
{
    (void)event, (void)statement, (void)detail;
    ((Guard *)context)->since_ns = clock_ns();
    return 0;
}

static Status read_limit(Guard *guard)
{
    const char *given = getenv("WEFT_QUERY_S");
    double      seconds = GUARD_QUERY_S;
    if (given && (!text_to_double(given, &seconds) || seconds <= 0 || seconds > 1e9))
        return status_make(STATUS_USAGE, "WEFT_QUERY_S must be a number of seconds above 0, not `%.40s`", given);
    guard->most_ns = (int64_t)(seconds * 1e9);
    guard->since_ns = clock_ns();
    return status_ok();
}

// The end of a rollback journal of several databases: name of the super-journal, its length (4 bytes), its checksum (4 bytes), and these
// bytes.
static const unsigned char OVER_END[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};

static Status check_journal(const char *path, const char *journal)
{
    enum { END = 16 };
    unsigned char end[END] = {0};
    FILE         *in = NULL;
    if (file_open(journal, SIZE_MAX, &in).code != STATUS_OK)
        return status_ok(); // SQLite reports the fault if the journal exists
    const bool named = fseek(in, -END, SEEK_END) == 0 && fread(end, 1, END, in) == END && memcmp(end + 8, OVER_END, sizeof OVER_END) == 0 &&
                       (end[0] || end[1] || end[2] || end[3]);
    fclose(in);
    if (!named)
        return status_ok();
    return status_make(STATUS_INPUT, "%s: its journal, %s, names another file, which SQLite would delete; remove the journal", path,
                       journal);
}

// SQLite would wait without end for the other end of a pipe, and does not follow links.
static Status need_file(const char *path, const char *companion)
{
    struct stat info;
    if (lstat(companion, &info) != 0 || S_ISREG(info.st_mode))
        return status_ok();
    return status_make(STATUS_INPUT, "%s: %s, which SQLite would open with it, is not a regular file; remove it", path, companion);
}

// Checks a file that SQLite keeps next to a database: next to the file itself, not next to a link to it.
static Status check_companion(const char *path, const char *file, const char *suffix)
{
    char  *companion = NULL;
    Status status;
    if (asprintf(&companion, "%s%s", file, suffix) < 0)
        return status_make(STATUS_MEMORY, "%s: out of memory", path);
    status = need_file(path, companion);
    if (status.code == STATUS_OK && strcmp(suffix, "-journal") == 0)
        status = check_journal(path, companion);
    free(companion);
    return status;
}

Status guard_check_companions(const char *path)
{
    static const char *const SUFFIXES[] = {"-journal", "-wal", "-shm"};
    char                    *resolved = realpath(path, NULL);
    Status                   status = status_ok();
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof *SUFFIXES && status.code == STATUS_OK; i++)
        status = check_companion(path, resolved ? resolved : path, SUFFIXES[i]);
    free(resolved);
    return status;
}

Status guard_install(sqlite3 *db, Guard *guard)
{
    static const struct {
        int id, value;
    } SETTINGS[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                    {SQLITE_DBCONFIG_ENABLE_VIEW, 0}, {SQLITE_DBCONFIG_DQS_DML, 0},        {SQLITE_DBCONFIG_DQS_DDL, 0}},
      LIMITS[] = {{SQLITE_LIMIT_LENGTH, 1 << 28},       {SQLITE_LIMIT_SQL_LENGTH, 1 << 20}, {SQLITE_LIMIT_EXPR_DEPTH, 200},
                  {SQLITE_LIMIT_VDBE_OP, 1 << 20},      {SQLITE_LIMIT_ATTACHED, 0},         {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000},
                  {SQLITE_LIMIT_VARIABLE_NUMBER, 1000}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},    {SQLITE_LIMIT_WORKER_THREADS, 0}};
    enum { OPERATIONS = 1000 }; // operations of SQLite's virtual machine between two clock reads: about 50 µs
    TRY(read_limit(guard));
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++)
        if (sqlite3_db_config(db, SETTINGS[i].id, SETTINGS[i].value, NULL) != SQLITE_OK)
            return status_make(STATUS_INTERNAL, "this SQLite (%s) lacks a setting for files from others", sqlite3_libversion());
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
        sqlite3_limit(db, LIMITS[i].id, LIMITS[i].value);
    sqlite3_progress_handler(db, OPERATIONS, give_up, guard);
    sqlite3_trace_v2(db, SQLITE_TRACE_STMT | SQLITE_TRACE_ROW, note_row, guard);
    return sql_exec(db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY");
}

// ---- checks of the whole file ----

// Runs a query whose first row, if any and not "ok", describes a fault.
static Status check_first(sqlite3 *db, const char *path, const char *sql)
{
    char text[191];
    TRY(sql_string(db, text, sizeof text, sql, ""));
    if (!*text || strcmp(text, "ok") == 0)
        return status_ok();
    text_make_printable(text);
    return status_make(STATUS_IO, "%s: damaged: %s; " SQL_RECOVER, path, text);
}

// Checks only weft's tables: others are never read, and their declarations are not evaluated.
static Status check_pages(sqlite3 *db, const char *path)
{
    for (const char *table = schema_tables(); (table = strstr(table, SCHEMA_BEGIN_TABLE));) {
        table += strlen(SCHEMA_BEGIN_TABLE);
        char    name[80], sql[140];
        int64_t exists = 0;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(table, " "), table);
        sqlite3_snprintf(sizeof sql, sql, "PRAGMA main.integrity_check(%Q)", name);
        TRY(sql_run(db, &exists, "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE", "t", name));
        if (exists)
            TRY(check_first(db, path, sql));
    }
    return status_ok();
}

Status guard_check_whole(sqlite3 *db, const char *path)
{
    TRY(check_pages(db, path));
    TRY(check_first(db, path, "SELECT 'the JSON of environment ' || id || ' is invalid' FROM environment WHERE NOT json_valid(json)"));
    return check_first(db, path,
                       "SELECT 'a row of ' || \"table\" || ' refers to a missing row of ' || parent || ' (PRAGMA foreign_key_check"
                       " lists them)' FROM pragma_foreign_key_check");
}
