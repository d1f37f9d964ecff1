// Nested dissection (math/dissection.h) as a fill-reducing ordering of a matrix.
#ifndef WEFT_LINSYS_NESTED_DISSECTION_H
#define WEFT_LINSYS_NESTED_DISSECTION_H

#include "linsys/linsys.h"

// The vertices are blocks of `block` consecutive rows (1, or 3 for x, y, z of a particle) with a full diagonal block and full blocks below
// it. coordinates: [vertices]; NULL: computed from distances in the graph of the matrix.
//   scratch: [nested_dissection_scratch(matrix, block)] bytes, aligned for any type
//   order:   [matrix->n], the row eliminated first, second, …
// Uses up to `threads` threads, outside any team; the order does not depend on them.
void   nested_dissection(const Csc *matrix, int block, const real4 *coordinates, int threads, void *scratch, int32_t *order);
size_t nested_dissection_scratch(const Csc *matrix, int block);

#endif
