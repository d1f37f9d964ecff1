// A graph in the form used by the parts of nested dissection: every edge listed at both ends, none from a vertex to itself. A vertex may
// occur twice in one list, which costs time and has no other effect.
#ifndef WEFT_MATH_VERTEX_GRAPH_H
#define WEFT_MATH_VERTEX_GRAPH_H

#include <stdint.h>

typedef struct VertexGraph {
    int32_t  n;
    int32_t *start, *neighbour; // [n + 1], [start[n]]
} VertexGraph;

#endif
