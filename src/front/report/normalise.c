#include "report/private/normalise.h"

#include <stdio.h>
#include <string.h>

#include "report/report.h"
#include "store/sql.h"

// ---- the store ----

static const char ADD[] =
    "CREATE TEMP TABLE IF NOT EXISTS parameter AS SELECT * FROM main.parameter;"
    "INSERT INTO temp.parameter (case_id, name, value) SELECT case_id, '" NORMALISE_RATE "', value FROM (SELECT r.case_id, g.value,"
    " row_number() OVER (PARTITION BY r.case_id ORDER BY g.working_set_bytes DESC) AS rank"
    " FROM (SELECT DISTINCT case_id, build_id, environment_id FROM repetition) AS r"
    " JOIN environment_machine AS m ON m.environment_id = r.environment_id JOIN build AS b ON b.id = r.build_id"
    " JOIN parameter AS p ON p.case_id = r.case_id AND p.name = 'threads'"
    " JOIN newest_rate AS g ON g.machine = m.machine AND g.kind = 'read' AND g.precision = b.precision AND g.threads = p.value)"
    " WHERE rank = 1";

Status report_normalise(Store *store, int64_t *without)
{
    int64_t with = 0;
    TRY(sql_exec(store_handle(store), ADD));
    TRY(sql_run(store_handle(store), &with, "SELECT count(*) FROM temp.parameter WHERE name = '" NORMALISE_RATE "'", ""));
    TRY(sql_run(store_handle(store), without, "SELECT count(DISTINCT case_id) - ? FROM repetition", "i", with));
    return with ? status_ok()
                : status_make(STATUS_INPUT,
                              "no rates of the machine are in the database for the threads of its cases; `rates: true` in an experiment"
                              " measures them");
}

// ---- figures and tables ----

static void add_label(Labels *labels, const char *name, const char *text, const char *unit)
{
    if (labels->count == LABELS_MAX)
        return; // then the expression itself is the label
    Label *label = &labels->labels[labels->count++];
    *label = (Label){.has_unit = true};
    snprintf(label->name, sizeof label->name, "%s", name);
    snprintf(label->text, sizeof label->text, "%.70s × read bandwidth", text);
    snprintf(label->unit, sizeof label->unit, "%s", unit);
}

// A name that is a time becomes an expression; anything else stays.
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
