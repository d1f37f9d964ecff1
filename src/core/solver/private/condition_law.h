// The laws of condition_list.h: of methods in condition_methods.c, of contact in condition_contacts.c, and what they share.
#ifndef WEFT_SOLVER_CONDITION_LAW_H
#define WEFT_SOLVER_CONDITION_LAW_H

#include "solver/condition.h"

// What a law found: its number, its bound, and what to say where the number is above it.
typedef struct Finding {
    double value, bound;
    char   line[200];
} Finding;

// What a law does: fills *f, or leaves it where it does not apply. STATUS_MEMORY.
#define CONDITION(name, source) Status condition_##name(const ConditionCase *c, Finding *f) GNU_MUST_CHECK;
#include "solver/condition_list.h"

void condition_say(Finding *f, const char *format, ...) GNU_PRINTF(2, 3);

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
