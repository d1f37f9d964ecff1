// Intervals on simulated samples: how often they cover the centre, and how often two samples of the same distribution are called different.
// unit_interval --table prints all rates, with those of a percentile bootstrap of the median and of quartiles.
#include "base/random.h"
#include "base/statistics.h"
#include "check.h"
#include "stats/ratio.h"

// ---- distributions of known median ----

static double normal(Random *r)
{
    return sqrt(-2 * log(fmax(random_unit(r), 0x1p-54))) * cos(2 * M_PI * random_unit(r));
}

static double draw_normal(Random *r)
{
    return 1 + 0.03 * normal(r);
}

static double draw_disturbed(Random *r) // one in ten takes 1.35 times as long
{
    return (1 + 0.02 * normal(r)) * (random_unit(r) < 0.1 ? 1.35 : 1);
}

static double draw_exponential(Random *r)
{
    return 1 - 0.1 * log(fmax(random_unit(r), 0x1p-54));
}

static double draw_t3(Random *r)
{
    const double z = normal(r), a = normal(r), b = normal(r), c = normal(r);
    return 1 + 0.03 * z / sqrt((a * a + b * b + c * c) / 3);
}

static double draw_lognormal(Random *r)
{
    return exp(0.3 * normal(r));
}

static double draw_modes(Random *r) // two memory layouts, 10 % apart
{
    return (random_unit(r) < 0.6 ? 1 : 1.1) + 0.01 * normal(r);
}

static const struct {
    const char *name;
    double (*draw)(Random *r);
    double median; // of the mixtures: where 0.9 Φ(z) and 0.6 Φ(z) are ½
} SHAPES[] = {{"normal", draw_normal, 1},
              {"disturbed", draw_disturbed, 1 + 0.02 * 0.13971},
              {"exponential", draw_exponential, 1 + 0.1 * M_LN2},
              {"t3", draw_t3, 1},
              {"lognormal", draw_lognormal, 1},
              {"two modes", draw_modes, 1 + 0.01 * 0.96742}};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof *SHAPES, LARGEST = 200 };
static const int COUNTS[] = {2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 30};
enum { COUNT_COUNT = sizeof COUNTS / sizeof *COUNTS };

static void draw_sample(int shape, int count, Random *r, double *out)
{
    for (int i = 0; i < count; i++)
        out[i] = SHAPES[shape].draw(r);
}

// ---- coverage of intervals ----

static bool covers(double *values, int count, double centre)
{
    Centre c;
    centre_init(values, count, &c);
    return centre_at(&c, 0.025) <= centre && centre <= centre_at(&c, 0.975);
}

static double coverage(int shape, int count, int rounds)
{
    Random r = {(uint64_t)(100 * shape + count)};
    int    covered = 0;
    for (int i = 0; i < rounds; i++) {
        double values[LARGEST];
        draw_sample(shape, count, &r, values);
        covered += covers(values, count, SHAPES[shape].median);
    }
    return (double)covered / rounds;
}

// Coverage for samples from processes that differ from each other. A process contributes the median of five repetitions or, if pooled, all
// of them as if they were independent.
static double nested_coverage(double between, int processes, bool pooled, int rounds)
{
    enum { EACH = 5 };
    Random r = {(uint64_t)processes};
    int    covered = 0;
    for (int i = 0; i < rounds; i++) {
        double all[LARGEST], values[LARGEST];
        for (int p = 0; p < processes; p++) {
            const double centre = 1 + 0.03 * sqrt(between) * normal(&r);
            for (int k = 0; k < EACH; k++)
                all[p * EACH + k] = centre + 0.03 * normal(&r);
            memcpy(values, all + (size_t)p * EACH, EACH * sizeof *values);
            values[p + EACH] = statistics_median(values, EACH); // after the part in use
            all[LARGEST - 1 - p] = values[p + EACH];
        }
        for (int p = 0; p < processes; p++)
            values[p] = all[LARGEST - 1 - p];
        covered += covers(pooled ? all : values, pooled ? processes * EACH : processes, 1);
    }
    return (double)covered / rounds;
}

