// Job: what a worker process is asked to do, as JSON (case/protocol.h).
#ifndef WEFT_RUN_JOB_H
#define WEFT_RUN_JOB_H

#include "case/case.h"
#include "run/spawn.h"

typedef struct WorkerJob {
    const Case *setup;
    int         passes[PASS_COUNT];         // repetitions wanted
    int         first[PASS_COUNT];          // index of the first of them
    int64_t     process;                    // of the store (store_process); 0: none
    const char *references[REFERENCE_USES]; // paths, or NULL
    const char *write_reference;            // name of the use whose reference is made instead of running passes, or NULL
    const char *frames;                     // folder, or NULL
    int         frame_stride;
    bool        barrier;               // a row `barrier`
    const char *state_in, *state_out;  // paths, or NULL
    char        state_hash[HASH_TEXT]; // of state_in (job_start_from)
    const char *recorded;              // trajectory that is measured instead of running passes, or NULL
    const char *systems;               // folder for the linear systems of the last step, written instead of running passes, or NULL
    const char *benchmark, *system;    // of these one alone, by the name of its files, with a reference solution; or NULL
    int         team;                  // that `team: fit` took in an earlier process of the case; 0: none yet
    const char *chosen;                // by a linear system that chooses by measuring, in an earlier process of the case, or NULL
} WorkerJob;

// The state file to start from, or NULL, with its hash: a worker that finds another file fails. STATUS_IO, also for a pipe, as every pass
// reads the file; STATUS_INPUT above FILE_GEOMETRY_MAX.
Status job_start_from(const char *path, WorkerJob *job) GNU_MUST_CHECK;

// The text to send; the caller frees it. NULL when out of memory.
char *job_text(const WorkerJob *job);

// Likewise of any job, which it takes; of NULL NULL.
char *job_dump(json_t *json);

// Path of the plugin that the worker loads for it; NULL: none.
const char *job_plugin(const WorkerJob *job);

// Runs a job in the worker of this precision, outside of any run: a signal to weft stops it. input: job_text or job_dump, which this frees.
// spawn: threads, spin, timeout_s, row and user; the others are filled in.
Status job_run(Precision precision, char *input, SpawnJob spawn, SpawnResult *result) GNU_MUST_CHECK;

// Runs a job of a case in its worker, as job_run. The failure of the worker is the Status.
Status job_run_alone(const WorkerJob *job, double timeout_s, Status (*row)(void *user, json_t *row), void *user) GNU_MUST_CHECK;

// The failure that a worker reported of itself, or of one that was stopped or killed by a signal, or ended by its plugin; ok for every
// other end.
Status job_failure(const SpawnResult *result) GNU_MUST_CHECK;

#endif
