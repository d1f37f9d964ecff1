// Minimum degree (Tinney and Walker 1967) of a few vertices, exact, including surrounding vertices that are eliminated later. Those count
// in the degrees, which keeps the fill low at the border (Pellegrini, Roman and Amestoy 2000).
#ifndef WEFT_MATH_MINIMUM_DEGREE_H
#define WEFT_MATH_MINIMUM_DEGREE_H

#include "math/vertex_graph.h"

enum { MINIMUM_DEGREE_MAX = 64 };

// Puts set[0 … count), count ≤ MINIMUM_DEGREE_MAX, in elimination order. Ties: the vertex listed first. side: by vertex, nonzero for
// neighbours within the set and 0 for those around it. number: by vertex, scratch; only entries of the set are used.
void minimum_degree(const VertexGraph *graph, const uint8_t *side, int32_t *number, int32_t *set, int count);

#endif
