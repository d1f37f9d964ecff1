// The part of a gnuplot script that draws a map of cells.
#include <math.h>
#include <string.h>

#include "report/private/heat_files.h"
#include "report/private/script_text.h"

enum { LABEL_TAG = 5000, BAR_TAG = 3 };

static const char EMPTY_FILL[] = "fc rgb '#ebebeb' lw 0.6 fs solid";

typedef struct Stroke { // in cells, from the middle of one
    double x, y, across, up;
} Stroke;

// Of cells without a value, each with one or two.
static const struct {
    const char *line;
    int         count;
    Stroke      strokes[2];
} STROKES[HEAT_STROKES] = {
    [HEAT_CROSSED] = {"lc rgb '#a02020' lw 1.4", 2, {{-0.3, -0.3, 0.6, 0.6}, {-0.3, 0.3, 0.6, -0.6}}},
    [HEAT_BARRED] = {"lc rgb '#444444' lw 1.4", 1, {{-0.25, 0, 0.5, 0}}},
    [HEAT_STRUCK] = {"lc rgb '#999999' lw 1", 1, {{-0.3, -0.3, 0.6, 0.6}}},
};

// Lines have a white edge, so that they are seen on each colour; that of the mark is of a hue that the cells do not have, so that numbers
// are still read on it.
static const char LINE_EDGE[] = "lc rgb '#ffffff' lw 2.6", LINE[] = "lc rgb '#000000' lw 1 dt (6,3)";
static const char MARK_EDGE[] = "lc rgb '#ffffff' lw 5", MARK[] = "lc rgb '#D0104C' lw 2.8";

// ---- the colour bar ----

static void put_bar_label(Script *s)
{
    const Canvas    *c = s->canvas;
    const ColourBar *bar = &c->bar;
    char             label[SPEC_TEXT_MAX];
    fprintf(s->out, "set label %d ", BAR_TAG);
    script_text(axis_label(s->plot->spec, true, label), false, s->out);
    if (bar->upright)
        fprintf(s->out, " at screen %.4f,%.4f center rotate noenhanced\n",
                figure_x(s, bar->left + bar->thickness + bar->axis.widest + 1.9 * c->font), figure_y(s, bar->bottom + bar->length / 2));
    else
        fprintf(s->out, " at screen %.4f,%.4f center noenhanced\n", figure_x(s, bar->left + bar->length / 2),
                figure_y(s, bar->bottom - 2.4 * c->font));
}

void heat_put_scale(Script *s, bool last)
{
    const ColourBar *bar = &s->canvas->bar;
    fputs("unset grid\nset border 0\nset xtics offset 0,0.3\nset ytics offset 0.5,0\nset palette defined (", s->out);
    for (int i = 0; i < COLOUR_SCALE_ANCHORS; i++) {
        const Rgb c = colour_scale_anchor(i);
        fprintf(s->out, "%s%d '#%02X%02X%02X'", i ? ", " : "", i, (unsigned)c.red & 255, (unsigned)c.green & 255, (unsigned)c.blue & 255);
    }
    fputs(")\n", s->out);
    axis_put(&bar->axis, "cb", last && bar->shown, s->out);
    bool powers = false; // their exponents stand higher
    for (int i = 0; i < bar->axis.tic_count; i++)
        powers = powers || bar->axis.tics[i].exponent;
    fprintf(s->out, "set cbtics offset %s\n", bar->upright ? "-0.6,0" : powers ? "0,0.4" : "0,0.7");
    if (!last || !bar->shown) {
        fputs("unset colorbox\n", s->out);
        return;
    }
    const double width = bar->upright ? bar->thickness : bar->length, height = bar->upright ? bar->length : bar->thickness;
    fprintf(s->out, "set colorbox %s user origin screen %.4f,%.4f size screen %.4f,%.4f noborder\n",
            bar->upright ? "vertical" : "horizontal", figure_x(s, bar->left), figure_y(s, bar->bottom), figure_x(s, width),
            figure_y(s, height));
    put_bar_label(s);
}

// ---- panels ----

static double text_scale(const Script *s)
{
    return heat_text_scale(s->plot, s->canvas);
}

static void put_small(Script *s, double scale, const char *text)
{
    script_text_scaled(text, fmin(scale, 0.999), s->out);
}

static void put_labels(Script *s, int facet)
{
    HeatLabel labels[HEAT_LEVELS_MAX];
    const int count = heat_labels(s->plot, s->canvas, facet, labels);
    for (int i = 0; i < count; i++) {
        const HeatLabel *l = &labels[i];
        fprintf(s->out, "set object %d rectangle at first %.4f,%.4f size first %.4f,%.4f front fc rgb '#ffffff' fs solid noborder\n",
                LABEL_TAG + i, l->x, l->y, l->width, l->height);
        fprintf(s->out, "set label %d ", LABEL_TAG + i);
        put_small(s, HEAT_LABEL_SCALE, l->text);
        fprintf(s->out, " at first %.4f,%.4f center front\n", l->x, l->y);
    }
}

