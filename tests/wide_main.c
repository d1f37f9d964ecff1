// The main of wide.c and wide_polar.c. Compiled without -march, apart from the tests: a compiler may use any instruction of the set that
// it was told of, in main as well, before main has asked the processor for it.
#include <stdio.h>
#include <string.h>

#include "base/gnu.h"
#include "wide_tests.h"

// Whether this processor has the instruction set WEFT_TEST_WIDE, by its name in math/wide.h; empty: that of this machine.
static int processor_has(const char *name)
{
#ifdef __x86_64__
    if (strcmp(name, "avx512") == 0)
        return GNU_CPU_SUPPORTS("avx512f") && GNU_CPU_SUPPORTS("avx512bw") && GNU_CPU_SUPPORTS("avx512dq") &&
               GNU_CPU_SUPPORTS("avx512vl") && GNU_CPU_SUPPORTS("avx512cd") && processor_has("avx2");
    if (strcmp(name, "avx2") == 0)
        return GNU_CPU_SUPPORTS("avx2") && GNU_CPU_SUPPORTS("fma") && GNU_CPU_SUPPORTS("bmi") && GNU_CPU_SUPPORTS("bmi2") &&
               processor_has("sse");
    if (strcmp(name, "sse") == 0)
        return GNU_CPU_SUPPORTS("sse4.2") && GNU_CPU_SUPPORTS("popcnt");
#endif
    (void)name;
    return 1;
}

int main(void)
{
    enum { SKIPPED = 77 }; // SKIP_RETURN_CODE in tests/CMakeLists.txt
    if (!processor_has(WEFT_TEST_WIDE)) {
        puts("skipped: this processor has no " WEFT_TEST_WIDE);
        return SKIPPED;
    }
    return wide_tests();
}
