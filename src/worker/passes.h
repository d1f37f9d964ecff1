// Passes: the three kinds of repetition of one case, all from the same start, and the reference trajectory.
//
//   timed     one clock read per step and per iteration, nothing else
//   phased    the phase clock on
//   measured  the observer on, at the observed steps of the trajectory and then at the probe steps of the reference
#ifndef WEFT_WORKER_PASSES_H
#define WEFT_WORKER_PASSES_H

#include "worker/rows.h"

typedef struct Job {
    Case        c;
    int         wanted[PASS_COUNT]; // repetitions
    int         first[PASS_COUNT];  // index of the first one
    const char *reference;          // file, or NULL
    bool        write_reference;
    const char *frames; // folder, or NULL
    int         frame_stride;
    const char *state_in, *state_out; // files, or NULL
} Job;

// Runs what the job wants and writes the rows, environment and done row excluded. *deterministic: all final states had the same bits.
// A failure has not been written as a row yet.
Status passes_run(const Job *job, bool *deterministic) GNU_MUST_CHECK;

// Computes the reference trajectory of the job's case and writes it to job->reference.
Status passes_reference(const Job *job) GNU_MUST_CHECK;

#endif
