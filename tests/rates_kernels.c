// The kernels of measure/rates.c and measure/peak_flops.c, compiled for each instruction set with wide_main.c: they keep the contents of
// their memory and do the operations that they count. How fast they are compared with plain loops: bench/micro/micro_bandwidth.c.
#include "check.h"
#include "measure/private/peak_flops.h"
#include "measure/rates.h"
#include "wide_tests.h"

// Sets of a few cache lines more or less, whose part of a thread is no multiple of a register. rates_bandwidth fails when the memory has
// lost its contents.
static void every_pass_keeps_its_memory(void **state)
{
    for (int threads = 1; threads <= 2; threads++)
        for (int64_t bytes = 1 << 14; bytes <= 1 << 18; bytes = 4 * bytes + 200) {
            Bandwidth set;
            assert_ok(rates_bandwidth(threads, bytes, &set));
            assert_int_equal(set.bytes, bytes);
            assert_true(isfinite(set.read) && set.read > 0);
            assert_true(isfinite(set.update) && set.update > 0);
            assert_true(isfinite(set.triad) && set.triad > 0);
        }
}

// Every chain of every lane ends at 1, so the value is the number of chains. Each has two operations in every round.
static void operations_are_counted(void **state)
{
    const int64_t rounds = 1000;
    const PeakRun f32 = peak_flops_f32(rounds), f64 = peak_flops_f64(rounds);
    assert_near(f32.operations, 2.0 * (double)rounds * f32.value, 1e-6 * f32.operations);
    assert_near(f64.operations, 2.0 * (double)rounds * f64.value, 1e-6 * f64.operations);
    assert_near(f32.operations, 2 * f64.operations, 0); // a register holds twice as many
}

int wide_tests(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(operations_are_counted), cmocka_unit_test(every_pass_keeps_its_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
