// CMOCKA_TEST_FILTER='*pattern*' runs those tests of a binary whose names match. Linked into every C test.
#include "base/gnu.h"
#include "check.h"

// Before main, so that no test file has to know of it.
static GNU_CONSTRUCTOR void set_filter(void)
{
    const char *pattern = getenv("CMOCKA_TEST_FILTER");
    if (pattern)
        cmocka_set_test_filter(pattern);
}
