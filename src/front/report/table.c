#include "report/private/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/statistics.h"
#include "base/text.h"
#include "report/private/data_frame.h"
#include "report/private/empty.h"
#include "report/private/number.h"

void html_text(const char *text, FILE *out)
{
    for (const char *p = text; *p; p++) {
        if (*p == '&')
            fputs("&amp;", out);
        else if (*p == '<')
            fputs("&lt;", out);
        else if (*p == '>')
            fputs("&gt;", out);
        else if (*p == '"')
            fputs("&quot;", out);
        else
            putc(*p, out);
    }
}

void markdown_text(const char *text, FILE *out)
{
    for (; *text; text++) {
        const char one[] = {*text == '\n' ? ' ' : *text, '\0'};
        if (strchr("\\|*_`[]", *text))
            putc('\\', out);
        html_text(one, out);
    }
}

static void csv_number(double value, FILE *out)
{
    char text[NUMBER_TEXT] = "";
    if (isfinite(value))
        text_from_double(value, text, sizeof text);
    fputs(text, out);
}

static void csv_numbers(int count, const double *values, FILE *out) // a comma behind each
{
    for (int i = 0; i < count; i++) {
        csv_number(values[i], out);
        putc(',', out);
    }
}

// ---- from a spec ----

// Keys of a group: the rows, then the column.
typedef struct Layout {
    Dataset         *d;
    const TableSpec *spec;
    int              key_count;
    const char      *keys[SPEC_LIST_MAX];
    Groups           groups; // of the current value
    int              row_count, column_count, row_room;
    const Group    **rows;    // one group of each row, in plan order
    Value           *columns; // distinct values of spec->columns; without it a single empty one
} Layout;

// Without `rows:`, the settings that vary among the cases, except the one of the columns.
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

static bool same_row(const Layout *l, const Group *a, const Group *b)
{
    for (int k = 0; k < l->key_count; k++)
        if (value_compare(a->key[k], b->key[k]) != 0)
            return false;
    return true;
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
    return a.kind == VALUE_NUMBER && b.kind == VALUE_NUMBER && a.number < b.number;
}

static Status find_rows_and_columns(Layout *l)
{
    const size_t room = (size_t)l->groups.count + 1;
    TRY(ARENA_NEW(&l->d->arena, room, &l->rows));
    TRY(ARENA_NEW(&l->d->arena, room, &l->columns));
    for (int g = 0; g < l->groups.count; g++) {
        const Group *group = &l->groups.groups[g];
        const Value  column = *l->spec->columns ? group->key[l->key_count] : (Value){0};
        int          r = 0, c = 0;
        while (r < l->row_count && !same_row(l, l->rows[r], group))
            r++;
        while (c < l->column_count && value_compare(l->columns[c], column) != 0)
            c++;
        if (r == l->row_count)
            l->rows[l->row_count++] = group;
        if (c == l->column_count)
            l->columns[l->column_count++] = column;
    }
    for (int i = 1; i < l->column_count; i++) // numbers ascend, phases keep their order in a step
        for (int k = i; k > 0 && column_before(l, l->columns[k], l->columns[k - 1]); k--) {
            const Value swap = l->columns[k];
            l->columns[k] = l->columns[k - 1];
            l->columns[k - 1] = swap;
        }
    return status_ok();
}

static Status make_text(Dataset *d, Value value, const char **out)
{
    char text[SPEC_TEXT_MAX];
    value_format(value, text, sizeof text);
    return dataset_text(d, text, out);
}

static const char *setting_head(const char *setting)
{
    return strncmp(setting, "scene.", 6) == 0 ? setting + 6 : setting;
}

// A number follows its name: threads 2.
static void format_column(const Layout *l, Value value, char *out, size_t size)
{
    char text[SPEC_TEXT_MAX];
    value_format(value, text, sizeof text);
    snprintf(out, size, "%s%s%s", value.kind == VALUE_NUMBER ? setting_head(l->spec->columns) : "", value.kind == VALUE_NUMBER ? " " : "",
             text);
}

