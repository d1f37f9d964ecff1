// Narrow phase: what a pair of elements that may touch within a (sub)step gives as a linear inequality, C = n·Σ w_j x_j − R ≥ 0.
//
// The pair moves from `from` to `to` in straight lines. n, a unit vector, and w, Σ w = 0, are taken at the moment of the nearest approach;
// of a pair that comes nearer than R/2 (or half as near as it starts) they are taken when it has come as near as that, and not later, when
// it may have gone through itself. Normals are made unit: a raw cross product would scale R with twice the area. Where the nearest points
// lie inside both elements n is their normal with the sign of the side; where one lies at a border n points from one nearest point to the
// other. Two elements at no distance take their normal all the same, parallel edges the direction from one to the other, and without any
// direction there is no contact.
//
// Side: +1 where Σ w x lies along +normal of the triangle (corner order), of e1 × e2, or of the segment's left; 0: not known. It is learnt
// where the nearest points are inside, kept at borders nearer than R/2, and keeps apart two elements that have gone through each other in
// an unconverged step: where it contradicts how they lie at `from`, n has the remembered sign, and Σ w x along n is negative. It is not
// believed of a pair that is farther apart than ¾ R, which has gone round rather than through, nor of edges that are near to parallel,
// whose e1 × e2 turns over without any going through.
#ifndef WEFT_GEOMETRY_NARROW_H
#define WEFT_GEOMETRY_NARROW_H

#include <stdbool.h>
#include <stdint.h>

#include "math/real.h"

typedef struct Narrow {
    double4 normal; // unit
    double  weight[4];
    double  distance; // n·Σ w x at the moment that was taken, m; negative of a pair that has gone through
    int8_t  side;     // for the memory; 0: none to remember
} Narrow;

// from, to: the point, then the corners. reach: m; false when the pair stays farther apart than this, or is not finite. side: remembered,
// or 0.
bool narrow_point_triangle(const double4 from[4], const double4 to[4], double thickness, double reach, int8_t side, Narrow *out);
// The ends of one edge, then those of the other.
bool narrow_edge_edge(const double4 from[4], const double4 to[4], double thickness, double reach, int8_t side, Narrow *out);
// The point, then the ends of the segment; all in a plane of constant z.
bool narrow_point_segment(const double4 from[3], const double4 to[3], double thickness, double reach, int8_t side, Narrow *out);

// The longest way of a corner of the first element against one of the second, m; no two points of them move farther against each other.
// first: corners of the first; count: of both.
double narrow_travel(const double4 *from, const double4 *to, int first, int count);

// Whether a pair surely stays farther apart than reach + share · narrow_travel: told by boxes, for a small part of the time of the rest. A
// pair of which it says no may stay as far apart all the same.
bool narrow_far(const double4 *from, const double4 *to, int first, int count, double reach, double share);

// Distance of two elements that stand still, m (for rest distances and tests).
double narrow_distance_point_triangle(const double4 x[4]);
double narrow_distance_edge_edge(const double4 x[4]);
double narrow_distance_point_segment(const double4 x[3]);

#endif
