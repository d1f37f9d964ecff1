#include "store/private/schema.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "front_views_sql.h"
#include "machine/environment.h"
#include "schema_sql.h"
#include "store/case_status.h"
#include "store/sql.h"
#include "views_sql.h"

// ---- columns ----

static const char *const SQL_TYPES[] = {[FIELD_COUNT] = "INTEGER NOT NULL",
                                        [FIELD_COUNT_IF] = "INTEGER",
                                        [FIELD_FLAG] = "INTEGER",
                                        [FIELD_TIME] = "REAL NOT NULL",
                                        [FIELD_NUMBER] = "REAL",
                                        [FIELD_NAME] = "TEXT NOT NULL",
                                        [FIELD_TEXT] = "TEXT",
                                        [FIELD_VECTOR] = "TEXT",
                                        [FIELD_NORM] = "TEXT",
                                        [FIELD_POINT] = "TEXT",
                                        [FIELD_LIST] = "TEXT NOT NULL",
                                        [FIELD_LIST_IF] = "TEXT"};

static const char *environment_type(const EnvironmentField *field)
{
    return field->kind == ENVIRONMENT_TEXT || field->kind == ENVIRONMENT_SOURCE ? "TEXT"
           : field->kind == ENVIRONMENT_NUMBER                                  ? "REAL"
                                                                                : "INTEGER";
}

Status schema_has_column(sqlite3 *db, const char *table, const char *column, bool *out)
{
    int64_t count = 0;
    TRY(sql_run(db, &count, "SELECT count(*) FROM pragma_table_info(?) WHERE name = ?", "tt", table, column));
    *out = count > 0;
    return status_ok();
}

// Adds a column to existing rows; any NOT NULL in its type is dropped.
static Status add_column(sqlite3 *db, const char *table, const char *column, const char *type)
{
    bool known = false;
    TRY(schema_has_column(db, table, column, &known));
    if (known)
        return status_ok();
    return sql_exec_made(db, "ALTER TABLE \"%w\" ADD COLUMN \"%w\" %.*s", table, column, (int)strcspn(type, " "), type);
}

static Status add_columns(sqlite3 *db)
{
    for (int kind = 0; kind < ROW_KINDS; kind++) {
        const RowType *type = row_type((RowKind)kind);
        for (const Field *field = type->fields; type->table && field->name; field++)
            if (field_is_column(field))
                TRY(add_column(db, type->table, field->name, SQL_TYPES[field->kind]));
    }
    for (const EnvironmentField *field = environment_fields(); field->name; field++)
        if (field->table)
            TRY(add_column(db, field->table, field->name, environment_type(field)));
    return status_ok();
}

// ---- the texts ----

// Contents of braces: a kind of row or a table of environments, with an alias in a view; or {settings}, {statuses}, {open}, {whole};
// {total ALIAS}: sums of costs.
typedef struct Brace {
    char kind[32], alias[8];
} Brace;

// Appends a column to a table's statement, which has *count columns.
static void put_column(sqlite3_str *out, int *count, const char *name, const char *type, const char *label, const char *unit)
{
    sqlite3_str_appendf(out, "%s\"%w\" %s", (*count)++ ? ",\n    " : "", name, type);
    if (label)
        sqlite3_str_appendf(out, " /* %s%s%s */", label, *unit ? ", " : "", unit);
}

static const RowType *type_of(const Brace *brace)
{
    for (int kind = 0; kind < ROW_KINDS; kind++) {
        const RowType *type = row_type((RowKind)kind);
        if (type->table && (strcmp(type->name, brace->kind) == 0 || (type->place == ROW_NESTED && strcmp(type->table, brace->kind) == 0)))
            return type;
    }
    return NULL;
}

static void put_table_columns(sqlite3_str *out, const Brace *brace)
{
    const RowType *type = type_of(brace);
    int            count = 0;
    for (const Field *field = type ? type->fields : NULL; field && field->name; field++)
        if (field_is_column(field))
            put_column(out, &count, field->name, SQL_TYPES[field->kind], field->label, field->unit);
    for (const EnvironmentField *field = environment_fields(); !type && field->name; field++)
        if (field->table && strcmp(field->table, brace->kind) == 0)
            put_column(out, &count, field->name, environment_type(field), NULL, "");
    ASSERT(count > 0);
}

// Expressions of a view for a field of the row with this alias.
static void put_expression(sqlite3_str *out, const Field *field, const char *alias)
{
    static const char AXES[] = "xyz";
    if (field->kind == FIELD_NORM) {
        for (int k = 0; k < 3; k++)
            sqlite3_str_appendf(out, "%sjson_extract(%s.\"%w\", '$[%d]') * json_extract(%s.\"%w\", '$[%d]')", k ? " + " : "sqrt(", alias,
                                field->name, k, alias, field->name, k);
        sqlite3_str_appendf(out, ") AS \"%w\"", field->view);
    } else if (field->kind == FIELD_POINT) {
        for (int k = 0; k < 3; k++)
            sqlite3_str_appendf(out, "%sjson_extract(%s.\"%w\", '$[%d]') AS \"%w_%c\"", k ? ", " : "", alias, field->name, k, field->view,
                                AXES[k]);
    } else {
        sqlite3_str_appendf(out, "%s.\"%w\" AS \"%w\"", alias, field->name, field->view);
    }
}

