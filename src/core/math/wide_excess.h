// wide_excess: the part of WIDE_LANES matrices, 3 × 3 and 3 × 2, beyond two bounds of their singular values.
//
//   wide_excess       F − T, T = U clamp(Σ) Vᵀ the nearest matrix with singular values between the bounds (wide_excess32: of 3 × 2)
//   wide_inside       sufficient, not necessary, for T = F
//
// With the bounds of wide_polar.h, F − T lies within 2 · WIDE_POLAR_BACKWARD ε σ0 max(1, (τi + τj) / (σi + σj)) of the exact one, τ the
// singular values of T; it is exactly 0 where wide_inside holds (of an F whose squares are subnormal, if both bounds are 0).
//
// If all lanes are inside, nothing is computed. Otherwise, lanes on which Newton's iteration converges get their excess from R and the
// closed form of the eigenvalues of S, the others from the singular value decomposition.
#ifndef WEFT_MATH_WIDE_EXCESS_H
#define WEFT_MATH_WIDE_EXCESS_H

#include "math/wide_polar.h"

typedef struct WideBounds {
    wide low, high; // 0 ≤ low ≤ high
} WideBounds;

static GNU_ALWAYS_INLINE wide wide_squares(wide a, wide b, wide c)
{
    return wide_fma(c, c, wide_fma(b, b, a * a));
}

// Half of the sum of the squared bounds, the middle of the eigenvalues of FᵀF that are allowed.
static GNU_ALWAYS_INLINE wide wide_middle(const WideBounds *bounds)
{
    return (real)0.5 * wide_fma(bounds->low, bounds->low, bounds->high * bounds->high);
}

#define WIDE_INSIDE_MARGIN (16 * REAL_EPSILON) // several times the rounding errors of FᵀF and det F, for σ0 = 1

// Of FᵀF, its squared distance from the middle: no eigenvalue is then further away. Sufficient, not necessary.
static GNU_ALWAYS_INLINE WideMask wide_near_middle(const WideBounds *bounds, wide distance2)
{
    const wide high2 = bounds->high * bounds->high, low2 = bounds->low * bounds->low;
    const wide radius = (real)0.5 * (high2 - low2) - WIDE_INSIDE_MARGIN * high2;
    return wide_both(wide_greater_equal(radius, wide_all(0)), wide_greater_equal(radius * radius, distance2));
}

// Lanes whose singular values certainly lie between the bounds: there T = F.
static GNU_ALWAYS_INLINE WideMask wide_inside(const WideMatrix3 *f, const WideBounds *bounds)
{
    const WideVector x = f->c[0], y = f->c[1], z = f->c[2];
    const wide       middle = wide_middle(bounds),
               off_diagonal = wide_squares(wide_vector_dot(x, y), wide_vector_dot(x, z), wide_vector_dot(y, z));
    const wide along = wide_squares(wide_vector_dot(x, x) - middle, wide_vector_dot(y, y) - middle, wide_vector_dot(z, z) - middle);
    const wide determinant = wide_vector_dot(wide_vector_cross(x, y), z), high = bounds->high;
    return wide_both(wide_near_middle(bounds, wide_fma(wide_all(2), off_diagonal, along)),
                     wide_greater_equal(determinant, WIDE_INSIDE_MARGIN * (high * high * high)));
}

static GNU_ALWAYS_INLINE WideMask wide_inside32(const WideMatrix32 *f, const WideBounds *bounds)
{
    const WideVector x = f->c[0], y = f->c[1];
    const wide       middle = wide_middle(bounds), off_diagonal = wide_vector_dot(x, y);
    const wide       xx = wide_vector_dot(x, x) - middle, yy = wide_vector_dot(y, y) - middle;
    return wide_near_middle(bounds, wide_fma(wide_all(2), off_diagonal * off_diagonal, wide_fma(yy, yy, xx * xx)));
}

static GNU_ALWAYS_INLINE wide wide_beyond(wide sigma, const WideBounds *bounds)
{
    return sigma - wide_clamp(sigma, bounds->low, bounds->high);
}

typedef struct WideSymmetric3 {
    wide xx, yy, zz, yz, xz, xy;
} WideSymmetric3;

