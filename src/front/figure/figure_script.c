#include "figure/private/figure_script.h"

#include <math.h>
#include <string.h>

#include "figure/private/figure_files.h"
#include "figure/private/heat_files.h"

enum { MANY_POINTS = 14 };

// ---- curves on each other ----

// Whether `b` has a point at each x of the curve `a`, three or more, so near that the eye sees one point.
static bool lies_on(const PlotSeries *a, const PlotSeries *b, const Axis *y)
{
    static const double NEAR = 0.006; // of the height
    int                 k = 0;
    for (int i = 0; i < a->count; i++) {
        while (k < b->count && b->points[k].position < a->points[i].position)
            k++;
        if (k == b->count || b->points[k].position > a->points[i].position ||
            !(fabs(axis_along(y, a->points[i].y) - axis_along(y, b->points[k].y)) < NEAR))
            return false;
    }
    return a->count >= 3;
}

int figure_cover(const Plot *p, const Layout *l, int series)
{
    const PlotSeries *a = &p->series[series];
    for (int i = series + 1; i < p->series_count && p->style->joined && !p->style->profile && !p->style->frontier; i++)
        if (p->series[i].facet == a->facet && (lies_on(a, &p->series[i], &l->y) || lies_on(&p->series[i], a, &l->y)))
            return i;
    return -1;
}

// ---- series ----

static const char IDEAL_LINE[] = "lc rgb '#999999' lw 1.2 dt 3";

// Round each point that rests on a step without convergence, over everything else.
static const char RING[] = "points lc rgb '#000000' pt 6 ps 1.2 lw 1.2";

static const char *curve_line(int c)
{
    static const char *const LINES[] = {"lc rgb '#000000' lw 1 dt (8,5)", "lc rgb '#000000' lw 1 dt (2,4)",
                                        "lc rgb '#000000' lw 1 dt (12,4,2,4)"};
    return LINES[c % 3];
}

// A part of a series: a block of its data with a style.
static void put_part(Script *s, int index, const char *every, const char *columns, const char *how)
{
    char label[SPEC_TEXT_MAX];
    script_part(s);
    fprintf(s->out, " data index %d%s using %s with %s", index, every, columns, how);
    script_title(s, figure_series_name(s->plot, index, label));
}

// The place of a point along x, as columns of gnuplot.
static const char *along(const Plot *p)
{
    return p->style->categorical ? "(($8+$9)/2)" : "1";
}

// Vertical and horizontal lines, since error bars of gnuplot would erase the curves behind them.
static void put_intervals(Script *s, int index, const char *colour)
{
    char columns[60], how[60];
    snprintf(columns, sizeof columns, "%s:3:(0):($4-$3)", along(s->plot));
    snprintf(how, sizeof how, "vectors nohead lc rgb '%s' lw 1.2", colour);
    if (s->plot->spread && s->plot->style->spread)
        put_part(s, index, "", columns, how);
    if (s->plot->spans)
        put_part(s, index, "", "5:2:($6-$5):(0)", how);
}

static void put_bars(Script *s, int index)
{
    const Look *look = &s->plot->series[index].look;
    char        how[120];
    snprintf(how, sizeof how, "boxxyerror lc rgb '%s' fs %s border lc rgb '#333333'", look->rgb, look_fill(look->fill));
    put_part(s, index, "", s->plot->spec->log_y ? "1:2:8:9:(bottom):2" : "1:2:8:9:10:2", how);
    put_intervals(s, index, "#333333");
}

static void put_line(Script *s, int index, const char *every, const char *with)
{
    const Look *look = &s->plot->series[index].look;
    const bool  under = figure_cover(s->plot, s->layout, index) >= 0;
    char        how[100], pale[LOOK_RGB];
    look_pale(look->rgb, pale);
    snprintf(how, sizeof how, "%s lc rgb '%s' lw %s dt %s", with, under ? pale : look->rgb, under ? "5" : "1.6", look_dash(look->dash));
    put_part(s, index, every, "1:2", how);
}

