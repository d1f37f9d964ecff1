#include "judge/private/verdict_side.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"

// The columns that distinguish samples of one case in data that is not by repetition.
static const char *const POINTS[] = {"step", "iteration", "probe", "substep", "constraint_kind", "constraint_index", "accuracy_target"};
enum { POINT_COUNT = sizeof POINTS / sizeof *POINTS, POINT_STEP = 0, POINT_ITERATION = 1 };

// Values of a row: the keys of for_each, the points, then value, and `expected` or `over` if given.
enum { KEYS_MAX = SPEC_LIST_MAX, FIRST_POINT = SPEC_LIST_MAX, VALUE_INDEX = FIRST_POINT + POINT_COUNT, OTHER_INDEX, INDICES };

// ---- samples ----

static FrameQuery query_of(const VerdictSpec *v, const SpecFilter *filters, int filter_count)
{
    FrameQuery q = {.data = v->data,
                    .where = v->where,
                    .where_count = v->where_count,
                    .also = filters,
                    .also_count = filter_count,
                    .count = INDICES,
                    .value = VALUE_INDEX,
                    .value_count = *v->expected ? 2 : 1};
    for (int i = 0; i < v->each_count; i++)
        q.names[i] = v->each[i];
    for (int i = 0; i < POINT_COUNT; i++)
        if (data_view_column(v->data, POINTS[i]))
            q.names[FIRST_POINT + i] = POINTS[i];
    q.names[VALUE_INDEX] = v->value;
    if (*v->expected || *v->over)
        q.names[OTHER_INDEX] = *v->expected ? v->expected : v->over;
    return q;
}

// True if a value is missing (an operand is NULL); infinite and NaN results are present values.
static bool is_absent(Value value)
{
    return value.kind != VALUE_NUMBER && value.number == 0;
}

// A ratio of numbers of opposite sign is NaN; a negative ratio would satisfy any upper bound.
double side_compare(const VerdictSpec *v, double a, double b)
{
    const double ratio = a / b;
    if (v->compare == VERDICT_RATIO)
        return ratio < 0 ? (double)NAN : ratio;
    return fabs(ratio - 1);
}

// The number of a row: its value, or the ratio of the value to the expected value.
static double rounding_of(const VerdictSpec *v, const FrameRow *row, double number, double with)
{
    return *v->expected ? (row->rounding[0] + fabs(number) * row->rounding[1]) / fabs(with) : row->rounding[0];
}

static void take_samples(const VerdictSpec *v, Side *side)
{
    const bool other = *v->expected || *v->over;
    for (int i = 0; i < side->frame.count; i++) {
        const FrameRow *row = &side->frame.rows[i];
        const Value     value = row->values[VALUE_INDEX], with = row->values[OTHER_INDEX];
        if (value.kind == VALUE_TEXT || is_absent(value) || (other && (with.kind == VALUE_TEXT || is_absent(with))))
            continue;
        Sample *s = &side->samples[side->count++];
        *s = (Sample){.case_index = row->case_index,
                      .process = row->process,
                      .repetition = row->repetition,
                      .row = row,
                      .unconverged = row->unconverged,
                      .number = !*v->expected                  ? value.number
                                : v->compare == VERDICT_CHANGE ? value.number / with.number
                                                               : side_compare(v, value.number, with.number),
                      .over = *v->over ? with.number : 0};
        s->rounding = rounding_of(v, row, s->number, with.number);
    }
}

static int compare_points(const Sample *a, const Sample *b, const VerdictSpec *v)
{
    int result = a->case_index - b->case_index;
    result = result ? result : values_compare(a->row->values, b->row->values, v->each_count);
    result = result ? result : (a->over > b->over) - (a->over < b->over);
    for (int i = 0; i < POINT_COUNT && result == 0 && !v->data->by_repetition; i++)
        if (data_view_column(v->data, POINTS[i]))
            result = value_compare(a->row->values[FIRST_POINT + i], b->row->values[FIRST_POINT + i]);
    return result;
}

