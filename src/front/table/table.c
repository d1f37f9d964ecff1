#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/label_set.h"
#include "base/statistics.h"
#include "base/text.h"
#include "base/text_add.h"
#include "data/data_frame.h"
#include "data/empty.h"
#include "data/escape.h"
#include "data/number.h"
#include "table/private/table_layout.h"

// ---- a table from its spec ----

// Keys of a group: the rows, then the column.
typedef struct Layout {
    Dataset         *d;
    const TableSpec *spec;
    int              key_count;
    const char      *keys[SPEC_LIST_MAX];
    FrameGroups      groups; // of the current value
    int              row_count, column_count, row_room;
    const Group    **rows;    // one group per row, in plan order
    Value           *columns; // distinct values of spec->columns; without `columns` one empty value
} Layout;

// Without `rows:`, the settings that vary among the cases, except that of the columns.
static void choose_keys(Layout *l)
{
    for (int i = 0; i < l->spec->row_count; i++)
        l->keys[l->key_count++] = l->spec->rows[i];
    for (int s = 0; s < l->d->setting_count && l->spec->row_count == 0 && l->key_count < SPEC_LIST_MAX; s++)
        if (l->d->varies[s] && strcmp(l->d->settings[s], l->spec->columns) != 0)
            l->keys[l->key_count++] = l->d->settings[s];
    if (l->key_count == 0)
        l->keys[l->key_count++] = "scene";
}

static int compare_first(const void *left, const void *right)
{
    const Group *a = left, *b = right;
    return (a->first > b->first) - (a->first < b->first);
}

static bool column_before(const Layout *l, Value a, Value b)
{
    if (strcmp(l->spec->columns, "phase") == 0)
        return value_phase(a) < value_phase(b);
    const bool falls = strcmp(l->spec->columns, "accuracy_target") == 0;
    return a.kind == VALUE_NUMBER && b.kind == VALUE_NUMBER && (falls ? a.number > b.number : a.number < b.number);
}

// The row and the column of a group; a new one if not found.
static int row_of(const Layout *l, const Group *group)
{
    int r = 0;
    while (r < l->row_count && values_compare(l->rows[r]->key, group->key, l->key_count) != 0)
        r++;
    return r;
}

static Value column_value(const Layout *l, const Group *group)
{
    return *l->spec->columns ? group->key[l->key_count] : (Value){0};
}

static int column_of(const Layout *l, const Group *group)
{
    int c = 0;
    while (c < l->column_count && value_compare(l->columns[c], column_value(l, group)) != 0)
        c++;
    return c;
}

static Status find_rows_and_columns(Layout *l)
{
    const size_t room = (size_t)l->groups.count + 1;
    TRY(ARENA_NEW(&l->d->arena, room, &l->rows));
    TRY(ARENA_NEW(&l->d->arena, room, &l->columns));
    for (int g = 0; g < l->groups.count; g++) {
        const Group *group = &l->groups.groups[g];
        const int    r = row_of(l, group), c = column_of(l, group);
        if (r == l->row_count)
            l->rows[l->row_count++] = group;
        if (c == l->column_count)
            l->columns[l->column_count++] = column_value(l, group);
    }
    for (int i = 1; i < l->column_count; i++) // numbers ascend, accuracy targets descend, phases keep their order in a step
        for (int k = i; k > 0 && column_before(l, l->columns[k], l->columns[k - 1]); k--) {
            const Value swap = l->columns[k];
            l->columns[k] = l->columns[k - 1];
            l->columns[k - 1] = swap;
        }
    return status_ok();
}

// The heading over the columns of a value of `columns`: its label, "threads 2", or the value itself; "" without `columns`.
static Status make_over(const Layout *l, Value value, const char **out)
{
    char text[SPEC_TEXT_MAX], over[2 * SPEC_TEXT_MAX] = "";
    value_format(value, text, sizeof text);
    if (*l->spec->columns)
        labels_value(&l->spec->labels, l->spec->data, l->spec->columns, text, value.kind == VALUE_NUMBER, over, sizeof over);
    return dataset_text(l->d, over, out);
}

// The unit at the end of a name, "(ms)", or "". A bracket at the end of an expression is not a unit.
static const char *unit_of(const char *name, const char *quantity)
{
    const size_t length = strlen(name);
    const char  *bracket = strrchr(name, '(');
    return bracket && name[length - 1] == ')' && strcmp(name, quantity) != 0 ? bracket : "";
}

