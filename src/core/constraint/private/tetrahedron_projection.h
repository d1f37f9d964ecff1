// Shared by the projections of kinds on tetrahedra: F = D_s D_m⁻¹ (constraint/private/tetrahedron.h) in real, of one and of WIDE_LANES at
// once, and the chain rule from F to the vertices. Rest values 0 … 8 of such a kind are D_m⁻¹ by rows.
#ifndef WEFT_CONSTRAINT_TETRAHEDRON_PROJECTION_H
#define WEFT_CONSTRAINT_TETRAHEDRON_PROJECTION_H

#include "constraint/projection.h"

// ---- plain ----

static inline real4 real4_plus(real4 a, real s, real4 b) // a + s b
{
    return (real4){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, 0};
}

static inline real set_rest(const ConstraintSet *set, int param, int32_t i)
{
    return set->rest[(size_t)param * (size_t)set->count + (size_t)i];
}

// F by columns, from edges, not from positions: far from the origin only the rounding of the positions themselves remains.
static inline void deformation_of(const ConstraintSet *set, int32_t i, const real4 x[4], real4 f[3])
{
    for (int c = 0; c < 3; c++) {
        f[c] = (real4){0};
        for (int j = 0; j < 3; j++)
            f[c] = real4_plus(f[c], set_rest(set, 3 * j + c, i), real4_sub(x[j + 1], x[0]));
    }
}

// Its cofactors, by columns; returns its determinant.
static inline real cofactor_of(const real4 f[3], real4 cofactor[3])
{
    for (int c = 0; c < 3; c++)
        cofactor[c] = real4_cross(f[(c + 1) % 3], f[(c + 2) % 3]);
    return real4_dot(f[0], cofactor[0]);
}

// The gradient at each corner of a function of F whose derivative is m, by columns.
static inline void gradient_of(const ConstraintSet *set, int32_t i, const real4 m[3], real4 at[4])
{
    at[0] = (real4){0};
    for (int j = 0; j < 3; j++) {
        at[j + 1] = (real4){0};
        for (int c = 0; c < 3; c++)
            at[j + 1] = real4_plus(at[j + 1], set_rest(set, 3 * j + c, i), m[c]);
        at[0] = real4_plus(at[0], -1, at[j + 1]);
    }
}

// ---- wide ----

static GNU_ALWAYS_INLINE void wide_inverse_load(const ConstraintSet *set, int32_t i, int count, wide inverse[9])
{
    for (size_t k = 0; k < 9; k++)
        inverse[k] = wide_load(set->rest + k * (size_t)set->count + i, count);
}

// x a + y b + z c
static GNU_ALWAYS_INLINE WideColumns wide_combine(wide x, const WideColumns *a, wide y, const WideColumns *b, wide z, const WideColumns *c)
{
    return (WideColumns){wide_fma(z, c->x, wide_fma(y, b->x, x * a->x)), wide_fma(z, c->y, wide_fma(y, b->y, x * a->y)),
                         wide_fma(z, c->z, wide_fma(y, b->z, x * a->z)), wide_all(0)};
}

// edge: x1 − x0 … x3 − x0
static GNU_ALWAYS_INLINE void wide_deformation(const wide inverse[9], const WideColumns edge[3], WideColumns f[3])
{
    for (int c = 0; c < 3; c++)
        f[c] = wide_combine(inverse[c], &edge[0], inverse[3 + c], &edge[1], inverse[6 + c], &edge[2]);
}

static GNU_ALWAYS_INLINE wide wide_cofactor(const WideColumns f[3], WideColumns cofactor[3])
{
    for (int c = 0; c < 3; c++)
        cofactor[c] = wide_cross(&f[(c + 1) % 3], &f[(c + 2) % 3]);
    return wide_dot3(f[0], cofactor[0]);
}

static GNU_ALWAYS_INLINE void wide_corners(const wide inverse[9], const WideColumns m[3], WideColumns at[4])
{
    for (int j = 0; j < 3; j++)
        at[j + 1] = wide_combine(inverse[3 * j], &m[0], inverse[3 * j + 1], &m[1], inverse[3 * j + 2], &m[2]);
    at[0] = wide_minus_sum(&at[1], &at[2], &at[3]);
}

#endif
