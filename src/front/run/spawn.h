// One worker process: started, fed, read, watched, and classified by how it ended.
#ifndef WEFT_RUN_SPAWN_H
#define WEFT_RUN_SPAWN_H

#include <jansson.h>
#include <stdbool.h>

#include "base/status.h"
#include "run/worker_file.h"

typedef enum WorkerEnd {
    WORKER_DONE,       // a done row and exit code 0
    WORKER_FAILED,     // a failed row: `code` and `message` are its; or what it said made no sense, and it was stopped
    WORKER_CRASHED,    // ended by a signal, or without a last row
    WORKER_TIMEOUT,    // killed after timeout_s
    WORKER_INTERRUPTED // killed after a signal to weft
} WorkerEnd;

typedef struct SpawnResult {
    WorkerEnd  end;
    StatusCode code; // of the failed row, or by the exit code or signal
    int        signal, exit_code;
    bool       deterministic; // of the done row
    char       message[508];  // one line
} SpawnResult;

typedef struct SpawnJob {
    const char *program; // path of the worker
    WorkerFile *worker;  // the program, where it must be the one that was hashed: else the worker has failed; NULL: any
    json_t     *seen;    // libraries of earlier processes: a worker that has loaded another has failed (worker_file.h); NULL: any
    const char *input;   // the job, JSON
    const char *system;  // a folder with proc/ and sys/ of another machine; NULL: of this one
    const char *plugin;  // path of what it loads, for the message when it ends early; NULL: none
    int         threads;
    int64_t     spin; // machine/spin.h
    double      timeout_s;
    int         signals; // a signalfd: the worker is stopped when it becomes readable; -1: none
    int         tick_ms; // interval of tick; -1: never
    // Called for each row except done and failed, and with NULL for a line that is not a row. A failure stops the worker and is returned,
    // but for STATUS_PROTOCOL: with that the worker has failed.
    Status (*row)(void *user, json_t *row);
    void (*tick)(void *tick_user);
    void *user, *tick_user;
} SpawnJob;

// The worker inherits the environment, with OMP_NUM_THREADS and OMP_THREAD_LIMIT set to `threads`, GOMP_SPINCOUNT to `spin`, and without
// variables that would move its threads or start others. It is killed if weft ends. SIGPIPE must be ignored by the caller.
// STATUS_ENVIRONMENT when no process can be started.
Status spawn_run(const SpawnJob *job, SpawnResult *result) GNU_MUST_CHECK;

#endif
