// The gnuplot script of a figure: axes, series, legend, terminals.
#include "report/private/figure_files.h"

#include <math.h>
#include <string.h>

#include "report/private/figure_draw.h"
#include "report/private/heat_files.h"
#include "report/private/number.h"
#include "report/private/script_text.h"

enum { MANY_POINTS = 14, FIRST_TAG = 10 };

void figure_next(Script *s)
{
    fputs(s->parts++ ? ", \\\n     data" : "plot data", s->out);
}

void figure_title(Script *s, const char *text)
{
    fputs(" title ", s->out);
    script_text(text, false, s->out);
    fputs(" noenhanced", s->out);
}

void figure_series_title(Script *s, int series)
{
    char label[SPEC_TEXT_MAX];
    figure_title(s, figure_series_name(s->plot, series, label));
}

double figure_x(const Script *s, double px)
{
    return px / s->canvas->width;
}

double figure_y(const Script *s, double px)
{
    return px / s->canvas->height;
}

// ---- series ----

static const char *curve_line(int c)
{
    static const char *const LINES[] = {"lc rgb '#000000' lw 1 dt (8,5)", "lc rgb '#000000' lw 1 dt (2,4)",
                                        "lc rgb '#000000' lw 1 dt (12,4,2,4)"};
    return LINES[c % 3];
}

static const char IDEAL_LINE[] = "lc rgb '#999999' lw 1.2 dt 3";

// A ring round each point that rests on a step without convergence, over everything else.
static const char RING[] = "lc rgb '#000000' pt 6 ps 1.2 lw 1.2";

static void put_bars(Script *s, int index)
{
    const Plot *p = s->plot;
    const Look *look = &p->series[index].look;
    figure_next(s);
    fprintf(s->out, " index %d using (($7+$8)/2):2:7:8:%s:2 with boxxyerror lc rgb '%s' fs %s border lc rgb '#333333'", index,
            p->spec->log_y ? "(bottom)" : "9", look->rgb, look_fill(look->fill));
    figure_series_title(s, index);
    if (!p->spread || !p->style->spread)
        return;
    figure_next(s);
    fprintf(s->out, " index %d using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333'", index);
    figure_series_title(s, index);
}

// The spread, the line over it, then the markers. What another series lies on is drawn broad and pale below.
static void put_points(Script *s, int index)
{
    const PlotSeries *series = &s->plot->series[index];
    const Look       *look = &series->look;
    const bool        lines = s->plot->style->joined;
    char              pale[LOOK_RGB];
    look_pale(look->rgb, pale);
    if (s->plot->spread) {
        figure_next(s);
        if (lines && series->count > MANY_POINTS) // a band; a few points get vertical lines (error bars would blank out what they cross)
            fprintf(s->out, " index %d using 1:3:4 with filledcurves fc rgb '%s' fs transparent solid 0.2 noborder", index, look->rgb);
        else
            fprintf(s->out, " index %d using 1:3:(0):($4-$3) with vectors nohead lc rgb '%s' lw 1.2", index, look->rgb);
        figure_series_title(s, index);
    }
    if (s->plot->spans) {
        figure_next(s);
        fprintf(s->out, " index %d using 8:2:($9-$8):(0) with vectors nohead lc rgb '%s' lw 1.2", index, look->rgb);
        figure_series_title(s, index);
    }
    if (lines) {
        figure_next(s);
        fprintf(s->out, " index %d using 1:2 with lines lc rgb '%s' lw %s dt %s", index, series->under ? pale : look->rgb,
                series->under ? "5" : "1.6", look_dash(look->dash));
        figure_series_title(s, index);
    }
    figure_next(s);
    fprintf(s->out, " index %d using 1:6 with points lc rgb '%s' pt %d ps %s", index, look->rgb, look_marker(look->marker),
            series->under ? "0.9" : "0.55");
    figure_series_title(s, index);
}

#define put_cells NULL // panel by panel: heat_script.c

