// The numbers of a figure for gnuplot.
#include "figure/private/figure_files.h"

#include <math.h>

#include "data/escape.h"
#include "figure/private/heat_files.h"

enum { MOST_POINTS = 1000 };

static void put_numbers(const double *numbers, int count, FILE *out)
{
    for (int i = 0; i < count; i++) {
        fputs(i ? " " : "", out);
        script_number(numbers[i], out);
    }
    putc('\n', out);
}

static void put_point(const PlotPoint *point, bool marked, FILE *out)
{
    const double base = point->bottom, y = base + point->y;
    const double numbers[] = {point->position,
                              y,
                              base + point->low,
                              base + point->high,
                              point->x_low,
                              point->x_high,
                              point->ringed ? y : (double)NAN,
                              point->left,
                              point->right,
                              base,
                              marked ? y : (double)NAN};
    put_numbers(numbers, sizeof numbers / sizeof *numbers, out);
}

// A staircase begins at zero, and goes on at its last height.
static void put_stair(double x, double y, FILE *out)
{
    put_numbers((const double[]){x, y, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN}, 11, out);
}

// Of more than MOST_POINTS points a part, with the last; lines with many points have about eight markers.
static void put_points(const Plot *p, const Axis *x, const PlotSeries *series, bool beaten, FILE *out)
{
    enum { FEW = 14 };
    const int  every = 1 + series->count / MOST_POINTS;
    const bool all = series->count <= FEW || !p->style->joined || p->style->frontier;
    double     last = -INFINITY;
    bool       any = beaten;
    for (int i = 0; i < series->count; i++) {
        const PlotPoint *point = &series->points[i];
        if (point->hidden || point->beaten != beaten || (i % every && i + 1 < series->count))
            continue;
        const bool marked = all || axis_along(x, point->position) - last >= 0.12;
        put_point(point, marked, out);
        last = marked ? axis_along(x, point->position) : last;
        any = true;
    }
    if (!any) // a block without a line is none, and that of the next series would be its own
        put_stair(NAN, NAN, out);
}

static void put_series(const Plot *p, const Layout *l, const PlotSeries *series, FILE *out)
{
    const PlotPoint *points = series->points;
    comment_line("#", series->label, out);
    if (p->style->profile)
        put_stair(points[0].position, 0, out);
    put_points(p, &l->x, series, false, out);
    if (p->style->frontier)
        putc('\n', out);
    put_points(p, &l->x, series, true, out);
    if (p->style->profile)
        put_stair(l->x.high, points[series->count - 1].y, out);
}

static void put_curve(const PlotCurve *curve, FILE *out)
{
    const int every = 1 + curve->count / MOST_POINTS;
    comment_line("#", curve->label, out);
    for (int i = 0; i < curve->count; i++)
        if (i % every == 0 || i + 1 == curve->count)
            put_numbers((const double[]){curve->points[i].position, curve->points[i].y}, 2, out);
}

void figure_data(const Plot *p, const Layout *l, FILE *out)
{
    if (p->heat) {
        heat_data(p, l, out);
        return;
    }
    fputs("# x y low high x_low x_high ring left right bottom marker\n", out);
    for (int i = 0; i < p->series_count; i++) {
        fputs(i ? "\n\n" : "", out);
        put_series(p, l, &p->series[i], out);
    }
    for (int i = 0; i < p->curve_count; i++) {
        fputs("\n\n", out);
        put_curve(&p->curves[i], out);
    }
}
