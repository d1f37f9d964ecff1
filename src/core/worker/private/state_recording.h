// Recording: the frames, forces and loads of the measured pass at the end of the selected steps, and the references that they are compared
// with.
#ifndef WEFT_WORKER_STATE_RECORDING_H
#define WEFT_WORKER_STATE_RECORDING_H

#include "measure/reference.h"
#include "worker/private/rows.h"

// Of the error that is measured, the part that may be the reference's own.
#define REFERENCE_SHARE 0.1

typedef struct Recording {
    const Case   *c;
    const Setup  *setup;
    SnapshotTaker taker;
    Reference     fine, same; // of the frames, of the forces; without probes if there is none
    Snapshot      worst;      // the frame whose reference is worst for its error
    int64_t       worst_step; // −1: none is worse than REFERENCE_SHARE
} Recording;

// STATUS_INPUT when `track` names a particle the scene does not have.
Status recording_check(const Case *c, const Model *model) GNU_MUST_CHECK;

// Reads the reference of a use into the setup's arena; without probes if the case needs none or path is NULL. STATUS_IO; STATUS_INPUT when
// the file is for another case.
Status recording_read(const Case *c, ReferenceUse use, const char *path, Setup *setup, Reference *out) GNU_MUST_CHECK;

// At the start of the pass; paths[use] may be NULL. Memory from the setup's arena.
Status recording_init(const Case *c, const char *const paths[REFERENCE_USES], Setup *setup, Recording *out) GNU_MUST_CHECK;

// At the end of step `step` (from 0): writes the rows of its frame, forces and loads, if the case selects it, and with the last frame the
// finding that a reference was not good enough for what was measured with it.
Status recording_step(Recording *recording, int64_t step) GNU_MUST_CHECK;

#endif
