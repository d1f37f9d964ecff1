#include "store/private/guard.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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

// The end of a rollback journal that belongs to several databases: the name of the journal over it, four bytes of its length, four of its
// sum, and these.
static const unsigned char OVER_END[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};

static Status check_journal(const char *path, const char *journal)
{
    enum { END = 16 };
    unsigned char end[END] = {0};
    FILE         *in = NULL;
    if (file_open(journal, &in).code != STATUS_OK)
        return status_ok(); // SQLite says what is wrong with it, if it is there
    const bool named = fseek(in, -END, SEEK_END) == 0 && fread(end, 1, END, in) == END && memcmp(end + 8, OVER_END, sizeof OVER_END) == 0 &&
                       (end[0] || end[1] || end[2] || end[3]);
    fclose(in);
    if (!named)
        return status_ok();
    return status_make(STATUS_INPUT, "%s: its journal, %s, names another file, which SQLite would delete; remove the journal", path,
                       journal);
}

// SQLite waits for ever for the other end of a pipe, and follows no link.
static Status need_file(const char *path, const char *beside)
{
    struct stat there;
    if (lstat(beside, &there) != 0 || S_ISREG(there.st_mode))
        return status_ok();
    return status_make(STATUS_INPUT, "%s: beside it lies %s, which is no file; remove that", path, beside);
}

// A file that SQLite keeps beside a database: beside the file itself, not beside a link to it.
static Status check_companion(const char *path, const char *file, const char *suffix)
{
    char  *beside = NULL;
    Status status;
    if (asprintf(&beside, "%s%s", file, suffix) < 0)
        return status_make(STATUS_MEMORY, "%s: out of memory", path);
    status = need_file(path, beside);
    if (status.code == STATUS_OK && strcmp(suffix, "-journal") == 0)
        status = check_journal(path, beside);
    free(beside);
    return status;
}

Status guard_check_companions(const char *path)
{
    static const char *const SUFFIXES[] = {"-journal", "-wal", "-shm"};
    char                    *whole = realpath(path, NULL);
    Status                   status = status_ok();
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof *SUFFIXES && status.code == STATUS_OK; i++)
        status = check_companion(path, whole ? whole : path, SUFFIXES[i]);
    free(whole);
    return status;
}

Status guard_install(sqlite3 *db, Guard *guard)
{
    static const struct {
        int what, value;
    } SETTINGS[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                    {SQLITE_DBCONFIG_ENABLE_VIEW, 0}, {SQLITE_DBCONFIG_DQS_DML, 0},        {SQLITE_DBCONFIG_DQS_DDL, 0}},
      LIMITS[] = {{SQLITE_LIMIT_LENGTH, 1 << 28},       {SQLITE_LIMIT_SQL_LENGTH, 1 << 20}, {SQLITE_LIMIT_EXPR_DEPTH, 200},
                  {SQLITE_LIMIT_VDBE_OP, 1 << 20},      {SQLITE_LIMIT_ATTACHED, 0},         {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000},
                  {SQLITE_LIMIT_VARIABLE_NUMBER, 1000}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},    {SQLITE_LIMIT_WORKER_THREADS, 0}};
    enum { OPERATIONS = 1000 }; // of SQLite's machine, between two looks at the clock: some 50 microseconds
    TRY(read_limit(guard));
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++)
        if (sqlite3_db_config(db, SETTINGS[i].what, SETTINGS[i].value, NULL) != SQLITE_OK)
            return status_make(STATUS_INTERNAL, "this SQLite (%s) lacks a setting for files from others", sqlite3_libversion());
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
        sqlite3_limit(db, LIMITS[i].what, LIMITS[i].value);
    sqlite3_progress_handler(db, OPERATIONS, give_up, guard);
    sqlite3_trace_v2(db, SQLITE_TRACE_STMT | SQLITE_TRACE_ROW, note_row, guard);
    return sql_exec(db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY");
}

// ---- words of a statement ----

typedef struct Word {
    char text[64]; // longer ones are cut
    bool quoted, before_bracket;
} Word;

// Behind spaces and comments.
static const char *skip_blank(const char *p)
{
    for (;;) {
        const char *end = NULL;
        if (strncmp(p, "--", 2) == 0)
            end = strchr(p, '\n');
        else if (strncmp(p, "/*", 2) == 0)
            end = strstr(p + 2, "*/");
        else if (*p && strchr(" \t\n\f\r", *p))
            end = p;
        else
            return p;
        p = !end ? p + strlen(p) : *end == '*' ? end + 2 : end + 1;
    }
}

