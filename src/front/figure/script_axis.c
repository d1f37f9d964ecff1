// The commands of an axis: its range, and its tics where gnuplot has no good ones of its own.
#include "figure/private/script.h"

#include <math.h>

// Whether x has few values of a setting, which have a tic each, as far apart as their labels are wide.
static bool has_exact_tics(const Plot *p, const Axis *axis)
{
    enum { FEW = 7 };
    bool exact = axis->name == AXIS_X && p->category_count > 0 && p->category_count <= FEW &&
                 !data_view_column(p->spec->data, p->spec->x) && expression_is_name(p->spec->x);
    for (int i = 1; i < p->category_count && exact; i++)
        exact = axis_along(axis, p->categories[i].number) - axis_along(axis, p->categories[i - 1].number) > 0.07;
    return exact;
}

static void put_value_tics(const Plot *p, const Axis *axis, bool labelled, FILE *out)
{
    const Value *values = axis->name == AXIS_Y ? p->rows : p->categories;
    const int    count = axis->name == AXIS_Y ? p->row_count : p->category_count;
    char         text[SPEC_TEXT_MAX];
    for (int i = 0; i < count; i++) {
        fputs(i ? ", " : " (", out);
        script_tic(labelled && i % axis->every == 0 ? axis_value(p, axis->name, values[i], text) : "", out);
        fprintf(out, " %.10g", axis->categorical ? i : values[i].number);
    }
    fprintf(out, ") noenhanced%s%s\n", axis->categorical ? " scale 0" : "", axis->rotated ? " rotate by 25 right" : "");
}

// The greatest of 1, 2 or 5 times a power of ten that is not above.
static double nice_below(double value)
{
    const double power = pow(10, floor(log10(value))), first = value / power;
    return power * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
}

// On a logarithmic axis of less than two decades gnuplot may have one tic or none: 1, 2, 5, 10, …, or even steps where these are too few.
static void put_short_log_tics(const Axis *axis, FILE *out)
{
    const bool   even = axis->high / axis->low < 5;
    const double step = nice_below((axis->high - axis->low) / 2);
    int          count = 0;
    for (double at = even ? step * ceil(axis->low / step) : nice_below(axis->low); at <= axis->high * (1 + 1e-9);
         at = even ? at + step : nice_below(2.6 * at))
        if (at >= axis->low * (1 - 1e-9))
            fprintf(out, "%s%.6g", count++ ? ", " : " (", at);
    fputs(count ? ")\n" : " auto\n", out);
}

static const char *format_of(const Axis *axis, bool labelled)
{
    const bool short_log = axis->log && axis->high / axis->low < 100, plain = axis->low >= 0.9e-3 && axis->high <= 1.1e4;
    return !labelled ? "" : !axis->log || short_log ? "%h" : plain ? "%g" : "10^{%T}";
}

void script_axis(Script *s, const Axis *axis, bool labelled)
{
    const Plot              *p = s->plot;
    FILE                    *out = s->out;
    static const char *const NAMES[] = {"x", "y", "cb"};
    const char              *name = NAMES[axis->name];
    fprintf(out, axis->log ? "set logscale %s\n" : "unset logscale %s\n", name);
    fprintf(out, "set %srange [%.6g:%.6g]\nset format %s '%s'\nset %stics nomirror out scale 0.6,0.3", name, axis->low, axis->high, name,
            format_of(axis, labelled), name);
    if (axis->categorical || has_exact_tics(p, axis))
        put_value_tics(p, axis, labelled, out);
    else if (axis->log && axis->high / axis->low < 100)
        put_short_log_tics(axis, out);
    else if (axis->log && axis->every > 1)
        fprintf(out, " 1e%d\n", axis->every);
    else
        fputs(" auto\n", out);
}
