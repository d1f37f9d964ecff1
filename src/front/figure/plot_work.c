// Diagrams of work against precision: the intervals of a measured x, and the settings that another one beats.
#include "figure/private/plot.h"

#include <math.h>
#include <stdlib.h>

static void take_spans(Plot *p, const FrameGroups *groups)
{
    for (int i = 0; i < p->point_count; i++)
        for (int g = 0; g < groups->count; g++) {
            if ((int)groups->groups[g].key[0].number != p->points[i].case_index)
                continue;
            p->points[i].x_low = groups->groups[g].estimate.low;
            p->points[i].x_high = groups->groups[g].estimate.high;
            p->spans = p->spans || p->points[i].x_low < p->points[i].x_high;
        }
}

Status plot_add_spans(Dataset *d, Plot *p)
{
    const FigureSpec *spec = p->spec;
    const FrameQuery  query = {.data = spec->data,
                               .count = 2,
                               .names = {FRAME_CASE, spec->x},
                               .where = spec->where,
                               .where_count = spec->where_count,
                               .value = 1,
                               .value_count = 1};
    FRAME_GROUPS      groups = {0};
    if (!data_view_of_cases(spec->data) || !quantity_measures(spec->data, spec->x) || p->categorical || p->style->profile)
        return status_ok();
    TRY(frame_summarise(d, &query, &groups));
    take_spans(p, &groups);
    return status_ok();
}

static bool beats(const PlotPoint *a, const PlotPoint *b)
{
    return a->position <= b->position && a->y <= b->y && (a->position < b->position || a->y < b->y);
}

void plot_find_beaten(Plot *p)
{
    for (int s = 0; s < p->series_count && p->style->frontier; s++) {
        const PlotSeries *series = &p->series[s];
        for (int i = 0; i < series->count; i++)
            for (int k = 0; k < series->count && !series->points[i].beaten; k++)
                series->points[i].beaten = beats(&series->points[k], &series->points[i]);
    }
}
