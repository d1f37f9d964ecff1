// The numbers of a figure: for people as CSV, for gnuplot, and for the page.
#ifndef WEFT_FIGURE_FIGURE_FILES_H
#define WEFT_FIGURE_FIGURE_FILES_H

#include <stdio.h>

#include "figure/private/layout.h"

void figure_csv(const Plot *plot, FILE *out);

// Blocks of gnuplot's `index`: the series, then the curves; of a map of cells its panels.
void figure_data(const Plot *plot, const Layout *layout, FILE *out);

// The points that are drawn, as JSON without a `<`; the page shows their values at the pointer.
//   x, y: labels of the axes; row: label of the rows of a map; of: kind of the interval; count: unit of the count
//   series [{name, points [[px, px, x, y, low, high, count]]}]; a bar or cell has two more px, of its other corner, and a cell its row
// Pixels are those of the SVG, from its upper left corner. Numbers are texts, "" for none. The caller frees *out.
Status figure_points(const Plot *plot, const Layout *layout, char **out) GNU_MUST_CHECK;

// The label of a series; a single series without a label has that of y. Gives out.
const char *figure_series_name(const Plot *plot, int series, char out[SPEC_TEXT_MAX]);

#endif
