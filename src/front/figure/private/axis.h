// Axis: the range of one axis of a plot, its label and the labels of its values.
#ifndef WEFT_FIGURE_AXIS_H
#define WEFT_FIGURE_AXIS_H

#include "figure/private/plot.h"

typedef enum AxisName { AXIS_X, AXIS_Y, AXIS_COLOUR } AxisName; // of a map of cells y has the rows, and the colours have y of its points

typedef struct Axis {
    AxisName name;
    double   low, high, room;  // room: in characters, along it
    bool     log, categorical; // categories lie at 0, 1, 2, …
    bool     rotated;          // their labels are turned
    int      every;            // category, or power of ten along x, that has a label
    int      widest;           // label in characters; of numbers an upper bound
} Axis;

// room: characters that lie side by side along it.
void   axis_make(const Plot *plot, AxisName name, double room, Axis *out);
double axis_along(const Axis *axis, double value); // 0 at its low end, 1 at its high end

// Whether the interval of a point goes on beyond the axis.
bool axis_cuts(const Plot *plot, const PlotPoint *point);

// The ideal speed-up or efficiency: a line through the origin, or a constant one.
bool   axis_has_ideal(const Plot *plot);
double axis_ideal_at(const FigureSpec *spec, double x);

// "speed-up over one thread". Gives out, or a text of the figure.
const char *axis_label(const FigureSpec *spec, AxisName name, char out[SPEC_TEXT_MAX]);

// The label of the tic of a category or a number of a setting. Gives out.
const char *axis_value(const Plot *plot, AxisName name, Value value, char out[SPEC_TEXT_MAX]);

#endif
