#include "constraint/constraint.h"

#include <math.h>

#include "base/sorted.h"
#include "base/text.h"

#define CONSTRAINT(name) extern const ConstraintOps constraint_##name;
#include "constraint/constraint_list.h"
#undef CONSTRAINT

static const ConstraintOps *const TABLE[CONSTRAINT_KINDS] = {
#define CONSTRAINT(name) &constraint_##name,
#include "constraint/constraint_list.h"
#undef CONSTRAINT
};

static const char *const NAMES[CONSTRAINT_KINDS + 1] = {
#define CONSTRAINT(name) #name,
#include "constraint/constraint_list.h"
#undef CONSTRAINT
    NULL};

const ConstraintOps *constraint_ops(int kind)
{
    return TABLE[kind];
}

int constraint_find(const char *name)
{
    return text_find(name, NAMES);
}

void constraint_evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    const int c = set->ops->components;
    if (!set->groups) {
        set->ops->energy->evaluate(set, begin, end, x, value, gradient);
        return;
    }
    for (int32_t i = begin; i < end; i++) {
        const size_t at = (size_t)(constraint_first(set, i) - constraint_first(set, begin)) * (size_t)c;
        set->ops->energy->evaluate(set, i, i + 1, x, value + (size_t)(i - begin) * (size_t)c, gradient ? gradient + at : NULL);
    }
}

double constraint_magnitude(const ConstraintSet *set, const double *value)
{
    double sum = 0;
    if (set->ops->components == 1)
        return value[0];
    for (int c = 0; c < set->ops->components; c++)
        sum += value[c] * value[c];
    return sqrt(sum);
}

double constraint_force(const ConstraintSet *set, int32_t i, const double *value)
{
    double force[CONSTRAINT_COMPONENTS_MAX];
    if (sense_is_feasible(constraint_sense(set, i), value[0]))
        return 0;
    if (isinf(constraint_stiffness(set, i)))
        return (double)NAN;
    for (int c = 0; c < set->ops->components; c++)
        force[c] = -constraint_component_stiffness(set, i, c) * value[c];
    return constraint_magnitude(set, force);
}

void constraint_element_key(const ConstraintOps *ops, const int32_t *vertices, int32_t key[CONSTRAINT_VERTICES_MAX])
{
    const int count = ops->vertices, first = ops->element == ELEMENT_HINGE ? 2 : ops->element == ELEMENT_PATCH ? 3 : count;
    for (int i = 0; i < CONSTRAINT_VERTICES_MAX; i++)
        key[i] = i < count ? vertices[i] : -1;
    sort_int32(key, first);
    sort_int32(key + first, count - first);
}

const char *const *constraint_names(void)
{
    return NAMES;
}
