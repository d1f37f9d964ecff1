// The part of a gnuplot script that draws a map of cells: colours, numbers, signs of cells without a value, and contours. Columns of the
// data: heat_data.
#include "figure/private/heat_files.h"

#include <math.h>
#include <string.h>

#include "data/number.h"

// Lines have a white edge, so that they are seen on each colour. The mark has a hue that no cell has, so that numbers are readable on it.
static const char LINE_EDGE[] = "lc rgb '#ffffff' lw 2.6", LINE[] = "lc rgb '#000000' lw 1 dt (6,3)";
static const char MARK_EDGE[] = "lc rgb '#ffffff' lw 5", MARK[] = "lc rgb '#D0104C' lw 2.8", SIGN_COLOUR[] = "#a02020";

// ---- contours, by gnuplot ----

// On the logarithm where every number is positive, and the levels are.
static bool is_log(const Heat *h, bool of_mark, double least_level)
{
    bool positive = least_level > 0;
    for (int i = 0; i < h->facets * h->rows * h->columns && positive; i++) {
        const HeatCell *cell = &h->cells[i];
        positive = of_mark ? !(cell->point && cell->point->y <= 0) : !(cell->cost <= 0);
    }
    return positive;
}

static double height_of(const HeatCell *cell, bool of_mark)
{
    return of_mark ? cell->point ? cell->point->y : (double)NAN : cell->cost;
}

// Whether a panel has lines of a kind: levels, and values on both sides of one.
static bool has_lines(const Plot *p, int facet, bool of_mark)
{
    const Heat   *h = p->heat;
    const double *levels = of_mark ? &p->spec->mark : h->levels;
    const int     count = of_mark ? h->between && !isnan(*levels) : h->level_count, cells = h->rows * h->columns;
    double        low = INFINITY, high = -INFINITY;
    for (int i = facet * cells; i < (facet + 1) * cells; i++) {
        const double height = height_of(&h->cells[i], of_mark);
        low = fmin(low, height);
        high = fmax(high, height);
    }
    bool any = false;
    for (int i = 0; i < count; i++)
        any = any || (low <= levels[i] && levels[i] <= high);
    return any;
}

// Of each panel a table of lines, which its plot reads: $contourN and $markN.
static void put_contours(Script *s, bool of_mark)
{
    const Heat   *h = s->plot->heat;
    const double *levels = of_mark ? &s->plot->spec->mark : h->levels;
    const bool    logarithmic = is_log(h, of_mark, *levels);
    const char   *name = of_mark ? "mark" : "contour";
    fputs("set contour base\nunset surface\nset cntrparam levels discrete ", s->out);
    for (int i = 0; i < (of_mark ? 1 : h->level_count); i++)
        fprintf(s->out, "%s%.9g", i ? ", " : "", logarithmic ? log10(levels[i]) : levels[i]);
    fprintf(s->out, "\nset xrange [0:%d]\nset yrange [0:%d]\n", h->columns, h->rows);
    for (int f = 0; f < h->facets; f++)
        if (has_lines(s->plot, f, of_mark))
            fprintf(s->out, "set table $%s%d\nsplot data index %d using 1:2:(%s$%d))\nunset table\n", name, f, f,
                    logarithmic ? "log10(" : "(", of_mark ? 4 : 5);
    fputs("unset contour\nset surface\n", s->out);
    if (!of_mark)
        fprintf(s->out, "level(z) = %s\n", logarithmic ? "10**z" : "z");
}

void heat_put_contours(Script *s)
{
    if (s->plot->heat->level_count)
        put_contours(s, false);
    if (s->plot->heat->between && !isnan(s->plot->spec->mark))
        put_contours(s, true);
}

void heat_put_scale(Script *s)
{
    const Layout *l = s->layout;
    char          label[SPEC_TEXT_MAX];
    fputs("unset grid\nset border 0\nset style textbox opaque noborder margins 0.4,0.3\nset palette defined (", s->out);
    for (int i = 0; i < HEAT_COLOURS; i++)
        fprintf(s->out, "%s%d '#%06X'", i ? ", " : "", i, heat_colour(i));
    fputs(")\n", s->out);
    script_axis(s, &l->colour, true);
    if (l->key == KEY_NONE) {
        fputs("unset colorbox\n", s->out);
        return;
    }
    const double thick = 0.8 * l->font, half = l->bar_long / 2;
    const bool   upright = l->bar_upright;
    fprintf(s->out, "set colorbox %s user origin screen %.4f,%.4f size screen %.4f,%.4f noborder\n%sset label 3 ",
            upright ? "vertical" : "horizontal", script_x(s, l->bar_left), script_y(s, l->bar_bottom),
            script_x(s, upright ? thick : l->bar_long), script_y(s, upright ? l->bar_long : thick),
            upright ? "" : "set cbtics offset 0,0.5\n");
    const char *text = axis_label(s->plot->spec, AXIS_COLOUR, label);
    script_label(s, text, l->bar_long / layout_text(text, l->font));
    fprintf(s->out, " at screen %.4f,%.4f center%s\n", script_x(s, l->bar_left + (upright ? 7 * l->font : half)),
            script_y(s, l->bar_bottom + (upright ? half : -2.6 * l->font)), upright ? " rotate" : "");
}

