// plate_rows: shared by plate_bending and curved_plate. Three rows of coefficients of twelve particles (constraint/plate_patch.h) are
// projected together with the 3 × 3 matrix S_rs = Σ_j w_j b_rj b_sj. b are the coefficients, transformed by the kind if necessary. A zero
// or linearly dependent row has no effect.
//
// The coefficients of a row sum to 0; to keep that true under rounding, c_r0 is taken as minus the sum of the others.
#ifndef WEFT_CONSTRAINT_PLATE_ROWS_H
#define WEFT_CONSTRAINT_PLATE_ROWS_H

#include "constraint/material.h"
#include "constraint/plate_patch.h"
#include "constraint/private/linear_row.h"
#include "constraint/projection.h"
#include "constraint/quadratic.h"

enum { V = PLATE_PATCH, ROWS = PLATE_ROWS, OTHERS = V - 1, COEFFICIENTS = ROWS * OTHERS };

// S = L D Lᵀ has a pivot of round-off size if a row depends on earlier rows.
#define PIVOT_MIN (sizeof(real) == 4 ? (real)1e-5 : (real)1e-12)

// The first rest values of a shape with all twelve particles, and the rows; with a material the rows contain ν already.
static void measure_rows(const double4 *x, double *rest, double rows[ROWS][V])
{
    static const bool ALL[V] = {true, true, true, true, true, true, true, true, true, true, true, true};
    plate_patch_rows(x, ALL, 0, rows);
    for (int r = 0; r < ROWS; r++)
        for (int j = 1; j < V; j++)
            rest[OTHERS * r + j - 1] = rows[r][j];
}

static const char *refuse_rows(const double *rest, int params)
{
    for (int i = 0; i < params; i++)
        if (!isfinite(rest[i]))
            return "bending needs triangles with area";
    return NULL;
}

static void material(const Material *m, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)x;
    (void)count;
    (void)rest;
    *stiffness = material_bending(m);
}

static void exact_coefficients(const ConstraintSet *set, int32_t i, double c[ROWS][V])
{
    for (int r = 0; r < ROWS; r++) {
        c[r][0] = 0;
        for (int j = 1; j < V; j++) {
            c[r][j] = constraint_rest(set, OTHERS * r + j - 1, i);
            c[r][0] -= c[r][j];
        }
    }
}

// ---- plain ----

static GNU_ALWAYS_INLINE void coefficients(const ConstraintSet *set, int32_t i, real c[ROWS][V])
{
    for (int r = 0; r < ROWS; r++) {
        c[r][0] = 0;
        for (int j = 1; j < V; j++) {
            c[r][j] = set->rest[(size_t)(OTHERS * r + j - 1) * (size_t)set->count + (size_t)i];
            c[r][0] -= c[r][j];
        }
    }
}

// S (1 + γ) + α~, the lower triangle.
static GNU_ALWAYS_INLINE void gram(const real4 *x, real b[ROWS][V], real gamma, real alpha, real a[ROWS][ROWS])
{
    for (int r = 0; r < ROWS; r++)
        for (int q = 0; q <= r; q++) {
            real sum = 0;
            for (int j = 0; j < V; j++)
                sum += x[j].w * b[r][j] * b[q][j];
            a[r][q] = sum * (1 + gamma) + (q == r ? alpha : 0);
        }
}

static GNU_ALWAYS_INLINE real inverse_pivot(real pivot, real whole)
{
    return pivot > PIVOT_MIN * whole && pivot < (real)INFINITY ? 1 / pivot : 0;
}

// D⁻¹ and L; 0 for linearly dependent rows.
typedef struct Factor {
    real d0, d1, d2, l1, l2, l21;
} Factor;

static GNU_ALWAYS_INLINE Factor factorise(real a[ROWS][ROWS])
{
    const real d0 = inverse_pivot(a[0][0], a[0][0]), l1 = a[1][0] * d0, l2 = a[2][0] * d0;
    const real d1 = inverse_pivot(a[1][1] - l1 * a[1][0], a[1][1]), coupling = a[2][1] - l2 * a[1][0], l21 = coupling * d1;
    return (Factor){d0, d1, inverse_pivot(a[2][2] - l2 * a[2][0] - l21 * coupling, a[2][2]), l1, l2, l21};
}

// ---- wide ----

static GNU_ALWAYS_INLINE void wide_coefficients(const ConstraintSet *set, int32_t i, int count, wide c[ROWS][V])
{
    for (int r = 0; r < ROWS; r++) {
        c[r][0] = wide_all(0);
        for (int j = 1; j < V; j++) {
            c[r][j] = wide_load(set->rest + (size_t)(OTHERS * r + j - 1) * (size_t)set->count + i, count);
            c[r][0] -= c[r][j];
        }
    }
}

static GNU_ALWAYS_INLINE void wide_gram(const WideColumns *x, wide b[ROWS][V], wide a[ROWS][ROWS])
{
    for (int r = 0; r < ROWS; r++)
        for (int q = 0; q <= r; q++) {
            a[r][q] = wide_all(0);
            for (int j = 0; j < V; j++)
                a[r][q] = wide_fma(x[j].w * b[r][j], b[q][j], a[r][q]);
        }
}

static GNU_ALWAYS_INLINE wide wide_inverse_pivot(wide pivot, wide whole)
{
    const WideMask moves = wide_both(wide_less(PIVOT_MIN * whole, pivot), wide_less(pivot, wide_all((real)INFINITY)));
    return wide_where(moves, wide_reciprocal(pivot));
}

typedef struct WideFactor {
    wide d0, d1, d2, l1, l2, l21;
} WideFactor;

static GNU_ALWAYS_INLINE WideFactor wide_factorise(wide a[ROWS][ROWS])
{
    const wide d0 = wide_inverse_pivot(a[0][0], a[0][0]), l1 = a[1][0] * d0, l2 = a[2][0] * d0;
    const wide d1 = wide_inverse_pivot(a[1][1] - l1 * a[1][0], a[1][1]), coupling = a[2][1] - l2 * a[1][0], l21 = coupling * d1;
    return (WideFactor){d0, d1, wide_inverse_pivot(a[2][2] - l2 * a[2][0] - l21 * coupling, a[2][2]), l1, l2, l21};
}

#endif
