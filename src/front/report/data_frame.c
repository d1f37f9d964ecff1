#include "report/private/data_frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/sql.h"

// ---- the query ----

typedef struct Source { // where a name comes from
    int column;         // of the SQL result, or -1
    int setting;        // of the cases, or -1
} Source;

// A name, or an expression of several.
typedef struct Quantity {
    const Expression *expression; // NULL for a name
    Source            sources[EXPRESSION_NAMES_MAX];
} Quantity;

enum { FIXED_COLUMNS = 4, SQL_MAX = 24576, WHERE_MAX = 2 * SPEC_LIST_MAX };

typedef struct Load {
    Dataset          *d;
    const FrameQuery *q;
    Quantity          names[FRAME_NAMES_MAX];
    int               where_count;
    const SpecFilter *filters[WHERE_MAX];
    Source            where[WHERE_MAX];
    int               room;
    Frame            *out;
} Load;

typedef struct Sql {
    char text[SQL_MAX];
    int  columns; // selected so far, after the fixed ones
    bool clock;   // one of them is read from iteration_clock
} Sql;

static bool is_column(const DataColumn *columns, const char *name)
{
    for (; columns->name; columns++)
        if (strcmp(columns->name, name) == 0)
            return true;
    return false;
}

static bool is_clock(const DataView *data, const char *name)
{
    return strcmp(data->name, "convergence") == 0 && strcmp(name, "time_ms") == 0;
}

// The source of a name: a column, which is added to the select list, or a setting.
static Source find_source(const Load *l, const char *name, Sql *sql)
{
    const DataView *data = l->q->data;
    const char     *table = is_clock(data, name) ? "k" : is_column(data->columns, name) ? "v" : "m";
    if (!data_view_column(data, name))
        return (Source){-1, dataset_setting(l->d, name)};
    for (int i = 0; i < DATA_REFERENCES_MAX && data->references[i]; i++)
        l->out->reference = l->out->reference || strcmp(name, data->references[i]) == 0;
    const size_t used = strlen(sql->text);
    snprintf(sql->text + used, SQL_MAX - used, ", %s.\"%s\"", table, name);
    sql->clock = sql->clock || is_clock(data, name);
    return (Source){FIXED_COLUMNS + sql->columns++, -1};
}

static Status find_quantity(const Load *l, const char *text, Sql *sql, Quantity *out)
{
    Expression *expression = NULL;
    *out = (Quantity){.sources = {{-1, -1}}};
    if (!text)
        return status_ok();
    if (data_view_column(l->q->data, text) || expression_is_name(text)) {
        out->sources[0] = find_source(l, text, sql);
        return status_ok();
    }
    TRY(ARENA_NEW(&l->d->arena, 1, &expression));
    TRY(expression_parse(text, expression));
    for (int i = 0; i < expression->name_count; i++)
        out->sources[i] = find_source(l, expression->names[i], sql);
    out->expression = expression;
    return status_ok();
}

// The median clock after each iteration, over the steps of the timed pass of each case (all repetitions together: the spread between
// repetitions belongs in a figure of times, not in the x of a figure of errors). Iteration 0 is the start.
static Status make_clock(sqlite3 *db)
{
    return sql_exec(
        db, "CREATE TEMP TABLE IF NOT EXISTS iteration_clock AS"
            " SELECT case_id, iteration, avg(time_ms) AS time_ms FROM"
            " (SELECT i.case_id, i.iteration, i.time_ms, row_number() OVER (PARTITION BY i.case_id, i.iteration ORDER BY i.ns) AS rank,"
            "  count(*) OVER (PARTITION BY i.case_id, i.iteration) AS n FROM timed_iteration AS i"
            "  JOIN temp.chosen AS c ON c.case_id = i.case_id AND c.build_id = i.build_id WHERE NOT i.warmup)"
            " WHERE rank IN ((n + 1) / 2, n / 2 + 1) GROUP BY case_id, iteration"
            " UNION ALL SELECT case_id, 0, 0.0 FROM temp.chosen;"
            "CREATE UNIQUE INDEX IF NOT EXISTS temp.iteration_clock_key ON iteration_clock (case_id, iteration)");
}

static void finish_sql(const DataView *data, Sql *sql)
{
    const size_t used = strlen(sql->text);
    const bool   steps = is_column(data->columns, "step") && data->by_repetition;
    snprintf(sql->text + used, SQL_MAX - used,
             " FROM temp.chosen AS c JOIN \"%s\" AS v ON v.case_id = c.case_id AND v.build_id = c.build_id"
             " LEFT JOIN model_fact AS m ON m.case_id = c.case_id AND m.build_id = c.build_id%s%s ORDER BY c.position, c.case_id",
             data->view, sql->clock ? " LEFT JOIN temp.iteration_clock AS k ON k.case_id = v.case_id AND k.iteration = v.iteration" : "",
             steps ? " WHERE NOT v.warmup" : "");
}

