// BlockRows: a Hessian by rows of 3 × 3 blocks, both triangles of it, so that every row of a product is summed by one thread, in the order
// of its columns.
#ifndef WEFT_ASSEMBLY_BLOCK_ROWS_H
#define WEFT_ASSEMBLY_BLOCK_ROWS_H

#include "assembly/hessian.h"

typedef struct BlockRows {
    const Hessian *hessian;
    int32_t        n;
    int32_t       *start;    // [n + 1] first block of each row
    int32_t       *column;   // [start[n]] ascending within a row
    int32_t       *source;   // [start[n]] index in the Hessian's `blocks`; of a column after the row that of the transposed block
    int32_t       *diagonal; // [n] the block on the diagonal of each row
    double (*value)[9];      // [start[n]] row-major
} BlockRows;

Status block_rows_init(const Hessian *hessian, Arena *arena, BlockRows *out) GNU_MUST_CHECK;

// The values of the Hessian as they are now, of rows from … to−1.
void block_rows_read(const BlockRows *rows, int32_t from, int32_t to);

// Row i of the product with x, [n].
double4 block_rows_times(const BlockRows *rows, int32_t i, const double4 *x);

#endif
