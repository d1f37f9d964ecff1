#include "report/private/figure.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "report/private/empty.h"
#include "report/private/gnuplot.h"
#include "report/private/number.h"
#include "report/private/plot.h"
#include "report/private/table.h"

// One column of a journal is 85 mm; the SVG has the same proportions, 482 pixels for 85 mm with text of 14 px for 7 pt.
enum { WIDTH_PX = 482, PLOT_HEIGHT_PX = 250, LINE_PX = 21, FONT_PX = 14 };
static const double WIDTH_CM = 8.5, FONT_PT = 7;

// The palette of Okabe and Ito, which is safe for colour-blind readers; grey instead of its yellow, which is weak on white.
static const char *const COLOURS[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#808080"};
static const int         MARKERS[] = {7, 5, 9, 13, 11, 6, 4, 8}; // filled circle, square, triangle, diamond, … then open ones
static const char *const DASHES[] = {"solid", "(12,4)", "(3,3)", "(12,4,3,4)", "(12,3,3,3,3,3)"}; // for print without colour
enum { COLOUR_COUNT = 8, MARKER_COUNT = 8, DASH_COUNT = 5, MANY_POINTS = 14 };

// ---- text for gnuplot ----

// Writes text in single quotes with the special characters doubled; line ends become spaces.
static void put_doubled(const char *text, const char *special, FILE *out)
{
    putc('\'', out);
    for (const char *p = text; *p; p++) {
        if (strchr(special, *p))
            putc(*p, out);
        putc((unsigned char)*p < ' ' ? ' ' : *p, out);
    }
    putc('\'', out);
}

// Between single quotes only the quote itself is special.
static void put_quoted(const char *text, FILE *out)
{
    put_doubled(text, "'", out);
}

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
    fputs(",,,0,0\r\n", out);
}

static void write_csv(const Plot *p, const char *file, FILE *out)
{
    (void)file;
    const FigureSpec *spec = p->spec;
    char              head[SPEC_TEXT_MAX + 16];
    fputs(p->curve_count ? "curve," : "", out);
    for (int k = 0; k < spec->series_count; k++)
        fprintf(out, "%s,", spec->series[k]);
    text_csv(spec->x, out);
    putc(',', out);
    snprintf(head, sizeof head, "%s%s", spec->y, spec->relative_count ? "_relative" : "");
    text_csv(head, out);
    fprintf(out, ",low,high,%s,unconverged_steps\r\n", p->measured ? "processes" : "n");
    for (int s = 0; s < p->series_count; s++) {
        for (int i = 0; i < p->series[s].count; i++) {
            const PlotPoint *point = &p->series[s].points[i];
            char             text[SPEC_TEXT_MAX];
            fputs(p->curve_count ? "," : "", out);
            for (int k = 0; k < spec->series_count; k++) {
                value_format(point->key[k], text, sizeof text);
                text_csv(text, out);
                putc(',', out);
            }
            value_format(point->x, text, sizeof text);
            text_csv(text, out);
            const double numbers[] = {point->y, point->low, point->high};
            for (int k = 0; k < 3; k++) {
                putc(',', out);
                if (!isnan(numbers[k]))
                    put_number(numbers[k], out);
            }
            fprintf(out, ",%d,%d\r\n", point->count, point->unconverged);
        }
    }
    for (int c = 0; c < p->curve_count; c++)
        for (int i = 0; i < p->curves[c].count; i++)
            put_csv_curve(p, &p->curves[c], &p->curves[c].points[i], out);
}

