// Compare: two stores, case by case.
#ifndef WEFT_REPORT_COMPARE_H
#define WEFT_REPORT_COMPARE_H

#include <stdio.h>

#include "store/store.h"

// For each case key measured in both (in each: under the build that measured it last): the median time per step of both, the ratio b/a,
// and its 95 % interval. The interval is a percentile bootstrap over repetitions (seeded, the same every time); with fewer than
// three repetitions on a side there is none, and no verdict. Then the geometric mean of the ratios, and the number of cases that only one
// has. STATUS_INPUT when no case is in both; STATUS_IO when `out` cannot be written.
Status report_compare(Store *a, Store *b, FILE *out) GNU_MUST_CHECK;

#endif
