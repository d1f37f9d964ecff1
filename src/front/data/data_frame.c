#include "data/data_frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/statistics.h"
#include "data/private/cached_view.h"
#include "data/private/clock.h"
#include "store/sql.h"

// ---- the query ----

typedef struct Source { // source of a name
    int column;         // of the SQL result, or -1
    int setting;        // of the cases, or -1
} Source;

// A name, or an expression of several names.
typedef struct Quantity {
    const Expression *expression; // NULL for a name
    Source            sources[EXPRESSION_NAMES_MAX];
} Quantity;

enum { FIXED_COLUMNS = 5, SQL_MAX = 24576, WHERE_MAX = 2 * SPEC_LIST_MAX };

typedef struct Load {
    Dataset          *d;
    const FrameQuery *q;
    Quantity          names[FRAME_NAMES_MAX];
    int               where_count;
    const SpecFilter *filters[WHERE_MAX];
    Source            where[WHERE_MAX];
    Frame            *out;
} Load;

typedef struct Sql {
    char text[SQL_MAX];
    int  columns;   // selected so far, after the fixed ones
    bool processes; // one row per process, for times in data that are not by repetition
    bool clock;     // some time is read from the clock join (clock.h)
} Sql;

static bool is_column(const DataView *data, const char *name)
{
    for (const DataColumn *const *list = data->columns; *list; list++)
        for (const DataColumn *column = *list; column->name; column++)
            if (strcmp(column->name, name) == 0)
                return true;
    return false;
}

// True for a time in data that are not by repetition.
static bool is_clock(const DataView *data, const char *name)
{
    return !data->by_repetition && data_view_measures(data, name);
}

// True for a difference from a reference.
static bool is_reference(const DataView *data, const char *name)
{
    bool found = false;
    for (int i = 0; i < DATA_REFERENCES_MAX && data->references[i]; i++)
        found = found || strcmp(name, data->references[i]) == 0;
    return found;
}

// True for the effort to reach a target. A case that did not reach it has no value; omitting it would favour its solver, so it counts as
// infinite.
static bool is_to_target(const DataView *data, const char *name)
{
    return is_reference(data, name) && strcmp(name, "reached") != 0 && is_column(data, "reached");
}

static bool is_value(const FrameQuery *q, int name)
{
    return name >= q->value && name < q->value + q->value_count;
}

// The source of a name: a column, which is added to the select list, or a setting. value: the name is a value or part of one; other times
// of a case are its medians.
static Source find_source(const Load *l, const char *name, bool value, Sql *sql)
{
    const DataView *data = l->q->data;
    const bool      clock = is_clock(data, name) && (clock_is_iteration(data) || (sql->processes && (value || !data_view_of_cases(data))));
    const char     *table = clock ? "k" : is_column(data, name) ? "v" : "m";
    if (!data_view_column(data, name))
        return (Source){-1, dataset_setting(l->d, name)};
    l->out->reference = l->out->reference || is_reference(data, name);
    const size_t used = strlen(sql->text);
    snprintf(sql->text + used, SQL_MAX - used,
             is_to_target(data, name) ? ", coalesce(%s.\"%s\", CASE v.reached WHEN 0 THEN 9e999 END)" : ", %s.\"%s\"", table, name);
    sql->clock = sql->clock || clock;
    return (Source){FIXED_COLUMNS + sql->columns++, -1};
}

// Reads an expression, or leaves *out NULL for a name.
static Status parse_quantity(const Load *l, const char *text, const Expression **out)
{
    Expression *expression = NULL;
    *out = NULL;
    if (!text || !*text || data_view_column(l->q->data, text) || expression_is_name(text))
        return status_ok();
    TRY(ARENA_NEW(&l->d->arena, 1, &expression));
    TRY(expression_parse(text, expression));
    *out = expression;
    return status_ok();
}

static Status parse_names(Load *l, Sql *sql)
{
    const FrameQuery *q = l->q;
    for (int i = 0; i < q->count; i++) {
        TRY(parse_quantity(l, q->names[i], &l->names[i].expression));
        l->out->measured[i] = q->names[i] && *q->names[i] && quantity_measures(q->data, q->names[i]);
        sql->processes = sql->processes || (is_value(q, i) && l->out->measured[i] && !q->data->by_repetition);
    }
    return status_ok();
}

static void find_quantity(const Load *l, int name, Sql *sql, Quantity *out)
{
    const char *text = l->q->names[name];
    const bool  value = is_value(l->q, name);
    out->sources[0] = (Source){-1, -1};
    if (!out->expression && text)
        out->sources[0] = find_source(l, text, value, sql);
    for (int i = 0; out->expression && i < out->expression->name_count; i++)
        out->sources[i] = find_source(l, out->expression->names[i], value, sql);
}

