// Trial: one case outside of any experiment, its rows in a store in memory (weft sim). What is printed of it comes from the store's views.
#ifndef WEFT_RUN_TRIAL_H
#define WEFT_RUN_TRIAL_H

#include "run/job.h"
#include "store/store.h"

typedef struct Trial Trial;

// A store that has this case, resolved, and nothing else. trial_close takes NULL. STATUS_MEMORY, STATUS_IO: there is no worker.
Status trial_open(const Case *c, Trial **out) GNU_MUST_CHECK;
void   trial_close(Trial *trial);

// Runs a job of the case in one worker process. said: gets each condition that does not hold, as it comes; NULL: unwanted. The failure of
// the worker is the Status, STATUS_INTERRUPTED after a signal; what it had sent of the repetition that failed can be read until the next
// call.
Status trial_run(Trial *trial, const WorkerJob *job, double timeout_s, void (*said)(const char *text)) GNU_MUST_CHECK;

struct sqlite3 *trial_views(Trial *trial);

#endif
