// Which of many pairs of elements stay apart in a step, for as many pairs at once as there are lanes: a filter before narrow.h.
//
// Conservative: a pair that is said to stay apart does so by more than reach + share · its narrow_travel at all times, with room for the
// rounding of `real` here and of double there. Others may or may not. Positions that are not finite, or whose squares are not, are never
// said to stay apart.
#ifndef WEFT_GEOMETRY_APART_H
#define WEFT_GEOMETRY_APART_H

#include <stdint.h>

#include "math/real.h"

enum { APART_PADDING = 15 };

typedef struct ApartWays { // of all particles, in straight lines
    const real4 *from, *to;
    double       reach, share; // m, 1
} ApartWays;

// first: corners of the first element, of `corners` of both. corner[j]: [count + APART_PADDING] particles, corner j of each pair; what is
// behind `count` is overwritten. apart: [count] 1 for a pair that stays apart, else 0.
void apart_find(const ApartWays *ways, int32_t *const corner[4], int first, int corners, int count, uint8_t *apart);

#endif
