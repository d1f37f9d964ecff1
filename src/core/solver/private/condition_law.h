// The laws of condition_list.h: of numbers, methods and contact, each in a file condition_….c, and what they share.
#ifndef WEFT_SOLVER_CONDITION_LAW_H
#define WEFT_SOLVER_CONDITION_LAW_H

#include "solver/condition.h"

// What a law found: its number, its bound, and what to say where the number is above it.
typedef struct Judged {
    double value, bound;
    char   line[200];
} Judged;

// What a law does: fills *f, or leaves it where it does not apply. STATUS_MEMORY.
#define CONDITION(name, source) Status condition_##name(const ConditionCase *c, Judged *f) GNU_MUST_CHECK;
#include "solver/condition_list.h"

void condition_say(Judged *f, const char *format, ...) GNU_PRINTF(2, 3);

// Of all particles, to be freed. STATUS_MEMORY.
Status condition_positions(const ConditionCase *c, double4 **out) GNU_MUST_CHECK;

double condition_largest_coordinate(const ConditionCase *c); // of free particles, m

// Particles that constraints join. group: [particles] the number of the group of each. held: [particles], all false before: whether
// something at rest holds the group of this number: a pin, or a point in space.
void condition_find_groups(const ConditionCase *c, int32_t *group, bool *held);

// The largest acceleration that a solve has to take off a free particle. Without any, what constraints that are farther than `least` from
// their rest pull at the start. STATUS_MEMORY.
Status condition_largest_acceleration(const ConditionCase *c, double least, double *out) GNU_MUST_CHECK;

// |a| of gravity and the scene's forces.
double condition_acceleration(const Model *model, int32_t i);

static inline double condition_substep(const ConditionCase *c)
{
    return c->dt / param_of_role(c->params, PARAM_ROLE_SUBSTEPS, 1);
}

static inline bool condition_is_free(const ConditionCase *c, int32_t i)
{
    return c->model->inverse_mass[i] > 0;
}

#endif
