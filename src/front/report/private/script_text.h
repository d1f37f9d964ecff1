// Texts in a gnuplot script, and how wide they are.
#ifndef WEFT_REPORT_SCRIPT_TEXT_H
#define WEFT_REPORT_SCRIPT_TEXT_H

#include <stdbool.h>
#include <stdio.h>

// In single quotes, as it is. Line ends become spaces. format: the percent signs of a tic,
// whose text is a format, are doubled, and what gnuplot would cut off is left out.
void script_text(const char *text, bool format, FILE *out);

// The same, smaller by `scale`.
void script_text_scaled(const char *text, double scale, FILE *out);

// In the unit of the font's size, in a wide sans-serif font: what a renderer draws is rarely wider.
double script_text_width(const char *text, double font);

#endif
