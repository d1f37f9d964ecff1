// Ratio of the centres of two samples of measured values, with its confidence distribution (interval.h).
//
// Where both samples have values of the same rounds, one for one, the ratio is the centre of their quotients round by round: what slows a
// whole round is in both values and cancels. (With some of the rounds missing on a side, quotients of the others would leave values out:
// two pairs of three processes bound nothing.) Otherwise the samples are independent, and the ratio is that of their centres. In both cases
// the rounding of each side's clock is counted once. The tests are in tests/unit_ratio.c.
#ifndef WEFT_STATS_RATIO_H
#define WEFT_STATS_RATIO_H

#include "base/random.h"
#include "stats/interval.h"

// One side: a value of each process. count ≥ 1.
typedef struct RatioSample {
    const double  *values;
    const int64_t *rounds; // of the values; NULL: not known, as all are of a sample with a round ≤ 0 or rounds that do not ascend
    int            count;
    double         rounding; // the values are multiples of this step of the clock; 0: exact
    double        *scratch;  // [count]: the ratio keeps it as long as it is used
} RatioSample;

typedef struct Ratio {
    double value;      // median of the quotients, or quotient of the medians
    bool   known;      // its distribution
    int    pairs;      // rounds that are compared; 0: two independent samples
    Centre centres[2]; // of the quotients; or of both samples
} Ratio;

// The ratio of one sample over another. Its distribution is not known with a single value on a side, nor with values that are not positive
// and finite.
void ratio_init(const RatioSample *of, const RatioSample *over, Ratio *out);

double ratio_below(const Ratio *ratio, double x);      // confidence that the ratio is below x; NAN if not known
double ratio_at(const Ratio *ratio, double p);         // its inverse, 0 < p < 1; NAN if not known
double ratio_draw(const Ratio *ratio, Random *random); // a value of the confidence distribution, which must be known

#endif