// With one value its name would repeat in every column, so only the unit is printed: "analyse (ms)".
static Status make_head(const Layout *l, const char *over, int value, TableHead *out)
{
    const TableSpec *spec = l->spec;
    const bool       alone = *over && spec->value_count == 1;
    char             name[2 * SPEC_TEXT_MAX], text[4 * SPEC_TEXT_MAX];
    labels_head(&spec->labels, spec->data, spec->values[value], name, sizeof name);
    const char *unit = unit_of(name, spec->values[value]);
    if (alone)
        snprintf(text, sizeof text, "%s%s%s", over, *unit ? " " : "", unit);
    else
        snprintf(text, sizeof text, "%s%s%s", over, *over ? ": " : "", name);
    out->over = alone ? "" : over;
    TRY(dataset_text(l->d, text, &out->text));
    return dataset_text(l->d, alone ? text : name, &out->under);
}

static Status make_heads(const Layout *l, Table *t)
{
    const TableSpec *spec = l->spec;
    TRY(ARENA_NEW(&l->d->arena, t->column_count, &t->heads));
    for (int k = 0; k < l->key_count; k++) {
        char name[2 * SPEC_TEXT_MAX];
        labels_head(&spec->labels, spec->data, l->keys[k], name, sizeof name);
        TRY(dataset_text(l->d, name, &t->heads[k].text));
        t->heads[k].under = t->heads[k].text;
        t->heads[k].over = "";
    }
    for (int c = 0; c < l->column_count; c++) {
        const char *over = NULL;
        TRY(make_over(l, l->columns[c], &over));
        for (int v = 0; v < spec->value_count; v++)
            TRY(make_head(l, over, v, &t->heads[l->key_count + c * spec->value_count + v]));
    }
    return status_ok();
}

static Status make_key(const Layout *l, int key, Value value, const char **out)
{
    char text[SPEC_TEXT_MAX];
    value_format(value, text, sizeof text);
    const char *word = labels_word(&l->spec->labels, l->keys[key], text);
    return dataset_text(l->d, word ? word : text, out);
}

static Status fill_keys(Layout *l, Table *t)
{
    t->row_count = l->row_count;
    t->key_count = l->key_count;
    t->column_count = l->key_count + l->column_count * l->spec->value_count;
    TRY(make_heads(l, t));
    TRY(ARENA_NEW(&l->d->arena, (size_t)t->row_count * (size_t)t->column_count, &t->cells));
    for (int r = 0; r < t->row_count; r++)
        for (int k = 0; k < t->key_count; k++)
            TRY(make_key(l, k, l->rows[r]->key[k], &t->cells[r * t->column_count + k].text));
    return status_ok();
}

// Marking the best of a row also needs the processes. Not compared: mixtures of cases, values from unconverged steps, and states of cases
// with findings.
static Status keep_samples(const Layout *l, const Group *group, const RatioSample **out)
{
    const size_t count = (size_t)group->estimate.count;
    const bool   wrong = l->spec->data->of_state && *l->d->cases[group->cases[0]].findings;
    RatioSample *s = NULL;
    double      *values = NULL;
    int64_t     *rounds = NULL;
    if (l->spec->best == BEST_NONE || group->case_count > 1 || group->unconverged || wrong || isinf(group->estimate.max))
        return status_ok();
    TRY(ARENA_NEW(&l->d->arena, 1, &s));
    TRY(ARENA_NEW(&l->d->arena, 2 * count, &values));
    TRY(ARENA_NEW(&l->d->arena, count, &rounds));
    *s = group_sample(group);
    s->values = memcpy(values, group->ordered, count * sizeof *values);
    s->rounds = memcpy(rounds, group->rounds, count * sizeof *rounds);
    s->scratch = values + count;
    *out = s;
    return status_ok();
}

static Status fill_value(const Layout *l, int value, Table *t)
{
    for (int g = 0; g < l->groups.count; g++) {
        const Group *group = &l->groups.groups[g];
        const int    r = row_of(l, group), c = column_of(l, group);
        t->pooled = t->pooled || group->case_count > 1;
        if (r == l->row_count || c == l->column_count)
            continue;
        TableCell *cell = &t->cells[r * t->column_count + t->key_count + c * l->spec->value_count + value];
        *cell = (TableCell){.estimate = group->estimate, .unconverged = group->unconverged};
        TRY(keep_samples(l, group, &cell->samples));
    }
    return status_ok();
}

