// Pieces: what constraints join, and whether something at rest holds it.
#ifndef WEFT_SOLVER_PIECES_H
#define WEFT_SOLVER_PIECES_H

#include "model/model.h"

// piece: [particles] one number for all of a piece, that of a particle of it. held: [particles], cleared: whether a pin or a constraint to
// a point in space holds the piece of this number.
void pieces_find(const Model *model, int32_t *piece, bool *held);

// Pieces numbered from 0, in the order of their first particles in memory.
typedef struct Pieces {
    int32_t  count;
    int32_t *of; // [particles]
} Pieces;

// Memory from the arena. STATUS_MEMORY.
Status pieces_number(const Model *model, Arena *arena, Pieces *out) GNU_MUST_CHECK;

#endif
