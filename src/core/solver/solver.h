// Solvers: the table of the methods. Their set-up and what they report in a step are in step/step.h.
#ifndef WEFT_SOLVER_SOLVER_H
#define WEFT_SOLVER_SOLVER_H

#include "base/hash.h"
#include "step/step.h"
#include "step/traffic.h"

typedef struct SolverOps SolverOps;

typedef struct Solver { // first member of every solver's private struct
    const SolverOps *ops;
} Solver;

// What a solver supports besides soft, undamped, unbreakable equalities. create refuses everything else by name.
typedef enum SolverTakes {
    TAKES_HARD = 1,          // k = INFINITY
    TAKES_DAMPED = 2,        // ConstraintSet.damping
    TAKES_BREAKABLE = 4,     // ConstraintSet.limit
    TAKES_INEQUALITIES = 8,  // ConstraintSet.sense
    TAKES_CONTACT = 16,      // Model.surface; its params have CONTACT_PARAMS
    TAKES_HARD_CONTACT = 32, // of stiffness INFINITY
    TAKES_FRICTION = 64,     // friction inside the solve (contact/contact_friction.h), in scenes that have it there
} SolverTakes;

// What a solver minimises.
typedef enum SolverAim {
    AIM_OBJECTIVE,   // Φ, in every (sub)step
    AIM_MULTIPLIERS, // C + αλ/h², without the residual of the momentum equation: Φ usually falls
    AIM_ERRORS,      // C, with stiffnesses of its own: those of the scene are ignored, and its forces are not −k C
} SolverAim;

// What limits a method (solver/condition_list.h).
typedef enum SolverLimits {
    LIMIT_ROUNDED_MOVES = 1, // solves in real: a move below half an ulp of a position is lost
    LIMIT_SWEEPS = 2,        // an iteration carries a load from a constraint to its neighbours
    LIMIT_CURVATURE = 4,     // leaves the curvature of constraints out
    LIMIT_FIXED_MATRIX = 8,  // its matrix is that of all stiffnesses, whatever the positions
    LIMIT_MOMENTUM = 16,     // moves particles one at a time: a free body that has not converged has momentum from nowhere
} SolverLimits;

// Which slot of a linear system a solver uses; 0: it uses none.
typedef enum LinsysUse { LINSYS_UNUSED, LINSYS_LANES, LINSYS_SCALAR } LinsysUse;

struct SolverOps {
    const char   *name, *summary;
    const Origin *origin; // NULL: one of weft's own
    unsigned      takes;  // of SolverTakes
    unsigned      limits; // of SolverLimits
    const Param  *params; // ended by PARAM_END
    SolverAim     aim;
    const char   *otherwise; // of a method that is no row of the table: the setting with which its solver takes what this one does not
    bool (*hard)(const ConstraintOps *ops);           // kinds of which it takes hard ones, with TAKES_HARD; NULL: all that it takes
    LinsysUse uses_linsys;                            // gets one in SolverSetup; a case then has that backend's params too
    ScheduleWish (*schedule)(const ParamSet *params); // the order of constraints it wants
    // How many numbers it keeps in State.memory from one step to the next, 0 before the first; NULL slot: none
    int32_t (*memory)(const Model *model, const ParamSet *params);
    Status (*create)(const SolverSetup *setup, Solver **out);           // STATUS_UNSUPPORTED names constraint and solver
    Status (*step)(Solver *solver, State *state, StepContext *context); // called outside any team; context may be NULL
    const Linsys *(*linsys)(const Solver *solver);                      // its linear system, for LinsysInfo; NULL when it has none
    // λ of a component of constraint i after the last (sub)step; NULL slot: no multipliers
    double (*multiplier)(const Solver *solver, int kind, int32_t i, int component);
    Status (*traffic)(const Solver *solver, Traffic *out); // bytes and operations of its phases; NULL slot: not counted
    void (*destroy)(Solver *solver);                       // takes NULL
    // What solver_supports (solver/support.h) answers; NULL slot: that is found by calling create
    Status (*supports)(const SolverOps *solver, int kind, unsigned traits);
};

// `destroy` of a solver that lies in the arena of its set-up with all it has.
void solver_destroy_nothing(Solver *solver);

// `schedule` of a solver that handles all constraints at once and needs no colours.
ScheduleWish solver_schedule_memory(const ParamSet *params);

// STATUS_UNSUPPORTED, with names, if a set of the model is not empty and `missing(ops)` holds, or if the model has hard, damped or
// breakable constraints, inequalities, contact or hard contact that the solver does not take. missing: NULL: it takes every kind.
Status solver_refuse(const Model *model, const SolverOps *solver, bool (*missing)(const ConstraintOps *ops)) GNU_MUST_CHECK;

// STATUS_UNSUPPORTED, with what to change, if the model's integrator cannot do what is in the model honestly, or the solver it. contact: it
// is on.
Status solver_refuse_integrator(const Model *model, const SolverOps *solver, bool contact) GNU_MUST_CHECK;

// Whether a solver that takes this kind takes constraints of it with this trait.
static inline bool solver_takes(const SolverOps *solver, SolverTakes trait, const ConstraintOps *ops)
{
    return solver->takes & trait && !(trait == TAKES_HARD && solver->hard && !solver->hard(ops));
}

// Model.memory of a case, to be set before its State is made.
SolverMemory solver_memory(const SolverOps *solver, const Model *model, const ParamSet *params);

// Contact settings of a solver that takes contact. params: the solver's; dt: s, of a step.
ContactSettings solver_contact_settings(const ParamSet *params, double dt, int threads);

// Puts a solver that is not weft's own behind the others; it stays there. At the start of a program, before other threads. STATUS_LIMIT:
// there are too many.
Status solver_add(const SolverOps *solver) GNU_MUST_CHECK;

const SolverOps   *solver_at(int index);          // NULL past the last
const SolverOps   *solver_find(const char *name); // NULL when there is none
const char *const *solver_names(void);            // ended by NULL

#endif
