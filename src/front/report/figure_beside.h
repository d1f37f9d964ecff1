// The CSV of a figure beside another one of the same figure: how far they differ, point by point.
#ifndef WEFT_REPORT_FIGURE_BESIDE_H
#define WEFT_REPORT_FIGURE_BESIDE_H

#include <stdbool.h>

#include "base/status.h"

// A point is one of both where its series and its x are the same texts; closed forms are left out.
typedef struct FigureBeside {
    int    here, there, both;
    double least, median, most; // over `both`: y here over y there where ratio, else |here − there| over the larger of both; NaN: none
} FigureBeside;

// Writes to `out` series and x of every point of `here`, with y here, y there, and what they come to. STATUS_INPUT with file:line: no CSV
// of a figure; STATUS_IO.
Status figure_beside(const char *here, const char *there, bool ratio, const char *out, FigureBeside *beside) GNU_MUST_CHECK;

#endif
