// A supernodal factor PAPᵀ = LLᵀ with columns of equal pattern as one dense block. Views of arrays that the factorisation owns.
#ifndef WEFT_LINSYS_SUPERNODES_H
#define WEFT_LINSYS_SUPERNODES_H

#include <stdint.h>

// Supernode b is columns first[b] to first[b + 1] of L. Its rows, ascending, its own columns first, are row[row_start[b]] to
// row[row_start[b + 1]]; its entries are stored column by column, one per row, from value[value_start[b]] on.
// Entries above the diagonal are undefined, not zero. A supernode comes before its parent, which contains the first row below its own.
typedef struct Supernodes {
    int32_t        n, count;
    const int32_t *first;       // [count + 1]
    const int32_t *row_start;   // [count + 1]
    const int32_t *row;         // [row_start[count]]
    const int32_t *value_start; // [count + 1]
    const double  *value;       // [value_start[count]]; NULL once the values are released
    const int32_t *order;       // [n] the row of A eliminated k-th
} Supernodes;

#endif
