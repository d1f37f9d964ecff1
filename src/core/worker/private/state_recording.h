// Recording: the frames, forces and loads of the measured pass at the end of the selected steps, with their references.
#ifndef WEFT_WORKER_STATE_RECORDING_H
#define WEFT_WORKER_STATE_RECORDING_H

#include "measure/reference.h"
#include "worker/private/rows.h"

// The largest error of a reference, as a part of the measured error.
#define REFERENCE_SHARE 0.1

typedef struct Recording {
    const Case   *c;
    const Setup  *setup;
    SnapshotTaker taker;
    Reference     fine, same; // for the frames, for the forces; no probes: no reference
    Snapshot      worst;      // the frame with the largest ratio of reference error to error
    int64_t       worst_step; // −1: none exceeds REFERENCE_SHARE
} Recording;

// STATUS_INPUT if `track` is not a particle of the scene.
Status recording_check(const Case *c, const Model *model) GNU_MUST_CHECK;

// Reads the reference of a use into the setup's arena; no probes if the case needs none or `path` is NULL. STATUS_IO; STATUS_INPUT if the
// file belongs to another case.
Status recording_read(const Case *c, ReferenceUse use, const char *path, Setup *setup, Reference *out) GNU_MUST_CHECK;

// Call at the start of the pass; paths[use] may be NULL. Memory from the setup's arena.
Status recording_init(const Case *c, const char *const paths[REFERENCE_USES], Setup *setup, Recording *out) GNU_MUST_CHECK;

// Call at the end of step `step` (from 0). Writes the rows of its frame, forces and loads if the case selects the step. With the last
// frame, writes a finding if a reference was not accurate enough for the measured errors.
Status recording_step(Recording *recording, int64_t step) GNU_MUST_CHECK;

#endif
