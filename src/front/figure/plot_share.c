// Points of profiles: the share of problems that a series solves within x (Moré and Wild 2009, data profiles; Dolan and Moré 2002,
// performance profiles). A point is a step of a staircase.
#include "figure/private/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Where the names of a profile stand in its rows, after those of the series.
typedef struct Places {
    int problem, problem_end, of_case, x, solved;
} Places;

static Places places_of(const FigureSpec *spec)
{
    const int first = spec->series_count, end = first + spec->problem_count;
    return (Places){first, end, end, end + 1, end + 2};
}

void plot_share_query(const FigureSpec *spec, FrameQuery *q)
{
    const Places at = places_of(spec);
    *q = (FrameQuery){.data = spec->data, .where = spec->where, .where_count = spec->where_count, .value = at.x, .value_count = 1};
    for (int i = 0; i < spec->series_count; i++)
        q->names[i] = spec->series[i];
    for (int i = 0; i < spec->problem_count; i++)
        q->names[at.problem + i] = spec->problems[i];
    q->names[at.x] = spec->x;
    for (int i = 0; i < spec->solved_count; i++)
        q->names[at.solved + i] = spec->solved[i].name;
    q->count = at.solved + spec->solved_count;
}

// ---- rows in order ----

typedef struct Order {
    const Frame *frame;
    int          names; // the first of them order the rows
} Order;

static int compare_rows(const void *left, const void *right, void *context)
{
    const Order    *o = context;
    const int       l = *(const int *)left, r = *(const int *)right;
    const FrameRow *a = &o->frame->rows[l], *b = &o->frame->rows[r];
    int             result = 0;
    for (int i = 0; i < o->names && result == 0; i++)
        result = value_compare(a->values[i], b->values[i]);
    return result ? result : (l > r) - (l < r);
}

static bool same_keys(const FrameRow *a, const FrameRow *b, int names)
{
    for (int i = 0; i < names; i++)
        if (value_compare(a->values[i], b->values[i]) != 0)
            return false;
    return true;
}

static int run_end(const Order *o, const int *order, int begin, int count)
{
    int end = begin + 1;
    while (end < count && same_keys(&o->frame->rows[order[begin]], &o->frame->rows[order[end]], o->names))
        end++;
    return end;
}

static void add_point(Plot *p, const Value *key, double x, double y, int count, int unconverged, int case_index)
{
    PlotPoint *point = &p->points[p->point_count++];
    *point = (PlotPoint){.x = {.kind = VALUE_NUMBER, .number = x},
                         .position = x,
                         .y = y,
                         .low = NAN,
                         .high = NAN,
                         .x_low = NAN,
                         .x_high = NAN,
                         .count = count,
                         .unconverged = unconverged,
                         .case_index = case_index};
    memcpy(point->key, key, (size_t)p->spec->series_count * sizeof *key);
    p->unconverged += unconverged > 0;
}

// A point that an axis has no place for, a logarithmic one for what is not positive and any for what is infinite, is left out, but counts
// in the shares.
static bool is_shown(Plot *p, double x)
{
    const bool shown = !p->spec->log_x || x > 0;
    p->hidden += !shown;
    return shown && isfinite(x);
}

// ---- profiles ----

// What a problem costs a series: the least of its settings.
typedef struct Cost {
    const Group *group; // its setting; NULL: it does not solve it
    double       x;     // of a performance profile: over the least of the series
} Cost;

static bool holds(const FigureSpec *spec, const FrameRow *row, const Places *at)
{
    bool all = row->values[at->x].kind == VALUE_NUMBER && isfinite(row->values[at->x].number);
    for (int i = 0; i < spec->solved_count && all; i++) {
        bool any = false;
        for (int k = 0; k < spec->solved[i].count; k++)
            any = any ||
                  (row->values[at->solved + i].kind != VALUE_NONE && value_matches(row->values[at->solved + i], spec->solved[i].values[k]));
        all = any;
    }
    return all;
}

// A setting solves a problem where all of its rows there do: x of the others is taken away.
static void drop_unsolved(const FigureSpec *spec, const Places *at, Frame *f, int *order)
{
    const Order by = {f, at->of_case + 1};
    qsort_r(order, (size_t)f->count, sizeof *order, compare_rows, (void *)&by);
    for (int begin = 0, end = 0; begin < f->count; begin = end) {
        bool all = true;
        end = run_end(&by, order, begin, f->count);
        for (int i = begin; i < end; i++)
            all = all && holds(spec, &f->rows[order[i]], at);
        for (int i = begin; i < end && !all; i++)
            f->rows[order[i]].values[at->x] = (Value){0};
    }
}

