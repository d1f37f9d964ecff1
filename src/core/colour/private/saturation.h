// Colouring by saturation (DSATUR, Brélaz 1979), shape by shape.
//
// The saturation of a constraint is the number of colours already present at its particles. The constraint of the highest saturation is
// coloured next; on a regular mesh each choice then forces the next, and a pattern grows that a fixed order would break.
//
// The shape of a constraint is given by the differences of its particle numbers. In a box of cells that is numbered row by row all
// tetrahedra of a kind have one of ten shapes. Each shape has an optimal pattern of three or four colours, which mixing shapes would
// destroy: 70,875 tetrahedra, up to 32 at a particle, get 32 colours; saturation alone gives 35 and first-fit 37. Rare shapes, nearly all
// of an irregular mesh, are coloured together.
#ifndef WEFT_COLOUR_SATURATION_H
#define WEFT_COLOUR_SATURATION_H

#include "colour/private/hypergraph.h"

// used: [particles], written: the colours at each particle. colour: [graph->count]. STATUS_MEMORY only.
Status saturation_colour(const Hypergraph *graph, uint64_t *used, uint8_t *colour) GNU_MUST_CHECK;

#endif
