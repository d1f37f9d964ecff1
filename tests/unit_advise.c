// Advice: which candidates cannot be distinguished from the first, and share its rank.
#include "advise/private/search.h"
#include "check.h"

// A candidate with this thread count, which is its name below.
static AdviseCandidate timed(int threads, double low, double median, double high)
{
    return (AdviseCandidate){
        .threads = threads, .end = ADVISE_TIMED, .ms = {.measured = true, .count = 3, .low = low, .median = median, .high = high}};
}

static void check_order(const AdviseCandidate *sorted, int count, const int *expected)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(sorted[i].threads, expected[i]);
}

TEST(test_overlapping_intervals_tie)
{
    (void)state;
    AdviseCandidate sorted[] = {timed(1, 8, 9, 10), timed(2, 9.5, 9.8, 12), timed(3, 10.1, 11, 12)};
    assert_int_equal(search_ties(sorted, 3), 2);
    check_order(sorted, 3, (int[]){1, 2, 3});
    sorted[1].ms.low = 10; // the intervals touch
    assert_int_equal(search_ties(sorted, 3), 2);
    sorted[1].ms.low = 10.05;
    assert_int_equal(search_ties(sorted, 3), 1);
}

// A wide interval behind a narrow one: a candidate that cannot be distinguished from the first comes before a slower one.
TEST(test_ties_come_first)
{
    (void)state;
    AdviseCandidate sorted[] = {timed(1, 8, 9, 10), timed(2, 11, 11.5, 12), timed(3, 9, 12, 20), timed(4, 13, 14, 15), timed(5, 1, 15, 16)};
    assert_int_equal(search_ties(sorted, 5), 3);
    check_order(sorted, 5, (int[]){1, 3, 5, 2, 4});
}

TEST(test_candidates_without_interval)
{
    (void)state;
    AdviseCandidate sorted[] = {timed(1, NAN, 9, NAN), timed(2, 10, 11, 12), {.threads = 3, .end = ADVISE_REACHED, .guess_ms = 9}};
    assert_int_equal(search_ties(sorted, 3), 2); // a single process ties with any timed candidate, never with a guess
    assert_int_equal(search_ties(sorted + 2, 1), 0);
}
