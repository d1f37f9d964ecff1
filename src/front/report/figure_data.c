// The numbers of a figure, for people (CSV) and for gnuplot.
#include "report/private/figure_files.h"

#include <math.h>

#include "base/text.h"
#include "report/private/number.h"

enum { ALL_POINTS = 600, BASES_MAX = 1024, IDEAL_POINTS = 60 };

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

void figure_csv(const Plot *p, FILE *out)
{
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
    for (int c = 0; c < p->curve_count; c++) {
        const PlotCurve *curve = &p->curves[c];
        const int        every = 1 + curve->count / ALL_POINTS;
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

// Where the bars of a series begin, of those that stand beside each other.
static double bar_shift(const Plot *p, int s, double *width)
{
    int before = 0, count = 0;
    for (int other = 0; other < p->series_count; other++) {
        const bool beside = p->series[other].facet == p->series[s].facet;
        count += beside;
        before += beside && other < s;
    }
    *width = p->style->stacked ? 0.7 : 0.8 / count;
    return p->style->stacked ? -0.35 : -0.4 + before * *width;
}

// One block per series, two empty lines between them: gnuplot's `index`.
static void put_data(const Plot *p, FILE *out)
{
    fputs("# position median low high n marker; bars also have left, right, bottom; ring\n", out);
    double base[BASES_MAX] = {0}; // of stacked bars, per category of a facet
    for (int s = 0; s < p->series_count; s++) {
        const bool   stacked = p->style->stacked;
        double       width = 0;
        const double shift = bar_shift(p, s, &width);
        fprintf(out, "%s# %s\n", s ? "\n\n" : "", p->series[s].label);
        for (int i = 0; i < p->series[s].count; i++) {
            const PlotPoint *point = &p->series[s].points[i];
            if (point->hidden)
                continue;
            const int    category = p->series[s].facet * p->category_count + (int)point->position;
            const bool   adds = stacked && p->categorical && category < BASES_MAX;
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
    put_data(p, out);
    put_curve_data(p, out);
    if (axis_has_ideal(p))
        put_ideal_data(p, canvas, out);
}
