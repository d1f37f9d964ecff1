// Starts one worker process, sends its job, reads its rows, watches it, and classifies its end.
#ifndef WEFT_RUN_SPAWN_H
#define WEFT_RUN_SPAWN_H

#include <jansson.h>
#include <stdbool.h>

#include "base/status.h"
#include "run/worker_file.h"

typedef enum WorkerEnd {
    WORKER_DONE,       // a done row and exit code 0
    WORKER_FAILED,     // sent a failed row (with `code` and `message`), or sent invalid rows and was stopped
    WORKER_CRASHED,    // ended by a signal, or without a last row
    WORKER_TIMEOUT,    // killed after timeout_s
    WORKER_INTERRUPTED // killed after a signal to weft
} WorkerEnd;

typedef struct SpawnResult {
    WorkerEnd  end;
    StatusCode code; // from the failed row, else from the exit code or signal
    int        signal, exit_code;
    bool       deterministic; // of the done row
    char       message[508];  // one line
} SpawnResult;

typedef struct SpawnJob {
    const char *program; // path of the worker
    WorkerFile *worker;  // the hashed program: a worker with another program fails; NULL: not checked
    json_t     *seen;    // libraries of earlier processes: a worker with other libraries fails (worker_file.h); NULL: not checked
    const char *input;   // the job, JSON
    const char *system;  // a folder with proc/ and sys/ of another machine; NULL: this machine
    const char *plugin;  // path of its plugin, for the message after an early end; NULL: none
    int         threads;
    int64_t     spin; // machine/spin.h
    double      timeout_s;
    int         signals; // a signalfd: the worker is stopped when it becomes readable; -1: none
    int         tick_ms; // interval of tick; -1: never
    // Called for each row except done and failed, and with NULL for a line that is not a row. A failure stops the worker and is returned;
    // STATUS_PROTOCOL counts as a failure of the worker instead.
    Status (*row)(void *user, json_t *row);
    void (*tick)(void *tick_user);
    void *user, *tick_user;
} SpawnJob;

// The worker inherits the environment, except variables that would move its threads or start others. OMP_NUM_THREADS and OMP_THREAD_LIMIT
// are set to `threads`, GOMP_SPINCOUNT to `spin`. The worker is killed if weft ends. The caller must ignore SIGPIPE.
// STATUS_ENVIRONMENT if no process can be started.
Status spawn_run(const SpawnJob *job, SpawnResult *result) GNU_MUST_CHECK;

#endif
