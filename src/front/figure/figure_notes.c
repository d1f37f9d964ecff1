#include "figure/private/figure_notes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text_add.h"
#include "data/empty.h"
#include "data/number.h"
#include "figure/private/figure_script.h"
#include "figure/private/heat.h"

enum { PART = 700 };

typedef struct Notes {
    char  *out;
    size_t size;
} Notes;

#define NOTE(notes, ...) text_add((notes)->out, (notes)->size, " ", __VA_ARGS__)

// "a, b and more"
typedef struct NameList {
    char text[PART];
    int  count;
} NameList;

static void add_name(NameList *list, const char *name)
{
    enum { NAMED = 4 };
    if (list->count++ < NAMED)
        text_add(list->text, sizeof list->text, ", ", "%.50s", name);
    else if (list->count == NAMED + 1)
        text_add(list->text, sizeof list->text, "", " and more");
}

// ---- the caption ----

typedef struct Counts { // of values, over the points
    int min, max;
} Counts;

static Counts count_values(const Plot *p)
{
    Counts c = {p->points[0].count, p->points[0].count};
    for (int i = 1; i < p->point_count; i++) {
        c.min = p->points[i].count < c.min ? p->points[i].count : c.min;
        c.max = p->points[i].count > c.max ? p->points[i].count : c.max;
    }
    return c;
}

// "Median of 3 to 5 processes with its 95 % interval."
static void caption_values(const Plot *p, const Notes *n)
{
    static const char *const OF[] = {"Median and quartiles", "Mean", "Least", "Largest"};
    const bool               bars = p->spread && p->style->spread;
    const Counts             c = count_values(p);
    char                     range[40];
    snprintf(range, sizeof range, c.min == c.max ? "%d" : "%d to %d", c.min, c.max);
    if (p->measured && c.max == 1)
        NOTE(n, "One process each: the spread between processes is not known.");
    else if (p->measured)
        NOTE(n, "Median of %s processes%s.", range, bars ? " with its 95 % interval" : "");
    else if (p->spec->statistic != STATISTIC_MEDIAN || bars)
        NOTE(n, "%s of %s observations.", OF[p->spec->statistic], range);
}

// "Share of 12 problems (scene and dt) solved within this cost."
static void caption_profile(const Plot *p, const Notes *n)
{
    const FigureSpec *spec = p->spec;
    char              problems[PART] = "";
    for (int i = 0; i < spec->problem_count; i++)
        text_add(problems, PART, i + 1 == spec->problem_count ? " and " : ", ", "%s", spec->problems[i]);
    NOTE(n, "Share of %d problem%s (%s) that a series solves within this %s.", p->share.problems, p->share.problems == 1 ? "" : "s",
         problems, p->style->ratio ? "multiple of the lower cost of both" : "cost");
}

void figure_caption(const Plot *p, char *out, size_t size)
{
    const Notes notes = {out, size};
    *out = '\0';
    (p->style->profile ? caption_profile : caption_values)(p, &notes);
    if (p->style->frontier)
        NOTE(&notes, "A line joins the settings of a series that no other of its settings beats in both x and y; the others are pale.");
}

// ---- points ----

static void note_cut(const Plot *p, const Notes *n)
{
    int cut = 0;
    for (int i = 0; i < p->point_count && p->style->spread; i++)
        cut += axis_cuts(p, &p->points[i]);
    if (cut)
        NOTE(n, "Some intervals reach below half or above twice their value and may leave the axis; the CSV file has them in full.");
}

static void note_pooled(const Dataset *d, const Plot *p, const Notes *n)
{
    NameList names = {.text = ""};
    for (int s = 0; s < d->setting_count; s++) {
        bool differs = false;
        for (int i = 1; i < p->pooled.case_count; i++)
            differs = differs || value_compare(d->cases[p->pooled.cases[0]].settings[s], d->cases[p->pooled.cases[i]].settings[s]) != 0;
        if (differs)
            add_name(&names, d->settings[s]);
    }
    if (names.count)
        NOTE(n, "Some points pool cases that differ in %s; add it to `series`, or choose one value with `where`.", names.text);
}

static bool looks_like_earlier(const Plot *p, int series)
{
    const PlotSeries *s = &p->series[series];
    for (int i = 0; i < series; i++)
        if (p->series[i].facet == s->facet && look_equal(&p->series[i].look, &s->look, p->style->categorical))
            return true;
    return false;
}

