// Sizes of elements at rest, from what kinds keep of them: for their slot `rest_size`.
#ifndef WEFT_CONSTRAINT_REST_SIZE_H
#define WEFT_CONSTRAINT_REST_SIZE_H

#include "constraint/constraint.h"

double rest_size_given(const ConstraintSet *set, int32_t i);       // it is the first rest value
double rest_size_flat(const ConstraintSet *set, int32_t i);        // a hinge without an angle
double rest_size_triangle(const ConstraintSet *set, int32_t i);    // rest values begin with D_m⁻¹, 2 × 2
double rest_size_tetrahedron(const ConstraintSet *set, int32_t i); // with D_m⁻¹, 3 × 3

#endif
