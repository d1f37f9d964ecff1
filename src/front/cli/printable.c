#include "cli/private/printable.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

enum { CHARACTER_MAX = 4, PIECE = 4096 };

typedef struct Door {
    int    descriptor;
    size_t pending; // bytes of an incomplete character
    char   bytes[CHARACTER_MAX];
} Door;

static bool write_all(int descriptor, const char *bytes, size_t count)
{
    while (count) {
        const ssize_t written = write(descriptor, bytes, count);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        count -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

// True if the text up to `end` may be the first part of a longer character.
static bool is_begun(const char *text, const char *end)
{
    const unsigned char first = (unsigned char)*text;
    const ptrdiff_t     bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    for (const char *p = text + 1; p < end; p++)
        if (((unsigned char)*p & 0xc0) != 0x80)
            return false;
    return end - text < bytes;
}

// Makes bytes[count], which end with a zero, printable; keeps an incomplete character for the next call. Returns the bytes to write.
static size_t make_printable(Door *door, char *bytes, size_t count)
{
    char *end = bytes + count, *p = bytes;
    for (size_t step = 0; p < end && !is_begun(p, end); p += step)
        if (!text_printable_bytes(p, &step) && *p != '\n' && *p != '\t')
            memset(p, '?', step);
    door->pending = (size_t)(end - p);
    memcpy(door->bytes, p, door->pending);
    return (size_t)(p - bytes);
}

static ssize_t put(void *cookie, const char *text, size_t size)
{
    Door *door = cookie;
    char  bytes[CHARACTER_MAX + PIECE + 1];
    for (size_t done = 0; done < size;) {
        const size_t pending = door->pending, piece = size - done < PIECE ? size - done : PIECE;
        memcpy(bytes, door->bytes, pending);
        memcpy(bytes + pending, text + done, piece);
        bytes[pending + piece] = '\0';
        if (!write_all(door->descriptor, bytes, make_printable(door, bytes, pending + piece)))
            return 0;
        done += piece;
    }
    return (ssize_t)size;
}

static Status make_stream(int descriptor, int buffering, FILE **out)
{
    Door *door = calloc(1, sizeof *door); // as long as the program: the stream is flushed after main
    FILE *stream = door ? fopencookie(door, "w", (cookie_io_functions_t){.write = put}) : NULL;
    if (!stream || setvbuf(stream, NULL, buffering, BUFSIZ) != 0) {
        free(door);
        return status_make(STATUS_MEMORY, "out of memory for an output stream");
    }
    door->descriptor = descriptor;
    *out = stream;
    return status_ok();
}

Status printable_streams(bool exact)
{
    const bool terminal = isatty(STDOUT_FILENO);
    TRY(make_stream(STDERR_FILENO, _IOLBF, &stderr));
    return exact && !terminal ? status_ok() : make_stream(STDOUT_FILENO, terminal ? _IOLBF : _IOFBF, &stdout);
}
