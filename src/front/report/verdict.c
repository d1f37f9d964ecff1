#include "report/private/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "report/private/data_frame.h"
#include "report/private/verdict_findings.h"

// The columns by which samples of one case differ in data that is not by repetition.
static const char *const POINTS[] = {"step", "iteration", "probe", "substep", "constraint_kind", "constraint_index", "accuracy_target"};
static const char        REACHED[] = "reached";
enum { POINT_COUNT = sizeof POINTS / sizeof *POINTS, POINT_STEP = 0, POINT_ITERATION = 1 };

// Values of a row: the keys of for_each, the points, then value, `expected` or `over` where there are such, and `reached`.
enum {
    KEYS_MAX = SPEC_LIST_MAX,
    FIRST_POINT = SPEC_LIST_MAX,
    VALUE_INDEX = FIRST_POINT + POINT_COUNT,
    OTHER_INDEX,
    REACHED_INDEX,
    INDICES
};

typedef struct Sample {
    int             case_index, group; // group: of A's groups, or -1
    int             unconverged;       // the most steps without convergence that a row rests on
    int64_t         process, repetition;
    const FrameRow *row;    // its keys and points
    double          number; // may be NAN or infinite
    Centre          centre; // of the processes; count 0: it is exact, or not finite
    double          over;   // 0 when there is no slope
    bool            last;   // of its case, group and value of `over`
    int             stream; // of the uniform variates of the group
} Sample;

typedef struct Side {
    Frame    frame;
    int      count;
    Sample  *samples;
    double  *values;  // [count] of the processes, sample by sample
    double  *scratch; // [count]
    Sample **picked;  // [count] group by group
    int     *first;   // [groups + 1] into picked
} Side;

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
                    .value_count = 1};
    for (int i = 0; i < v->each_count; i++)
        q.names[i] = v->each[i];
    for (int i = 0; i < POINT_COUNT; i++)
        if (data_view_column(v->data, POINTS[i]))
            q.names[FIRST_POINT + i] = POINTS[i];
    q.names[VALUE_INDEX] = v->value;
    if (*v->expected || *v->over)
        q.names[OTHER_INDEX] = *v->expected ? v->expected : v->over;
    if (data_view_column(v->data, REACHED))
        q.names[REACHED_INDEX] = REACHED;
    return q;
}

// True if a value is missing (an operand is NULL); infinite and NaN results are present values.
static bool is_absent(Value value)
{
    return value.kind != VALUE_NUMBER && value.number == 0;
}

// The value of a row. A case that never reached its target has no time to reach it, and leaving it out would favour its solver: the time
// is infinite, and an expression of it is NaN.
static Value row_value(const VerdictSpec *v, const FrameRow *row)
{
    const Value value = row->values[VALUE_INDEX], reached = row->values[REACHED_INDEX];
    if (!is_absent(value) || reached.kind != VALUE_NUMBER || reached.number > 0)
        return value;
    return (Value){VALUE_NONE, data_view_column(v->data, v->value) ? (double)INFINITY : (double)NAN, NULL};
}

// A ratio of numbers of opposite sign would lie below any bound, however large they are: it is NaN.
static double compare_numbers(const VerdictSpec *v, double a, double b)
{
    const double ratio = a / b;
    if (v->compare == VERDICT_RATIO)
        return ratio < 0 ? (double)NAN : ratio;
    return fabs(ratio - 1);
}

static void take_samples(const VerdictSpec *v, Side *side)
{
    const bool other = *v->expected || *v->over;
    for (int i = 0; i < side->frame.count; i++) {
        const FrameRow *row = &side->frame.rows[i];
        const Value     value = row_value(v, row), with = row->values[OTHER_INDEX];
        if (value.kind == VALUE_TEXT || is_absent(value) || (other && (with.kind == VALUE_TEXT || is_absent(with))))
            continue;
        side->samples[side->count++] = (Sample){.case_index = row->case_index,
                                                .process = row->process,
                                                .repetition = row->repetition,
                                                .row = row,
                                                .unconverged = row->unconverged,
                                                .number = *v->expected ? compare_numbers(v, value.number, with.number) : value.number,
                                                .over = *v->over ? with.number : 0};
    }
}

