// The number that a verdict makes of the samples of a group, and its interval.
#ifndef WEFT_JUDGE_VERDICT_NUMBER_H
#define WEFT_JUDGE_VERDICT_NUMBER_H

#include "judge/private/verdict_side.h"

// NAN when there are no samples; may be infinite. dropped: counts points that a slope or rate leaves out.
double group_number(const VerdictSpec *spec, Side *a, Side *b, int group, int *dropped);

typedef struct Interval {
    double low, high;       // of this group: NAN where a sample is of one process, or has a value that is not finite
    double lowest, highest; // such that those of `among` groups hold together; exact to some percent where a bound is not in low … high
    int    processes;       // the fewest of a sample
} Interval;

// Of a finite number of sides that are measured.
Status group_interval(const VerdictSpec *spec, Side *a, Side *b, int group, int among, Interval *out) GNU_MUST_CHECK;

#endif