// By style, in the order of the list.
static void (*const SERIES_WRITERS[])(Script *s, int series) = {
#define FIGURE_STYLE(name, writer, ...) put_##writer,
#include "experiment/figure_style_list.h"
#undef FIGURE_STYLE
};

// Closed forms and the ideal lie behind the data.
static void put_plot(Script *s, int facet)
{
    const Plot *p = s->plot;
    s->parts = 0;
    for (int c = 0; c < p->curve_count; c++)
        if (p->curves[c].facet == facet) {
            figure_next(s);
            fprintf(s->out, " index %d using 1:2 with lines %s", p->series_count + c, curve_line(p->curves[c].number));
            figure_title(s, p->curves[c].label);
        }
    if (axis_has_ideal(p)) {
        figure_next(s);
        fprintf(s->out, " index %d using 1:2 with lines %s", p->series_count + p->curve_count, IDEAL_LINE);
        figure_title(s, "ideal");
    }
    for (int i = 0; i < p->series_count; i++)
        if (p->series[i].facet == facet)
            SERIES_WRITERS[p->style - figure_style_at(0)](s, i);
    for (int i = 0; i < p->series_count && p->unconverged; i++)
        if (p->series[i].facet == facet) {
            figure_next(s);
            fprintf(s->out, " index %d using %s with points %s", i,
                    p->style->categorical ? "(($7+$8)/2):10"
                    : p->categorical      ? "1:10"
                                          : "1:7",
                    RING);
            figure_series_title(s, i);
        }
    fputs("\n", s->out);
}

// ---- legend ----

static void put_sample_line(Script *s, int tag, double x, double y, const char *line)
{
    const Canvas *c = s->canvas;
    fprintf(s->out, "set arrow %d from screen %.4f,%.4f to screen %.4f,%.4f nohead %s\n", tag, figure_x(s, x), figure_y(s, y),
            figure_x(s, x + c->sample - 0.7 * c->font), figure_y(s, y), line);
}

static void put_sample_point(Script *s, int tag, double x, double y, const char *point)
{
    const Canvas *c = s->canvas;
    fprintf(s->out, "set label %d '' at screen %.4f,%.4f point %s\n", tag, figure_x(s, x + (c->sample - 0.7 * c->font) / 2), figure_y(s, y),
            point);
}

static void put_sample_bar(Script *s, int tag, double x, double y, const Look *look)
{
    const double font = s->canvas->font;
    fprintf(s->out, "set object %d rectangle from screen %.4f,%.4f to screen %.4f,%.4f fc rgb '%s' fs %s border lc rgb '#333333'\n", tag,
            figure_x(s, x + 0.8 * font), figure_y(s, y - 0.4 * font), figure_x(s, x + s->canvas->sample - 0.7 * font),
            figure_y(s, y + 0.4 * font), look->rgb, look_fill(look->fill));
}

static void put_sample(Script *s, const Entry *entry, int tag, double x, double y)
{
    const Look *look = entry->kind == ENTRY_SERIES ? &s->plot->series[entry->index].look : NULL;
    char        text[120];
    if (entry->kind >= ENTRY_CONTOUR) {
        heat_put_sample(s, entry, tag, x, y);
    } else if (entry->kind == ENTRY_RING) {
        put_sample_point(s, tag, x, y, RING);
    } else if (!look) {
        put_sample_line(s, tag, x, y, entry->kind == ENTRY_IDEAL ? IDEAL_LINE : curve_line(s->plot->curves[entry->index].number));
    } else if (s->plot->categorical && s->plot->style->categorical) {
        put_sample_bar(s, tag, x, y, look);
    } else {
        // widths that differ: the SVG terminal draws neighbours of one colour and one width with the dash of the first
        snprintf(text, sizeof text, "lc rgb '%s' lw %.3f dt %s", look->rgb, 1.6 + 0.001 * entry->index, look_dash(look->dash));
        if (s->plot->style->joined)
            put_sample_line(s, tag, x, y, text);
        snprintf(text, sizeof text, "lc rgb '%s' pt %d ps 0.55", look->rgb, look_marker(look->marker));
        put_sample_point(s, tag + 1, x, y, text);
    }
}

