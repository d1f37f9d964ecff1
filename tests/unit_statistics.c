// Statistics of samples, against results by hand or by R's default quantile.
#include "check.h"
#include "stats/interval.h"

// Exact values: quartiles, from four values on.
static void check(const double *values, int count, double min, double q1, double median, double q3, double max)
{
    double copy[16];
    memcpy(copy, values, (size_t)count * sizeof *copy);
    const Estimate got = estimate_make(copy, count, false);
    assert_true(got.count == count && !got.measured);
    assert_near(got.min, min, 1e-15);
    assert_near(got.median, median, 1e-15);
    assert_near(got.max, max, 1e-15);
    assert_true(isnan(q1) ? isnan(got.low) : fabs(got.low - q1) <= 1e-15);
    assert_true(isnan(q3) ? isnan(got.high) : fabs(got.high - q3) <= 1e-15);
}

TEST(test_hand_made)
{
    check((double[]){7}, 1, 7, NAN, 7, NAN, 7);
    check((double[]){4, 2}, 2, 2, NAN, 3, NAN, 4);
    check((double[]){9, 1, 5}, 3, 1, NAN, 5, NAN, 9);
    check((double[]){4, 1, 3, 2}, 4, 1, 1.75, 2.5, 3.25, 4);
    check((double[]){5, 5, 5, 5, 5}, 5, 5, 5, 5, 5, 5);
    check((double[]){1, 1, 2, 2, 4, 6, 9}, 7, 1, 1.5, 2, 5, 9);
    // one outlier changes neither the median nor the spread
    check((double[]){10, 11, 12, 13, 14, 15, 16, 1000}, 8, 10, 11.75, 13.5, 15.25, 1000);
    check((double[]){-3, 3, -1, 1, 0}, 5, -3, -1, 0, 1, 3);
}

// Measured values: an interval, from two values on, wider than the quartiles.
TEST(test_measured)
{
    double         values[] = {3, 1, 2, 5, 4}, one[] = {3}, two[] = {1, 2};
    const Estimate five = estimate_make(values, 5, true), alone = estimate_make(one, 1, true), pair = estimate_make(two, 2, true);
    assert_true(five.measured && five.count == 5 && five.median == 3);
    assert_true(five.low < 1 && five.low > 0.5 && five.high > 5);
    assert_true(alone.median == 3 && isnan(alone.low) && isnan(alone.high));
    assert_true(pair.low < 0.1 && pair.high > 20);
}

TEST(test_empty)
{
    const Estimate e = estimate_make(NULL, 0, true);
    assert_true(e.count == 0 && isnan(e.median) && isnan(e.low) && isnan(e.high));
}
