// Recorder: takes the rows of a worker and stores each repetition when its end row arrives.
//
// A repetition is written while it arrives, in a transaction that its end row commits: what is held in memory is bounded, however long it
// is.
#ifndef WEFT_RUN_RECORD_H
#define WEFT_RUN_RECORD_H

#include "run/private/row_order.h"
#include "store/store.h"

typedef struct Recorder {
    Store           *store;
    int64_t          case_id, build, environment; // environment: 0 until its row arrived
    int64_t          steps;                       // of the case
    int              done[PASS_COUNT];            // finished repetitions, those of earlier runs included
    int              due[PASS_COUNT];             // those that there shall be when the process has ended
    bool             recorded;                    // another program made the trajectory: it has no costs and no times
    bool             first;                       // process of the case: what is known beforehand is said then
    json_t          *rows;                        // that are held of the current repetition; NULL between repetitions
    size_t           held;                        // values in them
    StoreRepetition *written;                     // what of it is written; NULL: nothing yet
    json_t          *facts;                       // of the case, that wait for the end of the transaction; NULL: none
    RowOrder         order;
    int              pass;     // of it
    int64_t          since_ns; // the end of the last repetition, or the start of the process
    double           seconds;  // of the last finished repetition
} Recorder;

// For SpawnJob.row; `user` is the Recorder. STATUS_PROTOCOL for a row that is not as record/record_list.h and row_order.h say, for a
// repetition that was not asked for, and for a line inside a repetition that is no row; the others are those of the store.
Status record_row(void *user, json_t *row) GNU_MUST_CHECK;

// Writes what is held of an unfinished repetition after a failure, to be read until record_end. Returns that failure.
Status record_show(Recorder *recorder, Status failure) GNU_MUST_CHECK;

// Drops an unfinished repetition, and writes what waits for its end. STATUS_IO, STATUS_MEMORY.
Status record_end(Recorder *recorder) GNU_MUST_CHECK;

#endif
