// neo_hookean_deviatoric: C = √tr(FᵀF) of a tetrahedron, k = μV: the part of a neo-Hookean material (constraint/private/neo_hookean.h) that
// resists stretch, as a separate constraint. Alone it contracts a body. Together with neo_hookean_hydrostatic on the same tetrahedra it has
// the energy of neo_hookean, and Newton's method finds the same minimum. XPBD does not. In a sweep the two parts of a tetrahedron have
// different colours, and the body contracts before it expands again. The corrections add up along gradients of the shapes in between. A
// beam with an error of 2 % with neo_hookean sags three times as much with the two parts, in steps of a fifth of the length.
#include "constraint/private/neo_hookean.h"
#include "constraint/private/rest_size.h"
#include "constraint/private/tetrahedron_projection.h"
#include "constraint/quadratic.h"

static void from_material(const Material *material, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)count;
    (void)rest;
    *stiffness = material_mu(material) * tetrahedron_volume(x);
}

// ---- projection ----

#define SCALAR_VERTICES 4

static GNU_ALWAYS_INLINE bool scalar_plain(const ConstraintSet *set, int32_t i, const real4 *x, real *value, real4 *gradient)
{
    real4 f[3], at[4];
    deformation_of(set, i, x, f);
    const real square = real4_dot(f[0], f[0]) + real4_dot(f[1], f[1]) + real4_dot(f[2], f[2]);
    const bool defined = square >= PROJECTION_LENGTH2_MIN;
    const real inverse = defined ? 1 / real_sqrt(square) : 0;
    gradient_of(set, i, f, at);
    for (int j = 0; j < 4; j++)
        gradient[j] = (real4){inverse * at[j].x, inverse * at[j].y, inverse * at[j].z, 0};
    *value = real_sqrt(square);
    return defined;
}

static GNU_ALWAYS_INLINE WideMask scalar_wide(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, wide *value,
                                              WideColumns *gradient)
{
    const WideColumns edge[3] = {wide_subtract(&x[1], &x[0]), wide_subtract(&x[2], &x[0]), wide_subtract(&x[3], &x[0])};
    WideColumns       f[3];
    wide              inverse[9];
    wide_inverse_load(set, i, count, inverse);
    wide_deformation(inverse, edge, f);
    const wide     square = wide_dot3(f[0], f[0]) + wide_dot3(f[1], f[1]) + wide_dot3(f[2], f[2]);
    const WideMask defined = wide_greater_equal(square, wide_all(PROJECTION_LENGTH2_MIN));
    const wide     unit = wide_where(defined, wide_rsqrt(square));
    wide_corners(inverse, f, gradient);
    for (int j = 0; j < 4; j++)
        gradient[j] = wide_scale(unit, &gradient[j]);
    *value = wide_root(square, unit);
    return defined;
}

#include "constraint/scalar_projection.h"

// ---- in double precision ----

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        double inverse[9], f[9], derivative[9];
        tetrahedron_deformation(set, i, x, inverse, f);
        value[i - begin] = neo_hookean_deviatoric(f, derivative);
        if (gradient)
            tetrahedron_gradient(inverse, derivative, gradient + 4 * (size_t)(i - begin));
    }
}

static void curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        double inverse[9], f[9], h[81] = {0};
        tetrahedron_deformation(set, i, x, inverse, f);
        neo_hookean_add_deviatoric(f, 1, h);
        tetrahedron_block(inverse, h, blocks + 144 * (size_t)(i - begin));
    }
}

const ConstraintOps constraint_neo_hookean_deviatoric = {
    .name = "neo_hookean_deviatoric",
    .summary = "deviatoric part of neo_hookean as a separate constraint; inverse: of the rest edge matrix, 1/m; stiffness mu V, J",
    SCALAR_OPS(198, curvature),
    .params = 9,
    .element = ELEMENT_TETRAHEDRON,
    .traits = TRAIT_DAMPING,
    .balanced = true,
    .param_names = (const char *const[]){TETRAHEDRON_INVERSE},
    .measure = tetrahedron_measure,
    .refuse = tetrahedron_refuse,
    .rest_size = rest_size_tetrahedron,
    .material = from_material,
};
