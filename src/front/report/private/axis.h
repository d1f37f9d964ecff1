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
void axis_make(const Plot *plot, bool y, double length, double font, Axis *out);
// Of the colours of a map of cells: from its least to its largest value; upright: from below.
void   axis_make_scale(const Plot *plot, bool upright, double length, double font, Axis *out);
double axis_along(const Axis *axis, double value); // 0 at its low end, 1 at its high end

// Whether the interval of a point goes on beyond the axis.
bool axis_cuts(const Plot *plot, const PlotPoint *point);

// The ideal speed-up or efficiency at x.
bool   axis_has_ideal(const Plot *plot);
double axis_ideal_at(const FigureSpec *spec, double x);

// "speed-up over one thread"
const char *axis_label(const FigureSpec *spec, bool y, char out[SPEC_TEXT_MAX]);

const char *axis_row_label(const FigureSpec *spec, char out[SPEC_TEXT_MAX]); // of the rows of a map of cells

double axis_nice_step(double least); // the least of 1, 2 or 5 times a power of ten that is not below

// The commands for gnuplot; name: x, y or cb; labelled: with the texts of its tics.
void axis_put(const Axis *axis, const char *name, bool labelled, FILE *out);

#endif
