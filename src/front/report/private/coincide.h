// Coinciding curves and points of different series, which would hide each other.
#ifndef WEFT_REPORT_COINCIDE_H
#define WEFT_REPORT_COINCIDE_H

#include "report/private/canvas.h"

// Of two curves that lie on each other the first becomes broad and pale; points at one place are put beside each other, on the canvas, not
// in x. Says so in note[size], "" where there is nothing to say.
void coincide_part(Plot *plot, const Canvas *canvas, char *note, size_t size);

#endif
