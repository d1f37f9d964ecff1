// Collects the dictionary from its sources: comments above tables and views and next to columns (schema.sql, views.sql), labels and units
// of fields (record/record_list.h, machine/environment_list.h), summaries of settings (tables of parameters), formulas of metrics
// (record/metric_list.h), and column_list.h for all other columns.
#include "store/private/dictionary.h"

#include <string.h>

#include "case/case_params.h"
#include "case/row.h"
#include "machine/environment.h"
#include "store/private/schema.h"
#include "store/sql.h"

typedef struct Column {
    const char *table, *name, *unit, *meaning; // table: names separated by spaces; NULL: any table
} Column;

static const Column COLUMNS[] = {
#define COLUMN(table, name, unit, meaning) {table, name, unit, meaning},
#include "store/private/column_list.h"
#undef COLUMN
};
enum { COLUMN_COUNT = sizeof COLUMNS / sizeof *COLUMNS };

typedef struct Formula {
    const char *data, *name, *formula, *norm, *scale;
} Formula;

static const Formula FORMULAS[] = {
#define METRIC_MEANING(data, name, formula, norm, scale) {#data, #name, formula, norm, scale},
#include "record/metric_list.h"
};
enum { FORMULA_COUNT = sizeof FORMULAS / sizeof *FORMULAS };

static const struct {
    const char *data, *views; // separated by spaces
} METRICS[] = {
#define METRIC_DATA(data, views, rows) {#data, views},
#include "record/metric_list.h"
};
enum { METRIC_DATA_COUNT = sizeof METRICS / sizeof *METRICS };

// A table or view whose columns are described.
typedef struct Described {
    const char *name, *text, *statement; // text: all statements
    bool        view;
} Described;

// ---- comments ----

// The comment directly above the statement, as one line.
static void put_comment(sqlite3_str *out, const Described *of)
{
    const char *begin = of->statement;
    while (begin > of->text) {
        const char *line = begin - 1;
        while (line > of->text && line[-1] != '\n')
            line--;
        if (strncmp(line, "-- ", 3) != 0 || strncmp(line, "-- ----", 7) == 0)
            break;
        begin = line;
    }
    for (const char *line = begin; line < of->statement; line += strcspn(line, "\n") + 1)
        sqlite3_str_appendf(out, "%s%.*s", line > begin ? " " : "", (int)strcspn(line, "\n") - 3, line + 3);
}

// The comment after a column of a table.
static void put_remark(sqlite3_str *out, const Described *of, const char *column)
{
    const size_t length = strlen(column);
    const char  *end = of->view ? of->statement : strstr(of->statement, "\n)");
    for (const char *line = strchr(of->statement, '\n'); line && line < end; line = strchr(line + 1, '\n')) {
        const char *name = line + 1 + strspn(line + 1, " \""), *remark = strstr(name, "-- ");
        if (strncmp(name, column, length) == 0 && strchr(" \"", name[length]) && remark && remark < name + strcspn(name, "\n"))
            sqlite3_str_appendf(out, "%.*s", (int)strcspn(remark + 3, "\n"), remark + 3);
    }
}

// ---- lists ----

// True if a list of words separated by spaces has this word.
static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
        if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return true;
    return false;
}

static const Column *find_column(const char *table, const char *name)
{
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (strcmp(COLUMNS[i].name, name) == 0 && (table ? COLUMNS[i].table && has_word(COLUMNS[i].table, table) : !COLUMNS[i].table))
            return &COLUMNS[i];
    return NULL;
}

// True if this column of a view shows the field.
static bool is_shown(const Field *field, const char *column)
{
    const size_t length = field->view ? strlen(field->view) : 0;
    if (!length || strncmp(field->view, column, length) != 0)
        return false;
    return field->kind == FIELD_POINT ? column[length] == '_' && strlen(column + length) == 2 : !column[length];
}

static const Field *find_field(const Described *of, const char *column)
{
    for (int kind = 0; kind < ROW_KINDS; kind++) {
        const RowType *type = row_type((RowKind)kind);
        const bool     own = type->table && strcmp(type->table, of->name) == 0;
        for (const Field *field = type->fields; field->name; field++)
            if (field->label && (of->view ? is_shown(field, column) : own && strcmp(field->name, column) == 0))
                return field;
    }
    return NULL;
}

static const char *environment_label(const char *table, const char *column)
{
    for (const EnvironmentField *field = environment_fields(); field->name; field++)
        if (field->table && strcmp(field->table, table) == 0 && strcmp(field->name, column) == 0)
            return field->label;
    return NULL;
}

// ---- settings ----

// The owners with the same summary of a setting, from `first` on: "(pbd, xpbd)".
static void put_owners(sqlite3_str *out, int first, const char *setting, const char *summary)
{
    const char  *name = NULL, *comma = " (";
    const Param *params = NULL;
    for (int i = first; (params = case_params_at(i, &name)); i++) {
        const Param *param = case_params_find(params, setting);
        if (!param || !name || strcmp(param->summary, summary) != 0)
            continue;
        sqlite3_str_appendf(out, "%s%s", comma, name);
        comma = ", ";
    }
    sqlite3_str_appendall(out, *comma == ',' ? ")" : "");
}

