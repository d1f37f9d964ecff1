// Vertex colours: no constraint joins two particles of one colour, so that each of them may move while the others of its constraints stand
// still (vertex block descent, Chen et al. 2024). Far fewer than the colours of constraints. First fit, in memory order: they depend on
// the model alone. Pins have colours too, because one may be released.
#ifndef WEFT_STEP_VERTEX_COLOURS_H
#define WEFT_STEP_VERTEX_COLOURS_H

#include "step/incidence.h"

typedef struct VertexColours {
    int32_t  count;
    int32_t *start;  // [count + 1] into vertex
    int32_t *vertex; // [particles] colour by colour, within one in memory order
} VertexColours;

// incidence: of vertices or corners, of the kinds whose constraints count. STATUS_MEMORY.
Status vertex_colours_init(const Model *model, const Incidence *incidence, Arena *arena, VertexColours *out) GNU_MUST_CHECK;

// STATUS_INTERNAL unless every particle has one colour and no constraint has two particles of one.
Status vertex_colours_check(const Model *model, const VertexColours *colours) GNU_MUST_CHECK;

#endif