// Drawn by hand, since gnuplot's own key is cut where it is wider than it thinks.
static void put_legend(Script *s)
{
    const Canvas *c = s->canvas;
    for (int i = 0; i < c->entry_count; i++) {
        const int    column = i / c->legend_rows, row = i % c->legend_rows;
        const double x = c->legend_left + column * c->legend_step, y = c->legend_top - (row + 0.5) * c->line;
        const int    tag = FIRST_TAG + 3 * i;
        put_sample(s, &c->entries[i], tag, x, y);
        fprintf(s->out, "set label %d ", tag + 2);
        script_text_scaled(c->entries[i].label, c->legend_scale, s->out);
        fprintf(s->out, " at screen %.4f,%.4f left\n", figure_x(s, x + c->sample), figure_y(s, y));
    }
}

// ---- labels at the ends of curves ----

typedef struct End { // of a curve
    Entry  entry;
    double x, y, at; // where it ends, of the axes from 0 to 1; at: where its label stands
} End;

static End end_of(const Script *s, Entry entry)
{
    const Plot      *p = s->plot;
    const Canvas    *c = s->canvas;
    const PlotPoint *points = entry.kind == ENTRY_SERIES ? p->series[entry.index].points : p->curves[entry.index].points;
    const int        count = entry.kind == ENTRY_SERIES ? p->series[entry.index].count : p->curves[entry.index].count;
    End              end = {.entry = entry, .x = 1, .y = 1};
    if (entry.kind == ENTRY_IDEAL)
        end.y = axis_along(&c->y, axis_ideal_at(p->spec, c->x.high));
    for (int i = 0; i < count && entry.kind != ENTRY_IDEAL; i++) { // the last point that the axes show
        const double x = axis_along(&c->x, points[i].position), y = axis_along(&c->y, points[i].y);
        if (i == 0 || (x >= 0 && x <= 1 && y >= 0 && y <= 1))
            end = (End){.entry = entry, .x = x, .y = y};
    }
    end.y = end.at = fmin(fmax(end.y, 0), 1);
    return end;
}

// From the lowest up, each label above the one before; then down from the top of the axes, where they went beyond.
static void spread_ends(End *ends, int count, double least)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && ends[k].y < ends[k - 1].y; k--) {
            const End swap = ends[k];
            ends[k] = ends[k - 1];
            ends[k - 1] = swap;
        }
    for (int i = 1; i < count; i++)
        ends[i].at = fmax(ends[i].at, ends[i - 1].at + least);
    double ceiling = 1; // above it there is half a line
    for (int i = count - 1; i >= 0; i--) {
        ends[i].at = fmin(ends[i].at, ceiling);
        ceiling = ends[i].at - least;
    }
}

static void put_end(Script *s, const End *end, int facet, int tag)
{
    const Canvas *c = s->canvas;
    const Look   *look = end->entry.kind == ENTRY_SERIES ? &s->plot->series[end->entry.index].look : NULL;
    double        x = 0, y = 0;
    canvas_panel(c, facet, &x, &y);
    x += c->panel_width + 0.6 * c->font;
    y += end->at * c->panel_height;
    if (end->x < 0.97 || fabs(end->at - end->y) * c->panel_height > 0.6 * c->font)
        fprintf(s->out, "set arrow %d from graph %.4f,%.4f to screen %.4f,%.4f nohead lc rgb '#bbbbbb' lw 0.6\n", tag, end->x, end->y,
                figure_x(s, x - 0.2 * c->font), figure_y(s, y));
    fprintf(s->out, "set label %d ", tag);
    script_text_scaled(end->entry.label, 1, s->out);
    fprintf(s->out, " at screen %.4f,%.4f left tc rgb '%s'\n", figure_x(s, x), figure_y(s, y), look ? look->rgb : "#444444");
}

enum { ENDS_MAX = 64 };

