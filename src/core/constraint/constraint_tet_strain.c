// tet_strain: strain limiting of a tetrahedron (Bouaziz 2014, section 5.1): C = ‖F − T‖, T the matrix nearest to the deformation gradient F
// with singular values between `low` and `high` (constraint/private/stretch.h). Between the limits it has no effect. A material gives k = 2
// μ V, as for tet_arap.
#define STRETCH_COLUMNS 3
#define STRETCH_BOUNDED 1
#include "constraint/private/stretch_body.h"

const ConstraintOps constraint_tet_strain = {
    .name = "tet_strain",
    .summary =
        "strain limits of a tetrahedron; inverse: of the rest edge matrix, 1/m; low, high: limits of the stretches, 1 at rest; stiffness J",
    STRETCH_OPS(800, 250),
    .param_names = (const char *const[]){TETRAHEDRON_INVERSE, "low", "high"},
};
