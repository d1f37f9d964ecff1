// The numbers of a map of cells: for people, for gnuplot, and as texts in the cells.
#include "report/private/heat_files.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "report/private/escape.h"
#include "report/private/script_text.h"

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
    if (value == 0 || (size >= h->plain_from && size < 9999.5)) {
        char text[NUMBER_TEXT];
        snprintf(text, sizeof text, "%.*e", h->digits - 1, value);
        const int  decimals = value == 0 ? 0 : h->digits - 1 - atoi(strchr(text, 'e') + 1);
        const bool whole = value == round(value);
        snprintf(out, HEAT_TEXT, "%.*f", decimals > 0 && !whole ? decimals : 0, value);
        return;
    }
    snprintf(out, HEAT_TEXT, "%.*e", h->digits - 1, value); // 1.2e-05
    char *mark = strchr(out, 'e');
    if (mark)
        snprintf(mark, 8, "e%d", atoi(mark + 1));
}

double heat_text_scale(const Plot *p, const Canvas *c)
{
    static const double LEAST = 10; // px: 5 points
    const double        width = c->panel_width / p->heat->columns, height = c->panel_height / p->heat->rows;
    double              widest = 1;
    for (int i = 0; i < p->point_count; i++) {
        char text[HEAT_TEXT];
        if (!isfinite(p->points[i].y))
            continue;
        heat_text(p->heat, p->points[i].y, text);
        widest = fmax(widest, script_text_width(text, c->font));
    }
    const double scale = fmin(1, fmin(0.88 * width / widest, 0.75 * height / c->font));
    return scale * c->font >= fmin(LEAST, c->font) ? scale : 0;
}

double heat_text_width(const Plot *p, const Canvas *c, double value)
{
    char text[HEAT_TEXT];
    heat_text(p->heat, value, text);
    return fmin(0.96, script_text_width(text, heat_text_scale(p, c) * c->font) * p->heat->columns / c->panel_width);
}

// ---- gnuplot's data ----

static HeatPart part_of(const HeatCell *cell)
{
    return cell->point ? HEAT_CELLS : (HeatPart)(HEAT_WITHOUT + heat_stroke(cell->state));
}

static bool has_part(const Heat *h, int facet, HeatPart part)
{
    bool has = part == HEAT_MARK && heat_contour(h, facet, h->level_count)->line_count;
    for (int i = 0; i < h->rows * h->columns; i++)
        has = has || part_of(&h->cells[facet * h->rows * h->columns + i]) == part;
    for (int level = 0; level < h->level_count && part == HEAT_CONTOURS; level++)
        has = has || heat_contour(h, facet, level)->line_count;
    return has;
}

int heat_block(const Heat *h, int facet, HeatPart part)
{
    int before = 0;
    for (int f = 0; f <= facet; f++)
        for (int other = 0; other < (f == facet ? (int)part : (int)HEAT_PARTS); other++)
            before += has_part(h, f, (HeatPart)other);
    return has_part(h, facet, part) ? before : -1;
}

static void put_cell(const Plot *p, const Canvas *c, const PlotPoint *point, FILE *out)
{
    const Rgb ink = colour_scale_ink(axis_along(&c->bar.axis, point->y));
    char      text[HEAT_TEXT];
    heat_text(p->heat, point->y, text);
    fprintf(out, "%d %d ", (int)point->position, point->row);
    put_number(point->y, out);
    fprintf(out, " %s %d %s %.3f\n", text, ink.red << 16 | ink.green << 8 | ink.blue, point->ringed ? "1" : "NaN",
            heat_text_width(p, c, point->y) / 2);
}

static void put_cells(const Plot *p, const Canvas *c, int facet, HeatPart part, FILE *out)
{
    for (int row = 0; row < p->heat->rows; row++)
        for (int column = 0; column < p->heat->columns; column++) {
            const HeatCell *cell = heat_cell(p->heat, facet, row, column);
            if (part_of(cell) != part)
                continue;
            if (cell->point)
                put_cell(p, c, cell->point, out);
            else
                fprintf(out, "%d %d\n", column, row);
        }
}

static void put_lines(const Contour *contour, int *lines, FILE *out)
{
    for (int i = 0; i < contour->line_count; i++) {
        fputs((*lines)++ ? "\n" : "", out);
        for (int k = 0; k < contour->lines[i].count; k++)
            fprintf(out, "%.5g %.5g\n", contour->lines[i].points[k].x, contour->lines[i].points[k].y);
    }
}

void heat_data(const Plot *p, const Canvas *c, FILE *out)
{
    static const char *const NAMES[] = {"cells: column, row, value, text, its colour, ring, half the width of the text",
                                        "cells crossed",
                                        "cells with a bar",
                                        "cells struck out",
                                        "other cells without a value",
                                        "contours",
                                        "where the value is the mark"};
    const Heat              *h = p->heat;
    int                      blocks = 0;
    for (int f = 0; f < h->facets; f++)
        for (int part = 0; part < HEAT_PARTS; part++) {
            char facet[SPEC_TEXT_MAX], comment[SPEC_TEXT_MAX + 40];
            int  lines = 0;
            if (!has_part(h, f, (HeatPart)part))
                continue;
            snprintf(comment, sizeof comment, "%s; %s", NAMES[part], plot_facet_name(p, f, facet, sizeof facet));
            fputs(blocks++ ? "\n\n" : "", out);
            comment_line("#", comment, out);
            if (part < HEAT_CONTOURS)
                put_cells(p, c, f, (HeatPart)part, out);
            for (int level = 0; level < h->level_count && part == HEAT_CONTOURS; level++)
                put_lines(heat_contour(h, f, level), &lines, out);
            if (part == HEAT_MARK)
                put_lines(heat_contour(h, f, h->level_count), &lines, out);
        }
}
