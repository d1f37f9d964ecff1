// Heat: the points of a figure as a map of cells: which of them have no value and why, the lines of equal value between them, and the cell
// of least cost. The quantity is the y of the points.
#ifndef WEFT_REPORT_HEAT_H
#define WEFT_REPORT_HEAT_H

#include <stdio.h>

#include "report/private/colour_scale.h"
#include "report/private/contour.h"
#include "report/private/plot.h"

enum { HEAT_SIDE_MAX = 100, HEAT_CELLS_MAX = 4000, HEAT_LEVELS_MAX = SPEC_LEVELS_MAX };

// In the order in which one reason outweighs another, where several cases belong to a cell.
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

// How a cell without a value looks.
typedef enum HeatStroke { HEAT_CROSSED, HEAT_BARRED, HEAT_STRUCK, HEAT_STROKES } HeatStroke;

typedef struct HeatCell {
    HeatState        state;
    const PlotPoint *point;                     // of HEAT_VALUE
    double           cost, cost_low, cost_high; // the value of the contours; NaN where there is none
} HeatCell;

typedef struct Heat {
    int       columns, rows, facets;
    HeatCell *cells; // [facets][rows][columns]
    int       counts[HEAT_STATES];
    int       digits;        // of the texts
    double    plain_from;    // texts of smaller values have an exponent
    bool      between;       // x and y are numbers, so that lines can be drawn
    bool      cost_measured; // differs from process to process
    int       level_count;
    double    levels[HEAT_LEVELS_MAX];
    Contour  *contours; // [facets][level_count + 1]; the last is that of the mark
    char      contour_label[SPEC_TEXT_MAX], mark_label[SPEC_TEXT_MAX], stroke_labels[HEAT_STROKES][64]; // "": not in the legend
} Heat;

bool heat_is_large(const Plot *plot); // more cells than can be seen

// *out is NULL where these are too many, or none has a value. heat_destroy takes NULL.
Status heat_create(Dataset *dataset, const Plot *plot, Heat **out) GNU_MUST_CHECK;
void   heat_destroy(Heat *heat);

// A quantity of a case, finished or not, that follows from its settings alone; else of no kind.
Value heat_of_case(const Dataset *dataset, int case_index, const char *quantity);

const HeatCell *heat_cell(const Heat *heat, int facet, int row, int column);
const Contour  *heat_contour(const Heat *heat, int facet, int level); // level_count: that of the mark

const char *heat_state_name(HeatState state);
HeatStroke  heat_stroke(HeatState state); // of those without a value

// For the caption: why cells are empty, and in each panel the cell of least cost where the quantity is at most the mark.
void heat_note(const Plot *plot, char *out, size_t size);

#endif
