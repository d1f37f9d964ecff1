// A first separator of a set of vertices that lie in space: by the best of many planes.
//
// Planes in thirteen directions are looked at: across the axes, the diagonals of their faces and the diagonals of space. On a lattice, as
// springs and tetrahedra often make one, a slanted plane can meet a quarter fewer vertices than a level one and a third of the edges. How
// many vertices a plane of a direction meets is estimated for all of them from a sample of the set, then counted for every position of the
// planes in the directions that promise most.
#ifndef WEFT_MATH_PLANE_CUT_H
#define WEFT_MATH_PLANE_CUT_H

#include "math/private/vertex_cut.h"

// Coordinates between −1 and 1. reach: above the distance in any direction to any neighbour, rounding included.
typedef struct Place {
    float x, y, z, reach;
} Place;

// Writes `side` of the set: front, back, and as the separator those on one side of the plane with a neighbour on the other. On entry no
// vertex of the set is CUT_OUTSIDE, and all others are. A set that lies at one point, or every cut of which leaves a part empty, is
// halved in the order of the list.
CutSizes plane_cut(const VertexGraph *graph, const Place *place, uint8_t *side, const int32_t *set, int32_t count);

#endif
