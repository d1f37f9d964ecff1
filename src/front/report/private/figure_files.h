// The files of a figure beside its pictures: its numbers for people, its numbers for gnuplot, and the scripts.
#ifndef WEFT_REPORT_FIGURE_FILES_H
#define WEFT_REPORT_FIGURE_FILES_H

#include <stdio.h>

#include "report/private/canvas.h"

void figure_csv(const Plot *plot, FILE *out);

// Blocks of gnuplot's `index`: the series, the curves, the ideal; of some styles one more for each series.
void figure_data(const Plot *plot, const Canvas *canvas, FILE *out);

// Makes file.svg and file.pdf, or, for TeX, file.tex; reads file.dat.
void figure_script(const Plot *plot, const Canvas *canvas, const char *file, bool tex, FILE *out);

#endif
