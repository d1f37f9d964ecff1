// Orders of particles in memory, of the model room's own use.
#ifndef WEFT_MODEL_ORDER_H
#define WEFT_MODEL_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

// All give place[new] = old, depend on their arguments alone, and fail only with STATUS_MEMORY.

// Shuffled, in the same way each time. Cannot fail.
void order_random(int32_t n, int32_t *place);

// Along a Morton curve through the positions: particles that are near each other in space lie near each other.
Status order_morton(int32_t n, const double (*position)[3], int32_t *place) GNU_MUST_CHECK;

// Reverse Cuthill-McKee (Cuthill and McKee 1969, George 1971) of the graph with n vertices and the edges pair[2k], pair[2k+1]: every
// vertex lies near its neighbours, component by component. Linear but for the sorting of neighbours.
Status order_rcm(int32_t n, const int32_t *pair, size_t pair_count, int32_t *place) GNU_MUST_CHECK;

// Nested dissection (George 1973) by positions: a set is cut in two across its longest side; what lies behind the cut and touches the front
// is the separator, which comes after both halves, which are cut in the same way. Particles that are near each other lie near each other on
// every scale, but for the separators.
Status order_nested_dissection(int32_t n, const double (*position)[3], const int32_t *pair, size_t pair_count,
                               int32_t *place) GNU_MUST_CHECK;

#endif
