#include "store/export.h"

#include <errno.h>
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
    sqlite3_stmt *query = NULL;
    TRY(sql_prepare(db,
                    "SELECT DISTINCT name FROM (SELECT name, type FROM sqlite_schema UNION SELECT name, type FROM"
                    " sqlite_temp_schema UNION SELECT '" DICTIONARY
                    "', 'table') WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%'"
                    " ORDER BY name",
                    &query));
    while (tables->count < TABLES_MAX && sqlite3_step(query) == SQLITE_ROW) {
        snprintf(tables->text[tables->count], TABLE_NAME_MAX, "%s", (const char *)sqlite3_column_text(query, 0));
        tables->names[tables->count] = tables->text[tables->count];
        tables->count++;
    }
    sqlite3_finalize(query);
    return status_ok();
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

static void csv_value(sqlite3_stmt *query, int column, FILE *out)
{
    char number[32];
    if (sqlite3_column_type(query, column) == SQLITE_FLOAT) { // SQLite itself would round to 15 digits
        text_from_double(sqlite3_column_double(query, column), number, sizeof number);
        fputs(number, out);
    } else if (sqlite3_column_type(query, column) != SQLITE_NULL) {
        text_csv((const char *)sqlite3_column_text(query, column), out);
    }
}

static Status csv_row(sqlite3_stmt *query, FILE *out)
{
    for (int i = 0; i < sqlite3_column_count(query); i++) {
        if (i)
            putc(',', out);
        csv_value(query, i, out);
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

static json_t *json_value(sqlite3_stmt *query, int column)
{
    switch (sqlite3_column_type(query, column)) {
    case SQLITE_INTEGER:
        return json_integer(sqlite3_column_int64(query, column));
    case SQLITE_FLOAT:
        return json_real(sqlite3_column_double(query, column));
    case SQLITE_NULL:
        return json_null();
    default:
        return json_string((const char *)sqlite3_column_text(query, column));
    }
}

static Status json_row(sqlite3_stmt *query, FILE *out)
{
    json_t *object = json_object();
    bool    good = object;
    for (int i = 0; good && i < sqlite3_column_count(query); i++)
        good = json_object_set_new(object, sqlite3_column_name(query, i), json_value(query, i)) == 0;
    if (good)
        json_dumpf(object, out, JSON_COMPACT | JSON_REAL_PRECISION(17)); // a failed write shows in ferror below
    json_decref(object);
    return good ? status_ok()
                : status_make(STATUS_INTERNAL, "a row cannot be written as JSON (out of memory, or a text that is not UTF-8)");
}

// ---- all ----

static Status write_rows(sqlite3 *db, sqlite3_stmt *query, ExportFormat format, FILE *out)
{
    int         code = SQLITE_ROW;
    const char *before = "\n"; // of a row in an array
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
    char sql[TABLE_NAME_MAX + 32];
    sqlite3_snprintf(sizeof sql, sql, "SELECT * FROM \"%w\"", table);
    sqlite3_stmt *query = NULL;
    TRY(sql_prepare(db, sql, &query));
    const Status status = write_rows(db, query, format, out);
    sqlite3_finalize(query);
    return status;
}
