// Passes: the four kinds of repetition of one case, all from the same start, and the reference trajectory.
//
//   timed     one clock read per step and per iteration, nothing else
//   phased    the phase clock on
//   counted   the counters of processor and kernel read where phases meet
//   measured  the observer on, at the observed steps of the trajectory and then at the probe steps of the reference; frames and forces
//             at the end of the steps that are recorded, contacts at the end of every step
#ifndef WEFT_WORKER_PASSES_H
#define WEFT_WORKER_PASSES_H

#include "worker/private/rows.h"

typedef struct Job {
    Case        c;
    int         wanted[PASS_COUNT];         // repetitions
    int         first[PASS_COUNT];          // index of the first one
    const char *references[REFERENCE_USES]; // files, or NULL
    int         write_reference;            // the use whose reference is made instead of running passes; REFERENCE_USES: none
    const char *frames;                     // folder, or NULL
    int         frame_stride;
    const char *state_in, *state_out; // files, or NULL
    int64_t (*allocations)(void);     // how many the process has made (worker/allocations.h); NULL: not counted
    LinsysChoice choice;              // made in an earlier process that ran this case; empty: none yet
} Job;

// Runs what the job wants and writes the rows, environment and done row excluded. *deterministic: all final states had the same bits.
// A failure has not been written as a row yet.
Status passes_run(const Job *job, bool *deterministic) GNU_MUST_CHECK;

// Computes the reference trajectory that the job's case wishes for use job->write_reference and writes it to the file of that use.
Status passes_reference(const Job *job) GNU_MUST_CHECK;

#endif
