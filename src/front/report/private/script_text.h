// Texts in a gnuplot script: as they are, be it quotes, line ends or what gnuplot reads as markup.
#ifndef WEFT_REPORT_SCRIPT_TEXT_H
#define WEFT_REPORT_SCRIPT_TEXT_H

#include <stdio.h>

// In single quotes. Line ends become spaces.
void script_text(const char *text, FILE *out);

// A label or title: the text and how gnuplot reads it, in smaller letters where scale is less than 1.
void script_label(const char *text, double scale, FILE *out);

// The text of a tic, which gnuplot reads as a format and cuts off.
void script_tic(const char *text, FILE *out);

#endif