static Status make_heads(Layout *l, Table *t)
{
    TRY(ARENA_NEW(&l->d->arena, t->column_count, &t->heads));
    for (int k = 0; k < l->key_count; k++)
        t->heads[k] = setting_head(l->keys[k]);
    for (int c = 0; c < l->column_count; c++)
        for (int v = 0; v < l->spec->value_count; v++) {
            const DataColumn *column = data_view_column(l->spec->data, l->spec->values[v]);
            char              head[SPEC_TEXT_MAX];
            const char       *label = column ? data_column_label(column, head, sizeof head) : l->spec->values[v]; // an expression
            char              text[4 * SPEC_TEXT_MAX], name[3 * SPEC_TEXT_MAX];
            format_column(l, l->columns[c], name, sizeof name);
            const char *unit = strrchr(label, '(');
            if (column && *l->spec->columns && l->spec->value_count == 1) // analyse (ms)
                snprintf(text, sizeof text, "%s%s%s", name, unit ? " " : "", unit ? unit : "");
            else
                snprintf(text, sizeof text, "%s%s%s", name, *name ? ": " : "", label);
            TRY(dataset_text(l->d, text, &t->heads[l->key_count + c * l->spec->value_count + v]));
        }
    return status_ok();
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
            TRY(make_text(l->d, l->rows[r]->key[k], &t->cells[r * t->column_count + k].text));
    return status_ok();
}

static void fill_value(const Layout *l, const Groups *groups, int value, Table *t)
{
    for (int g = 0; g < groups->count; g++) {
        const Group *group = &groups->groups[g];
        const Value  column = *l->spec->columns ? group->key[l->key_count] : (Value){0};
        int          r = 0, c = 0;
        while (r < l->row_count && !same_row(l, l->rows[r], group))
            r++;
        while (c < l->column_count && value_compare(l->columns[c], column) != 0)
            c++;
        if (r < l->row_count && c < l->column_count)
            t->cells[r * t->column_count + t->key_count + c * l->spec->value_count + value] =
                (TableCell){.estimate = group->estimate, .unconverged = group->unconverged};
        t->pooled = t->pooled || group->case_count > 1;
    }
}

static Status place_groups(Layout *l, int value, Table *t)
{
    if (value == 0) {
        qsort(l->groups.groups, (size_t)l->groups.count, sizeof *l->groups.groups, compare_first);
        TRY(find_rows_and_columns(l));
        TRY(fill_keys(l, t));
    }
    fill_value(l, &l->groups, value, t);
    return status_ok();
}

// Each value has rows of its own: those of one that is measured are by process. The rows of the table are those that have the first value;
// a row that has only other values is left out. Gives how many rows of the data there are.
static Status add_value(Layout *l, int value, Table *t, int *row_count)
{
    const TableSpec *spec = l->spec;
    FrameQuery       q = {.data = spec->data, .where = spec->where, .where_count = spec->where_count, .value_count = 1};
    Frame            frame;
    for (int k = 0; k < l->key_count; k++)
        q.names[q.count++] = l->keys[k];
    if (*spec->columns)
        q.names[q.count++] = spec->columns;
    q.value = q.count;
    q.names[q.count++] = spec->values[value];
    TRY(frame_init(l->d, &q, &frame));
    *row_count = frame.count;
    Groups first = l->groups;
    Status status = frame_group(&frame, q.value, q.value, &l->groups);
    if (status.code == STATUS_OK)
        status = place_groups(l, value, t);
    if (value) { // the rows of the table are groups of the first value
        free(l->groups.groups);
        l->groups = first;
    }
    frame_destroy(&frame);
    return status;
}

static Status explain_missing(Dataset *d, const TableSpec *spec, bool rows, const char **out)
{
    char text[1000];
    if (!empty_reason(d, spec->where, spec->where_count, text, sizeof text))
        snprintf(text, sizeof text, "%s",
                 rows ? "no row has a value and all settings that `rows` names" : "no finished case has data that `where` selects");
    return dataset_text(d, text, out);
}

Status table_init(Dataset *d, const TableSpec *spec, Table *out)
{
    Layout l = {.d = d, .spec = spec};
    Status status = status_ok();
    int    row_count = 0;
    *out = (Table){0};
    choose_keys(&l);
    for (int v = 0; v < spec->value_count && status.code == STATUS_OK; v++)
        status = add_value(&l, v, out, &row_count);
    free(l.groups.groups);
    return status.code == STATUS_OK && out->row_count == 0 ? explain_missing(d, spec, row_count > 0, &out->missing) : status;
}