// Whether the interval of the ratio covers 1.
static bool ratio_covers(const double *of, const double *over, const int64_t *rounds, const int counts[2])
{
    double            scratch[2][LARGEST];
    const RatioSample sides[2] = {{of, rounds, counts[0], 0, scratch[0]}, {over, rounds, counts[1], 0, scratch[1]}};
    Ratio             ratio;
    ratio_init(&sides[0], &sides[1], &ratio);
    const double below = ratio_below(&ratio, 1);
    return 0.025 <= below && below <= 0.975;
}

static double ratio_coverage(int shape, int a_count, int b_count, int rounds)
{
    Random r = {(uint64_t)(10000 + 1000 * shape + 40 * a_count + b_count)};
    int    covered = 0;
    for (int i = 0; i < rounds; i++) {
        double a[LARGEST], b[LARGEST];
        draw_sample(shape, a_count, &r, a);
        draw_sample(shape, b_count, &r, b);
        covered += ratio_covers(b, a, NULL, (const int[]){b_count, a_count});
    }
    return (double)covered / rounds;
}

// Coverage of the pairwise ratio: drift makes both processes of a pair longer.
static double paired_coverage(int shape, int count, int rounds)
{
    Random r = {(uint64_t)(5000 + 100 * shape + count)};
    int    covered = 0;
    for (int i = 0; i < rounds; i++) {
        double  a[LARGEST], b[LARGEST];
        int64_t of_values[LARGEST];
        draw_sample(shape, count, &r, a);
        draw_sample(shape, count, &r, b);
        for (int k = 0; k < count; k++) {
            const double hour = exp(0.3 * normal(&r));
            a[k] *= hour;
            b[k] *= hour;
            of_values[k] = k + 1;
        }
        covered += ratio_covers(b, a, of_values, (const int[]){count, count});
    }
    return (double)covered / rounds;
}

// ---- the table ----

static double other_coverage(int shape, int count, int rounds, bool bootstrap)
{
    enum { DRAWS = 400 };
    Random r = {(uint64_t)(100 * shape + count)};
    int    covered = 0;
    for (int i = 0; i < rounds; i++) {
        double values[LARGEST], again[LARGEST], medians[DRAWS], low = 0, high = 0;
        draw_sample(shape, count, &r, values);
        for (int k = 0; k < DRAWS && bootstrap; k++) {
            for (int v = 0; v < count; v++)
                again[v] = values[random_below(&r, (uint64_t)count)];
            medians[k] = statistics_median(again, count);
        }
        double   *sorted = bootstrap ? medians : values;
        const int sorted_count = bootstrap ? DRAWS : count;
        statistics_median(sorted, sorted_count);
        low = statistics_quantile(sorted, sorted_count, bootstrap ? 0.025 : 0.25);
        high = statistics_quantile(sorted, sorted_count, bootstrap ? 0.975 : 0.75);
        covered += low <= SHAPES[shape].median && SHAPES[shape].median <= high;
    }
    return (double)covered / rounds;
}

typedef struct Largest {
    Centre centres[20];
    int    count;
} Largest;

static double largest(const double *uniform, void *context)
{
    const Largest *l = context;
    double         max = -INFINITY;
    for (int i = 0; i < l->count; i++)
        max = fmax(max, centre_at(&l->centres[i], uniform[i]));
    return max;
}

static double largest_coverage(int groups, int count, int rounds)
{
    Random         r = {7};
    static Largest l;
    static double  values[20][LARGEST], draws[INTERVAL_DRAWS];
    int            covered = 0;
    l.count = groups;
    for (int i = 0; i < rounds; i++) {
        for (int g = 0; g < groups; g++) {
            draw_sample(0, count, &r, values[g]);
            centre_init(values[g], count, &l.centres[g]);
        }
        assert_ok(interval_draw(largest, &l, groups, random_bits(&r), 1000, draws));
        covered += statistics_quantile(draws, 1000, 0.025) <= 1 && 1 <= statistics_quantile(draws, 1000, 0.975);
    }
    return (double)covered / rounds;
}

static void print_head(const char *title)
{
    printf("\n%s\n%-24s", title, "n");
    for (int k = 0; k < COUNT_COUNT; k++)
        printf(" %5d", COUNTS[k]);
    putchar('\n');
}

