// symmetric: eigenvalues and eigenvectors of small symmetric matrices of any size up to SYMMETRIC_MAX, and projection to positive
// semi-definite ones.
#ifndef WEFT_MATH_SYMMETRIC_H
#define WEFT_MATH_SYMMETRIC_H

enum { SYMMETRIC_MAX = 36 };

// a = Σ value[i] v_i v_iᵀ with orthonormal v_i, the columns of vectors: vectors[r*n + i] is entry r of v_i; the values are unsorted. a,
// vectors: row-major [n][n]; reads the lower triangle of a. Tridiagonalisation by reflections, then QL with implicit shifts: accurate to
// round-off of the largest value.
void symmetric_eigen(int n, const double *a, double *value, double *vectors);

// Replaces a by the nearest positive semi-definite matrix: negative eigenvalues become 0. A matrix that is positive semi-definite up to
// round-off stays unchanged.
void symmetric_project(int n, double *a);

#endif
