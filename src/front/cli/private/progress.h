// Progress of a run on standard error: one line that is redrawn on a terminal, a plain line per case elsewhere.
#ifndef WEFT_CLI_PROGRESS_H
#define WEFT_CLI_PROGRESS_H

#include <stdio.h>

#include "base/hash.h"
#include "run/run.h"

enum { PROGRESS_SAID_MAX = 128, PROGRESS_FOUND_MAX = 16 };

typedef struct ProgressFound {
    char kind[24];
    int  count;
} ProgressFound;

typedef struct Progress {
    FILE         *stream;
    bool          terminal;
    int           columns;                            // of the terminal, 80 at most
    int           condition_count;                    // that did not hold, over all cases
    int           said_count;                         // texts of them
    char          said[PROGRESS_SAID_MAX][HASH_TEXT]; // their hashes: each is said once; once it is full, no others
    int           found_kinds;
    ProgressFound found[PROGRESS_FOUND_MAX]; // how often each kind of finding came
} Progress;

Progress   progress_init(FILE *stream);
RunWatcher progress_watcher(Progress *progress);                                                // progress must outlive it
void       progress_end(const Progress *progress, const RunState *state, const char *database); // clears the line, prints the summary

// "[####----] 12/40  round 2  2 failed  1:23  2:10 left  label", of processes, cut to `columns`; for tests.
void progress_line(const RunState *state, int64_t now_ns, int columns, char *out, size_t size);

#endif
