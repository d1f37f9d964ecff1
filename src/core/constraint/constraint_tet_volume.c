// tet_volume: C = V − V0, V = (x1 − x0)·((x2 − x0) × (x3 − x0)) / 6, negative when the tetrahedron is inverted. E = ½ k (V − V0)².
// A material gives k = K / V0 with the bulk modulus K, so that E = ½ K (V/V0 − 1)² V0.
#include "constraint/material.h"
#include "constraint/private/rest_size.h"
#include "constraint/projection.h"
#include "constraint/quadratic.h"

#define SCALAR_VERTICES 4

// (x1 − x0) … (x3 − x0)
typedef struct Edges {
    double4 e1, e2, e3;
} Edges;

static Edges edges_of(double4 x0, double4 x1, double4 x2, double4 x3)
{
    return (Edges){double4_sub(x1, x0), double4_sub(x2, x0), double4_sub(x3, x0)};
}

static double volume(const Edges *e)
{
    return double4_dot(e->e1, double4_cross(e->e2, e->e3)) / 6;
}

static void measure(const double4 *x, double *rest)
{
    const Edges e = edges_of(x[0], x[1], x[2], x[3]);
    rest[0] = volume(&e);
}

static const char *refuse(const double *rest)
{
    return isfinite(rest[0]) && rest[0] > 0 ? NULL : "a tetrahedron needs a rest volume above zero; this one is flat or inverted";
}

static void material(const Material *m, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)x;
    (void)count;
    *stiffness = m->young / (3 * (1 - 2 * m->poisson)) / rest[0];
}

// ---- projection ----

static real4 cross_sixth(real4 a, real4 b)
{
    return (real4){(a.y * b.z - a.z * b.y) / 6, (a.z * b.x - a.x * b.z) / 6, (a.x * b.y - a.y * b.x) / 6, 0};
}

static GNU_ALWAYS_INLINE bool scalar_plain(const ConstraintSet *set, int32_t i, const real4 *x, real *value, real4 *gradient)
{
    const real4 e1 = real4_sub(x[1], x[0]), e2 = real4_sub(x[2], x[0]), e3 = real4_sub(x[3], x[0]);
    const real4 g1 = cross_sixth(e2, e3), g2 = cross_sixth(e3, e1), g3 = cross_sixth(e1, e2);
    gradient[0] = (real4){-(g1.x + g2.x + g3.x), -(g1.y + g2.y + g3.y), -(g1.z + g2.z + g3.z), 0};
    gradient[1] = g1;
    gradient[2] = g2;
    gradient[3] = g3;
    *value = e1.x * g1.x + e1.y * g1.y + e1.z * g1.z - set->rest[i];
    return true;
}

static GNU_ALWAYS_INLINE WideMask scalar_wide(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, wide *value,
                                              WideColumns *gradient)
{
    const WideColumns e1 = wide_subtract(&x[1], &x[0]), e2 = wide_subtract(&x[2], &x[0]), e3 = wide_subtract(&x[3], &x[0]);
    const WideColumns a = wide_cross(&e2, &e3), b = wide_cross(&e3, &e1), c = wide_cross(&e1, &e2);
    const wide        sixth = wide_all((real)1 / 6);
    gradient[1] = wide_scale(sixth, &a);
    gradient[2] = wide_scale(sixth, &b);
    gradient[3] = wide_scale(sixth, &c);
    gradient[0] = wide_minus_sum(&gradient[1], &gradient[2], &gradient[3]);
    *value = wide_dot3(e1, gradient[1]) - wide_load(set->rest + i, count);
    return wide_first(WIDE_LANES);
}

#include "constraint/scalar_projection.h"

// ---- metrics and Newton, in double ----

static Edges edges(const ConstraintSet *set, int32_t i, const double4 *x)
{
    const int32_t *v = set->vertices + 4 * (size_t)i;
    return edges_of(x[v[0]], x[v[1]], x[v[2]], x[v[3]]);
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        const Edges e = edges(set, i, x);
        value[i - begin] = volume(&e) - constraint_rest(set, 0, i);
        if (gradient) {
            double4 *g = gradient + 4 * (size_t)(i - begin);
            g[1] = double4_scale(1. / 6, double4_cross(e.e2, e.e3));
            g[2] = double4_scale(1. / 6, double4_cross(e.e3, e.e1));
            g[3] = double4_scale(1. / 6, double4_cross(e.e1, e.e2));
            g[0] = (double4){-(g[1].x + g[2].x + g[3].x), -(g[1].y + g[2].y + g[3].y), -(g[1].z + g[2].z + g[3].z), 0};
        }
    }
}

// ∂²V/∂e1∂e2 = −[e3]ₓ/6, and cyclically for the three edges.
static void curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        const Edges   e = edges(set, i, x);
        const double4 edge[3] = {e.e1, e.e2, e.e3};
        double        second[81] = {0};
        for (int a = 0; a < 3; a++)
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) {
                    const int    b = (a + 1) % 3, at = 9 * (3 * a + r) + 3 * b + c, mirrored = 9 * (3 * b + c) + 3 * a + r;
                    const double h = -cross_entry(edge[(a + 2) % 3], r, c) / 6;
                    second[at] = second[mirrored] = h;
                }
        quadratic_expand(4, second, blocks + 144 * (size_t)(i - begin));
    }
}

const ConstraintOps constraint_tet_volume = {
    .name = "tet_volume",
    .summary = "volume of a tetrahedron; volume: rest volume, m³; stiffness N/m⁵",
    SCALAR_OPS(114, curvature),
    .params = 1,
    .element = ELEMENT_TETRAHEDRON,
    .traits = TRAIT_DAMPING | TRAIT_LIMIT | TRAIT_SENSE,
    .param_names = (const char *const[]){"volume"},
    .measure = measure,
    .refuse = refuse,
    .rest_size = rest_size_given,
    .material = material,
};
