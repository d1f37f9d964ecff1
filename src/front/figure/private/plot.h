// Plot: the series of points of a figure, made of groups of rows and read by the gnuplot script.
#ifndef WEFT_FIGURE_PLOT_H
#define WEFT_FIGURE_PLOT_H

#include "data/data_frame.h"
#include "figure/private/look.h"

typedef struct PlotPoint {
    Value  x;
    double position;            // on the axis: the number, or the index of a category
    Value  row_value;           // of a cell of a map, and
    int    row;                 // its index in the rows
    double y, low, high;        // low and high may be NAN: too few values
    double x_low, x_high;       // of a diagram whose x is measured: its 95 % interval; NAN elsewhere
    int    count;               // of the values: processes or samples
    int    unconverged;         // steps without convergence that it rests on
    bool   ringed;              // a ring is drawn round it: one of these
    bool   hidden;              // not drawn: the baseline of bars
    bool   beaten;              // of a frontier: another point of the series is less in both x and y
    int    case_index;          // one that it rests on
    double left, right, bottom; // of its bar: the ends along x, and its lower end
    Value  key[SPEC_LIST_MAX];
} PlotPoint;

typedef struct PlotSeries {
    char       label[SPEC_TEXT_MAX];
    int        count, facet;
    PlotPoint *points; // in plot->points, by position
    Look       look;
    bool       repeated; // a series of an earlier facet has its label and look
    bool       tiny;     // of a stack: nowhere high enough to be seen
} PlotSeries;

typedef struct PlotShare {   // counts of a profile
    int  problems, unsolved; // in all, and those that no series solves
    int  empty;              // series that solve none
    int  pairs, ties;        // problems that both series of a performance profile solve, and those that neither does for less
    bool single;             // some cost is of one process: its spread is not known
    int  most_series;        // of a facet
} PlotShare;

typedef struct PlotCurve { // a closed form, evaluated at every x that has a sample
    const char *label;
    int         number; // in the spec
    int         facet, count;
    PlotPoint  *points;   // by position; only position, x and y count
    bool        varies;   // it has several values at some x, whose median is drawn
    bool        repeated; // in the key already, of an earlier facet
} PlotCurve;

typedef struct Plot {
    const FigureSpec  *spec;
    const FigureStyle *style; // of spec, or the one for two values
    bool               log_x; // not of categories
    int                series_count, point_count, category_count, facet_count;
    Value             *facets; // [facet_count], in order; one of no kind where spec has no facets
    PlotSeries        *series; // in plan order
    PlotPoint         *points;
    Value             *categories; // distinct x in order; [category_count]
    int                row_count;
    Value             *rows;        // of a map of cells: distinct y, from the lowest; [row_count]
    struct Heat       *heat;        // of a map of cells; else NULL
    bool               categorical; // x is a text, or the style is: positions are 0, 1, 2, …
    bool               measured;    // y differs from process to process: low and high are 95 % intervals, else quartiles
    bool               spread;      // some point has low < high
    int                unreached;   // medians of targets that were not reached
    bool               spans;       // x is measured: points have x_low and x_high
    PlotShare          share;
    int                hidden;      // points with y ≤ 0, which a logarithmic axis cannot show (a start at x = 0 is not counted)
    int                held;        // values of iterations after the end of a step
    int                no_baseline; // points whose baseline was not measured
    int                unconverged; // points that rest on steps without convergence
    int                curve_count;
    PlotCurve         *curves; // of each facet, in the order of the spec
    Group              pooled; // a group that pools samples of several cases; case_count 0: there is none
} Plot;

// In the arena of the dataset.
Status plot_init(Dataset *dataset, const FigureSpec *spec, Plot *out) GNU_MUST_CHECK;

// Of a profile: points of every series, by key and x, and groups of one series each.
Status plot_share_points(Dataset *dataset, Frame *frame, Plot *plot, FrameGroups *groups) GNU_MUST_CHECK;

// Names of its query: series, problems, the case, x, and the columns of `solved`.
void plot_share_query(const FigureSpec *spec, FrameQuery *query);

// Curves over iterations. A step that converged has fewer iterations than others of its case. It keeps its last value: a median over the
// other steps alone would rise again. held: the number of such values.
bool   plot_holds(const FigureSpec *spec);
void   plot_hold_query(FrameQuery *query); // appends the names that identify an iterate
Status plot_hold(Frame *frame, int value, int *held);

// A quantity of a case, finished or not, that follows from its settings alone; else of no kind.
Value plot_of_case(const Dataset *dataset, int case_index, const char *quantity);

Status plot_make_looks(Dataset *dataset,
                       Plot    *plot) GNU_MUST_CHECK; // those of different facets that differ in nothing else are the same

// Of a diagram of cost: the intervals of a measured x; and of style `frontier` the beaten points.
Status plot_add_spans(Dataset *dataset, Plot *plot) GNU_MUST_CHECK;
void   plot_find_beaten(Plot *plot);

Status plot_make_curves(Dataset *dataset, Plot *plot) GNU_MUST_CHECK; // the closed forms

// "dt 0.02 s", "CHOLMOD, supernodal": a value that stands alone; of a facet "" where there is one panel. Both give out.
const char *plot_value_name(const FigureSpec *spec, const char *quantity, Value value, char *out, size_t size);
const char *plot_facet_name(const Plot *plot, int facet, char *out, size_t size);

double plot_highest_stack(const Plot *plot); // the largest sum over the series of a category
double plot_lowest_stack(const Plot *plot);  // the smallest above 0; infinite: there is none

#endif
