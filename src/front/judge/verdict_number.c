#include "judge/private/verdict_number.h"

#include <math.h>
#include <stdlib.h>

#include "base/owned.h"
#include "base/statistics.h"
#include "judge/verdict.h"

// values[count ≥ 1], changed.
static double statistic_of(const VerdictSpec *v, double *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    if (isnan(sum) || v->statistic == STATISTIC_MEAN) // the sum of infinities of both signs is NaN, too
        return sum / count;
    const double middle = statistics_median(values, count); // also sorts the values
    switch (v->statistic) {
    case STATISTIC_MIN:
        return values[0];
    case STATISTIC_MAX:
        return values[count - 1];
    case STATISTIC_WORST:
        return verdict_margin(v, values[0]) < verdict_margin(v, values[count - 1]) ? values[0] : values[count - 1];
    default:
        return middle;
    }
}

// The statistic of some samples; NAN without samples.
static double run_number(const VerdictSpec *v, Sample *const *run, int run_count, double *scratch)
{
    int count = 0;
    for (int i = 0; i < run_count; i++)
        if (run[i]->last || v->statistic != STATISTIC_LAST)
            scratch[count++] = *v->expected && v->compare == VERDICT_CHANGE ? fabs(run[i]->number - 1) : run[i]->number;
    return count ? statistic_of(v, scratch, count) : NAN;
}

static double side_number(const VerdictSpec *v, Side *side, int group)
{
    Sample  **picked;
    const int count = side_pick(side, group, &picked);
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

// A slope is taken along log10 of `over`, so `over` = 0 (as at a start) is skipped without a note; a rate is taken along `over` itself.
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
    const int count = side_pick(side, group, &picked);
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

// True if the number is a ratio of two samples: a group with one sample on each side.
static bool find_ratio(const VerdictSpec *v, const Side *a, const Side *b, int group, Ratio *out)
{
    Sample **of, **over;
    if (!v->has_against || verdict_is_fitted(v->compare) || side_pick(a, group, &of) != 1 || side_pick(b, group, &over) != 1 ||
        of[0]->centre.count == 0 || over[0]->centre.count == 0)
        return false;
    const RatioSample samples[2] = {side_sample(a, of[0]), side_sample(b, over[0])};
    ratio_init(&samples[0], &samples[1], out);
    return out->known;
}

static double other_number(const VerdictSpec *v, Side *a, Side *b, int group, int *dropped)
{
    if (verdict_is_fitted(v->compare))
        return group_fit(v, a, group, dropped);
    const double number = side_number(v, a, group);
    return v->has_against ? side_compare(v, number, side_number(v, b, group)) : number;
}

double group_number(const VerdictSpec *v, Side *a, Side *b, int group, int *dropped)
{
    Ratio ratio;
    if (find_ratio(v, a, b, group, &ratio))
        return side_compare(v, ratio.value, 1);
    return other_number(v, a, b, group, dropped);
}

// ---- the interval of the number ----

static const double OUTSIDE = 0.025; // share outside a 95 % interval, at each end

typedef struct Drawing {
    const VerdictSpec *v;
    Side              *sides[2];
    int                group;
} Drawing;

static bool is_extreme(const VerdictSpec *v)
{
    return v->statistic == STATISTIC_MIN || v->statistic == STATISTIC_MAX || v->statistic == STATISTIC_WORST;
}

// Samples of one case share their processes, and therefore their variate.
static int assign_streams(const VerdictSpec *v, const Side *side, int group, int streams)
{
    Sample  **picked;
    const int count = side_pick(side, group, &picked);
    for (int i = 0; i < count; i++) {
        streams += i == 0 || verdict_is_fitted(v->compare) || (!is_extreme(v) && picked[i]->case_index != picked[i - 1]->case_index);
        picked[i]->stream = streams - 1;
    }
    return streams;
}

// The quantile at which a sample is drawn. All samples of a minimum or maximum share a variate; on the biased side their ends cover `count`
// samples together.
static double quantile_of(const VerdictSpec *v, double uniform, int count)
{
    if (uniform < 0.5 && (v->statistic == STATISTIC_MAX || v->statistic == STATISTIC_WORST))
        return uniform / count;
    if (uniform > 0.5 && (v->statistic == STATISTIC_MIN || v->statistic == STATISTIC_WORST))
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
        const int count = side_pick(d->sides[side], d->group, &picked);
        for (int i = 0; i < count; i++)
            picked[i]->number = centre_at(&picked[i]->centre, quantile_of(d->v, uniform[picked[i]->stream], count));
    }
    if (d->v->compare == VERDICT_CHANGE && d->v->has_against) // the ratio here; its interval is converted to that of the change later
        return side_number(d->v, d->sides[0], d->group) / side_number(d->v, d->sides[1], d->group);
    return other_number(d->v, d->sides[0], d->sides[1], d->group, &dropped);
}

