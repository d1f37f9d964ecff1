// triangle_strain: strain limiting of a triangle in space (Bouaziz 2014, section 5.1): C = ‖F − T‖, T the matrix nearest to the 3 × 2
// deformation gradient F with singular values between `low` and `high` (constraint/private/stretch.h). Between the limits it has no effect.
// A material gives k = 2 μ A t, as for triangle_arap.
#define STRETCH_COLUMNS 2
#define STRETCH_BOUNDED 1
#include "constraint/private/stretch_body.h"

const ConstraintOps constraint_triangle_strain = {
    .name = "triangle_strain",
    .summary =
        "strain limits of a triangle; inverse: of the rest edge matrix, 1/m; low, high: limits of the stretches, 1 at rest; stiffness J",
    STRETCH_OPS(330, 125),
    .param_names = (const char *const[]){TRIANGLE_INVERSE, "low", "high"},
};
