#include "judge/normalise.h"

#include <stdio.h>
#include <string.h>

#include "store/overlay.h"

// ---- the store ----

Status normalise_store(Store *store, int64_t *without)
{
    int64_t with = 0;
    TRY(overlay_bandwidth(store, NORMALISE_RATE, &with, without));
    return with ? status_ok()
                : status_make(STATUS_INPUT,
                              "the database has no bandwidth of the machine for the threads of its cases; add `rates: true` to the"
                              " experiment and run it again");
}

// ---- figures and tables ----

static void add_label(Labels *labels, const char *name, const char *text, const char *unit)
{
    if (labels->count == LABELS_MAX)
        return; // the expression itself is the label
    Label *label = &labels->labels[labels->count++];
    *label = (Label){.has_unit = true};
    snprintf(label->name, sizeof label->name, "%s", name);
    snprintf(label->text, sizeof label->text, "%.70s × read bandwidth", text);
    snprintf(label->unit, sizeof label->unit, "%s", unit);
}

// The name of a time becomes an expression; other names stay.
static void normalise(char quantity[SPEC_TEXT_MAX], const DataView *data, Labels *labels)
{
    static const char *const UNITS[][2] = {{"ms", "MB"}, {"ns", "B"}, {"s", "GB"}};
    char                     unit[LABEL_UNIT_MAX], text[LABEL_TEXT_MAX], made[SPEC_TEXT_MAX];
    if (!data_view_column(data, quantity) || !quantity_measures(data, quantity))
        return;
    labels_unit(labels, data, quantity, unit, sizeof unit);
    labels_text(labels, data, quantity, text, sizeof text);
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
        if (strcmp(unit, UNITS[i][0]) == 0 && snprintf(made, sizeof made, "%s * %s", quantity, NORMALISE_RATE) < (int)sizeof made) {
            strcpy(quantity, made);
            add_label(labels, quantity, text, UNITS[i][1]);
            return;
        }
}

void normalise_specs(FigureSpecs *specs)
{
    for (int i = 0; i < specs->figure_count; i++) {
        FigureSpec *f = &specs->figures[i];
        normalise(f->x, f->data, &f->labels);
        if (f->relative_count == 0)
            normalise(f->y, f->data, &f->labels);
    }
    for (int i = 0; i < specs->table_count; i++)
        for (int v = 0; v < specs->tables[i].value_count; v++)
            normalise(specs->tables[i].values[v], specs->tables[i].data, &specs->tables[i].labels);
}
