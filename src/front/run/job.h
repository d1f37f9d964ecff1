// Job: what a worker process is asked to do, as JSON (case/protocol.h).
#ifndef WEFT_RUN_JOB_H
#define WEFT_RUN_JOB_H

#include "case/case.h"

typedef struct WorkerJob {
    const Case *setup;
    int         passes[PASS_COUNT];         // repetitions wanted
    int         first[PASS_COUNT];          // index of the first of them
    int64_t     process;                    // of the store (store_process); 0: none
    const char *references[REFERENCE_USES]; // paths, or NULL
    const char *write_reference;            // name of the use whose reference is made instead of running passes, or NULL
    const char *frames;                     // folder, or NULL
    int         frame_stride;
    bool        barrier;              // a row `barrier`
    const char *state_in, *state_out; // paths, or NULL
    const char *recorded;             // trajectory that is measured instead of running passes, or NULL
    const char *systems;              // folder for the linear systems of the last step, written instead of running passes, or NULL
    const char *benchmark, *system;   // of these one alone, by the name of its files, with a reference solution; or NULL
    int         team;                 // that `team: fit` took in an earlier process of the case; 0: none yet
    const char *chosen;               // by a linear system that chooses by measuring, in an earlier process of the case, or NULL
} WorkerJob;

// The text to send; the caller frees it. NULL when out of memory.
char *job_text(const WorkerJob *job);

#endif
