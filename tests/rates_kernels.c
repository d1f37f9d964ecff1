// The kernels of measure/rates.c against plain loops that the compiler makes of the same instruction set, in the same run: what is read,
// updated and added at full speed must not be slower than what anybody would write, nor faster than any machine. Compiled once for each
// instruction set, with wide_main.c.
#include "base/clock.h"
#include "base/gnu.h"
#include "check.h"
#include "measure/rates.h"
#include "wide_tests.h"

// Best of several tries, as other load can only slow a loop down; both sides go on until they agree or TRIES are used up.
enum { TRIES = 30 };

static volatile uint64_t sink;

static GNU_NO_INLINE uint64_t plain_read(const uint64_t *a, int64_t count, uint64_t bits)
{
    for (int64_t i = 0; i < count; i++)
        bits |= a[i];
    return bits;
}

static GNU_NO_INLINE void plain_update(double *a, int64_t count, double s)
{
    for (int64_t i = 0; i < count; i++)
        a[i] *= s;
}

static GNU_NO_INLINE void plain_triad(double *restrict a, const double *restrict b, const double *restrict c, int64_t count, double s)
{
    for (int64_t i = 0; i < count; i++)
        a[i] = b[i] + s * c[i];
}

static double per_second(double bytes, int64_t start)
{
    return 1e9 * bytes / (double)(clock_ns() - start);
}

// One sample of each, a few hundred microseconds long, over `bytes` at `data`, which has room for gaps between three arrays.
static Bandwidth plain_sample(double *data, int64_t bytes)
{
    const int64_t count = bytes / 8, third = count / 3, passes = (INT64_C(1) << 26) / bytes, gap = third + 300;
    const double  moved = 8.0 * (double)count * (double)passes;
    Bandwidth     plain = {.bytes = bytes};
    uint64_t      bits = plain_read((const uint64_t *)(const void *)data, count, 0);
    int64_t       start = clock_ns();
    for (int64_t p = 0; p < passes; p++)
        bits = plain_read((const uint64_t *)(const void *)data, count, bits);
    plain.read = per_second(moved, start);
    sink += bits;
    plain_update(data, count, 1);
    start = clock_ns();
    for (int64_t p = 0; p < passes; p++)
        plain_update(data, count, p & 1 ? 0.5 : 2);
    plain.update = per_second(2 * moved, start);
    plain_triad(data, data + gap, data + 2 * gap, third, 0.5);
    start = clock_ns();
    for (int64_t p = 0; p < passes; p++)
        plain_triad(data, data + gap, data + 2 * gap, third, p & 1 ? 0.5 : 0.25);
    plain.triad = per_second(24.0 * (double)third * (double)passes, start);
    return plain;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static void keep_best(Bandwidth *best, const Bandwidth *sampled)
{
    best->read = larger(best->read, sampled->read);
    best->update = larger(best->update, sampled->update);
    best->triad = larger(best->triad, sampled->triad);
}

// A loop of the compiler's may move a quarter of what the kernels do: half as many loads a cycle, of registers half as wide.
static bool plausible(double rate, double plain)
{
    return rate > 0.8 * plain && rate < 8 * plain;
}

static void check_set(int64_t bytes)
{
    Bandwidth rates = {.bytes = bytes}, plain = rates;
    double   *data = aligned_alloc(64, (size_t)(2 * bytes + 65536));
    bool      good = false;
    assert_non_null(data);
    for (int64_t i = 0; i < (2 * bytes + 65536) / 8; i++)
        data[i] = 1;
    for (int try = 0; try < TRIES && !good; try++) {
        Bandwidth    measured;
        const Status status = rates_bandwidth(1, bytes, &measured);
        assert_true(status.code == STATUS_OK);
        keep_best(&rates, &measured);
        for (int i = 0; i < RATES_SAMPLES; i++) {
            const Bandwidth sampled = plain_sample(data, bytes);
            keep_best(&plain, &sampled);
        }
        good = rates_agree(&rates) && plausible(rates.read, plain.read) && plausible(rates.update, plain.update) &&
               plausible(rates.triad, plain.triad);
    }
    free(data);
    if (!good)
        fail_msg("%lld KiB: read %.1f GB/s, update %.1f, triad %.1f; plain loops: read %.1f, update %.1f, triad %.1f",
                 (long long)bytes >> 10, rates.read * 1e-9, rates.update * 1e-9, rates.triad * 1e-9, plain.read * 1e-9, plain.update * 1e-9,
                 plain.triad * 1e-9);
}

static void kernels_are_not_slower_than_plain_loops(void **state)
{
    for (int64_t bytes = 1 << 14; bytes <= 1 << 20; bytes *= 4)
        check_set(bytes);
}

int wide_tests(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernels_are_not_slower_than_plain_loops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