static int compare_points(const Sample *a, const Sample *b, const VerdictSpec *v)
{
    int result = a->case_index - b->case_index;
    for (int i = 0; i < v->each_count && result == 0; i++)
        result = value_compare(a->row->values[i], b->row->values[i]);
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

// Sorts the values. The median is NaN if any value is: a NaN is never dropped.
static double median(double *values, int count)
{
    for (int i = 0; i < count; i++)
        if (isnan(values[i]))
            return NAN;
    return statistics_median(values, count);
}

static bool same_group(const VerdictSpec *v, const FrameRow *a, const FrameRow *b)
{
    for (int i = 0; i < v->each_count; i++)
        if (value_compare(a->values[i], b->values[i]) != 0)
            return false;
    return true;
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

// Samples are sorted: steps, then iterations ascend within a case, a group and a value of `over`.
static void mark_last(const VerdictSpec *v, Side *side)
{
    for (int i = side->count - 1; i >= 0; i--) {
        Sample       *s = &side->samples[i];
        const Sample *next = i + 1 < side->count ? s + 1 : NULL;
        const bool    ends = !next || next->case_index != s->case_index || next->over != s->over || !same_group(v, s->row, next->row);
        s->last = ends || v->data->by_repetition || (next->last && same_moment(v, s->row, next->row));
    }
}

typedef enum Level { LEVEL_REPETITION, LEVEL_PROCESS, LEVEL_SAMPLE } Level;

static bool same_unit(const VerdictSpec *v, const Sample *a, const Sample *b, Level level)
{
    return compare_points(a, b, v) == 0 && (level == LEVEL_SAMPLE || a->process == b->process) &&
           (level != LEVEL_REPETITION || a->repetition == b->repetition);
}

// Replaces the samples of one unit by their median; in place. Of what is measured, `values` keeps what the processes of a sample gave.
static void collapse_level(const VerdictSpec *v, Side *side, Level level, bool measured)
{
    Sample *s = side->samples;
    double *values = side->values;
    int     kept = 0;
    for (int begin = 0, end = 0; begin < side->count; begin = end) {
        int  inner = 0, unconverged = 0;
        bool finite = true;
        for (end = begin; end < side->count && same_unit(v, &s[begin], &s[end], level); end++) {
            side->scratch[inner++] = s[end].number;
            unconverged = s[end].unconverged > unconverged ? s[end].unconverged : unconverged;
            finite = finite && isfinite(s[end].number);
        }
        s[kept] = s[begin];
        s[kept].unconverged = unconverged;
        s[kept].number = median(side->scratch, inner);
        if (level == LEVEL_SAMPLE && measured && finite) {
            memcpy(values, side->scratch, (size_t)inner * sizeof *values);
            centre_init(values, inner, &s[kept].centre);
            values += inner;
        }
        kept++;
    }
    side->count = kept;
}

static void collapse(const VerdictSpec *v, Side *side)
{
    const bool measured = side->frame.measured[VALUE_INDEX];
    qsort_r(side->samples, (size_t)side->count, sizeof *side->samples, compare_samples, (void *)(uintptr_t)v);
    collapse_level(v, side, LEVEL_REPETITION, measured);
    if (measured)
        collapse_level(v, side, LEVEL_PROCESS, measured);
    collapse_level(v, side, LEVEL_SAMPLE, measured);
}

static Status load_side(Dataset *d, const VerdictSpec *v, const SpecFilter *filters, int filter_count, Side *out)
{
    const FrameQuery query = query_of(v, filters, filter_count);
    TRY(frame_init(d, &query, &out->frame));
    const size_t room = (size_t)out->frame.count + 1;
    out->samples = malloc(room * sizeof *out->samples);
    out->values = malloc(room * sizeof *out->values);
    out->scratch = malloc(room * sizeof *out->scratch);
    out->picked = malloc(room * sizeof *out->picked);
    if (!out->samples || !out->values || !out->scratch || !out->picked)
        return status_make(STATUS_MEMORY, "out of memory for %d samples of a verdict", out->frame.count);
    take_samples(v, out);
    collapse(v, out);
    mark_last(v, out);
    return status_ok();
}

static void free_side(Side *side)
{
    frame_destroy(&side->frame);
    free(side->samples);
    free(side->values);
    free(side->scratch);
    free(side->picked);
    free(side->first);
}

// ---- numbers ----

static int compare_groups(const void *left, const void *right, void *verdict)
{
    const Sample      *a = *(Sample *const *)left, *b = *(Sample *const *)right;
    const VerdictSpec *v = verdict;
    int                order = 0;
    for (int i = 0; i < v->each_count && !order; i++)
        order = value_compare(a->row->values[i], b->row->values[i]);
    return order;
}

// Numbers the groups of A by their keys and gives a row of each, rows[*count]; samples of B get the same numbers, −1 where A has no such
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
        for (end = begin; end < total && same_group(v, all[begin]->row, all[end]->row); end++)
            row = !row && all[end]->group == 0 ? all[end]->row : row;
        for (int i = begin; i < end; i++)
            all[i]->group = row ? *count : -1;
        if (row)
            rows[(*count)++] = row;
    }
}

