// Stretch: shared by the kinds that keep the singular values of an element's deformation gradient F between two bounds; in double
// precision. As-rigid-as-possible: both bounds are 1, and the nearest such F is its rotation. Strain limiting: no force between the bounds.
//
//   C = ‖F − T‖,  T = U clamp(Σ) Vᵀ, the allowed matrix nearest to F, with rotations U and V and Σ as math/svd3.h has them
//
// so that the target of an inverted element has a positive determinant. ½ C² is half the squared distance to a set. Its derivative is F − T
// wherever T is unique. It is a sum over the singular values, whose second derivative with respect to F has known eigenvectors (Smith, de
// Goes and Kim 2019, "Analytic eigensystems for isotropic distortion energies"): stretches u_i v_iᵀ, twists and flips in the planes of two
// axes, and for a 3 × 2 matrix rotations of the plane, n v_iᵀ.
//
// F and matrices of its shape are 3 × n, n = 3 for a tetrahedron and 2 for a triangle, by columns: entry 3 c + a is row a, column c. D_m⁻¹
// is n × n by rows; element = n + 1 corners (constraint/private/tetrahedron.h, constraint/private/triangle.h).
#ifndef WEFT_CONSTRAINT_STRETCH_H
#define WEFT_CONSTRAINT_STRETCH_H

#include "constraint/constraint.h"

typedef struct StretchBounds {
    double low, high; // equal: exactly one value is allowed
} StretchBounds;

const char *stretch_refuse(StretchBounds bounds); // NULL: valid bounds

// D_m⁻¹ and F of constraint i of a kind of n + 1 particles whose rest values begin with D_m⁻¹.
void stretch_deformation(int n, const ConstraintSet *set, int32_t i, const double4 *x, double *inverse, double *f);

// C and F − T, of the same shape as F. T is F − (F − T), without cancellation if F is allowed: then F − T is 0.
double stretch_difference(int n, const double *f, StretchBounds bounds, double *difference);

// Above this value C has a gradient, (F − T)/C. Below it F equals T up to round-off.
#define STRETCH_GRADIENT_MIN 1e-14

// ∂²(½ C²)/∂F², [3n][3n].
void stretch_second(int n, const double *f, StretchBounds bounds, EigenFilter filter, double *h);

// The gradient at the n + 1 corners of a function of F with derivative p; and for one with second derivative h, [3n][3n], the row-major
// [3(n+1)][3(n+1)] block.
void stretch_gradient(int n, const double *inverse, const double *p, double4 *gradient);
void stretch_block(int n, const double *inverse, const double *h, double *block);

#endif