static void put_null(sqlite3_str *out, const Field *field)
{
    if (field->kind == FIELD_POINT)
        sqlite3_str_appendf(out, "NULL AS \"%w_x\", NULL AS \"%w_y\", NULL AS \"%w_z\"", field->view, field->view, field->view);
    else
        sqlite3_str_appendf(out, "NULL AS \"%w\"", field->view);
}

static void put_total(sqlite3_str *out, const Field *field, const char *alias)
{
    sqlite3_str_appendf(out, "sum(%s.\"%w\") AS \"%w\"", alias, field->name, field->view);
}

// db: database whose tables may lack columns; NULL: all columns exist.
static Status put_view_columns(sqlite3_str *out, const Brace *brace, sqlite3 *db)
{
    const bool     total = strcmp(brace->kind, "total") == 0;
    const RowType *type = total ? row_type(ROW_COST) : type_of(brace);
    const char    *comma = "";
    ASSERT(type);
    for (const Field *field = type->fields; field->name; field++) {
        bool exists = true;
        if (!field->view)
            continue;
        if (db)
            TRY(schema_has_column(db, type->table, field->name, &exists));
        sqlite3_str_appendall(out, comma);
        if (exists && total)
            put_total(out, field, brace->alias);
        else if (exists)
            put_expression(out, field, brace->alias);
        else
            put_null(out, field);
        comma = ", ";
    }
    return status_ok();
}

// The names of the statuses of a stage, or of all, as an SQL list.
static void put_statuses(sqlite3_str *out, const char *stage)
{
    static const char *const NAMES[] = {[CASE_OPEN] = "open", [CASE_WHOLE] = "whole", [CASE_LOST] = "lost"};
    const char              *comma = "";
    for (int status = 0; status < CASE_STATUS_COUNT; status++)
        if (strcmp(stage, "statuses") == 0 || strcmp(stage, NAMES[case_status_stage((CaseStatus)status)]) == 0) {
            sqlite3_str_appendf(out, "%s%Q", comma, case_status_name((CaseStatus)status));
            comma = ", ";
        }
}

// A view has at most 2,000 columns, and its statement at most a mebibyte.
#define SETTINGS_MAX "1500"
#define SETTING_BYTES_MAX "127" // weft has no longer names (add_parameters)

// A column for each setting of a case of the store, up to SETTINGS_MAX; settings of the first cases come first. db NULL: none.
static Status put_settings(sqlite3_str *out, sqlite3 *db)
{
    SQL_STATEMENT *query = NULL;
    if (!db)
        return status_ok();
    Status status = sql_query(db, &query,
                              "SELECT name FROM (SELECT name FROM parameter WHERE length(CAST(name AS BLOB)) <= " SETTING_BYTES_MAX
                              " GROUP BY name ORDER BY min(case_id), name LIMIT " SETTINGS_MAX ") ORDER BY name",
                              "");
    while (sql_next(query, &status)) {
        const char *name = "";
        status = sql_text(query, 0, &name);
        sqlite3_str_appendf(out, ",\n    max(value) FILTER (WHERE name = %Q) AS \"%w\"", name, name);
    }
    return status;
}

// Copies a text and replaces its braces.
static Status put_text(sqlite3_str *out, const char *text, sqlite3 *db)
{
    for (const char *open = NULL; (open = strchr(text, '{')); text = strchr(open, '}') + 1) {
        Brace     brace = {"", ""};
        const int words = sscanf(open, "{%31[a-z_] %7[a-z]}", brace.kind, brace.alias);
        ASSERT(words > 0 && strchr(open, '}'));
        sqlite3_str_append(out, text, (int)(open - text));
        if (strcmp(brace.kind, "settings") == 0)
            TRY(put_settings(out, db));
        else if (strcmp(brace.kind, "statuses") == 0 || strcmp(brace.kind, "open") == 0 || strcmp(brace.kind, "whole") == 0)
            put_statuses(out, brace.kind);
        else if (words == 1)
            put_table_columns(out, &brace);
        else
            TRY(put_view_columns(out, &brace, db));
    }
    sqlite3_str_appendall(out, text);
    return status_ok();
}

static Status make_text(const char *text, sqlite3 *db, char **out)
{
    sqlite3_str *made = sqlite3_str_new(NULL);
    const Status status = put_text(made, text, db);
    *out = sqlite3_str_finish(made);
    return status.code == STATUS_OK && !*out ? status_make(STATUS_MEMORY, "out of memory for the schema of a store") : status;
}

