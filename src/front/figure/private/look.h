// Looks: colours, dashes, markers and fills of series. The palette is readable with each of the three colour deficiencies, and in grey,
// since its lightness differs from colour to colour (tests/unit_look.c).
#ifndef WEFT_FIGURE_LOOK_H
#define WEFT_FIGURE_LOOK_H

#include <stdbool.h>

enum { LOOK_COLOURS = 8, LOOK_MARKERS = 12, LOOK_DASHES = 5, LOOK_FILLS = 8, LOOK_RGB = 8 };

typedef struct Look {
    char rgb[LOOK_RGB]; // "#0072B2"
    int  dash, marker, fill;
} Look;

const char *look_colour(int index);                              // of the palette, from 0
void        look_ramp(double share, char out[LOOK_RGB]);         // dark at 0, light at 1
void        look_pale(const char *rgb, char out[LOOK_RGB]);      // half way to white
void        look_dark(const char *rgb, char out[LOOK_RGB]);      // for letters, which are read in it on white
const char *look_dash(int index);                                // as gnuplot writes it; 0: solid
int         look_marker(int index);                              // gnuplot's number
const char *look_fill(int index);                                // as gnuplot writes it; 0: full
bool        look_equal(const Look *a, const Look *b, bool bars); // whether nothing tells them apart

#endif