static Status place_groups(Layout *l, int value, Table *t)
{
    if (value == 0) {
        qsort(l->groups.groups, (size_t)l->groups.count, sizeof *l->groups.groups, compare_first);
        TRY(find_rows_and_columns(l));
        TRY(fill_keys(l, t));
    }
    return fill_value(l, value, t);
}

// Each value has its own data rows; for a measured value these are by process. The table has the rows of the first value; a row with only
// other values is omitted. Gives the number of data rows.
static Status add_value(Layout *l, int value, Table *t, int *row_count)
{
    const TableSpec *spec = l->spec;
    FrameQuery       q = {.data = spec->data, .where = spec->where, .where_count = spec->where_count, .value_count = 1};
    FRAME            frame = {0};
    for (int k = 0; k < l->key_count; k++)
        q.names[q.count++] = l->keys[k];
    if (*spec->columns)
        q.names[q.count++] = spec->columns;
    q.value = q.count;
    q.names[q.count++] = spec->values[value];
    TRY(frame_init(l->d, &q, &frame));
    *row_count = frame.count;
    FrameGroups first = l->groups;
    Status      status = frame_group(&frame, q.value, q.value, &l->groups);
    if (status.code == STATUS_OK)
        status = place_groups(l, value, t);
    if (value) { // the rows of the table are groups of the first value
        free(l->groups.groups);
        l->groups = first;
    }
    return status;
}

static Status explain_missing(Dataset *d, const TableSpec *spec, bool rows, const char **out)
{
    char text[1000];
    if (!empty_reason(d, spec->where, spec->where_count, text, sizeof text))
        snprintf(text, sizeof text, "%s",
                 rows ? "no row has both a value and every setting of `rows`; remove a setting"
                      : "`where` selects no data of a finished case; change it");
    return dataset_text(d, text, out);
}

static Status explain_unknown(Dataset *d, const TableSpec *spec, const char **out)
{
    char text[500];
    empty_values(d, spec->where, spec->where_count, text, sizeof text);
    return *text ? dataset_text(d, text, out) : status_ok();
}

static bool is_empty(const Table *t, int column)
{
    for (int r = 0; r < t->row_count; r++) {
        const TableCell *cell = &t->cells[r * t->column_count + column];
        if (column < t->key_count ? *cell->text != '\0' : cell->estimate.count > 0)
            return false;
    }
    return true;
}

// Omits empty columns.
static Status drop_empty(Dataset *d, Table *t)
{
    int *kept = NULL, count = 0, keys = 0;
    TRY(ARENA_NEW(&d->arena, t->column_count, &kept));
    for (int c = 0; c < t->column_count; c++)
        if (!is_empty(t, c)) {
            keys += c < t->key_count;
            kept[count++] = c;
        }
    for (int c = 0; c < count; c++)
        t->heads[c] = t->heads[kept[c]];
    for (int r = 0; r < t->row_count; r++)
        for (int c = 0; c < count; c++)
            t->cells[r * count + c] = t->cells[r * t->column_count + kept[c]];
    t->column_count = count;
    t->key_count = keys;
    return status_ok();
}

static Status make_table(Layout *l, int *row_count, Table *out)
{
    for (int v = 0; v < l->spec->value_count; v++)
        TRY(add_value(l, v, out, row_count));
    table_mark_best(l->spec, out);
    return drop_empty(l->d, out);
}

Status table_init(Dataset *d, const TableSpec *spec, Table *out)
{
    Layout l = {.d = d, .spec = spec};
    int    row_count = 0;
    *out = (Table){0};
    choose_keys(&l);
    const Status status = make_table(&l, &row_count, out);
    free(l.groups.groups);
    TRY(status);
    return out->row_count ? explain_unknown(d, spec, &out->unknown) : explain_missing(d, spec, row_count > 0, &out->missing);
}

// ---- per case ----

static Status summarise_cases(Dataset *d, const char *view, const char *column, bool final, size_t offset, CaseLine *lines)
{
    FrameQuery   q = {.count = 2, .names = {FRAME_CASE, column}, .value = 1, .value_count = 1};
    FRAME_GROUPS groups = {0};
    for (int i = 0; data_view_at(i); i++)
        if (strcmp(data_view_at(i)->name, view) == 0)
            q.data = data_view_at(i);
    ASSERT(q.data);
    DataView last = {.name = "final", .view = "final_error", .rest = REST_PROBE, .of_state = true};
    memcpy(last.columns, q.data->columns, sizeof last.columns);
    if (final)
        q.data = &last;
    TRY(frame_summarise(d, &q, &groups));
    for (int g = 0; g < groups.count; g++)
        memcpy((char *)&lines[(int)groups.groups[g].key[0].number] + offset, &groups.groups[g].estimate, sizeof(Estimate));
    return status_ok();
}

