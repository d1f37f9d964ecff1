// wide_polar: rotations and singular values of WIDE_LANES matrices at once, 3 × 3 and 3 × 2.
//
//   wide_rotation     R of F = R S with det R = +1, the rotation nearest to F. If F is inverted, the direction of the smallest singular
//                     value is flipped; matrices of rank below 3 have a rotation too, the zero matrix the identity.
//   wide_svd          F = U Σ Vᵀ with rotations U and V, |σ0| ≥ |σ1| ≥ |σ2|, and σ2 with the sign of det F
//   wide_polar32      of a 3 × 2 matrix, a triangle's F: the nearest matrix with two orthonormal columns
//   wide_svd32        F = U Σ Vᵀ, U 3 × 2, V a rotation of the plane, σ0 ≥ σ1 ≥ 0
//   wide_excess       F − T, T = U clamp(Σ) Vᵀ the nearest matrix with singular values between two bounds (wide_excess32: of 3 × 2)
//
// ACCURACY, with ε = REAL_EPSILON, in the largest entry (tests/wide_polar.c, against math/svd3.h and against the definitions):
//   every rotation                   is orthogonal within WIDE_POLAR_ORTHOGONAL ε, and its determinant is +1
//   every rotation and every U Σ Vᵀ  is exactly that of F + E with ‖E‖ ≤ WIDE_POLAR_BACKWARD ε σ0
//   hence R                          lies within 2 · WIDE_POLAR_BACKWARD ε σ0 / (|σ1| + σ2) of the exact one, optimal up to a constant
//                                    factor: if |σ1| + σ2 vanishes, the nearest rotation is not unique, and any is returned
//   of a 3 × 2 matrix                the same with σ1 instead of |σ1| + σ2
//   hence F − T                      lies within 2 · WIDE_POLAR_BACKWARD ε σ0 max(1, (τi + τj) / (σi + σj)), τ the singular values of T;
//                                    it is exactly 0 where wide_inside holds (of an F whose squares are subnormal, if both bounds are 0)
// For all finite F with finite singular values. (A matrix whose largest entry is subnormal counts as 0.)
// If an entry is not finite, all of R is NaN, so that the failure is not hidden.
//
// Matrices with singular values of similar size take the fast path, Newton's iteration for the polar decomposition (Higham 1986),
// X ← ½ (X + X⁻ᵀ), which converges quadratically; others take the slow path, one-sided Jacobi (Hestenes 1958), which handles any matrix.
// Both end when all lanes have converged; a converged lane is not changed, so that its bits do not depend on other lanes.
#ifndef WEFT_MATH_WIDE_POLAR_H
#define WEFT_MATH_WIDE_POLAR_H

#include <float.h>

#include "math/wide.h"

#define WIDE_POLAR_ORTHOGONAL 8
#define WIDE_POLAR_BACKWARD 12

typedef struct WideVector {
    wide x, y, z;
} WideVector;

typedef struct WideMatrix3 {
    WideVector c[3]; // columns
} WideMatrix3;

typedef struct WideMatrix32 {
    WideVector c[2]; // columns
} WideMatrix32;

typedef struct WideSvd3 {
    WideMatrix3 u, v;
    wide        sigma[3];
} WideSvd3;

typedef struct WideSvd32 {
    WideMatrix32 u;
    wide         v[2][2]; // columns
    wide         sigma[2];
} WideSvd32;

typedef struct WideBounds {
    wide low, high; // 0 ≤ low ≤ high
} WideBounds;

// ---- vectors ----

static GNU_ALWAYS_INLINE wide wide_vector_dot(WideVector a, WideVector b)
{
    return wide_fma(a.z, b.z, wide_fma(a.y, b.y, a.x * b.x));
}

static GNU_ALWAYS_INLINE WideVector wide_vector_scale(wide s, WideVector a)
{
    return (WideVector){s * a.x, s * a.y, s * a.z};
}

