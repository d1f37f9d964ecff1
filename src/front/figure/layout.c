#include "figure/private/layout.h"

#include <math.h>

#include "base/text.h"
#include "figure/private/heat.h"

static const double PX_PER_MM = 482.0 / 85, PX_PER_PT = 2, PLOT_HEIGHT = 250, PANEL_HEIGHT = 165, PANEL_WIDTH = 225, EDGE = 5;
static const double CHARACTER = 0.58; // width of one, of a wide font, to its size

double layout_mm(double px)
{
    return px / PX_PER_MM;
}

double layout_text(const char *text, double font)
{
    return CHARACTER * font * (double)text_characters(text);
}

double layout_key_line(const Layout *l)
{
    return 1.45 * l->font;
}

void layout_panel(const Layout *l, int facet, double *left, double *bottom)
{
    const int row = facet / l->columns;
    *left = l->left + (facet - row * l->columns) * (l->panel_width + l->gap_x);
    *bottom = l->bottom + (l->rows - 1 - row) * (l->panel_height + l->gap_y);
}

// ---- the key ----

static void add_entry(KeyEntry *entry, EntryKind kind, int index, const char *label, void *context)
{
    if (*label)
        entry(kind, index, label, context);
}

void layout_key(const Plot *p, KeyEntry *entry, void *context)
{
    if (p->spec->layout.legend == LEGEND_NONE)
        return;
    for (int s = 0; s < p->series_count && !p->heat; s++)
        if (!p->series[s].repeated && !p->series[s].tiny)
            add_entry(entry, ENTRY_SERIES, s, p->series[s].label, context);
    for (int i = 0; i < p->curve_count; i++)
        if (!p->curves[i].repeated)
            add_entry(entry, ENTRY_CURVE, i, p->curves[i].label, context);
    if (axis_has_ideal(p))
        add_entry(entry, ENTRY_IDEAL, 0, "ideal", context);
    if (p->heat) {
        add_entry(entry, ENTRY_MARK, 0, p->heat->mark_label, context);
        add_entry(entry, ENTRY_CONTOUR, 0, p->heat->contour_label, context);
        for (int i = 0; i < HEAT_SIGNS; i++)
            add_entry(entry, ENTRY_SIGN, i, p->heat->sign_labels[i], context);
    }
    if (p->unconverged)
        add_entry(entry, ENTRY_RING, 0, "rests on steps without convergence", context);
}

typedef struct KeySize {
    int    count;
    size_t widest; // characters
} KeySize;

static void measure_entry(EntryKind kind, int index, const char *label, void *context)
{
    KeySize     *size = context;
    const size_t characters = text_characters(label);
    (void)kind, (void)index;
    size->count++;
    size->widest = characters > size->widest ? characters : size->widest;
}

// As many columns as there is room for, and a smaller text where there is none for one. A map of cells has its bar at the right, if at all.
static void arrange_key(const Plot *p, Layout *l)
{
    KeySize size = {0};
    layout_key(p, measure_entry, &size);
    // Column spacing of the legend. gnuplot's own estimate, 0.6 of the font size a character plus ten, is too wide.
    const double step = (0.57 * (double)size.widest + 6.3) * l->font, room = l->width - 2 * EDGE;
    const bool   right = p->spec->layout.legend == LEGEND_RIGHT && !p->style->cells;
    const int    columns = right ? 1 : (int)fmax(1, fmin(room / step, size.count));
    l->key_count = size.count;
    l->key_rows = (size.count + columns - 1) / columns;
    l->key_scale = fmin(1, (right ? 0.5 : 1) * room / step);
    l->key_narrower = 0.06 * (double)size.widest;
    l->key_right = right && size.count ? l->key_scale * step : 0;
    const int filled = size.count ? (size.count + l->key_rows - 1) / l->key_rows : 0; // of the columns
    l->key_left = l->key_right > 0 ? l->width - l->key_right : fmax(EDGE, (l->width - filled * step) / 2);
}

// ---- sizes ----

static double below_axis(const Layout *l) // tics and the label of x
{
    return (l->x.rotated ? 0.45 * CHARACTER * fmin(l->x.widest, 22) + 4.2 : 4.4) * l->font;
}

static void count_panels(const Plot *p, Layout *l)
{
    const int room = (int)fmax(1, l->width / PANEL_WIDTH), most = room < p->facet_count ? room : p->facet_count;
    l->rows = (p->facet_count + most - 1) / most;
    l->columns = (p->facet_count + l->rows - 1) / l->rows;
    l->gap_x = p->facet_count > 1 ? 1.2 * l->font : 0;
    l->gap_y = p->facet_count > 1 ? 2.6 * l->font : 0; // titles and tics
}

