// BuildGroups: the group constraints of one kind in a builder: their shapes are checked, stored, and laid out as Groups.
#ifndef WEFT_MODEL_BUILD_GROUPS_H
#define WEFT_MODEL_BUILD_GROUPS_H

#include "model/model.h"
#include "model/private/build_list.h"

typedef struct BuildGroups {
    List start;      // int32_t; where each group begins in `member`
    List member;     // int32_t in the user's numbering: of a polygon in order, else ascending
    List position;   // double[3] of each member when its group was added; of kinds on bodies
    List ring_start; // int32_t; where each member's faces begin in `ring`; of kinds on surfaces
    List ring;       // int32_t[2]; the other corners of a face as indices into its group
} BuildGroups;

void build_groups_destroy(BuildGroups *groups);

// Adds a group. values: [ops->params] its rest values, which are measured at the builder's positions where `rest` is NULL or NaN.
// STATUS_INPUT: an invalid shape or rest value; adds nothing then.
Status build_groups_add(BuildGroups *groups, const ModelBuilder *builder, const ConstraintOps *ops, const GroupShape *shape,
                        const double *rest, double *values) GNU_MUST_CHECK;

// The members of group i, in the order in which they were added.
const int32_t *build_groups_members(const BuildGroups *groups, size_t i, int32_t *count);

// Vertices and groups of a set, in the model's numbering; of bodies and surfaces the members of a group ascend in memory.
Status build_groups_layout(const BuildGroups *groups, const Model *model, Arena *arena, ConstraintSet *set) GNU_MUST_CHECK;

#endif
