// The laws of condition_list.h, on numbers, methods and contact, each group in a file condition_….c, and their common functions.
#ifndef WEFT_SOLVER_CONDITION_LAW_H
#define WEFT_SOLVER_CONDITION_LAW_H

#include "solver/condition.h"

// Result of a law: its number, and the message if that exceeds the bound.
typedef struct Judged {
    double bound; // set before the law
    double value;
    char   line[360];
} Judged;

// A law, called if it applies: fills *f, or leaves it at 0. scratch: freed afterwards. STATUS_MEMORY.
#define CONDITION(name, applies, bound, source) Status condition_##name(const ConditionCase *c, Arena *scratch, Judged *f) GNU_MUST_CHECK;
#include "solver/condition_list.h"

// Fills *f; always STATUS_OK.
Status condition_judge(Judged *f, double value, const char *format, ...) GNU_PRINTF(3, 4);

// A limit of a setting with the two digits that a message prints: rounded down, so that the printed value satisfies the bound; up.
double condition_at_most(double value);
double condition_at_least(double value);

// All constraints of a model, one after another: for (ConditionEach e = {0}; condition_next(c, &e); e.i++).
typedef struct ConditionEach {
    int                  kind;
    int32_t              i;
    const ConstraintSet *set;
    const int32_t       *vertices; // [count] its particles
    int32_t              count;
} ConditionEach;

bool condition_next(const ConditionCase *c, ConditionEach *e);

// The largest acceleration that a solve must remove from a free particle. If there is none: the pull at the start of constraints whose
// distance from rest exceeds `min`. *out: 0 before. STATUS_MEMORY.
Status condition_largest_acceleration(const ConditionCase *c, Arena *scratch, double min, double *out) GNU_MUST_CHECK;

static inline bool condition_is_free(const ConditionCase *c, int32_t i)
{
    return c->model->inverse_mass[i] > 0;
}

#endif