// The blocks of the curves, after those of the series.
static void put_curve_data(const Plot *p, FILE *out)
{
    enum { ALL_DRAWN = 600 };
    for (int c = 0; c < p->curve_count; c++) {
        const PlotCurve *curve = &p->curves[c];
        const int        every = 1 + curve->count / ALL_DRAWN;
        fprintf(out, "\n\n# %s\n", curve->label);
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

// One block per series, two empty lines between them: gnuplot's `index`.
static void put_data(const Plot *p, FILE *out)
{
    fputs("# position median low high n marker; bars also have left, right, bottom; ring\n", out);
    double base[256] = {0}; // of stacked bars, per category
    for (int s = 0; s < p->series_count; s++) {
        const bool   stacked = p->spec->style->stacked;
        const double width = stacked ? 0.7 : 0.8 / p->series_count, shift = stacked ? -0.35 : -0.4 + s * width;
        fprintf(out, "%s# %s\n", s ? "\n\n" : "", p->series[s].label);
        for (int i = 0; i < p->series[s].count; i++) {
            const PlotPoint *point = &p->series[s].points[i];
            if (point->dense)
                continue;
            const int    category = (int)point->position;
            const bool   adds = stacked && p->categorical && category < 256;
            const double bottom = adds ? base[category] : 0;
            const double numbers[] = {point->position, bottom + point->y, bottom + point->low, bottom + point->high};
            for (int k = 0; k < 4; k++) {
                put_number(numbers[k], out);
                putc(' ', out);
            }
            fprintf(out, "%d ", point->count);
            put_number(point->marked ? numbers[1] : (double)NAN, out);
            if (p->categorical)
                fprintf(out, " %.6g %.6g %.17g", point->position + shift, point->position + shift + width, bottom);
            putc(' ', out);
            put_number(point->ringed ? numbers[1] : (double)NAN, out);
            putc('\n', out);
            if (adds)
                base[category] += point->y;
        }
    }
}

// ---- axes ----

typedef struct Range {
    double low, high;
} Range;

// An interval of two processes may be so wide that nothing else could be seen: the axis shows it to half and twice the value.
static Range shown_of(const Plot *p, const PlotPoint *point)
{
    const double half = point->y / 2, twice = 2 * point->y; // twice is the lower one of a negative value
    if (!p->measured || point->y == 0 || isnan(point->low))
        return (Range){point->low, point->high};
    return (Range){fmax(point->low, fmin(half, twice)), fmin(point->high, fmax(half, twice))};
}

static bool is_cut(const Plot *p, const PlotPoint *point)
{
    const Range shown = shown_of(p, point);
    return shown.low > point->low || shown.high < point->high;
}

static Range range_of(const Plot *p, bool y)
{
    Range r = {INFINITY, -INFINITY};
    for (int i = 0; i < p->point_count; i++) {
        const PlotPoint *point = &p->points[i];
        const Range      shown = shown_of(p, point);
        const double     low = y ? fmin(shown.low, point->y) : point->position, high = y ? fmax(shown.high, point->y) : point->position;
        r.low = fmin(r.low, low > 0 || !p->spec->log_y || !y ? low : point->y);
        r.high = fmax(r.high, high);
    }
    for (int c = 0; c < p->curve_count; c++)
        for (int i = 0; i < p->curves[c].count; i++) {
            const PlotPoint *point = &p->curves[c].points[i];
            r.low = fmin(r.low, y ? point->y : point->position);
            r.high = fmax(r.high, y ? point->y : point->position);
        }
    return r;
}

// The largest sum over the series of a category.
static double highest_stack(const Plot *p)
{
    double highest = 0;
    for (int c = 0; c < p->category_count; c++) {
        double sum = 0;
        for (int i = 0; i < p->point_count; i++)
            sum += (int)p->points[i].position == c ? p->points[i].y : 0;
        highest = fmax(highest, sum);
    }
    return highest;
}

// Every tic of a logarithmic axis is written out, since gnuplot counts decades from the end of the range.
// The labels are decades if there are at least two of them, else steps of 1, 2, 5, so that a few tics always have labels.
static void put_log_axis(char axis, Range r, FILE *out)
{
    const double pad = pow(r.high / r.low, 0.04) * 1.02;
    const double low = r.low / pad, high = r.high * pad, decades = log10(high / low);
    const int    every = decades < 2 ? 1 : (int)ceil(decades / 7); // decades from label to label
    bool         first = true;
    fprintf(out, "set logscale %c\nset %crange [%.6g:%.6g]\nset %ctics (", axis, axis, low, high, axis);
    for (int decade = (int)floor(log10(low)); decade <= (int)ceil(log10(high)); decade++)
        for (int digit = 1; digit < (every == 1 ? 10 : 2); digit++) {
            const double value = digit * pow(10, decade);
            if (value < low || value > high)
                continue;
            fprintf(out, "%s", first ? "" : ", ");
            first = false;
            if (decades >= 2 && digit == 1 && decade % every == 0)
                fprintf(out, "'10^{%d}' %.10g", decade, value);
            else if (decades < 2 && (digit == 1 || digit == 2 || digit == 5 || decades < 0.6))
                fprintf(out, "'%.10g' %.10g", value, value);
            else
                fprintf(out, "'' %.10g 1", value); // a small tic
        }
    fprintf(out, ")\n");
}

static void put_linear_axis(char axis, Range r, bool from_zero, FILE *out)
{
    const double width = r.high > r.low ? r.high - r.low : fmax(fabs(r.high), 1);
    const bool   zero = r.low >= 0 && (from_zero || r.low < 0.5 * r.high);
    fprintf(out, "set %crange [%.6g:%.6g]\n", axis, zero ? 0 : r.low - 0.05 * width, r.high + 0.06 * (zero ? fmax(r.high, 1e-300) : width));
    if (r.high >= 1e5)
        fprintf(out, "set format %c '%%.1s%%c'\n", axis);
}

static bool is_expression(const FigureSpec *spec, const char *name)
{
    return !data_view_column(spec->data, name) && !expression_is_name(name);
}

// A setting as it was given; a computed number with four digits.
static void format_category(const Plot *p, Value value, char *text, size_t size)
{
    if (is_expression(p->spec, p->spec->x) && value.kind == VALUE_NUMBER)
        snprintf(text, size, "%.4g", value.number);
    else
        value_format(value, text, size);
}

// A tic and the extent of its label along the axis, px.
typedef struct Tic {
    char   text[NUMBER_TEXT];
    double number, left, right;
} Tic;

static Tic make_tic(const Plot *p, Range r, Value value)
{
    Tic          tic = {.number = value.number};
    const double width = p->spec->log_x ? log(r.high / r.low) : r.high - r.low;
    const double along = p->spec->log_x ? log(value.number / r.low) : value.number - r.low;
    format_category(p, value, tic.text, sizeof tic.text);
    const double middle = width > 0 ? along / width * (WIDTH_PX - 130) : 0, half = 0.3 * FONT_PX * (double)strlen(tic.text);
    tic.left = middle - half;
    tic.right = middle + half;
    return tic;
}

// A tic whose label would touch the one before gets none; the last always has one.
static void put_tics(const Plot *p, Range r, FILE *out)
{
    const Tic last = make_tic(p, r, p->categories[p->category_count - 1]);
    double    taken = -INFINITY;
    fprintf(out, "set xtics (");
    for (int i = 0; i + 1 < p->category_count; i++) {
        const Tic  tic = make_tic(p, r, p->categories[i]);
        const bool fits = tic.left > taken && tic.right < last.left;
        fprintf(out, "'%s' %.17g, ", fits ? tic.text : "", tic.number);
        taken = fits ? tic.right : taken;
    }
    fprintf(out, "'%s' %.17g)\n", last.text, last.number);
}

// Few values of a setting (threads, sizes): a tic at each of them.
static bool put_exact_tics(const Plot *p, Range r, FILE *out)
{
    enum { FEW = 7 };
    if (p->category_count == 0 || p->category_count > FEW || data_view_column(p->spec->data, p->spec->x))
        return false;
    if (p->spec->log_x)
        fprintf(out, "set logscale x\nset xrange [%.6g:%.6g]\n", r.low / pow(r.high / r.low, 0.05) / 1.03,
                r.high * pow(r.high / r.low, 0.05) * 1.03);
    else
        put_linear_axis('x', r, false, out);
    put_tics(p, r, out);
    return true;
}

// Labels of categories are rotated if they would touch each other.
static bool labels_rotate(const Plot *p)
{
    size_t letters = 0;
    for (int i = 0; i < p->category_count && p->categorical; i++) {
        char text[SPEC_TEXT_MAX];
        format_category(p, p->categories[i], text, sizeof text);
        letters = strlen(text) > letters ? strlen(text) : letters;
    }
    return letters * (size_t)p->category_count * FONT_PX * 6 / 10 > WIDTH_PX - 90;
}

static void put_category_axis(const Plot *p, FILE *out)
{
    fprintf(out, "set xrange [-0.6:%.1f]\nset xtics (", p->category_count - 0.4);
    for (int i = 0; i < p->category_count; i++) {
        char text[SPEC_TEXT_MAX];
        format_category(p, p->categories[i], text, sizeof text);
        fprintf(out, "%s", i ? ", " : "");
        put_doubled(text, "'%", out); // the label of a tic is a format, too
        fprintf(out, " %d", i);
    }
    fprintf(out, ") noenhanced scale 0%s\n", labels_rotate(p) ? " rotate by 25 right" : "");
}

static const char *axis_label(const FigureSpec *spec, bool y, char out[SPEC_TEXT_MAX])
{
    const char       *name = y ? spec->y : spec->x, *given = y ? spec->y_label : spec->x_label;
    const DataColumn *column = data_view_column(spec->data, name);
    if (*given)
        return given;
    if (column)
        data_column_label(column, out, SPEC_TEXT_MAX);
    else
        snprintf(out, SPEC_TEXT_MAX, "%s", strncmp(name, "scene.", 6) == 0 ? name + 6 : name);
    if (!column && strcmp(name, "dt") == 0)
        snprintf(out, SPEC_TEXT_MAX, "dt (s)");
    if (y && spec->relative_count) {
        char bare[SPEC_TEXT_MAX];
        snprintf(bare, sizeof bare, "%s", out);
        char *unit = strrchr(bare, '(');
        if (unit && unit > bare)
            unit[-1] = '\0';
        if (spec->efficiency) {
            snprintf(out, SPEC_TEXT_MAX, "efficiency over %.60s = %.60s", spec->relative[0].name, spec->relative[0].values[0]);
            return out;
        }
        const bool time = column && strstr(column->label, "time");
        if (time)
            snprintf(out, SPEC_TEXT_MAX, "speed-up over %.60s = %.60s", spec->relative[0].name, spec->relative[0].values[0]);
        else
            snprintf(out, SPEC_TEXT_MAX, "%.100s at %.40s %.40s, over here", bare, spec->relative[0].name, spec->relative[0].values[0]);
    }
    return out;
}

// The ideal speed-up or efficiency at x, drawn as a line.
static double ideal_at(const FigureSpec *spec, double x)
{
    return spec->efficiency ? 1 : x / strtod(spec->relative[0].values[0], NULL);
}

static bool has_ideal(const Plot *p)
{
    return figure_spec_has_ideal(p->spec) && !p->categorical;
}

static void put_axes(const Plot *p, FILE *out)
{
    const FigureSpec *spec = p->spec;
    const Range       x = range_of(p, false);
    Range             y = range_of(p, true);
    if (has_ideal(p))
        y.high = fmax(y.high, ideal_at(spec, x.high));
    char label[SPEC_TEXT_MAX];
    fprintf(out, "set xlabel ");
    put_quoted(axis_label(spec, false, label), out);
    fprintf(out, " noenhanced offset 0,0.4\nset label 1 ");
    put_quoted(axis_label(spec, true, label), out); // gnuplot would put a ylabel outside of the picture, left of wide tic labels
    fprintf(out, " at screen %.4f, graph 0.5 center rotate noenhanced\n", 12.0 / WIDTH_PX);
    if (p->categorical)
        put_category_axis(p, out);
    else if (!put_exact_tics(p, x, out) && spec->log_x)
        put_log_axis('x', x, out);
    else if (!spec->log_x && p->category_count > 1 && (data_view_column(spec->data, spec->x) || is_expression(spec, spec->x)))
        put_linear_axis('x', x, false, out);
    if (spec->log_y)
        put_log_axis('y', spec->style->categorical ? (Range){y.low / 2, y.high} : y, out);
    else
        put_linear_axis('y', spec->style->stacked ? (Range){0, highest_stack(p)} : y, spec->style->categorical, out);
}

// ---- the script ----

static void put_bars(const Plot *p, int s, FILE *out)
{
    fprintf(out, "%s index %d using (($7+$8)/2):2:7:8:%s:2 with boxxyerror lc rgb '%s' fs solid 0.85 border lc rgb '#333333' title ",
            s ? ", \\\n     data" : "plot data", s, p->spec->log_y ? "(bottom)" : "9", COLOURS[s % COLOUR_COUNT]);
    put_quoted(p->series[s].label, out);
    if (p->spread && p->spec->style->spread)
        fprintf(out, ", \\\n     data index %d using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' notitle", s);
}

// Draws the spread, the line over it, then the markers; the legend shows line and marker together.
static void put_points(const Plot *p, int s, FILE *out)
{
    const PlotSeries *series = &p->series[s];
    const char       *colour = COLOURS[s % COLOUR_COUNT], *next = ", \\\n     data";
    const bool        lines = p->spec->style->joined;
    char              marker[80], line[80];
    snprintf(marker, sizeof marker, "lc rgb '%s' pt %d ps 0.55", colour, MARKERS[s % MARKER_COUNT]);
    snprintf(line, sizeof line, "lw 1.6 dt %s", DASHES[s % DASH_COUNT]);
    fputs(s || p->curve_count ? next : "plot data", out);
    if (p->spread && lines &&
        series->count > MANY_POINTS) // a band; a few points get vertical lines instead (error bars would blank out what they cross)
        fprintf(out, " index %d using 1:3:4 with filledcurves fc rgb '%s' fs transparent solid 0.2 noborder notitle%s", s, colour, next);
    else if (p->spread)
        fprintf(out, " index %d using 1:3:(0):($4-$3) with vectors nohead lc rgb '%s' lw 1.2 notitle%s", s, colour, next);
    if (lines)
        fprintf(out, " index %d using 1:2 with lines lc rgb '%s' %s notitle%s", s, colour, line, next);
    fprintf(out, " index %d using 1:6 with points %s notitle, \\\n     keyentry with %s %s %s title ", s, marker,
            lines ? "linespoints" : "points", marker, lines ? line : "");
    put_quoted(series->label, out);
}

// A ring round each point that rests on a step without convergence, over everything else, and its line in the legend.
static const char RING[] = "lc rgb '#000000' pt 6 ps 1.2 lw 1.2", RING_LABEL[] = "rests on steps without convergence";

static void put_rings(const Plot *p, FILE *out)
{
    for (int s = 0; s < p->series_count && p->unconverged; s++)
        fprintf(out, ", \\\n     data index %d using %s with points %s notitle", s, p->categorical ? "(($7+$8)/2):10" : "1:7", RING);
    if (p->unconverged)
        fprintf(out, ", \\\n     keyentry with points %s title '%s'", RING, RING_LABEL);
}

// Curves are thin and black, each with its own dash pattern.
static const char *curve_line(int c)
{
    static const char *const LINES[] = {"lc rgb '#000000' lw 1 dt (8,5)", "lc rgb '#000000' lw 1 dt (2,4)",
                                        "lc rgb '#000000' lw 1 dt (12,4,2,4)"};
    return LINES[c % 3];
}

// Curves lie behind the data; their entries in the legend come after those of the series (put_curve_keys).
static void put_curves(const Plot *p, FILE *out)
{
    for (int c = 0; c < p->curve_count; c++)
        fprintf(out, "%s index %d using 1:2 with lines %s notitle", c ? ", \\\n     data" : "plot data", p->series_count + c,
                curve_line(c));
}

static void put_curve_keys(const Plot *p, FILE *out)
{
    for (int c = 0; c < p->curve_count; c++) {
        fprintf(out, ", \\\n     keyentry with lines %s title ", curve_line(c));
        put_quoted(p->curves[c].label, out);
    }
}

// By style, in the order of the list.
static void (*const SERIES_WRITERS[])(const Plot *plot, int series, FILE *out) = {
#define FIGURE_STYLE(name, writer, ...) put_##writer,
#include "experiment/figure_style_list.h"
#undef FIGURE_STYLE
};

typedef struct Legend {
    int  columns, lines;
    bool rows_first; // gnuplot fills columns only as high as the plot; a longer legend goes row by row, only as wide as the plot
} Legend;

static Legend make_legend(const Plot *p)
{
    enum { HIGH = 11 };
    const int entries = p->series_count + p->curve_count + (p->unconverged > 0);
    int       longest = 0;
    for (int i = 0; i < entries; i++) {
        const char *label = i < p->series_count                    ? p->series[i].label
                            : i < p->series_count + p->curve_count ? p->curves[i - p->series_count].label
                                                                   : RING_LABEL;
        const int   letters = (int)text_characters(label);
        longest = letters > longest ? letters : longest;
    }
    Legend legend = {0};
    for (int width = WIDTH_PX - 10; longest && (legend.lines == 0 || (legend.lines > HIGH && !legend.rows_first)); width = WIDTH_PX - 110) {
        legend.rows_first = legend.lines > HIGH;
        legend.columns = width / (longest * FONT_PX * 58 / 100 + 55);
        legend.columns = legend.columns < 1 ? 1 : legend.columns > entries ? entries : legend.columns;
        legend.lines = (entries + legend.columns - 1) / legend.columns;
    }
    return legend;
}

// All positions are fractions of the canvas, so that the plot keeps its size in SVG and PDF however large the legend is.
static int put_layout(const Plot *p, const char *file, FILE *out)
{
    const Legend legend = make_legend(p);
    const int    rotated = labels_rotate(p) ? 45 : 0, below = 64 + rotated + legend.lines * LINE_PX, height = PLOT_HEIGHT_PX + below;
    fprintf(out,
            "# Edit this and run `gnuplot %s.gp` in this folder.\n"
            "# It reads %s.dat and writes %s.svg and %s.pdf.\n"
            "set encoding utf8\n"
            "data = '%s.dat'\n"
            "set border 3 lw 0.8\n"
            "set clip two\n" // bars that end beyond both ends of the axis
            "set tics nomirror out scale 0.6,0.3\n"
            "set grid lc rgb '#e4e4e4' lw 0.5 lt 1\n"
            "set lmargin at screen %.4f\nset rmargin at screen %.4f\nset tmargin at screen %.4f\nset bmargin at screen %.4f\n",
            file, file, file, file, file, 86.0 / WIDTH_PX, 1 - 14.0 / WIDTH_PX, 1 - 10.0 / height, (double)below / height);
    if (legend.lines)
        fprintf(out, "set key at screen 0.53,%.4f center bottom %s %d Left reverse noenhanced samplen 2.6\n", 3.0 / height,
                legend.rows_first ? "horizontal maxcols" : "vertical maxrows", legend.rows_first ? legend.columns : legend.lines);
    else
        fprintf(out, "unset key\n");
    return height;
}

static void put_script(const Plot *p, const char *file, FILE *out)
{
    const int   height = put_layout(p, file, out);
    const Range x = range_of(p, false);
    put_axes(p, out);
    if (has_ideal(p)) // a grey line under everything
        fprintf(out, "set arrow from %.6g,%.6g to %.6g,%.6g nohead back lc rgb '#999999' lw 1.2 dt 3 # the ideal\n", x.low,
                ideal_at(p->spec, x.low), x.high, ideal_at(p->spec, x.high));
    if (p->spec->log_y && p->categorical)
        fprintf(out, "bottom = %.6g # bars on a logarithmic axis have no zero to stand on\n", range_of(p, true).low / 4);
    fprintf(out, "\nset terminal svg size %d,%d font 'sans-serif,%d' background rgb 'white'\nset output '%s.svg'\n", WIDTH_PX, height,
            FONT_PX, file);
    put_curves(p, out);
    for (int s = 0; s < p->series_count; s++)
        SERIES_WRITERS[p->spec->style - figure_style_at(0)](p, s, out);
    put_curve_keys(p, out);
    put_rings(p, out);
    fprintf(out,
            "\n\nset terminal pdfcairo size %.2fcm,%.2fcm font 'Sans,%g' fontscale 0.75 linewidth 0.7 pointscale 0.85\n"
            "set key spacing 1.3\nset output '%s.pdf'\nreplot\n",
            WIDTH_CM, height * WIDTH_CM / WIDTH_PX, FONT_PT, file);
}

// ---- all of it ----

typedef void (*Writer)(const Plot *plot, const char *file, FILE *out);

static void write_data(const Plot *plot, const char *file, FILE *out)
{
    (void)file;
    put_data(plot, out);
    put_curve_data(plot, out);
}

static Status write_file(const Plot *plot, const char *folder, const char *file, const char *ending, Writer writer)
{
    char      path[4096];
    FileDraft draft;
    if (snprintf(path, sizeof path, "%s/%s.%s", folder, file, ending) >= (int)sizeof path)
        return status_make(STATUS_IO, "%s: the path is too long", folder);
    TRY(file_begin(path, &draft));
    writer(plot, file, draft.stream);
    return file_commit(&draft);
}

static void add_note(FigureResult *out, const char *text)
{
    const size_t used = strlen(out->note);
    snprintf(out->note + used, sizeof out->note - used, "%s%s", used ? " " : "", text);
}

static void note_pooled(const Dataset *d, const Plot *p, FigureResult *out)
{
    char   text[300] = "Some points pool cases that differ in ";
    size_t used = strlen(text);
    int    count = 0;
    for (int s = 0; s < d->setting_count && used < sizeof text; s++) {
        bool differs = false;
        for (int i = 1; i < p->pooled.case_count; i++)
            differs = differs || value_compare(d->cases[p->pooled.cases[0]].settings[s], d->cases[p->pooled.cases[i]].settings[s]) != 0;
        if (!differs)
            continue;
        snprintf(text + used, sizeof text - used, "%s%s", count++ ? ", " : "", d->settings[s]);
        used = strlen(text);
    }
    add_note(out, text);
    add_note(out, "(put it in series, or choose one with where).");
}

// What the bars are, and of how many values.
static void note_spread(const Plot *p, FigureResult *out)
{
    static const char *const OF[] = {"Median and quartiles", "Mean", "Least", "Largest"};
    char                     text[200], count[40];
    int                      least = p->points[0].count, largest = least;
    for (int i = 1; i < p->point_count; i++) {
        least = p->points[i].count < least ? p->points[i].count : least;
        largest = p->points[i].count > largest ? p->points[i].count : largest;
    }
    snprintf(count, sizeof count, least == largest ? "%d" : "%d to %d", least, largest);
    if (!p->measured)
        snprintf(text, sizeof text, "%s of %s observations.", OF[p->spec->statistic], count);
    else if (largest == 1)
        snprintf(text, sizeof text, "Of one process each: the spread between processes is not known.");
    else
        snprintf(text, sizeof text, "Median of %s processes%s%s.", count,
                 p->spread && p->spec->style->spread ? " with its 95 % interval" : "", least == 1 ? ", of which one has none" : "");
    if (p->measured || p->spec->statistic != STATISTIC_MEDIAN || (p->spread && p->spec->style->spread))
        add_note(out, text);
    bool cut = false;
    for (int i = 0; i < p->point_count && p->spec->style->spread; i++)
        cut = cut || is_cut(p, &p->points[i]);
    if (cut)
        add_note(out, "An interval may go on beyond the axis, which ends at half and twice the values.");
}

static void make_notes(const Dataset *d, const Plot *p, FigureResult *out)
{
    char text[200];
    note_spread(p, out);
    if (p->spec->style->stacked)
        add_note(out, "Each part is a median; medians need not add up to that of the whole.");
    if (has_ideal(p))
        add_note(out, "The grey line is the ideal.");
    if (p->spec->curve_count && p->categorical)
        add_note(out, "Its curves are left out: x is not a number.");
    for (int c = 0; c < p->curve_count; c++)
        if (p->curves[c].varies) {
            snprintf(text, sizeof text, "The curve %.100s has several values at one x, whose median is drawn.", p->curves[c].label);
            add_note(out, text);
        }
    if (p->pooled.case_count)
        note_pooled(d, p, out);
    if (p->hidden) {
        snprintf(text, sizeof text, "%d point%s zero or negative, which a logarithmic axis cannot show.", p->hidden,
                 p->hidden > 1 ? "s are" : " is");
        add_note(out, text);
    }
    if (p->unconverged) {
        snprintf(text, sizeof text, "%d point%s (ringed) on steps that ended without convergence.", p->unconverged,
                 p->unconverged > 1 ? "s rest" : " rests");
        add_note(out, text);
    }
    if (p->no_baseline) {
        snprintf(text, sizeof text, "%d point%s left out: their baseline was not measured.", p->no_baseline,
                 p->no_baseline > 1 ? "s were" : " was");
        add_note(out, text);
    }
}

static void explain_missing(const Dataset *d, const FigureSpec *spec, const Plot *p, FigureResult *out)
{
    if (empty_reason(d, spec->where, spec->where_count, out->missing, sizeof out->missing))
        return;
    if (p->hidden)
        snprintf(out->missing, sizeof out->missing, "all %d points are zero or negative, which a logarithmic axis cannot show", p->hidden);
    else if (p->no_baseline)
        snprintf(out->missing, sizeof out->missing, "the baseline of relative_to, %s = %s, was not measured", spec->relative[0].name,
                 spec->relative[0].values[0]);
    else
        snprintf(out->missing, sizeof out->missing, "no finished case has both %s and %s in its `%s` data%s", spec->y, spec->x,
                 spec->data->name, spec->where_count ? " where `where` of the figure selects it" : "");
}

// Removes incomplete pictures and those of an earlier report.
static void remove_pictures(const char *folder, const char *file)
{
    static const char *const ENDINGS[] = {"svg", "pdf"};
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        char path[4096];
        if (snprintf(path, sizeof path, "%s/%s.%s", folder, file, ENDINGS[i]) < (int)sizeof path)
            unlink(path);
    }
}

Status figure_write(Dataset *d, const FigureSpec *spec, const char *folder, const char *prefix, FigureResult *out)
{
    Plot plot;
    *out = (FigureResult){.drawn = status_ok()};
    snprintf(out->file, sizeof out->file, "%s%s", prefix, spec->name);
    snprintf(out->title, sizeof out->title, "%s", *spec->title ? spec->title : spec->name);
    TRY(plot_init(d, spec, &plot));
    if (plot.point_count == 0) {
        explain_missing(d, spec, &plot, out);
        plot_destroy(&plot);
        return status_ok();
    }
    make_notes(d, &plot, out);
    Status status = write_file(&plot, folder, out->file, "csv", write_csv);
    if (status.code == STATUS_OK)
        status = write_file(&plot, folder, out->file, "dat", write_data);
    if (status.code == STATUS_OK)
        status = write_file(&plot, folder, out->file, "gp", put_script);
    plot_destroy(&plot);
    if (status.code != STATUS_OK)
        return status;
    char script[FIGURE_FILE_MAX + 8];
    snprintf(script, sizeof script, "%s.gp", out->file);
    out->drawn = gnuplot_run(folder, script);
    if (out->drawn.code != STATUS_OK)
        remove_pictures(folder, out->file);
    return status_ok();
}