// Of the series and curves of one panel.
static int list_ends(const Script *s, int facet, End *ends)
{
    const Plot *p = s->plot;
    int         count = 0;
    for (int i = 0; i < p->series_count && count < ENDS_MAX; i++)
        if (p->series[i].facet == facet && *p->series[i].label)
            ends[count++] = end_of(s, (Entry){ENTRY_SERIES, i, p->series[i].label});
    for (int i = 0; i < p->curve_count && count < ENDS_MAX; i++)
        if (p->curves[i].facet == facet)
            ends[count++] = end_of(s, (Entry){ENTRY_CURVE, i, p->curves[i].label});
    if (axis_has_ideal(p) && count < ENDS_MAX)
        ends[count++] = end_of(s, (Entry){ENTRY_IDEAL, 0, "ideal"});
    return count;
}

static void put_ends(Script *s, int facet)
{
    const Canvas *c = s->canvas;
    End           ends[ENDS_MAX];
    const int     count = list_ends(s, facet, ends);
    spread_ends(ends, count, 1.25 * c->font / c->panel_height);
    for (int i = 0; i < count; i++)
        put_end(s, &ends[i], facet, FIRST_TAG + 3 * i);
}

static void put_names(Script *s)
{
    const LegendPlace place = s->plot->spec->layout.legend;
    if (place == LEGEND_CURVES && s->plot->facet_count == 1)
        put_ends(s, 0);
    else if (place != LEGEND_CURVES && place != LEGEND_NONE)
        put_legend(s);
}

// ---- panels ----

static const char *label_of(const Plot *p, bool y, char out[SPEC_TEXT_MAX])
{
    return y && p->heat ? axis_row_label(p->spec, out) : axis_label(p->spec, y, out);
}

// In smaller letters where there is no room for it.
static void put_axis_label(Script *s, bool y, double room)
{
    char              text[SPEC_TEXT_MAX];
    const char *const label = label_of(s->plot, y, text);
    script_text_scaled(label, room / script_text_width(label, s->canvas->font), s->out);
}

// gnuplot would put a ylabel outside of the picture, left of wide tic labels. It stands in the middle of its axis, or, where it is longer
// than that, of the picture.
static void put_axis_labels(Script *s)
{
    const Canvas *c = s->canvas;
    const double height = c->rows * c->panel_height + (c->rows - 1) * c->gap_y, width = c->columns * (c->panel_width + c->gap_x) - c->gap_x;
    const double middle = c->left + width / 2, room = 2 * fmin(middle, c->width - middle);
    const bool   alone = s->plot->facet_count == 1 && !s->plot->heat;
    char         label[SPEC_TEXT_MAX];
    const bool   longer = script_text_width(label_of(s->plot, true, label), c->font) > height;
    fprintf(s->out, "set label 1 ");
    put_axis_label(s, true, c->height);
    fprintf(s->out, " at screen %.4f,%.4f center rotate\n", figure_x(s, c->label_left),
            figure_y(s, longer ? c->height / 2 : c->bottom + height / 2));
    fprintf(s->out, alone ? "set xlabel " : "set label 2 ");
    put_axis_label(s, false, room);
    if (alone)
        fprintf(s->out, " offset 0,0.4\n");
    else
        fprintf(s->out, " at screen %.4f,%.4f center\n", figure_x(s, middle), figure_y(s, c->label_bottom));
}

static void put_margins(Script *s, int facet)
{
    const Canvas *c = s->canvas;
    double        left = 0, bottom = 0;
    canvas_panel(c, facet, &left, &bottom);
    fprintf(s->out, "set lmargin at screen %.4f\nset rmargin at screen %.4f\nset bmargin at screen %.4f\nset tmargin at screen %.4f\n",
            figure_x(s, left), figure_x(s, left + c->panel_width), figure_y(s, bottom), figure_y(s, bottom + c->panel_height));
}

