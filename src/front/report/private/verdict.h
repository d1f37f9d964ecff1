// Verdicts: whether the data shows what an experiment claims, and by how much.
//
// Samples. A row of the data with a value is a sample; repetitions of a case become one sample per point (step, iteration, constraint, …),
// their median; of data by repetition each repetition is its own median first, and a case gives one sample. A statistic makes one number
// of the samples of a side; `last` is the median of those at the last step, and at its last iteration, of each case.
// Numbers. value: the statistic of A, the side `of`. ratio: that over the statistic of B, `against`. change: |A/B − 1|. With `expected`,
// each sample has its own B, and the statistic is taken of the ratios or changes; without a given one it is the sample nearest to breaking
// a bound. slope: the least-squares slope of log10 of the statistic at each value of `over` against log10 of that; what is not above zero
// has no logarithm and is left out. rate: the factor from one `over` to the next, ten to the slope of log10 against `over` itself.
// Answers. Within each group of `for_each` the number must lie strictly between the bounds. One that does not makes the answer no. A group
// of A without samples of B, or whose number is not finite because some sample is not, is not measured, and then the whole is not, unless
// it is a no already. So it is where a case that the filters want diverged, failed or was not run: it may be the one that says no. One that
// never reached its target needs infinite time and iterations, and numbers of unlike sign have no ratio. The worst group is the one nearest
// to a bound, or furthest beyond.
#ifndef WEFT_REPORT_VERDICT_H
#define WEFT_REPORT_VERDICT_H

#include "experiment/figure_spec.h"
#include "report/private/dataset.h"

typedef enum VerdictAnswer { VERDICT_YES, VERDICT_NO, VERDICT_UNKNOWN } VerdictAnswer;

typedef struct VerdictResult {
    const VerdictSpec *spec;
    VerdictAnswer      answer;
    double             number;               // of the worst group that was measured; NAN when none was
    char               worst[SPEC_TEXT_MAX]; // that group, "n 64, xpbd"; "" without for_each or when none was measured
    char               note[SPEC_TEXT_MAX];  // what a reader must know, or ""
    int                samples, against;     // of the sides, in all groups
    int                groups;               // of A
} VerdictResult;

Status verdict_compute(Dataset *dataset, const VerdictSpec *spec, VerdictResult *out) GNU_MUST_CHECK;

// How far a number is inside of the bounds; negative outside, 0 on one of them.
double verdict_margin(const VerdictSpec *spec, double number);

#endif
