// The main of wide.c, wide_polar.c and rates_kernels.c. It is compiled without -march, apart from the tests. With -march a compiler may use
// any instruction of that set in main as well, before main has checked the processor for it.
#include <stdio.h>

#include "machine/processor.h"
#include "wide_tests.h"

int main(void)
{
    enum { SKIPPED = 77 }; // SKIP_RETURN_CODE in tests/CMakeLists.txt
    if (WEFT_TEST_LEVEL > 0 && !processor_runs_level(WEFT_TEST_LEVEL)) {
        puts("skipped: this processor has no " WEFT_TEST_WIDE);
        return SKIPPED;
    }
    return wide_tests();
}
