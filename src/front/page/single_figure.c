// One figure of a store.
#include "base/text.h"
#include "figure/figure.h"
#include "judge/judged.h"
#include "page/report.h"
#include "store/sql.h"

enum { NAMES_SIZE = 400 };

static Status find_experiment(Store *store, const char *name, int64_t *id)
{
    char    names[NAMES_SIZE];
    int64_t ids[DATASETS_MAX];
    int     count = 0;
    TRY(dataset_list(store, ids, &count));
    TRY(sql_string(store_handle(store), names, sizeof names,
                   "SELECT group_concat(name, ', ') FROM (SELECT DISTINCT name FROM stored_experiment ORDER BY name)", ""));
    if (count == 0)
        return status_make(STATUS_INPUT, "the database has no experiment yet; `weft run EXPERIMENT.yaml` adds one");
    if (!name && count > 1)
        return status_make(STATUS_USAGE, "figure: the database has %d experiments; choose one with --experiment: %s", count, names);
    *id = ids[0];
    if (!name)
        return status_ok();
    TRY(dataset_find(store, name, id));
    return *id ? status_ok() : status_make(STATUS_INPUT, "the database has no experiment `%.100s`; it has %s", name, names);
}

Status report_figure(Store *store, const ReportFigure *figure, FILE *terminal)
{
    DATASET      d = {0};
    FIGURE_SPECS specs = {0};
    FigureResult result;
    Gnuplot      gnuplot;
    int64_t      id = 0;
    TRY(find_experiment(store, figure->experiment, &id));
    TRY(dataset_init(store, id, &d));
    TRY(gnuplot_init(&gnuplot));
    TRY(judged_specs_of(&d, "the flags", figure->text, &specs));
    ASSERT(specs.figure_count == 1);
    TRY(figure_write(&d, specs.figures, &gnuplot, figure->folder, "", &result));
    if (*result.missing)
        return status_make(STATUS_INPUT, "nothing to draw: %s", result.missing);
    TRY(result.drawn);
    if (*result.caption)
        text_put_wrapped(result.caption, 0, 0, 80, terminal);
    if (*result.note)
        text_put_wrapped(result.note, 0, 0, 80, terminal);
    return status_ok();
}
