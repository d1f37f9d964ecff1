// Continuous collision detection of two elements whose corners move in straight lines: finds whether they pass through each other.
//
// The side of a pair is the sign of Σ w x along its normal: that of the triangle (corner order), e1 × e2, or the left normal of the
// segment; 0 counts as positive. It is the sign of a determinant that is a cubic in time. The elements pass through each other at the roots
// with zero distance, up to 1e-9 of their size. An even number of such roots leaves their sides unchanged.
#ifndef WEFT_GEOMETRY_CROSSING_H
#define WEFT_GEOMETRY_CROSSING_H

#include <stdint.h>

#include "math/real.h"

// Corners as in geometry/narrow.h. Returns the signed crossing count of the motion: 1 for each pass from the positive side to the other, −1
// for each return; 0 for a pair that is not finite. Odd: the pair has passed through itself.
int8_t crossing_point_triangle(const double4 from[4], const double4 to[4]);
int8_t crossing_edge_edge(const double4 from[4], const double4 to[4]);
int8_t crossing_point_segment(const double4 from[3], const double4 to[3]);

// The side of a pair without motion, ±1.
int8_t crossing_side_point_triangle(const double4 x[4]);
int8_t crossing_side_edge_edge(const double4 x[4]);
int8_t crossing_side_point_segment(const double4 x[3]);

#endif
