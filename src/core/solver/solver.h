// Solvers: the table of the methods. What a solver is given, and what it reports while it steps, is in step/step.h.
#ifndef WEFT_SOLVER_SOLVER_H
#define WEFT_SOLVER_SOLVER_H

#include "step/step.h"
#include "step/traffic.h"

typedef struct SolverOps SolverOps;

typedef struct Solver { // first member of every solver's private struct
    const SolverOps *ops;
} Solver;

// What a solver can take besides soft, undamped equalities that never break. What it cannot is refused by name in create.
typedef enum SolverTakes {
    TAKES_HARD = 1,          // k = INFINITY
    TAKES_DAMPED = 2,        // ConstraintSet.damping
    TAKES_BREAKABLE = 4,     // ConstraintSet.limit
    TAKES_INEQUALITIES = 8,  // ConstraintSet.sense
    TAKES_CONTACT = 16,      // Model.surface; its params have CONTACT_PARAMS
    TAKES_HARD_CONTACT = 32, // of stiffness INFINITY
} SolverTakes;

// What a solver lowers, and so what its iterates are good for.
typedef enum SolverAim {
    AIM_OBJECTIVE,   // Φ, in every (sub)step
    AIM_MULTIPLIERS, // C + αλ/h², without the momentum equation's residual: Φ falls as a rule
    AIM_ERRORS,      // C, by stiffnesses of its own: those of the scene have no part in it, and its forces are not −k C
} SolverAim;

// Which slot of a linear system a solver uses; 0: it uses none.
typedef enum LinsysUse { LINSYS_UNUSED, LINSYS_LANES, LINSYS_SCALAR } LinsysUse;

struct SolverOps {
    const char  *name, *summary;
    unsigned     takes;  // of SolverTakes
    const Param *params; // ended by PARAM_END
    SolverAim    aim;
    LinsysUse    uses_linsys;                                 // is given one in SolverSetup; a case then takes that backend's params too
    ScheduleWish (*schedule)(const ParamSet *params);         // the order of constraints it wants
    Status (*create)(const SolverSetup *setup, Solver **out); // STATUS_UNSUPPORTED names constraint and solver
    Status (*step)(Solver *solver, State *state, StepContext *context); // called outside any team; context may be NULL
    const Linsys *(*linsys)(const Solver *solver);                      // the system it made, for its figures; NULL when it has none
    // λ of a component of constraint i after the last (sub)step; NULL slot: has none
    double (*multiplier)(const Solver *solver, int kind, int32_t i, int component);
    Status (*traffic)(const Solver *solver, Traffic *out); // what its phases move; NULL slot: not counted
    void (*destroy)(Solver *solver);                       // takes NULL
};

// `schedule` of a solver that takes constraints all at once and needs no colours.
ScheduleWish solver_schedule_memory(const ParamSet *params);

// STATUS_UNSUPPORTED, by name, when a set of the model is not empty and `missing(ops)` holds, or when constraints are hard, damped,
// breakable or inequalities and the solver does not take such; or when the model has contact, or hard contact, and it does not take that.
Status solver_refuse(const Model *model, const SolverOps *solver, bool (*missing)(const ConstraintOps *ops)) GNU_MUST_CHECK;

// What a solver that takes contact wants of it. params: the solver's; dt: s, of a step.
ContactSettings solver_contact_settings(const ParamSet *params, double dt, int threads);

const SolverOps   *solver_at(int index);          // NULL past the last
const SolverOps   *solver_find(const char *name); // NULL when there is none
const char *const *solver_names(void);            // ended by NULL

#endif
