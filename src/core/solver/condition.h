// Conditions: what a solver cannot do well in a scene, known before the first step, from condition_list.h. Nothing is refused: what does
// not hold is said and recorded.
#ifndef WEFT_SOLVER_CONDITION_H
#define WEFT_SOLVER_CONDITION_H

#include "solver/solver.h"

typedef enum ConditionKind {
#define CONDITION(name, applies, bound, source) CONDITION_##name,
#include "solver/condition_list.h"
    CONDITIONS
} ConditionKind;

// A run before its first step, and what several laws need of it.
typedef struct ConditionCase {
    const Model     *model;
    const State     *state;
    const SolverOps *solver;
    const ParamSet  *params;  // the solver's
    double           dt;      // s
    bool             contact; // the model has contact and it is on

    // From condition_prepare, as is all below. The arrays are in its arena.
    bool     single;     // positions are in single precision
    int      colliders;  // 0 without contact
    double   substep;    // s
    double   iterations; // of a step
    double   farthest;   // largest coordinate of a free particle, m
    double  *pull;       // [particles] |a| of gravity and the scene's forces; 0 of a pin
    double4 *x;          // [particles]
    int32_t *group;      // [particles] those that constraints join have one number, that of a particle among them
    bool    *held;       // [particles] whether something at rest holds the group of this number: a pin, or a point in space
} ConditionCase;

// A condition that does not hold: its number, its bound, and a line that says both and what to do.
typedef struct Condition {
    const char *kind;
    double      value, bound;
    const char *text;
    char        line[256]; // what `text` points to
} Condition;

// Fills in the facts of a case. STATUS_MEMORY.
Status condition_prepare(ConditionCase *c, Arena *arena) GNU_MUST_CHECK;

// Whether a condition holds; *out is filled where it does not. STATUS_MEMORY.
Status condition_check(const ConditionCase *c, ConditionKind kind, bool *holds, Condition *out) GNU_MUST_CHECK;

#endif
