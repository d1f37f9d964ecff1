#include "figure/private/look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the palette ----

// After Okabe and Ito, and Tol: blue, vermillion and orange with indigo, wine and a dark green. Their lightness (CIE L* of 22 to 75) is
// changed so that it differs by 6 or more. The first are those of the solvers, in the order of their table.
static const char *const COLOURS[LOOK_COLOURS] = {"#4FACDD", "#0072B2", "#882255", "#D55E00", "#332288", "#0A6A2C", "#F0AD33", "#CC79A7"};

// Filled circle, square, triangle, diamond, triangle down, pentagon; then the same open.
static const int MARKERS[LOOK_MARKERS] = {7, 5, 9, 13, 11, 15, 6, 4, 8, 12, 10, 14};

static const char *const DASHES[LOOK_DASHES] = {"solid", "(10,5)", "(2,3)", "(10,4,2,4)", "(16,4,2,3,2,4)"};
static const char *const FILLS[LOOK_FILLS] = {"solid 0.9", "solid 0.4", "pattern 1",  "pattern 4",
                                              "pattern 2", "pattern 5", "solid 0.15", "pattern 6"};

const char *look_colour(int index)
{
    return COLOURS[index % LOOK_COLOURS];
}

const char *look_dash(int index)
{
    return DASHES[index % LOOK_DASHES];
}

int look_marker(int index)
{
    return MARKERS[index % LOOK_MARKERS];
}

const char *look_fill(int index)
{
    return FILLS[index % LOOK_FILLS];
}

// Colours of viridis, from its dark end to a green that is still seen on white.
void look_ramp(double share, char out[LOOK_RGB])
{
    static const double STOPS[][3] = {{68, 1, 84}, {65, 68, 135}, {42, 120, 142}, {34, 168, 132}, {122, 209, 81}};
    enum { LAST = sizeof STOPS / sizeof *STOPS - 1 };
    const double at = share * LAST;
    const int    below = at >= LAST ? LAST - 1 : (int)at;
    int          mixed[3];
    for (int i = 0; i < 3; i++)
        mixed[i] = (int)(STOPS[below][i] + (at - below) * (STOPS[below + 1][i] - STOPS[below][i]) + 0.5);
    snprintf(out, LOOK_RGB, "#%02X%02X%02X", (unsigned)mixed[0] & 255, (unsigned)mixed[1] & 255, (unsigned)mixed[2] & 255);
}

// Each channel times `share`, plus `more`.
static void mix(const char *rgb, double share, double more, char out[LOOK_RGB])
{
    const unsigned long number = strtoul(rgb + 1, NULL, 16);
    unsigned            mixed[3];
    for (int i = 0; i < 3; i++)
        mixed[i] = (unsigned)(share * (double)(number >> (16 - 8 * i) & 255) + more) & 255;
    snprintf(out, LOOK_RGB, "#%02X%02X%02X", mixed[0], mixed[1], mixed[2]);
}

void look_pale(const char *rgb, char out[LOOK_RGB])
{
    mix(rgb, 0.5, 127.5, out);
}

void look_dark(const char *rgb, char out[LOOK_RGB])
{
    mix(rgb, 0.7, 0, out);
}

bool look_equal(const Look *a, const Look *b, bool bars)
{
    const bool more = bars ? look_fill(a->fill) == look_fill(b->fill)
                           : look_dash(a->dash) == look_dash(b->dash) && look_marker(a->marker) == look_marker(b->marker);
    return strcmp(a->rgb, b->rgb) == 0 && more;
}
