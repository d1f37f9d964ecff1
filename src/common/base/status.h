// Status: the result of every call that can fail because of the world (files, arguments, libraries, numbers).
// A Status is a value; it owns nothing. Its text is one line: the fault, its place, and the remedy.
// A bug is not a Status: use ASSERT.
#ifndef WEFT_BASE_STATUS_H
#define WEFT_BASE_STATUS_H

#include <stdbool.h>

#include "base/gnu.h"

typedef enum StatusCode {
#define STATUS(constant, exit_code, name, lasting, meaning) constant,
#include "base/status_list.h"
#undef STATUS
    STATUS_COUNT
} StatusCode;

typedef struct Status {
    StatusCode code;
    char       text[508]; // undefined when code is STATUS_OK
} Status;

// A Status with a formatted one-line text; a longer text is cut in its middle.
Status status_make(StatusCode code, const char *format, ...) GNU_PRINTF(2, 3);

// The same failure with "prefix: " before its text.
Status status_prefix(Status status, const char *format, ...) GNU_PRINTF(2, 3);

int         status_exit_code(StatusCode code);
bool        status_is_lasting(StatusCode code); // the same call fails in the same way on any machine and at any time
const char *status_name(StatusCode code);       // "input", "io", ...
const char *status_meaning(StatusCode code);    // one sentence, for the help text

static inline Status status_ok(void)
{
    Status status;
    status.code = STATUS_OK;
    status.text[0] = '\0';
    return status;
}

// Shows the static analyser, which sees one file at a time, that the result of status_make has the given code.
#ifdef __clang_analyzer__
static inline Status status_analysed(StatusCode code)
{
    Status status = status_ok();
    status.code = code;
    return status;
}
#define status_make(code, ...) ((void)(status_make)(code, __VA_ARGS__), status_analysed(code))
#define status_prefix(status, ...) ((void)(status_prefix)(status, __VA_ARGS__), status_analysed((status).code))
#endif

// Passes a failure up. Not inside a parallel region: a thread that returns alone deadlocks its team.
#define TRY(call) \
    do { \
        Status try_status_ = (call); \
        if (try_status_.code != STATUS_OK) \
            return try_status_; \
    } while (0)

// As TRY, but leaves through a label that cleans up; `status` must be a Status in scope.
#define TRY_GOTO(status, call, label) \
    do { \
        (status) = (call); \
        if ((status).code != STATUS_OK) \
            goto label; \
    } while (0)

// A condition that only a bug in weft can break. Kept in every build: a benchmark that is wrong is worse than a slow one.
#define ASSERT(condition) ((condition) ? (void)0 : status_assert_failed(#condition, __FILE__, __LINE__))
_Noreturn void status_assert_failed(const char *condition, const char *file, int line);

#endif
