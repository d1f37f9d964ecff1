#include "stats/interval.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "base/statistics.h"

// ---- Student's t for whole degrees of freedom, by the angle atan(t/√degrees) (Abramowitz and Stegun 26.7.3 and 26.7.4) ----

static double angle_below(double angle, int degrees)
{
    if (degrees == 1) // the general formula would multiply cosine and sine by 0
        return 0.5 + angle / M_PI;
    const double cosine = cos(angle), sine = sin(angle);
    double       term = degrees % 2 ? cosine : 1, sum = degrees > 1 ? term : 0;
    for (int k = degrees % 2 ? 2 : 1; k <= degrees - 3; k += 2) {
        term *= cosine * cosine * k / (k + 1);
        sum += term;
    }
    return 0.5 + (degrees % 2 ? (angle + sine * sum) / M_PI : sine * sum / 2);
}

static double student_below(double t, int degrees)
{
    return angle_below(atan(t / sqrt(degrees)), degrees);
}

// Newton's method on the angle, with shrinking bounds.
static double student_at(double p, int degrees)
{
    const double scale = exp(lgamma((degrees + 1) / 2.0) - lgamma(degrees / 2.0)) / sqrt(M_PI);
    double       low = -M_PI / 2, high = M_PI / 2, angle = asin(2 * p - 1); // exact for two degrees
    for (int i = 0; i < 100; i++) {
        const double over = angle_below(angle, degrees) - p, slope = degrees > 1 ? scale * pow(cos(angle), degrees - 1) : scale;
        *(over > 0 ? &high : &low) = angle;
        double next = angle - over / slope;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - angle) <= 1e-14)
            break;
        angle = next;
    }
    return sqrt(degrees) * tan(angle);
}

// ---- order statistics ----

// Interpolates between the rank-th and the next value from the end of the sample, rank ≥ 1, with confidences low and high.
typedef struct Step {
    int    rank;
    double low, high;
} Step;

// The binomial probability that n/2 of n values lie below the median.
static double middle_of(int n)
{
    const int half = n / 2;
    return exp(lgamma(n + 1) - lgamma(half + 1) - lgamma(n - half + 1) - n * M_LN2);
}

// Sums from the middle outwards, since at the ends binomial probabilities of thousands of values underflow.
static Step step_first(const Centre *c)
{
    const double high = c->count % 2 ? 0.5 : (1 + c->middle) / 2;
    return (Step){c->count / 2, high - c->middle, high};
}

static Step step_next(Step s, int n)
{
    const double here = (s.high - s.low) * s.rank / (n - s.rank + 1);
    return (Step){s.rank - 1, s.low - here, s.low};
}

static double value_of(const Centre *c, double value)
{
    return c->positive ? log(value) : value;
}

// The rank-th value from below, or from above.
static double ranked(const Centre *c, int rank, bool above)
{
    return value_of(c, c->values[above ? c->count - rank : rank - 1]);
}

// For p ≤ 1/2, from this end of the sample.
static double ordered_at(const Centre *c, double p, bool above)
{
    const int    n = c->count;
    const double min = ldexp(1, -n);
    if (p < min)
        return ranked(c, 1, above) + (above ? -1 : 1) * c->error * (student_at(p, n - 1) - c->edge);
    Step s = step_first(c);
    while (p < s.low && s.rank > 1)
        s = step_next(s, n);
    const double part = (p - s.low) / (s.high - s.low), weight = (n - s.rank) * part / (s.rank + (n - 2 * s.rank) * part);
    return (1 - weight) * ranked(c, s.rank, above) + weight * ranked(c, s.rank + 1, above);
}

// The inverse for x at or below the median (from above: at or above the median).
static double ordered_below(const Centre *c, double x, bool above)
{
    const int    n = c->count;
    const double sign = above ? -1 : 1, beyond = sign * (x - ranked(c, 1, above));
    if (beyond < 0)
        return fmax(student_below(c->edge + beyond / c->error, n - 1), 0);
    Step s = step_first(c);
    while (s.rank > 1 && sign * (x - ranked(c, s.rank, above)) < 0)
        s = step_next(s, n);
    const double here = ranked(c, s.rank, above), width = ranked(c, s.rank + 1, above) - here;
    const double weight = width != 0 ? fmin((x - here) / width, 1) : 1;
    const double part = weight * s.rank / (n - s.rank - weight * (n - 2 * s.rank));
    return s.low + part * (s.high - s.low);
}

