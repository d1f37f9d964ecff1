// Size, axis limits and key of a figure: part of the map of a figure.
//
//   size: column          # column: 85 mm wide; page: 174 mm; a width in mm; or [width, height] in mm. Without one: a column, or a page
//                         # where the key would be higher than a third of the plot
//   limits: {x: 1..100, y: 1e-6..}  # of style heat: {z: …}
//   key: top right        # the names of the series: inside the plot at top left, top right, bottom left or bottom right; below or right
//                         # of the plot; or none. Without one: at the ends of up to seven curves of one panel, else below
//   font: 7               # points
//   formats: [svg, pdf]   # default: both; the SVG is always made, because the page needs it
#ifndef WEFT_EXPERIMENT_FIGURE_LAYOUT_H
#define WEFT_EXPERIMENT_FIGURE_LAYOUT_H

#include "base/yaml.h"

typedef enum FigureKey {
    KEY_ENDS, // the default: at the last point of each curve where these names fit, else below
    KEY_TOP_LEFT,
    KEY_TOP_RIGHT,
    KEY_BOTTOM_LEFT,
    KEY_BOTTOM_RIGHT,
    KEY_BELOW,
    KEY_RIGHT,
    KEY_NONE
} FigureKey;

static const double FIGURE_COLUMN_MM = 85, FIGURE_PAGE_MM = 174, FIGURE_FONT_PT = 7;

typedef struct FigureLayout {
    double    width_mm, height_mm; // 0: not given
    double    limits[3][2];        // of x, y and z: low and high, infinite where none is given
    FigureKey key;
    double    font_pt;
    bool      pdf;
} FigureLayout;

Status figure_layout_read(const YamlNode *figure, FigureLayout *out) GNU_MUST_CHECK;

#endif
