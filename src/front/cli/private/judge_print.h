// The output of weft judge for a trajectory: a table of its frames, the worst frames in words, and all numbers as CSV and JSON. All use one
// table of columns.
#ifndef WEFT_CLI_JUDGE_PRINT_H
#define WEFT_CLI_JUDGE_PRINT_H

#include "case/case.h"
#include "case/row.h"
#include "run/worker_file.h"
#include "scene/trajectory.h"

typedef struct JudgedFrame JudgedFrame; // its number, its time, a value for each column

typedef struct Judged {
    const Case       *c;
    const char       *path; // of the frames, as given
    const Trajectory *trajectory;
    double            farthest; // largest distance of a particle in frame 0 from its initial position, m
    bool              quiet;    // standard output is JSON
    const json_t     *rows;     // of the worker
    WorkerFile       *worker;   // the worker of the rows
    JudgedFrame      *frames;   // [frame_count] by judge_read, of these rows; the caller frees it
    int               frame_count;
} Judged;

Status judge_read(Judged *judged) GNU_MUST_CHECK; // STATUS_MEMORY

void   judge_put(const char *label, const char *text); // a line of the table, in 80 columns
void   judge_print(const Judged *judged);
Status judge_write_csv(const Judged *judged, const char *path) GNU_MUST_CHECK; // through a temporary file
Status judge_print_json(const Judged *judged) GNU_MUST_CHECK;

#endif