static void finish_sql(const DataView *data, Sql *sql)
{
    const size_t used = strlen(sql->text);
    const bool   steps = is_column(data, "step") && data->by_repetition;
    snprintf(sql->text + used, SQL_MAX - used,
             " FROM temp.chosen AS c CROSS JOIN temp.cached_%s AS v ON v.case_id = c.case_id"
             " LEFT JOIN temp.cached_model AS m ON m.case_id = c.case_id%s%s WHERE c.case_id = ?%s",
             data->name, data->by_repetition ? " JOIN measured_repetition AS r ON r.repetition_id = v.repetition_id" : "",
             sql->clock ? clock_join(data, sql->processes) : "", steps ? " AND NOT v.warmup" : "");
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
    const char *text = "";
    out->kind = VALUE_TEXT;
    TRY(sql_text(query, source.column, &text));
    return dataset_text(l->d, text, &out->text);
}

// Change of an expression's result by one step of the clock. values: values of its names.
static double rounding_of(const DataView *data, const Expression *e, double result, double *values)
{
    double sum = 0;
    for (int i = 0; i < e->name_count; i++) {
        const double value = values[i];
        values[i] += data_view_step(data, e->names[i]);
        sum += fabs(expression_evaluate(e, values) - result);
        values[i] = value;
    }
    return isfinite(sum) ? sum : 0;
}

// rounding: NULL, or receives the rounding of the number.
static Status read_quantity(Load *l, sqlite3_stmt *query, int case_index, int name, Value *out, double *rounding)
{
    const Quantity *quantity = &l->names[name];
    double          values[EXPRESSION_NAMES_MAX];
    const bool      single = !quantity->expression;
    bool            reached = true;
    *out = (Value){0};
    if (l->q->names[name] && !*l->q->names[name]) {
        *out = (Value){VALUE_NUMBER, case_index, NULL};
        return status_ok();
    }
    if (rounding && single)
        *rounding = data_view_step(l->q->data, l->q->names[name]);
    if (single)
        return read_value(l, query, case_index, quantity->sources[0], out);
    for (int i = 0; i < quantity->expression->name_count; i++) {
        Value value;
        TRY(read_value(l, query, case_index, quantity->sources[i], &value));
        if (value.kind != VALUE_NUMBER)
            return status_ok();
        values[i] = value.number;
        reached = reached && isfinite(value.number);
    }
    out->number = expression_evaluate(quantity->expression, values);
    out->kind = isfinite(out->number) || (!reached && !isnan(out->number)) ? VALUE_NUMBER : VALUE_NONE;
    if (rounding)
        *rounding = rounding_of(l->q->data, quantity->expression, out->number, values);
    return status_ok();
}

static Status passes_filter(Load *l, sqlite3_stmt *query, int case_index, int filter, bool *passes)
{
    Value value;
    TRY(read_value(l, query, case_index, l->where[filter], &value));
    *passes = false;
    for (int k = 0; k < l->filters[filter]->count; k++)
        *passes = *passes || value_matches(value, l->filters[filter]->values[k]);
    return status_ok();
}

// Applies the filters on columns to a row; without a query, those on settings, which are the same for all rows of a case.
static Status is_selected(Load *l, sqlite3_stmt *query, int case_index, bool *selected)
{
    *selected = true;
    for (int i = 0; i < l->where_count && *selected; i++)
        if ((l->where[i].column >= 0) == (query != NULL))
            TRY(passes_filter(l, query, case_index, i, selected));
    return status_ok();
}

static Status add_row(Load *l, sqlite3_stmt *query, int case_index)
{
    Frame *f = l->out;
    bool   selected = false;
    TRY(is_selected(l, query, case_index, &selected));
    if (!selected)
        return status_ok();
    TRY(memory_grow((void **)&f->rows, f->count, sizeof *f->rows));
    FrameRow *row = &f->rows[f->count++];
    row->case_index = case_index;
    row->repetition = sqlite3_column_int64(query, 0);
    row->unconverged = sqlite3_column_int(query, 1);
    row->own = sqlite3_column_int(query, 2) != 0;
    row->process = sqlite3_column_int64(query, 3);
    row->round = sqlite3_column_int64(query, 4);
    memset(row->rounding, 0, sizeof row->rounding);
    for (int i = 0, value = 0; i < l->q->count; i++) {
        const bool rounded = l->out->measured[i] && is_value(l->q, i) && value < FRAME_ROUNDED;
        TRY(read_quantity(l, query, case_index, i, &row->values[i], rounded ? &row->rounding[value++] : NULL));
    }
    return status_ok();
}

