#include "cli/private/list_metrics.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/private/terminal.h"
#include "experiment/labels.h"

static const MetricMeaning MEANINGS[] = {
#define METRIC_MEANING(data, name, formula, norm, scale) {#data, #name, formula, norm, scale},
#include "record/metric_list.h"
};
enum { MEANING_COUNT = sizeof MEANINGS / sizeof *MEANINGS };

static const struct {
    const char *name, *rows;
} DATA[] = {
#define METRIC_DATA(data, views, rows) {#data, rows},
#include "record/metric_list.h"
};
enum { DATA_COUNT = sizeof DATA / sizeof *DATA };

static const struct {
    const char *symbols, *meaning;
} SYMBOLS[] = {
#define METRIC_SYMBOL(symbols, meaning) {symbols, meaning},
#include "record/metric_list.h"
};

const MetricMeaning *metric_meaning_at(int index)
{
    return index < MEANING_COUNT ? &MEANINGS[index] : NULL;
}

static const DataView *view_of(const char *name)
{
    int i = 0;
    while (data_view_at(i) && strcmp(data_view_at(i)->name, name) != 0)
        i++;
    return data_view_at(i);
}

const DataColumn *metric_column(const MetricMeaning *meaning)
{
    char              point[64];
    const DataView   *view = view_of(meaning->data);
    const DataColumn *column = view ? data_view_column(view, meaning->name) : NULL;
    snprintf(point, sizeof point, "%s_x", meaning->name);
    return column || !view ? column : data_view_column(view, point);
}

static void put_entry(const char *before, const char *name, const char *meaning)
{
    const int indent = (int)strspn(before, " ");
    printf("%s%s: ", before, name);
    terminal_put(meaning, indent + (int)text_characters(name) + 2, indent + 4);
}

// error: relative error
//     ‖x − x*‖₂ / …; over particles; of the motion of the step
static void print_meaning(const MetricMeaning *m)
{
    static const Labels NONE = {0};
    char                unit[LABEL_UNIT_MAX], label[120];
    const DataColumn   *column = metric_column(m);
    const bool          point = column && strcmp(column->name, m->name) != 0;
    if (column) {
        labels_text(&NONE, view_of(m->data), column->name, label, sizeof label);
        labels_unit(&NONE, view_of(m->data), column->name, unit, sizeof unit);
        printf("  %s%s: %s%s%s\n", m->name, point ? "_x, _y, _z" : "", label, *unit ? ", " : "", unit);
    }
    char text[600];
    snprintf(text, sizeof text, "%s%s%s%s%s", m->formula, *m->norm ? "; " : "", m->norm, *m->scale ? "; " : "", m->scale);
    printf("      ");
    terminal_put(text, 6, 6);
}

static bool is_selected(const MetricMeaning *m, const char *name)
{
    const size_t length = strlen(m->name);
    return !name || strcmp(m->data, name) == 0 || strcmp(m->name, name) == 0 ||
           (strncmp(name, m->name, length) == 0 && metric_column(m) && strncmp(metric_column(m)->name, name, length + 1) == 0);
}

static Status unknown(const char *name)
{
    const char *names[MEANING_COUNT + DATA_COUNT + 1] = {NULL};
    for (int i = 0; i < DATA_COUNT; i++)
        names[i] = DATA[i].name;
    for (int i = 0; i < MEANING_COUNT; i++)
        names[DATA_COUNT + i] = MEANINGS[i].name;
    return text_unknown("metric", name, names);
}

Status list_metrics(const char *name)
{
    bool any = false;
    for (int d = 0; d < DATA_COUNT; d++) {
        bool begun = false;
        for (int i = 0; i < MEANING_COUNT; i++) {
            if (strcmp(MEANINGS[i].data, DATA[d].name) != 0 || !is_selected(&MEANINGS[i], name))
                continue;
            if (!begun)
                put_entry(any ? "\n" : "", DATA[d].name, DATA[d].rows);
            any = begun = true;
            print_meaning(&MEANINGS[i]);
        }
    }
    if (!any)
        return unknown(name);
    printf("\nsymbols\n");
    for (size_t i = 0; i < sizeof SYMBOLS / sizeof *SYMBOLS; i++)
        put_entry("  ", SYMBOLS[i].symbols, SYMBOLS[i].meaning);
    return status_ok();
}
