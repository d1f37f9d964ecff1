// The permutation that sorts constraints into their schedule, and its application to the columns of the sets.
#ifndef WEFT_COLOUR_LAYOUT_H
#define WEFT_COLOUR_LAYOUT_H

#include "colour/private/hypergraph.h"

// The i-th constraint in memory order gets this index in its set.
static inline void layout_put(const Hypergraph *h, int32_t i, int kind, int32_t index)
{
    h->permutation[h->offset[kind] + index] = h->from[i] - h->offset[kind];
}

// Permutes all columns of the model's sets. Overwrites graph->particle, which it uses as a buffer.
void layout_apply(const Hypergraph *graph, int threads, Model *model);

#endif
