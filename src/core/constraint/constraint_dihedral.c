// dihedral: C = θ − θ0, the angle between two triangles with the common edge x0 x1. E = ½ k (θ − θ0)². (Bridson 2003, Grinspun 2003)
//
// θ is the angle from the normal n1 of (x0, x1, x2) to the normal n2 of (x1, x0, x3) about the edge, in [−π, π]: 0 when flat, positive when
// the surface is convex seen from the side of the normals. As atan2 of sine and cosine it is exact to round-off at every angle. C is
// wrapped to [−π, π] too, so that θ may pass ±π: the hinge then returns the shorter way. If an edge has no length or a triangle no area,
// there is no gradient.
//
// A material gives k = D |e|² / (A0 + A1), D = E t³ / (12 (1 − ν²)). A sheet of equilateral triangles then has ½ D κ² A when bent to a
// cylinder, in any direction (Seung and Nelson 1988). With the factor 3 of Grinspun 2003 it has three times as much. Bent in two directions
// it is a plate of ν = −1/3. Other meshes are anisotropic: a grid of right triangles with diagonals along (1, 1), curved along direction φ,
// has 1 + s + s² times ½ D κ² A, s = sin 2φ.
#include "constraint/material.h"
#include "constraint/private/rest_size.h"
#include "constraint/projection.h"
#include "constraint/quadratic.h"
#include "math/wide_atan2.h"

#define SCALAR_VERTICES 4
#define PI 3.14159265358979323846

// The edges from x0, the normals, each with twice the area as its length, and their squares.
typedef struct Hinge {
    double4 e, a, b, n1, n2;
    double  length, first2, second2;
} Hinge;

static Hinge hinge_of(double4 x0, double4 x1, double4 x2, double4 x3)
{
    Hinge h = {.e = double4_sub(x1, x0), .a = double4_sub(x2, x0), .b = double4_sub(x3, x0)};
    h.n1 = double4_cross(h.e, h.a);
    h.n2 = double4_cross(h.b, h.e);
    h.length = double4_norm(h.e);
    h.first2 = double4_dot(h.n1, h.n1);
    h.second2 = double4_dot(h.n2, h.n2);
    return h;
}

static bool is_defined(const Hinge *h)
{
    return h->length > 0 && h->first2 >= DBL_MIN && h->second2 >= DBL_MIN;
}

// (n1 × n2)·e / |e| is −|e| n1·b.
static double angle(const Hinge *h)
{
    return atan2(-h->length * double4_dot(h->n1, h->b), double4_dot(h->n1, h->n2));
}

static void measure(const double4 *x, double *rest)
{
    const Hinge h = hinge_of(x[0], x[1], x[2], x[3]);
    rest[0] = angle(&h);
}

static const char *refuse(const double *rest)
{
    return fabs(rest[0]) <= PI + 1e-6 ? NULL : "a hinge needs a rest angle between −π and π";
}

static void material(const Material *m, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)count;
    (void)rest;
    const Hinge h = hinge_of(x[0], x[1], x[2], x[3]);
    *stiffness = material_bending(m) * 2 * h.length * h.length / (sqrt(h.first2) + sqrt(h.second2));
}

// ---- projection ----

// ∇2 θ = −|e| n1 / |n1|², ∇3 θ = −|e| n2 / |n2|²; the balancing forces are divided between the ends of the edge according to the positions
// of x2 and x3 along it.
static GNU_ALWAYS_INLINE bool scalar_plain(const ConstraintSet *set, int32_t i, const real4 *x, real *value, real4 *gradient)
{
    const real4 e = real4_sub(x[1], x[0]), a = real4_sub(x[2], x[0]), b = real4_sub(x[3], x[0]), n1 = real4_cross(e, a),
                n2 = real4_cross(b, e);
    const real  length2 = real4_dot(e, e), first2 = real4_dot(n1, n1), second2 = real4_dot(n2, n2), length = real_sqrt(length2);
    const bool  defined = length2 >= PROJECTION_LENGTH2_MIN && first2 >= PROJECTION_LENGTH2_MIN && second2 >= PROJECTION_LENGTH2_MIN;
    const real  p = defined ? -length / first2 : 0, q = defined ? -length / second2 : 0;
    const real  s = defined ? real4_dot(a, e) / length2 : 0, t = defined ? real4_dot(b, e) / length2 : 0;
    const real4 g2 = {p * n1.x, p * n1.y, p * n1.z, 0}, g3 = {q * n2.x, q * n2.y, q * n2.z, 0};
    gradient[0] = (real4){(s - 1) * g2.x + (t - 1) * g3.x, (s - 1) * g2.y + (t - 1) * g3.y, (s - 1) * g2.z + (t - 1) * g3.z, 0};
    gradient[1] = (real4){-s * g2.x - t * g3.x, -s * g2.y - t * g3.y, -s * g2.z - t * g3.z, 0};
    gradient[2] = g2;
    gradient[3] = g3;
    const real turned = (real)atan2((double)(-length * real4_dot(n1, b)), (double)real4_dot(n1, n2)) - set->rest[i];
    *value = turned > (real)PI ? turned - (real)(2 * PI) : turned < -(real)PI ? turned + (real)(2 * PI) : turned;
    return defined;
}

