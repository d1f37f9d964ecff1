// Graph places: coordinates for the vertices of a matrix about which nothing is known but its graph. Three pairs of vertices far from
// each other and from those before are picked; the difference of the distances to the two of a pair is one coordinate.
#ifndef WEFT_LINSYS_GRAPH_PLACES_H
#define WEFT_LINSYS_GRAPH_PLACES_H

#include "linsys/linsys.h"

// Vertices are blocks of `block` rows, as nested_dissection.h has them. scratch: [graph_places_scratch] bytes; place: [vertices].
void   graph_places(const Csc *matrix, int block, void *scratch, float (*place)[3]);
size_t graph_places_scratch(const Csc *matrix, int block);

#endif
