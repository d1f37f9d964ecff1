// What the caption of a figure says below its title: of how many values its points are, what was left out and why, what a style or a map of
// cells means. Each note is a row of a table of words with its numbers.
#ifndef WEFT_FIGURE_FIGURE_NOTES_H
#define WEFT_FIGURE_FIGURE_NOTES_H

#include "figure/private/layout.h"

void figure_notes(const Dataset *dataset, const Plot *plot, const Layout *layout, char *out, size_t size);

// Why there is nothing to draw.
void figure_missing(const Dataset *dataset, const Plot *plot, char *out, size_t size);

#endif
