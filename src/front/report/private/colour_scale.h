// The colours of a map of cells, from dark (least) to light (largest).
#ifndef WEFT_REPORT_COLOUR_SCALE_H
#define WEFT_REPORT_COLOUR_SCALE_H

enum { COLOUR_SCALE_ANCHORS = 12 };

typedef struct Rgb {
    int red, green, blue; // 0 … 255
} Rgb;

Rgb colour_scale_anchor(int index); // evenly spaced; between two of them each channel is linear
Rgb colour_scale_at(double share);  // 0 … 1
Rgb colour_scale_ink(double share); // for a text on it: black or white, whichever has more contrast

#endif
