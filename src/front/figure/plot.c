#include "figure/private/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/empty.h"
#include "data/number.h"

// Keys of a group: the series, then x, of a map of cells then its rows. Values of a row: the keys, then y.

static int key_count(const FigureSpec *spec)
{
    return spec->series_count + 1 + spec->style->cells;
}

static const char *key_name(const FigureSpec *spec, int k)
{
    return k < spec->series_count ? spec->series[k] : k == spec->series_count ? spec->x : spec->rows;
}

// ---- relative_to ----

// The baseline of a group: the group with the same keys, except for those that relative_to gives.
static const Group *find_baseline(const FigureSpec *spec, const FrameGroups *groups, const Group *group)
{
    for (int g = 0; g < groups->count; g++) {
        bool matches = true;
        for (int k = 0; k < key_count(spec) && matches; k++) {
            const char *name = key_name(spec, k);
            const char *expected = NULL;
            for (int i = 0; i < spec->relative_count; i++)
                if (strcmp(spec->relative[i].name, name) == 0)
                    expected = spec->relative[i].values[0];
            matches =
                expected ? value_matches(groups->groups[g].key[k], expected) : value_compare(groups->groups[g].key[k], group->key[k]) == 0;
        }
        if (matches)
            return &groups->groups[g];
    }
    return NULL;
}

// Replaces y by y(baseline)/y, for an efficiency divided by x/x(baseline).
static void make_relative(const FigureSpec *spec, const Group *group, const Group *baseline, PlotPoint *point)
{
    const int         x = spec->series_count;
    const double      steps = spec->efficiency ? group->key[x].number / baseline->key[x].number : 1;
    const RatioSample of = group_sample(baseline), over = group_sample(group);
    Ratio             ratio;
    point->y = baseline->estimate.median / group->estimate.median / steps;
    point->low = point->high = group == baseline ? point->y : NAN;
    if (!group->estimate.measured || group == baseline)
        return;
    ratio_init(&of, &over, &ratio);
    point->y = ratio.value / steps;
    point->low = ratio_at(&ratio, 0.025) / steps;
    point->high = ratio_at(&ratio, 0.975) / steps;
}

// ---- points ----

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// Makes *point relative to its baseline. false where the figure needs a baseline and the group has none.
static bool find_relative(const FigureSpec *spec, const FrameGroups *groups, const Group *group, PlotPoint *point)
{
    const Group *baseline = spec->relative_count ? find_baseline(spec, groups, group) : NULL;
    const bool   found = !spec->relative_count || (baseline && point->y > 0 && isfinite(baseline->estimate.median));
    if (!baseline || !found)
        return found;
    point->unconverged = larger(point->unconverged, baseline->unconverged);
    make_relative(spec, group, baseline, point);
    return true;
}

// The number that the figure asks for, instead of the median with its quartiles.
static void apply_statistic(Statistic statistic, const Group *group, PlotPoint *point)
{
    const int count = group->estimate.count;
    double    sum = 0;
    if (statistic == STATISTIC_MEDIAN)
        return;
    for (int i = 0; i < count; i++)
        sum += group->values[i];
    point->y = statistic == STATISTIC_MIN ? group->estimate.min : statistic == STATISTIC_MAX ? group->estimate.max : sum / count;
    point->low = point->high = (double)NAN;
}

static PlotPoint make_point(const FigureSpec *spec, const Group *group)
{
    const Value x = group->key[spec->series_count];
    PlotPoint   point = {.x = x,
                         .position = x.number,
                         .y = group->estimate.median,
                         .low = group->estimate.low,
                         .high = group->estimate.high,
                         .x_low = NAN,
                         .x_high = NAN,
                         .count = group->estimate.count,
                         .unconverged = group->unconverged,
                         .case_index = group->cases[0]};
    apply_statistic(spec->statistic, group, &point);
    memcpy(point.key, group->key, (size_t)spec->series_count * sizeof *point.key);
    if (spec->style->cells)
        point.row_value = group->key[spec->series_count + 1];
    return point;
}

