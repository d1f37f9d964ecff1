#include "base/statistics.h"

#include <stdlib.h>

#include "base/status.h"

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void statistics_sort(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
}

double statistics_quantile(const double *sorted, int count, double p)
{
    ASSERT(count >= 1 && p >= 0 && p <= 1);
    const double rank = (count - 1) * p;
    const int    below = (int)rank;
    const double part = rank - below;
    return part > 0 && sorted[below] < sorted[below + 1] ? sorted[below] + part * (sorted[below + 1] - sorted[below]) : sorted[below];
}

double statistics_median(double *values, int count)
{
    statistics_sort(values, count);
    return statistics_quantile(values, count, 0.5);
}
