// The caption of a figure after its title, one sentence: the statistic of its points and the number of values. And its notes: points left
// out and why, curves that lie on each other, the best cells of a map.
#ifndef WEFT_FIGURE_FIGURE_NOTES_H
#define WEFT_FIGURE_FIGURE_NOTES_H

#include "figure/private/layout.h"

void figure_caption(const Plot *plot, char *out, size_t size);
void figure_notes(const Dataset *dataset, const Plot *plot, const Layout *layout, char *out, size_t size);

// Why there is nothing to draw.
void figure_missing(const Dataset *dataset, const Plot *plot, char *out, size_t size);

#endif
