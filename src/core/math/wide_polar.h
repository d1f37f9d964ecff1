// wide_polar: rotations and singular values of WIDE_LANES matrices at once, 3 × 3 and 3 × 2.
//
//   wide_rotation     R of F = R S with det R = +1, the rotation nearest to F. If F is inverted, the direction of the smallest singular
//                     value is flipped; matrices of rank below 3 have a rotation too, the zero matrix the identity.
//   wide_svd          F = U Σ Vᵀ with rotations U and V, |σ0| ≥ |σ1| ≥ |σ2|, and σ2 with the sign of det F
//   wide_polar32      of a 3 × 2 matrix, a triangle's F: the nearest matrix with two orthonormal columns
//   wide_svd32        F = U Σ Vᵀ, U 3 × 2, V a rotation of the plane, σ0 ≥ σ1 ≥ 0
//
// ACCURACY, with ε = REAL_EPSILON, in the largest entry (tests/wide_polar.c, against math/svd3.h and against the definitions):
//   every rotation                   is orthogonal within WIDE_POLAR_ORTHOGONAL ε, and its determinant is +1
//   every rotation and every U Σ Vᵀ  is exactly that of F + E with ‖E‖ ≤ WIDE_POLAR_BACKWARD ε σ0
//   hence R                          lies within 2 · WIDE_POLAR_BACKWARD ε σ0 / (|σ1| + σ2) of the exact one, optimal up to a constant
//                                    factor: if |σ1| + σ2 vanishes, the nearest rotation is not unique, and any is returned
//   of a 3 × 2 matrix                the same with σ1 instead of |σ1| + σ2
// For all finite F with finite singular values. (A matrix whose largest entry is subnormal counts as 0.)
// If an entry is not finite, all of R is NaN, so that the failure is not hidden.
//
// Matrices with singular values of similar size take the fast path, Newton's iteration for the polar decomposition (Higham 1986), X ← ½ (X
// + X⁻ᵀ), which converges quadratically. Others take the slow path, one-sided Jacobi (Hestenes 1958), which handles any matrix. Both end
// when all lanes have converged; a converged lane is not changed, so that its bits do not depend on other lanes.
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

// ---- shared by both shapes ----

// Columns shorter than this count as zero, for a matrix whose largest entry is about 1.
#ifdef WEFT_REAL_F32
#define WIDE_POLAR_MIN2 1e-34F
#else
#define WIDE_POLAR_MIN2 1e-290
#endif

// True for columns with these products that are not orthogonal yet.
static GNU_ALWAYS_INLINE WideMask wide_must_turn(wide aa, wide bb, wide ab)
{
    const real tolerance = 2 * REAL_EPSILON;
    const wide d = aa - bb, w = ab + ab;
    return wide_both(wide_less((tolerance * aa) * (tolerance * bb), ab * ab),
                     wide_greater_equal(wide_fma(d, d, w * w), wide_all(WIDE_POLAR_MIN2)));
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
    const wide       min = wide_all(WIDE_POLAR_MIN2), first = wide_vector_dot(b0, b0);
    const WideVector a = wide_vector_choose(wide_less(first, min), v0, wide_vector_scale(wide_rsqrt(first), b0));
    const wide       along = wide_vector_dot(a, v0), size = wide_abs(along);
    const wide       part = wide_vector_dot(a, v1) * wide_reciprocal(1 + size),
               sign = wide_choose(wide_less(along, wide_all(0)), wide_all(-1), wide_all(1));
    const WideVector turned = wide_vector_minus(v1, part, wide_vector_add(a, sign, v0));
    const WideVector rest = wide_vector_minus(b1, wide_vector_dot(a, b1), a);
    const wide       second = wide_vector_dot(rest, rest);
    WideVector       b = wide_vector_choose(wide_less(second, min), turned, wide_vector_scale(wide_rsqrt(second), rest));
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

// True if any lane has columns that are not orthogonal yet; tested before a sweep, which saves the last one.
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
    const real min = sizeof(real) == sizeof(float) ? (real)FLT_MIN : (real)DBL_MIN;
    return wide_where(wide_greater_equal(largest, wide_all(min)), wide_reciprocal(first * largest));
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
#define WIDE_ROTATION_MIN_DETERMINANT ((real)0.125)

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
    WideMask    taken = wide_both(wide_greater_equal(norm2, wide_all(small)), wide_less(norm2, wide_all(1 / small)));
    taken = wide_both(taken, wide_greater_equal(determinant, wide_all(WIDE_ROTATION_MIN_DETERMINANT)));
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
        open = wide_both(open, wide_greater_equal(determinant, enough));
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

#endif
