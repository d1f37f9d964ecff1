// The numbers of a figure, for people (CSV) and for gnuplot.
#include "report/private/figure_files.h"

#include <math.h>

#include "base/text.h"
#include "report/private/escape.h"
#include "report/private/heat_files.h"
#include "report/private/number.h"

enum { ALL_POINTS = 600, IDEAL_POINTS = 60 };

static void put_number(double value, FILE *out)
{
    char text[NUMBER_TEXT];
    text_from_double(value, text, sizeof text);
    fputs(text, out);
}

// ---- data files ----

// A curve has its label in the column `curve`, and no settings, no spread and no samples.
static void put_csv_curve(const Plot *p, const PlotCurve *curve, const PlotPoint *point, FILE *out)
{
    text_csv(curve->label, out);
    for (int k = 0; k <= p->spec->series_count; k++)
        putc(',', out);
    put_number(point->position, out);
    putc(',', out);
    put_number(point->y, out);
    fputs(p->spans ? ",,,0,0,,\r\n" : ",,,0,0\r\n", out);
}

static void put_csv_number(double value, FILE *out)
{
    putc(',', out);
    if (!isnan(value))
        put_number(value, out);
}

static void put_csv_keys(const Plot *p, const PlotPoint *point, FILE *out)
{
    char text[SPEC_TEXT_MAX];
    fputs(p->curve_count ? "," : "", out);
    for (int k = 0; k < p->spec->series_count; k++) {
        value_format(point->key[k], text, sizeof text);
        text_csv(text, out);
        putc(',', out);
    }
    value_format(point->x, text, sizeof text);
    text_csv(text, out);
}

static void put_csv_point(const Plot *p, const PlotPoint *point, FILE *out)
{
    put_csv_keys(p, point, out);
    put_csv_number(point->y, out);
    put_csv_number(point->low, out);
    put_csv_number(point->high, out);
    fprintf(out, ",%d,%d", point->count, point->unconverged);
    if (p->spans) {
        put_csv_number(point->x_low, out);
        put_csv_number(point->x_high, out);
    }
    fputs(p->style->frontier ? point->beaten ? ",1" : ",0" : "", out);
    fputs("\r\n", out);
}

void figure_csv(const Plot *p, FILE *out)
{
    const FigureSpec *spec = p->spec;
    char              head[SPEC_TEXT_MAX + 16];
    if (p->heat) {
        heat_csv(p, out);
        return;
    }
    fputs(p->curve_count ? "curve," : "", out);
    for (int k = 0; k < spec->series_count; k++) {
        text_csv(spec->series[k], out);
        putc(',', out);
    }
    text_csv(spec->x, out);
    putc(',', out);
    snprintf(head, sizeof head, "%s%s", p->style->profile ? "share" : spec->y, spec->relative_count ? "_relative" : "");
    text_csv(head, out);
    fprintf(out, ",low,high,%s,unconverged_steps%s%s\r\n",
            p->style->profile ? "problems"
            : p->measured     ? "processes"
                              : "n",
            p->spans ? ",x_low,x_high" : "", p->style->frontier ? ",beaten" : "");
    for (int s = 0; s < p->series_count; s++)
        for (int i = 0; i < p->series[s].count; i++)
            put_csv_point(p, &p->series[s].points[i], out);
    for (int c = 0; c < p->curve_count; c++)
        for (int i = 0; i < p->curves[c].count; i++)
            put_csv_curve(p, &p->curves[c], &p->curves[c].points[i], out);
}

// The blocks of the curves, after those of the series.
static void put_curve_data(const Plot *p, FILE *out)
{
    for (int c = 0; c < p->curve_count; c++) {
        const PlotCurve *curve = &p->curves[c];
        const int        every = 1 + curve->count / ALL_POINTS;
        fputs("\n\n", out);
        comment_line("#", curve->label, out);
        for (int i = 0; i < curve->count; i++) {
            if (i % every && i + 1 < curve->count)
                continue;
            put_number(curve->points[i].position, out);
            putc(' ', out);
            put_number(curve->points[i].y, out);
            putc('\n', out);
        }
    }
}

