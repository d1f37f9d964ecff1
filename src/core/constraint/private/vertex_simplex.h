// The deformation of tetrahedra (n = 3) and triangles (n = 2) in the lanes of a slice (constraint/vertex_ell.h), each relative to one
// corner.
#ifndef WEFT_CONSTRAINT_VERTEX_SIMPLEX_H
#define WEFT_CONSTRAINT_VERTEX_SIMPLEX_H

#include "constraint/vertex_ell.h"

// value[0 … n² − 1]: the rows of the inverse rest edge matrix, rest values 0 … n² − 1, for the other corners. The corner's own row is minus
// their sum.
static inline void simplex_vertex_entry(int n, const ConstraintSet *set, int32_t i, int j, int32_t *other, double *value)
{
    double row[4][3] = {{0}};
    for (int k = 0; k < n * n; k++) {
        row[k / n + 1][k % n] = constraint_rest(set, k, i);
        row[0][k % n] -= constraint_rest(set, k, i);
    }
    for (int k = 0, to = 0; k <= n; k++)
        if (k != j) {
            other[to] = set->vertices[(size_t)(n + 1) * (size_t)i + (size_t)k];
            for (int c = 0; c < n; c++)
                value[n * to + c] = row[k][c];
            to++;
        }
}

typedef struct WideSimplex {
    WideVector f[3];      // columns of F
    wide       corner[3]; // ∂F/∂x of the corner, by columns
} WideSimplex;

static GNU_ALWAYS_INLINE WideSimplex wide_simplex(int n, const VertexEll *ell, int32_t row, const real4 *position, const WideColumns *x)
{
    const real *values = vertex_ell_values(ell, row);
    const wide  zero = wide_all(0);
    WideSimplex s = {.f = {{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}}, .corner = {zero, zero, zero}};
    for (int k = 0; k < n; k++) {
        const WideVector edge = vertex_ell_edge(ell, row, k, position, x);
        for (int c = 0; c < n; c++) {
            const wide b = vertex_ell_value(values, n * k + c);
            s.f[c] = wide_vector_add(s.f[c], b, edge);
            s.corner[c] -= b;
        }
    }
    return s;
}

// The gradient at the corner of a function of F with the derivative p, by columns.
static GNU_ALWAYS_INLINE WideVector wide_simplex_at(int n, const WideSimplex *s, const WideVector *p)
{
    WideVector sum = wide_vector_scale(s->corner[0], p[0]);
    for (int c = 1; c < n; c++)
        sum = wide_vector_add(sum, s->corner[c], p[c]);
    return sum;
}

// |∂F/∂x|² of the corner.
static GNU_ALWAYS_INLINE wide wide_simplex_square(int n, const WideSimplex *s)
{
    wide sum = s->corner[0] * s->corner[0];
    for (int c = 1; c < n; c++)
        sum = wide_fma(s->corner[c], s->corner[c], sum);
    return sum;
}

#endif
