// Lines: cuts what arrives on a pipe into lines. Holds a half line until the rest comes; forgets lines that are too long to be ours.
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

// Called for each line, without its newline; NULL for one that was longer than LINES_LONGEST.
typedef Status LinesCall(void *user, const char *line, size_t length);

// Takes what was read; calls for each line that is complete. Stops at the first failure of the call and returns it.
Status lines_feed(Lines *lines, const char *bytes, size_t count, LinesCall *call, void *user) GNU_MUST_CHECK;
void   lines_destroy(Lines *lines);

#endif
