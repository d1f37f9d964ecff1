// The slots of a kind whose C is a GroupForm (constraint/private/group_projection.h). Its file defines FORM, includes this header, and
// writes measure_group, couplings and group_hessian.
#ifndef WEFT_CONSTRAINT_GROUP_FORM_BODY_H
#define WEFT_CONSTRAINT_GROUP_FORM_BODY_H

#include "constraint/private/group_projection.h"

static void project_team(const ConstraintSet *set, int32_t i, const Sweep *s, const GroupWork *work)
{
    group_form_project(&FORM, set, i, s, work);
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    (void)end; // one group at a time
    group_form_evaluate(&FORM, set, begin, x, value, gradient);
}

static double energy(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *gradient)
{
    return group_form_energy(&FORM, set, begin, end, x, gradient);
}

// The table entries shared by such kinds.
#define GROUP_FORM_OPS(projection_flops) \
    .components = 1, .traits = TRAIT_DAMPING | TRAIT_LIMIT | TRAIT_SENSE, \
    .projection = &(const ProjectionOps){.team = project_team, .flops = (projection_flops)}, \
    .group = &(const GroupOps){.directions = 1, .measure = measure_group, .couplings = couplings, .hessian = group_hessian}, \
    .energy = &(const EnergyOps) \
    { \
        .evaluate = evaluate, .total = energy \
    }

#endif
