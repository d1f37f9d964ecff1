// What weft judge says of a trajectory: a table of its frames, its worst ones in words, and all numbers as CSV and JSON. One table of
// columns makes all of these.
#ifndef WEFT_CLI_JUDGE_PRINT_H
#define WEFT_CLI_JUDGE_PRINT_H

#include "case/case.h"
#include "case/row.h"
#include "scene/trajectory.h"

typedef struct Judged {
    const Case       *c;
    const char       *path; // of the frames, as given
    const Trajectory *trajectory;
    double            farthest; // m, of a particle of frame 0 from its start
    bool              quiet;    // standard output is JSON
    const json_t     *rows;     // of the worker
} Judged;

void   judge_print(const Judged *judged);
Status judge_write_csv(const Judged *judged, const char *path) GNU_MUST_CHECK; // through a temporary file
Status judge_print_json(const Judged *judged) GNU_MUST_CHECK;

#endif
