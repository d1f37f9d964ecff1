// MemoryRun: runs cases outside any experiment and records them in a store in memory. Output is read from the views of that store.
#ifndef WEFT_RUN_MEMORY_RUN_H
#define WEFT_RUN_MEMORY_RUN_H

#include "run/job.h"
#include "store/store.h"

typedef struct MemoryRun MemoryRun;

// STATUS_MEMORY. memory_run_close accepts the result of a failed memory_run_open, and NULL.
Status memory_run_open(MemoryRun **out) GNU_MUST_CHECK;
void   memory_run_close(MemoryRun *memory);

// A local variable that is closed at the end of its block: `MEMORY_RUN *memory = NULL;`
static inline void memory_run_end(MemoryRun **memory)
{
    memory_run_close(*memory);
}
#define MEMORY_RUN GNU_CLEANUP(memory_run_end) MemoryRun

// Runs a job in one worker process. Numbers its repetitions after the recorded ones of the case (sets `first`). watch: called with each row
// as it arrives, or NULL. Returns the failure of the worker; STATUS_INTERRUPTED after a signal. Rows of a failed repetition can be read
// until the next call.
Status memory_run(MemoryRun *memory, const WorkerJob *job, double timeout_s, void (*watch)(void *user, const json_t *row),
                  void *user) GNU_MUST_CHECK;

Store *memory_run_store(MemoryRun *memory);

#endif