static void print_table(void)
{
    enum { ROUNDS = 20000, FEW = 2000 };
    static const double BETWEEN[] = {0, 1, 2.5};
    print_head("coverage of the 95 % interval of a centre");
    for (int s = 0; s < SHAPE_COUNT; s++) {
        printf("%-24s", SHAPES[s].name);
        for (int k = 0; k < COUNT_COUNT; k++)
            printf(" %5.3f", coverage(s, COUNTS[k], ROUNDS));
        for (int other = 1; other >= 0; other--) {
            printf("\n  %-22s", other ? "percentile bootstrap" : "quartiles");
            for (int k = 0; k < COUNT_COUNT; k++)
                printf(" %5.3f", other_coverage(s, COUNTS[k], FEW, other));
        }
        putchar('\n');
    }
    print_head("of n processes with five repetitions each: variance between over that within");
    for (int b = 0; b < 3; b++)
        for (int pooled = 0; pooled < 2; pooled++) {
            printf("%4.1f %-19s", BETWEEN[b], pooled ? "pooled repetitions" : "processes");
            for (int k = 0; k < COUNT_COUNT && COUNTS[k] * 5 < LARGEST; k++)
                printf(" %5.3f", nested_coverage(BETWEEN[b], COUNTS[k], pooled, ROUNDS));
            putchar('\n');
        }
    print_head("calls of a difference between two equal samples (interval of the ratio excludes 1)");
    for (int s = 0; s < SHAPE_COUNT; s++) {
        printf("%-24s", SHAPES[s].name);
        for (int k = 0; k < COUNT_COUNT; k++)
            printf(" %5.3f", 1 - ratio_coverage(s, COUNTS[k], COUNTS[k], FEW));
        putchar('\n');
    }
    print_head("the same, of ratios pair by pair");
    for (int s = 0; s < SHAPE_COUNT; s++) {
        printf("%-24s", SHAPES[s].name);
        for (int k = 0; k < COUNT_COUNT; k++)
            printf(" %5.3f", 1 - paired_coverage(s, COUNTS[k], FEW));
        putchar('\n');
    }
    printf("\ndrawn interval of the largest of k equal centres, n = 5, normal\n");
    for (int k = 1; k <= 20; k = k < 5 ? k + 1 : 2 * k)
        printf("k %-2d %5.3f\n", k, largest_coverage(k, 5, FEW));
}

// ---- tests ----

// With two modes, of which the lower has 60 %, all values of a sample may be in the upper one. This happens in 16 % of samples of two, and
// in 6 % of samples of three. These values give no hint of the other mode.
static double least_coverage(int shape, int count)
{
    return strcmp(SHAPES[shape].name, "two modes") == 0 && count < 4 ? 0.83 + 0.05 * (count == 3) : 0.92;
}

TEST(test_coverage)
{
    for (int s = 0; s < SHAPE_COUNT; s++)
        for (int k = 0; k < COUNT_COUNT; k++) {
            const double got = coverage(s, COUNTS[k], 4000);
            if (!(got >= least_coverage(s, COUNTS[k]) && got <= 0.99))
                fail_msg("%s, n %d: %.3f", SHAPES[s].name, COUNTS[k], got);
        }
}

TEST(test_pairs)
{
    for (int s = 0; s < SHAPE_COUNT; s++)
        for (int k = 0; k < COUNT_COUNT; k++) {
            const double got = paired_coverage(s, COUNTS[k], 4000);
            if (!(got >= 0.92 && got <= 0.99))
                fail_msg("%s, n %d: %.3f", SHAPES[s].name, COUNTS[k], got);
        }
}

TEST(test_processes_vary)
{
    static const double BETWEEN[] = {0, 1, 2.5};
    for (int b = 0; b < 3; b++)
        for (int n = 2; n <= 20; n = n < 8 ? n + 1 : 2 * n) {
            const double got = nested_coverage(BETWEEN[b], n, false, 4000);
            if (!(got >= 0.92 && got <= 0.99))
                fail_msg("between %g, n %d: %.3f", BETWEEN[b], n, got);
        }
    assert_true(nested_coverage(2.5, 5, true, 4000) < 0.8); // coverage if repetitions are pooled
}

