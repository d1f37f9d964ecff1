// Layout: the permutation that sorts constraints into their schedule, and its application to the columns of the sets.
#ifndef WEFT_COLOUR_LAYOUT_H
#define WEFT_COLOUR_LAYOUT_H

#include "colour/private/hypergraph.h"

typedef struct Layout {
    Hypergraph graph;
    int32_t   *permutation; // [count] set by set, permutation[new] = old index in the set; the graph's scratch
} Layout;

// STATUS_MEMORY only; layout_destroy also then.
Status layout_create(const Model *model, int threads, Layout *out) GNU_MUST_CHECK;
void   layout_destroy(Layout *layout);

// The i-th constraint in memory order gets this index in its set.
static inline void layout_put(const Layout *w, int32_t i, int kind, int32_t index)
{
    w->permutation[w->graph.offset[kind] + index] = w->graph.from[i] - w->graph.offset[kind];
}

// Permutes all columns of the model's sets. Overwrites graph.particle, which it uses as a buffer.
void layout_apply(Layout *layout, int threads, Model *model);

#endif