// ---- the centre of a sample ----

void centre_init(double *values, int count, Centre *out)
{
    ASSERT(count >= 1);
    statistics_median(values, count); // sorts them
    *out = (Centre){.count = count, .positive = values[0] > 0, .values = values, .middle = middle_of(count)};
    double mean = 0, squares = 0;
    for (int i = 0; i < count; i++)
        mean += value_of(out, values[i]) / count;
    for (int i = 0; i < count; i++)
        squares += pow(value_of(out, values[i]) - mean, 2);
    out->edge = count > 1 ? student_at(ldexp(1, -count), count - 1) : NAN;
    out->error = count > 1 ? sqrt(squares / (count - 1) / count) : NAN;
}

void centre_round(Centre *c, double step)
{
    const double rounding = c->positive ? step / centre_value(c) : step;
    c->error = hypot(c->error, rounding / sqrt(12.0 * c->count)); // the standard deviation of a uniform distribution
    c->rounding = hypot(c->rounding, rounding);
}

double centre_value(const Centre *c)
{
    return statistics_quantile(c->values, c->count, 0.5);
}

double centre_at(const Centre *c, double p)
{
    ASSERT(p > 0 && p < 1);
    if (c->count == 1)
        return NAN;
    const bool   above = p > 0.5;
    const double at = ordered_at(c, above ? 1 - p : p, above) + (p - 0.5) * c->rounding;
    return c->positive ? exp(at) : at;
}

// The confidence without the rounding of centre_at.
static double unrounded_below(const Centre *c, double at)
{
    const double middle = ordered_at(c, 0.5, false);
    if (c->error == 0)
        return at > middle ? 1 : at < middle ? 0 : 0.5;
    return at > middle ? 1 - ordered_below(c, at, true) : ordered_below(c, at, false);
}

double centre_below(const Centre *c, double x)
{
    if (c->count == 1)
        return NAN;
    if (c->positive && !(x > 0))
        return 0;
    const double at = value_of(c, x);
    double       low = unrounded_below(c, at - c->rounding / 2), high = unrounded_below(c, at + c->rounding / 2);
    while (high - low > 1e-12) { // the confidence p with p = unrounded_below(at − (p − ½)·rounding), which falls with p
        const double p = (low + high) / 2;
        *(unrounded_below(c, at - (p - 0.5) * c->rounding) > p ? &low : &high) = p;
    }
    return c->rounding > 0 ? (low + high) / 2 : low;
}

Estimate estimate_make(double *values, int count, bool measured)
{
    enum { QUARTERED = 4 };
    Estimate e = {measured, count, NAN, NAN, NAN, NAN, NAN};
    Centre   centre;
    if (count == 0)
        return e;
    e.median = statistics_median(values, count);
    e.min = values[0];
    e.max = values[count - 1];
    if (measured && isfinite(e.max)) {
        centre_init(values, count, &centre);
        e.low = centre_at(&centre, 0.025);
        e.high = centre_at(&centre, 0.975);
    } else if (!measured && count >= QUARTERED) {
        e.low = statistics_quantile(values, count, 0.25);
        e.high = statistics_quantile(values, count, 0.75);
    }
    return e;
}

// ---- numbers from several samples ----

Status interval_draw(IntervalFunction function, void *context, int uniform_count, uint64_t seed, int draw_count, double *draws)
{
    Random  random = {seed};
    bool    known = true;
    double *uniform = malloc(((size_t)uniform_count + 1) * sizeof *uniform);
    if (!uniform)
        return status_make(STATUS_MEMORY, "out of memory for the interval of a number of %d samples", uniform_count);
    for (int i = 0; i < draw_count; i++) {
        for (int k = 0; k < uniform_count; k++)
            uniform[k] = fmax(random_unit(&random), 0x1p-54);
        draws[i] = function(uniform, context);
        known = known && !isnan(draws[i]);
    }
    for (int i = 0; i < draw_count && !known; i++)
        draws[i] = NAN;
    statistics_sort(draws, draw_count);
    free(uniform);
    return status_ok();
}
