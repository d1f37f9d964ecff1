#include "store/private/merge_tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/private/schema.h"
#include "store/sql.h"

enum { NAME_MAX_BYTES = 64, COLUMNS_MAX = 200 };

// Which map a column of ids goes by.
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

typedef struct Columns {
    int   count;
    char *names[COLUMNS_MAX];
} Columns;

static void free_columns(Columns *columns)
{
    for (int i = 0; i < columns->count; i++)
        free(columns->names[i]);
    columns->count = 0;
}

static Status add_name(sqlite3_stmt *query, Columns *out)
{
    const char *name = "";
    TRY(sql_text(query, 0, &name));
    if (out->count == COLUMNS_MAX)
        return status_make(STATUS_LIMIT, "a table of a store has more than %d columns", COLUMNS_MAX);
    out->names[out->count] = strdup(name);
    return out->names[out->count++] ? status_ok() : no_memory();
}

// Those of a table, or of the temporary one that stands for it.
static Status read_columns(sqlite3 *db, const char *table, Columns *out)
{
    sqlite3_stmt *query = NULL;
    int           code = SQLITE_DONE;
    out->count = 0;
    TRY(sql_prepare(db, "SELECT name FROM pragma_table_info(?)", &query));
    Status status = sql_bind(query, "t", table);
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW)
        status = add_name(query, out);
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(db, "cannot be read");
    sqlite3_finalize(query);
    if (status.code != STATUS_OK)
        free_columns(out);
    return status;
}

static bool has_name(const Columns *columns, const char *name)
{
    bool found = false;
    for (int i = 0; i < columns->count; i++)
        found = found || strcmp(columns->names[i], name) == 0;
    return found;
}

// The next table of weft's, from *at on; false at the end.
static bool next_table(const char **at, char name[NAME_MAX_BYTES])
{
    const char *found = strstr(*at, SCHEMA_BEGIN_TABLE);
    if (!found)
        return false;
    found += strlen(SCHEMA_BEGIN_TABLE);
    snprintf(name, NAME_MAX_BYTES, "%.*s", (int)strcspn(found, " "), found);
    *at = found;
    return true;
}

// ---- columns of another version ----

// child: there is no temporary table.
static Status add_column(sqlite3 *db, sqlite3 *input, const char *table, const char *column, bool child)
{
    sqlite3_stmt *query = NULL;
    const char   *type = "";
    TRY(sql_prepare(input, "SELECT type FROM pragma_table_info(?) WHERE name = ?", &query));
    Status status = sql_bind(query, "tt", table, column);
    if (status.code == STATUS_OK && sqlite3_step(query) == SQLITE_ROW)
        status = sql_text(query, 0, &type);
    char *sql = sqlite3_mprintf("ALTER TABLE main.\"%w\" ADD COLUMN \"%w\" \"%w\"", table, column, type),
         *same = sqlite3_mprintf("ALTER TABLE temp.\"in_%w\" ADD COLUMN \"%w\" \"%w\"", table, column, type);
    if (status.code == STATUS_OK)
        status = sql && same ? sql_exec(db, sql) : no_memory();
    if (status.code == STATUS_OK && !child)
        status = sql_exec(db, same);
    sqlite3_free(sql);
    sqlite3_free(same);
    sqlite3_finalize(query);
    return status;
}

static Status add_columns(sqlite3 *db, sqlite3 *input, const char *table, bool child)
{
    Columns own = {0}, theirs = {0};
    Status  status = read_columns(db, table, &own);
    if (status.code == STATUS_OK)
        status = read_columns(input, table, &theirs);
    for (int i = 0; i < theirs.count && status.code == STATUS_OK; i++)
        if (!has_name(&own, theirs.names[i]))
            status = add_column(db, input, table, theirs.names[i], child);
    free_columns(&own);
    free_columns(&theirs);
    return status;
}

// ---- rows ----

Status merge_columns(sqlite3 *db, const char *table, const char *without, char **out)
{
    Columns      columns = {0};
    sqlite3_str *text = sqlite3_str_new(NULL);
    const char  *comma = "";
    Status       status = read_columns(db, table, &columns);
    for (int i = 0; i < columns.count; i++)
        if (strcmp(columns.names[i], without) != 0) {
            sqlite3_str_appendf(text, "%s\"%w\"", comma, columns.names[i]);
            comma = ", ";
        }
    free_columns(&columns);
    *out = sqlite3_str_finish(text);
    return status.code == STATUS_OK && !*out ? no_memory() : status;
}

// A copy of rows of one table of an input: what is selected there, and where it goes. Column 0 is bound to `first` where it is not
// negative, else mapped by `ids`.
typedef struct Copy {
    sqlite3_stmt *from, *to;
} Copy;

static void end_copy(Copy *copy)
{
    sqlite3_finalize(copy->from);
    sqlite3_finalize(copy->to);
}