// Without lines, points of an earlier series are larger, so that a point is seen behind a later one at the same place.
static void put_markers(Script *s, int index, const char *every, const char *rgb)
{
    const Plot *p = s->plot;
    int         later = 0;
    char        how[80];
    for (int i = index + 1; i < p->series_count && !p->style->joined; i++)
        later += p->series[i].facet == p->series[index].facet;
    const double size = p->style->joined ? figure_cover(p, s->layout, index) < 0 ? 0.55 : 0.9 : 0.5 + 0.2 * fmin(later, 4);
    snprintf(how, sizeof how, "points lc rgb '%s' pt %d ps %.2f", rgb, look_marker(p->series[index].look.marker), size);
    put_part(s, index, every, "1:11", how);
}

// A few points have vertical lines as intervals, many have a band.
static void put_points(Script *s, int index)
{
    const PlotSeries *series = &s->plot->series[index];
    char              band[90];
    snprintf(band, sizeof band, "filledcurves fc rgb '%s' fs transparent solid 0.2 noborder", series->look.rgb);
    if (s->plot->spread && s->plot->style->joined && series->count > MANY_POINTS)
        put_part(s, index, "", "1:3:4", band);
    else
        put_intervals(s, index, series->look.rgb);
    if (s->plot->style->joined)
        put_line(s, index, "", "lines");
    put_markers(s, index, "", series->look.rgb);
}

// The data of a series has two blocks: first its points that no other of its points beats, then the beaten ones.
static void put_frontier(Script *s, int index)
{
    const PlotSeries *series = &s->plot->series[index];
    char              pale[LOOK_RGB];
    bool              any = false;
    look_pale(series->look.rgb, pale);
    for (int i = 0; i < series->count; i++)
        any = any || series->points[i].beaten;
    if (any)
        put_markers(s, index, " every :::1::1", pale);
    put_intervals(s, index, series->look.rgb);
    put_line(s, index, " every :::0::0", "lines");
    put_markers(s, index, " every :::0::0", series->look.rgb);
}

static void put_profile(Script *s, int index)
{
    put_line(s, index, "", "steps");
    put_markers(s, index, "", s->plot->series[index].look.rgb);
}

#define put_cells NULL // panel by panel: heat_script.c

// By style, in the order of the list.
static void (*const SERIES_WRITERS[])(Script *s, int series) = {
#define FIGURE_STYLE(name, writer, ...) put_##writer,
#include "experiment/figure_style_list.h"
#undef FIGURE_STYLE
};

static void put_ideal(Script *s)
{
    const Plot *p = s->plot;
    script_part(s);
    if (p->spec->efficiency || p->categorical)
        fprintf(s->out, " %.9g", axis_ideal_at(p->spec, p->categorical ? p->categories[0].number : 1));
    else
        fprintf(s->out, " %.9g*x", axis_ideal_at(p->spec, 1));
    fprintf(s->out, " with lines %s", IDEAL_LINE);
    script_title(s, "ideal");
}

// Closed forms and the ideal lie behind the data.
static void put_plot(Script *s, int facet)
{
    const Plot *p = s->plot;
    char        columns[40];
    s->parts = 0;
    for (int c = 0; c < p->curve_count; c++)
        if (p->curves[c].facet == facet) {
            script_part(s);
            fprintf(s->out, " data index %d using 1:2 with lines %s", p->series_count + c, curve_line(p->curves[c].number));
            script_title(s, p->curves[c].label);
        }
    if (axis_has_ideal(p))
        put_ideal(s);
    for (int i = 0; i < p->series_count; i++)
        if (p->series[i].facet == facet)
            SERIES_WRITERS[p->style - figure_style_at(0)](s, i);
    snprintf(columns, sizeof columns, "%s:7", along(p));
    for (int i = 0; i < p->series_count && p->unconverged; i++)
        if (p->series[i].facet == facet)
            put_part(s, i, "", columns, RING);
    fputs(s->parts ? "\n" : "plot NaN notitle\n", s->out);
}

// ---- the key ----

static void put_look(Script *s, const Look *look)
{
    const FigureStyle *style = s->plot->style;
    if (style->categorical)
        fprintf(s->out, "with boxes fc rgb '%s' fs %s border lc rgb '#333333'", look->rgb, look_fill(look->fill));
    else
        fprintf(s->out, "with %s lc rgb '%s' lw 1.6 dt %s pt %d ps 0.55", style->joined ? "linespoints" : "points", look->rgb,
                look_dash(style->joined ? look->dash : 0), look_marker(look->marker));
}

