// Recorded: a trajectory that another program made and a worker has measured (WorkerJob.recorded) becomes a case of a store, beside the
// cases of the same scene that are there.
//
// The case is marked: solver `recorded`, and it has the measured pass only, without times and costs. It belongs to an experiment of its
// own, judged_SCENE_VALUES, whose plan has the trajectories that were judged of the scene, and every case of it that has frames, each as a
// block; the figures of this experiment are those of recorded.yaml that there is something for. What other experiments say stays as it is.
#ifndef WEFT_RUN_RECORDED_H
#define WEFT_RUN_RECORDED_H

#include "case/case_recorded.h"
#include "run/worker_file.h"

typedef struct RecordedRun {
    const Case   *c; // the case that its references were made for, resolved
    RecordedFacts facts;
    const char   *options; // for people to read: where it came from
    const json_t *rows;    // of the worker, all of them
    WorkerFile   *worker;  // that wrote them
} RecordedRun;

typedef struct RecordedPlace {
    char experiment[64];
    bool known;        // the store had this trajectory already, measured by the same build
    int  beside;       // cases of weft's own in the experiment
    int  without;      // cases of the scene that have no frames
    int  other_builds; // of `beside`, in double precision: measured by other builds only, so that a report leaves them out
} RecordedPlace;

// Before it is measured, without a write, and without run->rows and run->worker: whether the database, if it is there, has cases of the
// scene, or none at all, and no other trajectory of this name. STATUS_INPUT, also as store_open; STATUS_IO.
Status recorded_check(const char *database, const RecordedRun *run) GNU_MUST_CHECK;

// Stores it, in a new database if there is none. STATUS_INPUT as before, and where the scene has another trajectory of this name;
// STATUS_IO.
Status recorded_write(const char *database, const RecordedRun *run, RecordedPlace *out) GNU_MUST_CHECK;

#endif
