// tet_strain: strain limiting of a tetrahedron (Bouaziz 2014, section 5.1): C = ‖F − T‖, T the deformation gradient next to F whose
// singular values lie between `low` and `high` (constraint/private/stretch.h). Between them it does nothing. A material gives k = 2 μ V, as
// for tet_arap.
#include "constraint/material.h"
#include "constraint/private/rest_size.h"
#include "constraint/private/tetrahedron.h"

#define STRETCH_COLUMNS 3
#define STRETCH_BOUNDED 1
#include "constraint/private/stretch_body.h"

static void from_material(const Material *material, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)count;
    (void)rest;
    *stiffness = 2 * material_mu(material) * tetrahedron_volume(x);
}

static void measure(const double4 *x, double *rest)
{
    tetrahedron_measure(x, rest);
    rest[N * N] = 0.9;
    rest[N * N + 1] = 1.1;
}

static const char *refuse(const double *rest)
{
    const char *shape = tetrahedron_refuse(rest);
    return shape ? shape : stretch_refuse((StretchBounds){rest[N * N], rest[N * N + 1]});
}

static const char *const PARAMS[] = {TETRAHEDRON_INVERSE, "low", "high"};

const ConstraintOps constraint_tet_strain = {
    .name = "tet_strain",
    .summary =
        "strain limits of a tetrahedron; inverse: of the rest edge matrix, 1/m; low, high: limits of the stretches, 1 at rest; stiffness J",
    STRETCH_OPS,
    .element = ELEMENT_TETRAHEDRON,
    .project_flops = 800,
    .local_flops = 250,
    .param_names = PARAMS,
    .measure = measure,
    .refuse = refuse,
    .rest_size = rest_size_tetrahedron,
    .material = from_material,
};
