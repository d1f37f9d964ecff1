// triangle_arap: C = ‖F − R‖ of a triangle in space, a membrane: F is 3 × 2, R its polar factor, two perpendicular unit vectors
// (constraint/private/stretch.h). k = 2 μ A t: E = μ A t ‖F − R‖². A material gives μ alone: it is that membrane for ν = 0 and E = 2 μ.
#include "constraint/material.h"
#include "constraint/private/rest_size.h"
#include "constraint/private/triangle.h"

#define STRETCH_COLUMNS 2
#define STRETCH_BOUNDED 0
#include "constraint/private/stretch_body.h"

static void from_material(const Material *material, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)count;
    (void)rest;
    *stiffness = 2 * material_mu(material) * triangle_rest_area(x) * material->thickness;
}

static const char *const PARAMS[] = {TRIANGLE_INVERSE};

const ConstraintOps constraint_triangle_arap = {
    .name = "triangle_arap",
    .summary = "as-rigid-as-possible triangle, a membrane; inverse: of the rest edge matrix, 1/m; stiffness 2 mu A t, J",
    STRETCH_OPS,
    .element = ELEMENT_TRIANGLE,
    .project_flops = 320,
    .local_flops = 120,
    .param_names = PARAMS,
    .measure = triangle_measure,
    .refuse = triangle_refuse,
    .rest_size = rest_size_triangle,
    .material = from_material,
};
