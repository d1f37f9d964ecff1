// Pieces: what constraints join, and whether something at rest holds it.
#ifndef WEFT_SOLVER_PIECES_H
#define WEFT_SOLVER_PIECES_H

#include "model/model.h"

// piece: [particles] one number for all of a piece, that of a particle of it. held: [particles], cleared: whether a pin or a constraint to
// a point in space holds the piece of this number.
void pieces_find(const Model *model, int32_t *piece, bool *held);

#endif
