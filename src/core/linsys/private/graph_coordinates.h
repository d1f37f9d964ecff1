// Graph coordinates: coordinates for the vertices of a matrix from its graph alone. Three pairs of vertices far from
// each other and from the pairs before are chosen; the difference of the distances to the two of a pair is one coordinate.
#ifndef WEFT_LINSYS_GRAPH_COORDINATES_H
#define WEFT_LINSYS_GRAPH_COORDINATES_H

#include "linsys/linsys.h"

// Vertices are blocks of `block` rows, as nested_dissection.h has them. scratch: [graph_coordinates_scratch] bytes; coordinate: [vertices].
void   graph_coordinates(const Csc *matrix, int block, void *scratch, float (*coordinate)[3]);
size_t graph_coordinates_scratch(const Csc *matrix, int block);

#endif
