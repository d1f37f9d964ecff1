// What the caption of a figure says of its style: what its points and lines are, and of how many.
#ifndef WEFT_REPORT_FIGURE_STYLE_NOTE_H
#define WEFT_REPORT_FIGURE_STYLE_NOTE_H

#include "report/private/plot.h"

bool figure_style_note(const Plot *plot, char *out, size_t size); // whether there is something to say

#endif