typedef enum PointFate {
    POINT_NOWHERE,        // no x, or no row of a map
    POINT_UNREACHED,      // a target that was not reached
    POINT_UNREACHED_CELL, // the same in a map, where the cell has a sign
    POINT_NO_BASELINE,
    POINT_NOT_POSITIVE, // y, on a logarithmic axis
    POINT_BEFORE_AXIS,  // x is zero or negative, on a logarithmic axis
    POINT_DRAWN
} PointFate;

// Makes the point relative to its baseline, if the figure has one.
static PointFate decide(const FigureSpec *spec, const FrameGroups *groups, const Group *group, PlotPoint *point)
{
    const bool cells = spec->style->cells;
    if (point->x.kind == VALUE_NONE || (cells && point->row_value.kind == VALUE_NONE))
        return POINT_NOWHERE;
    if (isinf(point->position) || (isinf(point->y) && !cells))
        return POINT_UNREACHED;
    if (isinf(point->y))
        return POINT_UNREACHED_CELL;
    if (!find_relative(spec, groups, group, point))
        return POINT_NO_BASELINE;
    if (spec->log_y && !(point->y > 0))
        return POINT_NOT_POSITIVE;
    return spec->log_x && point->x.kind == VALUE_NUMBER && !(point->position > 0) ? POINT_BEFORE_AXIS : POINT_DRAWN;
}

static void add_point(Plot *p, const Group *group, PointFate fate, const PlotPoint *point)
{
    const bool has_value = fate >= POINT_NO_BASELINE;
    if (has_value && group->case_count > p->pooled.case_count && group->case_count > 1)
        p->pooled = *group;
    p->unreached += fate == POINT_UNREACHED;
    p->no_baseline += fate == POINT_NO_BASELINE;
    p->hidden += fate == POINT_NOT_POSITIVE;
    p->spread = p->spread || (fate == POINT_DRAWN && point->low < point->high);
    p->unconverged += fate == POINT_DRAWN && point->unconverged > 0;
    if (fate == POINT_DRAWN || fate == POINT_UNREACHED_CELL)
        p->points[p->point_count++] = *point;
}

static void add_points(Plot *p, const FrameGroups *groups)
{
    for (int g = 0; g < groups->count; g++) {
        const Group    *group = &groups->groups[g];
        PlotPoint       point = make_point(p->spec, group);
        const PointFate fate = decide(p->spec, groups, group, &point);
        add_point(p, group, fate, &point);
    }
}

static int compare_values(const void *left, const void *right)
{
    return value_compare(*(const Value *)left, *(const Value *)right);
}

// How early in the plan a value of a key comes.
static int first_of(const FrameGroups *groups, int key, Value value)
{
    int first = 1 << 30;
    for (int g = 0; g < groups->count; g++)
        if (value_compare(groups->groups[g].key[key], value) == 0 && groups->groups[g].first < first)
            first = groups->groups[g].first;
    return first;
}

static bool add_distinct(Value *values, int *count, Value value) // whether it is a text
{
    bool known = false;
    for (int k = 0; k < *count && !known; k++)
        known = value_compare(values[k], value) == 0;
    if (!known)
        values[(*count)++] = value;
    return value.kind == VALUE_TEXT;
}

// Distinct values of a key. Numbers ascend; texts keep the order of the plan, which `groups` holds, phases that of a step.
static void order_categories(const Plot *p, const FrameGroups *groups, int key, bool texts, Value *values, int count)
{
    const bool phases = strcmp(key_name(p->spec, key), "phase") == 0;
    if (!texts) {
        qsort(values, (size_t)count, sizeof *values, compare_values);
        return;
    }
    for (int i = 1; i < count; i++) // insertion sort: they are few
        for (int k = i; k > 0; k--) {
            int first[2];
            for (int side = 0; side < 2; side++)
                first[side] = phases ? value_phase(values[k - side]) : first_of(groups, key, values[k - side]);
            if (first[0] >= first[1])
                break;
            const Value swap = values[k];
            values[k] = values[k - 1];
            values[k - 1] = swap;
        }
}