// The meaning of a setting for each of its owners.
static void put_setting(sqlite3_str *out, const char *setting, const char **unit)
{
    const char *semicolon = "";
    if (strncmp(setting, "scene.", 6) == 0)
        sqlite3_str_appendall(out, "parameter of the scene (weft list scenes NAME)");
    const Param *params = NULL;
    for (int i = 0; (params = case_params_at(i, NULL)); i++) {
        const Param *param = case_params_find(params, setting);
        bool         listed = false;
        for (int k = 0; param && k < i && !listed; k++) {
            const Param *before = case_params_find(case_params_at(k, NULL), setting);
            listed = before && strcmp(before->summary, param->summary) == 0;
        }
        if (!param || listed)
            continue;
        sqlite3_str_appendf(out, "%s%s", semicolon, param->summary);
        put_owners(out, i, setting, param->summary);
        semicolon = "; ";
        *unit = param->unit;
    }
}

// ---- rows ----

static void put_field(sqlite3_str *out, const Described *of, const char *column, const Field *field)
{
    if (of->view && field->kind == FIELD_POINT)
        sqlite3_str_appendf(out, "%s of ", column + strlen(column) - 1);
    sqlite3_str_appendall(out, field->label);
}

// Meaning from the most specific source: first this column of this table or view, then any column of this name.
static void put_meaning(sqlite3_str *out, const Described *of, const char *column, const char **unit)
{
    const Column *own = find_column(of->name, column), *any = find_column(NULL, column);
    const Field  *field = find_field(of, column);
    const char   *label = environment_label(of->name, column);
    *unit = own ? own->unit : field ? field->unit : any ? any->unit : "";
    if (own)
        sqlite3_str_appendall(out, own->meaning);
    else
        put_remark(out, of, column);
    if (sqlite3_str_length(out) > 0)
        return;
    if (field)
        put_field(out, of, column, field);
    else if (label || any)
        sqlite3_str_appendall(out, label ? label : any->meaning);
    else
        put_setting(out, column, unit);
}

static bool is_metric(const Formula *metric, const Described *of, const char *column)
{
    const size_t length = strlen(metric->name);
    const bool   point = strncmp(column, metric->name, length) == 0 && column[length] == '_' && strlen(column + length) == 2;
    for (int i = 0; i < METRIC_DATA_COUNT; i++)
        if (strcmp(METRICS[i].data, metric->data) == 0)
            return has_word(METRICS[i].views, of->name) && (point || strcmp(metric->name, column) == 0);
    return false;
}

// Formula, norm and scale of a metric, as `weft list metrics` prints them; nothing for other columns.
static void put_formula(sqlite3_str *out, const Described *of, const char *column)
{
    for (int i = 0; i < FORMULA_COUNT; i++) {
        const Formula *m = &FORMULAS[i];
        if (is_metric(m, of, column)) {
            sqlite3_str_appendf(out, "%s%s%s%s%s", m->formula, *m->norm ? "; " : "", m->norm, *m->scale ? "; " : "", m->scale);
            return;
        }
    }
}

static Status insert(sqlite3_stmt *row, const Described *of, const char *column)
{
    const char  *unit = NULL;
    SQL_BUILDER *formula = sqlite3_str_new(NULL), *text = sqlite3_str_new(NULL);
    if (column) {
        put_formula(formula, of, column);
        put_meaning(text, of, column, &unit);
    } else {
        put_comment(text, of);
    }
    if (sqlite3_str_errcode(formula) != SQLITE_OK || sqlite3_str_errcode(text) != SQLITE_OK)
        return status_make(STATUS_MEMORY, "out of memory for the dictionary of a store");
    TRY(sql_bind(row, "ttttt", of->name, column, unit, sqlite3_str_value(formula), sqlite3_str_value(text))); // NULL: no description
    return sql_finish(row);
}

static Status describe(sqlite3 *db, sqlite3_stmt *row, const Described *of)
{
    SQL_STATEMENT *columns = NULL;
    TRY(insert(row, of, NULL));
    Status status = sql_query(db, &columns, "SELECT name FROM pragma_table_info(?)", "t", of->name);
    while (sql_next(columns, &status)) {
        const char *name = "";
        status = sql_text(columns, 0, &name);
        if (status.code == STATUS_OK)
            status = insert(row, of, name);
    }
    return status;
}

static Status describe_all(sqlite3 *db, sqlite3_stmt *row, const char *text, const char *begin, bool view)
{
    for (const char *statement = strstr(text, begin); statement; statement = strstr(statement + 1, begin)) {
        const char     *word = statement + strlen(begin);
        char            name[SCHEMA_NAME_MAX];
        const Described of = {name, text, statement, view};
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word, " "), word);
        TRY(describe(db, row, &of));
    }
    return status_ok();
}

Status dictionary_make(sqlite3 *db)
{
    SQL_STATEMENT *row = NULL;
    TRY(sql_exec(db, "DROP TABLE IF EXISTS temp." DICTIONARY ";"
                     "CREATE TEMP TABLE " DICTIONARY " (table_name TEXT, column_name TEXT, unit TEXT, formula TEXT, meaning TEXT)"));
    TRY(sql_prepare(db, "INSERT INTO temp." DICTIONARY " VALUES (?, ?, ?, ?, ?)", &row));
    TRY(describe_all(db, row, schema_tables(), SCHEMA_BEGIN_TABLE, false));
    return describe_all(db, row, schema_views(), SCHEMA_BEGIN_VIEW, true);
}
