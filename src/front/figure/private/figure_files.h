// The files of a figure beside its pictures and script: its numbers for people and for gnuplot; and those for the page.
#ifndef WEFT_FIGURE_FIGURE_FILES_H
#define WEFT_FIGURE_FIGURE_FILES_H

#include <stdio.h>

#include "figure/private/layout.h"

void figure_csv(const Plot *plot, FILE *out);

// Blocks of gnuplot's `index`: the series, then the curves; of a map of cells its panels.
void figure_data(const Plot *plot, const Layout *layout, FILE *out);

// What is drawn of the series, for the page to show where the pointer is, as JSON without a `<`: x, y: labels of the axes; of: what an
// interval is, count: of what there are so many; series [{name, points [[px, px, x, y, low, high, count]]}], of a bar or cell also the two
// px of its other corner, and of a cell its row, whose label is `row`. Pixels are those of the SVG, from its upper left corner; numbers are
// texts, "" for none. The caller frees *out.
Status figure_points(const Plot *plot, const Layout *layout, char **out) GNU_MUST_CHECK;

// A single series has no label, and is called what its y is. Gives out.
const char *figure_series_name(const Plot *plot, int series, char out[SPEC_TEXT_MAX]);

#endif
