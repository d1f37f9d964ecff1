// The order of boxes along a Hilbert curve through their centres (Skilling 2004): consecutive boxes are close in space.
#ifndef WEFT_GEOMETRY_BROAD_CURVE_H
#define WEFT_GEOMETRY_BROAD_CURVE_H

#include "geometry/broad.h"

enum { CURVE_DIGITS = 2048, CURVE_SAMPLES = 512 };

typedef struct CurveFrame { // the cube that the curve fills; centres outside are clamped to it
    float origin[3], scale; // m, cells of the curve per m
} CurveFrame;

typedef struct CurveSort {           // workspace, for the longest list
    uint64_t *key, *other;           // [room] position on the curve, index of the box
    int32_t (*digits)[CURVE_DIGITS]; // [threads]
    CurveFrame frame;
} CurveSort;

Status curve_sort_init(int32_t room, int threads, Arena *arena, CurveSort *out) GNU_MUST_CHECK;

// By all threads, ends with a barrier: order[count], empty boxes last. The same for any number of threads.
void curve_sort(CurveSort *sort, const Box *box, int32_t count, int32_t *order);

#endif