// Behind what begins at p; a quote that is doubled ends one and begins another, which is all the same here.
static const char *skip_one(const char *p, bool *quoted)
{
    const char *const pair = strchr("'\"`", *p) ? p : "]", *end = NULL;
    *quoted = strchr("\"`[", *p);
    if (*quoted || *p == '\'')
        return (end = strchr(p + 1, *pair)) ? end + 1 : p + strlen(p);
    while (isalnum((unsigned char)*p) || *p == '_' || *p == '$' || (unsigned char)*p >= 0x80)
        p++;
    return p;
}

// The next word at *at, which moves behind it. Texts in quotes and signs are none.
static bool next_word(const char **at, Word *out)
{
    const char *p = skip_blank(*at);
    while (*p) {
        const char *end = skip_one(p, &out->quoted);
        const bool  word = end > p && *p != '\'' && !isdigit((unsigned char)*p);
        const int   edge = out->quoted ? 1 : 0;
        end += end == p;
        if (word) {
            snprintf(out->text, sizeof out->text, "%.*s", (int)(end - p) - 2 * edge, p + edge);
            out->before_bracket = *skip_blank(end) == '(';
            *at = end;
            return true;
        }
        p = skip_blank(end);
    }
    return false;
}

// ---- shape ----

static Status wrong_shape(const char *path, const char *what, const char *name, const char *why)
{
    char printable[80];
    snprintf(printable, sizeof printable, "%.70s", name);
    text_make_printable(printable);
    return status_make(STATUS_INPUT, "%s: %s `%s` %s: the file was changed by another program; take a copy that weft wrote", path, what,
                       printable, why);
}

// What stands behind the columns of a table: STRICT, WITHOUT ROWID.
static const char *options_of(const char *sql)
{
    const char *end = strrchr(sql, ')');
    return end ? end : "";
}

static bool is_listed(const char *word, const char *const *list)
{
    while (*list && strcasecmp(word, *list) != 0)
        list++;
    return *list;
}

// What is not in the file may not be called by it: a CHECK, a DEFAULT or an index of a table that weft reads could work for hours in one
// expression. Functions beside those of weft's own tables are refused, and comparisons with patterns.
static Status check_words(sqlite3_stmt *own, const char *path, const char *const object[4])
{
    static const char *const BRACKETS[] = {"check", "in", "default", "key", "unique", "strftime", NULL};
    static const char *const PATTERNS[] = {"like", "glob", "match", "regexp", NULL};
    const char              *at = object[2];
    for (Word word; next_word(&at, &word);) {
        bool good = word.quoted || !is_listed(word.text, PATTERNS);
        if (good && word.before_bracket && (word.quoted || !is_listed(word.text, BRACKETS))) { // the name of a table
            sqlite3_reset(own);
            TRY(sql_bind(own, "t", word.text));
            good = sqlite3_step(own) == SQLITE_ROW;
        }
        if (!good)
            return wrong_shape(path, object[0], object[1], "computes something");
    }
    return status_ok();
}

// One of the file, as [0] type, [1] name, [2] statement, [3] the table that it is of, beside what weft's own store has under this name.
static Status check_object(sqlite3_stmt *own, const char *path, const char *const object[4], bool virtual)
{
    const char *type = "", *sql = "";
    if (strcmp(object[0], "trigger") == 0)
        return wrong_shape(path, "trigger", object[1], "is not of weft");
    if (virtual)
        return wrong_shape(path, "table", object[1], "is virtual");
    TRY(sql_bind(own, "t", object[3]));
    int code = sqlite3_step(own);
    if (code == SQLITE_ROW && strcmp(object[0], "view") != 0)
        TRY(check_words(own, path, object));
    sqlite3_reset(own);
    TRY(sql_bind(own, "t", object[1]));
    code = sqlite3_step(own);
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? status_ok() : sql_error(sqlite3_db_handle(own), "cannot be read");
    TRY(sql_text(own, 0, &type));
    TRY(sql_text(own, 1, &sql));
    if (strcmp(type, object[0]) != 0)
        return wrong_shape(path, object[0], object[1], "has the name of something else of weft");
    if (strcmp(type, "table") == 0 && strcmp(options_of(sql), options_of(object[2])) != 0)
        return wrong_shape(path, "table", object[1], "is not as weft makes it");
    return status_ok();
}

static Status check_objects(sqlite3 *db, sqlite3 *model, const char *path)
{
    sqlite3_stmt *query = NULL, *own = NULL;
    int           code = SQLITE_DONE;
    Status status = sql_prepare(db, "SELECT type, name, sql, tbl_name, type = 'table' AND rootpage = 0 FROM main.sqlite_schema", &query);
    if (status.code == STATUS_OK)
        status = sql_prepare(model, "SELECT type, sql FROM sqlite_schema WHERE name = ? COLLATE NOCASE", &own);
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW) {
        const char *object[4] = {"", "", "", ""};
        for (int i = 0; i < 4 && status.code == STATUS_OK; i++)
            status = sql_text(query, i, &object[i]);
        if (status.code == STATUS_OK)
            status = check_object(own, path, object, sqlite3_column_int(query, 4) != 0);
        sqlite3_reset(own);
    }
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(db, "cannot be read");
    sqlite3_finalize(own);
    sqlite3_finalize(query);
    return status;
}

