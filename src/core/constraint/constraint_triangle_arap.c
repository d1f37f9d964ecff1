// triangle_arap: C = ‖F − R‖ of a triangle in space, a membrane: F is 3 × 2, R its polar factor, two perpendicular unit vectors
// (constraint/private/stretch.h). k = 2 μ A t: E = μ A t ‖F − R‖². A material only determines μ: the membrane has ν = 0 and E = 2 μ.
#define STRETCH_COLUMNS 2
#define STRETCH_BOUNDED 0
#include "constraint/private/stretch_body.h"

const ConstraintOps constraint_triangle_arap = {
    .name = "triangle_arap",
    .summary = "as-rigid-as-possible triangle, a membrane; inverse: of the rest edge matrix, 1/m; stiffness 2 mu A t, J",
    STRETCH_OPS(320, 120),
    .param_names = (const char *const[]){TRIANGLE_INVERSE},
};