static GNU_ALWAYS_INLINE wide wide_wrap(wide angle)
{
    const wide half = wide_all((real)PI), whole = wide_all((real)(2 * PI));
    return angle - wide_where(wide_less(half, angle), whole) + wide_where(wide_less(angle, -half), whole);
}

static GNU_ALWAYS_INLINE WideMask scalar_wide(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, wide *value,
                                              WideColumns *gradient)
{
    const WideColumns e = wide_subtract(&x[1], &x[0]), a = wide_subtract(&x[2], &x[0]), b = wide_subtract(&x[3], &x[0]);
    const WideColumns n1 = wide_cross(&e, &a), n2 = wide_cross(&b, &e);
    const wide length2 = wide_dot3(e, e), first2 = wide_dot3(n1, n1), second2 = wide_dot3(n2, n2), min = wide_all(PROJECTION_LENGTH2_MIN);
    const WideMask triangles = wide_both(wide_greater_equal(first2, min), wide_greater_equal(second2, min));
    const WideMask defined = wide_both(wide_greater_equal(length2, min), triangles);
    const wide     inverse = wide_where(defined, wide_rsqrt(length2)), length = length2 * inverse, inverse2 = inverse * inverse;
    const wide     s = wide_dot3(a, e) * inverse2, t = wide_dot3(b, e) * inverse2;
    gradient[2] = wide_scale(wide_where(defined, -length * wide_reciprocal(first2)), &n1);
    gradient[3] = wide_scale(wide_where(defined, -length * wide_reciprocal(second2)), &n2);
    const WideColumns g = gradient[2], h = gradient[3];
    gradient[1] = (WideColumns){-wide_fma(t, h.x, s * g.x), -wide_fma(t, h.y, s * g.y), -wide_fma(t, h.z, s * g.z), wide_all(0)};
    gradient[0] = wide_minus_sum(&gradient[1], &gradient[2], &gradient[3]);
    *value = wide_wrap(wide_atan2(-length * wide_dot3(n1, b), wide_dot3(n1, n2)) - wide_load(set->rest + i, count));
    return defined;
}

#include "constraint/scalar_projection.h"

// ---- metrics and Newton, in double ----

static Hinge hinge(const ConstraintSet *set, int32_t i, const double4 *x)
{
    const int32_t *v = set->vertices + 4 * (size_t)i;
    return hinge_of(x[v[0]], x[v[1]], x[v[2]], x[v[3]]);
}

// ∇θ by a and b, zero where there is none; s and t: positions of x2 and x3 along the edge.
typedef struct Slope {
    double4 a, b;
    double  s, t;
} Slope;

static Slope slope_of(const Hinge *h)
{
    if (!is_defined(h))
        return (Slope){0};
    const double length2 = h->length * h->length;
    return (Slope){.a = double4_scale(-h->length / h->first2, h->n1),
                   .b = double4_scale(-h->length / h->second2, h->n2),
                   .s = double4_dot(h->a, h->e) / length2,
                   .t = double4_dot(h->b, h->e) / length2};
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        const Hinge h = hinge(set, i, x);
        value[i - begin] = remainder(angle(&h) - constraint_rest(set, 0, i), 2 * PI);
        if (gradient) {
            const Slope slope = slope_of(&h);
            double4    *g = gradient + 4 * (size_t)(i - begin);
            g[0] = g[1] = (double4){0};
            double4_add_to(&g[0], slope.s - 1, slope.a);
            double4_add_to(&g[0], slope.t - 1, slope.b);
            double4_add_to(&g[1], -slope.s, slope.a);
            double4_add_to(&g[1], -slope.t, slope.b);
            g[2] = slope.a;
            g[3] = slope.b;
        }
    }
}

