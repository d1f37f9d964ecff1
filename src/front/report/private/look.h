// Looks: colours, dashes, markers and fills of series. The colour belongs to the solver and the linear system of a series, in all figures
// of a store; what else tells the series of a figure apart is a dash (of bars: a fill), and then a marker. Where all series have one solver
// and one system the first setting that differs has the colour: from dark to light along a number. A label of the file may have another
// colour (experiment/labels.h).
//
// The palette is readable with each of the three colour deficiencies, and its lightness differs from colour to colour, so that it is in
// grey, too (tests/unit_look.c).
#ifndef WEFT_REPORT_LOOK_H
#define WEFT_REPORT_LOOK_H

#include <stdbool.h>

#include "base/status.h"

enum { LOOK_COLOURS = 8, LOOK_MARKERS = 12, LOOK_DASHES = 5, LOOK_FILLS = 5, LOOK_RGB = 8 };

typedef struct Look {
    char rgb[LOOK_RGB]; // "#0072B2"
    int  dash, marker, fill;
} Look;

const char *look_colour(int index);                              // of the palette, from 0
void        look_ramp(double share, char out[LOOK_RGB]);         // dark at 0, light at 1
void        look_pale(const char *rgb, char out[LOOK_RGB]);      // half way to white
const char *look_dash(int index);                                // as gnuplot writes it; 0: solid
int         look_marker(int index);                              // gnuplot's number
const char *look_fill(int index);                                // as gnuplot writes it; 0: full
bool        look_equal(const Look *a, const Look *b, bool bars); // whether nothing tells them apart

struct Plot;
struct Dataset;

// Gives every series of a plot its look; those of different facets that differ in nothing else have the same.
Status look_assign(struct Dataset *dataset, struct Plot *plot) GNU_MUST_CHECK;

#endif
