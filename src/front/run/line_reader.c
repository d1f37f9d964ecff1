// Splits a stream into lines.
#include "run/private/line_reader.h"

#include <stdlib.h>
#include <string.h>

static Status append(Lines *lines, const char *bytes, size_t count)
{
    if (lines->overlong || count == 0)
        return status_ok();
    if (lines->used + count > LINES_LONGEST) {
        lines->overlong = true;
        lines->used = 0;
        return status_ok();
    }
    if (lines->used + count > lines->room) {
        size_t room = lines->room ? lines->room : 4096;
        while (room < lines->used + count)
            room *= 2;
        char *grown = (char *)realloc(lines->data, room);
        if (!grown)
            return status_make(STATUS_MEMORY, "out of memory for a line of a worker");
        lines->data = grown;
        lines->room = room;
    }
    memcpy(lines->data + lines->used, bytes, count);
    lines->used += count;
    return status_ok();
}

Status lines_feed(Lines *lines, const char *bytes, size_t count, LinesCall *call, void *user)
{
    while (count > 0) {
        const char  *newline = (const char *)memchr(bytes, '\n', count);
        const size_t piece = newline ? (size_t)(newline - bytes) : count;
        TRY(append(lines, bytes, piece));
        if (!newline)
            return status_ok();
        const bool   overlong = lines->overlong;
        const size_t length = lines->used;
        lines->overlong = false;
        lines->used = 0;
        TRY(call(user, overlong ? NULL : length ? lines->data : "", length));
        bytes += piece + 1;
        count -= piece + 1;
    }
    return status_ok();
}

void lines_destroy(Lines *lines)
{
    free(lines->data);
    *lines = (Lines){0};
}