static void put_sample(Script *s, EntryKind kind, int index)
{
    if (kind >= ENTRY_MARK)
        heat_put_sample(s, kind, index);
    else if (kind == ENTRY_SERIES)
        put_look(s, &s->plot->series[index].look);
    else if (kind == ENTRY_RING)
        fprintf(s->out, "with %s", RING);
    else
        fprintf(s->out, "with lines %s", kind == ENTRY_IDEAL ? IDEAL_LINE : curve_line(s->plot->curves[index].number));
}

static void put_entry(EntryKind kind, int index, const char *label, void *context)
{
    Script *s = context;
    script_part(s);
    fputs(" keyentry ", s->out);
    put_sample(s, kind, index);
    fputs(" title ", s->out);
    script_text(s, label);
    fputs(" noenhanced", s->out);
}

// The place of the key: a corner of the panels, or its upper left or lower left corner beside or below them.
static void put_key_place(Script *s)
{
    const Layout *l = s->layout;
    const double  top = l->bottom + l->rows * (l->panel_height + l->gap_y) - l->gap_y, inset = 0.4 * l->font;
    const double  right = l->left + l->columns * (l->panel_width + l->gap_x) - l->gap_x;
    const bool    at_left = l->key == KEY_TOP_LEFT || l->key == KEY_BOTTOM_LEFT, at_top = l->key == KEY_TOP_LEFT || l->key == KEY_TOP_RIGHT;
    if (layout_key_inside(l))
        fprintf(s->out, "at screen %.4f,%.4f %s %s opaque fc rgb '#20ffffff'", script_x(s, at_left ? l->left + inset : right - inset),
                script_y(s, at_top ? top - inset : l->bottom + inset), at_left ? "left" : "right", at_top ? "top" : "bottom");
    else
        fprintf(s->out, "at screen %.4f,%.4f left %s", script_x(s, l->key_left), script_y(s, l->key_right > 0 ? top : 4),
                l->key_right > 0 ? "top" : "bottom");
}

// A panel of its own over the whole picture, with nothing but the key.
static void put_key(Script *s)
{
    const Layout *l = s->layout;
    if (!l->key_count)
        return;
    fputs("set lmargin at screen 0\nset rmargin at screen 1\nset bmargin at screen 0\nset tmargin at screen 1\nunset border\nunset tics\n"
          "unset grid\nunset title\nunset xlabel\nunset ylabel\nunset label\nunset colorbox\nunset logscale\nset xrange [0:1]\nset yrange "
          "[0:1]\n",
          s->out);
    fprintf(s->out, "set key vertical maxrows %d Left reverse samplen 2.4 width %.1f ", l->key_rows, -l->key_narrower);
    put_key_place(s);
    if (l->key_scale < 1)
        fprintf(s->out, " font ',%.3g'", l->key_scale * s->size);
    fputs("\n", s->out);
    s->parts = 0;
    layout_key(s->plot, l, put_entry, s);
    fputs(", NaN title ' ' at screen -1,-1\nunset key\n", s->out);
}

// Names at the ends of curves, each with a thin line from the last point.
static void put_names(Script *s)
{
    const Layout *l = s->layout;
    const double  left = l->left + l->panel_width + 1.2 * l->font;
    for (int i = 0; i < l->end_count; i++) {
        const EndName    *end = &l->ends[i];
        const PlotSeries *series = &s->plot->series[end->series];
        char              dark[LOOK_RGB], pale[LOOK_RGB];
        look_dark(series->look.rgb, dark);
        look_pale(series->look.rgb, pale);
        fprintf(s->out, "set arrow from screen %.4f,%.4f to screen %.4f,%.4f nohead lc rgb '%s' lw 0.8\nset label ",
                script_x(s, end->x + 0.4 * l->font), script_y(s, end->y), script_x(s, left - 0.3 * l->font), script_y(s, end->name_y),
                pale);
        script_label(s, series->label, END_SCALE);
        fprintf(s->out, " at screen %.4f,%.4f left tc rgb '%s'\n", script_x(s, left), script_y(s, end->name_y), dark);
    }
}

// ---- panels ----

