// Stills: each scene of an experiment at the start and at the end of a case. A store has no positions: the case is run again.
#ifndef WEFT_REPORT_STILLS_H
#define WEFT_REPORT_STILLS_H

#include "data/dataset.h"
#include "report/report.h"

typedef struct Still {
    const char *scene;
    const char *label;      // of the case
    double      time_s;     // at its end
    const char *picture[2]; // PNG in base64: at the start, at the end
    const char *missing;    // why there are none; "" otherwise
} Still;

// Of each scene the finished case that comes first in the plan. Everything lives in the dataset's arena.
Status stills_make(Dataset *dataset, ReportFrames *frames, Still **out, int *count) GNU_MUST_CHECK;

#endif