// values[count] of one case, sorted here.
static void set_tail(double *values, int count, CaseLine *line)
{
    enum { P95_MIN = 20, P99_MIN = 100 };
    line->steps = count;
    if (count == 0)
        return;
    statistics_median(values, count);
    line->worst = values[count - 1];
    line->p95 = count >= P95_MIN ? statistics_quantile(values, count, 0.95) : NAN;
    line->p99 = count >= P99_MIN ? statistics_quantile(values, count, 0.99) : NAN;
}

// Rows are in plan order.
static Status find_tails(Dataset *d, CaseLine *lines)
{
    const FrameQuery q = {.data = data_view_at(0), .count = 1, .names = {"step_ms"}};
    FRAME            frame = {0};
    double          *values = NULL;
    ASSERT(strcmp(q.data->name, "step") == 0);
    TRY(frame_init(d, &q, &frame));
    TRY(ARENA_NEW(&d->arena, frame.count, &values));
    for (int i = 0, count = 0; i < frame.count; i++) {
        values[count++] = frame.rows[i].values[0].number;
        if (i + 1 < frame.count && frame.rows[i + 1].case_index == frame.rows[i].case_index)
            continue;
        set_tail(values, count, &lines[frame.rows[i].case_index]);
        count = 0;
    }
    return status_ok();
}

Status case_lines(Dataset *d, CaseLine **out)
{
    double nothing = 0;
    TRY(ARENA_NEW(&d->arena, d->case_count, out));
    for (int i = 0; i < d->case_count; i++) {
        CaseLine *line = &(*out)[i];
        line->step_ms = line->ns_per_constraint = estimate_make(&nothing, 0, true);
        line->error = estimate_make(&nothing, 0, false);
        line->p95 = line->p99 = line->worst = NAN;
    }
    TRY(find_tails(d, *out));
    TRY(summarise_cases(d, "step", "step_ms", false, offsetof(CaseLine, step_ms), *out));
    TRY(summarise_cases(d, "step", "ns_per_constraint", false, offsetof(CaseLine, ns_per_constraint), *out));
    return summarise_cases(d, "convergence", "error_of_start", true, offsetof(CaseLine, error), *out);
}

// ---- CSV ----

bool table_is_measured(const Table *t, int column)
{
    bool measured = false;
    for (int r = 0; r < t->row_count; r++)
        measured = measured || t->cells[r * t->column_count + column].estimate.measured;
    return measured;
}

Status table_csv(const Table *t, const char *path)
{
    FileDraft draft;
    TRY(file_begin(path, &draft));
    FILE *out = draft.stream;
    for (int c = 0; c < t->column_count; c++) {
        const char *const PARTS[] = {"", " low", " high", table_is_measured(t, c) ? " processes" : " n"};
        for (int part = 0; part < (c < t->key_count ? 1 : 4); part++) {
            char head[2 * SPEC_TEXT_MAX + 8];
            snprintf(head, sizeof head, "%s%s", t->heads[c].text, PARTS[part]);
            escape_print(text_csv, out, c || part ? ",%s" : "%s", head);
        }
    }
    fputs(",unconverged_steps\r\n", out);
    for (int r = 0; r < t->row_count; r++) {
        int unconverged = 0;
        for (int c = 0; c < t->column_count; c++) {
            const TableCell *cell = &t->cells[r * t->column_count + c];
            if (c < t->key_count) {
                escape_print(text_csv, out, c ? ",%s" : "%s", cell->text);
                continue;
            }
            unconverged = cell->unconverged > unconverged ? cell->unconverged : unconverged;
            const Estimate *e = &cell->estimate;
            const double    numbers[] = {e->count ? e->median : NAN, e->count ? e->low : NAN, e->count ? e->high : NAN};
            if (c == 0) // a table without rows
                csv_field(numbers[0], out);
            csv_numbers(numbers + (c == 0), c == 0 ? 2 : 3, out);
            fprintf(out, ",%d", cell->estimate.count);
        }
        fprintf(out, ",%d\r\n", unconverged);
    }
    return file_commit(&draft);
}

