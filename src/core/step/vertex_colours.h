// Vertex colours: no constraint joins two particles of one colour. So all particles of a colour may move at once (vertex block descent,
// Chen et al. 2024). There are far fewer of them than constraint colours. First fit, in memory order: they depend on the model alone. Pins
// have colours too, because a pin may be released.
#ifndef WEFT_STEP_VERTEX_COLOURS_H
#define WEFT_STEP_VERTEX_COLOURS_H

#include "step/incidence.h"

typedef struct VertexColours {
    int32_t  count;
    int32_t *start;  // [count + 1] into vertex
    int32_t *vertex; // [particles] colour by colour, within one in memory order
} VertexColours;

// incidence: of vertices or corners, of the kinds of constraints to consider. STATUS_MEMORY.
Status vertex_colours_init(const Model *model, const Incidence *incidence, Arena *arena, VertexColours *out) GNU_MUST_CHECK;

// STATUS_INTERNAL unless every particle has one colour and no constraint has two particles of one.
Status vertex_colours_check(const Model *model, const VertexColours *colours) GNU_MUST_CHECK;

#endif
