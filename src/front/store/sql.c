#include "store/sql.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "store/private/file_system.h"

static const char *file_name(sqlite3 *db)
{
    const char *name = sqlite3_db_filename(db, "main");
    return name && *name ? name : "database";
}

// The system error (errno) of a failed read or write of the database or its journal.
static int system_error(sqlite3 *db)
{
    int           code = 0, of_journal = 0;
    sqlite3_file *journal = NULL;
    (void)sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
    (void)sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal);
    if (journal && journal->pMethods)
        (void)journal->pMethods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &of_journal);
    return code ? code : of_journal;
}

static bool is_of_lock(int code)
{
    static const int CODES[] = {SQLITE_IOERR_LOCK, SQLITE_IOERR_RDLOCK, SQLITE_IOERR_UNLOCK, SQLITE_IOERR_CHECKRESERVEDLOCK};
    for (size_t i = 0; i < sizeof CODES / sizeof *CODES; i++)
        if (code == CODES[i])
            return true;
    return false;
}

Status sql_error(sqlite3 *db, const char *what)
{
    const char *name = file_name(db), *text = sqlite3_errmsg(db);
    const int   code = sqlite3_errcode(db) & 0xff, reason = code == SQLITE_IOERR  ? system_error(db)
                                                            : code == SQLITE_BUSY ? file_system_try_lock(name)
                                                                                  : 0;
    if (code == SQLITE_FULL || reason == EDQUOT || reason == EFBIG) // SQLite itself recognises only ENOSPC
        return status_make(STATUS_IO,
                           "%s: %s: the disk is full, or a quota or `ulimit -f` is reached; free some space and run again; finished "
                           "repetitions are kept",
                           name, what);
    switch (code) {
    case SQLITE_BUSY: // SQLite also reports ENOLCK as busy
    case SQLITE_LOCKED:
        if (reason)
            return file_system_without_locks(name, reason);
        return status_make(STATUS_IO, "%s: %s: busy, another program is using it; try again when that program has ended", name, what);
    case SQLITE_INTERRUPT:
        return status_make(STATUS_TIMEOUT,
                           "%s: %s: a query exceeded its time limit; the file is damaged, or WEFT_QUERY_S (600 s) is too short", name,
                           what);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return status_make(STATUS_IO, "%s: %s: damaged (%s); " SQL_RECOVER, name, what, text);
    case SQLITE_NOMEM:
        return status_make(STATUS_MEMORY, "%s: %s: out of memory", name, what);
    case SQLITE_IOERR:
        if (is_of_lock(sqlite3_extended_errcode(db)))
            return file_system_without_locks(name, reason);
        return status_make(STATUS_IO, "%s: %s: %s%s%s; check its folder, the disk, quotas and `ulimit -f`", name, what, text,
                           reason ? ": " : "", reason ? strerror(reason) : "");
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return status_make(STATUS_IO, "%s: %s: %s; check the file, its folder and the disk", name, what, text);
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
        return status_make(STATUS_INPUT, "%s: %s: its tables reject a value (%s)", name, what, text);
    case SQLITE_MISUSE:
    case SQLITE_RANGE:
    case SQLITE_INTERNAL:
        return status_make(STATUS_INTERNAL, "%s: %s: %s", name, what, text);
    default: // an error inside the query, caused by the contents of the file
        return status_make(STATUS_IO, "%s: %s: its contents are not in weft's format (%s); " SQL_RECOVER, name, what, text);
    }
}

Status sql_exec(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? status_ok() : sql_error(db, "cannot be read or written");
}

Status sql_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out)
{
    return sqlite3_prepare_v2(db, sql, -1, out, NULL) == SQLITE_OK ? status_ok() : sql_error(db, "cannot be queried");
}

void sql_end_statement(sqlite3_stmt **statement)
{
    sqlite3_finalize(*statement);
}

void sql_end_text(char **text)
{
    sqlite3_free(*text);
}

void sql_end_builder(sqlite3_str **builder)
{
    sqlite3_free(sqlite3_str_finish(*builder));
}

static Status no_memory(sqlite3 *db)
{
    return status_make(STATUS_MEMORY, "%s: out of memory for a statement", file_name(db));
}

Status sql_exec_made(sqlite3 *db, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    SQL_TEXT *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    return sql ? sql_exec(db, sql) : no_memory(db);
}

Status sql_prepare_made(sqlite3 *db, sqlite3_stmt **out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    SQL_TEXT *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    return sql ? sql_prepare(db, sql, out) : no_memory(db);
}

// *out points into the memory of `built`.
static Status take_built(sqlite3 *db, sqlite3_str *built, const char **out)
{
    *out = sqlite3_str_value(built);
    return sqlite3_str_errcode(built) == SQLITE_OK ? status_ok() : no_memory(db);
}

Status sql_exec_built(sqlite3 *db, sqlite3_str *built)
{
    const char *sql = NULL;
    TRY(take_built(db, built, &sql));
    return sql_exec(db, sql);
}

