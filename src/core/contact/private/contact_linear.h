// Tables of the three classes of contact, and their common parts. Since C is linear, these are zero curvature, a Hessian of rank one, and
// the local step of projective dynamics, which moves Σ w x along n onto C = 0.
#ifndef WEFT_CONTACT_CONTACT_LINEAR_H
#define WEFT_CONTACT_CONTACT_LINEAR_H

#include "constraint/constraint.h"

extern const ConstraintOps contact_point, contact_segment, contact_pair;

// k ∇C ∇Cᵀ of begin … end−1, which is positive semi-definite; 0 for contacts that are hard or satisfied. Signature of the slot.
void contact_linear_hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, EigenFilter filter, double *blocks);

// Zero. Signature of the slot.
void contact_linear_curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks);

// The target of Σ w x: its value, moved by −C n if the contact is violated or an equality.
static inline real4 contact_linear_target(const ConstraintSet *set, int32_t i, real4 sum, real value)
{
    const size_t m = (size_t)set->count, at = (size_t)i;
    const bool   feasible = set->sense && sense_is_feasible(set->sense[i], (double)value);
    const real   move = feasible ? 0 : -value;
    return (real4){sum.x + move * set->rest[at], sum.y + move * set->rest[m + at], sum.z + move * set->rest[2 * m + at], 0};
}

// Entries common to the tables of the three classes. A class includes constraint/scalar_projection.h before its table.
#define CONTACT_LINEAR_OPS(projection_flops, target_flops) \
    .vertices = SCALAR_VERTICES, .components = 1, .rows = 1, .traits = TRAIT_SENSE, \
    .projection = &(const ProjectionOps){.wide = project, .plain = project_plain, .flops = (projection_flops)}, \
    .local_step = &(const LocalStepOps){.targets = local, .stencil = stencil, .flops = (target_flops)}, .energy = &(const EnergyOps) \
    { \
        .evaluate = evaluate, .total = quadratic_energy, .hessian = contact_linear_hessian, .curvature = contact_linear_curvature \
    }

#endif
