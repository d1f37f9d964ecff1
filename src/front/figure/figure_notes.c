#include "figure/private/figure_notes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/empty.h"
#include "data/number.h"
#include "figure/private/figure_script.h"
#include "figure/private/heat.h"

typedef enum Note {
    NOTE_MEDIANS,
    NOTE_INTERVALS,
    NOTE_ONE_PROCESS,
    NOTE_OBSERVATIONS,
    NOTE_CUT,
    NOTE_SPANS,
    NOTE_FRONTIER,
    NOTE_PROBLEMS,
    NOTE_COST,
    NOTE_SOLVED,
    NOTE_UNSOLVED,
    NOTE_EMPTY_SERIES,
    NOTE_TIES,
    NOTE_SINGLE_COST,
    NOTE_ALIKE,
    NOTE_TINY,
    NOTE_COVERED,
    NOTE_OUTSIDE,
    NOTE_COLOURS,
    NOTE_STACKED,
    NOTE_NO_CURVES,
    NOTE_CURVE,
    NOTE_POOLED,
    NOTE_HIDDEN,
    NOTE_UNCONVERGED,
    NOTE_UNREACHED,
    NOTE_NO_BASELINE,
    NOTE_CELLS,
    NOTE_BEST,
    NOTE_NO_LINES
} Note;

// Of one, and of several where that differs: # is the number, @ the text.
static const struct {
    const char *one, *many;
} WORDS[] = {
    [NOTE_MEDIANS] = {"Median of @ processes.", NULL},
    [NOTE_INTERVALS] = {"Median of @ processes with its 95 % interval.", NULL},
    [NOTE_ONE_PROCESS] = {"Of one process each: the spread between processes is not known.", NULL},
    [NOTE_OBSERVATIONS] = {"@ observations.", NULL},
    [NOTE_CUT] = {"An interval may go on beyond the axis, which ends at half and twice the values.", NULL},
    [NOTE_SPANS] = {"Horizontal bars are 95 % intervals over processes.", NULL},
    [NOTE_FRONTIER] =
        {"A line joins the settings of a series that none of its others beats in both x and y, by their medians; between them it "
         "is only a guide. Those that are beaten are pale.",
         NULL},
    [NOTE_PROBLEMS] = {"Of # problem, each a @.", "Of # problems, each a @."},
    [NOTE_COST] =
        {"Share of problems that a series solves within this @; its cost of a problem is the least median of its settings, chosen in "
         "hindsight.",
         NULL},
    [NOTE_SOLVED] = {"Solved: @.", NULL},
    [NOTE_UNSOLVED] = {"# of the problems is solved by none.", "# of the problems are solved by none."},
    [NOTE_EMPTY_SERIES] = {"# of the series solves none.", "# of the series solve none."},
    [NOTE_TIES] =
        {"# of the @ problems that both solve has costs whose processes do not tell which is less, at 95 %: both are at 1 there.",
         "# of the @ problems that both solve have costs whose processes do not tell which is less, at 95 %: both are at 1 there."},
    [NOTE_SINGLE_COST] = {"A cost is of one process: how far it varies is not known.", NULL},
    [NOTE_ALIKE] = {"More curves than there are styles; an earlier one looks the same as @.", NULL},
    [NOTE_TINY] = {"Too small to be seen, and not in the key: @.", NULL},
    [NOTE_COVERED] = {"Broad curves lie under others: @.", NULL},
    [NOTE_OUTSIDE] = {"# of @ points lies beyond the limits of the axes.", "# of @ points lie beyond the limits of the axes."},
    [NOTE_COLOURS] = {"# of @ cells lies beyond the limits of the colours and has that of the end.",
                      "# of @ cells lie beyond the limits of the colours and have that of the end."},
    [NOTE_STACKED] = {"Each part is a median; medians need not add up to that of the whole.", NULL},
    [NOTE_NO_CURVES] = {"Its curves are left out: x is not a number.", NULL},
    [NOTE_CURVE] = {"The curve @ has several values at one x, whose median is drawn.", NULL},
    [NOTE_POOLED] = {"Some points pool cases that differ in @ (put it in series, or choose one with where).", NULL},
    [NOTE_HIDDEN] = {"# point is zero or negative, which a logarithmic axis cannot show.",
                     "# points are zero or negative, which a logarithmic axis cannot show."},
    [NOTE_UNCONVERGED] = {"# point rests (ringed) on steps that ended without convergence.",
                          "# points rest (ringed) on steps that ended without convergence."},
    [NOTE_UNREACHED] = {"# point is left out: its target was not reached.", "# points are left out: their target was not reached."},
    [NOTE_NO_BASELINE] = {"# point was left out: its baseline was not measured.",
                          "# points were left out: their baseline was not measured."},
    [NOTE_CELLS] = {"Of # cells without a value: @.", NULL},
    [NOTE_BEST] = {"Least @.", NULL},
    [NOTE_NO_LINES] = {"Its lines are left out: x or y is not a number.", NULL},
};

