// Estimates of the time on more threads, against closed forms.
#include "run/scaling.h"

#include "check.h"

TEST(one_and_two_threads_are_as_measured)
{
    for (int k = 0; k < 5; k++) {
        const ScalingTimes times = {8, 4 + k, 0.5 * (k > 0)}; // the second thread: from perfect to useless
        assert_near(scaling_shared(&times, 1), 8, 1e-12);
        assert_near(scaling_serial(&times, 1), 8, 1e-12);
        assert_near(scaling_shared(&times, 2), times.two, 1e-12);
        assert_near(scaling_serial(&times, 2), times.two, 1e-12);
    }
}

TEST(a_perfect_second_thread_is_followed_by_others)
{
    const ScalingTimes times = {8, 4, 0};
    assert_near(scaling_shared(&times, 16), 0.5, 1e-12);
    assert_near(scaling_serial(&times, 16), 0.5, 1e-12);
}

// f = 1/4: 8 (1/4 + 3/4/p); s = 1/2: 8/p (1 + (1 − 1/p)/2).
TEST(a_loss_is_serial_or_shared)
{
    const ScalingTimes times = {8, 5, 0};
    assert_near(scaling_serial(&times, 4), 3.5, 1e-12);
    assert_near(scaling_shared(&times, 4), 2.75, 1e-12);
    for (int p = 3; p <= 1024; p++)
        assert_true(scaling_serial(&times, p) > scaling_shared(&times, p));
}

TEST(barriers_grow_with_the_threads)
{
    const ScalingTimes with = {8, 5.1, 0.1}, without = {8, 5, 0};
    assert_near(scaling_shared(&with, 16), scaling_shared(&without, 16) + 1.5, 1e-12);
    assert_near(scaling_serial(&with, 16), scaling_serial(&without, 16) + 1.5, 1e-12);
}
