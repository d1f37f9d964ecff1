// Layout: where every constraint goes, and the moving of the columns. The room's own.
#ifndef WEFT_COLOUR_LAYOUT_H
#define WEFT_COLOUR_LAYOUT_H

#include "colour/private/tuples.h"

typedef struct Layout {
    Tuples   tuples;
    int32_t *place; // [count] set by set: place of the constraint in its set before, for every place after; the tuples' spare memory
} Layout;

// Freed by layout_destroy, also after a failure; STATUS_MEMORY only.
Status layout_create(const Model *model, int threads, Layout *out) GNU_MUST_CHECK;
void   layout_destroy(Layout *layout);

// The constraint that is i-th in memory order goes to this place of its set.
static inline void layout_put(const Layout *w, int32_t i, int kind, int32_t place)
{
    w->place[w->tuples.offset[kind] + place] = w->tuples.from[i] - w->tuples.offset[kind];
}

// Moves all columns of the model's sets, and lays waste to the tuples in whose memory they wait.
void layout_apply(Layout *layout, int threads, Model *model);

#endif
