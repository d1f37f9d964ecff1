// Graph coordinates: coordinates for vertices from their graph alone. Three pairs of vertices far from each other and from the pairs before
// are chosen; the difference of the distances to the two of a pair is one coordinate.
#ifndef WEFT_MATH_GRAPH_COORDINATES_H
#define WEFT_MATH_GRAPH_COORDINATES_H

#include "math/vertex_graph.h"

// queue, distance, nearest: scratch, [vertices] each; coordinate: [vertices].
void graph_coordinates(const VertexGraph *graph, int32_t *queue, int32_t *distance, int32_t *nearest, float (*coordinate)[3]);

#endif