Value plot_of_case(const Dataset *d, int c, const char *quantity)
{
    Expression e;
    double     numbers[EXPRESSION_NAMES_MAX];
    if (dataset_setting(d, quantity) >= 0)
        return dataset_value(d, c, quantity);
    if (expression_is_name(quantity) || expression_parse(quantity, &e).code != STATUS_OK)
        return (Value){0};
    for (int i = 0; i < e.name_count; i++) {
        const Value value = dataset_setting(d, e.names[i]) >= 0 ? dataset_value(d, c, e.names[i]) : (Value){0};
        if (value.kind != VALUE_NUMBER)
            return (Value){0};
        numbers[i] = value.number;
    }
    const double result = expression_evaluate(&e, numbers);
    return isfinite(result) ? (Value){VALUE_NUMBER, result, NULL} : (Value){0};
}

static bool add_planned(const Dataset *d, int case_index, const char *quantity, Value *values, int *count)
{
    const Value value = plot_of_case(d, case_index, quantity);
    return value.kind != VALUE_NONE && add_distinct(values, count, value);
}

// Lists the distinct x, and the rows of a map, which has those of cases that gave no sample, too.
static void find_categories(const Dataset *d, Plot *p, const FrameGroups *groups)
{
    const FigureSpec *spec = p->spec;
    const int         x = spec->series_count;
    bool              texts = false, row_texts = false;
    for (int i = 0; i < p->point_count; i++) {
        texts |= add_distinct(p->categories, &p->category_count, p->points[i].x);
        if (p->style->cells)
            row_texts |= add_distinct(p->rows, &p->row_count, p->points[i].row_value);
    }
    for (int c = 0; c < d->case_count && p->style->cells && p->point_count; c++)
        if (empty_passes(d, c, spec->where, spec->where_count)) {
            texts |= add_planned(d, c, spec->x, p->categories, &p->category_count);
            row_texts |= add_planned(d, c, spec->rows, p->rows, &p->row_count);
        }
    if (!texts && p->category_count <= 2)
        p->style = figure_style_of_two(p->spec);
    p->categorical = texts || p->style->categorical;
    p->log_x = p->spec->log_x && !p->categorical;
    order_categories(p, groups, x, texts, p->categories, p->category_count);
    order_categories(p, groups, x + 1, row_texts, p->rows, p->row_count);
    for (int i = 0, k = p->row_count - 1; i < k && row_texts; i++, k--) { // the first of them is the uppermost
        const Value swap = p->rows[i];
        p->rows[i] = p->rows[k];
        p->rows[k] = swap;
    }
}

// Drops the category of the baseline, where each ratio is 1.
static void drop_baseline(Plot *p)
{
    int kept = 0;
    if (!p->categorical || p->spec->style->categorical || p->category_count < 2 || !figure_spec_has_ideal(p->spec))
        return;
    for (int k = 0; k < p->category_count; k++)
        if (!value_matches(p->categories[k], p->spec->relative[0].values[0]))
            p->categories[kept++] = p->categories[k];
    p->category_count = kept;
}

static void position_categories(Plot *p)
{
    drop_baseline(p);
    for (int i = 0; i < p->point_count && p->categorical; i++) {
        PlotPoint *point = &p->points[i];
        point->hidden = true;
        point->position = -1; // before the others, as in the order of the values
        for (int k = 0; k < p->category_count; k++)
            if (value_compare(p->categories[k], point->x) == 0) {
                point->position = k;
                point->hidden = false;
            }
        for (int k = 0; k < p->row_count; k++)
            if (value_compare(p->rows[k], point->row_value) == 0)
                point->row = k;
    }
}

// ---- series ----

static int compare_positions(const void *left, const void *right)
{
    const PlotPoint *a = left, *b = right;
    return (a->position > b->position) - (a->position < b->position);
}

// Sort key of a series: the order of the plan, then that of the phases in a step.
typedef struct Rank {
    int first, phase;
} Rank;