// Lists the samples group by group, keeping their order: picked[first[group]] … picked[first[group + 1] − 1].
static Status gather_groups(Side *side, int groups)
{
    side->first = calloc((size_t)groups + 1, sizeof *side->first);
    if (!side->first)
        return status_make(STATUS_MEMORY, "out of memory for %d groups of a verdict", groups);
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

// *out: [*count], freed by the caller.
static Status make_groups(const VerdictSpec *v, Side *a, Side *b, const FrameRow ***out, int *count)
{
    Sample **all = malloc(((size_t)a->count + (size_t)b->count + 1) * sizeof *all);
    *out = malloc(((size_t)a->count + 1) * sizeof **out);
    if (!all || !*out) {
        free(all);
        return status_make(STATUS_MEMORY, "out of memory for %d samples of a verdict", a->count);
    }
    number_groups(v, a, b, all, *out, count);
    free(all);
    TRY(gather_groups(a, *count));
    return gather_groups(b, *count);
}

double verdict_margin(const VerdictSpec *v, double number)
{
    const double under = isfinite(v->below) ? v->below - number : INFINITY, over = isfinite(v->above) ? number - v->above : INFINITY;
    return fmin(under, over);
}

// values[count ≥ 1], changed.
static double statistic_of(const VerdictSpec *v, double *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    if (isnan(sum) || v->statistic == VERDICT_MEAN) // the sum of infinities of both signs is NaN, too
        return sum / count;
    const double middle = statistics_median(values, count); // also sorts the values
    switch (v->statistic) {
    case VERDICT_MIN:
        return values[0];
    case VERDICT_MAX:
        return values[count - 1];
    case VERDICT_WORST:
        return verdict_margin(v, values[0]) < verdict_margin(v, values[count - 1]) ? values[0] : values[count - 1];
    default:
        return middle;
    }
}

// The statistic of some samples; NAN when there are none.
static double run_number(const VerdictSpec *v, Sample *const *run, int run_count, double *scratch)
{
    int count = 0;
    for (int i = 0; i < run_count; i++)
        if (run[i]->last || v->statistic != VERDICT_LAST)
            scratch[count++] = run[i]->number;
    return count ? statistic_of(v, scratch, count) : NAN;
}

// The samples of a group; returns how many.
static int pick_group(const Side *side, int group, Sample ***out)
{
    *out = side->picked + side->first[group];
    return side->first[group + 1] - side->first[group];
}

static double side_number(const VerdictSpec *v, Side *side, int group)
{
    Sample  **picked;
    const int count = pick_group(side, group, &picked);
    return run_number(v, picked, count, side->scratch);
}

static int compare_overs(const void *left, const void *right)
{
    const Sample *a = *(const Sample *const *)left, *b = *(const Sample *const *)right;
    return (a->over > b->over) - (a->over < b->over);
}

typedef struct Line { // of a least-squares fit
    int    count, dropped;
    double x, y, xx, xy;
} Line;

// A slope is taken along log10 of `over`, so that `over` = 0, as at a start, is skipped without a note; a rate along `over` itself.
static void add_point(const VerdictSpec *v, Line *line, double over, double number)
{
    const bool placed = v->compare == VERDICT_RATE || over > 0;
    if (!placed || number <= 0) {
        line->dropped += placed;
        return;
    }
    const double x = v->compare == VERDICT_RATE ? over : log10(over), y = log10(number);
    line->count++;
    line->x += x;
    line->y += y;
    line->xx += x * x;
    line->xy += x * y;
}

static double slope_of(const Line *line)
{
    const double n = line->count, spread = line->xx - line->x * line->x / n;
    return line->count > 1 && spread > 0 ? (line->xy - line->x * line->y / n) / spread : NAN;
}

static double group_fit(const VerdictSpec *v, Side *side, int group, int *dropped)
{
    Sample  **picked;
    const int count = pick_group(side, group, &picked);
    Line      line = {0};
    qsort(picked, (size_t)count, sizeof(Sample *), compare_overs);
    for (int begin = 0, end = 0; begin < count; begin = end) {
        for (end = begin; end < count && picked[end]->over == picked[begin]->over; end++)
            ;
        add_point(v, &line, picked[begin]->over, run_number(v, picked + begin, end - begin, side->scratch));
    }
    *dropped += line.dropped;
    return v->compare == VERDICT_RATE ? pow(10, slope_of(&line)) : slope_of(&line);
}

static double group_number(const VerdictSpec *v, Side *a, Side *b, int group, int *dropped)
{
    if (verdict_is_fitted(v->compare))
        return group_fit(v, a, group, dropped);
    const double number = side_number(v, a, group);
    return v->has_against ? compare_numbers(v, number, side_number(v, b, group)) : number;
}

// ---- the interval of a number ----

typedef struct Drawing {
    const VerdictSpec *v;
    Side              *sides[2];
    int                group;
} Drawing;

static bool is_extreme(const VerdictSpec *v)
{
    return v->statistic == VERDICT_MIN || v->statistic == VERDICT_MAX || v->statistic == VERDICT_WORST;
}

// Samples of one case share their processes, and their variate.
static int assign_streams(const VerdictSpec *v, const Side *side, int group, int streams)
{
    Sample  **picked;
    const int count = pick_group(side, group, &picked);
    for (int i = 0; i < count; i++) {
        streams += i == 0 || (!is_extreme(v) && picked[i]->case_index != picked[i - 1]->case_index);
        picked[i]->stream = streams - 1;
    }
    return streams;
}

// The quantile at which a sample is drawn. All samples of an extreme share a variate, and their ends where the extreme has its bias are
// those that cover `count` of them together.
static double quantile_of(const VerdictSpec *v, double uniform, int count)
{
    if (uniform < 0.5 && (v->statistic == VERDICT_MAX || v->statistic == VERDICT_WORST))
        return uniform / count;
    if (uniform > 0.5 && (v->statistic == VERDICT_MIN || v->statistic == VERDICT_WORST))
        return 1 - (1 - uniform) / count;
    return uniform;
}

// The number with every sample at a quantile of its centre.
static double draw_number(const double *uniform, void *context)
{
    const Drawing *d = context;
    int            dropped = 0;
    for (int side = 0; side < 1 + d->v->has_against; side++) {
        Sample  **picked;
        const int count = pick_group(d->sides[side], d->group, &picked);
        for (int i = 0; i < count; i++)
            picked[i]->number = centre_at(&picked[i]->centre, quantile_of(d->v, uniform[picked[i]->stream], count));
    }
    return group_number(d->v, d->sides[0], d->sides[1], d->group, &dropped);
}

static void restore_numbers(const Side *side, int group)
{
    Sample  **picked;
    const int count = pick_group(side, group, &picked);
    for (int i = 0; i < count; i++)
        picked[i]->number = centre_value(&picked[i]->centre);
}

// The fewest processes of a sample.
static int count_processes(const Side *side, int group, int fewest)
{
    Sample  **picked;
    const int count = pick_group(side, group, &picked);
    for (int i = 0; i < count; i++)
        fewest = picked[i]->centre.count < fewest ? picked[i]->centre.count : fewest;
    return fewest;
}

typedef struct Judged {                         // a group
    double        number, low, high, widest[2]; // low, high: of this group; widest: of all groups together
    int           processes;
    VerdictAnswer answer;
} Judged;

// Of a finite number of what is measured.
static Status find_interval(const VerdictSpec *v, Side *a, Side *b, int group, int groups, Judged *out)
{
    enum { MOST = 1 << 20 };
    double  draws[INTERVAL_DRAWS];
    Drawing drawing = {v, {a, b}, group};
    out->processes = count_processes(a, group, MOST);
    out->processes = v->has_against ? count_processes(b, group, out->processes) : out->processes;
    out->low = out->high = out->widest[0] = out->widest[1] = NAN;
    if (out->processes < 2)
        return status_ok();
    int streams = assign_streams(v, a, group, 0);
    streams = v->has_against ? assign_streams(v, b, group, streams) : streams;
    const Status status = interval_draw(draw_number, &drawing, streams, (uint64_t)group, INTERVAL_DRAWS, draws);
    restore_numbers(a, group);
    if (v->has_against)
        restore_numbers(b, group);
    out->low = statistics_quantile(draws, INTERVAL_DRAWS, 0.025);
    out->high = statistics_quantile(draws, INTERVAL_DRAWS, 0.975);
    out->widest[0] = statistics_quantile(draws, INTERVAL_DRAWS, 0.025 / groups);
    out->widest[1] = statistics_quantile(draws, INTERVAL_DRAWS, 1 - 0.025 / groups);
    return status;
}

// ---- the answer ----

static VerdictAnswer group_answer(const VerdictSpec *v, const Judged *j)
{
    if (isnan(j->low) || isnan(j->high))
        return VERDICT_UNKNOWN;
    if (verdict_margin(v, j->low) > 0 && verdict_margin(v, j->high) > 0)
        return VERDICT_YES;
    return j->widest[0] >= v->below || j->widest[1] <= v->above ? VERDICT_NO : VERDICT_CLOSE;
}

static Status judge_group(const VerdictSpec *v, Side *a, Side *b, int group, int groups, int *dropped, Judged *out)
{
    const double number = group_number(v, a, b, group, dropped);
    *out = (Judged){number, number, number, {number, number}, 0, VERDICT_UNKNOWN};
    if (isfinite(number) && a->frame.measured[VALUE_INDEX])
        TRY(find_interval(v, a, b, group, groups, out));
    if (isfinite(number))
        out->answer = group_answer(v, out);
    return status_ok();
}

static void describe_group(const VerdictSpec *v, const FrameRow *row, char out[SPEC_TEXT_MAX])
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < v->each_count && used < SPEC_TEXT_MAX; i++) {
        char        text[SPEC_NAME_MAX];
        const char *name = strncmp(v->each[i], "scene.", 6) == 0 ? v->each[i] + 6 : v->each[i];
        value_format(row->values[i], text, sizeof text);
        const bool number = row->values[i].kind != VALUE_TEXT;
        if (row->values[i].kind == VALUE_NUMBER)
            snprintf(text, sizeof text, "%.6g", row->values[i].number);
        snprintf(out + used, SPEC_TEXT_MAX - used, "%s%s%s%s", used ? ", " : "", number ? name : "", number ? " " : "",
                 *text ? text : "not set");
        used = strlen(out);
    }
}

