#include "store/private/merge_tables.h"

#include <string.h>

#include "store/private/schema.h"
#include "store/sql.h"

enum { NAME_MAX_BYTES = 64 };

// The map for a column of ids.
static const struct {
    const char *column, *map;
} MAPPED[] = {{"experiment_id", "map_experiment"}, {"case_id", "map_cases"},
              {"build_id", "map_build"},           {"run_id", "map_run"},
              {"process", "map_process"},          {"environment_id", "map_environment"},
              {"repetition_id", "map_repetition"}};

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a merge");
}

// child: rows of the table belong to repetitions.
typedef struct Table {
    char name[NAME_MAX_BYTES];
    bool child;
} Table;

// The next table of weft, from *at on; false at the end and after a failure. meta is omitted, since it describes one file.
static bool next_table(sqlite3 *db, const char **at, Table *out, Status *status)
{
    const char *found = status->code == STATUS_OK ? strstr(*at, SCHEMA_BEGIN_TABLE) : NULL;
    if (!found)
        return false;
    *at = found + strlen(SCHEMA_BEGIN_TABLE);
    snprintf(out->name, sizeof out->name, "%.*s", (int)strcspn(*at, " "), *at);
    if (strcmp(out->name, "meta") == 0)
        return next_table(db, at, out, status);
    *status = schema_has_column(db, out->name, "repetition_id", &out->child);
    return status->code == STATUS_OK;
}

// ---- columns of another version ----

static Status add_column(sqlite3 *db, const Table *table, sqlite3_stmt *column)
{
    const char *name = "", *type = "";
    bool        known = false;
    TRY(sql_text(column, 0, &name));
    TRY(sql_text(column, 1, &type));
    TRY(schema_has_column(db, table->name, name, &known));
    if (known)
        return status_ok();
    TRY(sql_exec_made(db, "ALTER TABLE main.\"%w\" ADD COLUMN \"%w\" \"%w\"", table->name, name, type));
    return table->child ? status_ok() : sql_exec_made(db, "ALTER TABLE temp.\"in_%w\" ADD COLUMN \"%w\" \"%w\"", table->name, name, type);
}

// db: database whose columns are counted; input: named in the message.
static Status check_width(sqlite3 *db, sqlite3 *input, const Table *table)
{
    enum { COLUMNS_MAX = 990 }; // each is a parameter of a statement (guard.c)
    int64_t count = 0;
    TRY(sql_run(db, &count, "SELECT count(*) FROM pragma_table_info(?)", "t", table->name));
    if (count <= COLUMNS_MAX)
        return status_ok();
    return status_make(
        STATUS_INPUT, "%s: table `%s` has %lld columns%s, and at most %d can be merged; drop the columns that are not weft's",
        sqlite3_db_filename(input, "main"), table->name, (long long)count, db == input ? "" : " with those of other inputs", COLUMNS_MAX);
}

static Status add_columns(sqlite3 *db, sqlite3 *input, const Table *table)
{
    SQL_STATEMENT *query = NULL;
    TRY(check_width(input, input, table));
    Status status = sql_query(input, &query, "SELECT name, type FROM pragma_table_info(?)", "t", table->name);
    while (sql_next(query, &status))
        status = add_column(db, table, query);
    return status.code == STATUS_OK ? check_width(db, input, table) : status;
}

// ---- rows ----

Status merge_columns(sqlite3 *db, const char *table, bool ids, char **out)
{
    SQL_STATEMENT *query = NULL;
    const char    *text = "";
    Status         status = sql_query(db, &query,
                                      "SELECT group_concat(printf('\"%w\"', name), ', ') FROM pragma_table_info(?)"
                                              " WHERE ? OR name NOT IN ('id', 'repetition_id')",
                                      "ti", table, (int64_t)ids);
    if (sql_next(query, &status))
        status = sql_text(query, 0, &text);
    *out = sqlite3_mprintf("%s", text);
    return status.code == STATUS_OK && !*out ? no_memory() : status;
}

// INSERT of a row of an input. Parameters: number of the input, repetition of a child, then the columns of `from`.
static Status begin_insert(sqlite3 *db, const Table *table, const char *columns, sqlite3_stmt *from, sqlite3_stmt **out)
{
    SQL_BUILDER *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(
        sql, table->child ? "INSERT INTO main.\"%w\" (repetition_id, %s) SELECT new" : "INSERT INTO temp.\"in_%w\" (input, %s) SELECT ?1",
        table->name, columns);
    for (int i = 1; i < sqlite3_column_count(from); i++)
        sqlite3_str_appendf(sql, ", ?%d", i + 2);
    sqlite3_str_appendall(sql, table->child ? " FROM temp.map_repetition WHERE input = ?1 AND old = ?2" : "");
    return sql_prepare_built(db, sql, out);
}

// The two statements of a copy: SELECT of the columns of the input, and INSERT. A child gets new ids.
static Status begin_copy(sqlite3 *db, sqlite3 *input, const Table *table, sqlite3_stmt **from, sqlite3_stmt **to)
{
    bool      with_id = false;
    SQL_TEXT *columns = NULL;
    TRY(schema_has_column(input, table->name, "id", &with_id));
    TRY(merge_columns(input, table->name, !table->child, &columns));
    TRY(sql_prepare_made(input, from, "SELECT %s, %s FROM \"%w\"%s", table->child ? "repetition_id" : "0", columns, table->name,
                         with_id ? " ORDER BY id" : ""));
    return begin_insert(db, table, columns, *from, to);
}

