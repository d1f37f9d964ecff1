// Sizes of elements at rest, from the rest values of kinds: for their slot `rest_size`.
#ifndef WEFT_CONSTRAINT_REST_SIZE_H
#define WEFT_CONSTRAINT_REST_SIZE_H

#include "constraint/constraint.h"

double rest_size_given(const ConstraintSet *set, int32_t i);       // the first rest value
double rest_size_flat(const ConstraintSet *set, int32_t i);        // a hinge without an angle
double rest_size_triangle(const ConstraintSet *set, int32_t i);    // rest values begin with D_m⁻¹, 2 × 2
double rest_size_tetrahedron(const ConstraintSet *set, int32_t i); // with D_m⁻¹, 3 × 3

// Row r of `rows`, [n][n + 1], gives column r of F from the corners of a simplex in n dimensions. Its rest values start with D_m⁻¹, n × n.
static inline void rest_deformation_rows(const ConstraintSet *set, int n, int32_t i, double *rows)
{
    for (int r = 0; r < n; r++) {
        double *row = rows + (size_t)(n + 1) * (size_t)r;
        row[0] = 0;
        for (int j = 0; j < n; j++) {
            row[j + 1] = constraint_rest(set, n * j + r, i);
            row[0] -= row[j + 1];
        }
    }
}

#endif
