// Progress of a run on standard error: one redrawn line on a terminal, one plain line per case elsewhere.
#ifndef WEFT_CLI_PROGRESS_H
#define WEFT_CLI_PROGRESS_H

#include <stdio.h>

#include "base/label_set.h"
#include "run/run.h"

enum { PROGRESS_PRINTED_MAX = 128 };

typedef struct Progress {
    FILE    *stream;
    bool     terminal; // the stream is standard error, and a terminal
    int      columns;  // of the terminal, 80 at most
    LabelSet labels;   // of the cases of the experiment
    bool     shared_printed;
    int      condition_count; // conditions that did not hold, over all cases
    json_t  *printed;         // their texts, as keys: each text is printed once, and at most PROGRESS_PRINTED_MAX texts
    json_t  *found;           // number of findings of each kind
} Progress;

// STATUS_MEMORY. progress_destroy frees it.
Status     progress_create(FILE *stream, const Experiment *experiment, Progress *out) GNU_MUST_CHECK;
void       progress_destroy(Progress *progress);
void       progress_say(const Progress *progress, const char *text);                            // a line of its own
void       progress_clear(const Progress *progress);                                            // the line, before other output
RunWatcher progress_watcher(Progress *progress);                                                // progress must outlive it
void       progress_end(const Progress *progress, const RunState *state, const char *database); // clears the line, prints the summary

// run_experiment with its progress on standard error. settings: all except the watcher and the machine, which is this one; seed 0: random.
// The summary is printed if the run ended, or was stopped after at least one measurement.
Status progress_run(RunSettings *settings, RunState *state) GNU_MUST_CHECK;

void progress_time(double seconds, char *out, size_t size); // "1:20", "2:01:20"

// "[####----] 12/40  1:23  2:10 left  2 failed  label  2/5 measured 12/40" in at most `columns` characters, for tests: processes; elapsed
// time and time left (>: at least, since a part is unknown); process 2 of 5 of the case, its pass, and the step if the pass sends it. The
// label is shortened first.
void progress_line(const RunState *state, const LabelSet *labels, int64_t now_ns, int columns, char *out, size_t size);

#endif
