// Trial: cases outside of any experiment, their rows in a store in memory. What is printed of them comes from the store's views.
#ifndef WEFT_RUN_TRIAL_H
#define WEFT_RUN_TRIAL_H

#include "run/job.h"
#include "store/store.h"

typedef struct Trial Trial;

// STATUS_MEMORY. trial_close also takes one that failed, and NULL.
Status trial_open(Trial **out) GNU_MUST_CHECK;
void   trial_close(Trial *trial);

// A local trial that is closed at the end of its block: `TRIAL_LOCAL *trial = NULL;`
static inline void trial_end(Trial **trial)
{
    trial_close(*trial);
}
#define TRIAL_LOCAL GNU_CLEANUP(trial_end) Trial

// Runs a job in one worker process; its repetitions are numbered after those that its case has (`first` is filled in). watch: NULL, or sees
// each row of the worker as it comes. The failure of the worker is the Status, STATUS_INTERRUPTED after a signal; what it had sent of the
// repetition that failed can be read until the next call.
Status trial_run(Trial *trial, const WorkerJob *job, double timeout_s, void (*watch)(void *user, const json_t *row),
                 void *user) GNU_MUST_CHECK;

Store *trial_store(Trial *trial);

#endif
