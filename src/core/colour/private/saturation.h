// Colouring by saturation (DSATUR, Brélaz 1979), shape by shape. The room's own.
//
// Saturation: how many colours the particles of a constraint have met. The constraint with the highest is always the next; on a mesh that
// repeats itself each choice then forces the next, and a pattern grows that a fixed order would break.
//
// The shape of a constraint is what its particle numbers differ by. In a box of cells that are numbered row by row all tetrahedra of a
// kind have one of ten shapes, and each shape has a perfect pattern of its own, three or four colours, that mixing shapes would destroy:
// 70,875 tetrahedra, 32 of them at a particle, get 32 colours, where saturation alone leaves 35 and first-fit 37. Shapes that are rare,
// as nearly all of an irregular mesh are, go together.
#ifndef WEFT_COLOUR_SATURATION_H
#define WEFT_COLOUR_SATURATION_H

#include "colour/private/tuples.h"

// used: [particles], written: the colours at each particle. colour: [tuples->count]. STATUS_MEMORY only.
Status saturation_colour(const Tuples *tuples, uint64_t *used, uint8_t *colour) GNU_MUST_CHECK;

#endif
