// SymmetricRows: both triangles of a symmetric matrix by row, so that a row of a product is one pass over its entries and rows are
// independent of one another.
#ifndef WEFT_LINSYS_SYMMETRIC_ROWS_H
#define WEFT_LINSYS_SYMMETRIC_ROWS_H

#include "linsys/linsys.h"

GNU_VECTOR(double, Quad, 4 * sizeof(double)); // x, y and z of a row, side by side; the fourth is 0

// Rows are those of the matrix, or of its 3 × 3 blocks. Columns of a row ascend.
typedef struct SymmetricRows {
    int32_t  n, block;    // rows; 1 or 3
    int32_t *start;       // [n + 1]
    int32_t *column;      // [start[n]]
    int32_t *diagonal;    // [n] index of the diagonal entry
    double  *number;      // [start[n]] of block 1, else NULL
    Quad (*column_of)[3]; // [start[n]] the columns of a block of 3, else NULL
} SymmetricRows;

// Makes the pattern of a matrix, with values 0. block 3: the matrix has full blocks as in nested_dissection.h. name: of the linear system,
// for messages.
Status symmetric_rows_init(const Csc *matrix, int block, const char *name, Arena *arena, SymmetricRows *out) GNU_MUST_CHECK;
void   symmetric_rows_fill(const Csc *matrix, SymmetricRows *rows);

// Allocates the values of rows that have a pattern.
Status symmetric_rows_values(SymmetricRows *rows, Arena *arena) GNU_MUST_CHECK;

static inline int64_t symmetric_rows_bytes(const SymmetricRows *rows)
{
    const int64_t entry = rows->block == 1 ? (int64_t)sizeof(double) : (int64_t)sizeof *rows->column_of;
    return rows->start[rows->n] * (entry + (int64_t)sizeof(int32_t)) + rows->n * (int64_t)(2 * sizeof(int32_t));
}

static inline Quad quad_of(double value)
{
    return (Quad){value, value, value, value};
}

// Sets the number in row r and column c of an entry, 0 and 0 for a block of 1.
static inline void symmetric_rows_put(SymmetricRows *a, int64_t entry, int r, int c, double value)
{
    if (a->block == 1)
        a->number[entry] = value;
    else
        a->column_of[entry][c][r] = value;
}

// The numbers on the diagonal.
static inline Quad symmetric_rows_diagonal(const SymmetricRows *a, int32_t i)
{
    const int32_t at = a->diagonal[i];
    if (a->block == 1)
        return quad_of(a->number[at]);
    return (Quad){a->column_of[at][0][0], a->column_of[at][1][1], a->column_of[at][2][2], 1};
}

// An entry times a row's vector.
static inline Quad symmetric_rows_apply(const SymmetricRows *a, int32_t entry, Quad v)
{
    if (a->block == 1)
        return a->number[entry] * v;
    const Quad *b = a->column_of[entry];
    return b[0] * v[0] + b[1] * v[1] + b[2] * v[2];
}

// The entries from … to−1 of a row, times x.
static inline Quad symmetric_rows_part(const SymmetricRows *a, int32_t from, int32_t to, const Quad *x)
{
    Quad sum = {0, 0, 0, 0};
    if (a->block == 1)
        for (int32_t k = from; k < to; k++)
            sum += a->number[k] * x[a->column[k]];
    else
        for (int32_t k = from; k < to; k++)
            sum += symmetric_rows_apply(a, k, x[a->column[k]]);
    return sum;
}

static inline Quad symmetric_rows_times(const SymmetricRows *a, int32_t i, const Quad *x)
{
    return symmetric_rows_part(a, a->start[i], a->start[i + 1], x);
}

#endif
