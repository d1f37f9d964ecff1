// Finds pairs of elements that stay apart in a step, one pair per lane: a filter before narrow.h.
//
// Conservative: a pair reported apart stays apart by more than reach + share · its narrow_travel at all times, with a margin for the
// rounding of `real` here and of double there. Other pairs may or may not. Positions that are not finite, or whose squares are not, are
// never reported apart.
#ifndef WEFT_GEOMETRY_APART_H
#define WEFT_GEOMETRY_APART_H

#include <stdint.h>

#include "math/real.h"

enum { APART_PADDING = 15 };

typedef struct ApartWays { // of all particles, in straight lines
    const real4 *from, *to;
    double       reach, share; // m, 1
} ApartWays;

// first: corners of the first element, of `corners` of both. corner[j]: [count + APART_PADDING] particles, corner j of each pair; entries
// after `count` are overwritten. apart: [count] 1 for a pair that stays apart, else 0.
void apart_find(const ApartWays *ways, int32_t *const corner[4], int first, int corners, int count, uint8_t *apart);

#endif
