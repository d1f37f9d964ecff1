// Colourings: a colour for every constraint, so that no two of one colour share a particle. The room's own.
//
// All of them look at the particles of a constraint only, never at pairs of constraints, whose number grows with the square of the
// constraints at a particle. At most SCHEDULE_COLOURS_MAX colours; what fits in none gets the number SCHEDULE_COLOURS_MAX, the serial tail.
#ifndef WEFT_COLOUR_COLOURING_H
#define WEFT_COLOUR_COLOURING_H

#include "colour/private/tuples.h"
#include "colour/schedule.h"

// colour: [tuples->count], in their order. STATUS_MEMORY only.
Status colouring_assign(const Tuples *tuples, Colouring colouring, uint8_t *colour) GNU_MUST_CHECK;

// The lowest colour that is in no mask; SCHEDULE_COLOURS_MAX when there is none. Bit c of a particle's mask: it has a constraint of colour
// c.
static inline int colouring_lowest_free(uint64_t taken)
{
    return GNU_LIKELY(~taken) ? GNU_TRAILING_ZEROS(~taken) : SCHEDULE_COLOURS_MAX;
}

#endif
