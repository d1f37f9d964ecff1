// A first separator of a set of vertices with positions in space: the best of many planes.
//
// Planes in thirteen directions are tried: across the axes, the diagonals of their faces and the diagonals of space. On a lattice, common
// for springs and tetrahedra, a slanted plane can meet a quarter fewer vertices than a level one and a third of the edges. The number of
// vertices met by a plane is estimated for all directions from a sample of the set. Then it is counted for every position of the planes in
// the best directions.
#ifndef WEFT_MATH_PLANE_CUT_H
#define WEFT_MATH_PLANE_CUT_H

#include "math/private/vertex_cut.h"

// Coordinates between −1 and 1. reach: above the distance in any direction to any neighbour, rounding included.
typedef struct Place {
    float x, y, z, reach;
} Place;

// Writes `side` of the set: front, back, and as the separator the vertices on one side of the plane with a neighbour on the other. On entry
// no vertex of the set is CUT_OUTSIDE, and all others are. The set is halved in the order of the list if it lies at one point, or if every
// cut leaves a part empty.
CutSizes plane_cut(const VertexGraph *graph, const Place *place, uint8_t *side, const int32_t *set, int32_t count);

#endif
