// The commands of an axis: its range, and its tics where gnuplot has no good ones of its own.
#include "figure/private/script.h"

#include <math.h>

#include "base/text.h"

// Whether the labels of two neighbours among the values of x fit beside each other, with a gap of a character.
static bool labels_fit(const Plot *p, const Axis *axis, int i)
{
    char         left[SPEC_TEXT_MAX], right[SPEC_TEXT_MAX];
    const double apart = axis_along(axis, p->categories[i].number) - axis_along(axis, p->categories[i - 1].number);
    const size_t characters = text_characters(axis_value(p, AXIS_X, p->categories[i - 1], left)) +
                              text_characters(axis_value(p, AXIS_X, p->categories[i], right));
    return apart * axis->room > 0.5 * (double)characters + 1;
}

// Whether x has few values of a setting: each has a tic then, if the labels fit.
static bool has_exact_tics(const Plot *p, const Axis *axis)
{
    enum { FEW = 7 };
    bool exact = axis->name == AXIS_X && p->category_count > 0 && p->category_count <= FEW &&
                 !data_view_column(p->spec->data, p->spec->x) && expression_is_name(p->spec->x);
    for (int i = 1; i < p->category_count && exact; i++)
        exact = labels_fit(p, axis, i);
    return exact;
}

static void put_value_tics(const Script *s, const Axis *axis, bool labelled)
{
    const Plot  *p = s->plot;
    FILE        *out = s->out;
    const Value *values = axis->name == AXIS_Y ? p->rows : p->categories;
    const int    count = axis->name == AXIS_Y ? p->row_count : p->category_count;
    char         text[SPEC_TEXT_MAX];
    for (int i = 0; i < count; i++) {
        fputs(i ? ", " : " (", out);
        script_tic(s, labelled && i % axis->every == 0 ? axis_value(p, axis->name, values[i], text) : "");
        fprintf(out, " %.10g", axis->categorical ? i : values[i].number);
    }
    fprintf(out, ") noenhanced%s%s\n", axis->categorical ? " scale 0" : "", axis->rotated ? " rotate by 25 right" : "");
}

// The largest of 1, 2 or 5 times a power of ten that is at most the value.
static double nice_below(double value)
{
    const double power = pow(10, floor(log10(value))), first = value / power;
    return power * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
}

// Digits of the numbers on an axis: six, or more where its ends differ by less than a thousandth of themselves.
static int digits_of(const Axis *axis)
{
    const double size = fmax(fabs(axis->low), fabs(axis->high)), span = axis->high - axis->low;
    const int    more = span > 0 ? (int)floor(log10(size / span)) - 2 : 0;
    return 6 + (more < 0 ? 0 : more > 9 ? 9 : more);
}

// On a logarithmic axis of less than two decades gnuplot may draw one tic or none. Here: 1, 2, 5, 10, …, or even steps where these are too
// few.
static void put_short_log_tics(const Axis *axis, FILE *out)
{
    const bool   even = axis->high / axis->low < 5;
    const double step = nice_below((axis->high - axis->low) / 2);
    int          count = 0;
    for (double at = even ? step * ceil(axis->low / step) : nice_below(axis->low); at <= axis->high * (1 + 1e-9);
         at = even ? at + step : nice_below(2.6 * at))
        if (at >= axis->low * (1 - 1e-9))
            fprintf(out, "%s%.*g", count++ ? ", " : " (", digits_of(axis), at);
    fputs(count ? ")\n" : " auto\n", out);
}

static void format_of(const Axis *axis, bool labelled, char out[16])
{
    const int  digits = digits_of(axis);
    const bool linear = !axis->log || axis->high / axis->low < 100, plain = axis->low >= 0.9e-3 && axis->high <= 1.1e4;
    if (labelled && linear && digits > 6)
        snprintf(out, 16, "%%.%dh", digits);
    else
        snprintf(out, 16, "%s", !labelled ? "" : linear ? "%h" : plain ? "%g" : "10^{%T}");
}

void script_axis(Script *s, const Axis *axis, bool labelled)
{
    const Plot              *p = s->plot;
    FILE                    *out = s->out;
    static const char *const NAMES[] = {"x", "y", "cb"};
    const char              *name = NAMES[axis->name];
    char                     format[16];
    format_of(axis, labelled, format);
    fprintf(out, axis->log ? "set logscale %s\n" : "unset logscale %s\n", name);
    fprintf(out, "set %srange [%.*g:%.*g]\nset format %s '%s'\nset %stics nomirror out scale 0.6,0.3", name, digits_of(axis), axis->low,
            digits_of(axis), axis->high, name, format, name);
    if (axis->categorical || has_exact_tics(p, axis))
        put_value_tics(s, axis, labelled);
    else if (axis->log && axis->high / axis->low < 100)
        put_short_log_tics(axis, out);
    else if (axis->log && axis->every > 1)
        fprintf(out, " 1e%d\n", axis->every);
    else
        fputs(" auto\n", out);
}