static GNU_ALWAYS_INLINE WideVector wide_vector_add(WideVector a, wide s, WideVector b) // a + s b
{
    return (WideVector){wide_fma(s, b.x, a.x), wide_fma(s, b.y, a.y), wide_fma(s, b.z, a.z)};
}

static GNU_ALWAYS_INLINE WideVector wide_vector_minus(WideVector a, wide s, WideVector b) // a − s b
{
    return (WideVector){wide_minus_product(a.x, s, b.x), wide_minus_product(a.y, s, b.y), wide_minus_product(a.z, s, b.z)};
}

static GNU_ALWAYS_INLINE WideVector wide_vector_sub(WideVector a, WideVector b)
{
    return (WideVector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static GNU_ALWAYS_INLINE WideVector wide_vector_cross(WideVector a, WideVector b)
{
    return (WideVector){wide_minus_product(a.y * b.z, a.z, b.y), wide_minus_product(a.z * b.x, a.x, b.z),
                        wide_minus_product(a.x * b.y, a.y, b.x)};
}

static GNU_ALWAYS_INLINE WideVector wide_vector_choose(WideMask m, WideVector a, WideVector b)
{
    return (WideVector){wide_choose(m, a.x, b.x), wide_choose(m, a.y, b.y), wide_choose(m, a.z, b.z)};
}

static GNU_ALWAYS_INLINE wide wide_abs(wide a)
{
    return wide_max(a, -a);
}

// The largest absolute entry; NaN may be ignored.
static GNU_ALWAYS_INLINE wide wide_vector_largest(WideVector a)
{
    return wide_max(wide_abs(a.x), wide_max(wide_abs(a.y), wide_abs(a.z)));
}

static GNU_ALWAYS_INLINE WideMatrix3 wide_matrix_choose(WideMask m, const WideMatrix3 *a, const WideMatrix3 *b)
{
    return (WideMatrix3){
        {wide_vector_choose(m, a->c[0], b->c[0]), wide_vector_choose(m, a->c[1], b->c[1]), wide_vector_choose(m, a->c[2], b->c[2])}};
}

// A B, A Bᵀ and columns of A times numbers.
static GNU_ALWAYS_INLINE WideVector wide_matrix_times(const WideMatrix3 *a, WideVector b)
{
    return wide_vector_add(wide_vector_add(wide_vector_scale(b.x, a->c[0]), b.y, a->c[1]), b.z, a->c[2]);
}

static GNU_ALWAYS_INLINE WideMatrix3 wide_matrix_times_transposed(const WideMatrix3 *a, const WideMatrix3 *b)
{
    return (WideMatrix3){{wide_matrix_times(a, (WideVector){b->c[0].x, b->c[1].x, b->c[2].x}),
                          wide_matrix_times(a, (WideVector){b->c[0].y, b->c[1].y, b->c[2].y}),
                          wide_matrix_times(a, (WideVector){b->c[0].z, b->c[1].z, b->c[2].z})}};
}

// ---- what both shapes share ----

// Columns shorter than this count as zero, for a matrix whose largest entry is about 1.
#ifdef WEFT_REAL_F32
#define WIDE_POLAR_LEAST2 1e-34F
#else
#define WIDE_POLAR_LEAST2 1e-290
#endif

// Whether columns with these products are not orthogonal yet.
static GNU_ALWAYS_INLINE WideMask wide_must_turn(wide aa, wide bb, wide ab)
{
    const real tolerance = 2 * REAL_EPSILON;
    const wide d = aa - bb, w = ab + ab;
    return wide_both(wide_less((tolerance * aa) * (tolerance * bb), ab * ab),
                     wide_at_least(wide_fma(d, d, w * w), wide_all(WIDE_POLAR_LEAST2)));
}

// The cosine and sine of the rotation, by at most 45°, that makes columns with these products orthogonal; 1 and 0 if they are.
typedef struct WideTurn {
    wide c, s;
} WideTurn;

static GNU_ALWAYS_INLINE WideTurn wide_turn_of(wide aa, wide bb, wide ab)
{
    const WideMask turned = wide_must_turn(aa, bb, ab);
    const wide     d = aa - bb, w = ab + ab, inverse = wide_rsqrt(wide_fma(d, d, w * w)), half = (real)0.5 * inverse;
    const wide     c2 = wide_fma(wide_abs(d), half, wide_all((real)0.5)), root = wide_rsqrt(c2); // cos² of half the angle of (d, w)
    const wide     s = w * half * root;
    return (WideTurn){.c = wide_choose(turned, c2 * root, wide_all(1)),
                      .s = wide_where(turned, wide_choose(wide_less(d, wide_all(0)), -s, s))};
}

// (a, b) becomes (c a + s b, c b − s a).
static GNU_ALWAYS_INLINE void wide_turn(const WideTurn *t, WideVector *a, WideVector *b)
{
    const WideVector first = wide_vector_add(wide_vector_scale(t->c, *a), t->s, *b);
    *b = wide_vector_minus(wide_vector_scale(t->c, *b), t->s, *a);
    *a = first;
}

// Gram-Schmidt of b0 and b1. If b0 is too short, v0 takes its place; if b1 is, the image of v1 under the rotation of v0 into u0.
static GNU_ALWAYS_INLINE void wide_complete(WideVector b0, WideVector b1, WideVector v0, WideVector v1, WideVector *u0, WideVector *u1)
{
    const wide       least = wide_all(WIDE_POLAR_LEAST2), first = wide_vector_dot(b0, b0);
    const WideVector a = wide_vector_choose(wide_less(first, least), v0, wide_vector_scale(wide_rsqrt(first), b0));
    const wide       along = wide_vector_dot(a, v0), size = wide_abs(along);
    const wide       part = wide_vector_dot(a, v1) * wide_reciprocal(1 + size),
               sign = wide_choose(wide_less(along, wide_all(0)), wide_all(-1), wide_all(1));
    const WideVector turned = wide_vector_minus(v1, part, wide_vector_add(a, sign, v0));
    const WideVector rest = wide_vector_minus(b1, wide_vector_dot(a, b1), a);
    const wide       second = wide_vector_dot(rest, rest);
    WideVector       b = wide_vector_choose(wide_less(second, least), turned, wide_vector_scale(wide_rsqrt(second), rest));
    b = wide_vector_minus(b, wide_vector_dot(a, b), a); // again, as cancellation may have left little of b1
    *u0 = a;
    *u1 = wide_vector_scale(wide_rsqrt(wide_vector_dot(b, b)), b);
}

// ---- 3 × 3, the slow path ----

enum { WIDE_SWEEPS = 12 }; // six suffice

static GNU_ALWAYS_INLINE void wide_turn_columns(WideMatrix3 *b, WideMatrix3 *v, int p, int q)
{
    const WideTurn t =
        wide_turn_of(wide_vector_dot(b->c[p], b->c[p]), wide_vector_dot(b->c[q], b->c[q]), wide_vector_dot(b->c[p], b->c[q]));
    wide_turn(&t, &b->c[p], &b->c[q]);
    wide_turn(&t, &v->c[p], &v->c[q]);
}

// Whether any lane has columns that are not orthogonal yet; tested before a sweep, which saves the last one.
static GNU_ALWAYS_INLINE bool wide_must_sweep(const WideMatrix3 *b)
{
    const wide     xx = wide_vector_dot(b->c[0], b->c[0]), yy = wide_vector_dot(b->c[1], b->c[1]), zz = wide_vector_dot(b->c[2], b->c[2]);
    const WideMask xy = wide_must_turn(xx, yy, wide_vector_dot(b->c[0], b->c[1]));
    const WideMask xz = wide_must_turn(xx, zz, wide_vector_dot(b->c[0], b->c[2]));
    const WideMask yz = wide_must_turn(yy, zz, wide_vector_dot(b->c[1], b->c[2]));
    return wide_any(wide_either(xy, wide_either(xz, yz)));
}

// The longer column first. A swap is a rotation by a right angle, so that V remains a rotation.
static GNU_ALWAYS_INLINE void wide_sort_columns(WideMatrix3 *b, WideMatrix3 *v, int p, int q)
{
    const WideMask   swap = wide_less(wide_vector_dot(b->c[p], b->c[p]), wide_vector_dot(b->c[q], b->c[q]));
    const WideVector bp = b->c[p], vp = v->c[p], zero = {wide_all(0), wide_all(0), wide_all(0)};
    b->c[p] = wide_vector_choose(swap, b->c[q], bp);
    v->c[p] = wide_vector_choose(swap, v->c[q], vp);
    b->c[q] = wide_vector_choose(swap, wide_vector_sub(zero, bp), b->c[q]);
    v->c[q] = wide_vector_choose(swap, wide_vector_sub(zero, vp), v->c[q]);
}

static GNU_ALWAYS_INLINE wide wide_matrix_largest(const WideMatrix3 *f)
{
    return wide_max(wide_vector_largest(f->c[0]), wide_max(wide_vector_largest(f->c[1]), wide_vector_largest(f->c[2])));
}

// The factor, to be applied twice, that scales the largest entry to 1; 0 if it counts as 0. In one step the inverse of the largest numbers
// would be subnormal.
static GNU_ALWAYS_INLINE wide wide_first_scale(wide largest)
{
    return wide_choose(wide_less(largest, wide_all(1)), wide_all((real)0x1p30), wide_all((real)0x1p-30));
}

static GNU_ALWAYS_INLINE wide wide_second_scale(wide largest, wide first)
{
    const real least = sizeof(real) == sizeof(float) ? (real)FLT_MIN : (real)DBL_MIN;
    return wide_where(wide_at_least(largest, wide_all(least)), wide_reciprocal(first * largest));
}

// 0 where all three are finite, NaN elsewhere.
static GNU_ALWAYS_INLINE wide wide_vector_poison(WideVector a)
{
    return wide_fma(wide_all(0), a.z, wide_fma(wide_all(0), a.y, 0 * a.x));
}

static GNU_UNUSED GNU_NO_INLINE void wide_svd(const WideMatrix3 *f, WideSvd3 *out)
{
    const wide  largest = wide_matrix_largest(f), first = wide_first_scale(largest), second = wide_second_scale(largest, first);
    const wide  zero = wide_all(0), one = wide_all(1);
    const wide  poison = wide_vector_poison(f->c[0]) + wide_vector_poison(f->c[1]) + wide_vector_poison(f->c[2]);
    WideMatrix3 b, v = {{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
    for (int c = 0; c < 3; c++)
        b.c[c] = wide_vector_scale(second, wide_vector_scale(first, f->c[c]));
    for (int sweep = 0; sweep < WIDE_SWEEPS && wide_must_sweep(&b); sweep++) {
        wide_turn_columns(&b, &v, 0, 1);
        wide_turn_columns(&b, &v, 0, 2);
        wide_turn_columns(&b, &v, 1, 2);
    }
    wide_sort_columns(&b, &v, 0, 1);
    wide_sort_columns(&b, &v, 1, 2);
    wide_sort_columns(&b, &v, 0, 1);
    WideMatrix3 *u = &out->u;
    wide_complete(v.c[0], v.c[1], v.c[0], v.c[1], &v.c[0], &v.c[1]); // restores the orthonormality lost over many rotations
    v.c[2] = wide_vector_cross(v.c[0], v.c[1]);
    wide_complete(b.c[0], b.c[1], v.c[0], v.c[1], &u->c[0], &u->c[1]);
    u->c[0] = (WideVector){u->c[0].x + poison, u->c[0].y + poison, u->c[0].z + poison};
    u->c[1] = (WideVector){u->c[1].x + poison, u->c[1].y + poison, u->c[1].z + poison};
    u->c[2] = wide_vector_cross(u->c[0], u->c[1]);
    out->v = v;
    for (int c = 0; c < 3; c++)
        out->sigma[c] = wide_vector_dot(u->c[c], b.c[c]) * largest;
}

// ---- 3 × 3, the fast path ----

// With ‖X‖² = 3, the fast path takes matrices with a determinant above this: no singular value is then below 0.08, and five steps suffice
// for most.
#define WIDE_ROTATION_LEAST_DETERMINANT ((real)0.125)

enum { WIDE_STEPS = 12 }; // from 0.08 nine suffice

static GNU_ALWAYS_INLINE WideMatrix3 wide_cofactors(const WideMatrix3 *x)
{
    return (WideMatrix3){{wide_vector_cross(x->c[1], x->c[2]), wide_vector_cross(x->c[2], x->c[0]), wide_vector_cross(x->c[0], x->c[1])}};
}

// ½ (X + X⁻ᵀ)
static GNU_ALWAYS_INLINE void wide_newton_step(WideMatrix3 *x, const WideMatrix3 *cofactors, wide determinant)
{
    const wide half = wide_all((real)0.5), inverse = half * wide_reciprocal(determinant);
    for (int c = 0; c < 3; c++)
        x->c[c] = wide_vector_add(wide_vector_scale(half, x->c[c]), inverse, cofactors->c[c]);
}

// The rotation of the lanes that take the fast path, and the mask of these lanes.
static GNU_ALWAYS_INLINE WideMask wide_rotation_short(const WideMatrix3 *f, WideMatrix3 *x)
{
    const real small = sizeof(real) == sizeof(float) ? (real)1e-30 : (real)1e-200;
    const wide norm2 = wide_fma(wide_all((real)(1.0 / 3)), wide_vector_dot(f->c[0], f->c[0]),
                                (real)(1.0 / 3) * (wide_vector_dot(f->c[1], f->c[1]) + wide_vector_dot(f->c[2], f->c[2])));
    const wide inverse = wide_rsqrt(norm2);
    for (int c = 0; c < 3; c++)
        x->c[c] = wide_vector_scale(inverse, f->c[c]);
    WideMatrix3 cofactors = wide_cofactors(x);
    wide        determinant = wide_vector_dot(x->c[0], cofactors.c[0]);
    WideMask    taken = wide_both(wide_at_least(norm2, wide_all(small)), wide_less(norm2, wide_all(1 / small)));
    taken = wide_both(taken, wide_at_least(determinant, wide_all(WIDE_ROTATION_LEAST_DETERMINANT)));
    wide_newton_step(x, &cofactors, determinant);
    // After a step no singular value is below 1, and det − 1 bounds their errors; a step leaves half of its square.
    const wide enough = wide_all(sizeof(real) == sizeof(float) ? (real)1.0002 : (real)1.00000001);
    WideMask   open = taken;
    for (int step = 0; step < WIDE_STEPS; step++) {
        const WideMatrix3 before = *x;
        cofactors = wide_cofactors(x);
        determinant = wide_vector_dot(x->c[0], cofactors.c[0]);
        wide_newton_step(x, &cofactors, determinant);
        *x = wide_matrix_choose(open, x, &before);
        open = wide_both(open, wide_at_least(determinant, enough));
        if (!wide_any(open))
            break;
    }
    return taken;
}

static GNU_UNUSED GNU_NO_INLINE void wide_rotation_long(const WideMatrix3 *f, WideMatrix3 *r)
{
    WideSvd3 svd;
    wide_svd(f, &svd);
    *r = wide_matrix_times_transposed(&svd.u, &svd.v);
}

static GNU_ALWAYS_INLINE void wide_rotation(const WideMatrix3 *f, WideMatrix3 *r)
{
    const WideMask taken = wide_rotation_short(f, r);
    if (GNU_UNLIKELY(!wide_all_of(taken))) {
        WideMatrix3 other;
        wide_rotation_long(f, &other);
        *r = wide_matrix_choose(taken, r, &other);
    }
}

// ---- 3 × 2 ----

static GNU_ALWAYS_INLINE void wide_svd32(const WideMatrix32 *f, WideSvd32 *out)
{
    const wide largest = wide_max(wide_vector_largest(f->c[0]), wide_vector_largest(f->c[1]));
    const wide first = wide_first_scale(largest), second = wide_second_scale(largest, first), zero = wide_all(0), one = wide_all(1);
    const wide poison = wide_vector_poison(f->c[0]) + wide_vector_poison(f->c[1]);
    WideVector b0 = wide_vector_scale(second, wide_vector_scale(first, f->c[0]));
    WideVector b1 = wide_vector_scale(second, wide_vector_scale(first, f->c[1]));
    WideVector v0 = {one, zero, zero}, v1 = {zero, one, zero};
    for (int turn = 0; turn < 2; turn++) { // the second removes the rounding errors of the first
        const WideTurn t = wide_turn_of(wide_vector_dot(b0, b0), wide_vector_dot(b1, b1), wide_vector_dot(b0, b1));
        wide_turn(&t, &b0, &b1);
        wide_turn(&t, &v0, &v1);
    }
    const WideMask   swap = wide_less(wide_vector_dot(b0, b0), wide_vector_dot(b1, b1));
    const WideVector c0 = b0;
    b0 = wide_vector_choose(swap, b1, c0);
    b1 = wide_vector_choose(swap, (WideVector){-c0.x, -c0.y, -c0.z}, b1);
    // V is a rotation of the plane, given by its first column.
    const wide x = wide_choose(swap, v1.x, v0.x), y = wide_choose(swap, v1.y, v0.y), length = wide_rsqrt(wide_fma(x, x, y * y));
    out->v[0][0] = x * length, out->v[0][1] = y * length;
    out->v[1][0] = -out->v[0][1], out->v[1][1] = out->v[0][0];
    wide_complete(b0, b1, (WideVector){out->v[0][0], out->v[0][1], zero}, (WideVector){out->v[1][0], out->v[1][1], zero}, &out->u.c[0],
                  &out->u.c[1]);
    for (int c = 0; c < 2; c++) {
        WideVector *u = &out->u.c[c];
        *u = (WideVector){u->x + poison, u->y + poison, u->z + poison};
    }
    out->sigma[0] = wide_max(zero, wide_vector_dot(out->u.c[0], b0)) * largest;
    out->sigma[1] = wide_max(zero, wide_vector_dot(out->u.c[1], b1)) * largest;
}

// ---- U diag(value) Vᵀ ----

static GNU_ALWAYS_INLINE void wide_svd_compose(const WideSvd3 *svd, const wide value[3], WideMatrix3 *out)
{
    WideMatrix3 scaled;
    for (int c = 0; c < 3; c++)
        scaled.c[c] = wide_vector_scale(value[c], svd->u.c[c]);
    *out = wide_matrix_times_transposed(&scaled, &svd->v);
}

static GNU_ALWAYS_INLINE void wide_svd32_compose(const WideSvd32 *svd, const wide value[2], WideMatrix32 *out)
{
    const WideVector a = wide_vector_scale(value[0], svd->u.c[0]), b = wide_vector_scale(value[1], svd->u.c[1]);
    for (int c = 0; c < 2; c++)
        out->c[c] = wide_vector_add(wide_vector_scale(svd->v[0][c], a), svd->v[1][c], b);
}

static GNU_ALWAYS_INLINE void wide_polar32(const WideMatrix32 *f, WideMatrix32 *r)
{
    WideSvd32  svd;
    const wide ones[2] = {wide_all(1), wide_all(1)};
    wide_svd32(f, &svd);
    wide_svd32_compose(&svd, ones, r);
}

// ---- F − T, T the nearest matrix whose singular values lie between two bounds ----

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
    return wide_both(wide_at_least(radius, wide_all(0)), wide_at_least(radius * radius, distance2));
}

// Lanes whose singular values certainly lie between the bounds: there T = F.
static GNU_ALWAYS_INLINE WideMask wide_inside(const WideMatrix3 *f, const WideBounds *bounds)
{
    const WideVector x = f->c[0], y = f->c[1], z = f->c[2];
    const wide middle = wide_middle(bounds), beside = wide_squares(wide_vector_dot(x, y), wide_vector_dot(x, z), wide_vector_dot(y, z));
    const wide along = wide_squares(wide_vector_dot(x, x) - middle, wide_vector_dot(y, y) - middle, wide_vector_dot(z, z) - middle);
    const wide determinant = wide_vector_dot(wide_vector_cross(x, y), z), high = bounds->high;
    return wide_both(wide_near_middle(bounds, wide_fma(wide_all(2), beside, along)),
                     wide_at_least(determinant, WIDE_INSIDE_MARGIN * (high * high * high)));
}

static GNU_ALWAYS_INLINE WideMask wide_inside32(const WideMatrix32 *f, const WideBounds *bounds)
{
    const WideVector x = f->c[0], y = f->c[1];
    const wide       middle = wide_middle(bounds), beside = wide_vector_dot(x, y);
    const wide       xx = wide_vector_dot(x, x) - middle, yy = wide_vector_dot(y, y) - middle;
    return wide_near_middle(bounds, wide_fma(wide_all(2), beside * beside, wide_fma(yy, yy, xx * xx)));
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
    const real           least = sizeof(real) == sizeof(float) ? (real)1e-30 : (real)1e-290;
    const wide           zero = wide_all(0), q = (s->xx + s->yy + s->zz) * (real)(1.0 / 3);
    const WideSymmetric3 rest = {s->xx - q, s->yy - q, s->zz - q, s->yz, s->xz, s->xy};
    const wide           p2 = wide_max(wide_symmetric_square(&rest) * (real)(1.0 / 6), wide_all(least)), inverse = wide_rsqrt(p2);
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

// F = R S, S positive definite: F − T = R d(S), d what lies beyond the bounds. With the eigenvalues σ of S, d(S) = m I + (d(σ0) − m) P + a
// A, m the mean of the other two d and a their slope, which lies between 0 and 1 however close they are.
static GNU_ALWAYS_INLINE void wide_excess_short(const WideMatrix3 *f, const WideMatrix3 *r, const WideBounds *bounds, WideMatrix3 *out)
{
    const WideVector    *x = f->c, *y = r->c;
    const WideSymmetric3 s = {wide_vector_dot(y[0], x[0]), wide_vector_dot(y[1], x[1]), wide_vector_dot(y[2], x[2]),
                              wide_vector_dot(y[1], x[2]), wide_vector_dot(y[0], x[2]), wide_vector_dot(y[0], x[1])};
    const real           least = sizeof(real) == sizeof(float) ? (real)1e-30 : (real)1e-290;
    WideSpectrum         e;
    wide_spectrum(&s, &e);
    const wide other = wide_minus_product(e.q, (real)0.5 * e.p, e.lambda), half = e.p * e.t;
    const wide d0 = wide_beyond(wide_fma(e.p, e.lambda, e.q), bounds);
    const wide d1 = wide_beyond(other + half, bounds), d2 = wide_beyond(other - half, bounds), mean = (real)0.5 * (d1 + d2);
    const wide slope = wide_clamp((real)0.5 * (d1 - d2) * wide_reciprocal(wide_max(half, wide_all(least))), wide_all(0), wide_all(1));
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