static bool passes(const CaseRow *c, const Dataset *d, const VerdictSpec *v, const SpecFilter *filters, int count)
{
    for (int i = 0; i < count; i++) {
        bool matches = data_view_column(v->data, filters[i].name) != NULL; // a column of rows, which a lost case has none of
        for (int k = 0; k < filters[i].count && !matches; k++)
            matches = value_matches(dataset_value(d, (int)(c - d->cases), filters[i].name), filters[i].values[k]);
        if (!matches)
            return false;
    }
    return true;
}

static bool has_sample(const Side *side, int case_index)
{
    for (int i = 0; i < side->count; i++)
        if (side->samples[i].case_index == case_index)
            return true;
    return false;
}

// Notes how many cases gave no sample, since the claim may hold on the others only. Returns how many of these should have given one: those
// that diverged, failed, or were not run. A case that is done has no such data, one that was refused cannot have any.
static int note_lost_cases(const Dataset *d, const VerdictSpec *v, const Side *a, const Side *b, VerdictResult *out)
{
    int wanted = 0, lost = 0, owed = 0;
    for (int i = 0; i < d->case_count; i++) {
        const CaseRow *c = &d->cases[i];
        if (!passes(c, d, v, v->where, v->where_count))
            continue;
        const bool of = passes(c, d, v, v->of, v->of_count);
        const bool against = v->has_against && passes(c, d, v, v->against, v->against_count);
        const bool is_lost = (of && !has_sample(a, i)) || (against && !has_sample(b, i));
        wanted += of || against;
        lost += is_lost;
        owed += is_lost && strcmp(c->status, "done") != 0 && strcmp(c->status, "refused") != 0;
    }
    if (lost)
        snprintf(out->note, sizeof out->note, "%d of %d cases gave no sample", lost, wanted);
    return owed;
}