static void put_facet_title(Script *s, int facet)
{
    char title[SPEC_TEXT_MAX];
    fprintf(s->out, "set title ");
    script_text(plot_facet_name(s->plot, facet, title, sizeof title), false, s->out);
    fprintf(s->out, " noenhanced offset 0,-0.7\n");
}

// Only the outer panels have the numbers of the axes. The legend comes with the last, or it would be drawn with each.
static void put_panels(Script *s)
{
    const Canvas *c = s->canvas;
    fputs("set multiplot\n", s->out);
    for (int f = 0; f < s->plot->facet_count; f++) {
        const int  column = f % c->columns;
        const bool lowest = f + c->columns >= s->plot->facet_count, last = f + 1 == s->plot->facet_count;
        fputs(f ? "unset label\nunset object\n" : "", s->out);
        put_margins(s, f);
        put_facet_title(s, f);
        axis_put(&c->x, "x", lowest, s->out);
        axis_put(&c->y, "y", column == 0, s->out);
        if (s->plot->spec->layout.legend == LEGEND_CURVES) { // each panel has its own labels
            fputs("unset label\nunset arrow\n", s->out);
            put_ends(s, f);
        }
        if (last) {
            put_axis_labels(s);
            put_names(s);
        }
        if (s->plot->heat)
            heat_put_scale(s, last);
        (s->plot->heat ? heat_put_plot : put_plot)(s, f);
    }
    fputs("unset multiplot\nunset label\nunset arrow\nunset object\n", s->out);
}

// ---- the script ----

static void put_head(Script *s)
{
    const char *const file = s->file;
    fprintf(s->out, "# Edit this and run `gnuplot %s.gp` in this folder.\n# It reads %s.dat and writes %s.svg and .pdf.\n", file, file,
            file);
    fprintf(s->out,
            "set encoding utf8\n"
            "data = '%s.dat'\n"
            "unset key\n"
            "set border 3 lw 0.8\n"
            "set clip two\n" // bars that end beyond both ends of the axis
            "set tics nomirror out scale 0.6,0.3\n"
            "set grid lc rgb '#e4e4e4' lw 0.5 lt 1\n",
            file);
    if (s->plot->spec->log_y && s->plot->categorical)
        fprintf(s->out, "bottom = %.6g # bars on a logarithmic axis have no zero to stand on\n", s->canvas->y.low / 4);
}

static void put_terminal_svg(Script *s)
{
    const Canvas *c = s->canvas;
    fprintf(s->out, "\nset terminal svg size %.0f,%.0f font 'sans-serif,%g' background rgb 'white'\nset output '%s.svg'\n", c->width,
            c->height, c->font, s->file);
}

static void put_terminal_pdf(Script *s)
{
    const Canvas *c = s->canvas;
    fprintf(s->out,
            "\nset terminal pdfcairo size %.2fcm,%.2fcm font 'Sans,%g' fontscale 0.75 linewidth 0.7 pointscale 0.85\nset output '%s.pdf'\n",
            canvas_mm(c->width) / 10, canvas_mm(c->height) / 10, s->plot->spec->layout.font_pt, s->file);
}

// One plot is drawn again for the second terminal; several cannot be.
static void put_picture(Script *s, bool again)
{
    if (s->plot->facet_count > 1 || s->plot->heat) {
        put_panels(s);
    } else if (again) {
        fputs("replot\n", s->out);
    } else {
        put_plot(s, 0);
    }
}

void figure_script(const Plot *plot, const Canvas *canvas, const char *file, FILE *out)
{
    Script s = {.plot = plot, .canvas = canvas, .file = file, .out = out};
    put_head(&s);
    if (plot->facet_count == 1 && !plot->heat) {
        put_margins(&s, 0);
        put_axis_labels(&s);
        axis_put(&canvas->x, "x", true, out);
        axis_put(&canvas->y, "y", true, out);
        put_names(&s);
    }
    put_terminal_svg(&s);
    put_picture(&s, false);
    if (plot->spec->layout.pdf) {
        put_terminal_pdf(&s);
        put_picture(&s, true);
    }
}
