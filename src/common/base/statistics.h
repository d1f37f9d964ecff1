// Statistics of small samples: order statistics only, since times have long tails and outliers.
#ifndef WEFT_BASE_STATISTICS_H
#define WEFT_BASE_STATISTICS_H

// The p-quantile, 0 ≤ p ≤ 1, of sorted[count], count ≥ 1: linear interpolation between order statistics at (count−1)·p (Hyndman and Fan
// 1996, type 7, the default of R and NumPy). At p = ½ this is the usual median for odd and even counts.
double statistics_quantile(const double *sorted, int count, double p);

void statistics_sort(double *values, int count); // ascending, in place; no value may be NAN

// Median of the values, which are sorted in place; count ≥ 1.
double statistics_median(double *values, int count);

#endif
