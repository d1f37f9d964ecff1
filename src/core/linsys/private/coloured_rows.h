// ColouredRows: a matrix with its rows in the order of their colours. No two rows of a colour couple. So an elimination or a Gauss-Seidel
// sweep, which goes row after row, is parallel within a colour, with a barrier after each colour.
#ifndef WEFT_LINSYS_COLOURED_ROWS_H
#define WEFT_LINSYS_COLOURED_ROWS_H

#include "linsys/private/symmetric_rows.h"

typedef struct ColouredRows {
    SymmetricRows rows;   // in the new order
    int32_t       count;  // colours
    int32_t      *start;  // [count + 1] rows of each
    int32_t      *order;  // [rows] order[new] = old
    int32_t      *source; // [entries] of the matrix
} ColouredRows;

// Greedy colouring: the lowest free colour, row by row. Makes only the pattern; coloured_rows_fill sets the values.
Status coloured_rows_init(const SymmetricRows *matrix, Arena *arena, ColouredRows *out) GNU_MUST_CHECK;

// Call by all threads of a team, or outside one; complete at return.
void coloured_rows_fill(const SymmetricRows *matrix, ColouredRows *rows);

#endif
