#include "base/text_add.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_add(char *out, size_t size, const char *between, const char *format, ...)
{
    va_list arguments;
    size_t  used = strlen(out);
    used += (size_t)snprintf(out + used, size - used, "%s", used ? between : "");
    va_start(arguments, format);
    if (used < size)
        vsnprintf(out + used, size - used, format, arguments);
    va_end(arguments);
}