static GNU_ALWAYS_INLINE WideSymmetric3 wide_adjugate(const WideSymmetric3 *s)
{
    return (WideSymmetric3){wide_minus_product(s->yy * s->zz, s->yz, s->yz), wide_minus_product(s->zz * s->xx, s->xz, s->xz),
                            wide_minus_product(s->xx * s->yy, s->xy, s->xy), wide_minus_product(s->xz * s->xy, s->xx, s->yz),
                            wide_minus_product(s->xy * s->yz, s->yy, s->xz), wide_minus_product(s->yz * s->xz, s->zz, s->xy)};
}

// a I + b S + c Q
static GNU_ALWAYS_INLINE WideSymmetric3 wide_symmetric_sum(wide a, wide b, const WideSymmetric3 *s, wide c, const WideSymmetric3 *q)
{
    return (WideSymmetric3){wide_fma(c, q->xx, wide_fma(b, s->xx, a)),
                            wide_fma(c, q->yy, wide_fma(b, s->yy, a)),
                            wide_fma(c, q->zz, wide_fma(b, s->zz, a)),
                            wide_fma(c, q->yz, b * s->yz),
                            wide_fma(c, q->xz, b * s->xz),
                            wide_fma(c, q->xy, b * s->xy)};
}

static GNU_ALWAYS_INLINE WideSymmetric3 wide_symmetric_scale(wide a, const WideSymmetric3 *s)
{
    return (WideSymmetric3){a * s->xx, a * s->yy, a * s->zz, a * s->yz, a * s->xz, a * s->xy};
}

static GNU_ALWAYS_INLINE wide wide_symmetric_square(const WideSymmetric3 *s)
{
    return wide_fma(wide_all(2), wide_squares(s->yz, s->xz, s->xy), wide_squares(s->xx, s->yy, s->zz));
}

// cos(⅓ arccos r) for 0 ≤ r ≤ 1: the largest root of 4x³ − 3x = r, where the slope is 6 or more. A cubic within 4.1·10⁻⁵ of it, and
// Newton's steps, of which one leaves 3·10⁻⁹.
static GNU_ALWAYS_INLINE wide wide_third_cosine(wide r)
{
    wide x = wide_fma(r, wide_all((real)0.00931968389748192), wide_all((real)-0.040691197422887695));
    x = wide_fma(r, wide_fma(r, x, wide_all((real)0.1653303502208454)), wide_all((real)0.8660663295331917));
    for (int step = 0; step < (sizeof(real) == sizeof(float) ? 1 : 2); step++) {
        const wide square = x * x, value = wide_fma(x, wide_fma(wide_all(4), square, wide_all(-3)), -r);
        x = wide_minus_product(x, value, wide_reciprocal(wide_fma(wide_all(12), square, wide_all(-3))));
    }
    return x;
}

// A symmetric matrix as q I + p B: B without trace and ‖B‖² = 6, with the eigenvalues λ, the one furthest from the others, and −½λ ± t.
// P: the projection on the vector of λ. A: B = λ (³⁄₂P − ½I) + A. As λ is at least √3 away from the others, P is as exact as B.
typedef struct WideSpectrum {
    wide           q, p, lambda, t;
    WideSymmetric3 projection, apart;
} WideSpectrum;

static GNU_ALWAYS_INLINE void wide_spectrum(const WideSymmetric3 *s, WideSpectrum *out)
{
    const real           min = sizeof(real) == sizeof(float) ? (real)1e-30 : (real)1e-290;
    const wide           zero = wide_all(0), q = (s->xx + s->yy + s->zz) * (real)(1.0 / 3);
    const WideSymmetric3 rest = {s->xx - q, s->yy - q, s->zz - q, s->yz, s->xz, s->xy};
    const wide           p2 = wide_max(wide_symmetric_square(&rest) * (real)(1.0 / 6), wide_all(min)), inverse = wide_rsqrt(p2);
    const WideSymmetric3 b = wide_symmetric_scale(inverse, &rest), adjugate = wide_adjugate(&b);
    const wide           determinant = wide_fma(b.xz, adjugate.xz, wide_fma(b.xy, adjugate.xy, b.xx * adjugate.xx));
    const wide           x = 2 * wide_third_cosine(wide_min((real)0.5 * wide_abs(determinant), wide_all(1)));
    const wide           lambda = wide_choose(wide_less(determinant, zero), -x, x), square = lambda * lambda;
    const wide           scale = wide_reciprocal(wide_fma(wide_all(3), square, wide_all(-3))); // 1 / tr adj(B − λI)
    out->q = q, out->p = p2 * inverse, out->lambda = lambda;
    out->projection = wide_symmetric_sum(square * scale, lambda * scale, &b, scale, &adjugate);
    out->apart = wide_symmetric_sum((real)0.5 * lambda, wide_all(1), &b, (real)-1.5 * lambda, &out->projection);
    out->t = wide_sqrt((real)0.5 * wide_symmetric_square(&out->apart));
}