// SELECT of the columns that the output has, NULL for those that the input lacks, and INSERT of them behind one parameter. first: the
// column of that, which is not selected unless it is one of the table. The column `id` of a child is left out.
static Status begin_copy(sqlite3 *db, sqlite3 *input, const char *table, bool child, Copy *out)
{
    Columns      own = {0}, theirs = {0};
    sqlite3_str *select = sqlite3_str_new(NULL), *names = sqlite3_str_new(NULL), *marks = sqlite3_str_new(NULL);
    *out = (Copy){0};
    Status status = read_columns(db, table, &own);
    if (status.code == STATUS_OK)
        status = read_columns(input, table, &theirs);
    const bool with_id = has_name(&theirs, "id");
    sqlite3_str_appendall(select, child ? "SELECT repetition_id" : "SELECT 0");
    for (int i = 0; i < own.count; i++) {
        if (child && (strcmp(own.names[i], "id") == 0 || strcmp(own.names[i], "repetition_id") == 0))
            continue;
        if (has_name(&theirs, own.names[i]))
            sqlite3_str_appendf(select, ", \"%w\"", own.names[i]);
        else
            sqlite3_str_appendall(select, ", NULL");
        sqlite3_str_appendf(names, ", \"%w\"", own.names[i]);
        sqlite3_str_appendall(marks, ", ?");
    }
    sqlite3_str_appendf(select, " FROM \"%w\"%s", table, with_id ? " ORDER BY id" : "");
    free_columns(&own);
    free_columns(&theirs);
    char *read = sqlite3_str_finish(select), *columns = sqlite3_str_finish(names), *values = sqlite3_str_finish(marks);
    char *write = sqlite3_mprintf("INSERT INTO %s%w (%s%s) VALUES (?%s)", child ? "main." : "temp.in_", table,
                                  child ? "repetition_id" : "input", columns ? columns : "", values ? values : "");
    if (status.code == STATUS_OK)
        status = read && columns && values && write ? sql_prepare(input, read, &out->from) : no_memory();
    if (status.code == STATUS_OK)
        status = sql_prepare(db, write, &out->to);
    sqlite3_free(read);
    sqlite3_free(columns);
    sqlite3_free(values);
    sqlite3_free(write);
    return status;
}

// The row at hand, behind `first`.
static Status copy_row(Copy *copy, int64_t first)
{
    TRY(sql_bind(copy->to, "i", first));
    for (int i = 1; i < sqlite3_column_count(copy->from); i++)
        if (sqlite3_bind_value(copy->to, i + 1, sqlite3_column_value(copy->from, i)) != SQLITE_OK)
            return sql_error(sqlite3_db_handle(copy->to), "a value cannot be bound");
    return sql_finish(copy->to);
}

typedef struct Id {
    int64_t old, new;
} Id;

static int compare_ids(const void *a, const void *b)
{
    const Id *mine = a, *other = b;
    return (mine->old > other->old) - (mine->old < other->old);
}

// ids: NULL: each row is copied, behind `number`.
static Status copy_rows(Copy *copy, const Id *ids, size_t id_count, int64_t number)
{
    int    code = SQLITE_DONE;
    Status status = status_ok();
    while (status.code == STATUS_OK && (code = sqlite3_step(copy->from)) == SQLITE_ROW) {
        const Id  key = {sqlite3_column_int64(copy->from, 0), 0};
        const Id *id = ids && id_count ? bsearch(&key, ids, id_count, sizeof key, compare_ids) : NULL;
        if (!ids || id)
            status = copy_row(copy, id ? id->new : number);
    }
    return status.code == STATUS_OK && code != SQLITE_DONE ? sql_error(sqlite3_db_handle(copy->from), "cannot be read") : status;
}

static Status copy_table(sqlite3 *db, sqlite3 *input, const char *table, const Id *ids, size_t id_count, int64_t number)
{
    Copy   copy;
    Status status = begin_copy(db, input, table, ids != NULL, &copy);
    if (status.code == STATUS_OK)
        status = copy_rows(&copy, ids, id_count, number);
    end_copy(&copy);
    return status;
}

// ---- the temporary tables ----

static Status make_table(sqlite3 *db, const char *table)
{
    bool id = false;
    TRY(schema_has_column(db, table, "id", &id));
    char  *sql = sqlite3_mprintf("CREATE TEMP TABLE \"in_%w\" AS SELECT 0 AS input, * FROM main.\"%w\" WHERE 0;", table, table);
    Status status = sql ? sql_exec(db, sql) : no_memory();
    sqlite3_free(sql);
    if (status.code != STATUS_OK || !id)
        return status;
    sql = sqlite3_mprintf("CREATE TEMP TABLE \"map_%w\" (input INTEGER, old INTEGER, new INTEGER, PRIMARY KEY (input, old)) WITHOUT ROWID",
                          table);
    status = sql ? sql_exec(db, sql) : no_memory();
    sqlite3_free(sql);
    return status;
}