static void add_note(VerdictResult *out, const char *text)
{
    const size_t used = strlen(out->note);
    snprintf(out->note + used, sizeof out->note - used, "%s%s", used ? "; " : "", text);
}

// Steps without convergence that the samples of a side rest on: of each case the most that one of its rows does. Samples are sorted by
// case.
static int count_unconverged(const Side *side, const char **solver, const Dataset *d)
{
    int total = 0, of_case = 0;
    for (int i = 0; i < side->count; i++) {
        const Sample *s = &side->samples[i];
        of_case = s->unconverged > of_case ? s->unconverged : of_case;
        if (s->unconverged && !*solver)
            *solver = dataset_value(d, s->case_index, "solver").text;
        if (i + 1 < side->count && s[1].case_index == s->case_index)
            continue;
        total += of_case;
        of_case = 0;
    }
    return total;
}

// Convergence is assumed of a solver with a criterion, unless the verdict is about it.
static void judge_unconverged(const Dataset *d, const VerdictSpec *v, const Side *a, const Side *b, VerdictResult *out)
{
    char        text[SPEC_TEXT_MAX];
    const char *solver = NULL;
    const int   count = count_unconverged(a, &solver, d) + count_unconverged(b, &solver, d);
    if (count == 0)
        return;
    snprintf(text, sizeof text, "rests on %d unconverged step%s of %s", count, count > 1 ? "s" : "", solver);
    add_note(out, text);
    if (!v->unconverged_allowed)
        out->answer = VERDICT_UNKNOWN;
}