// F = R S, S positive definite: F − T = R d(S), d the part beyond the bounds. With the eigenvalues σ of S, d(S) = m I + (d(σ0) − m) P + a
// A, m the mean of the other two d and a their slope, which lies between 0 and 1 however close they are.
static GNU_ALWAYS_INLINE void wide_excess_short(const WideMatrix3 *f, const WideMatrix3 *r, const WideBounds *bounds, WideMatrix3 *out)
{
    const WideVector    *x = f->c, *y = r->c;
    const WideSymmetric3 s = {wide_vector_dot(y[0], x[0]), wide_vector_dot(y[1], x[1]), wide_vector_dot(y[2], x[2]),
                              wide_vector_dot(y[1], x[2]), wide_vector_dot(y[0], x[2]), wide_vector_dot(y[0], x[1])};
    const real           min = sizeof(real) == sizeof(float) ? (real)1e-30 : (real)1e-290;
    WideSpectrum         e;
    wide_spectrum(&s, &e);
    const wide other = wide_minus_product(e.q, (real)0.5 * e.p, e.lambda), half = e.p * e.t;
    const wide d0 = wide_beyond(wide_fma(e.p, e.lambda, e.q), bounds);
    const wide d1 = wide_beyond(other + half, bounds), d2 = wide_beyond(other - half, bounds), mean = (real)0.5 * (d1 + d2);
    const wide slope = wide_clamp((real)0.5 * (d1 - d2) * wide_reciprocal(wide_max(half, wide_all(min))), wide_all(0), wide_all(1));
    const WideSymmetric3 d = wide_symmetric_sum(mean, d0 - mean, &e.projection, slope * e.p, &e.apart);
    out->c[0] = wide_matrix_times(r, (WideVector){d.xx, d.xy, d.xz});
    out->c[1] = wide_matrix_times(r, (WideVector){d.xy, d.yy, d.yz});
    out->c[2] = wide_matrix_times(r, (WideVector){d.xz, d.yz, d.zz});
}

static GNU_UNUSED GNU_NO_INLINE void wide_excess_long(const WideMatrix3 *f, const WideBounds *bounds, WideMatrix3 *out)
{
    WideSvd3 svd;
    wide     beyond[3];
    wide_svd(f, &svd);
    for (int k = 0; k < 3; k++)
        beyond[k] = wide_beyond(svd.sigma[k], bounds);
    wide_svd_compose(&svd, beyond, out);
}

static GNU_ALWAYS_INLINE void wide_excess(const WideMatrix3 *f, const WideBounds *bounds, WideMatrix3 *out)
{
    const WideVector  zero = {wide_all(0), wide_all(0), wide_all(0)};
    const WideMatrix3 none = {{zero, zero, zero}};
    const WideMask    inside = wide_inside(f, bounds);
    *out = none;
    if (wide_all_of(inside))
        return;
    WideMatrix3    r, beyond;
    const WideMask taken = wide_rotation_short(f, &r);
    wide_excess_short(f, &r, bounds, &beyond);
    if (GNU_UNLIKELY(!wide_all_of(wide_either(taken, inside)))) {
        WideMatrix3 other;
        wide_excess_long(f, bounds, &other);
        beyond = wide_matrix_choose(taken, &beyond, &other);
    }
    *out = wide_matrix_choose(inside, &none, &beyond);
}

static GNU_ALWAYS_INLINE void wide_excess32(const WideMatrix32 *f, const WideBounds *bounds, WideMatrix32 *out)
{
    const WideVector zero = {wide_all(0), wide_all(0), wide_all(0)};
    const WideMask   inside = wide_inside32(f, bounds);
    *out = (WideMatrix32){{zero, zero}};
    if (wide_all_of(inside))
        return;
    WideSvd32 svd;
    wide_svd32(f, &svd);
    const wide beyond[2] = {wide_beyond(svd.sigma[0], bounds), wide_beyond(svd.sigma[1], bounds)};
    wide_svd32_compose(&svd, beyond, out);
    for (int c = 0; c < 2; c++)
        out->c[c] = wide_vector_choose(inside, zero, out->c[c]);
}

#endif
