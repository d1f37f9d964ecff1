// The numbers of a map of cells for gnuplot, and as texts in the cells.
#include "figure/private/heat_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/escape.h"

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

static void put_cell(const Plot *p, const Layout *l, int column, int row, const HeatCell *cell, FILE *out)
{
    const PlotPoint *point = cell->point;
    char             text[HEAT_TEXT] = "NaN";
    if (point)
        heat_text(p->heat, point->y, text);
    fprintf(out, "%d %d %d ", column, row, point ? 0 : 1 + (int)heat_sign_of(cell->state));
    script_number(point ? point->y : (double)NAN, out);
    putc(' ', out);
    script_number(cell->cost, out);
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
