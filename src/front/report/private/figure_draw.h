// What the files that draw a figure share: the script that is being written, and the writers of the styles.
#ifndef WEFT_REPORT_FIGURE_DRAW_H
#define WEFT_REPORT_FIGURE_DRAW_H

#include "report/private/canvas.h"

typedef struct Script {
    const Plot   *plot;
    const Canvas *canvas;
    const char   *file;
    FILE         *out;
    int           parts; // of the plot command so far
} Script;

void figure_next(Script *script); // begins the next part of the plot command; it reads the data file

// The title of a part, at its end: gnuplot writes it into the SVG, where browsers show it, and the page finds by it what is of a series.
void figure_title(Script *script, const char *text);
void figure_series_title(Script *script, int series);

// Pixels of the canvas as gnuplot's screen coordinates.
double figure_x(const Script *script, double px);
double figure_y(const Script *script, double px);

// Writers of styles that have a file of their own, for one series.
void put_frontier(Script *script, int series);
void put_profile(Script *script, int series);

#endif