static Rank series_rank(const Plot *p, const FrameGroups *groups, const Value *key)
{
    Rank rank = {1 << 30, 0};
    for (int k = 0; k < p->spec->series_count; k++)
        if (strcmp(p->spec->series[k], "phase") == 0)
            rank.phase = value_phase(key[k]);
    for (int g = 0; g < groups->count; g++) {
        bool same = true;
        for (int k = 0; k < p->spec->series_count && same; k++)
            same = strcmp(p->spec->series[k], "phase") == 0 || value_compare(groups->groups[g].key[k], key[k]) == 0;
        if (same && groups->groups[g].first < rank.first)
            rank.first = groups->groups[g].first;
    }
    return rank;
}

static bool series_precedes(const Plot *p, const FrameGroups *groups, const PlotSeries *a, const PlotSeries *b)
{
    const Rank left = series_rank(p, groups, a->points->key), right = series_rank(p, groups, b->points->key);
    return left.first != right.first ? left.first < right.first : left.phase < right.phase;
}

// Points arrive sorted by key, so a series is a run of them. Series are then put in plan order.
static void find_series(Plot *p, const FrameGroups *groups)
{
    ASSERT(p->points && p->series);
    for (int i = 0; i < p->point_count; i++) {
        PlotSeries *last = p->series_count ? &p->series[p->series_count - 1] : NULL;
        if (last && values_compare(last->points->key, p->points[i].key, p->spec->series_count) == 0)
            last->count++;
        else
            p->series[p->series_count++] = (PlotSeries){.count = 1, .points = &p->points[i]};
    }
    for (int i = 0; i < p->series_count; i++) {
        ASSERT(p->series[i].points);
        qsort(p->series[i].points, (size_t)p->series[i].count, sizeof *p->points, compare_positions);
        for (int k = i; k > 0; k--) {
            if (!series_precedes(p, groups, &p->series[k], &p->series[k - 1]))
                break;
            const PlotSeries swap = p->series[k];
            p->series[k] = p->series[k - 1];
            p->series[k - 1] = swap;
        }
    }
}

// A ring round a point of few; of many round the first of those that follow each other.
static void mark_rings(PlotSeries *series, bool cells)
{
    enum { FEW = 14 };
    for (int i = 0; i < series->count; i++) {
        PlotPoint *point = &series->points[i];
        point->ringed = point->unconverged && (cells || series->count <= FEW || i == 0 || !point[-1].unconverged);
    }
}

static bool key_varies(const Plot *p, int k)
{
    for (int i = 1; i < p->series_count; i++)
        if (value_compare(p->series[i].points->key[k], p->series[0].points->key[k]) != 0)
            return true;
    return false;
}

// A number with as many digits as distinguish it from those of the other series: 0.01667 for 0.016666666666666666.
static void format_key(const Plot *p, int k, double number, char text[NUMBER_TEXT])
{
    bool clear = false;
    for (int digits = 4; digits <= 17 && !clear; digits++) {
        number_short(number, digits, text);
        clear = true;
        for (int i = 0; i < p->series_count && clear; i++) {
            const Value other = p->series[i].points->key[k];
            char        theirs[NUMBER_TEXT];
            number_short(other.number, digits, theirs);
            clear = other.kind != VALUE_NUMBER || other.number == number || strcmp(text, theirs) != 0;
        }
    }
}

// "xpbd, iterations 20": texts stand alone, numbers follow their name. Settings that all series share are left out, and that of the panels.
static void label_series(const Plot *p, PlotSeries *series)
{
    size_t used = 0;
    for (int k = 0; k < p->spec->series_count; k++) {
        const char *name = p->spec->series[k];
        const Value value = series->points->key[k];
        const bool  number = value.kind == VALUE_NUMBER;
        char        exact[SPEC_NAME_MAX], text[NUMBER_TEXT], part[SPEC_TEXT_MAX];
        if (value.kind == VALUE_NONE || k == p->spec->facet || (p->series_count > 1 && !key_varies(p, k)))
            continue;
        value_format(value, exact, sizeof exact);
        const char *word = labels_word(&p->spec->labels, name, exact); // of a number as it was given, before it is rounded
        if (number)
            format_key(p, k, value.number, text);
        labels_value(&p->spec->labels, p->spec->data, name, word || !number ? exact : text, number, part, sizeof part);
        snprintf(series->label + used, sizeof series->label - used, "%s%s", used ? ", " : "", part);
        used = strlen(series->label);
    }
}