// ---- rows ----

static Status read_value(Load *l, sqlite3_stmt *query, int case_index, Source source, Value *out)
{
    *out = (Value){0};
    if (source.setting >= 0)
        *out = l->d->cases[case_index].settings[source.setting];
    if (source.column < 0 || sqlite3_column_type(query, source.column) == SQLITE_NULL)
        return status_ok();
    if (sqlite3_column_type(query, source.column) != SQLITE_TEXT) {
        *out = (Value){VALUE_NUMBER, sqlite3_column_double(query, source.column), NULL};
        return status_ok();
    }
    out->kind = VALUE_TEXT;
    return dataset_text(l->d, (const char *)sqlite3_column_text(query, source.column), &out->text);
}

static Status read_quantity(Load *l, sqlite3_stmt *query, int case_index, const Quantity *quantity, Value *out)
{
    double     values[EXPRESSION_NAMES_MAX];
    const bool single = !quantity->expression;
    *out = (Value){0};
    if (single)
        return read_value(l, query, case_index, quantity->sources[0], out);
    for (int i = 0; i < quantity->expression->name_count; i++) {
        Value value;
        TRY(read_value(l, query, case_index, quantity->sources[i], &value));
        if (value.kind != VALUE_NUMBER)
            return status_ok();
        values[i] = value.number;
    }
    out->number = expression_evaluate(quantity->expression, values);
    out->kind = isfinite(out->number) ? VALUE_NUMBER : VALUE_NONE;
    return status_ok();
}

static Status is_wanted(Load *l, sqlite3_stmt *query, int case_index, bool *wanted)
{
    *wanted = true;
    for (int i = 0; i < l->where_count && *wanted; i++) {
        Value value;
        TRY(read_value(l, query, case_index, l->where[i], &value));
        bool matches = false;
        for (int k = 0; k < l->filters[i]->count; k++)
            matches = matches || value_matches(value, l->filters[i]->values[k]);
        *wanted = matches;
    }
    return status_ok();
}

static Status add_row(Load *l, sqlite3_stmt *query, int *case_index)
{
    Frame        *f = l->out;
    const int64_t id = sqlite3_column_int64(query, 0);
    while (*case_index < l->d->case_count && l->d->cases[*case_index].id != id)
        ++*case_index; // both are in plan order
    ASSERT(*case_index < l->d->case_count);
    bool wanted = false;
    TRY(is_wanted(l, query, *case_index, &wanted));
    if (!wanted)
        return status_ok();
    if (f->count == l->room) {
        const int room = l->room ? 2 * l->room : 256;
        FrameRow *rows = realloc(f->rows, (size_t)room * sizeof *rows);
        if (!rows)
            return status_make(STATUS_MEMORY, "out of memory for %d rows of a figure", room);
        f->rows = rows;
        l->room = room;
    }
    FrameRow *row = &f->rows[f->count++];
    row->case_index = *case_index;
    row->repetition = sqlite3_column_int64(query, 1);
    row->unconverged = sqlite3_column_int(query, 2);
    row->own = sqlite3_column_int(query, 3) != 0;
    for (int i = 0; i < l->q->count; i++)
        TRY(read_quantity(l, query, *case_index, &l->names[i], &row->values[i]));
    return status_ok();
}

// How many unconverged steps a row rests on, up to the last of them.
#define OF_CASE(column, condition) "(SELECT " column " FROM temp.unconverged AS u WHERE u.case_id = c.case_id AND " condition ")"
#define OF_TRAJECTORY OF_CASE("max(u.number)", "u.probe = 0 AND u.step <= v.step")
#define OF_PROBE OF_CASE("u.number", "u.probe = 1 AND u.step = v.step")
static const char *const RESTS[] = {[REST_NONE] = "0",
                                    [REST_ALL] = OF_CASE("max(u.number)", "u.probe = 0"),
                                    [REST_TRAJECTORY] = OF_TRAJECTORY,
                                    [REST_PROBE] = OF_PROBE,
                                    [REST_OBSERVED] = "CASE v.probe WHEN 1 THEN " OF_PROBE " ELSE " OF_TRAJECTORY " END"};
static const char *const OWN[] = {
    [REST_NONE] = "0", [REST_ALL] = "1", [REST_TRAJECTORY] = "1", [REST_PROBE] = "0", [REST_OBSERVED] = "NOT v.probe"};

static Status build_sql(Load *l, Sql *sql)
{
    const FrameQuery *q = l->q;
    *sql = (Sql){0};
    snprintf(sql->text, SQL_MAX, "SELECT c.case_id, %s, %s, %s", q->data->by_repetition ? "v.repetition_id" : "0", RESTS[q->data->rest],
             OWN[q->data->rest]);
    for (int i = 0; i < q->count; i++)
        TRY(find_quantity(l, q->names[i], sql, &l->names[i]));
    for (int i = 0; i < q->where_count + q->also_count; i++) {
        ASSERT(l->where_count < WHERE_MAX);
        l->filters[i] = i < q->where_count ? &q->where[i] : &q->also[i - q->where_count];
        l->where[l->where_count++] = find_source(l, l->filters[i]->name, sql);
    }
    finish_sql(q->data, sql);
    return sql->clock ? make_clock(l->d->db) : status_ok();
}

