// Pieces: connected components of the constraint graph, and whether a pin or a point in space anchors them.
#ifndef WEFT_SOLVER_PIECES_H
#define WEFT_SOLVER_PIECES_H

#include "model/model.h"

// piece: [particles] number of its piece, that of one particle in it. anchored: [particles], initially false; set to true for the number of
// a piece that a pin, or a constraint to a point in space, anchors.
void pieces_find(const Model *model, int32_t *piece, bool *anchored);

// Pieces numbered from 0, in the order of their first particles in memory.
typedef struct Pieces {
    int32_t  count;
    int32_t *of; // [particles]
} Pieces;

// Memory from the arena. STATUS_MEMORY.
Status pieces_number(const Model *model, Arena *arena, Pieces *out) GNU_MUST_CHECK;

#endif
