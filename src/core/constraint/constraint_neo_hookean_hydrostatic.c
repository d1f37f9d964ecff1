// neo_hookean_hydrostatic: C = det F − 1 − ρ of a tetrahedron, ρ = μ/λ = 1 − 2ν, k = λV: the part of a neo-Hookean material
// (constraint/private/neo_hookean.h) that resists change of volume, as a separate constraint. Alone it swells a body to 1 + ρ times its
// volume; use it with neo_hookean_deviatoric on the same tetrahedra.
#include "constraint/private/neo_hookean.h"
#include "constraint/private/rest_size.h"
#include "constraint/private/tetrahedron_projection.h"
#include "constraint/quadratic.h"

static void from_material(const Material *material, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)count;
    rest[NEO_HOOKEAN_RATIO] = neo_hookean_ratio(material);
    *stiffness = material_mu(material) / rest[NEO_HOOKEAN_RATIO] * tetrahedron_volume(x);
}

// ---- projection ----

#define SCALAR_VERTICES 4

static GNU_ALWAYS_INLINE bool scalar_plain(const ConstraintSet *set, int32_t i, const real4 *x, real *value, real4 *gradient)
{
    real4 f[3], cofactor[3];
    deformation_of(set, i, x, f);
    *value = cofactor_of(f, cofactor) - 1 - set_rest(set, NEO_HOOKEAN_RATIO, i);
    gradient_of(set, i, cofactor, gradient);
    return true;
}

static GNU_ALWAYS_INLINE WideMask scalar_wide(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, wide *value,
                                              WideColumns *gradient)
{
    const WideColumns edge[3] = {wide_subtract(&x[1], &x[0]), wide_subtract(&x[2], &x[0]), wide_subtract(&x[3], &x[0])};
    WideColumns       f[3], cofactor[3];
    wide              inverse[9];
    wide_inverse_load(set, i, count, inverse);
    wide_deformation(inverse, edge, f);
    *value = wide_cofactor(f, cofactor) - 1 - wide_load(set->rest + NEO_HOOKEAN_RATIO * (size_t)set->count + i, count);
    wide_corners(inverse, cofactor, gradient);
    return wide_first(WIDE_LANES);
}

#include "constraint/scalar_projection.h"

// ---- in double precision ----

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        double inverse[9], f[9], derivative[9];
        tetrahedron_deformation(set, i, x, inverse, f);
        value[i - begin] = neo_hookean_hydrostatic(f, constraint_rest(set, NEO_HOOKEAN_RATIO, i), derivative);
        if (gradient)
            tetrahedron_gradient(inverse, derivative, gradient + 4 * (size_t)(i - begin));
    }
}

static void curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        double inverse[9], f[9], h[81] = {0};
        tetrahedron_deformation(set, i, x, inverse, f);
        neo_hookean_add_hydrostatic(f, 1, h);
        tetrahedron_block(inverse, h, blocks + 144 * (size_t)(i - begin));
    }
}

static const char *const PARAMS[] = {NEO_HOOKEAN_PARAM_NAMES};

const ConstraintOps constraint_neo_hookean_hydrostatic = {
    .name = "neo_hookean_hydrostatic",
    .summary = "hydrostatic part of neo_hookean as a separate constraint; inverse: of the rest edge matrix, 1/m; ratio: 1 - 2 nu; "
               "stiffness lambda V, J",
    SCALAR_OPS(201, curvature),
    .params = NEO_HOOKEAN_PARAMS,
    .element = ELEMENT_TETRAHEDRON,
    .traits = TRAIT_DAMPING,
    .balanced = true,
    .param_names = PARAMS,
    .measure = neo_hookean_measure,
    .refuse = neo_hookean_refuse,
    .rest_size = rest_size_tetrahedron,
    .material = from_material,
};