Status case_csv(const Dataset *d, const CaseLine *lines, const char *path)
{
    FileDraft draft;
    TRY(file_begin(path, &draft));
    FILE *out = draft.stream;
    fputs("key,label,status,message,step_ms,step_ms_low,step_ms_high,processes,step_ms_p95,step_ms_p99,step_ms_worst,steps,"
          "ns_per_constraint,final_error_of_start,unconverged_steps,findings",
          out);
    for (int s = 0; s < d->setting_count; s++)
        escape_print(text_csv, out, ",%s", d->settings[s]);
    fputs("\r\n", out);
    for (int i = 0; i < d->case_count; i++) {
        const CaseRow  *c = &d->cases[i];
        const CaseLine *line = &lines[i];
        escape_print(text_csv, out, "%s,%s,%s,%s", c->key, c->label, c->status, c->message);
        csv_numbers((double[]){line->step_ms.median, line->step_ms.low, line->step_ms.high}, 3, out);
        fprintf(out, ",%d", line->step_ms.count);
        csv_numbers((double[]){line->p95, line->p99, line->worst}, 3, out);
        fprintf(out, ",%d", line->steps);
        csv_numbers((double[]){line->ns_per_constraint.median, line->error.median}, 2, out);
        escape_print(text_csv, out, ",%d,%s", c->unconverged, c->findings);
        for (int s = 0; s < d->setting_count; s++) {
            char text[SPEC_TEXT_MAX];
            value_format(c->settings[s], text, sizeof text);
            escape_print(text_csv, out, ",%s", text);
        }
        fputs("\r\n", out);
    }
    return file_commit(&draft);
}

// ---- HTML ----

void table_value(double value, bool measured, char out[NUMBER_TEXT])
{
    if (isinf(value)) // only times and iterations to a target can be infinite
        snprintf(out, NUMBER_TEXT, "not reached");
    else if (!measured && value == round(value) && fabs(value) < 1e6) // a count
        snprintf(out, NUMBER_TEXT, "%.0f", value);
    else
        number_format(value, out);
}

const char *table_interval(const Estimate *e, char out[TABLE_INTERVAL_MAX])
{
    char low[NUMBER_TEXT], high[NUMBER_TEXT];
    table_value(e->low, e->measured, low);
    table_value(e->high, e->measured, high);
    *out = '\0';
    if (e->count && e->low < e->high)
        snprintf(out, TABLE_INTERVAL_MAX, "[%s, %s]", low, high);
    return out;
}

const char *table_spread(const Estimate *e, char out[TABLE_INTERVAL_MAX])
{
    char spread[NUMBER_TEXT];
    number_spread(e->low, e->median, e->high, spread);
    if (!*spread)
        return table_interval(e, out);
    snprintf(out, TABLE_INTERVAL_MAX, "%s", e->count && e->low < e->high ? spread : "");
    return out;
}

static void html_estimate(const TableCell *cell, bool counted, FILE *out)
{
    const Estimate *e = &cell->estimate;
    char            median[NUMBER_TEXT], interval[TABLE_INTERVAL_MAX];
    table_value(e->median, e->measured, median);
    fprintf(out, cell->best ? "<td class=\"number\"><b>%s</b>" : "<td class=\"number\">%s", e->count ? median : "–");
    if (*table_interval(e, interval))
        fprintf(out, " <small>%s</small>", interval);
    if (e->count && counted && isfinite(e->median))
        fprintf(out, " <small>n&nbsp;%d</small>", e->count);
    fputs(e->count && cell->unconverged ? " ◦</td>" : "</td>", out);
}

int table_common_count(const Table *t)
{
    int count = 0;
    for (int i = 0; i < t->row_count * t->column_count; i++) {
        const int n = i % t->column_count < t->key_count ? 0 : t->cells[i].estimate.count;
        if (n && count && n != count)
            return 0;
        count = n ? n : count;
    }
    return count;
}

static bool has_missing(const Table *t)
{
    bool has = false;
    for (int i = 0; i < t->row_count * t->column_count; i++)
        has = has || (i % t->column_count >= t->key_count && !t->cells[i].estimate.count);
    return has;
}

static bool has_mark(const Table *t, bool best)
{
    bool has = false;
    for (int i = 0; i < t->row_count * t->column_count; i++)
        has = has || (best ? t->cells[i].best : t->cells[i].estimate.count && t->cells[i].unconverged);
    return has;
}

static bool has_infinite(const Table *t)
{
    bool has = false;
    for (int i = 0; i < t->row_count * t->column_count; i++)
        has = has || (i % t->column_count >= t->key_count && t->cells[i].estimate.count && isinf(t->cells[i].estimate.median));
    return has;
}

