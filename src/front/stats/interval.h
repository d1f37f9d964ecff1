// Confidence intervals of the centre of small samples, and of numbers computed from several centres.
//
// The values of a sample are independent, one per process. The centre is described by a confidence distribution (Xie and Singh 2013). Its
// p-quantile is the upper end of the one-sided interval that covers the centre with confidence p. Its quantiles at 0.025 and 0.975 are the
// ends of the 95 % interval.
// Between the smallest and the largest value, the quantiles are interpolated order statistics (Hettmansperger and Sheather 1986), valid for
// any shape. Beyond them, where a confidence of 2⁻ⁿ remains at each end, Student's t continues the distribution; with two values it is
// Student's t throughout. Both use logarithms if all values are positive, since times are skewed and compared by ratios. A single value has
// no interval.
// Measured coverage (tests/unit_interval.c --table): 92 to 97 % for five distributions at n = 2 … 30, and for two modes from n = 4 on. A
// percentile bootstrap of the median covers 50 % at n = 2, 75 % at 3, 88 % at 4 and 93 % above.
#ifndef WEFT_STATS_INTERVAL_H
#define WEFT_STATS_INTERVAL_H

#include <stdint.h>

#include "base/status.h"

enum { INTERVAL_DRAWS = 4000 }; // accuracy of the ends of an interval: 0.25 % of confidence

typedef struct Centre {
    int           count;
    bool          positive; // all values are positive: error and rounding are those of their logarithms
    const double *values;   // sorted; owned by the caller
    double        error;    // standard error of the mean
    double        rounding; // differences below it count as equal; 0 before centre_round
    double        middle;   // the binomial probability that half the values lie below the median
    double        edge;     // Student's t at a confidence of 2⁻ⁿ, where the order statistics end
} Centre;

// Sorts `values` in place and keeps the pointer. count ≥ 1, every value finite.
void centre_init(double *values, int count, Centre *out);

// Declares that the values are rounded to multiples of this step, as times are to steps of the clock; equal values may differ by less. Call
// it once for each rounding of the values.
void centre_round(Centre *centre, double step);

double centre_value(const Centre *centre);           // the median of the values
double centre_at(const Centre *centre, double p);    // quantile of the confidence distribution, 0 < p < 1; NAN for one value
double centre_below(const Centre *centre, double x); // its inverse: confidence that the centre is below x; NAN for one value

// Summary of independent values: one per process if measured, or observations of an exact quantity.
typedef struct Estimate {
    bool   measured;
    int    count;
    double min, median, max;
    double low, high; // measured: ends of the 95 % interval (two values or more). Exact: quartiles (four values or more). Else NAN
} Estimate;

Estimate estimate_make(double *values, int count,
                       bool measured); // sorts the values; none may be NAN. count 0: all NAN. Measured and one infinite: no interval

// Evaluates `function` for `draw_count` draws of uniform variates in (0, 1), uniform[uniform_count], and sorts the results. If the function
// draws each sample by centre_at from a variate, statistics_quantile at 0.025 and 0.975 is the interval of the number. Dependent samples
// share a variate. If one result is NAN, as for a sample of one value, all are NAN.
typedef double (*IntervalFunction)(const double *uniform, void *context);
Status interval_draw(IntervalFunction function, void *context, int uniform_count, uint64_t seed, int draw_count,
                     double *draws) GNU_MUST_CHECK;

#endif