const char *plot_value_name(const FigureSpec *spec, const char *quantity, Value value, char *out, size_t size)
{
    char exact[SPEC_TEXT_MAX];
    value_format(value, exact, sizeof exact);
    const bool number = value.kind == VALUE_NUMBER;
    if (number && strlen(exact) > 5 && !labels_word(&spec->labels, quantity, exact))
        number_short(value.number, 4, exact);
    return labels_value(&spec->labels, spec->data, quantity, exact, number, out, size);
}

// ---- facets ----

// Values of the panels: numbers by size, texts in the order of the series.
// Series with the same name in several panels have one line in the key.
static void find_facets(const Dataset *d, Plot *p)
{
    const int k = p->spec->facet;
    bool      texts = false;
    for (int s = 0; s < p->series_count; s++) {
        Value value = {.kind = VALUE_NONE};
        if (k >= 0)
            value = p->series[s].points->key[k];
        texts |= add_distinct(p->facets, &p->facet_count, value);
    }
    for (int c = 0; c < d->case_count && k >= 0 && p->style->cells; c++)
        if (empty_passes(d, c, p->spec->where, p->spec->where_count))
            texts |= add_planned(d, c, p->spec->series[k], p->facets, &p->facet_count);
    if (!texts)
        qsort(p->facets, (size_t)p->facet_count, sizeof *p->facets, compare_values);
    for (int s = 0; s < p->series_count; s++) {
        PlotSeries *series = &p->series[s];
        for (int f = 0; f < p->facet_count; f++)
            if (k >= 0 && value_compare(p->facets[f], series->points->key[k]) == 0)
                series->facet = f;
        for (int other = 0; other < s; other++)
            series->repeated = series->repeated || (k >= 0 && strcmp(p->series[other].label, series->label) == 0);
    }
}

const char *plot_facet_name(const Plot *p, int facet, char *out, size_t size)
{
    const FigureSpec *spec = p->spec;
    const Value       value = p->facets[facet];
    *out = '\0';
    return value.kind == VALUE_NONE ? out : plot_value_name(spec, spec->series[spec->facet], value, out, size);
}

// ---- stacks ----

static double height_of(const Plot *p, int facet, int category)
{
    double sum = 0;
    for (int s = 0; s < p->series_count; s++)
        for (int i = 0; i < p->series[s].count && p->series[s].facet == facet; i++)
            sum += (int)p->series[s].points[i].position == category ? p->series[s].points[i].y : 0;
    return sum;
}

double plot_highest_stack(const Plot *p)
{
    double highest = 0;
    for (int f = 0; f < p->facet_count; f++)
        for (int c = 0; c < p->category_count; c++)
            highest = fmax(highest, height_of(p, f, c));
    return highest;
}

double plot_lowest_stack(const Plot *p)
{
    double lowest = INFINITY;
    for (int f = 0; f < p->facet_count; f++)
        for (int c = 0; c < p->category_count; c++)
            lowest = height_of(p, f, c) > 0 ? fmin(lowest, height_of(p, f, c)) : lowest; // 0: no bar
    return lowest;
}

// Less than a pixel or so of the height.
static void find_tiny(Plot *p)
{
    const double min = 0.005 * plot_highest_stack(p);
    for (int s = 0; s < p->series_count && p->style->stacked; s++) {
        PlotSeries *series = &p->series[s];
        series->tiny = true;
        for (int i = 0; i < series->count; i++)
            series->tiny = series->tiny && series->points[i].y < min;
    }
}

// ---- bars ----

