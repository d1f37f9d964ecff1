// The basis of every test: cmocka, and assertions about a Status and about numbers.
#ifndef WEFT_TESTS_CHECK_H
#define WEFT_TESTS_CHECK_H

// cmocka wants these before it
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/gnu.h"
#include "base/status.h"

// cmocka hands its state to every test, and few have one.
#pragma GCC diagnostic ignored "-Wunused-parameter"

// Two tiers of one file: long_oracle_NAME.c and long_unit_NAME.c define WEFT_TIER_LONG and include oracle_NAME.c or unit_NAME.c. They run
// the tests that are declared for the long tier.
#ifdef WEFT_TIER_LONG
enum { TIER_LONG = 1 };
#else
enum { TIER_LONG = 0 };
#endif

// A test: TEST(a_cut_row_is_an_error) { … }. It registers itself, and main of check.c runs all tests of the file in their order. `state` is
// cmocka's. TEST_WITH: with functions of cmocka that run before and after it; TEST_LONG: of the long tier; TEST_TIERS: of both tiers.
// TEST_ON: on `f`, the Fixture that set_up leaves in `state`.
#define TEST(name) TEST_IF(!TIER_LONG, name, NULL, NULL)
#define TEST_WITH(name, set_up, tear_down) TEST_IF(!TIER_LONG, name, set_up, tear_down)
#define TEST_LONG(name, set_up, tear_down) TEST_IF(TIER_LONG, name, set_up, tear_down)
#define TEST_TIERS(name) TEST_IF(true, name, NULL, NULL)
#define TEST_ON(Fixture, name, set_up, tear_down) \
    static void name##_on(Fixture *f); \
    TEST_WITH(name, set_up, tear_down) \
    { \
        name##_on(*state); \
    } \
    static void name##_on(Fixture *f)
#define TEST_IF(condition, name, set_up, tear_down) \
    static void                 name(void **state); \
    static GNU_CONSTRUCTOR void add_##name(void) \
    { \
        if (condition) \
            tests_add(&(struct CMUnitTest){#name, name, set_up, tear_down, NULL}); \
    } \
    static void name(void **state)

// Functions of cmocka that run before the first test of the file, and after the last.
#define TESTS_SHARE(set_up, tear_down) \
    static GNU_CONSTRUCTOR void share_fixture(void) \
    { \
        tests_share(set_up, tear_down); \
    }

void tests_add(const struct CMUnitTest *test);
void tests_share(CMFixtureFunction set_up, CMFixtureFunction tear_down);

// Runs all tests, for a main of its own that takes arguments. Returns the number of failures.
int tests_run(void);

#define assert_ok(call) \
    do { \
        const Status ok_ = (call); \
        if (ok_.code != STATUS_OK) \
            fail_msg("%s: %s", status_name(ok_.code), ok_.text); \
    } while (0)

// Asserts this code, and a message of one line that contains this text.
#define assert_fails(call, expected, part) \
    do { \
        const Status      failed_ = (call); \
        const StatusCode  expected_ = (expected); \
        const char *const part_ = (part); \
        if (failed_.code != expected_) \
            fail_msg("%s instead of %s with \"%s\"", status_name(failed_.code), status_name(expected_), part_); \
        if (!strstr(failed_.text, part_)) \
            fail_msg("the message lacks \"%s\": %s", part_, failed_.text); \
        assert_null(strchr(failed_.text, '\n')); \
    } while (0)

// Instead of cmocka's own, which compares floats.
#define assert_near(a, b, bound) \
    do { \
        const double a_ = (double)(a), b_ = (double)(b), bound_ = (double)(bound); \
        if (!(fabs(a_ - b_) <= bound_)) \
            fail_msg("%s = %.17g, %s = %.17g, apart by %g, above %g", #a, a_, #b, b_, fabs(a_ - b_), bound_); \
    } while (0)

static inline void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%.3000s", part, text);
}

// An empty arena to the end of the block.
#define ARENA(name) GNU_CLEANUP(arena_destroy) Arena name = arena_init(0)

// A short text made as printf makes it.
#define TEXT_OF(name, ...) \
    char name[256]; \
    assert_true(snprintf(name, sizeof name, __VA_ARGS__) < (int)sizeof name)

static inline void write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void write_text(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

#endif