void table_note(const Table *t, const TableSigns *signs, char out[TABLE_NOTE_MAX])
{
    const int common = table_common_count(t);
    bool      measured = false, exact = false;
    char      count[64] = "";
    for (int c = t->key_count; c < t->column_count; c++)
        *(table_is_measured(t, c) ? &measured : &exact) = true;
    if (common)
        snprintf(count, sizeof count, ", of %d %s", common, !measured ? "samples" : exact ? "processes or samples" : "processes");
    if (common == 1)
        snprintf(out, TABLE_NOTE_MAX, "%s", measured ? "One process each, so the spread is unknown." : "One exact value each.");
    else
        snprintf(out, TABLE_NOTE_MAX, "Median %s%s%s%s%s%s.", signs->open, measured ? "95 % interval over processes" : "",
                 measured && exact ? "; quartiles for exact values" : "", measured ? "" : "quartiles", signs->close, count);
    if (common != 1 && has_infinite(t))
        text_add(out, TABLE_NOTE_MAX, "", " Not reached: by at least half of the samples.");
    if (t->pooled)
        text_add(out, TABLE_NOTE_MAX, "", " Some values pool cases that differ in a setting that the table does not show.");
    if (t->unknown)
        text_add(out, TABLE_NOTE_MAX, "", " Values of `where` without data: %s.", t->unknown);
    if (has_missing(t))
        text_add(out, TABLE_NOTE_MAX, "", " %s: not measured.", signs->missing);
    if (has_mark(t, true))
        text_add(out, TABLE_NOTE_MAX, "", " %s: the best of its row, significantly better than every other (95 %%).", signs->best);
    if (has_mark(t, false))
        text_add(out, TABLE_NOTE_MAX, "", " %s includes unconverged steps.", signs->ring);
}

// The heading line above several columns.
static void html_heads(const Table *t, FILE *out)
{
    bool over = false;
    for (int c = 0; c < t->column_count; c++)
        over = over || *t->heads[c].over;
    for (int line = over ? 0 : 1; line < 2; line++) {
        fputs("<tr>", out);
        for (int c = 0, end = 0; c < t->column_count; c = end) {
            const TableHead *head = &t->heads[c];
            for (end = c + 1; line == 0 && end < t->column_count && strcmp(t->heads[end].over, head->over) == 0; end++)
                ;
            if (line == 0)
                escape_print(html_text, out, "<th class=\"over\" colspan=\"%d\">%s</th>", end - c, head->over);
            else
                escape_print(html_text, out, c < t->key_count ? "<th>%s</th>" : "<th class=\"number\">%s</th>", head->under);
        }
        fputs("</tr>\n", out);
    }
}

// Width in characters, with each column as narrow as its longest word.
static int least_width(const Table *t)
{
    enum { INTERVAL = 8, PADDING = 2 };
    int sum = 0;
    for (int c = 0; c < t->column_count; c++) {
        int longest = c < t->key_count ? 0 : INTERVAL;
        for (int r = -1; r < (c < t->key_count ? t->row_count : 0); r++) {
            const int word = table_longest_word(r < 0 ? t->heads[c].under : t->cells[r * t->column_count + c].text);
            longest = word > longest ? word : longest;
        }
        sum += longest + PADDING;
    }
    return sum;
}

const char *table_print_class(const Table *t)
{
    enum { UPRIGHT = 120, ACROSS = 176, TIGHT = 220 }; // width of an A4 page in printed characters, the last in smaller ones
    const int width = t->missing ? 0 : least_width(t);
    return width <= UPRIGHT  ? ""
           : width <= ACROSS ? " class=\"across\""
           : width <= TIGHT  ? " class=\"across tight\""
                             : " class=\"across tight broken\"";
}

void table_html(const Table *t, FILE *out)
{
    static const TableSigns SIGNS = {"and [", "]", "Bold", "◦", "–"};
    const int               common = table_common_count(t);
    char                    note[TABLE_NOTE_MAX];
    table_note(t, &SIGNS, note);
    fputs("<div class=\"wide\"><table><thead>", out);
    html_heads(t, out);
    fputs("</thead>\n<tbody>\n", out);
    for (int r = 0; r < t->row_count; r++) {
        fputs("<tr>", out);
        for (int c = 0; c < t->column_count; c++) {
            const TableCell *cell = &t->cells[r * t->column_count + c];
            double           ignored = 0;
            if (c >= t->key_count)
                html_estimate(cell, !common, out);
            else
                escape_print(html_text, out, text_to_double(cell->text, &ignored) ? "<td class=\"number\">%s</td>" : "<td>%s</td>",
                             cell->text);
        }
        fputs("</tr>\n", out);
    }
    escape_print(html_text, out, "</tbody></table></div>\n<p class=\"note\">%s%s</p>\n", note, common ? "" : " n: number of samples.");
}

