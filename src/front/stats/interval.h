// Intervals of the centre of small samples, and of numbers that are made of several centres.
//
// The values of a sample are independent: one of each process. Its centre is known as a confidence distribution (Xie and Singh
// 2013): the p-quantile of it is the upper end of the one-sided interval that covers the centre with confidence p, so that its quantiles at
// 0.025 and 0.975 are the ends of the 95 % interval.
// Between the least and the largest value these are the order statistics, interpolated as Hettmansperger and Sheather (1986), right for any
// shape. Beyond them, where 2⁻ⁿ of confidence is left at each end, it goes on as Student's t, which of two values it is throughout. Both on
// the logarithms where all values are positive: times are skew, and their ratios are what is compared. One value has no interval.
// tests/unit_interval.c says what such intervals cover (--table): 92 to 97 % of five distributions at n = 2 … 30, and of two modes from n =
// 4 on. A percentile bootstrap of the median covers 50 % at n = 2, 75 % at 3, 88 % at 4 and 93 % above.
#ifndef WEFT_STATS_INTERVAL_H
#define WEFT_STATS_INTERVAL_H

#include <stdint.h>

#include "base/status.h"

enum { INTERVAL_DRAWS = 4000 }; // enough for the ends of an interval: they lie within a quarter of a percent of confidence

typedef struct Centre {
    int           count;
    bool          positive; // all values are: error is of their logarithms
    const double *values;   // sorted; the caller's
    double        error;    // standard error of the mean
    double        rounding; // to which the values are equal, 0 before centre_round; of their logarithms as error is
    double        middle;   // the binomial probability that half the values lie below the median
    double        edge;     // of Student's t, where the order statistics end: at a confidence of 2⁻ⁿ
} Centre;

// Sorts `values` in place and keeps the pointer. count ≥ 1, every value finite.
void centre_init(double *values, int count, Centre *out);

// The values are rounded to multiples of this step, as times to those of the clock: equal ones may differ by less. Call it once for each
// rounding that went into the values.
void centre_round(Centre *centre, double step);

double centre_value(const Centre *centre);           // the median of the values
double centre_at(const Centre *centre, double p);    // quantile of the confidence distribution, 0 < p < 1; NAN for one value
double centre_below(const Centre *centre, double x); // its inverse: confidence that the centre is below x; NAN for one value

// What independent values come to: processes of what is measured, or observations of what is exact.
typedef struct Estimate {
    bool   measured;
    int    count;
    double least, median, most;
    double low, high; // measured: the ends of the 95 % interval, of two values or more. Exact: the quartiles, of four or more. Else NAN
} Estimate;

Estimate estimate_make(double *values, int count,
                       bool measured); // sorts the values, none of which is NAN; count 0: all NAN. Measured and one infinite: no interval

// Draws a number made of uniform variates in (0, 1), uniform[uniform_count], `draw_count` times and gives them sorted: statistics_quantile
// at 0.025 and 0.975 is the interval of a number made of samples, each drawn by centre_at from a variate. Samples that are not independent
// share one. All are NAN if one of them is, as it is with a sample of one value.
typedef double (*IntervalFunction)(const double *uniform, void *context);
Status interval_draw(IntervalFunction function, void *context, int uniform_count, uint64_t seed, int draw_count,
                     double *draws) GNU_MUST_CHECK;

#endif
