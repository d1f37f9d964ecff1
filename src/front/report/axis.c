#include "report/private/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/private/number.h"
#include "report/private/script_text.h"

// ---- ranges ----

// An interval of two processes may be so wide that nothing else could be seen: the axis shows it to half and twice the value.
static SpecRange shown_of(const Plot *p, const PlotPoint *point)
{
    const double half = point->y / 2, twice = 2 * point->y; // twice is the lower one of a negative value
    if (!p->measured || point->y == 0 || isnan(point->low))
        return (SpecRange){point->low, point->high};
    return (SpecRange){fmax(point->low, fmin(half, twice)), fmin(point->high, fmax(half, twice))};
}

bool axis_cuts(const Plot *p, const PlotPoint *point)
{
    const SpecRange shown = shown_of(p, point);
    return shown.low > point->low || shown.high < point->high;
}

// The same of x.
static SpecRange span_of(const PlotPoint *point)
{
    return (SpecRange){fmax(point->x_low, point->position / 2), fmin(point->x_high, 2 * point->position)};
}

static SpecRange extent_of(const Plot *p, const PlotPoint *point, bool y)
{
    const SpecRange shown = y ? shown_of(p, point) : span_of(point);
    SpecRange       r = {point->position, point->position};
    if (y)
        r = (SpecRange){fmin(shown.low, point->y), fmax(shown.high, point->y)};
    else if (!isnan(point->x_low) && point->position > 0)
        r = (SpecRange){fmin(shown.low, point->position), fmax(shown.high, point->position)};
    return r;
}