// ---- per case ----

static Status summarise_cases(Dataset *d, const char *view, const char *column, bool final, size_t offset, CaseLine *lines)
{
    FrameQuery q = {.count = 2, .names = {"position_in_plan", column}, .value = 1, .value_count = 1};
    Frame      frame;
    Groups     groups = {0};
    for (int i = 0; data_view_at(i); i++)
        if (strcmp(data_view_at(i)->name, view) == 0)
            q.data = data_view_at(i);
    ASSERT(q.data);
    const DataView last = {"final", "final_error", false, REST_PROBE, q.data->columns, true, {NULL}, {NULL}};
    if (final)
        q.data = &last;
    TRY(frame_init(d, &q, &frame));
    for (int i = 0; i < frame.count; i++)
        frame.rows[i].values[0] = (Value){VALUE_NUMBER, frame.rows[i].case_index, NULL};
    const Status status = frame_group(&frame, 1, 1, &groups);
    for (int g = 0; g < groups.count; g++)
        memcpy((char *)&lines[(int)groups.groups[g].key[0].number] + offset, &groups.groups[g].estimate, sizeof(Estimate));
    free(groups.groups);
    frame_destroy(&frame);
    return status;
}

// values[count] of one case, sorted here.
static void set_tail(double *values, int count, CaseLine *line)
{
    enum { P95_LEAST = 20, P99_LEAST = 100 };
    line->steps = count;
    if (count == 0)
        return;
    statistics_median(values, count);
    line->worst = values[count - 1];
    line->p95 = count >= P95_LEAST ? statistics_quantile(values, count, 0.95) : NAN;
    line->p99 = count >= P99_LEAST ? statistics_quantile(values, count, 0.99) : NAN;
}

// Rows are in plan order.
static Status find_tails(Dataset *d, CaseLine *lines)
{
    const FrameQuery q = {.data = data_view_at(0), .count = 1, .names = {"step_ms"}};
    Frame            frame;
    ASSERT(strcmp(q.data->name, "step") == 0);
    TRY(frame_init(d, &q, &frame));
    double *values = malloc(((size_t)frame.count + 1) * sizeof *values);
    for (int i = 0, count = 0; values && i < frame.count; i++) {
        values[count++] = frame.rows[i].values[0].number;
        if (i + 1 < frame.count && frame.rows[i + 1].case_index == frame.rows[i].case_index)
            continue;
        set_tail(values, count, &lines[frame.rows[i].case_index]);
        count = 0;
    }
    frame_destroy(&frame);
    if (!values)
        return status_make(STATUS_MEMORY, "out of memory for the steps of %d cases", d->case_count);
    free(values);
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
    return summarise_cases(d, "convergence", "error", true, offsetof(CaseLine, error), *out);
}

// ---- CSV ----