static void mark_rests(const VerdictSpec *v, const Side *side, CaseRest *rests)
{
    for (int i = 0; i < side->count && v->data->rest != REST_NONE; i++) {
        CaseRest *rest = &rests[side->samples[i].case_index];
        rest->any = true;
        rest->own = rest->own || side->samples[i].row->own;
        rest->reference = rest->reference || side->frame.reference;
    }
}

static Status judge_findings(const Dataset *d, const VerdictSpec *v, const Side *a, const Side *b, VerdictResult *out)
{
    char      text[2 * SPEC_TEXT_MAX];
    CaseRest *rests = calloc((size_t)d->case_count + 1, sizeof *rests);
    if (!rests)
        return status_make(STATUS_MEMORY, "out of memory for the findings of %d cases", d->case_count);
    mark_rests(v, a, rests);
    mark_rests(v, b, rests);
    const bool voids = verdict_findings(d, v->data, rests, text, sizeof text);
    free(rests);
    if (*text)
        add_note(out, text);
    if (voids && !v->findings_allowed)
        out->answer = VERDICT_UNKNOWN;
    return status_ok();
}

typedef struct Gaps {
    int dropped, unknown, alone; // points of zero or below; groups without a finite number; groups with a sample of one process
} Gaps;

static void note_gaps(const Gaps *gaps, VerdictResult *out)
{
    char text[SPEC_TEXT_MAX];
    if (gaps->dropped) {
        snprintf(text, sizeof text, "%d point%s with a value of zero or below %s left out", gaps->dropped, gaps->dropped > 1 ? "s" : "",
                 gaps->dropped > 1 ? "are" : "is");
        add_note(out, text);
    }
    if (gaps->unknown && out->groups > 1) {
        snprintf(text, sizeof text, "in %d of %d groups samples are missing or the result is not finite", gaps->unknown, out->groups);
        add_note(out, text);
    }
    if (gaps->unknown && out->groups == 1 && isfinite(out->number))
        add_note(out, "a value of one process is not finite");
    if (gaps->alone) {
        snprintf(text, sizeof text, "one process: the spread between processes is not known");
        if (gaps->alone < out->groups)
            snprintf(text + strlen(text), sizeof text - strlen(text), " in %d of %d groups", gaps->alone, out->groups);
        add_note(out, text);
    }
}