// ---- panels ----

static void put_cells(Script *s, int facet)
{
    const Layout *l = s->layout;
    const bool    small = fmin(l->panel_width / s->plot->heat->columns, l->panel_height / s->plot->heat->rows) < 1.2 * l->font;
    const char   *border = small ? "" : " lc rgb '#ffffff'"; // white edges would then fill much of the panel
    script_part(s);
    fprintf(s->out,
            " data index %d using ($3==0?NaN:$1):2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' fs solid border lc rgb '#ffffff' notitle",
            facet);
    script_part(s);
    fprintf(s->out, " data index %d using ($3==0?$1:NaN):2:(0.5):(0.5):4 with boxxyerror lc palette lw 0.6 fs solid border%s notitle",
            facet, border);
    for (int sign = 0; sign < HEAT_SIGNS; sign++)
        if (*s->plot->heat->sign_labels[sign]) {
            script_part(s);
            fprintf(s->out, " data index %d using ($3==%d?$1:NaN):2 with points pt '%s' lc rgb '%s' notitle", facet, sign + 1,
                    heat_sign((HeatSign)sign), SIGN_COLOUR);
        }
}

static void put_line(Script *s, const char *table, int facet, const char *edge, const char *line)
{
    for (int i = 0; i < 2; i++) {
        script_part(s);
        fprintf(s->out, " $%s%d using 1:2 with lines %s notitle", table, facet, i ? line : edge);
    }
}

// Behind each number a part of its cell, above the lines: they would strike it through.
static void put_grounds(Script *s, int facet, double size)
{
    const Layout *l = s->layout;
    script_part(s);
    fprintf(s->out,
            " data index %d using ($3==0?$1:NaN):2:(%.4f*strlen(strcol(6))):(%.4f):4 with boxxyerror lc palette fs solid noborder notitle",
            facet, 0.46 * layout_text("0", size) * s->plot->heat->columns / l->panel_width,
            0.48 * size * s->plot->heat->rows / l->panel_height);
}

// Of a panel whose cells have room for them: half of the font, at least five points. lines: that lie below them.
static void put_numbers(Script *s, int facet, bool lines)
{
    static const double FONT_MIN = 10; // px
    const Layout       *l = s->layout;
    const Heat         *h = s->plot->heat;
    double              widest = 1;
    for (int i = 0; i < s->plot->point_count; i++) {
        char text[HEAT_TEXT];
        heat_text(h, s->plot->points[i].y, text);
        widest = isfinite(s->plot->points[i].y) ? fmax(widest, layout_text(text, l->font)) : widest;
    }
    const double scale = fmin(1, fmin(0.9 * l->panel_width / h->columns / widest, 0.75 * l->panel_height / h->rows / l->font));
    if (scale * l->font < fmin(FONT_MIN, l->font))
        return;
    if (lines)
        put_grounds(s, facet, scale * l->font);
    script_part(s);
    fprintf(s->out, " data index %d using ($3==0?$1:NaN):2:('{/*%.2f '.strcol(6).'}'):7 with labels tc rgb variable notitle", facet, scale);
}

// A label is moved to the nearest edge between two rows of cells, so that it does not cover a number.
static void put_levels(Script *s, int facet)
{
    const int         last = s->plot->heat->rows > 2 ? s->plot->heat->rows - 2 : 0;
    const FigureSpec *spec = s->plot->spec;
    char              unit[LABEL_UNIT_MAX], text[LABEL_UNIT_MAX + 1];
    labels_unit(&spec->labels, spec->data, spec->contours.value, unit, sizeof unit);
    snprintf(text, sizeof text, "%s%s", *unit ? " " : "", unit);
    script_part(s);
    fprintf(s->out, " $contour%d using 1:(($2>%d?%d:floor($2))+0.5):(sprintf('%%.3g', level($3)).", facet, last, last);
    script_text(s, text);
    fprintf(s->out, ") every 1000000::1 with labels boxed noenhanced font ',%.3g' notitle", 0.78 * s->size);
}

void heat_put_plot(Script *s, int facet)
{
    const bool contours = has_lines(s->plot, facet, false), mark = has_lines(s->plot, facet, true);
    s->parts = 0;
    put_cells(s, facet);
    if (contours)
        put_line(s, "contour", facet, LINE_EDGE, LINE);
    if (mark)
        put_line(s, "mark", facet, MARK_EDGE, MARK);
    put_numbers(s, facet, contours || mark);
    if (contours)
        put_levels(s, facet);
    if (s->plot->unconverged) {
        script_part(s);
        fprintf(s->out, " data index %d using ($1+0.36):($8*($2+0.34)):7 with points pt 6 ps 0.6 lw 1.2 lc rgb variable notitle", facet);
    }
    fputs("\n", s->out);
}

void heat_put_sample(Script *s, EntryKind kind, int index)
{
    if (kind == ENTRY_SIGN)
        fprintf(s->out, "with points pt '%s' lc rgb '%s'", heat_sign((HeatSign)index), SIGN_COLOUR);
    else
        fprintf(s->out, "with lines %s", kind == ENTRY_MARK ? MARK : LINE);
}
