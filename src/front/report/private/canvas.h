// Canvas: where the parts of a figure lie: its panels, the texts at the axes, the legend. In pixels of the SVG, from the left and the lower
// edge; a column of a journal, 85 mm, has 482 of them, and a point of the font two.
#ifndef WEFT_REPORT_CANVAS_H
#define WEFT_REPORT_CANVAS_H

#include "report/private/axis.h"

typedef enum EntryKind {
    ENTRY_SERIES,
    ENTRY_CURVE,
    ENTRY_IDEAL,
    ENTRY_RING,
    ENTRY_CONTOUR, // the others are of a map of cells
    ENTRY_MARK,
    ENTRY_STROKE
} EntryKind;

typedef struct Entry { // of the legend
    EntryKind   kind;
    int         index; // of the series, the curve, the stroke
    const char *label;
} Entry;

typedef struct ColourBar { // of a map of cells
    bool   shown, upright;
    double left, bottom, length, thickness;
    Axis   axis;
} ColourBar;

typedef struct Canvas {
    double    width, height, font, line; // line: height of one of the legend
    double    left, bottom;              // of the lower left panel
    int       columns, rows;             // of panels
    double    panel_width, panel_height, gap_x, gap_y;
    double    label_left, label_bottom; // where the labels of y and, of several panels, of x have their middle
    int       entry_count, legend_columns, legend_rows;
    Entry    *entries;
    double    legend_left, legend_top, legend_step, legend_scale; // step: from column to column; scale: of its text, 1 where there is room
    double    sample;                                             // width of what stands before a text
    Axis      x, y;                                               // the same for all panels
    ColourBar bar;
} Canvas;

Status canvas_init(const Plot *plot, Canvas *out) GNU_MUST_CHECK;
void   canvas_destroy(Canvas *canvas); // takes a zeroed one

double canvas_mm(double px);
void   canvas_panel(const Canvas *canvas, int facet, double *left, double *bottom); // its lower left corner

#endif
