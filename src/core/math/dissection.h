// Nested dissection by positions: an ordering for graphs whose vertices lie in space, as particles do. As an elimination order it has
// little fill; as a memory order it is local on every scale, but for the separators.
//
// George 1973, "Nested dissection of a regular finite element mesh". A set of vertices is cut in two at the middle of its longest side;
// the vertices behind the cut with a neighbour in front of it are the separator, which is ordered after both parts. The parts are cut in
// the same way until a handful is left. The cut is found by counting vertices in slices, so that all of a level takes one pass over
// vertices and edges: the graph is not coarsened, and no list of neighbours is built.
#ifndef WEFT_MATH_DISSECTION_H
#define WEFT_MATH_DISSECTION_H

#include <stddef.h>
#include <stdint.h>

// Vertex v consists of rows v·block … (v+1)·block−1. Its edges go to the vertices row[k] / block for k = start[v·block] …
// start[v·block+1]−1; an edge may be listed at one of its ends only, and edges to v itself have no effect.
typedef struct DissectionGraph {
    int32_t        vertex_count;
    int            block;
    const int32_t *start, *row;
} DissectionGraph;

// order: [vertices], a permutation: order[new] = old. position: [vertices].
// scratch: [dissection_scratch(vertices)] bytes, aligned for int32_t.
// Uses up to `threads` threads, outside any team; the order does not depend on them.
void   dissection_order(const DissectionGraph *graph, const float (*position)[3], int threads, void *scratch, int32_t *order);
size_t dissection_scratch(int32_t vertex_count);

#endif
