// As much of cmocka as wide.c and wide_polar.c use, for long_neon.sh: the library is not there for another architecture. A test that fails
// ends the program.
#ifndef WEFT_TESTS_NEON_CMOCKA_H
#define WEFT_TESTS_NEON_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define fail_msg(...) (printf("%s:%d: ", __FILE__, __LINE__), printf(__VA_ARGS__), puts(""), exit(1))
#define print_message(...) printf(__VA_ARGS__)
#define assert_true(a) ((a) ? (void)0 : fail_msg("%s is false", #a))
#define assert_false(x) assert_true(!(x))
#define assert_null(a) assert_true((a) == NULL)
#define assert_non_null(a) assert_true((a) != NULL)
#define assert_int_equal(a, b) assert_true((long long)(a) == (long long)(b))
#define assert_string_equal(a, b) assert_true(strcmp(a, b) == 0)
#define assert_memory_equal(a, b, size) assert_true(memcmp(a, b, size) == 0)

typedef int (*CMFixtureFunction)(void **state);

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(test) \
    { \
#test, test \
    }
#define cmocka_run_group_tests(tests, before, after) run_all(tests, sizeof(tests) / sizeof *(tests))

static inline int run_all(const struct CMUnitTest *test, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        printf("%s\n", test[i].name);
        fflush(stdout);
        test[i].run(NULL);
    }
    printf("%zu tests passed\n", count);
    return 0;
}

#endif
