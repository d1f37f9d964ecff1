// Solvers: the table of the methods. Their set-up and outputs in a step are in step/step.h.
#ifndef WEFT_SOLVER_SOLVER_H
#define WEFT_SOLVER_SOLVER_H

#include "base/hash.h"
#include "step/step.h"
#include "step/traffic.h"

typedef struct SolverOps SolverOps;

typedef struct Solver { // first member of every solver's private struct
    const SolverOps *ops;
} Solver;

// Features that a solver supports besides soft, undamped, unbreakable equalities. create rejects all others, with their names.
typedef enum SolverTakes {
    TAKES_HARD = 1,          // k = INFINITY
    TAKES_DAMPED = 2,        // ConstraintSet.damping
    TAKES_BREAKABLE = 4,     // ConstraintSet.limit
    TAKES_INEQUALITIES = 8,  // ConstraintSet.sense
    TAKES_CONTACT = 16,      // Model.surface; its params have CONTACT_PARAMS
    TAKES_HARD_CONTACT = 32, // of stiffness INFINITY
    TAKES_FRICTION = 64,     // friction inside the solve (contact/contact_friction.h), in scenes that use it
} SolverTakes;

// The function that a solver minimises.
typedef enum SolverAim {
    AIM_OBJECTIVE,   // Φ, in every (sub)step
    AIM_MULTIPLIERS, // C + αλ/h², without the residual of the momentum equation: Φ usually falls
    AIM_ERRORS,      // C, with its own stiffnesses instead of the scene's; forces are not −k C
} SolverAim;

// Limits of a method (solver/condition_list.h).
typedef enum SolverLimits {
    LIMIT_ROUNDED_MOVES = 1, // solves in real: a move below half an ulp of a position is lost
    LIMIT_SWEEPS = 2,        // an iteration moves a load only from a constraint to its neighbours
    LIMIT_CURVATURE = 4,     // neglects the curvature of constraints
    LIMIT_FIXED_MATRIX = 8,  // its matrix contains all stiffnesses and does not depend on positions
    LIMIT_MOMENTUM = 16,     // moves particles one at a time: unconverged, momentum of a free body is not conserved
} SolverLimits;

// The slot of a linear system that a solver uses; 0: none.
typedef enum LinsysUse { LINSYS_UNUSED, LINSYS_LANES, LINSYS_SCALAR } LinsysUse;

struct SolverOps {
    const char   *name, *summary;
    const Origin *origin; // NULL: built in
    unsigned      takes;  // of SolverTakes
    unsigned      limits; // of SolverLimits
    const Param  *params; // ended by PARAM_END
    SolverAim     aim;
    const char   *otherwise;                          // for a method without a table row: the setting with the features that it lacks
    bool (*hard)(const ConstraintOps *ops);           // kinds that may be hard, with TAKES_HARD; NULL: all supported kinds
    LinsysUse uses_linsys;                            // given in SolverSetup; a case then has that backend's params too
    ScheduleWish (*schedule)(const ParamSet *params); // required order of constraints
    // Number of values in State.memory kept between steps, 0 before the first; NULL slot: none
    int32_t (*memory)(const Model *model, const ParamSet *params);
    Status (*create)(const SolverSetup *setup, Solver **out);           // STATUS_UNSUPPORTED names constraint and solver
    Status (*step)(Solver *solver, State *state, StepContext *context); // called outside any team; context may be NULL
    const Linsys *(*linsys)(const Solver *solver);                      // its linear system, for LinsysInfo; NULL if none
    // λ of a component of constraint i after the last (sub)step; NULL slot: no multipliers
    double (*multiplier)(const Solver *solver, int kind, int32_t i, int component);
    Status (*traffic)(const Solver *solver, Traffic *out); // bytes and operations of its phases; NULL slot: not counted
    void (*destroy)(Solver *solver);                       // takes NULL
    // Answer of solver_supports (solver/support.h); NULL slot: determined by calling create
    Status (*supports)(const SolverOps *solver, int kind, unsigned traits);
};

// `destroy` of a solver that lies entirely in the arena of its set-up.
void solver_destroy_nothing(Solver *solver);

// `schedule` of a solver that handles all constraints at once and needs no colours.
ScheduleWish solver_schedule_memory(const ParamSet *params);

// STATUS_UNSUPPORTED, with names, if the model has constraints of a kind with `missing(ops)`, or unsupported features: hard, damped or
// breakable constraints, inequalities, contact or hard contact. missing: NULL: all kinds are supported.
Status solver_refuse(const Model *model, const SolverOps *solver, bool (*missing)(const ConstraintOps *ops)) GNU_MUST_CHECK;

// STATUS_UNSUPPORTED, with a remedy, if the model's integrator does not support a feature of the model, or if the solver does not support
// the integrator. contact: true if on.
Status solver_refuse_integrator(const Model *model, const SolverOps *solver, bool contact) GNU_MUST_CHECK;

// True if a solver that supports this kind supports constraints of it with this trait.
static inline bool solver_takes(const SolverOps *solver, SolverTakes trait, const ConstraintOps *ops)
{
    return solver->takes & trait && !(trait == TAKES_HARD && solver->hard && !solver->hard(ops));
}

// Model.memory of a case, to be set before its State is made.
SolverMemory solver_memory(const SolverOps *solver, const Model *model, const ParamSet *params);

// Contact settings of a solver that takes contact. params: the solver's; dt: s, of a step.
ContactSettings solver_contact_settings(const ParamSet *params, double dt, int threads);

// Adds a solver of a plugin after the built-in ones, permanently. At the start of a program, before other threads. STATUS_LIMIT: too many.
Status solver_add(const SolverOps *solver) GNU_MUST_CHECK;

const SolverOps   *solver_at(int index);          // NULL past the last
const SolverOps   *solver_find(const char *name); // NULL: not found
const char *const *solver_names(void);            // ended by NULL

#endif