// The number columns of the table of cases.
enum { CASE_STEP, CASE_PROCESSES, CASE_P95, CASE_P99, CASE_WORST, CASE_STEPS, CASE_COST, CASE_ERROR, CASE_COLUMNS };
static const char *const CASE_HEADS[CASE_COLUMNS] = {
    "step (ms)", "processes", "p95 (ms)", "p99 (ms)", "worst (ms)", "of steps", "ns / constraint / iteration", "final / initial error"};

static TableCell case_cell(const CaseLine *line, int column)
{
    const Estimate *const estimates[CASE_COLUMNS] = {
        [CASE_STEP] = &line->step_ms, [CASE_COST] = &line->ns_per_constraint, [CASE_ERROR] = &line->error};
    double     numbers[CASE_COLUMNS] = {[CASE_PROCESSES] = line->step_ms.count,
                                        [CASE_P95] = line->p95,
                                        [CASE_P99] = line->p99,
                                        [CASE_WORST] = line->worst,
                                        [CASE_STEPS] = line->steps};
    const bool count = column == CASE_PROCESSES || column == CASE_STEPS, there = count ? numbers[column] > 0 : !isnan(numbers[column]);
    return (TableCell){.estimate = estimates[column] ? *estimates[column] : estimate_make(&numbers[column], there, !count)};
}

// True if a case is done but lacks numbers; such cases are not printed on paper.
static bool is_bare(const Dataset *d, const CaseLine *line, int i)
{
    bool bare = strcmp(d->cases[i].status, case_status_name(CASE_DONE)) == 0 && !d->cases[i].unconverged && !*d->cases[i].findings &&
                d->cases[i].hashes <= 1;
    for (int c = 0; c < CASE_COLUMNS; c++)
        bare = bare && !case_cell(line, c).estimate.count;
    return bare;
}

void case_html(const Dataset *d, const CaseLine *lines, FILE *out)
{
    bool shown[CASE_COLUMNS] = {false};
    int  bare_count = 0;
    bool missing = false;
    for (int i = 0; i < d->case_count; i++)
        for (int c = 0; c < CASE_COLUMNS; c++)
            shown[c] = shown[c] || case_cell(&lines[i], c).estimate.count;
    fputs("<div class=\"wide\"><table class=\"cases\"><thead><tr><th>case</th>", out);
    for (int c = 0; c < CASE_COLUMNS; c++)
        if (shown[c])
            fprintf(out, "<th class=\"number\">%s</th>", CASE_HEADS[c]);
    fputs("<th>status</th></tr></thead>\n<tbody>\n", out);
    for (int i = 0; i < d->case_count; i++) {
        const bool bare = is_bare(d, &lines[i], i);
        bare_count += bare;
        escape_print(html_text, out, bare ? "<tr class=\"bare\"><td>%s</td>" : "<tr><td>%s</td>", d->cases[i].label);
        for (int c = 0; c < CASE_COLUMNS; c++) {
            const TableCell cell = case_cell(&lines[i], c);
            missing = missing || (shown[c] && !cell.estimate.count);
            if (shown[c])
                html_estimate(&cell, false, out);
        }
        escape_print(html_text, out, "<td>%s", d->cases[i].status);
        if (d->cases[i].unconverged)
            fprintf(out, ", %d steps without convergence", d->cases[i].unconverged);
        escape_print(html_text, out, "%s%s", *d->cases[i].findings ? ", " : "", d->cases[i].findings);
        fputs(d->cases[i].hashes > 1 ? ", not deterministic</td></tr>\n" : "</td></tr>\n", out);
    }
    fputs(missing ? "</tbody></table></div>\n<p class=\"note\">–: not measured; p95 and p99 need 20 and 100 steps.</p>\n"
                  : "</tbody></table></div>\n",
          out);
    if (bare_count)
        fprintf(out, "<p class=\"note printed\">Omitted in print: %d finished cases without numbers.</p>\n", bare_count);
}

// ---- terminal ----

enum { TEXT_COLUMNS = 9, WORDS = 160, TEXT_WIDTH = 80, STATUS_WIDTH = 4, LABEL_MIN = 16 };

typedef struct TextLine { // of the terminal table: case, times and processes, the tail of the steps, cost, error, status
    char cells[TEXT_COLUMNS][WORDS];
} TextLine;