Status sql_prepare_built(sqlite3 *db, sqlite3_str *built, sqlite3_stmt **out)
{
    const char *sql = NULL;
    TRY(take_built(db, built, &sql));
    return sql_prepare(db, sql, out);
}

static int bind_json(sqlite3_stmt *statement, int index, const json_t *value)
{
    if (!value)
        return SQLITE_MISUSE;
    if (json_is_integer(value))
        return sqlite3_bind_int64(statement, index, json_integer_value(value));
    if (json_is_real(value))
        return sqlite3_bind_double(statement, index, json_real_value(value));
    if (json_is_boolean(value))
        return sqlite3_bind_int(statement, index, json_is_true(value));
    if (json_is_string(value))
        return sqlite3_bind_text(statement, index, json_string_value(value), -1, SQLITE_TRANSIENT);
    if (json_is_null(value))
        return sqlite3_bind_null(statement, index);
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17));
    return text ? sqlite3_bind_text(statement, index, text, -1, free) : SQLITE_NOMEM;
}

static Status bound(sqlite3_stmt *statement, int code)
{
    if (code == SQLITE_MISUSE)
        return status_make(STATUS_INTERNAL, "a value is missing for: %.300s", sqlite3_sql(statement));
    return code == SQLITE_OK ? status_ok() : sql_error(sqlite3_db_handle(statement), "a value cannot be bound");
}

static Status bind_list(sqlite3_stmt *statement, const char *types, va_list arguments)
{
    int code = SQLITE_OK;
    for (int i = 0; types[i] && code == SQLITE_OK; i++) {
        if (types[i] == 'i')
            code = sqlite3_bind_int64(statement, i + 1, va_arg(arguments, int64_t));
        else if (types[i] == 'r')
            code = sqlite3_bind_double(statement, i + 1, va_arg(arguments, double));
        else if (types[i] == 'j')
            code = bind_json(statement, i + 1, va_arg(arguments, const json_t *));
        else
            code = sqlite3_bind_text(statement, i + 1, va_arg(arguments, const char *), -1, SQLITE_TRANSIENT);
    }
    return bound(statement, code);
}

Status sql_bind_json(sqlite3_stmt *statement, int index, const json_t *value)
{
    return bound(statement, bind_json(statement, index, value));
}

Status sql_bind(sqlite3_stmt *statement, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    const Status status = bind_list(statement, types, arguments);
    va_end(arguments);
    return status;
}

Status sql_query(sqlite3 *db, sqlite3_stmt **out, const char *sql, const char *types, ...)
{
    TRY(sql_prepare(db, sql, out));
    va_list arguments;
    va_start(arguments, types);
    const Status status = bind_list(*out, types, arguments);
    va_end(arguments);
    return status;
}

bool sql_next(sqlite3_stmt *query, Status *status)
{
    if (status->code != STATUS_OK)
        return false;
    const int code = sqlite3_step(query);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        *status = sql_error(sqlite3_db_handle(query), "cannot be read");
    return code == SQLITE_ROW;
}

Status sql_text(sqlite3_stmt *query, int column, const char **out)
{
    const char *text = (const char *)sqlite3_column_text(query, column);
    *out = text ? text : "";
    if (text || sqlite3_column_type(query, column) == SQLITE_NULL)
        return status_ok();
    return status_make(STATUS_MEMORY, "%s: out of memory for a text", file_name(sqlite3_db_handle(query)));
}

double sql_number(sqlite3_stmt *query, int column)
{
    const int type = sqlite3_column_type(query, column);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? sqlite3_column_double(query, column) : (double)NAN;
}

Status sql_finish(sqlite3_stmt *statement)
{
    int code = SQLITE_ROW;
    while (code == SQLITE_ROW)
        code = sqlite3_step(statement);
    const Status status = code == SQLITE_DONE ? status_ok() : sql_error(sqlite3_db_handle(statement), "cannot be written");
    sqlite3_reset(statement);
    return status;
}

Status sql_string(sqlite3 *db, char *out, size_t size, const char *sql, const char *types, ...)
{
    SQL_STATEMENT *query = NULL;
    const char    *text = "";
    TRY(sql_prepare(db, sql, &query));
    va_list arguments;
    va_start(arguments, types);
    Status status = bind_list(query, types, arguments);
    va_end(arguments);
    if (sql_next(query, &status))
        status = sql_text(query, 0, &text);
    snprintf(out, size, "%s", text);
    return status;
}

Status sql_run(sqlite3 *db, int64_t *id, const char *sql, const char *types, ...)
{
    SQL_STATEMENT *statement = NULL;
    TRY(sql_prepare(db, sql, &statement));
    va_list arguments;
    va_start(arguments, types);
    Status status = bind_list(statement, types, arguments);
    va_end(arguments);
    if (!id)
        return status.code == STATUS_OK ? sql_finish(statement) : status;
    if (sql_next(statement, &status))
        *id = sqlite3_column_int64(statement, 0);
    else if (status.code == STATUS_OK)
        status = status_make(STATUS_IO, "%s: damaged: a row is missing (%.200s); " SQL_RECOVER, file_name(db), sql);
    return status;
}
