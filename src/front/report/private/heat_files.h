// What a map of cells writes: its numbers, and its part of the gnuplot script.
#ifndef WEFT_REPORT_HEAT_FILES_H
#define WEFT_REPORT_HEAT_FILES_H

#include "report/private/figure_draw.h"
#include "report/private/heat.h"
#include "report/private/number.h"

// Every cell, also those without a value, with the reason.
void heat_csv(const Plot *plot, FILE *out);

// Blocks of gnuplot's `index`: of each panel those of these that it has.
typedef enum HeatPart {
    HEAT_CELLS,
    HEAT_WITHOUT, // a value: for each HeatStroke one
    HEAT_CONTOURS = HEAT_WITHOUT + HEAT_STROKES,
    HEAT_MARK,
    HEAT_PARTS
} HeatPart;
void heat_data(const Plot *plot, const Canvas *canvas, FILE *out);
int  heat_block(const Heat *heat, int facet, HeatPart part); // −1: the panel has none

enum { HEAT_TEXT = 16 };
void heat_text(const Heat *heat, double value, char out[HEAT_TEXT]); // of a cell: "0.012", "1.2e-5"

// The size of these texts to the font; 0: cells are too small for one that can be read.
double heat_text_scale(const Plot *plot, const Canvas *canvas);

double heat_text_width(const Plot *plot, const Canvas *canvas, double value); // of one of them, in columns

typedef struct HeatLabel { // of a contour; in columns and rows, where its middle is and how large it is
    char   text[NUMBER_TEXT + LABEL_UNIT_MAX + 4];
    double x, y, width, height;
} HeatLabel;

// Of the contours of a panel; one that has no room beside the others has none. Returns how many.
int heat_labels(const Plot *plot, const Canvas *canvas, int facet, HeatLabel out[HEAT_LEVELS_MAX]);

static const double HEAT_LABEL_SCALE = 0.78; // of the font

// In figure_script.c's panels: the settings before the plot command, the command, and what stands before a text of the legend.
void heat_put_scale(Script *script, bool last);
void heat_put_plot(Script *script, int facet);
void heat_put_sample(Script *script, const Entry *entry, int tag, double x, double y);

#endif
