// Rates of a machine: plausible rates, and rates from bytes and known times. A test cannot know how fast this machine is.
#include "fake_store.h"
#include "worker/private/rates_job.h"

enum { DOUBLINGS = 1 };
static const int64_t LARGEST = INT64_C(16384) << DOUBLINGS;

// Operations or bytes per second. A wrong power of ten, as from milliseconds or GB/s, is out of range.
static void check_rate(double rate)
{
    if (!(rate > 1e3 && rate < 1e16))
        fail_msg("%g per second", rate);
}

static void check_rates(const Rates *rates, int threads)
{
    assert_int_equal(rates->threads, threads);
    assert_int_equal(rates->set_count, 4 * DOUBLINGS + 1);
    for (int i = 0; i < rates->set_count; i++) {
        const Bandwidth *set = &rates->sets[i];
        assert_near((double)set->bytes, 16384 * exp2(0.25 * i), 1e-3 * (double)set->bytes);
        check_rate(set->read);
        check_rate(set->update);
        check_rate(set->triad);
    }
    check_rate(rates->flops.f32);
    check_rate(rates->flops.f64);
}

TEST(one_thread)
{
    Rates rates;
    assert_ok(rates_measure(1, LARGEST, &rates));
    check_rates(&rates, 1);
}

TEST(two_threads)
{
    Rates rates;
    assert_ok(rates_measure(2, LARGEST, &rates));
    check_rates(&rates, 2);
}

// 301 lines of 64 bytes for each of two threads, ten times in 5 µs at best: 385,280 bytes. An update moves each line twice. A triad has
// three arrays of 100 lines and does not use the last line.
TEST(bytes_of_a_pass)
{
    static const struct {
        BandwidthPass pass;
        double        bytes;
    } EXPECTED[] = {{BANDWIDTH_READ, 385280}, {BANDWIDTH_UPDATE, 770560}, {BANDWIDTH_TRIAD, 384000}};
    for (int k = 0; k < 3; k++) {
        int64_t ns[RATES_SAMPLES] = {9000, 5001, 6000, 70000, 5000, 6000, 8000};
        assert_near(rates_bandwidth_of(EXPECTED[k].pass, 301, 2, 10, ns), EXPECTED[k].bytes / 5e-6, 1e-3);
    }
}

TEST(rows_are_in_units_of_1e9)
{
    const Rates rates = {
        .threads = 2, .set_count = 1, .sets = {{.bytes = 4096, .read = 5e9, .update = 3e9, .triad = 7e9}}, .flops = {11e9, 13e9}};
    json_t *row = rates_job_row(&rates), *set = json_array_get(json_object_get(row, "sets"), 0), *flops = json_object_get(row, "flops");
    assert_int_equal(json_integer_value(json_object_get(row, "threads")), 2);
    assert_int_equal(json_integer_value(json_object_get(set, "bytes")), 4096);
    assert_near(json_number_value(json_object_get(set, "read")), 5, 1e-12);
    assert_near(json_number_value(json_object_get(set, "update")), 3, 1e-12);
    assert_near(json_number_value(json_object_get(set, "triad")), 7, 1e-12);
    assert_near(json_number_value(json_object_get(flops, "f32")), 11, 1e-12);
    assert_near(json_number_value(json_object_get(flops, "f64")), 13, 1e-12);
    json_decref(row);
}

// A triad reads two thirds of its bytes and an update half, so reading alone cannot take longer. Contradictory rates are left out.
TEST(rates_that_disagree_are_left_out)
{
    static const struct {
        double read, update, triad;
        bool   agree;
    } SETS[] = {{24e9, 61e9, 87e9, false},
                {480e9, 491e9, 706e9, true},
                {41e9, 20e9, 70e9, false},
                {44e9, 98e9, 20e9, false},
                {46e9, 98e9, 70e9, true}};
    Rates rates = {.threads = 1, .set_count = 5, .flops = {11e9, 13e9}};
    for (int i = 0; i < 5; i++)
        rates.sets[i] = (Bandwidth){.bytes = 4096 << i, .read = SETS[i].read, .update = SETS[i].update, .triad = SETS[i].triad};
    json_t *row = rates_job_row(&rates);
    for (int i = 0; i < 5; i++) {
        static const char *const NAMES[] = {"read", "update", "triad"};
        const json_t *const      set = json_array_get(json_object_get(row, "sets"), (size_t)i);
        assert_int_equal(rates_agree(&rates.sets[i]), SETS[i].agree);
        assert_int_equal(json_integer_value(json_object_get(set, "bytes")), 4096 << i);
        for (int k = 0; k < 3; k++)
            assert_true(SETS[i].agree ? json_is_real(json_object_get(set, NAMES[k])) : json_is_null(json_object_get(set, NAMES[k])));
    }
    json_decref(row);
}

// Each thread has at least 4 KiB; smaller sets are left out.
TEST(small_sets_are_left_out)
{
    Rates rates;
    assert_ok(rates_measure(8, 1 << 16, &rates));
    assert_int_equal(rates.set_count, 5);
    assert_int_equal(rates.sets[0].bytes, 1 << 15);
}

TEST(a_single_set)
{
    Bandwidth set;
    assert_ok(rates_bandwidth(1, 3 << 16, &set));
    assert_int_equal(set.bytes, 3 << 16);
    check_rate(set.read);
    check_rate(set.triad);
}

TEST(too_much_memory_is_refused)
{
    Bandwidth set;
    assert_fails(rates_bandwidth(1, INT64_C(1) << 60, &set), STATUS_MEMORY, "MiB of the bandwidth measurement");
}
