// A graph as the parts of nested dissection see it: every edge listed at both ends, none from a vertex to itself. A vertex may be listed
// twice in one list, which costs time and changes nothing.
#ifndef WEFT_MATH_VERTEX_GRAPH_H
#define WEFT_MATH_VERTEX_GRAPH_H

#include <stdint.h>

typedef struct VertexGraph {
    int32_t  n;
    int32_t *start, *neighbour; // [n + 1], [start[n]]
} VertexGraph;

#endif
