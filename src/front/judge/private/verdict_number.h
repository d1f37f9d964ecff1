// The number of a verdict from the samples of a group, and its interval.
#ifndef WEFT_JUDGE_VERDICT_NUMBER_H
#define WEFT_JUDGE_VERDICT_NUMBER_H

#include "judge/private/verdict_side.h"

// NAN without samples; may be infinite. dropped: number of points that a slope or rate omits.
double group_number(const VerdictSpec *spec, Side *a, Side *b, int group, int *dropped);

typedef struct Interval {
    double low, high;       // of this group: NAN if a sample has one process, or a value that is not finite
    double lowest, highest; // joint interval of `among` groups; accurate to some percent, and only if no bound is in low … high
    int    processes;       // smallest number of processes of a sample
} Interval;

// Needs a finite number and measured sides.
Status group_interval(const VerdictSpec *spec, Side *a, Side *b, int group, int among, Interval *out) GNU_MUST_CHECK;

#endif
