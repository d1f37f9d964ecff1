// Made in CIE LCh: the lightness rises evenly from 17 to 93, so that the order holds in grey and with each colour deficiency
// (tests/unit_look.c), while the hue goes from violet over blue and green to yellow, with the chroma that sRGB has room for.
#include "report/private/colour_scale.h"

#include <math.h>
#include <stdbool.h>

static const Rgb ANCHORS[COLOUR_SCALE_ANCHORS] = {{37, 32, 99},   {9, 57, 109},    {11, 76, 115},   {12, 95, 124},
                                                  {16, 115, 134}, {21, 135, 142},  {23, 156, 145},  {27, 177, 139},
                                                  {79, 197, 121}, {141, 212, 108}, {199, 224, 105}, {245, 238, 130}};

Rgb colour_scale_anchor(int index)
{
    return ANCHORS[index];
}

Rgb colour_scale_at(double share)
{
    const double at = fmin(fmax(share, 0), 1) * (COLOUR_SCALE_ANCHORS - 1);
    const int    below = at >= COLOUR_SCALE_ANCHORS - 1 ? COLOUR_SCALE_ANCHORS - 2 : (int)at;
    const Rgb    a = ANCHORS[below], b = ANCHORS[below + 1];
    const double part = at - below;
    return (Rgb){(int)lround(a.red + part * (b.red - a.red)), (int)lround(a.green + part * (b.green - a.green)),
                 (int)lround(a.blue + part * (b.blue - a.blue))};
}

static double linear(int channel)
{
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

Rgb colour_scale_ink(double share)
{
    const Rgb    c = colour_scale_at(share);
    const double luminance = 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
    const bool   light = 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05; // contrast as WCAG has it
    return light ? (Rgb){255, 255, 255} : (Rgb){0, 0, 0};
}
