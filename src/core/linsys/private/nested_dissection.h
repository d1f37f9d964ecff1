// Nested dissection by places: a fill-reducing ordering for matrices whose rows lie somewhere in space, as particles do.
//
// George 1973, "Nested dissection of a regular finite element mesh". A set of vertices is cut in two at the middle of its longest side;
// the vertices behind the cut that touch something in front of it are the separator, which is eliminated after both parts. The parts are
// cut in the same way until a handful is left. The cut is found by counting vertices in slices, so that all of a level takes one pass over
// vertices and entries: no graph is coarsened, no neighbour list is built.
#ifndef WEFT_LINSYS_NESTED_DISSECTION_H
#define WEFT_LINSYS_NESTED_DISSECTION_H

#include "linsys/linsys.h"

// The vertices of a matrix are blocks of `block` consecutive rows (1, or 3 for x, y, z of a particle) with a full diagonal block and
// full blocks below it; place[v] is where vertex v lies. NULL: stands for places by distances in the graph of the matrix.
//   scratch: [nested_dissection_scratch(matrix->n / block)] bytes, aligned for any type
//   order:   [matrix->n], the row that is eliminated first, second, …
// Uses up to `threads` threads, outside any team; the order does not depend on them.
void   nested_dissection(const Csc *matrix, int block, const real4 *place, int threads, void *scratch, int32_t *order);
size_t nested_dissection_scratch(const Csc *matrix, int block, bool placed);

#endif
