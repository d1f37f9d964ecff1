#include "base/statistics.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "base/status.h"

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double statistics_quantile(const double *sorted, int count, double p)
{
    ASSERT(count >= 1 && p >= 0 && p <= 1);
    const double rank = (count - 1) * p;
    const int    below = (int)rank;
    const double part = rank - below;
    return part > 0 ? sorted[below] + part * (sorted[below + 1] - sorted[below]) : sorted[below];
}

double statistics_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return statistics_quantile(values, count, 0.5);
}

static double resample_median(const double *values, int count, Random *random, double *scratch)
{
    for (int i = 0; i < count; i++)
        scratch[i] = values[random_below(random, (uint64_t)count)];
    return statistics_median(scratch, count);
}

_Bool statistics_ratio_interval(const double *a, int a_count, const double *b, int b_count, int rounds, unsigned long long seed,
                                double interval[2])
{
    Random  random = {seed};
    double *scratch = malloc((size_t)(rounds + (a_count > b_count ? a_count : b_count)) * sizeof *scratch);
    if (!scratch)
        return 0;
    double *ratios = scratch + (a_count > b_count ? a_count : b_count);
    for (int i = 0; i < rounds; i++) {
        const double bottom = resample_median(a, a_count, &random, scratch);
        ratios[i] = resample_median(b, b_count, &random, scratch) / bottom;
    }
    qsort(ratios, (size_t)rounds, sizeof *ratios, compare);
    interval[0] = statistics_quantile(ratios, rounds, 0.025);
    interval[1] = statistics_quantile(ratios, rounds, 0.975);
    free(scratch);
    return 1;
}
