// Orders of particles in memory.
#ifndef WEFT_MODEL_ORDER_H
#define WEFT_MODEL_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

// All fill permutation[new] = old; they depend on their arguments alone and fail only with STATUS_MEMORY.

// Shuffled; the same permutation on every call.
void order_random(int32_t n, int32_t *permutation);

// Along a Morton curve through the positions: neighbours in space become neighbours in memory.
Status order_morton(int32_t n, const double (*position)[3], int32_t *permutation) GNU_MUST_CHECK;

// Reverse Cuthill-McKee (Cuthill and McKee 1969, George 1971) of the graph with n vertices and the edges pair[2k], pair[2k+1]: places
// every vertex near its neighbours, component by component. Linear time apart from sorting each list of neighbours.
Status order_rcm(int32_t n, const int32_t *pair, size_t pair_count, int32_t *permutation) GNU_MUST_CHECK;

// Nested dissection by positions (math/dissection.h) of the same graph as order_rcm. Particles near each other in space are near each other
// in memory on every scale, except the separators.
Status order_nested_dissection(int32_t n, const double (*position)[3], const int32_t *pair, size_t pair_count,
                               int32_t *permutation) GNU_MUST_CHECK;

#endif
