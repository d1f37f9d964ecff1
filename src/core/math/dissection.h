// Nested dissection: an elimination order with little fill for the graph of a matrix, and a memory order that is local on every scale.
//
// George 1973, "Nested dissection of a regular finite element mesh". A separator cuts a set of vertices in two and is ordered after both
// parts; the parts are cut in the same way until they are small. A first separator comes from the positions of the vertices
// (private/plane_cut.h), which avoids coarsening the graph. A smaller one is then searched in a narrow band around it
// (private/vertex_cut.h). The small parts are ordered by minimum degree (private/minimum_degree.h).
#ifndef WEFT_MATH_DISSECTION_H
#define WEFT_MATH_DISSECTION_H

#include <stddef.h>

#include "math/vertex_graph.h"

// Vertex v consists of rows v·block … (v+1)·block−1. Its edges go to the vertices row[k] / block for k = start[v·block] …
// start[v·block+1]−1, fewer than 2³⁰ in all; an edge may be listed at one of its ends only, and edges to v itself have no effect.
typedef struct DissectionGraph {
    int32_t        vertex_count;
    int            block;
    const int32_t *start, *row;
} DissectionGraph;

size_t vertex_graph_bytes(const DissectionGraph *graph);

// The same graph with every edge at both ends, in `room`: [vertex_graph_bytes(graph)] bytes, aligned for int32_t.
VertexGraph vertex_graph_make(const DissectionGraph *graph, int threads, void *room);

// A set of the upper levels of the dissection, as a range of the order. Set 0 is the whole graph. The parts of set k are the sets 2k + 1
// and 2k + 2, followed by its separator.
enum { DISSECTION_SETS = 63 };
typedef struct DissectionSet {
    int32_t begin, end; // end 0: there is no such set
} DissectionSet;

// order: [vertices], a permutation: order[new] = old. sets: [DISSECTION_SETS]; NULL: not needed. position: [vertices]. If NULL, not finite,
// or all the same: coordinates from distances in the graph (private/graph_coordinates.h).
// scratch: [dissection_scratch(vertices)] bytes, aligned for int32_t.
// Uses up to `threads` threads, outside any team; the order does not depend on them.
void   dissection_order(const VertexGraph *graph, const float (*position)[3], int threads, void *scratch, int32_t *order,
                        DissectionSet *sets);
size_t dissection_scratch(int32_t vertices);

#endif