// Whether the values of a column differ from process to process.
static bool is_measured(const Table *t, int column)
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
        const char *const PARTS[] = {"", " low", " high", is_measured(t, c) ? " processes" : " n"};
        for (int part = 0; part < (c < t->key_count ? 1 : 4); part++) {
            char head[2 * SPEC_TEXT_MAX + 8];
            snprintf(head, sizeof head, "%s%s", t->heads[c], PARTS[part]);
            fputs(c || part ? "," : "", out);
            text_csv(head, out);
        }
    }
    fputs(",unconverged_steps\r\n", out);
    for (int r = 0; r < t->row_count; r++) {
        int unconverged = 0;
        for (int c = 0; c < t->column_count; c++) {
            const TableCell *cell = &t->cells[r * t->column_count + c];
            fputs(c ? "," : "", out);
            if (c < t->key_count) {
                text_csv(cell->text, out);
                continue;
            }
            unconverged = cell->unconverged > unconverged ? cell->unconverged : unconverged;
            const double numbers[] = {cell->estimate.median, cell->estimate.low, cell->estimate.high};
            csv_numbers(3, cell->estimate.count ? numbers : (double[]){NAN, NAN, NAN}, out);
            fprintf(out, "%d", cell->estimate.count);
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
          "ns_per_constraint,final_error,unconverged_steps,findings",
          out);
    for (int s = 0; s < d->setting_count; s++) {
        putc(',', out);
        text_csv(d->settings[s], out);
    }
    fputs("\r\n", out);
    for (int i = 0; i < d->case_count; i++) {
        const CaseRow *c = &d->cases[i];
        const char    *texts[] = {c->key, c->label, c->status, c->message};
        for (int k = 0; k < 4; k++) {
            text_csv(texts[k], out);
            putc(',', out);
        }
        const CaseLine *line = &lines[i];
        csv_numbers(3, (double[]){line->step_ms.median, line->step_ms.low, line->step_ms.high}, out);
        fprintf(out, "%d,", line->step_ms.count);
        csv_numbers(3, (double[]){line->p95, line->p99, line->worst}, out);
        fprintf(out, "%d,", line->steps);
        csv_numbers(2, (double[]){line->ns_per_constraint.median, line->error.median}, out);
        fprintf(out, "%d,", c->unconverged);
        text_csv(c->findings, out);
        for (int s = 0; s < d->setting_count; s++) {
            char text[SPEC_TEXT_MAX];
            value_format(c->settings[s], text, sizeof text);
            putc(',', out);
            text_csv(text, out);
        }
        fputs("\r\n", out);
    }
    return file_commit(&draft);
}

// ---- HTML and Markdown ----

#define RINGED "◦ rests on steps that ended without convergence."

// open, close: round the interval. ringed: with the sign of a number that rests on steps without convergence.
static void put_estimate(const Estimate *e, bool ringed, const char *open, const char *close, FILE *out)
{
    char median[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT];
    number_format(e->median, median);
    number_format(e->low, low);
    number_format(e->high, high);
    fputs(e->count ? median : "–", out);
    if (e->count && e->low < e->high)
        fprintf(out, " %s[%s, %s]%s", open, low, high, close);
    fputs(e->count && ringed ? " ◦" : "", out);
}

static void html_estimate(const Estimate *e, bool ringed, FILE *out)
{
    fputs("<td class=\"number\">", out);
    put_estimate(e, ringed, "<small>", "</small>", out);
    fputs("</td>", out);
}

// The number of samples if all values have the same, else 0.
static int common_count(const Table *t)
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

// What the brackets are, and of how many values.
static void put_spread(const Table *t, int common, FILE *out)
{
    bool measured = false, exact = false;
    char count[64] = "";
    for (int c = t->key_count; c < t->column_count; c++)
        *(is_measured(t, c) ? &measured : &exact) = true;
    if (common)
        snprintf(count, sizeof count, " of %d %s", common, !measured ? "samples" : exact ? "processes or samples" : "processes");
    if (common == 1)
        fprintf(out, "One %s each, so the spread is unknown.", measured ? "process" : "sample");
    else
        fprintf(out, "Median and [%s%s%s]%s.", measured ? "95 % interval over processes" : "",
                measured && exact ? "; of what is exact, quartiles" : "", measured ? "" : "quartiles", count);
}

