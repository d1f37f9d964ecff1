// Points of profiles: the share of problems that a series solves within x (Moré and Wild 2009, data profiles; Dolan and Moré 2002,
// performance profiles). A point is a step of a staircase.
#include "figure/private/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The places of the names of a profile in its rows, after those of the series.
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
    q->names[at.of_case] = FRAME_CASE;
    q->names[at.x] = spec->x;
    for (int i = 0; i < spec->solved_count; i++)
        q->names[at.solved + i] = spec->solved[i].name;
    q->count = at.solved + spec->solved_count;
}

// ---- rows in order ----

typedef struct Order {
    const FrameRow *rows;
    int             names; // the first of them order the rows
} Order;

static int compare_rows(const void *left, const void *right, void *context)
{
    const Order *o = context;
    const int    l = *(const int *)left, r = *(const int *)right;
    const int    result = values_compare(o->rows[l].values, o->rows[r].values, o->names);
    return result ? result : (l > r) - (l < r);
}

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
static Status drop_unsolved(Dataset *d, const FigureSpec *spec, const Places *at, Frame *f)
{
    const Order by = {f->rows, at->of_case + 1};
    int        *order = NULL;
    TRY(ARENA_NEW(&d->arena, f->count, &order));
    for (int i = 0; i < f->count; i++)
        order[i] = i;
    qsort_r(order, (size_t)f->count, sizeof *order, compare_rows, (void *)&by);
    for (int begin = 0, end = 0; begin < f->count; begin = end) {
        bool all = true;
        for (end = begin; end < f->count && values_compare(f->rows[order[begin]].values, f->rows[order[end]].values, by.names) == 0; end++)
            all = all && holds(spec, &f->rows[order[end]], at);
        for (int i = begin; i < end && !all; i++)
            f->rows[order[i]].values[at->x] = (Value){0};
    }
    return status_ok();
}

// The cost of a problem for a series: the lowest of its settings.
typedef struct Cost {
    const Group *group; // its setting; NULL: it does not solve it
    double       x;     // of a performance profile: over the least of the series
} Cost;

// The costs [series][problem] of all panels, each of which has problems of its own.
typedef struct Costs {
    const FigureSpec  *spec;
    Places             at;
    const FrameGroups *series, *settings; // settings: of series, problem and case, by key
    int                problem_count;
    const FrameRow   **problems; // a row of each
    Cost              *costs;
} Costs;

static Cost *cost_of(const Costs *c, int series, int problem)
{
    return &c->costs[series * c->problem_count + problem];
}

static bool in_panel(const FigureSpec *spec, const Value *a, const Value *b)
{
    return spec->facet < 0 || value_compare(a[spec->facet], b[spec->facet]) == 0;
}

// The problem that these are keys of; the count of problems for a new one.
static int find_problem(const Costs *c, const Value *keys)
{
    int q = 0;
    while (q < c->problem_count &&
           !(in_panel(c->spec, c->problems[q]->values, keys) &&
             values_compare(c->problems[q]->values + c->at.problem, keys + c->at.problem, c->spec->problem_count) == 0))
        q++;
    return q;
}

static void list_problems(const Frame *f, Costs *c)
{
    for (int i = 0; i < f->count; i++)
        if (find_problem(c, f->rows[i].values) == c->problem_count)
            c->problems[c->problem_count++] = &f->rows[i];
}

static void find_costs(const Costs *c)
{
    for (int g = 0; g < c->settings->count; g++) {
        const Group *setting = &c->settings->groups[g];
        const int    problem = find_problem(c, setting->key);
        for (int s = 0; s < c->series->count; s++) {
            Cost *cost = cost_of(c, s, problem);
            if (values_compare(setting->key, c->series->groups[s].key, c->spec->series_count) == 0 &&
                (!cost->group || setting->estimate.median < cost->x))
                *cost = (Cost){setting, setting->estimate.median};
        }
    }
}