// ---- views ----

// Drops the view of this name, if any, and makes the view at the start of `text`. The text is cut before its braces are replaced, since
// names of settings may contain anything. own: a temporary view of this connection.
static Status make_view(sqlite3 *db, const char *text, bool own)
{
    const char *next = strstr(text, SCHEMA_BEGIN_VIEW);
    SQL_TEXT   *view = sqlite3_mprintf("%.*s", (int)(next ? (size_t)(next - text) : strlen(text)), text), *made = NULL;
    if (!view)
        return status_make(STATUS_MEMORY, "out of memory for the views of a store");
    TRY(make_text(view, db, &made));
    return sql_exec_made(db, "DROP VIEW IF EXISTS %s.%.*s; CREATE %sVIEW %s", own ? "temp" : "main", (int)strcspn(made, " "), made,
                         own ? "TEMP " : "", made);
}

static Status make_views(sqlite3 *db, const char *views, bool own)
{
    for (const char *view = views; (view = strstr(view, SCHEMA_BEGIN_VIEW));)
        TRY(make_view(db, view += strlen(SCHEMA_BEGIN_VIEW), own));
    return status_ok();
}

Status schema_settings(sqlite3 *db, int64_t case_id)
{
    int64_t added = 0;
    TRY(sql_run(db, &added,
                "SELECT count(*) FROM parameter WHERE case_id = ? AND name NOT IN (SELECT name FROM pragma_table_info('case_setting'))"
                " AND (SELECT count(*) <= " SETTINGS_MAX " FROM pragma_table_info('case_setting'))", // the view also has the column case_id
                "i", case_id));
    static const char VIEW[] = SCHEMA_BEGIN_VIEW "case_setting ";
    if (!added)
        return status_ok();
    const char *view = strstr(VIEWS_SQL, VIEW) + strlen(SCHEMA_BEGIN_VIEW);
    TRY(make_view(db, view, true));
    return make_view(db, view, false);
}

// The hash of both texts is in meta.
static Status hash_texts(char out[HASH_TEXT])
{
    SQL_TEXT *tables = NULL, *views = NULL;
    TRY(make_text(SCHEMA_SQL, NULL, &tables));
    TRY(make_text(VIEWS_SQL, NULL, &views));
    Hasher *hasher = hasher_create();
    if (!hasher)
        return status_make(STATUS_MEMORY, "out of memory for the schema of a store");
    hasher_add(hasher, tables, strlen(tables));
    hasher_add(hasher, views, strlen(views));
    hasher_text(hasher, out);
    hasher_destroy(hasher);
    return status_ok();
}

Status schema_is_today(sqlite3 *db, bool *out)
{
    char    hash[HASH_TEXT];
    int64_t same = 0;
    TRY(hash_texts(hash));
    TRY(sql_run(db, &same, "SELECT count(*) FROM meta WHERE key = 'schema_hash' AND value = ?", "t", hash));
    *out = same > 0;
    return status_ok();
}

// Makes an empty temporary table for each table of `text` that the file lacks, so that views can use it.
static Status add_own_tables(sqlite3 *db, const char *text)
{
    for (const char *table = strstr(text, SCHEMA_BEGIN_TABLE); table; table = strstr(table, SCHEMA_BEGIN_TABLE)) {
        table += strlen(SCHEMA_BEGIN_TABLE);
        int64_t        exists = 0;
        char           name[SCHEMA_NAME_MAX];
        SQL_STATEMENT *create = NULL;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(table, " "), table);
        TRY(sql_run(db, &exists, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", "t", name));
        if (exists)
            continue;
        TRY(sql_prepare_made(db, &create, "CREATE TEMP TABLE %s", table)); // prepares only the first statement of the text
        TRY(sql_finish(create));
    }
    return status_ok();
}

Status schema_own_views(sqlite3 *db)
{
    SQL_TEXT *text = NULL;
    TRY(make_text(SCHEMA_SQL, NULL, &text));
    TRY(add_own_tables(db, text));
    TRY(sql_exec(db, "CREATE TEMP TABLE elsewhere (environment_id INTEGER PRIMARY KEY)")); // store_here
    TRY(make_views(db, VIEWS_SQL, true));
    return make_views(db, FRONT_VIEWS_SQL, true);
}

Status schema_update(sqlite3 *db)
{
    SQL_TEXT *text = NULL;
    char      hash[HASH_TEXT];
    TRY(make_text(SCHEMA_SQL, NULL, &text));
    TRY(sql_exec(db, text));
    TRY(add_columns(db));
    TRY(make_views(db, VIEWS_SQL, false));
    TRY(hash_texts(hash));
    return sql_run(db, NULL, "INSERT OR REPLACE INTO meta (key, value) VALUES ('schema_hash', ?)", "t", hash);
}

const char *schema_tables(void)
{
    return SCHEMA_SQL;
}

const char *schema_views(void)
{
    return VIEWS_SQL;
}
