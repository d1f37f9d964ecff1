// Tetrahedron: the deformation gradient of a linear tetrahedral element, in double precision, and the chain rule from F to forces on
// vertices and blocks over vertices. For kinds on tetrahedra.
//
//   F = D_s D_m⁻¹,  D_s = [x1 − x0, x2 − x0, x3 − x0],  D_m the same at rest,  V = det D_m / 6
//
// Rest values 0 … 8 of such a kind are D_m⁻¹ by rows: rest 3 j + c is row j, column c, so that column c of F is Σ_j (x_{j+1} − x_0) rest[3
// j + c]. F and matrices of its shape are nine numbers by columns: entry 3 c + a is row a, column c.
#ifndef WEFT_CONSTRAINT_TETRAHEDRON_H
#define WEFT_CONSTRAINT_TETRAHEDRON_H

#include "constraint/constraint.h"

// Names of these rest values.
#define TETRAHEDRON_INVERSE \
    "inverse_11", "inverse_12", "inverse_13", "inverse_21", "inverse_22", "inverse_23", "inverse_31", "inverse_32", "inverse_33"

// D_m⁻¹ of vertices x[4]. If their volume is not positive up to round-off, its entries are INFINITY, which tetrahedron_refuse rejects.
void        tetrahedron_measure(const double4 *x, double inverse[9]);
const char *tetrahedron_refuse(const double inverse[9]); // NULL: valid
double      tetrahedron_volume(const double4 *x);        // signed, m³

// D_m⁻¹ and F of constraint i of a kind whose rest values begin with D_m⁻¹.
void tetrahedron_deformation(const ConstraintSet *set, int32_t i, const double4 *x, double inverse[9], double f[9]);

// cof F = ∂ det F / ∂F; returns det F.
double tetrahedron_cofactor(const double f[9], double cofactor[9]);

// ∇ of a function of F whose derivative is p: gradient[4], one for each corner.
void tetrahedron_gradient(const double inverse[9], const double p[9], double4 gradient[4]);

// ∇² of a function of F whose second derivative is h, [9][9]: a row-major [12][12] block.
void tetrahedron_block(const double inverse[9], const double *h, double *block);

#endif
