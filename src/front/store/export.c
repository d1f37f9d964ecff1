#include "store/export.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "store/private/dictionary.h"
#include "store/sql.h"

enum { TABLES_MAX = 128, TABLE_NAME_MAX = 64 };

const char *const EXPORT_FORMATS[] = {[EXPORT_CSV] = "csv", [EXPORT_JSON] = "json", [EXPORT_JSONL] = "jsonl", NULL};

typedef struct Tables {
    int         count;
    char        text[TABLES_MAX][TABLE_NAME_MAX];
    const char *names[TABLES_MAX];
} Tables;

static Status list_tables(sqlite3 *db, Tables *tables)
{
    tables->count = 0;
    SQL_STATEMENT *query = NULL;
    Status         status = sql_query(db, &query,
                                      "SELECT name FROM (SELECT name, type FROM main.sqlite_schema WHERE type = 'table' UNION"
                                              " SELECT name, type FROM sqlite_temp_schema UNION SELECT '" DICTIONARY
                                      "', 'table') WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%'"
                                              " ORDER BY name",
                                      "");
    while (tables->count < TABLES_MAX && sql_next(query, &status)) {
        const char *name = "";
        status = sql_text(query, 0, &name);
        snprintf(tables->text[tables->count], TABLE_NAME_MAX, "%s", name);
        tables->names[tables->count] = tables->text[tables->count];
        tables->count++;
    }
    return status;
}

static Status check_table(sqlite3 *db, const char *table)
{
    Tables tables;
    TRY(list_tables(db, &tables));
    for (int i = 0; i < tables.count; i++)
        if (strcmp(tables.names[i], table) == 0)
            return status_ok();
    const char *nearest = text_nearest(table, tables.names, (size_t)tables.count);
    if (nearest)
        return status_make(STATUS_INPUT, "unknown table `%s`, did you mean `%s`?", table, nearest);
    return status_make(STATUS_INPUT, "unknown table `%s`; `weft export DB --table " DICTIONARY "` names them", table);
}

// ---- CSV ----

static Status csv_value(sqlite3_stmt *query, int column, FILE *out)
{
    const char *text = "";
    char        number[32];
    if (sqlite3_column_type(query, column) == SQLITE_FLOAT) { // SQLite would round to 15 digits
        text_from_double(sqlite3_column_double(query, column), number, sizeof number);
        fputs(number, out);
    } else if (sqlite3_column_type(query, column) != SQLITE_NULL) {
        TRY(sql_text(query, column, &text));
        text_csv(text, out);
    }
    return status_ok();
}

static Status csv_row(sqlite3_stmt *query, FILE *out)
{
    for (int i = 0; i < sqlite3_column_count(query); i++) {
        if (i)
            putc(',', out);
        TRY(csv_value(query, i, out));
    }
    fputs("\r\n", out);
    return status_ok();
}

static void csv_begin(sqlite3_stmt *query, FILE *out)
{
    for (int i = 0; i < sqlite3_column_count(query); i++) {
        if (i)
            putc(',', out);
        text_csv(sqlite3_column_name(query, i), out);
    }
    fputs("\r\n", out);
}

// ---- JSON ----

// *out is NULL when out of memory.
static Status json_text(sqlite3_stmt *query, int column, json_t **out)
{
    const char *text = "";
    TRY(sql_text(query, column, &text));
    *out = json_string(text);
    return text_is_utf8(text)
               ? status_ok()
               : status_make(STATUS_IO, "a text in column %.60s is not UTF-8, which JSON requires; export CSV, or " SQL_RECOVER,
                             sqlite3_column_name(query, column));
}

static Status json_value(sqlite3_stmt *query, int column, json_t **out)
{
    const double number = sql_number(query, column);
    char         text[32];
    *out = NULL;
    switch (sqlite3_column_type(query, column)) {
    case SQLITE_INTEGER:
        *out = json_integer(sqlite3_column_int64(query, column));
        return status_ok();
    case SQLITE_FLOAT: // JSON has no infinity
        text_from_double(number, text, sizeof text);
        *out = isinf(number) ? json_string(text) : json_real(number);
        return status_ok();
    case SQLITE_NULL:
        *out = json_null();
        return status_ok();
    default:
        return json_text(query, column, out);
    }
}

static Status json_row(sqlite3_stmt *query, FILE *out)
{
    json_t *object = json_object();
    Status  status = object ? status_ok() : status_make(STATUS_MEMORY, "out of memory for a row");
    for (int i = 0; status.code == STATUS_OK && i < sqlite3_column_count(query); i++) {
        json_t *value = NULL;
        status = json_value(query, i, &value);
        if (json_object_set_new(object, sqlite3_column_name(query, i), value) != 0 && status.code == STATUS_OK)
            status = status_make(STATUS_MEMORY, "out of memory for column %d of a row, or its name is not UTF-8", i + 1);
    }
    if (status.code == STATUS_OK)
        json_dumpf(object, out, JSON_COMPACT | JSON_REAL_PRECISION(17)); // ferror below detects a failed write
    json_decref(object);
    return status;
}

// ---- all ----

static Status write_rows(sqlite3 *db, sqlite3_stmt *query, ExportFormat format, FILE *out)
{
    int         code = SQLITE_ROW;
    const char *before = "\n"; // separator before a row of the array
    if (format == EXPORT_CSV)
        csv_begin(query, out);
    else if (format == EXPORT_JSON)
        putc('[', out);
    while ((code = sqlite3_step(query)) == SQLITE_ROW && !ferror(out)) {
        fputs(format == EXPORT_JSON ? before : "", out);
        before = ",\n";
        TRY((format == EXPORT_CSV ? csv_row : json_row)(query, out));
        fputs(format == EXPORT_JSONL ? "\n" : "", out);
    }
    if (format == EXPORT_JSON)
        fputs("\n]\n", out);
    if (fflush(out) != 0 || ferror(out))
        return status_make(STATUS_IO, "the export cannot be written: %s", strerror(errno));
    return code == SQLITE_DONE ? status_ok() : sql_error(db, "cannot be read");
}

Status store_export(Store *store, const char *table, ExportFormat format, FILE *out)
{
    sqlite3 *db = store_handle(store);
    if (!table)
        table = "case_summary";
    if (strcmp(table, DICTIONARY) == 0)
        TRY(dictionary_make(db));
    else
        TRY(check_table(db, table));
    SQL_STATEMENT *query = NULL;
    TRY(sql_prepare_made(db, &query, "SELECT * FROM \"%w\"", table));
    return write_rows(db, query, format, out);
}
