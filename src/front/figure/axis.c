#include "figure/private/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "data/number.h"

// ---- ranges ----

// The part of an interval that the axis shows. The interval of two processes may be so wide that everything else is squeezed: intervals of
// measured values are shown between half and twice the value.
static SpecRange shown_of(double value, double low, double high, bool measured)
{
    const double half = fmin(value / 2, 2 * value), twice = fmax(value / 2, 2 * value); // of a negative value, too
    if (isnan(low) || isnan(high))
        return (SpecRange){value, value};
    if (!measured || value == 0)
        return (SpecRange){fmin(low, value), fmax(high, value)};
    return (SpecRange){fmax(low, half), fmin(high, twice)};
}

static SpecRange extent_of(const Plot *p, const PlotPoint *point, bool y)
{
    if (!y)
        return shown_of(point->position, point->x_low, point->x_high, true);
    SpecRange shown = shown_of(point->y, point->low, point->high, p->measured);
    if (p->spec->log_y && !(shown.low > 0))
        shown.low = point->y;
    return shown;
}

bool axis_cuts(const Plot *p, const PlotPoint *point)
{
    const SpecRange shown = extent_of(p, point, true);
    return shown.low > point->low || shown.high < point->high;
}

static void widen(SpecRange *range, double low, double high)
{
    range->low = fmin(range->low, low);
    range->high = fmax(range->high, high);
}

static SpecRange range_of(const Plot *p, bool y)
{
    SpecRange r = {INFINITY, -INFINITY};
    for (int i = 0; i < p->point_count; i++) {
        const SpecRange shown = extent_of(p, &p->points[i], y);
        widen(&r, shown.low, shown.high);
    }
    for (int c = 0; c < p->curve_count; c++)
        for (int i = 0; i < p->curves[c].count; i++) {
            const double at = y ? p->curves[c].points[i].y : p->curves[c].points[i].position;
            widen(&r, at, at);
        }
    return r;
}

bool axis_has_ideal(const Plot *p)
{
    return figure_spec_has_ideal(p->spec) && !p->style->cells && (!p->categorical || p->category_count == 1);
}

double axis_ideal_at(const FigureSpec *spec, double x)
{
    return spec->efficiency ? 1 : x / strtod(spec->relative[0].values[0], NULL);
}

// Of y, with the ideal and the stacks.
static SpecRange range_of_y(const Plot *p)
{
    SpecRange r = range_of(p, true);
    if (axis_has_ideal(p))
        r.high = fmax(r.high, axis_ideal_at(p->spec, p->categorical ? p->categories[0].number : range_of(p, false).high));
    if (p->style->stacked)
        return (SpecRange){0, plot_highest_stack(p)};
    if (p->style->profile)
        return (SpecRange){0, 1};
    if (p->spec->log_y && p->style->categorical) // bars have no zero to stand on
        r.low /= 2;
    return r;
}

static SpecRange range_of_colours(const Plot *p)
{
    SpecRange r = {INFINITY, -INFINITY};
    for (int i = 0; i < p->point_count; i++)
        if (isfinite(p->points[i].y))
            widen(&r, p->points[i].y, p->points[i].y);
    return r;
}

// A margin, so that no point lies on the edge.
static void pad(SpecRange r, bool from_zero, Axis *axis)
{
    if (axis->log) {
        const double factor = pow(r.high / r.low, 0.05) * 1.02;
        axis->low = r.low / factor;
        axis->high = r.high * factor;
        return;
    }
    r.high = from_zero ? fmax(r.high, 0) : r.high;
    const double width = r.high > r.low ? r.high - r.low : fmax(fabs(r.high), 1);
    const bool   zero = r.low >= 0 && (from_zero || r.low < 0.5 * r.high);
    axis->low = zero ? 0 : r.low - 0.05 * width;
    axis->high = r.high + 0.06 * (zero ? fmax(r.high, 1e-300) : width);
}

static void apply_limits(const Plot *p, Axis *axis)
{
    const double *limits = p->spec->layout.limits[axis->name == AXIS_X ? 0 : 1];
    axis->low = isfinite(limits[0]) ? limits[0] : axis->low;
    axis->high = isfinite(limits[1]) ? limits[1] : axis->high;
    if (axis->high > axis->low)
        return;
    const double low = axis->low; // one value, or limits beyond all of them
    axis->low = axis->log ? low / 1.5 : low - fmax(fabs(low), 1) / 2;
    axis->high = axis->log ? low * 1.5 : low + fmax(fabs(low), 1) / 2;
}

double axis_along(const Axis *axis, double value)
{
    if (axis->log)
        return (log(value) - log(axis->low)) / (log(axis->high) - log(axis->low)); // a quotient of the ends may overflow
    return (value - axis->low) / (axis->high - axis->low);
}

// ---- categories and few values ----

