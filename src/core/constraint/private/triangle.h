// Triangle: the rest shape of a linear triangular element in space, for kinds on triangles with a deformation gradient.
//
//   F = D_s D_m⁻¹, 3 × 2,  D_s = [x1 − x0, x2 − x0],  D_m the same at rest, 2 × 2, in axes of its plane: the first along x1 − x0
//
// Rest values 0 … 3 of such a kind are D_m⁻¹ by rows: rest 2 j + c is row j, column c.
#ifndef WEFT_CONSTRAINT_TRIANGLE_H
#define WEFT_CONSTRAINT_TRIANGLE_H

#include "math/real.h"

// Names of these rest values.
#define TRIANGLE_INVERSE "inverse_11", "inverse_12", "inverse_21", "inverse_22"

// D_m⁻¹ of vertices x[3]. If their area is zero up to round-off, its entries are INFINITY, which triangle_refuse rejects.
void        triangle_measure(const double4 *x, double inverse[4]);
const char *triangle_refuse(const double inverse[4]); // NULL: valid

#endif
