// The numbers of a map of cells: for people, for gnuplot, and as texts in the cells.
#include "figure/private/heat_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "data/escape.h"
#include "data/number.h"

static void put_number(double value, FILE *out)
{
    char text[NUMBER_TEXT];
    text_from_double(value, text, sizeof text);
    fputs(text, out);
}

static void put_csv_number(double value, FILE *out)
{
    putc(',', out);
    if (!isnan(value))
        put_number(value, out);
}

static void put_csv_value(Value value, FILE *out)
{
    char text[SPEC_TEXT_MAX];
    value_format(value, text, sizeof text);
    text_csv(text, out);
}

// ---- CSV ----

static void put_csv_head(const Plot *p, FILE *out)
{
    const FigureSpec *spec = p->spec;
    const char *const names[] = {spec->facet < 0 ? "" : spec->series[spec->facet], spec->x, spec->rows};
    char              head[SPEC_TEXT_MAX + 16];
    for (int i = spec->facet < 0; i < 3; i++) {
        text_csv(names[i], out);
        putc(',', out);
    }
    snprintf(head, sizeof head, "%s%s", spec->y, spec->relative_count ? "_relative" : "");
    text_csv(head, out);
    fprintf(out, ",low,high,%s,unconverged_steps,cell", p->measured ? "processes" : "n");
    if (*spec->contours.value) {
        putc(',', out);
        text_csv(spec->contours.value, out);
        fputs(",contour_low,contour_high", out);
    }
    fputs("\r\n", out);
}

static void put_csv_cell(const Plot *p, int facet, int row, int column, FILE *out)
{
    const HeatCell  *cell = heat_cell(p->heat, facet, row, column);
    const PlotPoint *point = cell->point;
    if (p->spec->facet >= 0) {
        put_csv_value(p->facets[facet], out);
        putc(',', out);
    }
    put_csv_value(p->categories[column], out);
    putc(',', out);
    put_csv_value(p->rows[row], out);
    put_csv_number(point ? point->y : (double)NAN, out);
    put_csv_number(point ? point->low : (double)NAN, out);
    put_csv_number(point ? point->high : (double)NAN, out);
    fprintf(out, ",%d,%d,%s", point ? point->count : 0, point ? point->unconverged : 0, heat_state_name(cell->state));
    if (*p->spec->contours.value) {
        put_csv_number(cell->cost, out);
        put_csv_number(cell->cost_low, out);
        put_csv_number(cell->cost_high, out);
    }
    fputs("\r\n", out);
}

void heat_csv(const Plot *p, FILE *out)
{
    put_csv_head(p, out);
    for (int f = 0; f < p->heat->facets; f++)
        for (int row = 0; row < p->heat->rows; row++)
            for (int column = 0; column < p->heat->columns; column++)
                put_csv_cell(p, f, row, column, out);
}

// ---- texts of cells ----

void heat_text(const Heat *h, double value, char out[HEAT_TEXT])
{
    const double size = fabs(value);
    if (size < 9999.5 && (size >= 99.5 || value == round(value)))
        snprintf(out, HEAT_TEXT, "%.0f", value);
    else
        snprintf(out, HEAT_TEXT, "%#.*g", h->digits, value); // 0.010, 12., 1.2e-05
    char *mark = strchr(out, 'e');
    if (out[strlen(out) - 1] == '.')
        out[strlen(out) - 1] = '\0';
    if (mark)
        snprintf(mark, 8, "e%d", atoi(mark + 1));
}

// ---- gnuplot's data ----

static void put_cell(const Plot *p, const Layout *l, int column, int row, const HeatCell *cell, FILE *out)
{
    const PlotPoint *point = cell->point;
    char             text[HEAT_TEXT] = "NaN";
    if (point)
        heat_text(p->heat, point->y, text);
    fprintf(out, "%d %d %d ", column, row, point ? 0 : 1 + (int)heat_sign_of(cell->state));
    put_number(point ? point->y : (double)NAN, out);
    putc(' ', out);
    put_number(cell->cost, out);
    fprintf(out, " %s %d %s\n", text, point && heat_is_dark(axis_along(&l->colour, point->y)) ? 0xFFFFFF : 0,
            point && point->ringed ? "1" : "NaN");
}

void heat_data(const Plot *p, const Layout *l, FILE *out)
{
    const Heat *h = p->heat;
    fputs("# column row sign value contour text its_colour ring\n", out);
    for (int f = 0; f < h->facets; f++) {
        char facet[SPEC_TEXT_MAX];
        fputs(f ? "\n\n" : "", out);
        comment_line("#", plot_facet_name(p, f, facet, sizeof facet), out);
        for (int row = 0; row < h->rows; row++) {
            fputs(row ? "\n" : "", out);
            for (int column = 0; column < h->columns; column++)
                put_cell(p, l, column, row, heat_cell(h, f, row, column), out);
        }
    }
}
