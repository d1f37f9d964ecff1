// SingleRows: the values of SymmetricRows in single precision, for preconditioners, whose time is that of reading the matrix. The pattern
// is the one of the rows. An entry takes 4 bytes, or 36 if it is a block, in place of 8 or 96.
#ifndef WEFT_LINSYS_SINGLE_ROWS_H
#define WEFT_LINSYS_SINGLE_ROWS_H

#include <string.h>

#include "linsys/private/symmetric_rows.h"

GNU_VECTOR(float, Single4, 4 * sizeof(float)); // x, y and z of a row; the fourth is undefined, but finite

typedef struct SingleRows {
    float *value; // [start[n] × 1 or 9] by entry, a block by column; one more is allocated, since a column is read with its next value
} SingleRows;

static inline Status single_rows_init(const SymmetricRows *rows, Arena *arena, SingleRows *out)
{
    const size_t entry = rows->block == 1 ? 1 : 9;
    return ARENA_NEW(arena, (size_t)rows->start[rows->n] * entry + 1, &out->value);
}

// Copies the values of rows from … to−1, times scale.
static inline void single_rows_fill(const SymmetricRows *rows, double scale, int32_t from, int32_t to, SingleRows *out)
{
    for (int32_t k = rows->start[from]; k < rows->start[to]; k++)
        if (rows->block == 1)
            out->value[k] = (float)(scale * rows->number[k]);
        else
            for (int c = 0; c < 9; c++)
                out->value[9 * (size_t)k + (size_t)c] = (float)(scale * rows->column_of[k][c / 3][c % 3]);
}

static inline int64_t single_rows_bytes(const SymmetricRows *rows)
{
    const int64_t values = rows->block == 1 ? 1 : 9;
    return rows->start[rows->n] * (values * (int64_t)sizeof(float) + (int64_t)sizeof(int32_t)) + rows->n * (int64_t)sizeof(int32_t);
}

static inline Single4 single4_at(const float *value)
{
    Single4 v;
    memcpy(&v, value, sizeof v);
    return v;
}

static inline Single4 single4_of(Quad v)
{
    return GNU_CONVERT(v, Single4);
}

static inline Quad single4_wide(Single4 v)
{
    const Quad wide = GNU_CONVERT(v, Quad);
    return (Quad){wide[0], wide[1], wide[2], 0};
}

// Row i of the matrix times x.
static inline Single4 single_rows_times(const SymmetricRows *rows, const SingleRows *a, int32_t i, const Single4 *x)
{
    Single4 sum = {0, 0, 0, 0};
    if (rows->block == 1) {
        for (int32_t k = rows->start[i]; k < rows->start[i + 1]; k++)
            sum += a->value[k] * x[rows->column[k]];
        return sum;
    }
    for (int32_t k = rows->start[i]; k < rows->start[i + 1]; k++) {
        const Single4 v = x[rows->column[k]];
        const float  *b = a->value + 9 * (size_t)k;
        sum += single4_at(b) * v[0] + single4_at(b + 3) * v[1] + single4_at(b + 6) * v[2];
    }
    return sum;
}

#endif
