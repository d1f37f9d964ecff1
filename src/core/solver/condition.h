// Conditions: what a solver cannot do well in a scene, known before the first step, from condition_list.h. Nothing is refused: what does
// not hold is said and recorded.
#ifndef WEFT_SOLVER_CONDITION_H
#define WEFT_SOLVER_CONDITION_H

#include "solver/solver.h"

typedef enum ConditionKind {
#define CONDITION(name, source) CONDITION_##name,
#include "solver/condition_list.h"
    CONDITIONS
} ConditionKind;

// A run before its first step.
typedef struct ConditionCase {
    const Model     *model;
    const State     *state;
    const SolverOps *solver;
    const ParamSet  *params;  // the solver's
    double           dt;      // s
    bool             contact; // the model has contact and it is on
} ConditionCase;

// A condition that does not hold: its number, its bound, and a line that says both and what to do.
typedef struct Condition {
    const char *kind;
    double      value, bound;
    const char *text;
    char        line[256]; // what `text` points to
} Condition;

const char *condition_source(ConditionKind kind);

// Whether a condition holds; *out is filled where it does not. STATUS_MEMORY.
Status condition_check(const ConditionCase *c, ConditionKind kind, bool *holds, Condition *out) GNU_MUST_CHECK;

#endif
