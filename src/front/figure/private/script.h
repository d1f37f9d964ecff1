// A gnuplot script while it is written: parts of its plot commands, places, and texts, whose quotes, line ends and markup are escaped.
#ifndef WEFT_FIGURE_SCRIPT_H
#define WEFT_FIGURE_SCRIPT_H

#include "figure/private/layout.h"

typedef struct Script {
    const Plot   *plot;
    const Layout *layout;
    FILE         *out;
    int           parts; // of the plot command so far
    double        size;  // of the font of this picture
    bool          svg;   // this part is for gnuplot's terminal of SVG
} Script;

void script_part(Script *script); // begins the next part of a plot command

// Pixels of the layout as gnuplot's screen coordinates.
double script_x(const Script *script, double px);
double script_y(const Script *script, double px);

void script_axis(Script *script, const Axis *axis, bool labelled); // labelled: with the texts of its tics

// With all its digits; "nan".
void script_number(double value, FILE *out);

// In single quotes. Line ends become spaces.
void script_text(const Script *script, const char *text);

// The title of a part of a plot. gnuplot writes it into the SVG as <title>, by which the page finds the part. There gnuplot escapes an &
// itself; ]]> cannot be escaped and becomes `]] >` (page.js).
void script_title(const Script *script, const char *text);

// The text of a tic, which gnuplot reads as a format and cuts off.
void script_tic(const Script *script, const char *text);

// A label or title: the text and how gnuplot reads it, in smaller letters where scale is less than 1.
void script_label(const Script *script, const char *text, double scale);

#endif
