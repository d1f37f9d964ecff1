// Parts: the constraints of a set in runs that are short enough for their values and gradients to stay in the cache. A scene may have
// millions of constraints, and gradients of them all would take more memory than the scene.
#ifndef WEFT_MEASURE_PARTS_H
#define WEFT_MEASURE_PARTS_H

#include "model/model.h"

enum { PART_SLOTS = 512 }; // gradients of a part, unless it is one group

// Scratch memory for one part of any set of a model.
typedef struct PartMemory {
    double  *value;
    double4 *gradient; // NULL: parts without gradients
} PartMemory;

Status part_memory_init(const Model *model, bool gradients, Arena *arena, PartMemory *out) GNU_MUST_CHECK;

typedef struct Part {
    const ConstraintSet *set;
    int32_t              begin, end; // constraints begin … end − 1
    PartMemory           of;         // their C and ∇C
} Part;

// Evaluates the next part of part->set at x; false after the last. Before the first part only `set` is not zero. part_next_before: only
// constraints below `end`; before the first part part->end is the first constraint.
bool part_next(Part *part, const PartMemory *memory, const double4 *x);
bool part_next_before(Part *part, int32_t end, const PartMemory *memory, const double4 *x);

// C of constraint i of the part: [components].
static inline const double *part_value(const Part *part, int32_t i)
{
    return part->of.value + (size_t)(i - part->begin) * (size_t)part->set->ops->components;
}

// ∇C of constraint i of the part: [components][its particles].
static inline const double4 *part_gradient(const Part *part, int32_t i)
{
    return part->of.gradient +
           (size_t)(constraint_first(part->set, i) - constraint_first(part->set, part->begin)) * (size_t)part->set->ops->components;
}

#endif
