// quadratic: energy, gradient and Hessian of kinds whose energy is E = Σ_c ½ k_c C_c² and smooth, from evaluate and curvature. They have
// the signatures of the slots and go into the table as they are. Kinds of up to CONSTRAINT_VERTICES_MAX particles, not groups.
//
// Hard components and satisfied inequalities have no energy, and therefore no gradient and no Hessian. If C has no gradient its energy
// counts but gives no force.
#ifndef WEFT_CONSTRAINT_QUADRATIC_H
#define WEFT_CONSTRAINT_QUADRATIC_H

#include "constraint/constraint.h"

double quadratic_energy(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *gradient);

// Σ_c k_c (∇C_c ∇C_cᵀ + C_c ∇²C_c), and its projection by eigenvalues.
void quadratic_hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, EigenFilter filter, double *blocks);

// Second derivatives by the edges x_j − x_0, j = 1 … v − 1, converted to second derivatives by the particles, for a function that is
// invariant to translation. edges: [3(v−1)][3(v−1)], block: [3v][3v], row-major.
void quadratic_expand(int v, const double *edges, double *block);

static inline void double4_coordinates(double4 a, double out[3])
{
    out[0] = a.x, out[1] = a.y, out[2] = a.z;
}

// Entry (r, c) of [a]ₓ, so that [a]ₓ b = a × b.
static inline double cross_entry(double4 a, int r, int c)
{
    const double v[3] = {a.x, a.y, a.z};
    return r == c ? 0 : ((c - r + 3) % 3 == 1 ? -1 : 1) * v[3 - r - c];
}

#endif