typedef struct Text {
    char  *out;
    size_t size, used;
} Text;

static void add(Text *t, const char *text)
{
    if (t->used < t->size)
        t->used += (size_t)snprintf(t->out + t->used, t->size - t->used, "%s", text);
}

static void add_number(Text *t, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    add(t, text);
}

// Nothing for a count of 0, or an empty text.
static void note(Text *t, Note which, int count, const char *text)
{
    if (count == 0 || (text && !*text))
        return;
    add(t, t->used ? " " : "");
    for (const char *c = count != 1 && WORDS[which].many ? WORDS[which].many : WORDS[which].one; *c; c++) {
        if (*c == '#')
            add_number(t, count);
        else if (*c == '@')
            add(t, text);
        else
            add(t, (const char[]){*c, '\0'});
    }
}

enum { PART = 700 };

static Text part_of(char out[PART])
{
    *out = '\0';
    return (Text){out, PART, 0};
}

static void note_number(Text *t, Note which, int count, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    note(t, which, count, text);
}

// "a, b and 3 more"
typedef struct NameList {
    char text[PART];
    int  count;
} NameList;

static void add_name(NameList *list, const char *name)
{
    enum { NAMED = 4 };
    const size_t used = strlen(list->text);
    if (list->count++ < NAMED)
        snprintf(list->text + used, sizeof list->text - used, "%s%.50s", used ? ", " : "", name);
    else if (list->count == NAMED + 1)
        snprintf(list->text + used, sizeof list->text - used, " and more");
}

// ---- points ----

// What the bars are, and of how many values.
static void note_spread(const Plot *p, Text *t)
{
    static const char *const OF[] = {"Median and quartiles", "Mean", "Least", "Largest"};
    int                      least = p->points[0].count, most = least, cut = 0;
    const bool               bars = p->spread && p->style->spread;
    char                     range[40], text[80];
    for (int i = 0; i < p->point_count; i++) {
        least = p->points[i].count < least ? p->points[i].count : least;
        most = p->points[i].count > most ? p->points[i].count : most;
        cut += p->style->spread && axis_cuts(p, &p->points[i]);
    }
    snprintf(range, sizeof range, least == most ? "%d" : "%d to %d", least, most);
    snprintf(text, sizeof text, "%s of %s", OF[p->spec->statistic], range);
    if (p->measured)
        note(t, most == 1 ? NOTE_ONE_PROCESS : bars ? NOTE_INTERVALS : NOTE_MEDIANS, 1, range);
    else if (p->spec->statistic != STATISTIC_MEDIAN || bars)
        note(t, NOTE_OBSERVATIONS, 1, text);
    note(t, NOTE_CUT, cut > 0, NULL);
}

static void note_pooled(const Dataset *d, const Plot *p, Text *t)
{
    NameList names = {.text = ""};
    for (int s = 0; s < d->setting_count; s++) {
        bool differs = false;
        for (int i = 1; i < p->pooled.case_count; i++)
            differs = differs || value_compare(d->cases[p->pooled.cases[0]].settings[s], d->cases[p->pooled.cases[i]].settings[s]) != 0;
        if (differs)
            add_name(&names, d->settings[s]);
    }
    note(t, NOTE_POOLED, 1, names.text);
}

static void note_looks(const Plot *p, const Layout *l, Text *t)
{
    NameList alike = {.text = ""}, tiny = {.text = ""}, covered = {.text = ""};
    for (int s = 0; s < p->series_count; s++) {
        bool again = false;
        for (int other = 0; other < s && !again; other++)
            again = p->series[other].facet == p->series[s].facet &&
                    look_equal(&p->series[other].look, &p->series[s].look, p->style->categorical);
        if (again)
            add_name(&alike, p->series[s].label);
        if (p->series[s].tiny && !p->series[s].repeated)
            add_name(&tiny, p->series[s].label);
        if (figure_cover(p, l, s) >= 0)
            add_name(&covered, p->series[s].label);
    }
    note(t, NOTE_ALIKE, 1, alike.text);
    note(t, NOTE_TINY, 1, tiny.text);
    note(t, NOTE_COVERED, 1, covered.text);
}

