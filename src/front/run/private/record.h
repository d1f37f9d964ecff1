// Recorder: takes the rows of a worker and stores each repetition when its end row arrives.
#ifndef WEFT_RUN_RECORD_H
#define WEFT_RUN_RECORD_H

#include "store/store.h"

typedef struct Recorder {
    Store  *store;
    int64_t case_id, build, environment; // environment: 0 until its row arrived
    int     done[PASS_COUNT];            // finished repetitions, those of earlier runs included
    bool    first;                       // process of the case: what is known beforehand is said then
    json_t *rows;                        // of the current repetition; NULL between repetitions
    int     pass;                        // of it
    int64_t since_ns;                    // the end of the last repetition, or the start of the process
    double  seconds;                     // of the last finished repetition
    bool    broken;                      // a row was not as base/record_list.h says: the case has failed, no more is stored
    char    complaint[200];              // the first error in the rows, or ""
} Recorder;

// For SpawnJob.row; `user` is the Recorder. A repetition with a line in it that is no row, or a row
// that lacks a key, has an unknown one or a value of the wrong kind, is dropped; after such a row none is stored. Failures are those of the
// store.
Status record_row(void *user, json_t *row) GNU_MUST_CHECK;
void   record_end(Recorder *recorder); // drops an unfinished repetition

#endif