// As wide as high, or lower: not much higher than a number in a cell needs.
static double height_of_cells(const Plot *p, const Layout *l)
{
    const double width = l->panel_width / p->category_count;
    const double height = fmin(width, fmin(fmax(0.6 * width, 2.2 * l->font), 3.4 * l->font));
    return fmin(fmax(p->row_count * height, 8 * l->font), fmax(l->panel_width, PANEL_HEIGHT));
}

static void size_panels(const Plot *p, Layout *l)
{
    const double more = p->facet_count > 1 ? 1 : sqrt(l->width / (PX_PER_MM * FIGURE_COLUMN_MM)); // a page is not twice as high
    l->panel_height = (p->facet_count > 1 ? PANEL_HEIGHT : PLOT_HEIGHT) * more;
    axis_make(p, AXIS_Y, l->panel_height / (CHARACTER * l->font), &l->y);
    const double tics = l->y.categorical ? fmin(l->y.widest * CHARACTER * l->font, 0.3 * l->width) : l->y.log ? 3 * l->font : 3.4 * l->font;
    const double right = l->bar_upright ? 8 * l->font : fmax(l->key_right, 1.2 * l->font);
    l->label_left = 0.5 * l->font + EDGE;
    l->left = l->label_left + 1.6 * l->font + tics;
    l->panel_width = (l->width - l->left - right - (l->columns - 1) * l->gap_x) / l->columns;
    axis_make(p, AXIS_X, l->panel_width / (CHARACTER * l->font), &l->x);
    if (l->x.rotated && p->facet_count % l->columns) // beside an empty corner they reach down to the row below
        l->gap_y = below_axis(l);
    if (p->style->cells) {
        l->panel_height = height_of_cells(p, l);
        axis_make(p, AXIS_Y, l->panel_height / (CHARACTER * l->font), &l->y);
        axis_make(p, AXIS_COLOUR, 0, &l->colour);
    }
}

static void place_bar(const Plot *p, double key, Layout *l)
{
    l->bar_left = l->left;
    l->bar_bottom = key + 3.3 * l->font;
    l->bar_long = l->columns * (l->panel_width + l->gap_x) - l->gap_x;
    if (!l->bar_upright)
        return;
    l->bar_left = l->left + l->bar_long + l->font;
    l->bar_bottom = l->bottom;
    l->bar_long = l->rows * (l->panel_height + l->gap_y) - l->gap_y;
    ASSERT(p->style->cells);
}

static void arrange(const Plot *p, double width_mm, Layout *l)
{
    const FigureLayout *given = &p->spec->layout;
    const bool          cells = p->style->cells && given->legend != LEGEND_NONE;
    *l = (Layout){.width = width_mm * PX_PER_MM, .font = given->font_pt * PX_PER_PT, .bar_upright = cells && given->legend == LEGEND_RIGHT};
    arrange_key(p, l);
    count_panels(p, l);
    size_panels(p, l);
    const bool   below = given->legend == LEGEND_BELOW || p->style->cells;
    const double key = below && l->key_count ? l->key_rows * layout_key_line(l) + EDGE : 0,
                 above = (p->facet_count > 1 ? 2.2 : 0.7) * l->font;
    l->bottom = key + (cells && !l->bar_upright ? 4.6 * l->font : 0) + below_axis(l);
    l->label_bottom = l->bottom - below_axis(l) + 1.2 * l->font;
    if (given->height_mm > 0)
        l->panel_height = fmax((given->height_mm * PX_PER_MM - l->bottom - above - (l->rows - 1) * l->gap_y) / l->rows, 2 * l->font);
    l->height = l->bottom + l->rows * l->panel_height + (l->rows - 1) * l->gap_y + above;
    if (cells)
        place_bar(p, key, l);
}

void layout_make(const Plot *p, Layout *out)
{
    const double given = p->spec->layout.width_mm;
    arrange(p, given > 0 ? given : FIGURE_COLUMN_MM, out);
    const bool below = p->spec->layout.legend == LEGEND_BELOW && out->key_count;
    const bool crowded = (below && out->key_rows * layout_key_line(out) > out->rows * out->panel_height / 3) ||
                         (below && out->key_scale < 0.8) || (p->style->cells && out->rows > 1);
    if (!(given > 0) && crowded)
        arrange(p, FIGURE_PAGE_MM, out);
}