static int compare_samples(const void *left, const void *right, void *context)
{
    const Sample *a = left, *b = right;
    int           result = compare_points(a, b, context);
    result = result ? result : (a->process > b->process) - (a->process < b->process);
    return result ? result : (a->repetition > b->repetition) - (a->repetition < b->repetition);
}

// Sorts the values. The median is NaN if any value is NaN.
static double median(double *values, int count)
{
    for (int i = 0; i < count; i++)
        if (isnan(values[i]))
            return NAN;
    return statistics_median(values, count);
}

static bool same_moment(const VerdictSpec *v, const FrameRow *a, const FrameRow *b)
{
    static const int MOMENT[] = {POINT_STEP, POINT_ITERATION};
    for (size_t i = 0; i < sizeof MOMENT / sizeof *MOMENT; i++)
        if (data_view_column(v->data, POINTS[MOMENT[i]]) &&
            value_compare(a->values[FIRST_POINT + MOMENT[i]], b->values[FIRST_POINT + MOMENT[i]]) != 0)
            return false;
    return true;
}

// Samples are sorted: within a case, a group and a value of `over`, steps ascend, then iterations.
static void mark_last(const VerdictSpec *v, Side *side)
{
    for (int i = side->count - 1; i >= 0; i--) {
        Sample       *s = &side->samples[i];
        const Sample *next = i + 1 < side->count ? s + 1 : NULL;
        const bool    ends = !next || next->case_index != s->case_index || next->over != s->over ||
                          values_compare(s->row->values, next->row->values, v->each_count);
        s->last = ends || v->data->by_repetition || (next->last && same_moment(v, s->row, next->row));
    }
}

typedef enum Level { LEVEL_REPETITION, LEVEL_PROCESS, LEVEL_SAMPLE } Level;

static bool same_unit(const VerdictSpec *v, const Sample *a, const Sample *b, Level level)
{
    return compare_points(a, b, v) == 0 && (level == LEVEL_SAMPLE || a->process == b->process) &&
           (level != LEVEL_REPETITION || a->repetition == b->repetition);
}

// Replaces the samples of one unit by their median, in place. For measured quantities `values` keeps the values of the processes.
static void collapse_level(const VerdictSpec *v, Side *side, Level level)
{
    Sample *s = side->samples;
    double *values = side->values;
    int     kept = 0;
    for (int begin = 0, end = 0; begin < side->count; begin = end) {
        int  inner = 0, unconverged = 0;
        bool finite = true;
        for (end = begin; end < side->count && same_unit(v, &s[begin], &s[end], level); end++) {
            side->ordered[values - side->values + inner] = s[end].number;
            side->rounds[values - side->values + inner] = s[end].row->round;
            side->scratch[inner++] = s[end].number;
            unconverged = s[end].unconverged > unconverged ? s[end].unconverged : unconverged;
            finite = finite && isfinite(s[end].number);
        }
        s[kept] = s[begin];
        s[kept].unconverged = unconverged;
        s[kept].number = median(side->scratch, inner);
        if (level == LEVEL_SAMPLE && side->measured && finite) {
            memcpy(values, side->scratch, (size_t)inner * sizeof *values);
            centre_init(values, inner, &s[kept].centre);
            centre_round(&s[kept].centre, s[kept].rounding);
            values += inner;
        }
        kept++;
    }
    side->count = kept;
}

static void collapse(const VerdictSpec *v, Side *side)
{
    side->measured = side->frame.measured[VALUE_INDEX] || (*v->expected && side->frame.measured[OTHER_INDEX]);
    qsort_r(side->samples, (size_t)side->count, sizeof *side->samples, compare_samples, (void *)(uintptr_t)v);
    collapse_level(v, side, LEVEL_REPETITION);
    if (side->measured)
        collapse_level(v, side, LEVEL_PROCESS);
    collapse_level(v, side, LEVEL_SAMPLE);
}

