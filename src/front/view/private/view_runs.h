// The frames of a page: those of each run at the times that all runs have.
#ifndef WEFT_VIEW_VIEW_RUNS_H
#define WEFT_VIEW_VIEW_RUNS_H

#include "scene/scene.h"
#include "view/view.h"

enum { VIEW_WHOLE = INT32_MAX };

typedef struct ViewRun {
    char      *label;                 // the last part of the folder's path
    SceneFrame first;                 // the first frame; lines and faces only go away after it
    int32_t    particle_count;        // the points before those of colliders
    int32_t   *line_gone, *face_gone; // [line_count], [face_count] the first frame without it, or VIEW_WHOLE
    bool       torn;                  // some line or face goes
    float (*position)[3];             // [frame_count][point_count] m
} ViewRun;

typedef struct ViewRuns {
    int     run_count, frame_count;
    bool    comparable; // all runs have the same number of particles
    double *time_s;     // [frame_count]
    ViewRun run[VIEW_RUNS_MAX];
} ViewRuns;

// Empty on failure; failures are those of view_write.
Status view_runs_read(const ViewSettings *settings, ViewRuns *out) GNU_MUST_CHECK;
void   view_runs_destroy(ViewRuns *runs);

// STATUS_LIMIT with a sufficient --every, if `bytes` are above the limit. what: the subject of the message.
Status view_check_size(const ViewSettings *settings, const char *what, double bytes, double limit) GNU_MUST_CHECK;

#endif
