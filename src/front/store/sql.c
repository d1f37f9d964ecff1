#include "store/sql.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *file_name(sqlite3 *db)
{
    const char *name = sqlite3_db_filename(db, "main");
    return name && *name ? name : "database";
}

Status sql_error(sqlite3 *db, const char *what)
{
    const char *name = file_name(db), *text = sqlite3_errmsg(db);
    switch (sqlite3_errcode(db) & 0xff) {
    case SQLITE_FULL:
        return status_make(STATUS_IO, "%s: %s: the disk is full; free some space and run again, finished repetitions are kept", name, what);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return status_make(STATUS_IO, "%s: %s: busy, another program holds it; try again when that has ended", name, what);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return status_make(STATUS_IO, "%s: %s: the file is damaged (%s); restore it, or begin with another file", name, what, text);
    case SQLITE_NOMEM:
        return status_make(STATUS_MEMORY, "%s: %s: out of memory", name, what);
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return status_make(STATUS_IO, "%s: %s: %s; check the file, its folder and the disk", name, what, text);
    default:
        return status_make(STATUS_INTERNAL, "%s: %s: %s", name, what, text);
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

static Status bind_list(sqlite3_stmt *statement, const char *types, va_list arguments)
{
    int code = SQLITE_OK;
    for (int i = 0; types[i] && code == SQLITE_OK; i++) {
        if (types[i] == 'i')
            code = sqlite3_bind_int64(statement, i + 1, va_arg(arguments, int64_t));
        else if (types[i] == 'j')
            code = bind_json(statement, i + 1, va_arg(arguments, const json_t *));
        else
            code = sqlite3_bind_text(statement, i + 1, va_arg(arguments, const char *), -1, SQLITE_TRANSIENT);
    }
    if (code == SQLITE_MISUSE)
        return status_make(STATUS_INTERNAL, "a value is missing for: %.300s", sqlite3_sql(statement));
    return code == SQLITE_OK ? status_ok() : sql_error(sqlite3_db_handle(statement), "a value cannot be bound");
}

Status sql_bind_json(sqlite3_stmt *statement, int index, const json_t *value)
{
    const int code = bind_json(statement, index, value);
    return code == SQLITE_OK ? status_ok() : sql_error(sqlite3_db_handle(statement), "a value cannot be bound");
}

Status sql_bind(sqlite3_stmt *statement, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    const Status status = bind_list(statement, types, arguments);
    va_end(arguments);
    return status;
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

Status sql_run(sqlite3 *db, int64_t *id, const char *sql, const char *types, ...)
{
    sqlite3_stmt *statement = NULL;
    TRY(sql_prepare(db, sql, &statement));
    va_list arguments;
    va_start(arguments, types);
    Status status = bind_list(statement, types, arguments);
    va_end(arguments);
    if (status.code == STATUS_OK && id) {
        const int code = sqlite3_step(statement);
        if (code == SQLITE_ROW)
            *id = sqlite3_column_int64(statement, 0);
        else
            status = code == SQLITE_DONE ? status_make(STATUS_INTERNAL, "%s: a row is missing: %s", file_name(db), sql)
                                         : sql_error(db, "cannot be read");
        sqlite3_reset(statement);
    } else if (status.code == STATUS_OK) {
        status = sql_finish(statement);
    }
    sqlite3_finalize(statement);
    return status;
}
