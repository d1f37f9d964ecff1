// symmetric3: eigenvalues, eigenvectors and the pseudo-inverse of a symmetric 3 × 3 matrix.
#ifndef WEFT_MATH_SYMMETRIC3_H
#define WEFT_MATH_SYMMETRIC3_H

#include "math/real.h"

// a = Σ value[i] vector[i] vector[i]ᵀ, the vectors orthonormal, the values unsorted. Reads the upper triangle. Cyclic Jacobi: accurate to
// round-off of the largest value.
void symmetric3_eigen(const double a[3][3], double value[3], double4 vector[3]);

// a⁺ b for a positive semi-definite a: eigenvalues below 1e-12 of the largest count as 0, and b's part along them is dropped.
double4 symmetric3_pseudo_solve(const double a[3][3], double4 b);

#endif