void table_html(const Table *t, FILE *out)
{
    const int common = common_count(t);
    bool      ringed = false;
    fputs("<table><thead><tr>", out);
    for (int c = 0; c < t->column_count; c++) {
        fprintf(out, "<th%s>", c < t->key_count ? "" : " class=\"number\"");
        html_text(t->heads[c], out);
        fputs("</th>", out);
        if (c >= t->key_count && !common)
            fprintf(out, "<th class=\"number\">%s</th>", is_measured(t, c) ? "processes" : "samples");
    }
    fputs("</tr></thead>\n<tbody>\n", out);
    for (int r = 0; r < t->row_count; r++) {
        fputs("<tr>", out);
        for (int c = 0; c < t->column_count; c++) {
            const TableCell *cell = &t->cells[r * t->column_count + c];
            if (c >= t->key_count) {
                html_estimate(&cell->estimate, cell->unconverged, out);
                ringed = ringed || cell->unconverged;
                if (!common)
                    fprintf(out, "<td class=\"number\">%d</td>", cell->estimate.count);
                continue;
            }
            double ignored = 0;
            fputs(text_to_double(cell->text, &ignored) ? "<td class=\"number\">" : "<td>", out);
            html_text(cell->text, out);
            fputs("</td>", out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table>\n", out);
    fputs("<p class=\"note\">", out);
    put_spread(t, common, out);
    fputs("</p>\n", out);
    fputs(ringed ? "<p class=\"note\">" RINGED "</p>\n" : "", out);
}

static void markdown_head(const Table *t, bool counts, FILE *out)
{
    for (int line = 0; line < 2; line++) {
        putc('|', out);
        for (int c = 0; c < t->column_count; c++) {
            const bool key = c < t->key_count;
            putc(' ', out);
            if (line == 0)
                markdown_text(t->heads[c], out);
            fputs(line == 0 ? " |" : key ? "--- |" : "---: |", out);
            if (!key && counts)
                fprintf(out, " %s |", line ? "---:" : is_measured(t, c) ? "processes" : "samples");
        }
        putc('\n', out);
    }
}

void table_markdown(const Table *t, FILE *out)
{
    const int common = common_count(t);
    bool      ringed = false;
    markdown_head(t, !common, out);
    for (int r = 0; r < t->row_count; r++) {
        putc('|', out);
        for (int c = 0; c < t->column_count; c++) {
            const TableCell *cell = &t->cells[r * t->column_count + c];
            putc(' ', out);
            if (c < t->key_count)
                markdown_text(cell->text, out);
            else
                put_estimate(&cell->estimate, cell->unconverged, "", "", out);
            fputs(" |", out);
            if (c >= t->key_count && !common)
                fprintf(out, " %d |", cell->estimate.count);
            ringed = ringed || cell->unconverged;
        }
        putc('\n', out);
    }
    putc('\n', out);
    put_spread(t, common, out);
    fputs(ringed ? " " RINGED "\n" : "\n", out);
}

static void html_tail(const CaseLine *line, FILE *out)
{
    const double numbers[] = {line->p95, line->p99, line->worst};
    char         text[NUMBER_TEXT];
    for (int i = 0; i < 3; i++) {
        number_format(numbers[i], text);
        fprintf(out, "<td class=\"number\">%s</td>", isnan(numbers[i]) ? "–" : text);
    }
    fprintf(out, "<td class=\"number\">%d</td>", line->steps);
}

void case_html(const Dataset *d, const CaseLine *lines, FILE *out)
{
    fputs(
        "<table><thead><tr><th>case</th><th class=\"number\">step (ms)</th><th class=\"number\">processes</th>"
        "<th class=\"number\">p95</th><th class=\"number\">p99</th><th class=\"number\">worst</th><th class=\"number\">of steps</th>"
        "<th class=\"number\">ns / constraint / iteration</th><th class=\"number\">final error</th><th>status</th></tr></thead>\n<tbody>\n",
        out);
    for (int i = 0; i < d->case_count; i++) {
        fputs("<tr><td>", out);
        html_text(d->cases[i].label, out);
        fputs("</td>", out);
        html_estimate(&lines[i].step_ms, false, out);
        fprintf(out, "<td class=\"number\">%d</td>", lines[i].step_ms.count);
        html_tail(&lines[i], out);
        html_estimate(&lines[i].ns_per_constraint, false, out);
        html_estimate(&lines[i].error, false, out);
        fputs("<td>", out);
        html_text(d->cases[i].status, out);
        if (d->cases[i].unconverged)
            fprintf(out, ", %d steps without convergence", d->cases[i].unconverged);
        fprintf(out, "%s%s", *d->cases[i].findings ? ", " : "", d->cases[i].findings);
        fputs(d->cases[i].hashes > 1 ? ", not deterministic</td></tr>\n" : "</td></tr>\n", out);
    }
    fputs("</tbody></table>\n", out);
}

// ---- terminal ----

// Words that all labels share are printed once, above the table.
static bool has_word(const char *label, const char *word, size_t length)
{
    for (const char *at = strstr(label, word); at; at = strstr(at + 1, word))
        if ((at == label || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static bool is_common(const Dataset *d, const char *word, size_t length)
{
    char copy[160];
    if (d->case_count < 2 || length >= sizeof copy)
        return false;
    memcpy(copy, word, length);
    copy[length] = '\0';
    for (int i = 0; i < d->case_count; i++)
        if (!has_word(d->cases[i].label, copy, length))
            return false;
    return true;
}

// The words of a label that are common to all (or that are not), as a text.
static void pick_words(const Dataset *d, const char *label, bool common, char out[160])
{
    size_t used = 0;
    out[0] = '\0';
    for (const char *word = label; *word;) {
        const size_t length = strcspn(word, " ");
        if (length && is_common(d, word, length) == common && used + length + 2 < 160) {
            used += (size_t)snprintf(out + used, 160 - used, "%s%.*s", used ? " " : "", (int)length, word);
        }
        word += length + strspn(word + length, " ");
    }
}

enum { TEXT_COLUMNS = 9, WORDS = 160 };

typedef struct TextLine { // of the terminal table: case, times and processes, the tail of the steps, cost, error, status
    char cells[TEXT_COLUMNS][WORDS];
} TextLine;

static void make_line(const Dataset *d, const CaseLine *lines, int i, TextLine *out)
{
    const Estimate *e = &lines[i].step_ms;
    char           *end = out->cells[TEXT_COLUMNS - 1];
    pick_words(d, d->cases[i].label, false, out->cells[0]);
    if (!*out->cells[0])
        snprintf(out->cells[0], WORDS, "%s", d->cases[i].label);
    number_format(e->median, out->cells[1]);
    number_spread(e->low, e->median, e->high, out->cells[2]);
    snprintf(out->cells[3], WORDS, e->count ? "%d" : "-", e->count);
    number_format(lines[i].p99, out->cells[4]);
    number_format(lines[i].worst, out->cells[5]);
    number_format(lines[i].ns_per_constraint.median, out->cells[6]);
    number_format(lines[i].error.median, out->cells[7]);
    snprintf(end, WORDS, "%s%s", d->cases[i].status, d->cases[i].hashes > 1 ? " (not deterministic)" : "");
    if (d->cases[i].unconverged)
        snprintf(end + strlen(end), WORDS - strlen(end), ", %d unconverged", d->cases[i].unconverged);
    if (*d->cases[i].findings)
        snprintf(end + strlen(end), WORDS - strlen(end), ", %s", d->cases[i].findings);
}

// Columns are as wide as their contents, empty ones are left out; cases left-aligned, numbers right-aligned, then the status.
static void print_line(const TextLine *line, const int *widths, FILE *out)
{
    for (int c = 0; c < TEXT_COLUMNS; c++) {
        if (c == 0)
            fprintf(out, "%s%*s", line->cells[c], widths[c] - (int)text_characters(line->cells[c]), "");
        else if (c == TEXT_COLUMNS - 1)
            fprintf(out, "  %s\n", line->cells[c]);
        else if (widths[c])
            fprintf(out, " %*s", widths[c], line->cells[c]);
    }
}

void case_text(const Dataset *d, const CaseLine *lines, FILE *out)
{
    static const TextLine HEAD = {{"case", "step ms", "+-", "n", "p99", "worst", "ns/c/it", "error", "end"}};
    int                   widths[TEXT_COLUMNS] = {4};
    char                  words[WORDS];
    TextLine              line;
    pick_words(d, d->case_count > 1 ? d->cases[0].label : "", true, words);
    if (*words)
        fprintf(out, "all cases: %s\n", words);
    for (int i = 0; i < d->case_count; i++) {
        make_line(d, lines, i, &line);
        for (int c = 0; c < TEXT_COLUMNS; c++) {
            const int head = (int)strlen(HEAD.cells[c]), length = (int)text_characters(line.cells[c]),
                      least = length > head ? length : head;
            if (c == 0 || strcmp(line.cells[c], "-") != 0)
                widths[c] = least > widths[c] ? least : widths[c];
        }
    }
    print_line(&HEAD, widths, out);
    bool alone = false;
    for (int i = 0; i < d->case_count; i++) {
        make_line(d, lines, i, &line);
        print_line(&line, widths, out);
        alone = alone || lines[i].step_ms.count == 1;
    }
    if (alone)
        text_put_wrapped("n 1: of one process, the spread between processes is not known; --reps 5 measures five.", 0, 0, 80, out);
}