// Derivatives of the gradient g = f |e| n / |n|² of a wing, by the wing and by the edge. turned: [wing]ₓ and [e]ₓ give the change of n, n =
// e × wing up to its sign, which g does not depend on: g = −|e| m / |m|² with m = sign · (e × wing).
//   ∂g/∂wing = −sign |e| Q [e]ₓ,  ∂g/∂e = −u êᵀ + sign |e| Q [wing]ₓ,  u = m / |m|², Q = (I − 2 m̂ m̂ᵀ) / |m|²
static void wing_derivatives(const Hinge *h, double4 wing, double4 normal, double sign, double by_wing[3][3], double by_edge[3][3])
{
    const double norm2 = double4_dot(normal, normal);
    double       n[3], e[3];
    double4_coordinates(normal, n);
    double4_coordinates(h->e, e);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            double wing_sum = 0, edge_sum = 0;
            for (int k = 0; k < 3; k++) {
                const double q = ((r == k) - 2 * n[r] * n[k] / norm2) / norm2;
                edge_sum += q * cross_entry(wing, k, c);
                wing_sum += q * cross_entry(h->e, k, c);
            }
            by_wing[r][c] = -sign * h->length * wing_sum;
            by_edge[r][c] = -n[r] / norm2 * e[c] / h->length + sign * h->length * edge_sum;
        }
}

// By e, a and b: ∇e θ = −(s ∇a θ + t ∇b θ).
static void second_derivatives(const Hinge *h, double second[81])
{
    const Slope slope = slope_of(h);
    double      aa[3][3], ae[3][3], bb[3][3], be[3][3], e[3], a[3], b[3], ga[3], gb[3];
    wing_derivatives(h, h->a, h->n1, 1, aa, ae);
    wing_derivatives(h, h->b, h->n2, -1, bb, be);
    double4_coordinates(h->e, e);
    double4_coordinates(h->a, a);
    double4_coordinates(h->b, b);
    double4_coordinates(slope.a, ga);
    double4_coordinates(slope.b, gb);
    const double length2 = h->length * h->length;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            const double s_by_e = (a[c] - 2 * slope.s * e[c]) / length2, t_by_e = (b[c] - 2 * slope.t * e[c]) / length2;
            second[9 * r + c] = -(ga[r] * s_by_e + slope.s * ae[r][c] + gb[r] * t_by_e + slope.t * be[r][c]);
            second[9 * (3 + r) + c] = second[9 * c + 3 + r] = ae[r][c];
            second[9 * (6 + r) + c] = second[9 * c + 6 + r] = be[r][c];
            second[9 * (3 + r) + 3 + c] = aa[r][c];
            second[9 * (6 + r) + 6 + c] = bb[r][c];
        }
}

static void curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        const Hinge h = hinge(set, i, x);
        double      second[81] = {0};
        if (is_defined(&h))
            second_derivatives(&h, second);
        quadratic_expand(4, second, blocks + 144 * (size_t)(i - begin));
    }
}

const ConstraintOps constraint_dihedral = {
    .name = "dihedral",
    .summary = "dihedral angle of two triangles (difference to the rest angle wrapped to ±180°); angle: rest angle, rad, 0 when flat; "
               "stiffness N m",
    SCALAR_OPS(153, curvature),
    .params = 1,
    .element = ELEMENT_HINGE,
    .curved = true,
    .traits = TRAIT_DAMPING | TRAIT_LIMIT | TRAIT_SENSE,
    .param_names = (const char *const[]){"angle"},
    .measure = measure,
    .refuse = refuse,
    .rest_size = rest_size_given,
    .material = material,
    .vertex_block = &(const VertexBlockOps){.rule = VERTEX_RULE_GAUSS_NEWTON},
};