// Reads one case at a time, in the order of the plan, so that rows of other cases are neither read nor sorted.
static Status add_case(Load *l, sqlite3_stmt *query, int case_index)
{
    bool selected = false;
    TRY(is_selected(l, NULL, case_index, &selected));
    if (!selected)
        return status_ok();
    TRY(sql_bind(query, "i", l->d->cases[case_index].id));
    Status status = status_ok();
    while (sql_next(query, &status))
        status = add_row(l, query, case_index);
    sqlite3_reset(query);
    return status;
}

// SQL for the number of unconverged steps that affect a row, up to its own step.
#define OF_CASE(column, condition) "(SELECT " column " FROM temp.unconverged AS u WHERE u.case_id = c.case_id AND " condition ")"
#define OF_TRAJECTORY OF_CASE("max(u.number)", "u.probe = 0 AND u.step <= v.step")
#define OF_PROBE OF_CASE("u.number", "u.probe = 1 AND u.step = v.step")
static const char *const RESTS[] = {[REST_NONE] = "0",
                                    [REST_ALL] = OF_CASE("max(u.number)", "u.probe = 0"),
                                    [REST_TRAJECTORY] = OF_TRAJECTORY,
                                    [REST_CASE] = OF_CASE("coalesce(max(u.number) FILTER (WHERE u.probe = 0), 0)"
                                                          " + coalesce(max(u.number) FILTER (WHERE u.probe = 1), 0)",
                                                          "1"),
                                    [REST_PROBE] = OF_PROBE,
                                    [REST_OBSERVED] = "CASE v.probe WHEN 1 THEN " OF_PROBE " ELSE " OF_TRAJECTORY " END"};
static const char *const OWN[] = {
    [REST_NONE] = "0", [REST_ALL] = "1", [REST_TRAJECTORY] = "1", [REST_CASE] = "1", [REST_PROBE] = "0", [REST_OBSERVED] = "NOT v.probe"};

static Status build_sql(Load *l, Sql *sql)
{
    const FrameQuery *q = l->q;
    *sql = (Sql){0};
    TRY(parse_names(l, sql));
    const char *process = q->data->by_repetition ? "r.process" : sql->processes ? "k.process" : "NULL";
    snprintf(sql->text, SQL_MAX,
             "SELECT %s, %s, %s, coalesce(%s, -c.case_id),"
             " coalesce((SELECT p.run_round FROM worker_process AS p WHERE p.process = %s), 0)",
             q->data->by_repetition ? "v.repetition_id" : "0", RESTS[q->data->rest], OWN[q->data->rest], process, process);
    for (int i = 0; i < q->count; i++)
        find_quantity(l, i, sql, &l->names[i]);
    for (int i = 0; i < q->where_count + q->also_count; i++) {
        ASSERT(l->where_count < WHERE_MAX);
        l->filters[i] = i < q->where_count ? &q->where[i] : &q->also[i - q->where_count];
        l->where[l->where_count++] = find_source(l, l->filters[i]->name, false, sql);
    }
    finish_sql(q->data, sql);
    return sql->clock ? clock_make(l->d->db, q->data) : status_ok();
}

Status frame_init(Dataset *d, const FrameQuery *q, Frame *out)
{
    Sql            sql;
    Load           l = {.d = d, .q = q, .out = out};
    SQL_STATEMENT *query = NULL;
    *out = (Frame){.data = q->data};
    TRY(cached_view_make_data(d->db, q->data));
    TRY(build_sql(&l, &sql));
    TRY(sql_prepare(d->db, sql.text, &query));
    Status status = status_ok();
    for (int c = 0; c < d->case_count && status.code == STATUS_OK; c++)
        status = add_case(&l, query, c);
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
    int          key_count, value;
    bool         measured, by_repetition;    // one value per process; rows of a repetition give one number
    int         *order;                      // row indices by key, then process, then repetition
    double      *values, *ordered, *scratch; // values of all groups so far
    int64_t     *rounds;                     // rounds of all groups so far
    double      *inner[2];                   // values of the current process and the current repetition
} Sorting;

