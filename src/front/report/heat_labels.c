// Labels of contours: on the line, where they cover least of the numbers in the cells and of each other.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/private/heat_files.h"
#include "report/private/script_text.h"

typedef struct Room { // of a panel
    const Plot    *plot;
    const Canvas  *canvas;
    int            facet;
    double         text_height; // of the number of a cell, in rows; 0: none
    const Contour *mark;
} Room;

static double overlap(double a, double b, double width, double other) // of two intervals by their middles
{
    return fmin(fmax(0, (width + other) / 2 - fabs(a - b)), fmin(width, other));
}

// Areas in cells.
static double on_numbers(const Room *r, const HeatLabel *box)
{
    const Heat *h = r->plot->heat;
    const int   left = (int)fmax(0, floor(box->x - box->width / 2)), right = (int)fmin(h->columns - 1, ceil(box->x + box->width / 2));
    const int   low = (int)fmax(0, floor(box->y - box->height / 2)), top = (int)fmin(h->rows - 1, ceil(box->y + box->height / 2));
    double      area = 0;
    for (int row = low; row <= top && r->text_height > 0; row++)
        for (int column = left; column <= right; column++) {
            const PlotPoint *point = heat_cell(h, r->facet, row, column)->point;
            if (point)
                area += overlap(box->x, column, box->width, heat_text_width(r->plot, r->canvas, point->y)) *
                        overlap(box->y, row, box->height, r->text_height);
        }
    return area;
}

static double on_mark(const Room *r, const HeatLabel *box)
{
    int covered = 0;
    for (int i = 0; i < r->mark->line_count; i++)
        for (int k = 0; k < r->mark->lines[i].count; k++) {
            const ContourPoint at = r->mark->lines[i].points[k];
            covered += fabs(at.x - box->x) < box->width / 2 && fabs(at.y - box->y) < box->height / 2;
        }
    return 0.06 * covered;
}

static double on_labels(const HeatLabel *box, const HeatLabel *placed, int count)
{
    double area = 0;
    for (int i = 0; i < count; i++)
        area += overlap(box->x, placed[i].x, box->width, placed[i].width) * overlap(box->y, placed[i].y, box->height, placed[i].height);
    return area;
}

// How much of the box is where it should not be.
static double cost_of(const Room *r, const HeatLabel *box, const HeatLabel *placed, int count)
{
    const Heat  *h = r->plot->heat;
    const double inside =
        overlap(box->x, (h->columns - 1) / 2.0, box->width, h->columns) * overlap(box->y, (h->rows - 1) / 2.0, box->height, h->rows);
    double cost = on_numbers(r, box) + on_mark(r, box) + 8 * (box->width * box->height - inside);
    for (int i = 0; i < count; i++)
        cost += 4 * overlap(box->x, placed[i].x, box->width, placed[i].width) * overlap(box->y, placed[i].y, box->height, placed[i].height);
    return cost;
}

// On the line or a little below or above it, rather at its middle.
static void move_along(const Room *r, const ContourLine *line, HeatLabel *box, const HeatLabel *placed, int count, double *best)
{
    enum { SAMPLES = 6 };
    HeatLabel at = *box;
    for (int i = 0; i < SAMPLES * (line->count - 1); i++)
        for (int shift = -1; shift <= 1; shift++) {
            const ContourPoint a = line->points[i / SAMPLES], b = line->points[i / SAMPLES + 1];
            const double       share = (i % SAMPLES + 0.5) / SAMPLES, along = (i + 0.5) / (SAMPLES * (line->count - 1));
            at.x = a.x + share * (b.x - a.x);
            at.y = a.y + share * (b.y - a.y) + 0.35 * shift * box->height;
            const double cost = cost_of(r, &at, placed, count) + 0.01 * fabs(along - 0.5) + 0.005 * abs(shift);
            if (cost < *best) {
                *best = cost;
                *box = at;
            }
        }
}

int heat_labels(const Plot *p, const Canvas *c, int facet, HeatLabel out[HEAT_LEVELS_MAX])
{
    const Heat  *h = p->heat;
    const double width = c->panel_width / h->columns, height = c->panel_height / h->rows, font = HEAT_LABEL_SCALE * c->font;
    Room         r = {.plot = p, .canvas = c, .facet = facet, .mark = heat_contour(h, facet, h->level_count)};
    int          count = 0;
    char         unit[LABEL_UNIT_MAX], number[NUMBER_TEXT];
    r.text_height = heat_text_scale(p, c) * c->font / height;
    labels_unit(&p->spec->labels, p->spec->data, p->spec->contours.value, unit, sizeof unit);
    for (int level = 0; level < h->level_count; level++) {
        const Contour *contour = heat_contour(h, facet, level);
        HeatLabel     *box = &out[count];
        double         best = INFINITY;
        number_short(h->levels[level], 3, number);
        snprintf(box->text, sizeof box->text, "%s%s%s", number, *unit ? " " : "", unit);
        box->width = (script_text_width(box->text, font) + 0.4 * font) / width;
        box->height = 1.15 * font / height;
        for (int i = 0; i < contour->line_count; i++)
            move_along(&r, &contour->lines[i], box, out, count, &best);
        count += isfinite(best) && on_labels(box, out, count) < 0.1 * box->width * box->height;
    }
    return count;
}