// What the series of one panel have of one another: its problems, and the costs [series][problem].
typedef struct Panel {
    const FigureSpec *spec;
    Places            at;
    const Groups     *series, *settings; // settings: of series, problem and case, by key
    int              *members;           // series of this panel
    int               member_count, problem_count;
    const FrameRow  **problems; // a row of each
    Cost             *costs;
} Panel;

static bool in_panel(const FigureSpec *spec, const Value *a, const Value *b)
{
    return spec->facet < 0 || value_compare(a[spec->facet], b[spec->facet]) == 0;
}

static bool same_problem(const Panel *panel, const Value *a, const Value *b)
{
    bool same = true;
    for (int i = panel->at.problem; i < panel->at.problem_end && same; i++)
        same = value_compare(a[i], b[i]) == 0;
    return same;
}

static Cost *cost_of(const Panel *panel, int member, int problem)
{
    return &panel->costs[member * panel->problem_count + problem];
}

static bool same_series(const FigureSpec *spec, const Value *a, const Value *b)
{
    bool same = true;
    for (int i = 0; i < spec->series_count && same; i++)
        same = value_compare(a[i], b[i]) == 0;
    return same;
}

static void find_costs(Panel *panel)
{
    for (int g = 0; g < panel->settings->count; g++) {
        const Group *setting = &panel->settings->groups[g];
        for (int m = 0; m < panel->member_count; m++) {
            if (!same_series(panel->spec, setting->key, panel->series->groups[panel->members[m]].key))
                continue;
            for (int q = 0; q < panel->problem_count; q++) {
                Cost *cost = cost_of(panel, m, q);
                if (same_problem(panel, setting->key, panel->problems[q]->values) && (!cost->group || setting->estimate.median < cost->x))
                    *cost = (Cost){setting, setting->estimate.median};
            }
        }
    }
}

// Whether the processes of two settings, if there are several, tell which one costs less, at 95 %.
static bool are_apart(const Group *a, const Group *b)
{
    static const double OUTSIDE = 0.025;
    const RatioSample   of = group_sample(a), over = group_sample(b);
    Ratio               ratio = {0};
    if (a->estimate.measured)
        ratio_init(&of, &over, &ratio);
    const double below = ratio_below(&ratio, 1);
    return isnan(below) ? a->estimate.median != b->estimate.median : fmin(below, 1 - below) < OUTSIDE;
}

// Each cost over the lesser of two; over itself where the processes do not tell which one that is.
static void make_ratios(const Panel *panel, PlotShare *share)
{
    for (int q = 0; q < panel->problem_count && panel->member_count == 2; q++) {
        Cost        *a = cost_of(panel, 0, q), *b = cost_of(panel, 1, q);
        const double least = fmin(a->group ? a->x : INFINITY, b->group ? b->x : INFINITY);
        const bool   both = a->group && b->group, tie = both && !are_apart(a->group, b->group);
        share->pairs += both;
        share->ties += tie;
        a->x = tie ? 1 : a->x / least;
        b->x = tie ? 1 : b->x / least;
    }
}

static int compare_costs(const void *left, const void *right)
{
    const double a = ((const Cost *)left)->x, b = ((const Cost *)right)->x;
    return (a > b) - (a < b);
}

// Of costs[count] of one series, which are put in order here. One that solves nothing is a line at zero.
static void add_profile(const Panel *panel, int member, double least, Plot *p)
{
    Cost        *costs = cost_of(panel, member, 0);
    const Value *key = panel->series->groups[panel->members[member]].key;
    int          solved = 0;
    for (int q = 0; q < panel->problem_count; q++)
        if (costs[q].group)
            costs[solved++] = costs[q];
    qsort(costs, (size_t)solved, sizeof *costs, compare_costs);
    for (int k = 0; k < solved; k++) {
        const Estimate *e = &costs[k].group->estimate;
        p->share.single = p->share.single || (e->measured && e->count < 2);
        if ((k + 1 == solved || costs[k + 1].x > costs[k].x) && is_shown(p, costs[k].x))
            add_point(p, key, costs[k].x, (double)(k + 1) / panel->problem_count, panel->problem_count, costs[k].group->unconverged,
                      costs[k].group->cases[0]);
    }
    p->share.empty += solved == 0;
    if (solved == 0 && isfinite(least))
        add_point(p, key, least, 0, panel->problem_count, 0, panel->series->groups[panel->members[member]].cases[0]);
}