TEST(test_false_calls)
{
    static const int PAIRS[][2] = {{2, 2}, {3, 3}, {5, 5}, {3, 10}, {6, 6}, {10, 10}, {30, 30}};
    for (int s = 0; s < SHAPE_COUNT; s++)
        for (size_t k = 0; k < sizeof PAIRS / sizeof *PAIRS; k++) {
            const double calls = 1 - ratio_coverage(s, PAIRS[k][0], PAIRS[k][1], 500);
            if (!(calls <= 0.06))
                fail_msg("%s, %d and %d: %.3f", SHAPES[s].name, PAIRS[k][0], PAIRS[k][1], calls);
        }
}

// By hand: Student's t of two values; order statistics of five, of which the lowest covers 31/32, and of ten.
TEST(test_known_values)
{
    Centre c;
    double two[] = {1, M_E * M_E}, five[] = {3, 1, 2, 5, 4}, shifted[] = {-3, -1, -2, -5, -4};
    double ten[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, one[] = {4}, equal[] = {2, 2, 2};
    centre_init(two, 2, &c);
    assert_near(log(centre_at(&c, 0.975)), 1 + 12.706204736, 1e-8);
    assert_near(log(centre_at(&c, 0.5)), 1, 1e-12);
    centre_init(shifted, 5, &c); // not all positive: no logarithms
    assert_false(c.positive);
    assert_near(centre_at(&c, 1.0 / 32), -5, 1e-12);
    assert_near(centre_at(&c, 6.0 / 32), -4, 1e-12);
    assert_near(centre_at(&c, 0.025), -5 - (2.776445105 - 2.562084319) * sqrt(2.5 / 5), 1e-6);
    centre_init(five, 5, &c);
    assert_near(centre_value(&c), 3, 0);
    assert_true(five[0] == 1 && five[4] == 5); // sorted in place
    centre_init(ten, 10, &c);
    assert_near(centre_at(&c, 11.0 / 1024), 2, 1e-12);
    assert_near(centre_at(&c, 56.0 / 1024), 3, 1e-12);
    assert_near(centre_at(&c, 1 - 11.0 / 1024), 9, 1e-12);
    assert_true(centre_at(&c, 0.025) > 2 && centre_at(&c, 0.025) < 3 && centre_at(&c, 1e-4) < 1);
    centre_init(one, 1, &c);
    assert_true(isnan(centre_at(&c, 0.5)) && isnan(centre_below(&c, 4)) && centre_value(&c) == 4);
    centre_init(equal, 3, &c);
    assert_true(centre_at(&c, 0.025) == 2 && centre_at(&c, 0.975) == 2);
    assert_true(centre_below(&c, 1.9) == 0 && centre_below(&c, 2.1) == 1);
    centre_round(&c, 0.1); // the true values are between 1.95 and 2.05
    assert_true(centre_at(&c, 0.025) < 1.96 && centre_at(&c, 0.975) > 2.04 && centre_value(&c) == 2);
    double many[] = {2, 2, 2, 2, 2, 2, 2, 2};
    centre_init(many, 8, &c);
    centre_round(&c, 0.1);
    assert_near(centre_at(&c, 0.025), 2 * exp(-0.475 * 0.05), 1e-12);
    assert_near(centre_at(&c, 0.975), 2 * exp(0.475 * 0.05), 1e-12);
}

TEST(test_inverse)
{
    Random r = {3};
    for (int n = 2; n <= 100; n = n < 12 ? n + 1 : 2 * n) {
        double values[100], last = -INFINITY;
        Centre c;
        draw_sample(4, n, &r, values);
        centre_init(values, n, &c);
        centre_round(&c, 0.01 * (n % 3));
        for (double p = n == 2 ? 1e-3 : 1e-6; p < 1; p += p < 0.01 ? p : 0.0099) {
            const double at = centre_at(&c, p);
            assert_true(at >= last);
            assert_near(centre_below(&c, at), p, 1e-9);
            last = at;
        }
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--table") == 0) {
        print_table();
        return 0;
    }
    return tests_run();
}
