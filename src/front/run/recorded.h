// Recorded: stores a trajectory of another program, measured by a worker (WorkerJob.recorded), as a case next to the stored cases of the
// same scene.
//
// The case has solver `recorded` and only the measured pass, without times and costs. It belongs to an experiment of its own,
// judged_SCENE_VALUES. The plan of this experiment has all judged trajectories of the scene, and every case of the scene with frames, each
// as a block. Its figures are those of recorded.yaml for which there are data. Other experiments are not changed.
#ifndef WEFT_RUN_RECORDED_H
#define WEFT_RUN_RECORDED_H

#include "case/case_recorded.h"
#include "run/worker_file.h"

typedef struct RecordedRun {
    const Case   *c; // resolved case of the references
    RecordedFacts facts;
    const char   *options; // readable origin of the trajectory
    const json_t *rows;    // all rows of the worker
    WorkerFile   *worker;  // the worker that wrote the rows
} RecordedRun;

typedef struct RecordedPlace {
    char experiment[64];
    bool known;        // the store already had this trajectory, measured by the same build
    int  own_cases;    // cases of weft's own solvers in the experiment
    int  without;      // cases of the scene without frames
    int  other_builds; // double precision cases of `own_cases` that only other builds measured; reports omit them
} RecordedPlace;

// Check before the measurement; writes nothing and does not need run->rows and run->worker. An existing database must be empty or have
// cases of the scene, and no other trajectory of this name. STATUS_INPUT, also as store_open; STATUS_IO.
Status recorded_check(const char *database, const RecordedRun *run) GNU_MUST_CHECK;

// Stores the trajectory, in a new database if there is none. STATUS_INPUT as before, and if the scene has another trajectory of this name;
// STATUS_IO.
Status recorded_write(const char *database, const RecordedRun *run, RecordedPlace *out) GNU_MUST_CHECK;

#endif