static void count_unsolved(const Costs *c, PlotShare *share)
{
    share->problems = c->problem_count;
    for (int q = 0; q < c->problem_count; q++) {
        bool any = false;
        for (int s = 0; s < c->series->count; s++)
            any = any || cost_of(c, s, q)->group;
        share->unsolved += !any;
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

// How many series the panel of these keys has; the first two of them.
static int series_of_panel(const Costs *c, const Value *keys, int first[2])
{
    int count = 0;
    for (int s = 0; s < c->series->count; s++)
        if (in_panel(c->spec, c->series->groups[s].key, keys)) {
            if (count < 2)
                first[count] = s;
            count++;
        }
    return count;
}

// Each cost relative to the lower of two; 1 for both where the processes do not show which is lower.
static void make_ratios(const Costs *c, PlotShare *share)
{
    for (int q = 0; q < c->problem_count; q++) {
        int       pair[2];
        const int count = series_of_panel(c, c->problems[q]->values, pair);
        share->most_series = count > share->most_series ? count : share->most_series;
        if (count != 2)
            continue;
        Cost        *a = cost_of(c, pair[0], q), *b = cost_of(c, pair[1], q);
        const double min = fmin(a->group ? a->x : INFINITY, b->group ? b->x : INFINITY);
        const bool   both = a->group && b->group, tie = both && !are_apart(a->group, b->group);
        share->pairs += both;
        share->ties += tie;
        a->x = tie ? 1 : a->x / min;
        b->x = tie ? 1 : b->x / min;
    }
}

// Where the line of a series begins that solves nothing.
static double least_cost(const Costs *c)
{
    double min = INFINITY;
    for (int g = 0; g < c->settings->count; g++) {
        const double cost = c->settings->groups[g].estimate.median;
        if (!c->spec->log_x || cost > 0)
            min = fmin(min, cost);
    }
    return c->spec->style->ratio ? 1 : min;
}

static int compare_costs(const void *left, const void *right)
{
    const double a = ((const Cost *)left)->x, b = ((const Cost *)right)->x;
    return (a > b) - (a < b);
}

static void add_point(Plot *p, const Value *key, double x, double y, int count, int unconverged, const Group *of)
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
                         .case_index = of->cases[0]};
    memcpy(point->key, key, (size_t)p->spec->series_count * sizeof *key);
    p->unconverged += unconverged > 0;
}

// Points at infinity, and points that are not positive on a logarithmic axis, are not drawn but count in the shares.
static bool is_shown(Plot *p, double x)
{
    const bool shown = !p->spec->log_x || x > 0;
    p->hidden += !shown;
    return shown && isfinite(x);
}

// Puts the costs of one series in order. One that solves nothing is a line at zero.
static void add_profile(const Costs *c, int series, double min, Plot *p)
{
    const Group *group = &c->series->groups[series];
    Cost        *costs = cost_of(c, series, 0);
    int          solved = 0, problems = 0;
    for (int q = 0; q < c->problem_count; q++) {
        problems += in_panel(c->spec, c->problems[q]->values, group->key);
        if (costs[q].group)
            costs[solved++] = costs[q];
    }
    qsort(costs, (size_t)solved, sizeof *costs, compare_costs);
    for (int k = 0; k < solved; k++) {
        const Estimate *e = &costs[k].group->estimate;
        p->share.single = p->share.single || (e->measured && e->count < 2);
        if ((k + 1 == solved || costs[k + 1].x > costs[k].x) && is_shown(p, costs[k].x))
            add_point(p, group->key, costs[k].x, (double)(k + 1) / problems, problems, costs[k].group->unconverged, costs[k].group);
    }
    p->share.empty += solved == 0;
    if (solved == 0 && isfinite(min))
        add_point(p, group->key, min, 0, problems, 0, group);
}

static Status add_profiles(Dataset *d, const Frame *f, Costs *c, Plot *p)
{
    TRY(ARENA_NEW(&d->arena, c->settings->count + c->series->count, &p->points));
    TRY(ARENA_NEW(&d->arena, f->count, &c->problems));
    list_problems(f, c);
    TRY(ARENA_NEW(&d->arena, c->series->count * c->problem_count, &c->costs));
    find_costs(c);
    count_unsolved(c, &p->share);
    if (c->spec->style->ratio)
        make_ratios(c, &p->share);
    const double min = least_cost(c);
    for (int s = 0; s < c->series->count; s++)
        add_profile(c, s, min, p);
    if (p->style->ratio && p->share.most_series != 2) // of three or more it may be in the wrong order (Gould and Scott 2016)
        p->point_count = 0;
    return status_ok();
}

Status plot_share_points(Dataset *d, Frame *f, Plot *p, FrameGroups *series)
{
    const Places at = places_of(p->spec);
    FRAME_GROUPS settings = {0};
    Costs        costs = {.spec = p->spec, .at = at, .series = series, .settings = &settings};
    TRY(frame_group(f, p->spec->series_count, at.of_case, series));
    TRY(drop_unsolved(d, p->spec, &at, f));
    TRY(frame_group(f, at.of_case + 1, at.x, &settings));
    return add_profiles(d, f, &costs, p);
}
