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

Status(status_make)(StatusCode code, const char *format, ...)
{
    Status status;
    status.code = code;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(status.text, sizeof status.text, format, arguments);
    va_end(arguments);
    text_make_printable(status.text); // one line, whatever names and values it quotes, and wherever it was cut
    return status;
}

Status(status_prefix)(Status status, const char *format, ...)
{
    char    prefix[sizeof status.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(prefix, sizeof prefix, format, arguments);
    va_end(arguments);
    Status       result;
    const size_t space = sizeof result.text;
    result.code = status.code;
    size_t used = strlen(prefix);
    memcpy(result.text, prefix, used + 1);
    if (used + 2 < space) {
        memcpy(result.text + used, ": ", 3);
        used += 2;
        const size_t rest = strlen(status.text), fits = rest < space - used - 1 ? rest : space - used - 1;
        memcpy(result.text + used, status.text, fits);
        result.text[used + fits] = '\0';
    }
    text_make_printable(result.text);
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
