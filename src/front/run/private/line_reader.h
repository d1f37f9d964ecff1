// Lines: splits the bytes of a pipe into lines. Keeps an incomplete line until the rest arrives; discards lines that are too long for a
// row.
#ifndef WEFT_RUN_LINE_READER_H
#define WEFT_RUN_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { LINES_LONGEST = 64 << 20 };

typedef struct Lines {
    char  *data;
    size_t used, room;
    bool   overlong; // the current line is being skipped
} Lines;

// Called for each line, without its newline; NULL for a line longer than LINES_LONGEST.
typedef Status LinesCall(void *user, const char *line, size_t length);

// Adds the bytes and calls `call` for each complete line. Stops at the first failure of the call and returns it.
Status lines_feed(Lines *lines, const char *bytes, size_t count, LinesCall *call, void *user) GNU_MUST_CHECK;
void   lines_destroy(Lines *lines);

#endif
