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

bool layout_key_inside(const Layout *l)
{
    return l->key >= KEY_TOP_LEFT && l->key <= KEY_BOTTOM_RIGHT;
}

void layout_key(const Plot *p, const Layout *l, KeyEntry *entry, void *context)
{
    if (l->key == KEY_NONE)
        return;
    for (int s = 0; s < p->series_count && !p->heat && l->key != KEY_ENDS; s++)
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
        add_entry(entry, ENTRY_RING, 0, "includes steps without convergence", context);
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

// As many columns as fit, one at the right and in a corner; smaller letters where one column is too wide. The key at the right of a map of
// cells is its bar of colours.
static void arrange_key(const Plot *p, Layout *l)
{
    KeySize size = {0};
    layout_key(p, l, measure_entry, &size);
    // Column spacing of the key. gnuplot's own estimate, 0.6 of the font size a character plus ten, is too wide.
    const double step = (0.57 * (double)size.widest + 6.3) * l->font, room = l->width - 2 * EDGE;
    const bool   right = l->key == KEY_RIGHT && !p->style->cells, single = right || layout_key_inside(l);
    const int    columns = single ? 1 : (int)fmax(1, fmin(room / step, size.count));
    l->key_count = size.count;
    l->key_rows = (size.count + columns - 1) / columns;
    l->key_scale = fmin(1, (layout_key_inside(l) ? fmin(0.55, 0.8 / l->columns) : right ? 0.5 : 1) * room / step);
    l->key_narrower = 0.06 * (double)size.widest;
    l->key_right = right && size.count ? l->key_scale * step : 0;
    const int filled = size.count ? (size.count + l->key_rows - 1) / l->key_rows : 0; // of the columns
    l->key_left = l->key_right > 0 ? l->width - l->key_right : fmax(EDGE, (l->width - filled * step) / 2);
}

// ---- names at the ends of curves ----

static double widest_name(const Plot *p, double font)
{
    double widest = 0;
    for (int s = 0; s < p->series_count; s++)
        widest = fmax(widest, layout_text(p->series[s].label, END_SCALE * font));
    return widest;
}

// Before the sizes are known: up to seven curves of one panel, whose names take less than 30 % of the width.
static bool may_name_ends(const Plot *p, const Layout *l)
{
    const double widest = widest_name(p, l->font);
    return p->style->joined && !p->style->frontier && p->facet_count == 1 && p->series_count <= ENDS_MAX && widest > 0 &&
           widest < 0.3 * l->width;
}

static bool is_seen(const Layout *l, const PlotPoint *point)
{
    const double x = axis_along(&l->x, point->position), y = axis_along(&l->y, point->y);
    return !point->hidden && x >= 0 && x <= 1 && y >= 0 && y <= 1;
}

// Moves names that overlap apart, each by half of the overlap, then the lowest and the highest into the panel.
static void spread_names(Layout *l, double line)
{
    EndName *ends = l->ends;
    for (int round = 0; round < 50; round++)
        for (int i = 1; i < l->end_count; i++) {
            const double half = fmax(0, (line - (ends[i].name_y - ends[i - 1].name_y)) / 2);
            ends[i - 1].name_y -= half;
            ends[i].name_y += half;
        }
    for (int i = 0; i < l->end_count; i++)
        ends[i].name_y = fmax(ends[i].name_y, i ? ends[i - 1].name_y + line : l->bottom + line / 2);
    for (int i = l->end_count - 1; i >= 0; i--)
        ends[i].name_y = fmin(ends[i].name_y, i + 1 < l->end_count ? ends[i + 1].name_y - line : l->bottom + l->panel_height);
}

// false where the names do not fit, or a curve ends in the left part of the panel: the line to its name would cross the others.
static bool place_names(const Plot *p, Layout *l)
{
    const double line = 1.25 * END_SCALE * l->font, left_part = 0.6;
    for (int s = 0; s < p->series_count; s++) {
        const PlotSeries *series = &p->series[s];
        int               last = series->count - 1, at = l->end_count;
        while (last >= 0 && !is_seen(l, &series->points[last]))
            last--;
        if (last < 0 || axis_along(&l->x, series->points[last].position) < left_part)
            return false;
        const double along = p->style->profile ? 1 : axis_along(&l->x, series->points[last].position);
        const double y = l->bottom + axis_along(&l->y, series->points[last].y) * l->panel_height;
        for (; at > 0 && l->ends[at - 1].y > y; at--)
            l->ends[at] = l->ends[at - 1];
        l->ends[at] = (EndName){s, l->left + along * l->panel_width, y, y};
        l->end_count++;
    }
    spread_names(l, line);
    return l->end_count * line <= l->panel_height;
}

// ---- sizes ----

static double below_axis(const Layout *l) // tics and the label of x
{
    return (l->x.rotated ? 0.45 * CHARACTER * fmin(l->x.widest, 22) + 4.2 : 4.4) * l->font;
}

static void count_panels(const Plot *p, Layout *l)
{
    const int room = (int)fmax(1, l->width / PANEL_WIDTH), max = room < p->facet_count ? room : p->facet_count;
    l->rows = (p->facet_count + max - 1) / max;
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
    const double names = l->key == KEY_ENDS ? widest_name(p, l->font) + 2 * l->font : l->key_right;
    const double right = l->bar_upright ? 8 * l->font : fmax(names, 1.6 * l->font);
    l->label_left = 0.5 * l->font + EDGE;
    l->left = l->label_left + 1.6 * l->font + tics;
    l->panel_width = (l->width - l->left - right - (l->columns - 1) * l->gap_x) / l->columns;
    axis_make(p, AXIS_X, l->panel_width / (CHARACTER * l->font), &l->x);
    if (l->x.rotated && p->facet_count % l->columns) // beside an empty corner turned labels reach down to the row below
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

static void arrange_with(const Plot *p, FigureKey place, double width_mm, Layout *l)
{
    const FigureLayout *given = &p->spec->layout;
    const bool          cells = p->style->cells && place != KEY_NONE;
    *l = (Layout){
        .width = width_mm * PX_PER_MM, .font = given->font_pt * PX_PER_PT, .key = place, .bar_upright = cells && place == KEY_RIGHT};
    count_panels(p, l);
    arrange_key(p, l);
    size_panels(p, l);
    const bool   below = place == KEY_BELOW || place == KEY_ENDS || p->style->cells;
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

static void arrange(const Plot *p, double width_mm, Layout *l)
{
    const FigureKey given = p->spec->layout.key;
    const FigureKey key = p->style->cells && given != KEY_RIGHT && given != KEY_NONE ? KEY_BELOW : given; // cells fill the corners
    *l = (Layout){.width = width_mm * PX_PER_MM, .font = p->spec->layout.font_pt * PX_PER_PT};
    bool named = key == KEY_ENDS && may_name_ends(p, l);
    if (named) {
        arrange_with(p, KEY_ENDS, width_mm, l);
        named = place_names(p, l);
    }
    if (!named)
        arrange_with(p, key == KEY_ENDS ? KEY_BELOW : key, width_mm, l);
}

void layout_make(const Plot *p, Layout *out)
{
    const double given = p->spec->layout.width_mm;
    arrange(p, given > 0 ? given : FIGURE_COLUMN_MM, out);
    const bool below = out->key == KEY_BELOW && out->key_count;
    const bool crowded = (below && out->key_rows * layout_key_line(out) > out->rows * out->panel_height / 3) ||
                         (below && out->key_scale < 0.8) || (p->style->cells && out->rows > 1);
    if (!(given > 0) && crowded)
        arrange(p, FIGURE_PAGE_MM, out);
}