static void note_looks(const Plot *p, const Layout *l, const Notes *n)
{
    NameList alike = {.text = ""}, tiny = {.text = ""}, covered = {.text = ""};
    for (int i = 0; i < p->series_count; i++) {
        const PlotSeries *series = &p->series[i];
        if (looks_like_earlier(p, i))
            add_name(&alike, series->label);
        if (series->tiny && !series->repeated)
            add_name(&tiny, series->label);
        if (figure_cover(p, l, i) >= 0)
            add_name(&covered, series->label);
    }
    if (*alike.text)
        NOTE(n, "There are more curves than styles: an earlier curve looks the same as %s; use fewer series or `facets`.", alike.text);
    if (*tiny.text)
        NOTE(n, "Too small to be visible, and left out of the key: %s (values in the CSV file).", tiny.text);
    if (*covered.text)
        NOTE(n, "These curves coincide with others and are drawn broader, beneath them: %s.", covered.text);
}

static void note_limits(const Plot *p, const Layout *l, const Notes *n)
{
    int outside = 0, cells = 0;
    for (int i = 0; i < p->point_count; i++) {
        const PlotPoint *point = &p->points[i];
        const double     y = axis_along(&l->y, point->y), x = p->categorical ? 0.5 : axis_along(&l->x, point->position);
        outside += !p->heat && !point->hidden && !p->style->stacked && !(x >= 0 && x <= 1 && y >= 0 && y <= 1);
        cells += p->heat && isfinite(point->y) && fabs(axis_along(&l->colour, point->y) - 0.5) > 0.5 + 1e-9;
    }
    if (outside)
        NOTE(n, "%d of %d points %s beyond the limits of the axes; widen `limits` to show them.", outside, p->point_count,
             outside == 1 ? "lies" : "lie");
    if (cells)
        NOTE(n, "%d of %d cells %s beyond the limits of the colours and %s the colour of the nearest limit.", cells, p->point_count,
             cells == 1 ? "lies" : "lie", cells == 1 ? "has" : "have");
}

// ---- profiles ----

// A value of a filter in words: "..0.01" is "at most 0.01".
static void add_range(const char *value, const char *before, char solved[PART])
{
    const size_t length = strlen(value);
    if (strncmp(value, "..", 2) == 0)
        text_add(solved, PART, before, "is at most %s", value + 2);
    else if (length > 2 && strcmp(value + length - 2, "..") == 0)
        text_add(solved, PART, before, "is at least %.*s", (int)length - 2, value);
    else
        text_add(solved, PART, before, "is %s", value);
}

static void note_profile(const Plot *p, const Notes *n)
{
    const FigureSpec *spec = p->spec;
    const PlotShare  *share = &p->share;
    char              solved[PART] = "";
    for (int i = 0; i < spec->solved_count; i++) {
        text_add(solved, PART, " and ", "%s", spec->solved[i].name);
        for (int k = 0; k < spec->solved[i].count; k++)
            add_range(spec->solved[i].values[k], k ? " or " : " ", solved);
    }
    NOTE(n, "For each problem, the cost of a series is the lowest median cost of its settings; the choice of the setting costs nothing.");
    if (*solved)
        NOTE(n, "A problem counts as solved where %s.", solved);
    if (share->unsolved)
        NOTE(n, "No series solves %d of the problems.", share->unsolved);
    if (share->empty)
        NOTE(n, "%d of the series %s no problem.", share->empty, share->empty == 1 ? "solves" : "solve");
    if (share->ties)
        NOTE(n,
             "In %d of the %d problems that both series solve, their costs do not differ significantly (95 %%): both count as 1. More "
             "processes "
             "may separate them (`weft run --reps`).",
             share->ties, share->pairs);
    if (share->single)
        NOTE(n, "Some costs come from one process, so the spread between processes is unknown; `weft run --reps 5` adds processes.");
}

// ---- maps of cells ----

// "3 diverged (×), 2 not measured (/)"
static void note_states(const Heat *h, const Notes *n)
{
    char text[PART] = "";
    int  count = 0;
    for (int state = HEAT_DIVERGED; state < HEAT_STATES; state++) {
        if (h->counts[state])
            text_add(text, sizeof text, ", ", "%d %s (%s)", h->counts[state], heat_state_name((HeatState)state),
                     heat_sign(heat_sign_of((HeatState)state)));
        count += h->counts[state];
    }
    if (count)
        NOTE(n, "%d cells have no value: %s.", count, text);
}

