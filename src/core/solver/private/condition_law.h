// The laws of condition_list.h: of numbers, methods and contact, each in a file condition_….c, and what they share.
#ifndef WEFT_SOLVER_CONDITION_LAW_H
#define WEFT_SOLVER_CONDITION_LAW_H

#include "solver/condition.h"

// What a law found: its number, and what to say where that is above the bound.
typedef struct Judged {
    double value;
    char   line[200];
} Judged;

// A law, where it applies: fills *f, or leaves it at 0. scratch: freed when it returns. STATUS_MEMORY.
#define CONDITION(name, applies, bound, source) Status condition_##name(const ConditionCase *c, Arena *scratch, Judged *f) GNU_MUST_CHECK;
#include "solver/condition_list.h"

// Fills *f; always STATUS_OK.
Status condition_judge(Judged *f, double value, const char *format, ...) GNU_PRINTF(3, 4);

// All constraints of a model, one after another: for (ConditionEach e = {0}; condition_next(c, &e); e.i++).
typedef struct ConditionEach {
    int                  kind;
    int32_t              i;
    const ConstraintSet *set;
    const int32_t       *vertices; // [count] its particles
    int32_t              count;
} ConditionEach;

bool condition_next(const ConditionCase *c, ConditionEach *e);

// The largest acceleration that a solve has to take off a free particle. Without any, what constraints that are farther than `least` from
// their rest pull at the start. *out: 0 before. STATUS_MEMORY.
Status condition_largest_acceleration(const ConditionCase *c, Arena *scratch, double least, double *out) GNU_MUST_CHECK;

static inline bool condition_is_free(const ConditionCase *c, int32_t i)
{
    return c->model->inverse_mass[i] > 0;
}

#endif
