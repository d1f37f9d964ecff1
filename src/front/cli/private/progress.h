// Progress of a run on standard error: one line that is redrawn on a terminal, a plain line per case elsewhere.
#ifndef WEFT_CLI_PROGRESS_H
#define WEFT_CLI_PROGRESS_H

#include <stdio.h>

#include "base/label_set.h"
#include "run/run.h"

enum { PROGRESS_SAID_MAX = 128 };

typedef struct Progress {
    FILE    *stream;
    bool     terminal; // the stream is standard error, and that is one
    int      columns;  // of the terminal, 80 at most
    LabelSet labels;   // of the cases of the experiment
    bool     shared_said;
    int      condition_count; // that did not hold, over all cases
    json_t  *said;            // their texts, as keys: each is said once; once there are PROGRESS_SAID_MAX, no others
    json_t  *found;           // how often each kind of finding came
} Progress;

// STATUS_MEMORY. What is made is destroyed by progress_destroy.
Status     progress_create(FILE *stream, const Experiment *experiment, Progress *out) GNU_MUST_CHECK;
void       progress_destroy(Progress *progress);
void       progress_say(const Progress *progress, const char *text);                            // a line of its own
void       progress_clear(const Progress *progress);                                            // the line, before other output
RunWatcher progress_watcher(Progress *progress);                                                // progress must outlive it
void       progress_end(const Progress *progress, const RunState *state, const char *database); // clears the line, prints the summary

// run_experiment with its progress on standard error. settings: all but the watcher; but the machine, which is this one; seed 0: another
// one each time. The summary is printed where the run came to its end, or was stopped with something measured.
Status progress_run(RunSettings *settings, RunState *state) GNU_MUST_CHECK;

void progress_time(double seconds, char *out, size_t size); // "1:20", "2:01:20"

// "[####----] 12/40  1:23  2:10 left  2 failed  label  2/5 measured 12/40" in at most `columns` characters, for tests: processes; time, and
// time left (>: at least, as something in it is not known); process 2 of 5 of the case, its pass, and the step where the pass tells. The
// label gives way first.
void progress_line(const RunState *state, const LabelSet *labels, int64_t now_ns, int columns, char *out, size_t size);

#endif
