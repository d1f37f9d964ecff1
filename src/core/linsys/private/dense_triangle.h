// Triangular solves with a dense Cholesky factor, shared by the threads of a team.
#ifndef WEFT_LINSYS_DENSE_TRIANGLE_H
#define WEFT_LINSYS_DENSE_TRIANGLE_H

#include <stdint.h>

// A := L of A = L Lᵀ, in place: reads and writes the lower triangle, on one thread. Returns −1, or the row whose pivot is not positive. For
// small matrices, and for bits that do not depend on the number of threads, as those of LAPACK do.
int32_t dense_triangle_factorise(double *a, int32_t n, int64_t stride);

// Rows j … n−1 of column j of L⁻ᵀ L⁻¹, for L of order n with stride n, on one thread. Rows before j are in the columns before.
void dense_triangle_inverse(const double *l, int32_t n, int32_t j, double *column);

// y := L⁻ᵀ L⁻¹ y for `columns` right-hand sides. L: lower triangle of order n, column by column, `stride` doubles apart; y: as L.
// Called by all threads of a team (or outside one); y is complete for all of them at return. The bits of y do not depend on their number.
void dense_triangle_solve(const double *l, int32_t n, int64_t stride, double *y, int columns);

#endif