// Copies the current row.
static Status copy_row(sqlite3_stmt *from, sqlite3_stmt *to)
{
    for (int i = 0; i < sqlite3_column_count(from); i++)
        if (sqlite3_bind_value(to, i + 2, sqlite3_column_value(from, i)) != SQLITE_OK)
            return sql_error(sqlite3_db_handle(to), "a value cannot be bound");
    return sql_finish(to);
}

static Status copy_table(sqlite3 *db, sqlite3 *input, const Table *table, int number)
{
    SQL_STATEMENT *from = NULL, *to = NULL;
    TRY(begin_copy(db, input, table, &from, &to));
    Status status = sql_bind(to, "i", (int64_t)number);
    while (sql_next(from, &status))
        status = copy_row(from, to);
    return status;
}

// ---- the temporary tables ----

static Status make_table(sqlite3 *db, const char *table)
{
    bool id = false;
    TRY(schema_has_column(db, table, "id", &id));
    TRY(sql_exec_made(db, "CREATE TEMP TABLE \"in_%w\" AS SELECT 0 AS input, * FROM main.\"%w\" WHERE 0", table, table));
    return id ? sql_exec_made(db,
                              "CREATE TEMP TABLE \"map_%w\" (input INTEGER, old INTEGER, new INTEGER, PRIMARY KEY (input, old))"
                              " WITHOUT ROWID",
                              table)
              : status_ok();
}

Status merge_prepare(sqlite3 *db)
{
    Status      status = status_ok();
    Table       table;
    const char *at = schema_tables();
    while (next_table(db, &at, &table, &status))
        if (!table.child)
            status = make_table(db, table.name);
    TRY(status);
    return sql_exec(db, "CREATE INDEX temp.in_repetition_of ON in_repetition (input, process);"
                        "CREATE INDEX temp.in_process_of ON in_process (input, run_id)");
}

Status merge_heads(sqlite3 *db, Store *input, int number)
{
    Status      status = status_ok();
    Table       table;
    const char *at = schema_tables();
    while (next_table(db, &at, &table, &status)) {
        status = add_columns(db, store_handle(input), &table);
        if (status.code == STATUS_OK && !table.child)
            status = copy_table(db, store_handle(input), &table, number);
    }
    return status;
}

Status merge_children(sqlite3 *db, Store *input, int number)
{
    Status      status = status_ok();
    Table       table;
    const char *at = schema_tables();
    while (next_table(db, &at, &table, &status))
        if (table.child)
            status = copy_table(db, store_handle(input), &table, number);
    return status;
}

// ---- copies with new ids ----

static const char *map_of(const char *column)
{
    for (size_t i = 0; i < sizeof MAPPED / sizeof *MAPPED; i++)
        if (strcmp(MAPPED[i].column, column) == 0)
            return MAPPED[i].map;
    return NULL;
}

// SQL expression for the value of a column, with its join.
static void put_column(const MergeInsert *insert, const char *column, int index, sqlite3_str *values, sqlite3_str *joins)
{
    const char *map = map_of(column);
    if (insert->id && strcmp(column, "id") == 0) {
        sqlite3_str_appendall(values, "own.new");
        sqlite3_str_appendf(joins, " JOIN temp.\"map_%w\" AS own ON own.input = i.input AND own.old = i.id", insert->table);
    } else if (map) { // NULL stays NULL
        sqlite3_str_appendf(values, "m%d.new", index);
        sqlite3_str_appendf(joins, " LEFT JOIN temp.%s AS m%d ON m%d.input = i.input AND m%d.old = i.\"%w\"", map, index, index, index,
                            column);
    } else if (insert->number && strcmp(column, "number") == 0) {
        sqlite3_str_appendall(values, insert->number);
    } else {
        sqlite3_str_appendf(values, "i.\"%w\"", column);
    }
}

Status merge_insert(sqlite3 *db, const MergeInsert *insert)
{
    SQL_STATEMENT *query = NULL;
    SQL_BUILDER   *names = sqlite3_str_new(NULL), *values = sqlite3_str_new(NULL), *joins = sqlite3_str_new(NULL);
    Status         status = sql_query(db, &query, "SELECT name FROM pragma_table_info(?)", "t", insert->table);
    for (int i = 0; sql_next(query, &status); i++) {
        const char *name = "";
        status = sql_text(query, 0, &name);
        sqlite3_str_appendf(names, "%s\"%w\"", i ? ", " : "", name);
        sqlite3_str_appendall(values, i ? ", " : "");
        put_column(insert, name, i, values, joins);
    }
    TRY(status);
    sqlite3_str_appendf(joins, " %s", insert->join ? insert->join : "");
    if (sqlite3_str_errcode(names) || sqlite3_str_errcode(values) || sqlite3_str_errcode(joins))
        return no_memory();
    return sql_exec_made(db, "INSERT OR IGNORE INTO main.\"%w\" (%s) SELECT %s FROM temp.\"in_%w\" AS i%s ORDER BY i.input, i.rowid",
                         insert->table, sqlite3_str_value(names), sqlite3_str_value(values), insert->table, sqlite3_str_value(joins));
}
