#include "report/private/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/private/heat.h"
#include "report/private/script_text.h"

static const double PX_PER_MM = 482.0 / 85, PX_PER_PT = 2, PLOT_HEIGHT = 250, PANEL_HEIGHT = 165, PANEL_WIDTH = 225, EDGE = 5;

double canvas_mm(double px)
{
    return px / PX_PER_MM;
}

void canvas_panel(const Canvas *c, int facet, double *left, double *bottom)
{
    const int row = facet / c->columns;
    *left = c->left + (facet - row * c->columns) * (c->panel_width + c->gap_x);
    *bottom = c->bottom + (c->rows - 1 - row) * (c->panel_height + c->gap_y);
}

// ---- the legend ----

static void add_entry(Canvas *c, EntryKind kind, int index, const char *label)
{
    if (*label)
        c->entries[c->entry_count++] = (Entry){kind, index, label};
}

static Status list_entries(const Plot *p, Canvas *c)
{
    c->entries = calloc((size_t)(p->series_count + p->curve_count) + 8, sizeof *c->entries);
    if (!c->entries)
        return status_make(STATUS_MEMORY, "out of memory for the legend of a figure");
    for (int s = 0; s < p->series_count; s++)
        if (!p->series[s].repeated && !p->series[s].tiny)
            add_entry(c, ENTRY_SERIES, s, p->series[s].label);
    for (int i = 0; i < p->curve_count; i++)
        if (!p->curves[i].repeated)
            add_entry(c, ENTRY_CURVE, i, p->curves[i].label);
    if (axis_has_ideal(p))
        add_entry(c, ENTRY_IDEAL, 0, "ideal");
    if (p->heat) {
        add_entry(c, ENTRY_MARK, 0, p->heat->mark_label);
        add_entry(c, ENTRY_CONTOUR, 0, p->heat->contour_label);
        for (int i = 0; i < HEAT_STROKES; i++)
            add_entry(c, ENTRY_STROKE, i, p->heat->stroke_labels[i]);
    }
    if (p->unconverged)
        add_entry(c, ENTRY_RING, 0, "rests on steps without convergence");
    return status_ok();
}

static double widest_entry(const Canvas *c)
{
    double widest = 0;
    for (int i = 0; i < c->entry_count; i++)
        widest = fmax(widest, script_text_width(c->entries[i].label, c->font));
    return widest;
}

// As many columns as `width` has room for, and a smaller text where it has none for one.
static void arrange_legend(Canvas *c, double width)
{
    const double gap = c->font, text = widest_entry(c);
    c->legend_columns = (int)((width + gap) / (c->sample + text + gap));
    c->legend_columns = c->legend_columns < 1 ? 1 : c->legend_columns > c->entry_count ? c->entry_count : c->legend_columns;
    c->legend_rows = c->entry_count ? (c->entry_count + c->legend_columns - 1) / c->legend_columns : 0;
    c->legend_columns = c->legend_rows ? (c->entry_count + c->legend_rows - 1) / c->legend_rows : 0;
    c->legend_scale = fmin(1, (width - c->sample) / fmax(text, 1));
    c->legend_step = c->sample + text * c->legend_scale + gap;
}

// ---- sizes ----

static double height_of_tics(const Canvas *c)
{
    return c->x.rotated ? fmin(0.43 * c->x.widest, 8 * c->font) + 1.2 * c->font : 1.5 * c->font;
}

static double below_axis(const Canvas *c) // tics and the label of x
{
    return height_of_tics(c) + 2.9 * c->font;
}

// The legend of a map of cells has entries below the plot wherever its colour bar is.
static LegendPlace entry_place(const Plot *p)
{
    return p->style->cells && p->spec->layout.legend == LEGEND_RIGHT ? LEGEND_BELOW : p->spec->layout.legend;
}

static double room_at_right(const Plot *p, const Canvas *c)
{
    const LegendPlace place = entry_place(p);
    const double      most = 0.5 * c->width;
    if (c->bar.upright)
        return 4.6 * c->font + c->bar.axis.widest;
    if (place == LEGEND_RIGHT)
        return fmin(c->sample + widest_entry(c) + 1.2 * c->font, most);
    if (place == LEGEND_CURVES)
        return fmin(widest_entry(c) + 1.2 * c->font, most);
    return c->font;
}

static void count_panels(const Plot *p, Canvas *c)
{
    const double beside = p->spec->layout.legend == LEGEND_CURVES ? room_at_right(p, c) : 0; // labels at the ends of curves
    int          most = (int)(c->width / (PANEL_WIDTH + beside));
    most = most < 1 ? 1 : most > p->facet_count ? p->facet_count : most;
    c->rows = (p->facet_count + most - 1) / most;
    c->columns = (p->facet_count + c->rows - 1) / c->rows;
    c->gap_x = p->facet_count > 1 ? 0.9 * c->font + beside : 0;
    c->gap_y = p->facet_count > 1 ? 2.4 * c->font : 0; // titles and tics
}

// Thickness, tics and label.
static double room_of_bar(const Canvas *c)
{
    return c->bar.shown && !c->bar.upright ? 4.3 * c->font : 0;
}

static void start_bar(const Plot *p, Canvas *c)
{
    c->bar.shown = p->style->cells && p->spec->layout.legend != LEGEND_NONE;
    c->bar.upright = p->style->cells && p->spec->layout.legend == LEGEND_RIGHT;
    c->bar.thickness = 0.8 * c->font;
    if (c->bar.upright)
        axis_make_scale(p, true, PANEL_HEIGHT, c->font, &c->bar.axis);
}