static void place_bar(const Plot *p, const PlotSeries *series, double shift, double width, PlotPoint *point)
{
    point->left = point->position + shift;
    point->right = point->left + width;
    for (const PlotSeries *below = p->series; below < series && p->style->stacked; below++)
        for (int i = 0; i < below->count && below->facet == series->facet; i++)
            point->bottom += !below->points[i].hidden && below->points[i].position == point->position ? below->points[i].y : 0;
}

// In a category side by side, or stacked.
static void place_bars(Plot *p)
{
    for (int s = 0; s < p->series_count && p->categorical; s++) {
        PlotSeries *series = &p->series[s];
        int         before = 0, count = 0;
        for (int other = 0; other < p->series_count; other++) {
            const bool same_facet = p->series[other].facet == series->facet;
            count += same_facet;
            before += same_facet && other < s;
        }
        const double width = p->style->stacked ? 0.7 : 0.8 / count;
        for (int i = 0; i < series->count; i++)
            place_bar(p, series, p->style->stacked ? -0.35 : -0.4 + before * width, width, &series->points[i]);
    }
}

// ---- all of it ----

static Status arrange_series(Dataset *d, Plot *p)
{
    for (int i = 0; i < p->series_count; i++) {
        label_series(p, &p->series[i]);
        mark_rings(&p->series[i], p->style->cells);
    }
    find_facets(d, p);
    find_tiny(p);
    place_bars(p);
    return plot_make_looks(d, p);
}

static void build_query(const FigureSpec *spec, FrameQuery *q)
{
    if (spec->style->profile) {
        plot_share_query(spec, q);
        return;
    }
    *q = (FrameQuery){.data = spec->data, .where = spec->where, .where_count = spec->where_count};
    for (int i = 0; i < spec->series_count; i++)
        q->names[q->count++] = spec->series[i];
    q->names[q->count++] = spec->x;
    if (spec->style->cells)
        q->names[q->count++] = spec->rows;
    q->value = q->count;
    q->value_count = 1;
    q->names[q->count++] = spec->y;
    if (plot_holds(spec))
        plot_hold_query(q);
}

static Status make_points(Dataset *d, Plot *p, const FrameGroups *groups)
{
    const int room = groups->count + d->case_count;
    TRY(ARENA_NEW(&d->arena, room, &p->points));
    TRY(ARENA_NEW(&d->arena, room, &p->categories));
    TRY(ARENA_NEW(&d->arena, room, &p->rows));
    add_points(p, groups);
    find_categories(d, p, groups);
    position_categories(p);
    return status_ok();
}

static Status arrange(Dataset *d, Plot *p, const FrameGroups *groups)
{
    TRY(ARENA_NEW(&d->arena, groups->count, &p->series));
    TRY(ARENA_NEW(&d->arena, groups->count + d->case_count, &p->facets));
    if (p->style->profile)
        p->log_x = p->spec->log_x;
    else
        TRY(make_points(d, p, groups));
    if (!p->style->cells)
        TRY(plot_add_spans(d, p));
    find_series(p, groups);
    plot_find_beaten(p);
    return arrange_series(d, p);
}

Status plot_init(Dataset *d, const FigureSpec *spec, Plot *out)
{
    FrameQuery   query;
    FRAME        frame = {0};
    FRAME_GROUPS groups = {0};
    *out = (Plot){.spec = spec, .style = spec->style};
    build_query(spec, &query);
    TRY(frame_init(d, &query, &frame));
    out->measured = frame.measured[query.value];
    if (spec->style->profile)
        TRY(plot_share_points(d, &frame, out, &groups));
    else {
        if (plot_holds(spec))
            TRY(plot_hold(&frame, query.value, &out->held));
        TRY(frame_group(&frame, query.value, query.value, &groups));
    }
    TRY(arrange(d, out, &groups));
    TRY(plot_make_curves(d, out));
    if (out->curve_count && out->series_count == 1 && !*out->series[0].label)
        snprintf(out->series[0].label, sizeof out->series[0].label, "measured"); // a single series needs a label only beside a curve
    return status_ok();
}
