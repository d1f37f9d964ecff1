// Statistics against samples whose answers were worked out by hand, or by R's default quantile.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "base/statistics.h"

// cmocka's own compares floats
#define assert_near(a, b, bound) assert_true(fabs((a) - (b)) <= (bound))

static void check(const double *values, int count, Summary want)
{
    double copy[16];
    memcpy(copy, values, (size_t)count * sizeof *copy);
    const Summary got = statistics_summary(copy, count);
    assert_int_equal(got.count, count);
    assert_near(got.min, want.min, 1e-15);
    assert_near(got.q1, want.q1, 1e-15);
    assert_near(got.median, want.median, 1e-15);
    assert_near(got.q3, want.q3, 1e-15);
    assert_near(got.max, want.max, 1e-15);
    assert_near(got.mad, want.mad, 1e-15);
}

static void test_hand_made(void **state)
{
    (void)state;
    check((double[]){7}, 1, (Summary){.min = 7, .q1 = 7, .median = 7, .q3 = 7, .max = 7, .mad = 0});
    check((double[]){4, 2}, 2, (Summary){.min = 2, .q1 = 2.5, .median = 3, .q3 = 3.5, .max = 4, .mad = 1});
    check((double[]){9, 1, 5}, 3, (Summary){.min = 1, .q1 = 3, .median = 5, .q3 = 7, .max = 9, .mad = 4});
    check((double[]){4, 1, 3, 2}, 4, (Summary){.min = 1, .q1 = 1.75, .median = 2.5, .q3 = 3.25, .max = 4, .mad = 1});
    check((double[]){5, 5, 5, 5, 5}, 5, (Summary){.min = 5, .q1 = 5, .median = 5, .q3 = 5, .max = 5, .mad = 0});
    check((double[]){1, 1, 2, 2, 4, 6, 9}, 7, (Summary){.min = 1, .q1 = 1.5, .median = 2, .q3 = 5, .max = 9, .mad = 1});
    // one outlier moves neither the median nor the spread
    check((double[]){10, 11, 12, 13, 14, 15, 16, 1000}, 8,
          (Summary){.min = 10, .q1 = 11.75, .median = 13.5, .q3 = 15.25, .max = 1000, .mad = 2});
    check((double[]){-3, 3, -1, 1, 0}, 5, (Summary){.min = -3, .q1 = -1, .median = 0, .q3 = 1, .max = 3, .mad = 1});
}

static void test_empty(void **state)
{
    (void)state;
    const Summary s = statistics_summary(NULL, 0);
    assert_int_equal(s.count, 0);
    assert_true(isnan(s.median) && isnan(s.q1) && isnan(s.mad));
}

// MAD without a second array must equal MAD by definition.
static void test_mad_by_definition(void **state)
{
    (void)state;
    Random random = {7};
    for (int round = 0; round < 500; round++) {
        double    values[16], distance[16];
        const int count = 1 + (int)random_below(&random, 16);
        for (int i = 0; i < count; i++)
            values[i] = (double)random_below(&random, 12);
        const Summary s = statistics_summary(values, count);
        for (int i = 0; i < count; i++)
            distance[i] = fabs(values[i] - s.median);
        assert_near(s.mad, statistics_median(distance, count), 1e-15);
    }
}

static void test_ratio_interval(void **state)
{
    (void)state;
    const double a[] = {10, 10.1, 9.9, 10.05, 9.95}, twice[] = {20, 20.1, 19.9, 20.05, 19.95};
    double       interval[2], again[2];
    assert_true(statistics_ratio_interval(a, 5, twice, 5, 2000, 1, interval));
    assert_true(interval[0] > 1.95 && interval[0] <= 2 && interval[1] >= 2 && interval[1] < 2.05);
    assert_true(statistics_ratio_interval(a, 5, twice, 5, 2000, 1, again));
    assert_true(interval[0] == again[0] && interval[1] == again[1]);
    assert_true(statistics_ratio_interval(a, 5, a, 5, 2000, 1, interval));
    assert_true(interval[0] <= 1 && interval[1] >= 1);
    assert_true(statistics_ratio_interval(a, 1, twice, 1, 100, 1, interval)); // one value each: no width
    assert_true(interval[0] == 2 && interval[1] == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hand_made), cmocka_unit_test(test_empty),
                                       cmocka_unit_test(test_mad_by_definition), cmocka_unit_test(test_ratio_interval)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
