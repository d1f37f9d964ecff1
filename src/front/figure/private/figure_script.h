// The gnuplot script of a figure: its head, its panels, its key.
#ifndef WEFT_FIGURE_FIGURE_SCRIPT_H
#define WEFT_FIGURE_FIGURE_SCRIPT_H

#include "figure/private/layout.h"

// Makes file.svg and file.pdf; reads file.dat.
void figure_script(const Plot *plot, const Layout *layout, const char *file, FILE *out);

// The later series that would hide the curve of this one, which is then drawn broad and pale; −1: none.
int figure_cover(const Plot *plot, const Layout *layout, int series);

#endif
