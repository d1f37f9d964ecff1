// Layout: the size of a figure and the places of its panels, its key and the names at the ends of curves, from counts of characters;
// gnuplot draws the rest. In pixels of the SVG, from the left and the lower edge; a column of a journal, 85 mm, has 482 of them, and a
// point of the font two.
#ifndef WEFT_FIGURE_LAYOUT_H
#define WEFT_FIGURE_LAYOUT_H

#include "figure/private/axis.h"

enum { ENDS_MAX = 7 };

typedef struct EndName { // the name of a series at the end of its curve
    int    series;
    double x, y;   // the last point that is seen
    double name_y; // its own height, so that names do not overlap
} EndName;

typedef struct Layout {
    double    width, height, font;
    double    left, bottom; // of the lower left panel
    int       columns, rows;
    double    panel_width, panel_height, gap_x, gap_y;
    double    label_left, label_bottom; // middles of the labels of y and of x
    FigureKey key;                      // of the spec, or KEY_BELOW where names at the ends of curves do not fit
    int       key_count, key_rows;
    double    key_left, key_scale; // scale: of its text, 1 where there is room
    double    key_right;           // width of the names at the right of the panels, 0 elsewhere
    double    key_narrower;        // characters that gnuplot counts too many in each column
    int       end_count;
    EndName   ends[ENDS_MAX];                 // from the lowest
    double    bar_left, bar_bottom, bar_long; // of the colours of a map of cells
    bool      bar_upright;
    Axis      x, y, colour; // the same for all panels
} Layout;

// Width of a text in this font, from its characters.
double layout_text(const char *text, double font);

static const double END_SCALE = 0.9; // of the letters of a name at the end of a curve

void   layout_make(const Plot *plot, Layout *out);
double layout_mm(double px);
double layout_key_line(const Layout *layout);
void   layout_panel(const Layout *layout, int facet, double *left, double *bottom); // its lower left corner

// The key of a figure: its series, each once, unless their names stand at the ends of their curves; closed forms, the ideal, and signs.
// Calls `entry` for each that has a text.
typedef enum EntryKind { ENTRY_SERIES, ENTRY_CURVE, ENTRY_IDEAL, ENTRY_RING, ENTRY_MARK, ENTRY_CONTOUR, ENTRY_SIGN } EntryKind;
typedef void KeyEntry(EntryKind kind, int index, const char *label, void *context);
void         layout_key(const Plot *plot, const Layout *layout, KeyEntry *entry, void *context);
bool         layout_key_inside(const Layout *layout); // in a corner of the plot

#endif
