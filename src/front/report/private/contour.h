// Contour: lines of equal value through a grid of numbers, by marching squares: in each square between four neighbours the line crosses
// those sides whose ends lie on both sides of the level, interpolated along the side. Where it crosses all four (a saddle), the mean of the
// corners says which of them are joined.
#ifndef WEFT_REPORT_CONTOUR_H
#define WEFT_REPORT_CONTOUR_H

#include <stdbool.h>

#include "base/status.h"

typedef struct ContourPoint {
    double x, y; // in columns and rows of the grid, from 0
} ContourPoint;

typedef struct ContourLine {
    int           count;
    bool          closed; // its last point is its first
    ContourPoint *points; // in Contour.points
} ContourLine;

typedef struct Contour {
    int           line_count;
    ContourLine  *lines;
    ContourPoint *points;
} Contour;

// grid[rows][columns]; no line goes through a square that has a corner that is not finite. On the logarithm where every number is positive,
// and the level is.
Status contour_make(const double *grid, int columns, int rows, double level, Contour *out) GNU_MUST_CHECK;
void   contour_destroy(Contour *contour); // takes a zeroed one

// Where lines are of use between low and high, at most `most`: powers of 10, by how many decades there are, else powers of 4 or 2 of what
// is 1 or more and 1, 2, 5, 10, … of what is less, else round steps. Returns how many.
int contour_levels(double low, double high, int most, double *out);

#endif
