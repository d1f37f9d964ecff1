// symmetric: eigenvalues and eigenvectors of small symmetric matrices of any size up to SYMMETRIC_MAX, and filters that make a matrix
// positive semi-definite.
#ifndef WEFT_MATH_SYMMETRIC_H
#define WEFT_MATH_SYMMETRIC_H

enum { SYMMETRIC_MAX = 36 };

// a = Σ value[i] v_i v_iᵀ with orthonormal v_i, the columns of vectors: vectors[r*n + i] is entry r of v_i; the values are unsorted. a,
// vectors: row-major [n][n]; reads the lower triangle of a. Tridiagonalisation by reflections, then QL with implicit shifts: accurate to
// round-off of the largest value.
void symmetric_eigen(int n, const double *a, double *value, double *vectors);

// How the negative eigenvalues of ∇²E change before a solve.
typedef enum EigenFilter {
    EIGEN_EXACT, // not at all
    EIGEN_CLAMP, // to 0: the nearest positive semi-definite matrix (Teran et al. 2005)
} EigenFilter;

static inline double eigen_filtered(double value, EigenFilter filter)
{
    return filter == EIGEN_CLAMP && value < 0 ? 0 : value;
}

// Filters the eigenvalues of a. A matrix that is positive semi-definite up to round-off stays unchanged.
void symmetric_filter(int n, double *a, EigenFilter filter);

#endif