// characters: length of the label.
static void make_line(const Dataset *d, const CaseLine *lines, const LabelSet *labels, int i, int characters, TextLine *out)
{
    const Estimate *e = &lines[i].step_ms;
    char           *end = out->cells[TEXT_COLUMNS - 1];
    label_set_text(labels, i, characters, out->cells[0], WORDS);
    number_format(e->median, out->cells[1]);
    char spread[TABLE_INTERVAL_MAX];
    snprintf(out->cells[2], WORDS, "%s", *table_spread(e, spread) ? spread : "-");
    snprintf(out->cells[3], WORDS, e->count ? "%d" : "-", e->count);
    number_format(lines[i].p99, out->cells[4]);
    number_format(lines[i].worst, out->cells[5]);
    number_format(lines[i].ns_per_constraint.median, out->cells[6]);
    number_format(lines[i].error.median, out->cells[7]);
    snprintf(end, WORDS, "%s%s", d->cases[i].status, d->cases[i].hashes > 1 ? " (not deterministic)" : "");
    if (d->cases[i].unconverged)
        text_add(end, WORDS, ", ", "%d unconverged", d->cases[i].unconverged);
    if (*d->cases[i].findings)
        text_add(end, WORDS, ", ", "%s", d->cases[i].findings);
}

// Columns are as wide as their contents; empty columns are omitted. Cases are left-aligned and numbers right-aligned. The status is last,
// on its own line if it is too long.
static void print_line(const TextLine *line, const int *widths, FILE *out)
{
    const char *end = line->cells[TEXT_COLUMNS - 1];
    int         used = widths[0];
    fprintf(out, "%s%*s", line->cells[0], widths[0] - (int)text_characters(line->cells[0]), "");
    for (int c = 1; c < TEXT_COLUMNS - 1; c++)
        if (widths[c])
            used += fprintf(out, " %*s", widths[c], line->cells[c]);
    fprintf(out, used + 2 + (int)text_characters(end) > TEXT_WIDTH ? "\n    %s\n" : "  %s\n", end);
}

static void widen(const TextLine *line, const TextLine *head, int *widths)
{
    for (int c = 0; c < TEXT_COLUMNS; c++) {
        const int length = (int)text_characters(line->cells[c]), min = (int)strlen(head->cells[c]);
        if (c == 0 || strcmp(line->cells[c], "-") != 0)
            widths[c] = length > widths[c] || min > widths[c] ? (length > min ? length : min) : widths[c];
    }
}

// The width that the other columns of a terminal leave for the label, with `done` at the end.
static int label_room(const int *widths)
{
    int room = TEXT_WIDTH - 2 - STATUS_WIDTH;
    for (int c = 1; c < TEXT_COLUMNS - 1; c++)
        room -= widths[c] ? 1 + widths[c] : 0;
    return room > LABEL_MIN ? room : LABEL_MIN;
}

Status case_text(const Dataset *d, const CaseLine *lines, FILE *out)
{
    static const TextLine HEAD = {{"case", "step ms", "interval", "n", "p99", "worst", "ns/c/it", "error", "end"}};
    int                   widths[TEXT_COLUMNS] = {4};
    bool                  alone = false;
    TextLine              line;
    LabelSet              labels = {0};
    const char          **texts = calloc((size_t)d->case_count + 1, sizeof *texts);
    for (int i = 0; texts && i < d->case_count; i++)
        texts[i] = d->cases[i].label;
    const Status status = texts ? label_set_create(texts, d->case_count, &labels) : status_make(STATUS_MEMORY, "out of memory for labels");
    free(texts);
    TRY(status);
    if (*labels.shared)
        fprintf(out, "all cases: %s\n", labels.shared);
    for (int i = 0; i < d->case_count; i++) {
        make_line(d, lines, &labels, i, 0, &line);
        widen(&line, &HEAD, widths);
    }
    const int room = label_room(widths);
    for (int i = 0; i < d->case_count; i++) {
        make_line(d, lines, &labels, i, room, &line);
        widen(&line, &HEAD, widths);
    }
    print_line(&HEAD, widths, out);
    for (int i = 0; i < d->case_count; i++) {
        make_line(d, lines, &labels, i, room, &line);
        print_line(&line, widths, out);
        alone = alone || lines[i].step_ms.count == 1;
    }
    if (alone)
        text_put_wrapped("n 1: only one process, so the spread between processes is unknown; --reps 5 measures five processes.", 0, 0,
                         TEXT_WIDTH, out);
    label_set_destroy(&labels);
    return status_ok();
}