// The tables that are read first: not the rows of a repetition, nor what a file says of itself.
static Status next_head(sqlite3 *db, const char **at, char name[NAME_MAX_BYTES], bool *child, bool *more)
{
    do
        *more = next_table(at, name);
    while (*more && strcmp(name, "meta") == 0);
    return *more ? schema_has_column(db, name, "repetition_id", child) : status_ok();
}

Status merge_prepare(sqlite3 *db)
{
    char        name[NAME_MAX_BYTES];
    const char *at = schema_tables();
    bool        child = false, more = true;
    TRY(next_head(db, &at, name, &child, &more));
    while (more) {
        if (!child)
            TRY(make_table(db, name));
        TRY(next_head(db, &at, name, &child, &more));
    }
    return sql_exec(db, "CREATE INDEX temp.in_repetition_of ON in_repetition (input, process);"
                        "CREATE INDEX temp.in_process_of ON in_process (input, run_id)");
}

Status merge_heads(sqlite3 *db, Store *input, int number)
{
    char        name[NAME_MAX_BYTES];
    const char *at = schema_tables();
    bool        child = false, more = true;
    TRY(next_head(db, &at, name, &child, &more));
    while (more) {
        TRY(add_columns(db, store_handle(input), name, child));
        if (!child)
            TRY(copy_table(db, store_handle(input), name, NULL, 0, number));
        TRY(next_head(db, &at, name, &child, &more));
    }
    return status_ok();
}

// ---- with new ids ----

static const char *map_of(const char *column)
{
    for (size_t i = 0; i < sizeof MAPPED / sizeof *MAPPED; i++)
        if (strcmp(MAPPED[i].column, column) == 0)
            return MAPPED[i].map;
    return NULL;
}

// The value of a column as an expression, with the join that it needs.
static void put_column(const MergeInsert *insert, const char *column, int index, sqlite3_str *values, sqlite3_str *joins)
{
    const char *map = map_of(column);
    if (insert->id && strcmp(column, "id") == 0) {
        sqlite3_str_appendall(values, "own.new");
        sqlite3_str_appendf(joins, " JOIN temp.\"map_%w\" AS own ON own.input = i.input AND own.old = i.id", insert->table);
    } else if (map) { // what names no row stays none
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
    Columns      columns = {0};
    sqlite3_str *names = sqlite3_str_new(NULL), *values = sqlite3_str_new(NULL), *joins = sqlite3_str_new(NULL);
    Status       status = read_columns(db, insert->table, &columns);
    for (int i = 0; i < columns.count; i++) {
        sqlite3_str_appendf(names, "%s\"%w\"", i ? ", " : "", columns.names[i]);
        sqlite3_str_appendall(values, i ? ", " : "");
        put_column(insert, columns.names[i], i, values, joins);
    }
    free_columns(&columns);
    char *into = sqlite3_str_finish(names), *select = sqlite3_str_finish(values), *from = sqlite3_str_finish(joins);
    char *sql = sqlite3_mprintf("INSERT OR IGNORE INTO main.\"%w\" (%s) SELECT %s FROM temp.\"in_%w\" AS i%s %s ORDER BY i.input, i.rowid",
                                insert->table, into, select, insert->table, from ? from : "", insert->join ? insert->join : "");
    if (status.code == STATUS_OK)
        status = into && select && sql ? sql_exec(db, sql) : no_memory();
    sqlite3_free(into);
    sqlite3_free(select);
    sqlite3_free(from);
    sqlite3_free(sql);
    return status;
}

// ---- what belongs to repetitions ----

static Status read_ids(sqlite3 *db, int number, Id **out, size_t *count)
{
    sqlite3_stmt *query = NULL;
    int           code = SQLITE_DONE, used = 0;
    void         *ids = NULL;
    TRY(sql_prepare(db, "SELECT old, new FROM temp.map_repetition WHERE input = ? ORDER BY old", &query));
    Status status = sql_bind(query, "i", (int64_t)number);
    if (status.code == STATUS_OK)
        status = memory_grow(&ids, used, sizeof **out); // room for one where there is none: it is not NULL
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW) {
        status = memory_grow(&ids, used, sizeof **out);
        if (status.code == STATUS_OK)
            ((Id *)ids)[used++] = (Id){sqlite3_column_int64(query, 0), sqlite3_column_int64(query, 1)};
    }
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(db, "cannot be read");
    sqlite3_finalize(query);
    *out = ids;
    *count = (size_t)used;
    return status;
}

Status merge_children(sqlite3 *db, Store *input, int number)
{
    char   name[NAME_MAX_BYTES];
    Id    *ids = NULL;
    size_t count = 0;
    Status status = read_ids(db, number, &ids, &count);
    for (const char *at = schema_tables(); status.code == STATUS_OK && next_table(&at, name);) {
        bool child = false;
        status = schema_has_column(db, name, "repetition_id", &child);
        if (status.code == STATUS_OK && child)
            status = copy_table(db, store_handle(input), name, ids, count, 0);
    }
    free(ids);
    return status;
}
