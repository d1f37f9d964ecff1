// The points of a figure for the page: their places in the SVG and their values.
#include <math.h>

#include "data/escape.h"
#include "data/number.h"
#include "figure/private/figure_files.h"

enum { DIGITS = 4 };

const char *figure_series_name(const Plot *p, int series, char out[SPEC_TEXT_MAX])
{
    const char *label = p->series[series].label;
    return *label ? label : axis_label(p->spec, p->style->cells ? AXIS_COLOUR : AXIS_Y, out);
}

// ---- texts ----

static void put_number(double value, FILE *out)
{
    char text[NUMBER_TEXT] = "";
    if (isfinite(value))
        number_short(value, DIGITS, text);
    json_text(isinf(value) ? "not reached" : text, out);
}

static const char *interval_name(const Plot *p)
{
    if (!p->style->spread || p->spec->statistic != STATISTIC_MEDIAN)
        return "";
    return p->measured ? "95 % interval" : "quartiles";
}

// ---- places ----

static double along_x(const Layout *l, double left, double x)
{
    return left + axis_along(&l->x, x) * l->panel_width;
}

// Bars end at the axes. On a logarithmic axis they stand on its lower end.
static double along_y(const Layout *l, double bottom, double y)
{
    const double along = l->y.log && !(y > 0) ? 0 : fmin(fmax(axis_along(&l->y, y), 0), 1);
    return l->height - bottom - along * l->panel_height;
}

static bool is_bar(const FigureStyle *style)
{
    return style->categorical && !style->cells;
}

static bool is_seen(const Plot *p, const Layout *l, const PlotPoint *point)
{
    const double x = axis_along(&l->x, point->position), y = axis_along(&l->y, p->style->cells ? point->row : point->bottom + point->y);
    return !point->hidden && x >= 0 && x <= 1 && (is_bar(p->style) || (y >= 0 && y <= 1));
}

static void put_value(const Plot *p, const Axis *axis, Value value, FILE *out)
{
    char text[SPEC_TEXT_MAX];
    if (axis->categorical)
        json_text(axis_value(p, axis->name, value, text), out);
    else
        put_number(value.number, out);
}

// Two opposite corners of a bar or cell; of a point both are the point.
static void place(const Plot *p, const PlotPoint *point, double x[2], double y[2])
{
    const double half = p->style->cells ? 0.5 : 0;
    x[0] = is_bar(p->style) ? point->left : point->position - half;
    x[1] = is_bar(p->style) ? point->right : point->position + half;
    y[0] = p->style->cells ? point->row + half : point->bottom + point->y;
    y[1] = p->style->cells ? point->row - half : is_bar(p->style) ? point->bottom : y[0];
}

static void put_point(const Plot *p, const Layout *l, int facet, const PlotPoint *point, FILE *out)
{
    double left = 0, bottom = 0, x[2], y[2];
    layout_panel(l, facet, &left, &bottom);
    place(p, point, x, y);
    fprintf(out, "[%.1f,%.1f,", along_x(l, left, x[0]), along_y(l, bottom, y[0]));
    put_value(p, &l->x, point->x, out);
    const double numbers[] = {point->y, p->style->spread ? point->low : (double)NAN, p->style->spread ? point->high : (double)NAN};
    for (int i = 0; i < 3; i++) {
        putc(',', out);
        put_number(numbers[i], out);
    }
    fprintf(out, ",%d", point->count);
    if (x[1] > x[0])
        fprintf(out, ",%.1f,%.1f", along_x(l, left, x[1]), along_y(l, bottom, y[1]));
    if (p->style->cells) {
        putc(',', out);
        put_value(p, &l->y, point->row_value, out);
    }
    putc(']', out);
}

static void put_series(const Plot *p, const Layout *l, const PlotSeries *series, const char *name, FILE *out)
{
    int count = 0;
    escape_print(json_text, out, "{\"name\":%s,\"points\":[", name);
    for (int i = 0; i < series->count; i++) {
        if (!is_seen(p, l, &series->points[i]))
            continue;
        fputs(count++ ? "," : "", out);
        put_point(p, l, series->facet, &series->points[i], out);
    }
    fputs("]}", out);
}

Status figure_points(const Plot *p, const Layout *l, char **out)
{
    char   labels[3][SPEC_TEXT_MAX];
    size_t size = 0;
    FILE  *text = open_memstream(out, &size);
    if (!text)
        return status_make(STATUS_MEMORY, "out of memory for the points of a figure");
    escape_print(json_text, text, "{\"x\":%s,\"y\":%s,\"row\":%s,\"of\":%s,\"count\":%s,\"series\":[",
                 axis_label(p->spec, AXIS_X, labels[0]), axis_label(p->spec, p->style->cells ? AXIS_COLOUR : AXIS_Y, labels[1]),
                 p->style->cells ? axis_label(p->spec, AXIS_Y, labels[2]) : "", interval_name(p),
                 p->style->profile ? "problems"
                 : p->measured     ? "processes"
                                   : "observations");
    for (int i = 0; i < p->series_count; i++) {
        fputs(i ? "," : "", text);
        put_series(p, l, &p->series[i], figure_series_name(p, i, labels[0]), text);
    }
    fputs("]}", text);
    return fclose(text) == 0 ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the points of a figure");
}
