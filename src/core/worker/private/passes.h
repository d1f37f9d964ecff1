// Passes: the four kinds of repetition of a case, all from the same start, and the reference trajectory.
//
//   timed     one clock read per step and per iteration, nothing else; after the steps of the last one the probes, in rounds
//   phased    the phase clock on
//   counted   the counters of processor and kernel are read between phases
//   measured  the observer on, at the observed steps of the trajectory and then at the probe steps of the reference; frames and forces
//             at the end of the steps that are recorded, contacts at the end of every step
#ifndef WEFT_WORKER_PASSES_H
#define WEFT_WORKER_PASSES_H

#include "worker/private/rows.h"

typedef struct Job {
    Case        c;
    SceneInfo   expected;                   // hashes of its scene when it was planned
    int         required[PASS_COUNT];       // repetitions
    int         first[PASS_COUNT];          // index of the first repetition
    const char *references[REFERENCE_USES]; // files, or NULL
    int64_t     process;                    // number of this process in the store; 0: none
    int         write_reference;            // compute the reference of this use instead of running passes; REFERENCE_USES: none
    const char *frames;                     // folder, or NULL
    int         frame_stride;
    bool        barrier;            // a row `barrier` before the passes
    StateFile   state_in;           // the start, or none
    const char *state_out;          // file, or NULL
    const char *recorded;           // trajectory to replay (measure/reference.h: a probe a frame) instead of running passes, or NULL
    const char *systems;            // folder for the linear systems of the last step, written instead of running passes, or NULL
    const char *benchmark, *system; // only this system: the name of its files, with a reference solution; or NULL
    int64_t (*allocations)(void);   // of the process so far (base/allocations.h); NULL: not counted
    int          team;              // team of an earlier process of this case; 0: none yet
    LinsysChoice choice;            // of an earlier process that ran this case; empty: none yet
} Job;

// Runs the job and writes its rows, except `environment` and `done`. *deterministic: all final states have the same bits. Returns a failure
// and writes no row for it.
Status passes_run(const Job *job, bool *deterministic) GNU_MUST_CHECK;

// Computes the reference trajectory of the case for use job->write_reference and writes it to the file of that use.
Status passes_reference(const Job *job) GNU_MUST_CHECK;

// Measures the trajectory of the file job->recorded, in one repetition of the measured pass with rows `deviation` and without rows `cost`.
// The frames are dt apart; the first is the start of the scene.
Status passes_recorded(const Job *job) GNU_MUST_CHECK;

// Takes the steps of the case and writes the linear systems of the last one to the folder job->systems.
Status passes_systems(const Job *job) GNU_MUST_CHECK;

// Writes the duration of a barrier of the team.
Status passes_barrier(const Job *job) GNU_MUST_CHECK;

#endif