static void note_limits(const Plot *p, const Layout *l, Text *t)
{
    int outside = 0, cells = 0;
    for (int i = 0; i < p->point_count; i++) {
        const PlotPoint *point = &p->points[i];
        const double     y = axis_along(&l->y, point->y), x = p->categorical ? 0.5 : axis_along(&l->x, point->position);
        outside += !p->heat && !point->hidden && !p->style->stacked && !(x >= 0 && x <= 1 && y >= 0 && y <= 1);
        cells += p->heat && isfinite(point->y) && fabs(axis_along(&l->colour, point->y) - 0.5) > 0.5 + 1e-9;
    }
    note_number(t, NOTE_OUTSIDE, outside, p->point_count);
    note_number(t, NOTE_COLOURS, cells, p->point_count);
}

// ---- profiles ----

static void note_profile(const Plot *p, Text *t)
{
    const FigureSpec *spec = p->spec;
    const PlotShare  *share = &p->share;
    char              problems[PART], solved[PART];
    Text              of = part_of(problems), when = part_of(solved);
    for (int i = 0; i < spec->problem_count; i++) {
        add(&of, i == 0 ? "" : i + 1 == spec->problem_count ? " and " : ", ");
        add(&of, spec->problems[i]);
    }
    for (int i = 0; i < spec->solved_count; i++) {
        add(&when, i ? ", and " : "");
        add(&when, spec->solved[i].name);
        for (int k = 0; k < spec->solved[i].count; k++) {
            add(&when, k ? " or " : " ");
            add(&when, spec->solved[i].values[k]);
        }
    }
    note(t, NOTE_PROBLEMS, share->problems, problems);
    note(t, NOTE_COST, 1, p->style->ratio ? "factor of the lesser cost of both" : "cost");
    note(t, NOTE_SOLVED, 1, solved);
    note(t, NOTE_UNSOLVED, share->unsolved, NULL);
    note(t, NOTE_EMPTY_SERIES, share->empty, NULL);
    note_number(t, NOTE_TIES, share->ties, share->pairs);
    note(t, NOTE_SINGLE_COST, share->single, NULL);
}

// ---- maps of cells ----

// "3 diverged (×), 2 not measured (/)"
static void note_states(const Heat *h, Text *t)
{
    char text[PART];
    Text states = part_of(text);
    int  count = 0;
    for (int state = HEAT_DIVERGED; state < HEAT_STATES; state++) {
        if (!h->counts[state])
            continue;
        const char *const parts[] = {heat_state_name((HeatState)state), " (", heat_sign(heat_sign_of((HeatState)state)), ")"};
        add(&states, count ? ", " : "");
        add_number(&states, h->counts[state]);
        add(&states, " ");
        for (int i = 0; i < 4; i++)
            add(&states, parts[i]);
        count += h->counts[state];
    }
    note(t, NOTE_CELLS, count, text);
}

typedef struct Best {
    const HeatCell *cell; // NULL: none reaches the mark
    int             row, column, alike;
} Best;

static bool reaches(const Plot *p, const HeatCell *cell)
{
    return cell->point && isfinite(cell->cost) && cell->point->y <= p->spec->mark;
}

// Of measured cells alone. alike: how many others are not apart from it: their intervals overlap, or they cost the same.
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

static void add_best(const Plot *p, int facet, Text *t)
{
    const FigureSpec *spec = p->spec;
    const Best        best = find_best(p, facet);
    char              x[SPEC_TEXT_MAX], row[SPEC_TEXT_MAX], number[NUMBER_TEXT], unit[LABEL_UNIT_MAX], text[SPEC_TEXT_MAX];
    if (!best.cell) {
        add(t, "none reaches it");
        return;
    }
    number_short(best.cell->cost, 3, number);
    labels_unit(&spec->labels, spec->data, spec->contours.value, unit, sizeof unit);
    plot_value_name(spec, spec->x, p->categories[best.column], x, sizeof x);
    plot_value_name(spec, spec->rows, p->rows[best.row], row, sizeof row);
    snprintf(text, sizeof text, "%.60s, %.60s, %s%s%s", x, row, number, *unit ? " " : "", unit);
    add(t, text);
    snprintf(text, sizeof text, p->heat->cost_measured ? " (not apart from %d other%s)" : " (as %d other%s)", best.alike,
             best.alike > 1 ? "s" : "");
    add(t, best.alike ? text : "");
}

