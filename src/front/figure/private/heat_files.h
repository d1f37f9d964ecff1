// The data of a map of cells, and its part of the gnuplot script.
#ifndef WEFT_FIGURE_HEAT_FILES_H
#define WEFT_FIGURE_HEAT_FILES_H

#include "figure/private/heat.h"
#include "figure/private/script.h"

// A block for each panel: all cells, row by row.
void heat_data(const Plot *plot, const Layout *layout, FILE *out);

enum { HEAT_TEXT = 32 };
void heat_text(const Heat *heat, double value, char out[HEAT_TEXT]); // of a cell: "0.012", "1.2e-5"

// In this order: tables of contours, before the terminals; colours; a panel; the sample of an entry of the key.
void heat_put_contours(Script *script);
void heat_put_scale(Script *script);
void heat_put_plot(Script *script, int facet);
void heat_put_sample(Script *script, EntryKind kind, int index);

#endif
