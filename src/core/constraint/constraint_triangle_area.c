// triangle_area: C = A − A0, A = ½ |(x1 − x0) × (x2 − x0)|. E = ½ k (A − A0)². A triangle without area has no normal and so no gradient.
// A material gives k = K / A0 with K = E t / (2 (1 − ν)), the area modulus of a sheet of thickness t in plane stress, so that E = ½ K (A/A0
// − 1)² A0. Shear and changes of shape at constant area have no energy.
#include "constraint/material.h"
#include "constraint/private/rest_size.h"
#include "constraint/projection.h"
#include "constraint/quadratic.h"

#define SCALAR_VERTICES 3

static double4 normal_of(double4 x0, double4 x1, double4 x2) // its length is twice the area
{
    return double4_cross(double4_sub(x1, x0), double4_sub(x2, x0));
}

static void measure(const double4 *x, double *rest)
{
    rest[0] = double4_norm(normal_of(x[0], x[1], x[2])) / 2;
}

static const char *refuse(const double *rest)
{
    return isfinite(rest[0]) && rest[0] > 0 ? NULL : "a triangle needs a rest area above zero";
}

static void material(const Material *m, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)x;
    (void)count;
    *stiffness = m->young * m->thickness / (2 * (1 - m->poisson)) / rest[0];
}

// ---- projection ----

// ∇1 A = ½ e2 × n, ∇2 A = ½ n × e1 with the unit normal n.
static GNU_ALWAYS_INLINE bool scalar_plain(const ConstraintSet *set, int32_t i, const real4 *x, real *value, real4 *gradient)
{
    const real4 e1 = real4_sub(x[1], x[0]), e2 = real4_sub(x[2], x[0]), normal = real4_cross(e1, e2);
    const real  length2 = normal.x * normal.x + normal.y * normal.y + normal.z * normal.z, length = real_sqrt(length2);
    const bool  defined = length2 >= PROJECTION_LENGTH2_MIN;
    const real  half = defined ? 1 / (2 * length) : 0;
    const real4 n = {half * normal.x, half * normal.y, half * normal.z, 0};
    gradient[1] = real4_cross(e2, n);
    gradient[2] = real4_cross(n, e1);
    gradient[0] = (real4){-(gradient[1].x + gradient[2].x), -(gradient[1].y + gradient[2].y), -(gradient[1].z + gradient[2].z), 0};
    *value = length / 2 - set->rest[i];
    return defined;
}

static GNU_ALWAYS_INLINE WideMask scalar_wide(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, wide *value,
                                              WideColumns *gradient)
{
    const WideColumns e1 = wide_subtract(&x[1], &x[0]), e2 = wide_subtract(&x[2], &x[0]), normal = wide_cross(&e1, &e2);
    const wide        length2 = wide_dot3(normal, normal), inverse = wide_rsqrt(length2);
    const WideMask    defined = wide_greater_equal(length2, wide_all(PROJECTION_LENGTH2_MIN));
    const WideColumns n = wide_scale(wide_where(defined, (real)0.5 * inverse), &normal);
    gradient[1] = wide_cross(&e2, &n);
    gradient[2] = wide_cross(&n, &e1);
    gradient[0] =
        (WideColumns){-(gradient[1].x + gradient[2].x), -(gradient[1].y + gradient[2].y), -(gradient[1].z + gradient[2].z), wide_all(0)};
    *value = (real)0.5 * wide_root(length2, inverse) - wide_load(set->rest + i, count);
    return defined;
}

#include "constraint/scalar_projection.h"

// ---- metrics and Newton, in double ----

// Twice the area, its unit normal (zero if undefined), and two edges.
typedef struct Corner {
    double  length;
    double4 n, e1, e2;
} Corner;

static Corner corner(const ConstraintSet *set, int32_t i, const double4 *x)
{
    const int32_t *v = set->vertices + 3 * (size_t)i;
    const double4  normal = normal_of(x[v[0]], x[v[1]], x[v[2]]);
    const double   length = double4_norm(normal);
    return (Corner){.length = length,
                    .n = double4_scale(length > 0 ? 1 / length : 0, normal),
                    .e1 = double4_sub(x[v[1]], x[v[0]]),
                    .e2 = double4_sub(x[v[2]], x[v[0]])};
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        const Corner t = corner(set, i, x);
        value[i - begin] = t.length / 2 - constraint_rest(set, 0, i);
        if (gradient) {
            double4 *g = gradient + 3 * (size_t)(i - begin);
            g[1] = double4_scale(0.5, double4_cross(t.e2, t.n));
            g[2] = double4_scale(0.5, double4_cross(t.n, t.e1));
            g[0] = (double4){-(g[1].x + g[2].x), -(g[1].y + g[2].y), -(g[1].z + g[2].z), 0};
        }
    }
}

// With N = e1 × e2 and its derivatives J1 = −[e2]ₓ, J2 = [e1]ₓ: ∂a ∂b |N| = Jaᵀ (I − n nᵀ) Jb / |N| + n·∂a ∂b N, the last −[n]ₓ for a = 1,
// b = 2. Jaᵀ n is twice ∇a A.
static void second_derivatives(const Corner *t, double second[36])
{
    const double4 edge[2] = {double4_scale(-1, t->e2), t->e1}, slope[2] = {double4_cross(t->e2, t->n), double4_cross(t->n, t->e1)};
    const double  inverse = 1 / t->length;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            double       p[3], q[3], g[3], h[3];
            const double dot = double4_dot(edge[a], edge[b]);
            double4_coordinates(edge[a], p);
            double4_coordinates(edge[b], q);
            double4_coordinates(slope[a], g);
            double4_coordinates(slope[b], h);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) { // [p]ₓᵀ [q]ₓ = (p·q) I − q pᵀ
                    const double turn = a == b ? 0 : (a == 0 ? -1 : 1) * cross_entry(t->n, r, c);
                    second[6 * (3 * a + r) + 3 * b + c] = 0.5 * (inverse * ((r == c) * dot - q[r] * p[c] - g[r] * h[c]) + turn);
                }
        }
}

static void curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        const Corner t = corner(set, i, x);
        double       second[36] = {0};
        if (t.length > 0)
            second_derivatives(&t, second);
        quadratic_expand(3, second, blocks + 81 * (size_t)(i - begin));
    }
}

const ConstraintOps constraint_triangle_area = {
    .name = "triangle_area",
    .summary = "area of a triangle; area: rest area, m²; stiffness N/m³",
    SCALAR_OPS(92, curvature),
    .params = 1,
    .element = ELEMENT_TRIANGLE,
    .traits = TRAIT_DAMPING | TRAIT_LIMIT | TRAIT_SENSE,
    .param_names = (const char *const[]){"area"},
    .measure = measure,
    .refuse = refuse,
    .rest_size = rest_size_given,
    .material = material,
};