static bool next_block(Script *s, int facet, HeatPart part)
{
    const int block = heat_block(s->plot->heat, facet, part);
    if (block >= 0) {
        figure_next(s);
        fprintf(s->out, " index %d using ", block);
    }
    return block >= 0;
}

// A white edge would then be much of what is seen.
static bool are_small(const Script *s)
{
    const Canvas *c = s->canvas;
    return fmin(c->panel_width / s->plot->heat->columns, c->panel_height / s->plot->heat->rows) < 1.2 * c->font;
}

static void put_cells(Script *s, int facet)
{
    if (next_block(s, facet, HEAT_CELLS))
        fprintf(s->out, "1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border%s notitle",
                are_small(s) ? "" : " lc rgb '#ffffff'");
    for (int stroke = 0; stroke < HEAT_STROKES; stroke++) {
        const HeatPart part = (HeatPart)(HEAT_WITHOUT + stroke);
        if (next_block(s, facet, part))
            fprintf(s->out, "1:2:(0.5):(0.5) with boxxyerror %s border lc rgb '#ffffff' notitle", EMPTY_FILL);
        for (int i = 0; i < STROKES[stroke].count; i++) {
            const Stroke *line = &STROKES[stroke].strokes[i];
            if (next_block(s, facet, part))
                fprintf(s->out, "($1+%g):($2+%g):(%g):(%g) with vectors nohead %s notitle", line->x, line->y, line->across, line->up,
                        STROKES[stroke].line);
        }
    }
}

// Behind the numbers, over the contours and the edge of the mark.
static void put_patches(Script *s, int facet)
{
    const Heat  *h = s->plot->heat;
    const double height = text_scale(s) * s->canvas->font / (s->canvas->panel_height / h->rows);
    const bool   lines = heat_block(h, facet, HEAT_CONTOURS) >= 0 || heat_block(h, facet, HEAT_MARK) >= 0;
    if (height > 0 && lines && next_block(s, facet, HEAT_CELLS))
        fprintf(s->out, "1:2:7:(%.3f):3 with boxxyerror lc palette fs solid noborder notitle", fmin(0.55 * height, 0.46));
}

static void put_texts(Script *s, int facet)
{
    const double scale = text_scale(s);
    if (!(scale > 0) || !next_block(s, facet, HEAT_CELLS))
        return;
    fprintf(s->out, "1:2:('{/*%.2f '.strcol(4).'}'):5 with labels tc rgb variable notitle", scale);
}

static void put_lines(Script *s, int facet, HeatPart part, const char *line)
{
    if (next_block(s, facet, part))
        fprintf(s->out, "1:2 with lines %s notitle", line);
}

void heat_put_plot(Script *s, int facet)
{
    put_labels(s, facet);
    s->parts = 0;
    put_cells(s, facet);
    put_lines(s, facet, HEAT_CONTOURS, LINE_EDGE);
    put_lines(s, facet, HEAT_CONTOURS, LINE);
    put_lines(s, facet, HEAT_MARK, MARK_EDGE);
    put_patches(s, facet);
    put_lines(s, facet, HEAT_MARK, MARK);
    put_texts(s, facet);
    if (s->plot->unconverged && next_block(s, facet, HEAT_CELLS))
        fputs("($1+0.36):($6*($2+0.34)):5 with points pt 6 ps 0.6 lw 1.2 lc rgb variable notitle", s->out);
    fputs("\n", s->out);
}

// ---- the legend ----

static void put_sample_line(Script *s, int tag, double x, double y, double across, double up, const char *line)
{
    fprintf(s->out, "set arrow %d from screen %.4f,%.4f to screen %.4f,%.4f nohead %s\n", tag, figure_x(s, x), figure_y(s, y),
            figure_x(s, x + across), figure_y(s, y + up), line);
}

void heat_put_sample(Script *s, const Entry *entry, int tag, double x, double y)
{
    const Canvas *c = s->canvas;
    const double  width = 1.2 * c->font, height = 0.9 * c->font, middle = x + (c->sample - 0.7 * c->font) / 2;
    if (entry->kind != ENTRY_STROKE) {
        put_sample_line(s, tag, x, y, c->sample - 0.7 * c->font, 0, entry->kind == ENTRY_MARK ? MARK : LINE);
        return;
    }
    fprintf(s->out, "set object %d rectangle from screen %.4f,%.4f to screen %.4f,%.4f %s noborder\n", tag, figure_x(s, middle - width / 2),
            figure_y(s, y - height / 2), figure_x(s, middle + width / 2), figure_y(s, y + height / 2), EMPTY_FILL);
    for (int i = 0; i < STROKES[entry->index].count; i++) {
        const Stroke *line = &STROKES[entry->index].strokes[i];
        put_sample_line(s, tag + i, middle + line->x * width, y + line->y * height, line->across * width, line->up * height,
                        STROKES[entry->index].line);
    }
}