static int compare_rows(const void *left, const void *right, void *context)
{
    const Sorting  *s = context;
    const int       l = *(const int *)left, r = *(const int *)right;
    const FrameRow *a = &s->frame->rows[l], *b = &s->frame->rows[r];
    const int       keys = values_compare(a->values, b->values, s->key_count);
    if (keys)
        return keys;
    if (s->measured && isinf(a->values[s->value].number) != isinf(b->values[s->value].number))
        return isinf(a->values[s->value].number) ? 1 : -1;
    if (a->process != b->process)
        return a->process < b->process ? -1 : 1;
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

static const FrameRow *row_at(const Sorting *s, int i)
{
    return &s->frame->rows[s->order[i]];
}

// The number of the repetition whose rows begin at order[*i]; *i moves to their end. missed: number of its targets that no process reached
// and that therefore have no rows.
static double take_repetition(const Sorting *s, int *i, int end, int missed, Group *out)
{
    const FrameRow *first = row_at(s, *i);
    int             count = 0;
    while (count < missed)
        s->inner[1][count++] = INFINITY;
    do {
        const FrameRow *row = row_at(s, *i);
        s->inner[1][count++] = row->values[s->value].number;
        out->first = s->order[*i] < out->first ? s->order[*i] : out->first;
        note_case(out, row->case_index);
        out->unconverged = row->unconverged > out->unconverged ? row->unconverged : out->unconverged;
        ++*i;
    } while (s->by_repetition && *i < end && row_at(s, *i)->repetition == first->repetition && row_at(s, *i)->process == first->process);
    return statistics_median(s->inner[1], count);
}

static double take_process(const Sorting *s, int *i, int end, int missed, Group *out)
{
    const int64_t process = row_at(s, *i)->process;
    int           count = 0;
    do
        s->inner[0][count++] = take_repetition(s, i, end, missed, out);
    while (s->measured && *i < end && row_at(s, *i)->process == process);
    return statistics_median(s->inner[0], count);
}

// Adds the values of rows order[begin … end−1], which share their keys. Returns the number of values.
static int summarise(Sorting *s, int begin, int end, Group *out)
{
    int count = 0, reached = end;
    while (s->measured && reached > begin && isinf(row_at(s, reached - 1)->values[s->value].number))
        reached--;
    const int missed = reached > begin ? end - reached : 0, last = end - missed;
    *out = (Group){.first = s->order[begin], .values = s->values, .ordered = s->ordered, .rounds = s->rounds, .scratch = s->scratch};
    memcpy(out->key, row_at(s, begin)->values, (size_t)s->key_count * sizeof *out->key);
    for (int i = begin; i < last; count++) {
        s->rounds[count] = row_at(s, i)->round;
        s->values[count] = s->ordered[count] = take_process(s, &i, last, missed, out);
    }
    for (int i = last; i < end; i++)
        out->first = s->order[i] < out->first ? s->order[i] : out->first;
    out->rounding = s->frame->rows[out->first].rounding[0];
    out->estimate = estimate_make(s->values, count, s->measured);
    return count;
}

RatioSample group_sample(const Group *g)
{
    return (RatioSample){g->ordered, g->rounds, g->estimate.count, g->rounding, g->scratch};
}

static void group_all(Sorting *s, int usable, FrameGroups *out)
{
    for (int begin = 0, end = 0; begin < usable; begin = end) {
        for (end = begin + 1; end < usable; end++)
            if (values_compare(row_at(s, begin)->values, row_at(s, end)->values, s->key_count))
                break;
        const int count = summarise(s, begin, end, &out->groups[out->count++]);
        s->values += count;
        s->ordered += count;
        s->scratch += count;
        s->rounds += count;
    }
}

Status frame_group(const Frame *f, int key_count, int value, FrameGroups *out)
{
    const size_t room = (size_t)f->count + 1;
    const bool   measured = f->measured[value];
    Sorting      s = {.frame = f, .key_count = key_count, .value = value, .measured = measured};
    int          usable = 0;
    *out = (FrameGroups){0};
    ASSERT(key_count <= SPEC_LIST_MAX + 2 && value < FRAME_NAMES_MAX);
    s.by_repetition = measured || f->data->by_repetition;
    s.order = malloc(room * sizeof *s.order);
    s.inner[0] = malloc(2 * room * sizeof *s.inner[0]);
    out->groups = malloc(room * (sizeof *out->groups + 3 * sizeof *s.values + sizeof *s.rounds));
    const bool good = s.order && s.inner[0] && out->groups;
    for (int i = 0; good && i < f->count; i++)
        if (f->rows[i].values[value].kind == VALUE_NUMBER)
            s.order[usable++] = i;
    if (good) {
        s.inner[1] = s.inner[0] + room;
        s.values = (double *)(out->groups + room);
        s.ordered = s.values + room;
        s.scratch = s.ordered + room;
        s.rounds = (int64_t *)(void *)(s.scratch + room);
        qsort_r(s.order, (size_t)usable, sizeof *s.order, compare_rows, &s);
        group_all(&s, usable, out);
    }
    free(s.order);
    free(s.inner[0]);
    return good ? status_ok() : status_make(STATUS_MEMORY, "out of memory for %d rows of a figure", f->count);
}

Status frame_summarise(Dataset *d, const FrameQuery *q, FrameGroups *out)
{
    FRAME frame = {0};
    TRY(frame_init(d, q, &frame));
    return frame_group(&frame, q->value, q->value, out);
}

void frame_groups_destroy(FrameGroups *groups)
{
    free(groups->groups);
    *groups = (FrameGroups){0};
}
