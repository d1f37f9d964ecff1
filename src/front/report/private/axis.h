// Axis: the range of one axis of a plot and its tics, whose labels never touch.
#ifndef WEFT_REPORT_AXIS_H
#define WEFT_REPORT_AXIS_H

#include <stdio.h>

#include "report/private/plot.h"

enum { TICS_MAX = 400 };

typedef struct Tic {
    double at;
    char   text[SPEC_TEXT_MAX]; // "": none
    int    exponent;            // of ten, behind the text; 0: none
    bool   small, last;
} Tic;

typedef struct Axis {
    double low, high;
    bool   log, categorical, rotated; // rotated: labels of categories, which would touch each other
    int    tic_count;
    double widest; // of the labels, px
    Tic    tics[TICS_MAX];
} Axis;

// length, font: px.
void   axis_make(const Plot *plot, bool y, double length, double font, Axis *out);
double axis_along(const Axis *axis, double value); // 0 at its low end, 1 at its high end

// Whether the interval of a point goes on beyond the axis.
bool axis_cuts(const Plot *plot, const PlotPoint *point);

// The ideal speed-up or efficiency at x.
bool   axis_has_ideal(const Plot *plot);
double axis_ideal_at(const FigureSpec *spec, double x);

// "speed-up over one thread"
const char *axis_label(const FigureSpec *spec, bool y, char out[SPEC_TEXT_MAX]);

// The commands for gnuplot; labelled: with the texts of its tics.
void axis_put(const Axis *axis, char name, bool labelled, bool tex, FILE *out);

#endif