// A column of weft's store: where the file has it, it must be the same there. column: [0] table, [1] name, [2] type and the others.
static Status check_column(sqlite3_stmt *same, const char *path, const char *const column[3])
{
    char name[140];
    TRY(sql_bind(same, "ttt", column[0], column[1], column[2]));
    const int  code = sqlite3_step(same);
    const bool good = code == SQLITE_DONE || (code == SQLITE_ROW && sqlite3_column_int(same, 0));
    sqlite3_reset(same);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return sql_error(sqlite3_db_handle(same), "cannot be read");
    snprintf(name, sizeof name, "%.60s.%.60s", column[0], column[1]);
    return good ? status_ok() : wrong_shape(path, "column", name, "is not as weft makes it");
}

#define COLUMN "upper(x.type) || ' ' || x.pk || ' ' || x.hidden"
static Status check_columns(sqlite3 *db, sqlite3 *model, const char *path)
{
    sqlite3_stmt *query = NULL, *same = NULL;
    int           code = SQLITE_DONE;
    Status        status = sql_prepare(
               model, "SELECT s.name, x.name, " COLUMN " FROM sqlite_schema AS s JOIN pragma_table_xinfo(s.name) AS x WHERE s.type = 'table'",
               &query);
    if (status.code == STATUS_OK)
        status = sql_prepare(db, "SELECT " COLUMN " = ?3 FROM pragma_table_xinfo(?1, 'main') AS x WHERE x.name = ?2 COLLATE NOCASE", &same);
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW) {
        const char *column[3] = {"", "", ""};
        for (int i = 0; i < 3 && status.code == STATUS_OK; i++)
            status = sql_text(query, i, &column[i]);
        if (status.code == STATUS_OK)
            status = check_column(same, path, column);
    }
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(model, "cannot be read");
    sqlite3_finalize(same);
    sqlite3_finalize(query);
    return status;
}

Status guard_check_shape(sqlite3 *db, const char *path)
{
    sqlite3 *model = NULL;
    Status   status = sqlite3_open(":memory:", &model) == SQLITE_OK ? schema_update(model) : sql_error(model, "cannot be made");
    if (status.code == STATUS_OK)
        status = check_objects(db, model, path);
    if (status.code == STATUS_OK)
        status = check_columns(db, model, path);
    sqlite3_close(model);
    return status;
}

// ---- whole ----

static Status damaged(const char *path, const char *what)
{
    char printable[200];
    snprintf(printable, sizeof printable, "%.190s", what);
    text_make_printable(printable);
    return status_make(STATUS_IO, "%s: damaged: %s; " SQL_RECOVER, path, printable);
}

// A query whose first row, if it has one, is what is wrong; "ok" is not.
static Status check_first(sqlite3 *db, const char *path, const char *sql)
{
    sqlite3_stmt *query = NULL;
    const char   *text = "";
    TRY(sql_prepare(db, sql, &query));
    const int code = sqlite3_step(query);
    Status    status = code == SQLITE_ROW ? sql_text(query, 0, &text) : code == SQLITE_DONE ? status_ok() : sql_error(db, "cannot be read");
    if (status.code == STATUS_OK && code == SQLITE_ROW && strcmp(text, "ok") != 0)
        status = damaged(path, text);
    sqlite3_finalize(query);
    return status;
}

// Of weft's tables; what stands in others is never read, and what they declare is not computed.
static Status check_pages(sqlite3 *db, const char *path)
{
    for (const char *table = schema_tables(); (table = strstr(table, SCHEMA_BEGIN_TABLE));) {
        table += strlen(SCHEMA_BEGIN_TABLE);
        char    name[80], sql[140];
        int64_t there = 0;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(table, " "), table);
        sqlite3_snprintf(sizeof sql, sql, "PRAGMA main.integrity_check(%Q)", name);
        TRY(sql_run(db, &there, "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE", "t", name));
        if (there)
            TRY(check_first(db, path, sql));
    }
    return status_ok();
}

Status guard_check_whole(sqlite3 *db, const char *path)
{
    TRY(check_pages(db, path));
    TRY(check_first(db, path, "SELECT 'the JSON of environment ' || id || ' is none' FROM environment WHERE NOT json_valid(json)"));
    return check_first(db, path,
                       "SELECT 'a row of ' || \"table\" || ' belongs to one of ' || parent || ' that is gone (PRAGMA foreign_key_check"
                       " lists them)' FROM pragma_foreign_key_check");
}
