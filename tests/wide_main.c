// The main of wide.c, wide_polar.c and rates_kernels.c. Compiled without -march, apart from the tests: a compiler may use any instruction
// of the set that it was told of, in main as well, before main has asked the processor for it.
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