const char *axis_value(const Plot *p, AxisName name, Value value, char out[SPEC_TEXT_MAX])
{
    const char *quantity = name == AXIS_X ? p->spec->x : p->spec->rows;
    value_format(value, out, SPEC_TEXT_MAX);
    const char *word = labels_word(&p->spec->labels, quantity, out);
    if (word)
        snprintf(out, SPEC_TEXT_MAX, "%s", word);
    else if (value.kind == VALUE_NUMBER)
        number_short(value.number, 4, out);
    return out;
}

// Labels of texts are turned where they would touch, of numbers, and of rows, some left out.
static void place_categories(const Plot *p, double room, Axis *axis)
{
    const bool   rows = axis->name == AXIS_Y;
    const Value *values = rows ? p->rows : p->categories;
    const int    count = rows ? p->row_count : p->category_count;
    const double edge = p->style->cells ? 0.5 : 0.6;
    bool         texts = false;
    char         text[SPEC_TEXT_MAX];
    axis->low = -edge;
    axis->high = count - 1 + edge;
    axis->widest = 0;
    for (int i = 0; i < count; i++) {
        const int characters = (int)text_characters(axis_value(p, axis->name, values[i], text));
        axis->widest = characters > axis->widest ? characters : axis->widest;
        texts = texts || values[i].kind == VALUE_TEXT;
    }
    const double needed = (rows ? 2 : axis->widest + 1) * (double)count / room;
    axis->rotated = !rows && texts && needed > 1;
    axis->every = needed > 1 && !axis->rotated ? (int)ceil(needed) : 1;
}

void axis_make(const Plot *p, AxisName name, double room, Axis *out)
{
    enum { LABEL = 5 }; // characters of a power of ten, with a gap
    const bool of_y = name == (p->style->cells ? AXIS_COLOUR : AXIS_Y), bars = p->style->categorical;
    *out = (Axis){.name = name,
                  .room = room,
                  .log = of_y ? p->spec->log_y : p->log_x,
                  .categorical = name != AXIS_COLOUR && (p->style->cells || (name == AXIS_X && p->categorical)),
                  .every = 1,
                  .widest = 7};
    if (out->categorical) {
        out->log = false;
        place_categories(p, room, out);
        return;
    }
    if (name == AXIS_COLOUR) {
        const SpecRange r = range_of_colours(p);
        out->low = r.low;
        out->high = r.high;
    } else {
        pad(of_y ? range_of_y(p) : range_of(p, false), of_y && bars, out);
    }
    apply_limits(p, out);
    if (name == AXIS_X && out->log)
        out->every = (int)fmax(1, ceil(LABEL * log10(out->high / out->low) / room));
}

// ---- labels ----

// "one thread", "dt 0.02 s", "CHOLMOD, supernodal"
static void name_baseline(const FigureSpec *spec, char *out, size_t size)
{
    const SpecFilter *there = &spec->relative[0];
    double            number = 0;
    const bool        is_number = text_to_double(there->values[0], &number);
    if (strcmp(there->name, "threads") == 0 && !labels_word(&spec->labels, there->name, there->values[0]))
        snprintf(out, size, "%s thread%s", number == 1 ? "one" : there->values[0], number == 1 ? "" : "s");
    else
        labels_value(&spec->labels, spec->data, there->name, there->values[0], is_number, out, size);
}

static const char *label_of_relative(const FigureSpec *spec, char out[SPEC_TEXT_MAX])
{
    const DataColumn *column = data_view_column(spec->data, spec->y);
    char              there[SPEC_TEXT_MAX], what[SPEC_TEXT_MAX];
    name_baseline(spec, there, sizeof there);
    if (spec->efficiency || (column && strstr(column->label, "time")))
        snprintf(out, SPEC_TEXT_MAX, "%s over %.150s", spec->efficiency ? "efficiency" : "speed-up", there);
    else
        snprintf(out, SPEC_TEXT_MAX, "%.110s: ratio of %.60s to this value",
                 labels_text(&spec->labels, spec->data, spec->y, what, sizeof what), there);
    return out;
}

const char *axis_label(const FigureSpec *spec, AxisName name, char out[SPEC_TEXT_MAX])
{
    const bool  rows = spec->style->cells && name == AXIS_Y, of_y = name != AXIS_X && !rows;
    const char *given = rows ? spec->row_label : of_y ? spec->y_label : spec->x_label;
    char        what[SPEC_TEXT_MAX];
    if (*given)
        return given;
    if (of_y && spec->style->profile)
        return "share of problems solved";
    if (of_y && spec->relative_count)
        return label_of_relative(spec, out);
    if (!of_y && spec->style->ratio) {
        snprintf(out, SPEC_TEXT_MAX, "%.150s relative to the lower of the two",
                 labels_text(&spec->labels, spec->data, spec->x, what, sizeof what));
        return out;
    }
    return labels_head(&spec->labels, spec->data, rows ? spec->rows : of_y ? spec->y : spec->x, out, SPEC_TEXT_MAX);
}