static void restore_numbers(const Side *side, int group)
{
    Sample  **picked;
    const int count = side_pick(side, group, &picked);
    for (int i = 0; i < count; i++)
        picked[i]->number = centre_value(&picked[i]->centre);
}

// The smallest number of processes of a sample.
static int count_processes(const Side *side, int group, int fewest)
{
    Sample  **picked;
    const int count = side_pick(side, group, &picked);
    for (int i = 0; i < count; i++)
        fewest = picked[i]->centre.count < fewest ? picked[i]->centre.count : fewest;
    return fewest;
}

// Converts the interval of a ratio to that of the change, which begins at 0 if the ratio may be 1.
static void fold(double *low, double *high)
{
    const double from = *low - 1, to = *high - 1;
    *low = from <= 0 && to >= 0 ? 0 : fmin(fabs(from), fabs(to));
    *high = fmax(fabs(from), fabs(to));
}

static void restore_sides(const VerdictSpec *v, const Drawing *d)
{
    for (int side = 0; side < 1 + v->has_against; side++)
        restore_numbers(d->sides[side], d->group);
}

// The ends of the draws without a share of `outside` at each end.
static void take_ends(const VerdictSpec *v, const double *draws, int count, double outside, double *low, double *high)
{
    *low = statistics_quantile(draws, count, outside);
    *high = statistics_quantile(draws, count, 1 - outside);
    if (v->compare == VERDICT_CHANGE && v->has_against)
        fold(low, high);
}

static void take_confidence(const VerdictSpec *v, const Ratio *ratio, double outside, double *low, double *high)
{
    *low = ratio_at(ratio, outside);
    *high = ratio_at(ratio, 1 - outside);
    if (v->compare == VERDICT_CHANGE)
        fold(low, high);
}

// The joint interval of `among` numbers has ends far in the tails, which need more draws. These are made only if they matter: if the
// interval of the number alone lies beyond a bound.
static Status draw_together(Drawing *d, int streams, int among, Interval *out)
{
    enum { BEYOND = 10, DRAWS_MAX = 1 << 18 };
    const VerdictSpec *v = d->v;
    const double       required = BEYOND * among / OUTSIDE;
    const int          count = required < DRAWS_MAX ? (int)required : DRAWS_MAX;
    if (count <= INTERVAL_DRAWS || (out->low < v->below && out->high > v->above))
        return status_ok();
    OWNED(double) *draws = malloc((size_t)count * sizeof *draws);
    if (!draws)
        return status_make(STATUS_MEMORY, "out of memory for the interval of %d numbers", among);
    TRY(interval_draw(draw_number, d, streams, (uint64_t)d->group, count, draws));
    take_ends(v, draws, count, OUTSIDE / among, &out->lowest, &out->highest);
    return status_ok();
}

Status group_interval(const VerdictSpec *v, Side *a, Side *b, int group, int among, Interval *out)
{
    enum { PROCESSES_MAX = 1 << 20 };
    double  draws[INTERVAL_DRAWS];
    Drawing drawing = {v, {a, b}, group};
    Ratio   ratio;
    out->processes = count_processes(a, group, PROCESSES_MAX);
    out->processes = v->has_against ? count_processes(b, group, out->processes) : out->processes;
    out->low = out->high = out->lowest = out->highest = NAN;
    if (out->processes < 2)
        return status_ok();
    if (find_ratio(v, a, b, group, &ratio)) {
        take_confidence(v, &ratio, OUTSIDE, &out->low, &out->high);
        take_confidence(v, &ratio, OUTSIDE / among, &out->lowest, &out->highest);
        return status_ok();
    }
    int streams = assign_streams(v, a, group, 0);
    streams = v->has_against ? assign_streams(v, b, group, streams) : streams;
    Status status = interval_draw(draw_number, &drawing, streams, (uint64_t)group, INTERVAL_DRAWS, draws);
    if (status.code == STATUS_OK) {
        take_ends(v, draws, INTERVAL_DRAWS, OUTSIDE, &out->low, &out->high);
        take_ends(v, draws, INTERVAL_DRAWS, OUTSIDE / among, &out->lowest, &out->highest);
        status = draw_together(&drawing, streams, among, out);
    }
    restore_sides(v, &drawing);
    return status;
}
