// svd3: singular values, and the rotation that is nearest, of 3 × 3 and 3 × 2 matrices, in double. It is made to be right and not to be
// fast: what math/wide_polar.h computes for many matrices at once is held against it, and so are kernels that use that.
//
// F = U Σ Vᵀ where U and V are ROTATIONS: the values are sorted by size, |σ0| ≥ |σ1| ≥ |σ2| but for round-off, and the last one has the
// sign of det F. So the rotation next to F is U Vᵀ also where F is inverted: the smallest value is what is turned round. Flat matrices,
// lines and the zero matrix get vectors that complete those they have; the rotation of the zero matrix is the identity.
//
// One-sided Jacobi (Hestenes 1958) on F scaled by a power of two: U, Σ and V are those of F + E, ‖E‖ of a few units of round-off of |σ0|.
// The rotation is so known to round-off · |σ0| / (|σ1| + σ2), which is as well as F defines it. Of a matrix that is not finite all is NaN.
#ifndef WEFT_MATH_SVD3_H
#define WEFT_MATH_SVD3_H

// Matrices row by row.
typedef struct Svd3 {
    double u[3][3], sigma[3], v[3][3];
} Svd3;

// Of a 3 × 2 matrix: σ0 ≥ σ1 ≥ 0, V a rotation of the plane, U a rotation; its last column is the normal of the plane that the others span.
typedef struct Svd32 {
    double u[3][3], sigma[2], v[2][2];
} Svd32;

// f: entries row by row.
void svd3(const double f[9], Svd3 *out);
void svd32(const double f[6], Svd32 *out);

// U diag(value) Vᵀ: with value 1, 1, 1 the rotation; of a 3 × 2 matrix the polar factor.
void svd3_compose(const Svd3 *svd, const double value[3], double out[3][3]);
void svd32_compose(const Svd32 *svd, const double value[2], double out[3][2]);

#endif
