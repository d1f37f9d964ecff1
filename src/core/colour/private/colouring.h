// Colourings: a colour for every constraint, so that no two of one colour share a particle.
//
// None of them builds the graph of conflicting pairs, whose size is quadratic in the constraints at a particle. At most
// SCHEDULE_COLOURS_MAX colours; a constraint without a free colour gets the number SCHEDULE_COLOURS_MAX, the serial tail.
#ifndef WEFT_COLOUR_COLOURING_H
#define WEFT_COLOUR_COLOURING_H

#include "colour/private/hypergraph.h"
#include "colour/schedule.h"

// colour: [graph->count], in their order. STATUS_MEMORY only.
Status colouring_assign(const Hypergraph *graph, Colouring colouring, uint8_t *colour) GNU_MUST_CHECK;

// The lowest free colour; SCHEDULE_COLOURS_MAX if none is free. Bit c of a particle's mask: it has a constraint of colour c.
static inline int colouring_lowest_free(uint64_t taken)
{
    return GNU_LIKELY(~taken) ? GNU_TRAILING_ZEROS(~taken) : SCHEDULE_COLOURS_MAX;
}

#endif