static void place_bar(const Plot *p, double legend, Canvas *c)
{
    const double width = c->columns * (c->panel_width + c->gap_x) - c->gap_x;
    c->bar.left = c->left;
    c->bar.bottom = legend + 3.3 * c->font;
    c->bar.length = width;
    if (c->bar.upright) {
        c->bar.left = c->left + width + 0.9 * c->font;
        c->bar.bottom = c->bottom;
        c->bar.length = c->rows * (c->panel_height + c->gap_y) - c->gap_y;
    }
    axis_make_scale(p, c->bar.upright, c->bar.length, c->font, &c->bar.axis);
}

// As wide as high, or lower: not much higher than a number in a cell needs.
static double height_of_cells(const Plot *p, const Canvas *c)
{
    const double width = c->panel_width / p->category_count;
    const double height = fmin(width, fmin(fmax(0.6 * width, 2.2 * c->font), 3.4 * c->font));
    return fmin(fmax(p->row_count * height, 8 * c->font), fmax(c->panel_width, PANEL_HEIGHT));
}

// The axes decide how much room their labels need, and that room how long the axes are: y first, whose labels hardly depend on its length.
static void size_panels(const Plot *p, Canvas *c)
{
    const double more = p->facet_count > 1 ? 1 : sqrt(c->width / (PX_PER_MM * FIGURE_COLUMN_MM)); // a page is not twice as high
    c->panel_height = (p->facet_count > 1 ? PANEL_HEIGHT : PLOT_HEIGHT) * more;
    axis_make(p, true, c->panel_height, c->font, &c->y);
    c->label_left = 0.5 * c->font + EDGE;
    c->left = c->label_left + 2.1 * c->font + c->y.widest;
    const double right = room_at_right(p, c);
    c->panel_width = (c->width - c->left - right - (c->columns - 1) * c->gap_x) / c->columns;
    axis_make(p, false, c->panel_width, c->font, &c->x);
    if (c->x.rotated && p->facet_count % c->columns) // beside an empty corner they reach down to the row below
        c->gap_y = height_of_tics(c) + 1.2 * c->font;
    if (p->style->cells) {
        c->panel_height = height_of_cells(p, c);
        axis_make(p, true, c->panel_height, c->font, &c->y);
    }
}

static void place_legend(const Plot *p, Canvas *c)
{
    const LegendPlace place = entry_place(p);
    const double      right = c->left + c->panel_width, top = c->bottom + c->panel_height, inset = 0.6 * c->font;
    const bool        at_left = place == LEGEND_TOP_LEFT || place == LEGEND_BOTTOM_LEFT;
    const double      width = c->legend_columns * c->legend_step - c->font;
    c->legend_left = fmax(EDGE, (c->width - width) / 2);
    c->legend_top = c->legend_rows * c->line + EDGE;
    if (place == LEGEND_RIGHT) {
        c->legend_left = c->width - width - EDGE;
        c->legend_top = c->bottom + c->rows * c->panel_height + (c->rows - 1) * c->gap_y;
    } else if (place >= LEGEND_TOP_LEFT && place <= LEGEND_BOTTOM_RIGHT) {
        c->legend_left = at_left ? c->left + inset : right - width - inset;
        c->legend_top = place <= LEGEND_TOP_RIGHT ? top - 0.3 * c->font : c->bottom + c->legend_rows * c->line + 0.3 * c->font;
    }
}

static void arrange(const Plot *p, double width_mm, Canvas *c)
{
    const FigureLayout *layout = &p->spec->layout;
    const LegendPlace   place = entry_place(p);
    c->width = width_mm * PX_PER_MM;
    c->font = layout->font_pt * PX_PER_PT;
    c->line = 1.45 * c->font;
    c->sample = 3 * c->font;
    start_bar(p, c);
    count_panels(p, c);
    size_panels(p, c);
    arrange_legend(c, place == LEGEND_BELOW   ? c->width - 2 * EDGE
                      : place == LEGEND_RIGHT ? room_at_right(p, c) - EDGE
                                              : c->panel_width - c->font);
    if (place > LEGEND_CURVES || place == LEGEND_RIGHT) { // one below the other
        c->legend_rows = c->entry_count;
        c->legend_columns = c->entry_count > 0;
    }
    const double legend = place == LEGEND_BELOW ? c->legend_rows * c->line + EDGE : 0;
    const double above = p->facet_count > 1 ? 2.2 * c->font : 0.7 * c->font;
    c->bottom = legend + room_of_bar(c) + below_axis(c);
    c->label_bottom = c->bottom - below_axis(c) + 1.3 * c->font;
    if (layout->height_mm > 0) {
        c->height = layout->height_mm * PX_PER_MM;
        c->panel_height = fmax((c->height - c->bottom - above - (c->rows - 1) * c->gap_y) / c->rows, 2 * c->font);
        axis_make(p, true, c->panel_height, c->font, &c->y);
    }
    c->height = c->bottom + c->rows * c->panel_height + (c->rows - 1) * c->gap_y + above;
    place_legend(p, c);
    if (p->style->cells)
        place_bar(p, legend, c);
}

Status canvas_init(const Plot *p, Canvas *out)
{
    const double given = p->spec->layout.width_mm;
    memset(out, 0, sizeof *out);
    TRY(list_entries(p, out));
    arrange(p, given > 0 ? given : FIGURE_COLUMN_MM, out);
    const bool crowded =
        out->legend_rows * out->line > out->rows * out->panel_height / 3 || out->legend_scale < 0.8 || (p->style->cells && out->rows > 1);
    if (!(given > 0) && entry_place(p) == LEGEND_BELOW && crowded)
        arrange(p, FIGURE_PAGE_MM, out);
    return status_ok();
}

void canvas_destroy(Canvas *canvas)
{
    free(canvas->entries);
    canvas->entries = NULL;
}