typedef struct Best {
    const HeatCell *cell; // NULL: none reaches the mark
    int             row, column, alike;
} Best;

static bool reaches(const Plot *p, const HeatCell *cell)
{
    return cell->point && isfinite(cell->cost) && cell->point->y <= p->spec->mark;
}

// Among measured cells. alike: other cells whose intervals overlap with its own, or whose cost is the same.
static Best find_best(const Plot *p, int facet)
{
    const Heat *h = p->heat;
    Best        best = {0};
    for (int row = 0; row < h->rows; row++)
        for (int column = 0; column < h->columns; column++) {
            const HeatCell *cell = heat_cell(h, facet, row, column);
            if (reaches(p, cell) && (!best.cell || cell->cost < best.cell->cost))
                best = (Best){cell, row, column, 0};
        }
    for (int i = 0; i < h->rows * h->columns && best.cell; i++) {
        const HeatCell *cell = heat_cell(h, facet, 0, i);
        if (cell != best.cell && reaches(p, cell))
            best.alike += cell->cost <= best.cell->cost || (h->cost_measured && cell->cost_low <= best.cell->cost_high);
    }
    return best;
}

static void add_best(const Plot *p, int facet, char text[2 * PART])
{
    const FigureSpec *spec = p->spec;
    const Best        best = find_best(p, facet);
    char              x[SPEC_TEXT_MAX], row[SPEC_TEXT_MAX], number[NUMBER_TEXT], unit[LABEL_UNIT_MAX];
    if (!best.cell) {
        text_add(text, 2 * PART, "", "none");
        return;
    }
    number_short(best.cell->cost, 3, number);
    labels_unit(&spec->labels, spec->data, spec->contours.value, unit, sizeof unit);
    plot_value_name(spec, spec->x, p->categories[best.column], x, sizeof x);
    plot_value_name(spec, spec->rows, p->rows[best.row], row, sizeof row);
    text_add(text, 2 * PART, "", "%.60s, %.60s, %s%s%s", x, row, number, *unit ? " " : "", unit);
    if (best.alike && p->heat->cost_measured)
        text_add(text, 2 * PART, "", " (%d other%s not significantly slower)", best.alike, best.alike > 1 ? "s" : "");
    else if (best.alike)
        text_add(text, 2 * PART, "", " (equal to %d other%s)", best.alike, best.alike > 1 ? "s" : "");
}

// In each panel the cell of lowest cost whose value is at most the mark.
static void note_best(const Plot *p, const Notes *n)
{
    enum { LISTED = 8 };
    const FigureSpec *spec = p->spec;
    char              what[SPEC_TEXT_MAX], of[SPEC_TEXT_MAX], number[NUMBER_TEXT], text[2 * PART];
    number_short(spec->mark, 4, number);
    snprintf(text, sizeof text, "%s of the measured cells with %s of at most %s: ",
             labels_text(&spec->labels, spec->data, spec->contours.value, what, sizeof what),
             labels_text(&spec->labels, spec->data, spec->y, of, sizeof of), number);
    for (int f = 0; f < p->facet_count && f < LISTED; f++) {
        plot_facet_name(p, f, of, sizeof of);
        text_add(text, sizeof text, f ? "; " : "", "%s%s", of, *of ? ": " : "");
        add_best(p, f, text);
    }
    NOTE(n, "Lowest %s%s.", text, p->facet_count > LISTED ? "; the other panels are in the CSV" : "");
}

static void note_heat(const Plot *p, const Notes *n)
{
    const bool costs = *p->spec->contours.value, mark = !isnan(p->spec->mark);
    note_states(p->heat, n);
    if (costs && mark)
        note_best(p, n);
    if ((costs || mark) && !p->heat->between)
        NOTE(n, "Contour lines are left out: x or y is not a number.");
}

// ---- all of it ----

