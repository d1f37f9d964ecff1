// MatrixMarket files (Boisvert, Pozo and Remington 1996): coordinates of sparse matrices, columns of dense ones. Numbers have 17
// significant digits and read back exactly; indices count from 1. Written through a temporary name: a reader sees the whole file or none.
#ifndef WEFT_MEASURE_MATRIX_MARKET_H
#define WEFT_MEASURE_MATRIX_MARKET_H

#include "assembly/group_terms.h"

// comment: lines that describe the matrix, ended by newlines; each gets a leading %. STATUS_IO, STATUS_MEMORY.

// The lower triangle, as `symmetric`. Explicit zeros are kept, since they belong to the pattern.
Status matrix_market_symmetric(const char *path, const char *comment, const Csc *matrix) GNU_MUST_CHECK;

// Directions as the columns of a sparse matrix over 3n rows, without the rows of pins.
Status matrix_market_directions(const char *path, const char *comment, const Model *model, const GroupDirection *direction,
                                int32_t count) GNU_MUST_CHECK;

// rows × columns, column by column.
Status matrix_market_dense(const char *path, const char *comment, int32_t rows, int32_t columns, const double *values) GNU_MUST_CHECK;

// The Kronecker product with the 3 × 3 identity: the matrix over 3n unknowns x, y, z, in the arena.
Status matrix_market_threefold(const Csc *matrix, Arena *arena, Csc *out) GNU_MUST_CHECK;

#endif
