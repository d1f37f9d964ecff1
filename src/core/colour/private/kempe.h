// Evening out a colouring. The room's own.
#ifndef WEFT_COLOUR_KEMPE_H
#define WEFT_COLOUR_KEMPE_H

#include "colour/private/tuples.h"

// Dissolves the last colours as long as every one of their constraints finds another colour, and then moves constraints from the larger
// colours to smaller ones. used: [particles] the colours at each particle, bit by bit; kept up to date. STATUS_MEMORY only.
Status balance_colours(const Tuples *tuples, uint64_t *used, uint8_t *colour) GNU_MUST_CHECK;

#endif