// Curves beside the points, and points that are left out.
static void note_rest(const Dataset *d, const Plot *p, const Notes *n)
{
    char unknown[PART];
    empty_values(d, p->spec->where, p->spec->where_count, unknown, sizeof unknown);
    if (*unknown)
        NOTE(n, "Values of `where` without data: %s.", unknown);
    if (p->style->stacked)
        NOTE(n, "Each part is a median; the sum of medians need not be the median of the sum.");
    if (p->style->stacked && strcmp(p->spec->y, "share") == 0 && plot_lowest_stack(p) < 0.995)
        NOTE(n, "The rest of a step, at most %.0f %% of it, is in none of these phases.", 100 * (1 - plot_lowest_stack(p)));
    if (p->spec->curve_count && p->categorical)
        NOTE(n, "The curves of `curves` are left out: x is not a number.");
    for (int c = 0; c < p->curve_count; c++)
        if (p->curves[c].varies && !p->curves[c].repeated)
            NOTE(n, "The curve %s has several values at one x; their median is drawn.", p->curves[c].label);
    if (p->pooled.case_count)
        note_pooled(d, p, n);
    if (p->hidden)
        NOTE(n, "%d point%s zero or negative and cannot be shown on a logarithmic axis.", p->hidden, p->hidden == 1 ? " is" : "s are");
    if (p->held)
        NOTE(n, "Steps that have ended keep their last value.");
    if (p->unconverged)
        NOTE(n, "%d point%s on steps without convergence (drawn with a ring).", p->unconverged, p->unconverged == 1 ? " rests" : "s rest");
    if (p->unreached)
        NOTE(n, "%d point%s left out: %s target was not reached.", p->unreached, p->unreached == 1 ? " is" : "s are",
             p->unreached == 1 ? "its" : "their");
    if (p->no_baseline)
        NOTE(n, "%d point%s left out: %s baseline was not measured.", p->no_baseline, p->no_baseline == 1 ? " was" : "s were",
             p->no_baseline == 1 ? "its" : "their");
}

void figure_notes(const Dataset *d, const Plot *p, const Layout *l, char *out, size_t size)
{
    const Notes notes = {out, size}, *n = &notes;
    *out = '\0';
    if (p->style->profile)
        note_profile(p, n);
    else
        note_cut(p, n);
    if (p->spans)
        NOTE(n, "Horizontal bars are 95 %% intervals over processes.");
    note_looks(p, l, n);
    note_limits(p, l, n);
    if (p->heat)
        note_heat(p, n);
    note_rest(d, p, n);
}

// ---- nothing to draw ----

static const char
    TOO_FEW[] = "a performance profile compares two series, and there is %d; add a setting that differs to `series`",
    TOO_MANY[] = "a performance profile compares two series, and there are %d: with three or more the order of the curves may be wrong "
                 "(Gould and Scott 2016); choose two with `where`, or use style `data_profile`";

void figure_missing(const Dataset *d, const Plot *p, char *out, size_t size)
{
    const FigureSpec *spec = p->spec;
    if (empty_reason(d, spec->where, spec->where_count, out, size))
        return;
    if (heat_is_large(p))
        snprintf(out, size, "%d × %d cells in %d panel%s are too many to be visible; choose some with `where`", p->category_count,
                 p->row_count, p->facet_count, p->facet_count > 1 ? "s" : "");
    else if (p->style->cells && p->point_count)
        snprintf(out, size, "none of its %d cells reached the target; measure more iterations, or raise the target", p->point_count);
    else if (p->style->ratio && p->share.most_series != 2 && p->share.problems > p->share.unsolved)
        snprintf(out, size, p->share.most_series > 2 ? TOO_MANY : TOO_FEW, p->share.most_series);
    else if (p->style->profile && p->share.problems)
        snprintf(out, size, "no series solves any of the %d problems; change `solved`, or measure more iterations", p->share.problems);
    else if (p->style->profile)
        snprintf(out, size, "no finished case%s has %s in its `%s` data; change `where` or `x`, or record it",
                 spec->where_count ? " that `where` selects" : "", spec->x, spec->data->name);
    else if (p->hidden)
        snprintf(out, size, "all %d points are zero or negative, which a logarithmic axis cannot show; remove `log`", p->hidden);
    else if (p->unreached)
        snprintf(out, size, "none of its %d points reached the target; measure more iterations, or raise the target", p->unreached);
    else if (p->no_baseline)
        snprintf(out, size, "the baseline of `relative_to`, %s = %s, was not measured; measure it, or choose another",
                 spec->relative[0].name, spec->relative[0].values[0]);
    else
        snprintf(out, size, "no finished case%s has both %s and %s in its `%s` data; change `where`, `x` or `y`, or record them",
                 spec->where_count ? " that `where` selects" : "", spec->y, spec->x, spec->data->name);
}