// No before too close to call before the others, and then the one nearest to a bound or furthest beyond it.
static bool is_worse(const VerdictSpec *v, const Judged *j, const Judged *than)
{
    static const int RANKS[] = {[VERDICT_NO] = 2, [VERDICT_CLOSE] = 1, [VERDICT_YES] = 0, [VERDICT_UNKNOWN] = 0};
    if (isnan(than->number) || RANKS[j->answer] != RANKS[than->answer])
        return isnan(than->number) || RANKS[j->answer] > RANKS[than->answer];
    return verdict_margin(v, j->number) < verdict_margin(v, than->number);
}

static void show_group(const Judged *j, VerdictResult *out)
{
    const bool wide = j->answer != VERDICT_YES;
    out->number = j->number;
    out->processes = j->processes;
    out->low = wide ? j->widest[0] : j->low;
    out->high = wide ? j->widest[1] : j->high;
    if (j->processes == 0) // it is exact
        out->low = out->high = NAN;
}

static Status judge_groups(const VerdictSpec *v, Side *a, Side *b, const FrameRow *const *groups, VerdictResult *out)
{
    Judged worst = {.number = NAN};
    Gaps   gaps = {0};
    for (int g = 0; g < out->groups; g++) {
        Judged j;
        TRY(judge_group(v, a, b, g, out->groups, &gaps.dropped, &j));
        gaps.alone += isfinite(j.number) && j.processes == 1;
        gaps.unknown += j.answer == VERDICT_UNKNOWN && !(isfinite(j.number) && j.processes == 1);
        if (!isfinite(j.number) || !is_worse(v, &j, &worst))
            continue;
        worst = j;
        describe_group(v, groups[g], out->worst);
    }
    if (!isnan(worst.number))
        show_group(&worst, out);
    const bool unknown = gaps.unknown || gaps.alone || out->groups == 0;
    out->answer = worst.answer == VERDICT_NO ? VERDICT_NO : unknown ? VERDICT_UNKNOWN : worst.answer;
    note_gaps(&gaps, out);
    return status_ok();
}

static Status judge(const VerdictSpec *v, Side *a, Side *b, VerdictResult *out)
{
    const FrameRow **groups = NULL;
    Status           status = make_groups(v, a, b, &groups, &out->groups);
    if (status.code == STATUS_OK)
        status = judge_groups(v, a, b, groups, out);
    free(groups);
    return status;
}

static void explain_unknown(const VerdictSpec *v, const Side *a, const Side *b, VerdictResult *out)
{
    if (a->count == 0)
        add_note(out, "no finished case has data that `of` and `where` select");
    else if (v->has_against && b->count == 0)
        add_note(out, "no finished case has data that `against` and `where` select");
    else if (verdict_is_fitted(v->compare) && out->groups == 1)
        add_note(out, "a slope or rate needs finite values above zero at two different `over`");
    else if (out->groups == 1)
        add_note(out, "a value is not finite");
}

Status verdict_compute(Dataset *d, const VerdictSpec *v, VerdictResult *out)
{
    Side a = {0}, b = {0};
    *out = (VerdictResult){.spec = v, .answer = VERDICT_UNKNOWN, .number = NAN, .low = NAN, .high = NAN};
    Status status = load_side(d, v, v->of, v->of_count, &a);
    if (status.code == STATUS_OK && v->has_against)
        status = load_side(d, v, v->against, v->against_count, &b);
    if (status.code == STATUS_OK) {
        out->samples = a.count;
        out->against = b.count;
        const int owed = note_lost_cases(d, v, &a, &b, out);
        status = judge(v, &a, &b, out);
        if (owed && out->answer == VERDICT_YES)
            out->answer = VERDICT_UNKNOWN;
        judge_unconverged(d, v, &a, &b, out);
    }
    if (status.code == STATUS_OK)
        status = judge_findings(d, v, &a, &b, out);
    if (status.code == STATUS_OK && isnan(out->number))
        explain_unknown(v, &a, &b, out);
    free_side(&a);
    free_side(&b);
    return status;
}
