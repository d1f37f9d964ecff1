// A gnuplot script that is being written: parts of its plot commands, places, and texts as they are, be it quotes, line ends or what
// gnuplot reads as markup.
#ifndef WEFT_FIGURE_SCRIPT_H
#define WEFT_FIGURE_SCRIPT_H

#include "figure/private/layout.h"

typedef struct Script {
    const Plot   *plot;
    const Layout *layout;
    FILE         *out;
    int           parts; // of the plot command so far
    double        size;  // of the font of this picture
} Script;

void script_part(Script *script); // begins the next part of a plot command

// Pixels of the layout as gnuplot's screen coordinates.
double script_x(const Script *script, double px);
double script_y(const Script *script, double px);

void script_axis(Script *script, const Axis *axis, bool labelled); // labelled: with the texts of its tics

// With all digits that it has; "nan".
void script_number(double value, FILE *out);

// In single quotes. Line ends become spaces.
void script_text(const char *text, FILE *out);

// The text of a tic, which gnuplot reads as a format and cuts off.
void script_tic(const char *text, FILE *out);

// A label or title: the text and how gnuplot reads it, in smaller letters where scale is less than 1.
void script_label(const char *text, double scale, FILE *out);

#endif
