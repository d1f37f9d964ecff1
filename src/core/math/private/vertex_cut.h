// Reduces a vertex separator: finds the smallest one in a narrow band around it, by maximum flow.
//
// Ashcraft and Liu 1998, "Applications of the Dulmage-Mendelsohn decomposition and network flow to graph bisection improvement". A set of
// vertices has three parts: front, back, and a separator that every path from front to back passes. The band is the separator and the
// layers of vertices next to it. The smallest number of vertices of the band that separate the front from the back equals the number of
// vertex-disjoint paths through the band (Menger 1927). They are found as a maximum flow (Dinic 1970).
#ifndef WEFT_MATH_VERTEX_CUT_H
#define WEFT_MATH_VERTEX_CUT_H

#include "math/vertex_graph.h"

enum { CUT_OUTSIDE, CUT_FRONT, CUT_BACK, CUT_SEPARATOR }; // part of a vertex; outside: not in the set

typedef struct CutSizes {
    int32_t front, back, separator;
} CutSizes;

// Cost of a cut: the size of its separator, increased for uneven parts, and strongly so if one exceeds 60 %. Infinite if one is empty.
double cut_cost(CutSizes sizes);

// Arrays by vertex; sets that share no vertex may use the same ones at the same time. state: all 0 between calls.
typedef struct VertexCut {
    const VertexGraph *graph;
    uint8_t           *side;           // CUT_OUTSIDE …
    uint8_t           *state;          // of vertices of the band, bits
    int32_t           *before, *after; // on the path through a vertex
    int32_t           *level;          // steps of the search from the source
    int32_t           *through;        // predecessor of a vertex in the path search
    int32_t           *next;           // next arc of a vertex
} VertexCut;

// Replaces the separator of the set by the smallest one in a band of up to `depth` layers on each side, if that lowers the cost. Updates
// `side` of the set. The band is small enough that no part becomes far larger than the other. Of the smallest separators it considers the
// nearest to the front and the nearest to the back. Neither part may be empty, and none becomes empty. Returns the new sizes. band, stack:
// scratch, [count] each.
CutSizes vertex_cut_refine(const VertexCut *cut, const int32_t *set, int32_t count, CutSizes sizes, int depth, int32_t *band,
                           int32_t *stack);

#endif