Status frame_init(Dataset *d, const FrameQuery *q, Frame *out)
{
    Sql           sql;
    Load          l = {.d = d, .q = q, .out = out};
    int           case_index = 0, code = SQLITE_DONE;
    sqlite3_stmt *query = NULL;
    *out = (Frame){.data = q->data};
    TRY(build_sql(&l, &sql));
    TRY(sql_prepare(d->db, sql.text, &query));
    Status status = status_ok();
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW)
        status = add_row(&l, query, &case_index);
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(d->db, "cannot be read");
    sqlite3_finalize(query);
    if (status.code != STATUS_OK)
        frame_destroy(out);
    return status;
}

void frame_destroy(Frame *frame)
{
    free(frame->rows);
    *frame = (Frame){0};
}

// ---- groups ----

typedef struct Sorting {
    const Frame *frame;
    int          key_count;
    int         *order;   // row indices by key, then repetition
    double      *samples; // of the current group
    double      *inner;   // of the current repetition
} Sorting;

static int compare_keys(const FrameRow *a, const FrameRow *b, int key_count)
{
    int result = 0;
    for (int i = 0; i < key_count && result == 0; i++)
        result = value_compare(a->values[i], b->values[i]);
    return result;
}

static int compare_rows(const void *left, const void *right, void *context)
{
    const Sorting  *s = context;
    const int       l = *(const int *)left, r = *(const int *)right;
    const FrameRow *a = &s->frame->rows[l], *b = &s->frame->rows[r];
    const int       keys = compare_keys(a, b, s->key_count);
    if (keys)
        return keys;
    if (a->repetition != b->repetition)
        return a->repetition < b->repetition ? -1 : 1;
    return (l > r) - (l < r);
}

static void note_case(Group *group, int case_index)
{
    for (int i = 0; i < group->case_count; i++)
        if (group->cases[i] == case_index)
            return;
    if (group->case_count < GROUP_CASES_MAX)
        group->cases[group->case_count++] = case_index;
}

// Rows order[begin … end−1] share their keys.
static void summarise(Sorting *s, int begin, int end, int value, Group *out)
{
    const Frame *f = s->frame;
    int          samples = 0;
    *out = (Group){.first = s->order[begin]};
    memcpy(out->key, f->rows[s->order[begin]].values, (size_t)s->key_count * sizeof *out->key);
    for (int i = begin; i < end;) {
        const int64_t repetition = f->rows[s->order[i]].repetition;
        int           inner = 0;
        do {
            const int row = s->order[i++];
            s->inner[inner++] = f->rows[row].values[value].number;
            out->first = row < out->first ? row : out->first;
            note_case(out, f->rows[row].case_index);
            out->unconverged = f->rows[row].unconverged > out->unconverged ? f->rows[row].unconverged : out->unconverged;
        } while (f->data->by_repetition && i < end && f->rows[s->order[i]].repetition == repetition);
        s->samples[samples++] = statistics_median(s->inner, inner);
    }
    out->summary = statistics_summary(s->samples, samples);
}

static void group_all(Sorting *s, int usable, int value, Groups *out)
{
    for (int begin = 0, end = 0; begin < usable; begin = end) {
        for (end = begin + 1; end < usable; end++)
            if (compare_keys(&s->frame->rows[s->order[begin]], &s->frame->rows[s->order[end]], s->key_count))
                break;
        summarise(s, begin, end, value, &out->groups[out->count++]);
    }
}

Status frame_group(const Frame *f, int key_count, int value, Groups *out)
{
    const size_t room = (size_t)f->count + 1;
    Sorting      s = {.frame = f, .key_count = key_count};
    int          usable = 0;
    *out = (Groups){0};
    ASSERT(key_count <= SPEC_LIST_MAX + 2 && value < FRAME_NAMES_MAX);
    s.order = malloc(room * sizeof *s.order);
    s.samples = malloc(room * sizeof *s.samples);
    s.inner = malloc(room * sizeof *s.inner);
    out->groups = malloc(room * sizeof *out->groups);
    const bool good = s.order && s.samples && s.inner && out->groups;
    for (int i = 0; good && i < f->count; i++)
        if (f->rows[i].values[value].kind == VALUE_NUMBER)
            s.order[usable++] = i;
    if (good) {
        qsort_r(s.order, (size_t)usable, sizeof *s.order, compare_rows, &s);
        group_all(&s, usable, value, out);
    }
    free(s.order);
    free(s.samples);
    free(s.inner);
    return good ? status_ok() : status_make(STATUS_MEMORY, "out of memory for %d rows of a figure", f->count);
}
