// The numbers of a figure for people, as CSV.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "data/escape.h"
#include "figure/private/figure_files.h"
#include "figure/private/heat.h"

// Settings, with commas between.
static void put_values(const Value *values, int count, FILE *out)
{
    char text[SPEC_TEXT_MAX];
    for (int i = 0; i < count; i++) {
        value_format(values[i], text, sizeof text);
        fputs(i ? "," : "", out);
        text_csv(text, out);
    }
}

static void put_point(const Plot *p, const PlotPoint *point, FILE *out)
{
    const int keys = p->spec->series_count;
    Value     values[SPEC_LIST_MAX + 1];
    memcpy(values, point->key, sizeof point->key);
    values[keys] = point->x;
    fputs(p->curve_count ? "," : "", out);
    put_values(values, keys + 1, out);
    csv_numbers((const double[]){point->y, point->low, point->high}, 3, out);
    fprintf(out, ",%d,%d", point->count, point->unconverged);
    if (p->spans)
        csv_numbers((const double[]){point->x_low, point->x_high}, 2, out);
    fputs(p->style->frontier ? point->beaten ? ",1" : ",0" : "", out);
    fputs("\r\n", out);
}

// A curve has its label in the column `curve`, and no settings, no spread and no samples.
static void put_curve(const Plot *p, const PlotCurve *curve, const PlotPoint *point, FILE *out)
{
    text_csv(curve->label, out);
    for (int k = 0; k < p->spec->series_count; k++)
        putc(',', out);
    csv_numbers((const double[]){point->position, point->y}, 2, out);
    fputs(p->spans ? ",,,0,0,,\r\n" : ",,,0,0\r\n", out);
}

// ---- maps of cells ----

static void put_cell_heads(const Plot *p, FILE *out)
{
    const FigureSpec *spec = p->spec;
    char              head[SPEC_TEXT_MAX + 16];
    snprintf(head, sizeof head, "%s%s", spec->y, spec->relative_count ? "_relative" : "");
    if (spec->facet >= 0)
        escape_print(text_csv, out, "%s,", spec->series[spec->facet]);
    escape_print(text_csv, out, "%s,%s,%s,low,high,%s,unconverged_steps,cell", spec->x, spec->rows, head, p->measured ? "processes" : "n");
    if (*spec->contours.value)
        escape_print(text_csv, out, ",%s,contour_low,contour_high", spec->contours.value);
    fputs("\r\n", out);
}

static void put_cell(const Plot *p, int facet, int row, int column, FILE *out)
{
    static const PlotPoint NONE = {.y = NAN, .low = NAN, .high = NAN};
    const HeatCell        *cell = heat_cell(p->heat, facet, row, column);
    const PlotPoint       *point = cell->point ? cell->point : &NONE;
    const Value            values[] = {p->facets[facet], p->categories[column], p->rows[row]};
    const bool             faceted = p->spec->facet >= 0;
    put_values(values + !faceted, 2 + faceted, out);
    csv_numbers((const double[]){point->y, point->low, point->high}, 3, out);
    fprintf(out, ",%d,%d,%s", point->count, point->unconverged, heat_state_name(cell->state));
    if (*p->spec->contours.value)
        csv_numbers((const double[]){cell->cost, cell->cost_low, cell->cost_high}, 3, out);
    fputs("\r\n", out);
}

// Every cell, also those without a value, with the reason.
static void put_cells(const Plot *p, FILE *out)
{
    put_cell_heads(p, out);
    for (int f = 0; f < p->heat->facets; f++)
        for (int row = 0; row < p->heat->rows; row++)
            for (int column = 0; column < p->heat->columns; column++)
                put_cell(p, f, row, column, out);
}

// ---- both ----

void figure_csv(const Plot *p, FILE *out)
{
    const FigureSpec *spec = p->spec;
    char              head[SPEC_TEXT_MAX + 16];
    if (p->heat) {
        put_cells(p, out);
        return;
    }
    fputs(p->curve_count ? "curve," : "", out);
    for (int k = 0; k < spec->series_count; k++)
        escape_print(text_csv, out, "%s,", spec->series[k]);
    snprintf(head, sizeof head, "%s%s", p->style->profile ? "share" : spec->y, spec->relative_count ? "_relative" : "");
    escape_print(text_csv, out, "%s,%s,low,high,%s,unconverged_steps", spec->x, head,
                 p->style->profile ? "problems"
                 : p->measured     ? "processes"
                                   : "n");
    fprintf(out, "%s%s\r\n", p->spans ? ",x_low,x_high" : "", p->style->frontier ? ",beaten" : "");
    for (int s = 0; s < p->series_count; s++)
        for (int i = 0; i < p->series[s].count; i++)
            put_point(p, &p->series[s].points[i], out);
    for (int c = 0; c < p->curve_count; c++)
        for (int i = 0; i < p->curves[c].count; i++)
            put_curve(p, &p->curves[c], &p->curves[c].points[i], out);
}
