// The order of boxes along a Hilbert curve through their middles (Skilling 2004): boxes that follow one another lie together, with no
// jumps, whatever order they come in.
#ifndef WEFT_GEOMETRY_BROAD_CURVE_H
#define WEFT_GEOMETRY_BROAD_CURVE_H

#include "geometry/broad.h"

enum { CURVE_DIGITS = 2048, CURVE_SAMPLES = 512 };

typedef struct CurveFrame { // what of space the curve goes through; middles beyond it are taken to its border
    float origin[3], scale; // m, cells of the curve per m
} CurveFrame;

typedef struct CurveSort {           // room to sort in; made once for the longest list
    uint64_t *key, *other;           // [room] place on the curve, box
    int32_t (*digits)[CURVE_DIGITS]; // [threads]
    CurveFrame frame;
} CurveSort;

Status curve_sort_make(int32_t room, int threads, Arena *arena, CurveSort *out) GNU_MUST_CHECK;

// By all threads: order[count], boxes that overlap nothing last. Complete after the barrier it ends with. The same for any number of
// threads.
void curve_sort(CurveSort *sort, const Box *box, int32_t count, int32_t *order);

#endif