// Of a diagram of cost: the interval of x, then y of what is beaten, and of what is not.
static void put_span(const PlotPoint *point, FILE *out)
{
    const double numbers[] = {point->x_low, point->x_high, point->beaten ? point->y : (double)NAN, point->beaten ? (double)NAN : point->y};
    for (int k = 0; k < 4; k++) {
        putc(' ', out);
        put_number(numbers[k], out);
    }
}

// A staircase begins at zero, and goes on at its last height.
static void put_stair(const Plot *p, const Canvas *canvas, const PlotSeries *series, bool end, FILE *out)
{
    const PlotPoint *point = &series->points[end ? series->count - 1 : 0];
    if (!p->style->profile)
        return;
    put_number(end ? canvas->x.high : point->position, out);
    putc(' ', out);
    put_number(end ? point->y : 0, out);
    fputs(" nan nan 0 nan nan\n", out);
}

// What no other point of the series beats.
static void put_frontier_line(const Plot *p, int s, FILE *out)
{
    for (int i = 0; i < p->series[s].count; i++) {
        const PlotPoint *point = &p->series[s].points[i];
        if (point->beaten)
            continue;
        put_number(point->position, out);
        putc(' ', out);
        put_number(point->y, out);
        putc('\n', out);
    }
}

// One block per series, two empty lines between them: gnuplot's `index`.
static void put_data(const Plot *p, const Canvas *canvas, FILE *out)
{
    fputs("# position median low high n marker; bars also have left, right, bottom; ring\n", out);
    for (int s = 0; s < p->series_count; s++) {
        fputs(s ? "\n\n" : "", out);
        comment_line("#", p->series[s].label, out);
        put_stair(p, canvas, &p->series[s], false, out);
        for (int i = 0; i < p->series[s].count; i++) {
            const PlotPoint *point = &p->series[s].points[i];
            if (point->hidden)
                continue;
            const double numbers[] = {point->position, point->bottom + point->y, point->bottom + point->low, point->bottom + point->high};
            for (int k = 0; k < 4; k++) {
                put_number(numbers[k], out);
                putc(' ', out);
            }
            fprintf(out, "%d ", point->count);
            put_number(point->marked ? numbers[1] : (double)NAN, out);
            if (p->categorical)
                fprintf(out, " %.6g %.6g %.17g", point->left, point->right, point->bottom);
            putc(' ', out);
            put_number(point->ringed ? numbers[1] : (double)NAN, out);
            if (p->spans || p->style->frontier)
                put_span(point, out);
            putc('\n', out);
        }
        put_stair(p, canvas, &p->series[s], true, out);
    }
}

// The ideal is a line on axes that are both linear or both logarithmic only.
static void put_ideal_data(const Plot *p, const Canvas *canvas, FILE *out)
{
    const Axis *x = &canvas->x;
    fprintf(out, "\n\n# the ideal\n");
    for (int i = 0; i <= IDEAL_POINTS; i++) {
        const double share = (double)i / IDEAL_POINTS;
        const double at = x->log ? x->low * pow(x->high / x->low, share) : x->low + share * (x->high - x->low);
        fprintf(out, "%.6g %.6g\n", at, axis_ideal_at(p->spec, p->categorical ? p->categories[0].number : at));
    }
}

void figure_data(const Plot *p, const Canvas *canvas, FILE *out)
{
    if (p->heat) {
        heat_data(p, canvas, out);
        return;
    }
    put_data(p, canvas, out);
    put_curve_data(p, out);
    if (axis_has_ideal(p))
        put_ideal_data(p, canvas, out);
    for (int i = 0; i < p->series_count && p->style->frontier; i++) {
        fputs("\n\n", out);
        comment_line("# frontier of", p->series[i].label, out);
        put_frontier_line(p, i, out);
    }
}
