// Still: a frame of a scene as a small PNG.
#ifndef WEFT_REPORT_STILL_H
#define WEFT_REPORT_STILL_H

#include <stdio.h>

#include "scene/scene.h"

enum { STILL_WIDTH = 320, STILL_HEIGHT = 240 };

typedef struct StillView { // what all pictures of a scene show; starts zeroed
    double low[2], high[2];
    bool   any;
} StillView;

void   still_view_add(StillView *view, const SceneFrame *frame); // the particles of a frame
Status still_png(const SceneFrame *frame, const StillView *view, FILE *out) GNU_MUST_CHECK;

#endif
