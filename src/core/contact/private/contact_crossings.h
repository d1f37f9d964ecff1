// Crossings: edges of the surface that pass through its triangles, in one configuration, without motion.
#ifndef WEFT_CONTACT_CONTACT_CROSSINGS_H
#define WEFT_CONTACT_CONTACT_CROSSINGS_H

#include "model/model.h"

typedef struct Crossings {
    int64_t count;
    int32_t edge, triangle; // of the first crossing; in a planar scene two edges. −1: none
} Crossings;

// Counts crossings of edges and triangles (in a planar scene, edges and edges) that share no particle and between which the rules allow
// contact. Exact but for round-off: elements that touch without crossing are not counted. Allocates; for checks and measurements.
Status crossings_count(const Model *model, const double4 *x, int threads, Crossings *out) GNU_MUST_CHECK;

// True if the edge p q passes through the triangle a b c. Its ends then lie strictly on both sides of the plane, and its line passes the
// three triangle edges on the same side.
bool crossings_edge_through_triangle(double4 p, double4 q, double4 a, double4 b, double4 c);

#endif
