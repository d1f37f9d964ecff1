// Narrow phase: the linear inequality C = n·Σ w_j x_j − R ≥ 0 of a pair of elements that may come into contact within a (sub)step.
//
// Corners move from `from` to `to` in straight lines. n, a unit vector, and w, Σ w = 0, are those of the nearest approach. If the pair
// comes nearer than R/2 (or than half its initial distance, if that is less), they are those of the moment when it reaches that distance.
// Later the elements may have passed through each other.
//
// A pair that passes by has both ends of its path in front of its plane, up to its closest distance and at most R. Otherwise contact would
// push elements that only move past each other. If the elements rotate so far that there is no such plane, and stay farther apart than R,
// there is no contact. n is normalised: a raw cross product would scale R with twice the area. If the nearest points lie inside both
// elements, n is the normal of the elements with the sign of the side. If one lies at a border, n points from one nearest point to the
// other. At distance zero n is the normal in either case, and for parallel edges the direction from one to the other. Without any direction
// there is no contact.
//
// Side: ±1 for a pair that has passed through itself and is on the wrong side, 0 for all others. ±1 is its original side: the sign of Σ w x
// along the normal of the triangle (corner order), along e1 × e2, or along the left normal of the segment (determined by
// geometry/crossing.h). n is then this normal with this sign, at the positions of `from` and at any distance, and Σ w x along n is
// negative.
#ifndef WEFT_GEOMETRY_NARROW_H
#define WEFT_GEOMETRY_NARROW_H

#include <stdbool.h>
#include <stdint.h>

#include "math/real.h"

typedef struct Narrow {
    double4 normal; // unit
    double  weight[4];
    double  distance; // n·Σ w x at that moment, m; negative for a pair that has passed through itself
    int8_t  side;     // sign of n if n is the normal of the elements; 0: n is the direction between two points
} Narrow;

// from, to: the point, then the corners. reach: m; false when the pair stays farther apart than this, or is not finite.
bool narrow_point_triangle(const double4 from[4], const double4 to[4], double thickness, double reach, int8_t side, Narrow *out);
// The ends of one edge, then those of the other.
bool narrow_edge_edge(const double4 from[4], const double4 to[4], double thickness, double reach, int8_t side, Narrow *out);
// The point, then the ends of the segment; all in a plane of constant z.
bool narrow_point_segment(const double4 from[3], const double4 to[3], double thickness, double reach, int8_t side, Narrow *out);

// The longest displacement of a corner of the first element relative to a corner of the second, m; an upper bound for all points of the
// elements. first: corners of the first element; count: of both.
double narrow_travel(const double4 *from, const double4 *to, int first, int count);

// True if bounding boxes show that a pair stays farther apart than reach + share · narrow_travel; much faster than the narrow phase.
// Conservative: false does not imply that the pair comes nearer.
bool narrow_far(const double4 *from, const double4 *to, int first, int count, double reach, double share);

// Distance of two elements without motion, m (for rest distances and tests).
double narrow_distance_point_triangle(const double4 x[4]);
double narrow_distance_edge_edge(const double4 x[4]);
double narrow_distance_point_segment(const double4 x[3]);

// The weights of the nearest points of two elements without motion. False: not finite.
bool narrow_nearest_point_triangle(const double4 x[4], double weight[4]);
bool narrow_nearest_edge_edge(const double4 x[4], double weight[4]);

#endif
