// Conditions: limits of a solver in a scene that are known before the first step, listed in condition_list.h. No run is rejected: violated
// conditions are printed and recorded.
#ifndef WEFT_SOLVER_CONDITION_H
#define WEFT_SOLVER_CONDITION_H

#include "solver/solver.h"

typedef enum ConditionKind {
#define CONDITION(name, applies, bound, source) CONDITION_##name,
#include "solver/condition_list.h"
    CONDITIONS
} ConditionKind;

// A run before its first step, with values shared by several laws.
typedef struct ConditionCase {
    const Model     *model;
    const State     *state;
    const SolverOps *solver;
    const ParamSet  *params;     // the solver's
    double           dt;         // s, of a solve: a part of the setting with an integrator of several stages
    double           dt_setting; // s, the setting `dt`; 0: dt
    bool             contact;    // the model has contact and it is on

    // The following are set by condition_prepare, in its arena.
    bool     single;     // positions are in single precision
    int      colliders;  // 0 without contact
    double   substep;    // s
    double   iterations; // of a step
    double   farthest;   // largest coordinate of a free particle, m
    double  *pull;       // [particles] |a| of gravity and the scene's forces; 0 for a pin
    double4 *x;          // [particles]
    int32_t *group;      // [particles] number of its connected group: that of one particle in the group
    bool    *anchored;   // [particles] true if a pin or a point in space anchors the group of this number
} ConditionCase;

// A violated condition: its value, its bound, and a line with both and a remedy.
typedef struct Condition {
    const char *kind;
    double      value, bound;
    const char *text;
    char        line[400]; // storage of `text`
} Condition;

// Computes the values shared by the laws. STATUS_MEMORY.
Status condition_prepare(ConditionCase *c, Arena *arena) GNU_MUST_CHECK;

// Sets *holds; fills *out if the condition is violated. STATUS_MEMORY.
Status condition_check(const ConditionCase *c, ConditionKind kind, bool *holds, Condition *out) GNU_MUST_CHECK;

#endif
