// A smaller vertex separator near a given one: the smallest there is in a narrow band around it, by maximum flow.
//
// Ashcraft and Liu 1998, "Applications of the Dulmage-Mendelsohn decomposition and network flow to graph bisection improvement". A set of
// vertices is in three parts: front, back, and a separator without which no edge leads from the front to the back. The band is the
// separator and the layers of vertices next to it. The fewest vertices of the band that separate the front before it from the back behind
// it are as many as there are paths through the band that share no vertex (Menger 1927). They are found as a maximum flow (Dinic 1970).
#ifndef WEFT_MATH_VERTEX_CUT_H
#define WEFT_MATH_VERTEX_CUT_H

#include "math/private/vertex_graph.h"

enum { CUT_OUTSIDE, CUT_FRONT, CUT_BACK, CUT_SEPARATOR }; // where a vertex lies; outside: not in the set

typedef struct CutSizes {
    int32_t front, back, separator;
} CutSizes;

// What a cut costs: its separator, and more the less even the parts are; far more where one has above 60 %. Infinite if one is empty.
double cut_cost(CutSizes sizes);

// Arrays by vertex; sets that share no vertex may use the same ones at the same time. state: all 0 between calls.
typedef struct VertexCut {
    const VertexGraph *graph;
    uint8_t           *side;           // CUT_OUTSIDE …
    uint8_t           *state;          // of vertices of the band, bits
    int32_t           *before, *after; // on the path through a vertex
    int32_t           *level;          // steps of the search from the source
    int32_t           *through;        // how the search for a path came to a vertex
    int32_t           *next;           // the arc that it takes next
} VertexCut;

// Replaces the separator of the set by the smallest one in a band of up to `depth` layers on each side, if that lowers the cost, and
// changes `side` of the set to match. The band is so small that no part becomes far larger than the other. Of the smallest separators it
// looks at the nearest to the front and the nearest to the back. Neither part may be empty, and none becomes empty. Returns the new sizes.
// band, stack: scratch, [count] each.
CutSizes vertex_cut_refine(const VertexCut *cut, const int32_t *set, int32_t count, CutSizes sizes, int depth, int32_t *band,
                           int32_t *stack);

#endif
