// The closed forms of a figure: evaluated at the x of its samples, in each panel at those that stand there.
#include "figure/private/plot.h"

#include <math.h>
#include <stdlib.h>

enum { X, FACET, CURVE, SAMPLE, NAMES };

// Groups of one x of one panel each.
static void add_points(const FigureSpec *spec, const FrameGroups *groups, Value facet, PlotCurve *curve)
{
    for (int g = 0; g < groups->count; g++) {
        const Value    x = groups->groups[g].key[X];
        const Estimate s = groups->groups[g].estimate;
        if (x.kind != VALUE_NUMBER || (spec->log_x && !(x.number > 0)) || (spec->log_y && !(s.median > 0)) ||
            value_compare(groups->groups[g].key[FACET], facet) != 0)
            continue;
        curve->varies = curve->varies || s.max - s.min > 1e-9 * fabs(s.median);
        curve->points[curve->count++] = (PlotPoint){.x = x, .position = x.number, .y = s.median, .low = s.median, .high = s.median};
    }
}

static bool is_listed(const Plot *p, int number)
{
    for (int c = 0; c < p->curve_count; c++)
        if (p->curves[c].number == number)
            return true;
    return false;
}

// Adds it to each panel in which it has a point.
static Status add_curves(Dataset *d, Plot *p, int number, const FrameGroups *groups)
{
    for (int f = 0; f < p->facet_count; f++) {
        PlotCurve *curve = &p->curves[p->curve_count];
        *curve = (PlotCurve){.label = p->spec->curves[number].label, .number = number, .facet = f, .repeated = is_listed(p, number)};
        TRY(ARENA_NEW(&d->arena, groups->count, &curve->points));
        add_points(p->spec, groups, p->facets[f], curve);
        p->curve_count += curve->count > 0;
    }
    return status_ok();
}

static Status make_curve(Dataset *d, Plot *p, int number)
{
    const FigureSpec *spec = p->spec;
    const CurveSpec  *from = &spec->curves[number];
    const FrameQuery  query = {
         .data = spec->data,
         .count = NAMES,
         .names = {[X] = spec->x, [FACET] = spec->facet >= 0 ? spec->series[spec->facet] : NULL, [CURVE] = from->y, [SAMPLE] = spec->y},
         .where = spec->where,
         .where_count = spec->where_count,
         .also = from->where,
         .also_count = from->where_count};
    FRAME        frame = {0};
    FRAME_GROUPS groups = {0};
    TRY(frame_init(d, &query, &frame));
    for (int i = 0; i < frame.count; i++) // only where the figure has a sample
        if (frame.rows[i].values[SAMPLE].kind != VALUE_NUMBER)
            frame.rows[i].values[CURVE] = (Value){0};
    TRY(frame_group(&frame, CURVE, CURVE, &groups));
    return add_curves(d, p, number, &groups);
}

Status plot_make_curves(Dataset *d, Plot *p)
{
    if (p->categorical || p->point_count == 0 || p->spec->curve_count == 0)
        return status_ok();
    TRY(ARENA_NEW(&d->arena, p->spec->curve_count * p->facet_count, &p->curves));
    for (int i = 0; i < p->spec->curve_count; i++)
        TRY(make_curve(d, p, i));
    return status_ok();
}
