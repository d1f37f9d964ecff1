// triangle_strain: strain limiting of a triangle in space (Bouaziz 2014, section 5.1): C = ‖F − T‖, T the 3 × 2 deformation gradient next
// to F whose singular values lie between `low` and `high` (constraint/private/stretch.h). Between them it does nothing. A material gives k
// = 2 μ A t, as for triangle_arap.
#include "constraint/material.h"
#include "constraint/private/rest_size.h"
#include "constraint/private/triangle.h"

#define STRETCH_COLUMNS 2
#define STRETCH_BOUNDED 1
#include "constraint/private/stretch_body.h"

static void from_material(const Material *material, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)count;
    (void)rest;
    *stiffness = 2 * material_mu(material) * triangle_rest_area(x) * material->thickness;
}

static void measure(const double4 *x, double *rest)
{
    triangle_measure(x, rest);
    rest[N * N] = 0.9;
    rest[N * N + 1] = 1.1;
}

static const char *refuse(const double *rest)
{
    const char *shape = triangle_refuse(rest);
    return shape ? shape : stretch_refuse((StretchBounds){rest[N * N], rest[N * N + 1]});
}

static const char *const PARAMS[] = {TRIANGLE_INVERSE, "low", "high"};

const ConstraintOps constraint_triangle_strain = {
    .name = "triangle_strain",
    .summary =
        "strain limits of a triangle; inverse: of the rest edge matrix, 1/m; low, high: limits of the stretches, 1 at rest; stiffness J",
    STRETCH_OPS,
    .element = ELEMENT_TRIANGLE,
    .project_flops = 330,
    .local_flops = 125,
    .param_names = PARAMS,
    .measure = measure,
    .refuse = refuse,
    .rest_size = rest_size_triangle,
    .material = from_material,
};