// In each panel the cell of least cost whose value is at most the mark.
static void note_best(const Plot *p, Text *t)
{
    enum { SAID = 8 };
    const FigureSpec *spec = p->spec;
    char              what[SPEC_TEXT_MAX], of[SPEC_TEXT_MAX], number[NUMBER_TEXT], text[2 * PART];
    Text              best = {text, sizeof text, 0};
    number_short(spec->mark, 4, number);
    const char *const parts[] = {labels_text(&spec->labels, spec->data, spec->contours.value, what, sizeof what),
                                 " of the measured cells with ",
                                 labels_text(&spec->labels, spec->data, spec->y, of, sizeof of),
                                 " of at most ",
                                 number,
                                 ": "};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        add(&best, parts[i]);
    for (int f = 0; f < p->facet_count && f < SAID; f++) {
        plot_facet_name(p, f, of, sizeof of);
        add(&best, f ? "; " : "");
        add(&best, of);
        add(&best, *of ? ": " : "");
        add_best(p, f, &best);
    }
    add(&best, p->facet_count > SAID ? "; the other panels are in the CSV" : "");
    note(t, NOTE_BEST, 1, text);
}

static void note_heat(const Plot *p, Text *t)
{
    const bool costs = *p->spec->contours.value, mark = !isnan(p->spec->mark);
    note_states(p->heat, t);
    if (costs && mark)
        note_best(p, t);
    note(t, NOTE_NO_LINES, (costs || mark) && !p->heat->between, NULL);
}

// ---- all of it ----

void figure_notes(const Dataset *d, const Plot *p, const Layout *l, char *out, size_t size)
{
    Text t = {out, size, 0};
    *out = '\0';
    if (p->style->profile)
        note_profile(p, &t);
    else
        note_spread(p, &t);
    note(&t, NOTE_FRONTIER, p->style->frontier, NULL);
    note(&t, NOTE_SPANS, p->spans, NULL);
    note_looks(p, l, &t);
    note_limits(p, l, &t);
    if (p->heat)
        note_heat(p, &t);
    note(&t, NOTE_STACKED, p->style->stacked, NULL);
    note(&t, NOTE_NO_CURVES, p->spec->curve_count && p->categorical, NULL);
    for (int c = 0; c < p->curve_count; c++)
        note(&t, NOTE_CURVE, p->curves[c].varies && !p->curves[c].repeated, p->curves[c].label);
    if (p->pooled.case_count)
        note_pooled(d, p, &t);
    note(&t, NOTE_HIDDEN, p->hidden, NULL);
    note(&t, NOTE_UNCONVERGED, p->unconverged, NULL);
    note(&t, NOTE_UNREACHED, p->unreached, NULL);
    note(&t, NOTE_NO_BASELINE, p->no_baseline, NULL);
}

// ---- why there is nothing ----

static const char TOO_FEW[] = "a performance profile compares two series, and there is %d; name what differs in `series`",
                  TOO_MANY[] =
                      "a performance profile of %d series: of three or more it may put the second and third in the wrong order (Gould "
                      "and Scott 2016); choose two with `where`, or use style `data_profile`";

void figure_missing(const Dataset *d, const Plot *p, char *out, size_t size)
{
    const FigureSpec *spec = p->spec;
    if (empty_reason(d, spec->where, spec->where_count, out, size))
        return;
    if (heat_is_large(p))
        snprintf(out, size, "%d × %d cells in %d panel%s are more than can be seen; choose some with where", p->category_count,
                 p->row_count, p->facet_count, p->facet_count > 1 ? "s" : "");
    else if (p->style->cells && p->point_count)
        snprintf(out, size, "the target was reached in none of its %d cells", p->point_count);
    else if (p->style->ratio && p->share.most_series != 2 && p->share.problems > p->share.unsolved)
        snprintf(out, size, p->share.most_series > 2 ? TOO_MANY : TOO_FEW, p->share.most_series);
    else if (p->style->profile && p->share.problems)
        snprintf(out, size, "none of %d problems is solved by any series", p->share.problems);
    else if (p->style->profile)
        snprintf(out, size, "no finished case has %s in its `%s` data%s", spec->x, spec->data->name,
                 spec->where_count ? " where `where` of the figure selects it" : "");
    else if (p->hidden)
        snprintf(out, size, "all %d points are zero or negative, which a logarithmic axis cannot show", p->hidden);
    else if (p->unreached)
        snprintf(out, size, "the target was reached in none of its %d points", p->unreached);
    else if (p->no_baseline)
        snprintf(out, size, "the baseline of relative_to, %s = %s, was not measured", spec->relative[0].name, spec->relative[0].values[0]);
    else
        snprintf(out, size, "no finished case has both %s and %s in its `%s` data%s", spec->y, spec->x, spec->data->name,
                 spec->where_count ? " where `where` of the figure selects it" : "");
}
