// Recorder: takes the rows of a worker and stores each repetition when its end row arrives.
//
// A repetition is written while it arrives, in a transaction that its end row commits. So the memory is bounded for any length.
#ifndef WEFT_RUN_RECORD_H
#define WEFT_RUN_RECORD_H

#include "run/private/row_order.h"
#include "store/store.h"

typedef struct Recorder {
    Store           *store;
    int64_t          case_id, build, environment; // environment: 0 until its row arrived
    int64_t          steps;                       // of the case
    int              done[PASS_COUNT];            // finished repetitions, including earlier runs
    int              due[PASS_COUNT];             // finished repetitions expected at the end of the process
    bool             recorded;                    // another program made the trajectory: no costs and no times
    bool             first;                       // first process of the case: conditions known beforehand are reported
    json_t          *rows;                        // unwritten rows of the current repetition; NULL between repetitions
    size_t           value_count;                 // number of values in these rows
    StoreRepetition *written;                     // the partly written repetition; NULL: nothing written yet
    json_t          *facts;                       // rows of the case that wait for the end of the transaction; NULL: none
    RowOrder         order;
    int              pass;     // of the current repetition
    int64_t          since_ns; // end of the last repetition, or start of the process
    double           seconds;  // wall time of the last finished repetition
} Recorder;

// For SpawnJob.row; `user` is the Recorder. STATUS_PROTOCOL for a row that violates record/record_list.h or row_order.h, for a repetition
// that was not requested, and for a line inside a repetition that is not a row. Other failures are those of the store.
Status record_row(void *user, json_t *row) GNU_MUST_CHECK;

// After a failure, writes the buffered rows of an unfinished repetition, which can be read until record_end. Returns that failure.
Status record_show(Recorder *recorder, Status failure) GNU_MUST_CHECK;

// Drops an unfinished repetition, and writes the rows that wait for its end. STATUS_IO, STATUS_MEMORY.
Status record_end(Recorder *recorder) GNU_MUST_CHECK;

#endif
