// tet_arap: C = ‖F − R‖ of a tetrahedron, R the rotation nearest to its deformation gradient: as rigid as possible
// (constraint/private/stretch.h). k = 2 μ V: E = μ V ‖F − R‖², co-rotated linear elasticity without its second term. A material only
// determines μ, so that ν = 0 for every ν of the material; it equals a material with ν = 0 and E = 2 μ.
#define STRETCH_COLUMNS 3
#define STRETCH_BOUNDED 0
#include "constraint/private/stretch_body.h"

const ConstraintOps constraint_tet_arap = {
    .name = "tet_arap",
    .summary = "as-rigid-as-possible tetrahedron; inverse: of the rest edge matrix, 1/m; stiffness 2 mu V, J",
    STRETCH_OPS(420, 110),
    .param_names = (const char *const[]){TETRAHEDRON_INVERSE},
};