static SpecRange range_of(const Plot *p, bool y)
{
    SpecRange r = {INFINITY, -INFINITY};
    for (int i = 0; i < p->point_count; i++) {
        const PlotPoint *point = &p->points[i];
        const SpecRange  shown = extent_of(p, point, y);
        const double     low = shown.low, high = shown.high;
        r.low = fmin(r.low, low > 0 || !p->spec->log_y || !y ? low : point->y);
        r.high = fmax(r.high, high);
    }
    for (int c = 0; c < p->curve_count; c++)
        for (int i = 0; i < p->curves[c].count; i++) {
            const PlotPoint *point = &p->curves[c].points[i];
            r.low = fmin(r.low, y ? point->y : point->position);
            r.high = fmax(r.high, y ? point->y : point->position);
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

// Of y, with what is drawn beside the points.
static SpecRange range_of_y(const Plot *p)
{
    SpecRange r = range_of(p, true);
    if (axis_has_ideal(p))
        r.high = fmax(r.high, axis_ideal_at(p->spec, p->categorical ? p->categories[0].number : range_of(p, false).high));
    if (p->style->stacked)
        return (SpecRange){0, plot_highest_stack(p)};
    if (p->style->profile)
        return (SpecRange){0, 1};
    if (p->spec->log_y && p->style->categorical)
        r.low /= 2;
    return r;
}

// Whether every x is a value that was chosen: few values of a setting (threads, sizes), which have a tic each.
static bool is_exact(const Plot *p)
{
    enum { FEW = 7 };
    return p->category_count > 0 && p->category_count <= FEW && !data_view_column(p->spec->data, p->spec->x) &&
           expression_is_name(p->spec->x);
}

static void pad_log(SpecRange r, bool exact, Axis *out)
{
    const double pad = exact ? pow(r.high / r.low, 0.05) * 1.03 : pow(r.high / r.low, 0.04) * 1.02;
    out->low = r.low / pad;
    out->high = r.high * pad;
}

static void pad_linear(SpecRange r, bool from_zero, Axis *out)
{
    r.high = from_zero ? fmax(r.high, 0) : r.high;
    const double width = r.high > r.low ? r.high - r.low : fmax(fabs(r.high), 1);
    const bool   zero = r.low >= 0 && (from_zero || r.low < 0.5 * r.high);
    out->low = zero ? 0 : r.low - 0.05 * width;
    out->high = r.high + 0.06 * (zero ? fmax(r.high, 1e-300) : width);
}

double axis_along(const Axis *axis, double value)
{
    if (axis->log)
        return (log(value) - log(axis->low)) / (log(axis->high) - log(axis->low)); // a quotient of the ends may overflow
    return (value - axis->low) / (axis->high - axis->low);
}

// ---- tics ----

static Tic *add_tic(Axis *axis, double at)
{
    const double slack = 1e-9 * (axis->high - axis->low);
    if (axis->tic_count == TICS_MAX || at < axis->low - slack || at > axis->high + slack)
        return NULL;
    Tic *tic = &axis->tics[axis->tic_count++];
    *tic = (Tic){.at = at};
    return tic;
}

// "5·10^{6}" where `scale` (of the largest) is far from 1, else the plain number.
static void name_tic(Tic *tic, double value, double scale, int decimals)
{
    const int exponent = value == 0 ? 0 : (int)floor(log10(fabs(value)) + 1e-9);
    if ((scale >= 99999.5 || scale < 0.9995e-3) && (exponent < 0 || exponent > 1)) { // not of 1 and 10
        const double first = value / pow(10, exponent);
        tic->exponent = exponent;
        if (fabs(first - 1) > 1e-9) // of 1·10^{6} only the power
            snprintf(tic->text, sizeof tic->text, "%.4g", first);
    } else if (decimals >= 0) {
        snprintf(tic->text, sizeof tic->text, "%.*f", decimals, value);
    } else {
        snprintf(tic->text, sizeof tic->text, "%.6g", value);
    }
}

static bool has_text(const Tic *tic)
{
    return *tic->text || tic->exponent;
}

// The least of 1, 2 or 5 times a power of ten that is not below.
double axis_nice_step(double least)
{
    const double power = pow(10, floor(log10(least)));
    const double first = least / power;
    return power * (first <= 1 ? 1 : first <= 2 ? 2 : first <= 5 ? 5 : 10);
}

static void linear_tics(Axis *axis, double room)
{
    const double width = axis->high - axis->low, step = axis_nice_step(width / fmax(room, 2));
    const int    decimals = (int)fmax(0, -floor(log10(step) + 1e-9));
    const double first = ceil(axis->low / step - 1e-9);
    for (int i = 0; i < TICS_MAX && (first + i) * step <= axis->high + 1e-9 * step; i++) {
        Tic *tic = add_tic(axis, (first + i) * step);
        if (tic)
            name_tic(tic, (first + i) * step, fmax(fabs(axis->low), fabs(axis->high)), decimals);
    }
}

// Tics of 1, 2 and 5 with labels where there are less than two decades, else of decades, else of some of them. All are written out, since
// gnuplot counts decades from the end of the range.
static void log_tics(Axis *axis, double room)
{
    const double decades = log10(axis->high) - log10(axis->low);
    const int    first = (int)floor(log10(axis->low)), last = (int)ceil(log10(axis->high));
    const int    every = decades < 2 ? 1 : (int)ceil(decades / fmin(fmax(room, 2), 7));
    const bool   plain = first >= -3 && last <= 4;
    if (decades < 0.7) {
        linear_tics(axis, room);
        return;
    }
    for (int decade = first; decade <= last; decade++)
        for (int digit = 1; digit < (every == 1 ? 10 : 2); digit++) {
            const double value = digit * pow(10, decade);
            Tic         *tic = add_tic(axis, value);
            if (!tic)
                continue;
            if (decades >= 2 && digit == 1 && decade % every == 0)
                name_tic(tic, value, plain ? 1 : 1e9, -1);
            else if (decades < 2 && (digit == 1 || digit == 2 || digit == 5))
                name_tic(tic, value, axis->high >= 99999.5 ? axis->high : axis->low, -1); // all of them in one way
            tic->small = !has_text(tic);
            tic->last = digit == 1;
        }
}

// A number of a setting with as many digits as it needs, four at most where it has more.
static void name_value(const Plot *p, const char *quantity, Value value, char *out, size_t size)
{
    char exact[SPEC_TEXT_MAX];
    value_format(value, exact, sizeof exact);
    const char *word = labels_word(&p->spec->labels, quantity, exact);
    if (word)
        snprintf(out, size, "%s", word);
    else if (value.kind == VALUE_NUMBER)
        snprintf(out, size, fabs(value.number) < 99999.5 && value.number == floor(value.number) ? "%.0f" : "%.4g", value.number);
    else
        snprintf(out, size, "%s", exact);
}

static void exact_tics(const Plot *p, Axis *axis)
{
    for (int i = 0; i < p->category_count; i++) {
        Tic *tic = add_tic(axis, p->categories[i].number);
        if (!tic)
            continue;
        const double number = p->categories[i].number;
        name_value(p, p->spec->x, p->categories[i], tic->text, sizeof tic->text);
        if (strstr(tic->text, "e+") || strstr(tic->text, "e-")) {
            tic->text[0] = '\0'; // of 1e+05 only the power
            name_tic(tic, number, number, -1);
        }
        tic->last = i + 1 == p->category_count; // the last always has its label
    }
}

static double tic_width(const Tic *tic, double font)
{
    char power[16];
    snprintf(power, sizeof power, "%d", tic->exponent);
    return script_text_width(tic->text, font) +
           (tic->exponent ? script_text_width(*tic->text ? "·10" : "10", font) + 0.7 * script_text_width(power, font) : 0);
}

static bool touches(const Axis *axis, const Tic *a, const Tic *b, bool y, double length, double font)
{
    const double between = fabs(axis_along(axis, a->at) - axis_along(axis, b->at)) * length;
    return between < (y ? 1.3 * font : (tic_width(a, font) + tic_width(b, font)) / 2 + 0.6 * font);
}

// Those that come last where there are two: the ends of an exact axis and powers of ten win over what is between.
static void drop_touching(Axis *axis, bool y, double length, double font)
{
    for (int wanted = 1; wanted >= 0; wanted--)
        for (int i = 0; i < axis->tic_count; i++) {
            Tic *tic = &axis->tics[i];
            if (!has_text(tic) || tic->last != (wanted == 1))
                continue;
            for (int k = 0; k < axis->tic_count && has_text(tic); k++) {
                const Tic *other = &axis->tics[k];
                const bool wins = other->last != tic->last ? other->last : k < i;
                if (k != i && wins && has_text(other) && touches(axis, tic, other, y, length, font)) {
                    *tic->text = '\0';
                    tic->exponent = 0;
                }
            }
        }
}

// The label of every so many tics, where each needs this much room.
static void keep_some(Axis *axis, double room, double length)
{
    const int every = (int)fmax(1, ceil(room * axis->tic_count / length));
    for (int i = 0; i < axis->tic_count; i++)
        if (i % every)
            *axis->tics[i].text = '\0';
}

// Labels of texts are turned where they would touch, those of numbers, and of rows, left out.
static void categories(const Plot *p, bool y, double length, double font, Axis *out)
{
    const Value *values = y ? p->rows : p->categories;
    const int    count = y ? p->row_count : p->category_count;
    bool         texts = false;
    out->low = p->style->cells ? -0.5 : -0.6;
    out->high = p->style->cells ? count - 0.5 : count - 0.4;
    out->categorical = true;
    for (int i = 0; i < count; i++) {
        Tic *tic = add_tic(out, i);
        if (!tic)
            continue;
        name_value(p, y ? p->spec->rows : p->spec->x, values[i], tic->text, sizeof tic->text);
        if (values[i].kind == VALUE_NUMBER && (strstr(tic->text, "e+") || strstr(tic->text, "e-")))
            number_short(values[i].number, 4, tic->text);
        out->widest = fmax(out->widest, script_text_width(tic->text, font));
        texts = texts || values[i].kind == VALUE_TEXT;
    }
    if (p->style->cells && (y || !texts))
        keep_some(out, y ? 1.3 * font : out->widest + 0.6 * font, length);
    else
        out->rotated = (out->widest + 0.8 * font) * count > length;
}

static bool apply_limits(const Plot *p, bool y, Axis *out)
{
    const double low = p->spec->layout.limits[y][0], high = p->spec->layout.limits[y][1];
    out->low = isfinite(low) ? low : out->low;
    out->high = isfinite(high) ? high : out->high;
    return isfinite(low) || isfinite(high);
}

void axis_make(const Plot *p, bool y, double length, double font, Axis *out)
{
    const SpecRange r = y ? range_of_y(p) : range_of(p, false);
    const bool      exact = !y && is_exact(p);
    const double    room = length / (y ? 2.4 * font : 4.2 * font); // for labels
    out->log = (y ? p->spec->log_y : p->log_x) && !p->style->cells;
    out->categorical = out->rotated = false;
    out->tic_count = 0;
    out->widest = 0;
    if (p->style->cells || (!y && p->categorical)) {
        categories(p, y, length, font, out);
        return;
    }
    if (out->log)
        pad_log(r, exact, out);
    else
        pad_linear(r, y && p->style->categorical, out);
    const bool limited = apply_limits(p, y, out);
    if (!(out->high > out->low)) // limits beyond all samples
        out->high = out->log ? out->low * 10 : out->low + 1;
    if (exact && !limited)
        exact_tics(p, out);
    else if (out->log)
        log_tics(out, y ? room : length / (3.2 * font));
    else
        linear_tics(out, room);
    drop_touching(out, y, length, font);
    for (int i = 0; i < out->tic_count; i++)
        out->widest = fmax(out->widest, tic_width(&out->tics[i], font));
}

// Tics without a label.
static void drop_bare(Axis *axis)
{
    int kept = 0;
    for (int i = 0; i < axis->tic_count; i++)
        if (has_text(&axis->tics[i]))
            axis->tics[kept++] = axis->tics[i];
    axis->tic_count = kept;
}

void axis_make_scale(const Plot *p, bool upright, double length, double font, Axis *out)
{
    enum { MANY_TICS = 60 };
    SpecRange r = {INFINITY, -INFINITY};
    for (int i = 0; i < p->point_count; i++) {
        r.low = fmin(r.low, p->points[i].y);
        r.high = isfinite(p->points[i].y) ? fmax(r.high, p->points[i].y) : r.high;
    }
    *out = (Axis){.low = r.low, .high = r.high, .log = p->spec->log_y};
    apply_limits(p, true, out);
    if (!(out->high > out->low)) { // one value
        out->low = out->log ? out->low / 1.5 : out->low - fmax(fabs(out->low), 1) / 2;
        out->high = out->log ? out->high * 1.5 : out->high + fmax(fabs(out->high), 1) / 2;
    }
    if (out->log)
        log_tics(out, length / (upright ? 2.4 * font : 3.2 * font));
    else
        linear_tics(out, length / (upright ? 2.4 * font : 4.2 * font));
    if (out->tic_count > MANY_TICS)
        drop_bare(out);
    drop_touching(out, upright, length, font);
    for (int i = 0; i < out->tic_count; i++)
        out->widest = fmax(out->widest, tic_width(&out->tics[i], font));
}

// ---- what it is called ----

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

const char *axis_label(const FigureSpec *spec, bool y, char out[SPEC_TEXT_MAX])
{
    const char       *name = y ? spec->y : spec->x, *given = y ? spec->y_label : spec->x_label;
    const DataColumn *column = data_view_column(spec->data, name);
    char              there[SPEC_TEXT_MAX], what[SPEC_TEXT_MAX];
    if (*given)
        return given;
    if (y && spec->style->profile)
        return "share of problems solved";
    if (!y && spec->style->ratio) {
        snprintf(out, SPEC_TEXT_MAX, "%.150s, over the lesser of both", labels_text(&spec->labels, spec->data, name, what, sizeof what));
        return out;
    }
    if (!y || !spec->relative_count)
        return labels_head(&spec->labels, spec->data, name, out, SPEC_TEXT_MAX);
    name_baseline(spec, there, sizeof there);
    if (spec->efficiency || (column && strstr(column->label, "time")))
        snprintf(out, SPEC_TEXT_MAX, "%s over %.150s", spec->efficiency ? "efficiency" : "speed-up", there);
    else
        snprintf(out, SPEC_TEXT_MAX, "%.120s, of %.60s over here", labels_text(&spec->labels, spec->data, name, what, sizeof what), there);
    return out;
}

const char *axis_row_label(const FigureSpec *spec, char out[SPEC_TEXT_MAX])
{
    return *spec->row_label ? spec->row_label : labels_head(&spec->labels, spec->data, spec->rows, out, SPEC_TEXT_MAX);
}

// ---- for gnuplot ----

static void put_tic(const Tic *tic, FILE *out)
{
    if (!tic->exponent)
        script_text(tic->text, true, out);
    else
        fprintf(out, "'%s%s10^{%d}'", tic->text, *tic->text ? "·" : "", tic->exponent);
    fprintf(out, tic->small ? " %.10g 1" : " %.10g", tic->at);
}

void axis_put(const Axis *axis, const char *name, bool labelled, FILE *out)
{
    fprintf(out, axis->log ? "set logscale %s\n" : "unset logscale %s\n", name);
    fprintf(out, "set %srange [%.6g:%.6g]\nset %stics (", name, axis->low, axis->high, name);
    for (int i = 0; i < axis->tic_count; i++) {
        Tic bare = {.at = axis->tics[i].at, .small = axis->tics[i].small};
        fputs(i ? ", " : "", out);
        put_tic(labelled ? &axis->tics[i] : &bare, out);
    }
    fputs(")", out);
    if (axis->categorical)
        fprintf(out, " noenhanced scale 0%s", axis->rotated ? " rotate by 25 right" : "");
    fputs("\n", out);
}
