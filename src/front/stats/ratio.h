// Ratio of the centres of two samples of measured values, with its confidence distribution (interval.h).
//
// If both samples have values of exactly the same rounds, the ratio is the centre of their quotients by round. A slowdown of a whole round
// is in both values and cancels. Otherwise the samples count as independent, and the ratio is that of their centres. (Quotients of only the
// common rounds would discard values: two pairs out of three processes give no useful interval.) In both cases the rounding of each side's
// clock counts once. Tests: tests/unit_ratio.c.
#ifndef WEFT_STATS_RATIO_H
#define WEFT_STATS_RATIO_H

#include "base/random.h"
#include "stats/interval.h"

// One side: one value per process. count ≥ 1.
typedef struct RatioSample {
    const double  *values;
    const int64_t *rounds; // rounds of the values, ascending and positive; otherwise, or if NULL, they count as unknown
    int            count;
    double         rounding; // the values are multiples of this step of the clock; 0: exact
    double        *scratch;  // [count], used as long as the ratio is in use
} RatioSample;

typedef struct Ratio {
    double value;      // median of the quotients, or quotient of the medians
    bool   known;      // its distribution is known
    int    pairs;      // number of compared rounds; 0: two independent samples
    Centre centres[2]; // centre of the quotients, or centres of both samples
} Ratio;

// The ratio of one sample over another. Its distribution is unknown if a side has a single value, or if a value is not positive and finite.
void ratio_init(const RatioSample *of, const RatioSample *over, Ratio *out);

double ratio_below(const Ratio *ratio, double x);      // confidence that the ratio is below x; NAN if not known
double ratio_at(const Ratio *ratio, double p);         // its inverse, 0 < p < 1; NAN if not known
double ratio_draw(const Ratio *ratio, Random *random); // a value of the confidence distribution, which must be known

#endif
