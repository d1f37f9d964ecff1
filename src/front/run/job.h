// Job: the request to a worker process, as JSON (case/protocol.h).
#ifndef WEFT_RUN_JOB_H
#define WEFT_RUN_JOB_H

#include "case/case.h"
#include "run/spawn.h"

typedef struct WorkerJob {
    const Case *setup;
    int         passes[PASS_COUNT];         // number of repetitions
    int         first[PASS_COUNT];          // index of the first repetition
    int64_t     process;                    // id in the store (store_process); 0: none
    const char *references[REFERENCE_USES]; // paths, or NULL
    const char *write_reference;            // name of the use whose reference to make instead of running passes, or NULL
    const char *frames;                     // folder, or NULL
    int         frame_stride;
    bool        barrier;               // send a row `barrier`
    const char *state_in, *state_out;  // paths, or NULL
    char        state_hash[HASH_TEXT]; // of state_in (job_start_from)
    const char *recorded;              // trajectory to measure instead of running passes, or NULL
    const char *systems;               // folder for the linear systems of the last step, written instead of running passes, or NULL
    const char *benchmark, *system;    // a single linear system, by the name of its files, with a reference solution; or NULL
    int         team;                  // team size of `team: fit` in an earlier process of the case; 0: none yet
    const char *chosen;                // choice of a self-tuning linear system in an earlier process of the case, or NULL
} WorkerJob;

// Sets the state file to start from (NULL: none) and its hash; a worker that finds a different file fails. STATUS_IO, also for a pipe,
// since every pass reads the file; STATUS_INPUT above FILE_GEOMETRY_MAX.
Status job_start_from(const char *path, WorkerJob *job) GNU_MUST_CHECK;

// The text of the job; the caller frees it. NULL when out of memory.
char *job_text(const WorkerJob *job);

// The text of any JSON job. Takes the reference; NULL gives NULL.
char *job_dump(json_t *json);

// Path of the plugin that the worker loads for the job; NULL: none.
const char *job_plugin(const WorkerJob *job);

// Runs a job in the worker of this precision, outside any run; a signal to weft stops it. input: result of job_text or job_dump; this
// function frees it. spawn: the caller sets threads, spin, timeout_s, row and user.
Status job_run(Precision precision, char *input, SpawnJob spawn, SpawnResult *result) GNU_MUST_CHECK;

// Runs a job of a case in its worker, as job_run. A failure of the worker becomes the Status.
Status job_run_alone(const WorkerJob *job, double timeout_s, Status (*row)(void *user, json_t *row), void *user) GNU_MUST_CHECK;

// Failure that the worker reported, or failure of a worker that was stopped, killed by a signal or ended by its plugin; ok otherwise.
Status job_failure(const SpawnResult *result) GNU_MUST_CHECK;

#endif
