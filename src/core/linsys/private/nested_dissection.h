// Nested dissection (math/dissection.h) as a fill-reducing ordering of a matrix.
#ifndef WEFT_LINSYS_NESTED_DISSECTION_H
#define WEFT_LINSYS_NESTED_DISSECTION_H

#include "linsys/linsys.h"
#include "math/dissection.h"

// The vertices are blocks of `block` consecutive rows (1, or 3 for x, y, z of a particle) with a full diagonal block and full blocks below
// it. coordinates: [vertices]; NULL: computed from distances in the graph of the matrix.
//   scratch: [nested_dissection_scratch(matrix, block)] bytes, aligned for any type
//   order:   [matrix->n], the row eliminated first, second, …
// Uses up to `threads` threads, outside any team; the order does not depend on them.
void   nested_dissection(const Csc *matrix, int block, const real4 *coordinates, int threads, void *scratch, int32_t *order);
size_t nested_dissection_scratch(const Csc *matrix, int block);

DissectionGraph nested_dissection_graph(const Csc *matrix, int block);

// The same for vertices of a graph instead of rows. sets: as for dissection_order.
//   scratch: [nested_dissection_vertex_scratch(graph->n)] bytes
void   nested_dissection_vertices(const VertexGraph *graph, const real4 *coordinates, int threads, void *scratch, int32_t *order,
                                  DissectionSet *sets);
size_t nested_dissection_vertex_scratch(int32_t vertices);

// Replaces an order of vertices by that of their rows.
void nested_dissection_rows(int32_t vertices, int block, const int32_t *order, int32_t *rows);

#endif
