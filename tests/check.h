// What every test begins with: cmocka, and assertions about a Status and about numbers.
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

#include "base/status.h"

// cmocka hands its state to every test, and few have one.
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define assert_ok(call) \
    do { \
        const Status ok_ = (call); \
        if (ok_.code != STATUS_OK) \
            fail_msg("%s: %s", status_name(ok_.code), ok_.text); \
    } while (0)

// With this code, and a message of one line with this in it.
#define assert_fails(call, expected, part) \
    do { \
        const Status      failed_ = (call); \
        const char *const part_ = (part); \
        assert_int_equal(failed_.code, (expected)); \
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
