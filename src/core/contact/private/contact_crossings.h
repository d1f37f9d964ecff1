// Crossings: places where an edge of the surface goes through a triangle of it, in a configuration that stands still.
#ifndef WEFT_CONTACT_CONTACT_CROSSINGS_H
#define WEFT_CONTACT_CONTACT_CROSSINGS_H

#include "model/model.h"

typedef struct Crossings {
    int64_t count;
    int32_t edge, triangle; // of the surface, of the first; in a planar scene two edges. −1: none
} Crossings;

// Of edges with triangles that share no particle with them and that the rules let touch; in a planar scene of edges with edges. By every
// rule exact but for round-off: what touches without going through is not counted. Allocates; for checks and measurements.
Status crossings_count(const Model *model, const double4 *x, int threads, Crossings *out) GNU_MUST_CHECK;

#endif