// Where the line of a series begins that solves nothing.
static double least_cost(const Panel *panel)
{
    double least = INFINITY;
    for (int g = 0; g < panel->settings->count; g++) {
        const double cost = panel->settings->groups[g].estimate.median;
        if (!panel->spec->log_x || cost > 0)
            least = fmin(least, cost);
    }
    return panel->spec->style->ratio ? 1 : least;
}

static void count_unsolved(const Panel *panel, PlotShare *share)
{
    share->problems += panel->problem_count;
    for (int q = 0; q < panel->problem_count; q++) {
        bool any = false;
        for (int m = 0; m < panel->member_count; m++)
            any = any || cost_of(panel, m, q)->group;
        share->unsolved += !any;
    }
}

static void find_members(const Frame *f, const Value *key, Panel *panel)
{
    panel->member_count = panel->problem_count = 0;
    for (int g = 0; g < panel->series->count; g++)
        if (in_panel(panel->spec, panel->series->groups[g].key, key))
            panel->members[panel->member_count++] = g;
    for (int i = 0; i < f->count; i++) {
        bool known = !in_panel(panel->spec, f->rows[i].values, key);
        for (int q = 0; q < panel->problem_count && !known; q++)
            known = same_problem(panel, panel->problems[q]->values, f->rows[i].values);
        if (!known)
            panel->problems[panel->problem_count++] = &f->rows[i];
    }
}

static Status add_panel(const Frame *f, const Value *key, Panel *panel, Plot *p)
{
    find_members(f, key, panel);
    panel->costs = calloc((size_t)panel->member_count * (size_t)panel->problem_count + 1, sizeof *panel->costs);
    if (!panel->costs)
        return status_make(STATUS_MEMORY, "out of memory for %d problems of a figure", panel->problem_count);
    find_costs(panel);
    count_unsolved(panel, &p->share);
    p->share.most_series = panel->member_count > p->share.most_series ? panel->member_count : p->share.most_series;
    if (panel->spec->style->ratio)
        make_ratios(panel, &p->share);
    const double least = least_cost(panel);
    for (int m = 0; m < panel->member_count; m++)
        add_profile(panel, m, least, p);
    free(panel->costs);
    return status_ok();
}

// A profile of three or more may put the second and third in the wrong order (Gould and Scott 2016): it has no points.
static void refuse_many(Plot *p)
{
    if (p->style->ratio && p->share.most_series != 2)
        p->point_count = 0;
}

static Status add_panels(const Frame *f, Panel *panel, Plot *p)
{
    for (int g = 0; g < panel->series->count; g++) {
        bool begun = false;
        for (int before = 0; before < g && !begun; before++)
            begun = in_panel(panel->spec, panel->series->groups[before].key, panel->series->groups[g].key);
        if (!begun)
            TRY(add_panel(f, panel->series->groups[g].key, panel, p));
    }
    refuse_many(p);
    return status_ok();
}

static Status add_profiles(Frame *f, int *order, const Groups *series, Plot *p)
{
    const Places at = places_of(p->spec);
    Groups       settings;
    Panel        panel = {.spec = p->spec, .at = at, .series = series, .settings = &settings};
    drop_unsolved(p->spec, &at, f, order);
    TRY(frame_group(f, at.of_case + 1, at.x, &settings));
    p->points = calloc((size_t)(settings.count + series->count) + 1, sizeof *p->points);
    panel.members = calloc((size_t)series->count + 1, sizeof *panel.members);
    panel.problems = (const FrameRow **)calloc((size_t)f->count + 1, sizeof *panel.problems);
    const Status status = p->points && panel.members && panel.problems
                              ? add_panels(f, &panel, p)
                              : status_make(STATUS_MEMORY, "out of memory for the problems of a figure");
    free((void *)panel.problems);
    free(panel.members);
    free(settings.groups);
    return status;
}

Status plot_share_points(Frame *f, Plot *p, Groups *groups)
{
    const FigureSpec *spec = p->spec;
    const Places      at = places_of(spec);
    for (int i = 0; i < f->count; i++)
        f->rows[i].values[at.of_case] = (Value){.kind = VALUE_NUMBER, .number = f->rows[i].case_index};
    TRY(frame_group(f, spec->series_count, at.of_case, groups));
    int *order = malloc(((size_t)f->count + 1) * sizeof *order);
    if (!order)
        return status_make(STATUS_MEMORY, "out of memory for %d rows of a figure", f->count);
    for (int i = 0; i < f->count; i++)
        order[i] = i;
    const Status status = add_profiles(f, order, groups, p);
    free(order);
    return status;
}