Status side_load(Dataset *d, const VerdictSpec *v, const SpecFilter *filters, int filter_count, Side *out)
{
    const FrameQuery query = query_of(v, filters, filter_count);
    TRY(frame_init(d, &query, &out->frame));
    const int room = out->frame.count;
    TRY(ARENA_NEW(&out->arena, room, &out->samples));
    TRY(ARENA_NEW(&out->arena, room, &out->values));
    TRY(ARENA_NEW(&out->arena, room, &out->ordered));
    TRY(ARENA_NEW(&out->arena, room, &out->rounds));
    TRY(ARENA_NEW(&out->arena, room, &out->scratch));
    TRY(ARENA_NEW(&out->arena, room, &out->picked));
    take_samples(v, out);
    collapse(v, out);
    mark_last(v, out);
    return status_ok();
}

void side_destroy(Side *side)
{
    frame_destroy(&side->frame);
    arena_destroy(&side->arena);
}

// ---- groups ----

static int compare_groups(const void *left, const void *right, void *verdict)
{
    const Sample      *a = *(Sample *const *)left, *b = *(Sample *const *)right;
    const VerdictSpec *v = verdict;
    return values_compare(a->row->values, b->row->values, v->each_count);
}

// Numbers the groups of A by their keys; rows[*count]: one row of each group. Samples of B get the same numbers, or −1 if A lacks the
// group. all: [a->count + b->count] scratch.
static void number_groups(const VerdictSpec *v, Side *a, Side *b, Sample **all, const FrameRow **rows, int *count)
{
    const int total = a->count + b->count;
    for (int i = 0; i < total; i++) {
        all[i] = i < a->count ? &a->samples[i] : &b->samples[i - a->count];
        all[i]->group = i < a->count ? 0 : -1;
    }
    qsort_r(all, (size_t)total, sizeof *all, compare_groups, (void *)(uintptr_t)v);
    *count = 0;
    for (int begin = 0, end = 0; begin < total; begin = end) {
        const FrameRow *row = NULL;
        for (end = begin; end < total && values_compare(all[begin]->row->values, all[end]->row->values, v->each_count) == 0; end++)
            row = !row && all[end]->group == 0 ? all[end]->row : row;
        for (int i = begin; i < end; i++)
            all[i]->group = row ? *count : -1;
        if (row)
            rows[(*count)++] = row;
    }
}

// Lists the samples group by group in their order: picked[first[group]] … picked[first[group + 1] − 1].
static Status gather_groups(Side *side, int groups)
{
    TRY(ARENA_NEW(&side->arena, groups + 1, &side->first));
    for (int i = 0; i < side->count; i++)
        if (side->samples[i].group >= 0)
            side->first[side->samples[i].group]++;
    for (int g = 1; g < groups; g++)
        side->first[g] += side->first[g - 1];
    side->first[groups] = groups ? side->first[groups - 1] : 0;
    for (int i = side->count - 1; i >= 0; i--) // fills each group from its end to its start
        if (side->samples[i].group >= 0)
            side->picked[--side->first[side->samples[i].group]] = &side->samples[i];
    return status_ok();
}

Status side_group(const VerdictSpec *v, Side *a, Side *b, const FrameRow ***out, int *count)
{
    Sample **all = NULL;
    TRY(ARENA_NEW(&a->arena, a->count + b->count, &all));
    TRY(ARENA_NEW(&a->arena, a->count, out));
    number_groups(v, a, b, all, *out, count);
    TRY(gather_groups(a, *count));
    return gather_groups(b, *count);
}

int side_pick(const Side *side, int group, Sample ***out)
{
    *out = side->picked + side->first[group];
    return side->first[group + 1] - side->first[group];
}

RatioSample side_sample(const Side *side, const Sample *s)
{
    const ptrdiff_t first = s->centre.values - side->values;
    return (RatioSample){side->ordered + first, side->rounds + first, s->centre.count, s->rounding, side->scratch};
}
