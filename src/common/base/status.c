#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const struct {
    int         exit_code;
    const char *name;
    bool        lasting;
    const char *meaning;
} STATUS_TABLE[] = {
#define STATUS(constant, exit_code, name, lasting, meaning) {exit_code, name, lasting, meaning},
#include "base/status_list.h"
#undef STATUS
};

// A message that is too long is cut in its middle: the start names the place, and the end has the fault and the remedy.
static void put_text(const char *whole, Status *out)
{
    enum { SIZE = sizeof out->text, CUT = sizeof "…" - 1, BEFORE = (SIZE - CUT) / 2, AFTER = SIZE - 1 - CUT - BEFORE };
    const size_t length = strlen(whole);
    if (length < SIZE)
        memcpy(out->text, whole, length + 1);
    else
        snprintf(out->text, SIZE, "%.*s…%s", BEFORE, whole, whole + length - AFTER);
    text_make_printable(out->text); // ensures one line for any quoted names and values, and for a cut character
}

enum { WHOLE_MAX = 16384 };

Status(status_make)(StatusCode code, const char *format, ...)
{
    Status  status;
    char    whole[WHOLE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(whole, sizeof whole, format, arguments);
    va_end(arguments);
    status.code = code;
    put_text(whole, &status);
    return status;
}

Status(status_prefix)(Status status, const char *format, ...)
{
    Status  result;
    char    whole[WHOLE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(whole, sizeof whole - sizeof status.text - 2, format, arguments);
    va_end(arguments);
    const size_t used = strlen(whole);
    snprintf(whole + used, sizeof whole - used, ": %s", status.text);
    result.code = status.code;
    put_text(whole, &result);
    return result;
}

int status_exit_code(StatusCode code)
{
    return STATUS_TABLE[code].exit_code;
}

bool status_is_lasting(StatusCode code)
{
    return STATUS_TABLE[code].lasting;
}

const char *status_name(StatusCode code)
{
    return STATUS_TABLE[code].name;
}

const char *status_meaning(StatusCode code)
{
    return STATUS_TABLE[code].meaning;
}

_Noreturn void status_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "weft: bug: %s:%d: %s does not hold\n", file, line, condition);
    abort();
}
