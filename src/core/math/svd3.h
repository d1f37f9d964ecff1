// svd3: singular values and nearest rotation of 3 × 3 and 3 × 2 matrices, in double. Reference quality, not optimised: the tests compare
// math/wide_polar.h, which decomposes many matrices at once, with it.
//
// F = U Σ Vᵀ where U and V are ROTATIONS: the values are sorted, |σ0| ≥ |σ1| ≥ |σ2| up to round-off, and σ2 has the sign of det F. So U Vᵀ
// is the rotation nearest to F also if F is inverted; the direction of the smallest value is then flipped. For matrices of rank below 3 the
// vectors are completed; the rotation of the zero matrix is the identity.
//
// One-sided Jacobi (Hestenes 1958) on F scaled by a power of two: U, Σ and V are those of F + E with ‖E‖ of a few round-off units of |σ0|.
// Hence the error of the rotation is round-off · |σ0| / (|σ1| + σ2), its condition. All results of a matrix that is not finite are NaN.
#ifndef WEFT_MATH_SVD3_H
#define WEFT_MATH_SVD3_H

// Matrices row by row.
typedef struct Svd3 {
    double u[3][3], sigma[3], v[3][3];
} Svd3;

// Of a 3 × 2 matrix: σ0 ≥ σ1 ≥ 0, V a rotation of the plane, U a rotation whose last column is normal to the other two.
typedef struct Svd32 {
    double u[3][3], sigma[2], v[2][2];
} Svd32;

// f: entries row by row.
void svd3(const double f[9], Svd3 *out);
void svd32(const double f[6], Svd32 *out);

// U diag(value) Vᵀ: with value 1, 1, 1 the rotation.
void svd3_compose(const Svd3 *svd, const double value[3], double out[3][3]);

#endif
