// Heat: the points of a figure as a map of cells, with the reasons for empty cells, the levels of its contours, and the cell of lowest
// cost. The quantity is the y of the points; gnuplot draws cells and contours.
#ifndef WEFT_FIGURE_HEAT_H
#define WEFT_FIGURE_HEAT_H

#include "figure/private/plot.h"

enum { HEAT_SIDE_MAX = 100, HEAT_CELLS_MAX = 4000, HEAT_LEVELS_MAX = SPEC_LEVELS_MAX };

// Where several cases belong to a cell, the first of their reasons counts.
typedef enum HeatState {
    HEAT_VALUE,
    HEAT_DIVERGED,
    HEAT_FAILED,    // failed, crashed, out of time or of memory
    HEAT_UNREACHED, // a target that the case never came to
    HEAT_REFUSED,
    HEAT_PENDING,
    HEAT_EMPTY,  // the case is done and has no such number
    HEAT_ABSENT, // the experiment has no such case
    HEAT_STATES
} HeatState;

// The sign of a cell without a value.
typedef enum HeatSign { HEAT_CROSS, HEAT_BAR, HEAT_SLASH, HEAT_SIGNS } HeatSign;

typedef struct HeatCell {
    HeatState        state;
    const PlotPoint *point;                     // of HEAT_VALUE
    double           cost, cost_low, cost_high; // the value of the contours; NaN where there is none
} HeatCell;

typedef struct Heat {
    int       columns, rows, facets;
    HeatCell *cells; // [facets][rows][columns]
    int       counts[HEAT_STATES];
    int       digits;        // of the numbers in cells
    bool      between;       // x and y are numbers, so that lines can be drawn
    bool      cost_measured; // differs from process to process
    int       level_count;
    double    levels[HEAT_LEVELS_MAX];
    char      contour_label[SPEC_TEXT_MAX], mark_label[SPEC_TEXT_MAX], sign_labels[HEAT_SIGNS][64]; // "": not in the key
} Heat;

bool heat_is_large(const Plot *plot); // more cells than can be seen

// plot->heat stays NULL where it is no map, these are too many, or none has a value. In the arena of the dataset.
Status heat_create(Dataset *dataset, Plot *plot) GNU_MUST_CHECK;

const HeatCell *heat_cell(const Heat *heat, int facet, int row, int column);

const char *heat_state_name(HeatState state);
const char *heat_sign(HeatSign sign);
HeatSign    heat_sign_of(HeatState state); // of those without a value

// Levels between low and high: 1, 2, 5, 10, … or powers of 10, at most five; else even steps. Returns their count.
int heat_levels(double low, double high, double out[HEAT_LEVELS_MAX]);

// The colours, from dark (least) to light (largest): so many, evenly spaced; between two of them each channel is linear.
enum { HEAT_COLOURS = 12 };
unsigned heat_colour(int index);     // 0xRRGGBB
bool     heat_is_dark(double share); // of the scale, so that a number on it is white

#endif