// Centred on all panels, or on the picture where a label is longer. gnuplot itself would put a ylabel beside wide tics outside of the
// picture.
static void put_axis_labels(Script *s)
{
    const Layout *l = s->layout;
    const double  height = l->rows * (l->panel_height + l->gap_y) - l->gap_y, width = l->columns * (l->panel_width + l->gap_x) - l->gap_x;
    char          text[SPEC_TEXT_MAX];
    const char   *x = axis_label(s->plot->spec, AXIS_X, text);
    const double  middle = layout_text(x, l->font) > width ? l->width / 2 : l->left + width / 2;
    fputs("set label 1 ", s->out);
    script_label(s, x, l->width / layout_text(x, l->font));
    fprintf(s->out, " at screen %.4f,%.4f center\nset label 2 ", script_x(s, middle), script_y(s, l->label_bottom));
    const char *y = axis_label(s->plot->spec, AXIS_Y, text);
    script_label(s, y, l->height / layout_text(y, l->font));
    fprintf(s->out, " at screen %.4f,%.4f center rotate\n", script_x(s, l->label_left),
            script_y(s, layout_text(y, l->font) > height ? l->height / 2 : l->bottom + height / 2));
}

static void put_panel(Script *s, int facet)
{
    const Layout *l = s->layout;
    double        left = 0, bottom = 0;
    char          title[SPEC_TEXT_MAX];
    layout_panel(l, facet, &left, &bottom);
    fprintf(s->out, "set lmargin at screen %.4f\nset rmargin at screen %.4f\nset bmargin at screen %.4f\nset tmargin at screen %.4f\n",
            script_x(s, left), script_x(s, left + l->panel_width), script_y(s, bottom), script_y(s, bottom + l->panel_height));
    plot_facet_name(s->plot, facet, title, sizeof title);
    fputs("set title ", s->out);
    script_label(s, title, l->panel_width / fmax(1, layout_text(title, l->font)));
    fputs(" offset 0,-0.7\n", s->out);
    script_axis(s, &l->x, facet + l->columns >= s->plot->facet_count);
    script_axis(s, &l->y, facet % l->columns == 0);
    put_names(s);
    (s->plot->heat ? heat_put_plot : put_plot)(s, facet);
    fputs("unset label\nunset arrow\nunset colorbox\n", s->out);
}

static void put_picture(Script *s, double size, bool svg)
{
    s->size = size;
    s->svg = svg;
    fputs("set multiplot\nset border 3 lw 0.8\nset grid lc rgb '#e4e4e4' lw 0.5 lt 1\n", s->out);
    if (s->plot->heat)
        heat_put_scale(s);
    put_axis_labels(s);
    for (int f = 0; f < s->plot->facet_count; f++)
        put_panel(s, f);
    put_key(s);
    fputs("unset multiplot\n", s->out);
}

void figure_script(const Plot *p, const Layout *l, const char *file, FILE *out)
{
    Script       s = {.plot = p, .layout = l, .out = out};
    const double pt = p->spec->layout.font_pt;
    fprintf(out,
            "# Edit this and run `gnuplot %s.gp` in this folder.\n# It reads %s.dat and writes %s.svg%s.\n"
            "set encoding utf8\ndata = '%s.dat'\nunset key\nset clip two\n", // bars that end beyond both ends of the axis
            file, file, file, p->spec->layout.pdf ? " and .pdf" : "", file);
    if (p->spec->log_y && p->style->categorical && !p->heat)
        fprintf(out, "bottom = %.6g # bars on a logarithmic axis have no zero to stand on\n", l->y.low / 4);
    if (p->heat)
        heat_put_contours(&s);
    fprintf(out, "\nset terminal svg size %.0f,%.0f font 'sans-serif,%g' background rgb 'white'\nset output '%s.svg'\n", l->width,
            l->height, l->font, file);
    put_picture(&s, l->font, true);
    if (!p->spec->layout.pdf)
        return;
    fprintf(out,
            "\nset terminal pdfcairo size %.2fcm,%.2fcm font 'Sans,%g' fontscale 0.75 linewidth 0.7 pointscale 0.85\n"
            "set output '%s.pdf'\n",
            layout_mm(l->width) / 10, layout_mm(l->height) / 10, pt, file);
    put_picture(&s, pt, false);
}
