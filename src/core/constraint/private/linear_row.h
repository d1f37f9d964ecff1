// linear_row: Σ_j c_j x_j with coefficients that sum to 0, three components of a constraint along the axes: for kinds whose C is linear. To
// keep the sum 0 under rounding, positions are taken relative to x_0. v, the number of particles, is a constant of the kind.
#ifndef WEFT_CONSTRAINT_LINEAR_ROW_H
#define WEFT_CONSTRAINT_LINEAR_ROW_H

#include <string.h>

#include "constraint/projection.h"

static GNU_ALWAYS_INLINE real4 linear_row(int v, const real *c, const real4 *x)
{
    real4 sum = {0};
    for (int j = 1; j < v; j++) {
        sum.x += c[j] * (x[j].x - x[0].x);
        sum.y += c[j] * (x[j].y - x[0].y);
        sum.z += c[j] * (x[j].z - x[0].z);
    }
    return sum;
}

static GNU_ALWAYS_INLINE WideColumns linear_row_wide(int v, const wide *c, const WideColumns *x)
{
    WideColumns sum = {wide_all(0), wide_all(0), wide_all(0), wide_all(0)};
    for (int j = 1; j < v; j++) {
        sum.x = wide_fma(c[j], x[j].x - x[0].x, sum.x);
        sum.y = wide_fma(c[j], x[j].y - x[0].y, sum.y);
        sum.z = wide_fma(c[j], x[j].z - x[0].z, sum.z);
    }
    return sum;
}

// moved[j] = x[j] − x_n, for damping.
static GNU_ALWAYS_INLINE void linear_row_moved(int v, const real4 *previous, const int32_t *vertices, const real4 *x, real4 *moved)
{
    for (int j = 0; j < v; j++) {
        const real4 from = previous[vertices[j]];
        moved[j] = (real4){x[j].x - from.x, x[j].y - from.y, x[j].z - from.z, 0};
    }
}

static GNU_ALWAYS_INLINE void linear_row_moved_wide(int v, const real4 *previous, const int32_t *vertices, const WideColumns *x,
                                                    WideColumns *moved)
{
    wide_projection_load(v, previous, vertices, moved);
    for (int j = 0; j < v; j++)
        moved[j] = wide_subtract(&x[j], &moved[j]);
}

// value[3], and the gradients unless NULL, [3][v].
static inline void linear_row_evaluate(int v, const double *c, const int32_t *vertices, const double4 *x, double *value, double4 *gradient)
{
    double4 sum = {0};
    for (int j = 1; j < v; j++)
        double4_add_to(&sum, c[j], double4_sub(x[vertices[j]], x[vertices[0]]));
    value[0] = sum.x, value[1] = sum.y, value[2] = sum.z;
    for (int j = 0; gradient && j < v; j++) {
        gradient[j] = (double4){c[j], 0, 0, 0};
        gradient[v + j] = (double4){0, c[j], 0, 0};
        gradient[2 * v + j] = (double4){0, 0, c[j], 0};
    }
}

// ---- slots ----

// The targets of rows that are 0 at rest.
static inline void linear_row_nearest(const ConstraintSet *set, int32_t begin, int32_t end, real4 *row)
{
    memset(row, 0, (size_t)set->ops->rows * (size_t)(end - begin) * sizeof *row);
}

static inline void linear_row_targets(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target)
{
    (void)position;
    linear_row_nearest(set, begin, end, target + set->ops->rows * (ptrdiff_t)begin);
}

static inline void linear_row_curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    const size_t side = 3 * (size_t)set->ops->vertices;
    (void)x;
    memset(blocks, 0, (size_t)(end - begin) * (size_t)set->ops->components * side * side * sizeof *blocks);
}

#endif
