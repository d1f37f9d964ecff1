// Registers the tests of a C test program before main, in the order of their file. Linked into every C test.
#include "check.h"

enum { TESTS_MAX = 256 };

// The tests and fixtures that the constructors of a program register.
static struct {
    struct CMUnitTest list[TESTS_MAX]; // cmocka skips entries without a name
    int               count;
    CMFixtureFunction set_up, tear_down; // of the whole program
} registered;

void tests_add(const struct CMUnitTest *test)
{
    if (registered.count == TESTS_MAX) {
        fprintf(stderr, "more than %d tests in a file\n", (int)TESTS_MAX);
        abort();
    }
    registered.list[registered.count++] = *test;
}

void tests_share(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    registered.set_up = set_up;
    registered.tear_down = tear_down;
}

// CMOCKA_TEST_FILTER='*pattern*' runs those tests of a binary whose names match.
static GNU_CONSTRUCTOR void set_filter(void)
{
    const char *pattern = getenv("CMOCKA_TEST_FILTER");
    if (pattern)
        cmocka_set_test_filter(pattern);
}

int tests_run(void)
{
    return cmocka_run_group_tests(registered.list, registered.set_up, registered.tear_down);
}

GNU_WEAK int main(void)
{
    return tests_run();
}
