// The interface of a step for every solver: its set-up, the start of a (sub)step, and the outputs of a solver during a step.
//
// Every solver advances a State by one step of length dt towards the minimiser of
//   Φ(x) = ½ (x−y)ᵀ M (x−y) + h² E(x),   y = x_n + h v_n + h² W f,   v' = (x' − x_n)/h
// or, with hard constraints, towards M(x−y) = ∇Cᵀλ, C + α~λ = 0; h = dt / substeps. This is implicit Euler. With another integrator of the
// model, h, x_n and v_n are h_e, x̂ and v̂ here and in all solvers (model/integrator.h). Then dt is h_e times the substeps.
#ifndef WEFT_STEP_STEP_H
#define WEFT_STEP_STEP_H

#include "base/clock.h"
#include "base/param.h"
#include "colour/schedule.h"
#include "contact/contacts.h"
#include "linsys/linsys.h"
#include "model/model.h"
#include "step/cost.h"

// An iterate, passed to the observer after an iteration. Arrays belong to the solver and are valid during the call only.
typedef struct Iterate {
    int32_t        substep, iteration; // from 0; iteration −1: the starting point, before the first iteration
    const real4   *position;           // [particles]; NULL when `exact` is given
    const double4 *exact;              // [particles], of a solver that works in double
    real *const   *lambda;             // [CONSTRAINT_KINDS][components][count] multipliers scaled by h²; NULL for a solver without
    double *const *exact_lambda;       // [CONSTRAINT_KINDS][count][components] multipliers of a solver that works in double
} Iterate;

static inline bool iterate_has_multipliers(const Iterate *iterate)
{
    return iterate->lambda || iterate->exact_lambda;
}

#ifndef WEFT_WITHOUT_REAL
// λ of component c of constraint i of an iterate that has multipliers.
static inline double iterate_multiplier(const Iterate *iterate, const ConstraintSet *set, int kind, int32_t i, int c)
{
    if (iterate->exact_lambda)
        return iterate->exact_lambda[kind][i * set->ops->components + c];
    return (double)iterate->lambda[kind][c * set->count + i];
}
#endif

// The start of a (sub)step.
typedef struct Start {
    const real4   *position, *velocity; // [particles] x_n, v_n
    const real4   *remainder;           // [particles] rounding remainder of x_n; NULL: none
    const real4   *prediction;          // [particles] y in the minimised Φ; NULL: x_n + h v_n + h² a
    const double4 *exact_position;      // [particles] x̂ and v̂ of bdf2 of a solver that works in double, instead of the three
    const double4 *exact_velocity;      // arrays at the top; NULL otherwise
    double         h;                   // s, dt / substeps
    double         begin, end;          // s, times of x_n and of the end of the substep, for scripted pins in y; midpoint has
                                        // them halfway between x_n and there
    int32_t         substep;            // from 0
    const Contacts *contacts;           // linearised for this substep; NULL: none
} Start;

// Without prediction and contacts. h: of the model's integrator, h_e.
static inline Start start_of_substep(const Model *model, const State *state, double h, int32_t substeps, int32_t substep)
{
    const int64_t done = state->step * substeps + substep;
    const double  lasts = integrator_step(model->integrator, state_knows_past(state), h);
    return (Start){.position = state->position,
                   .velocity = state->velocity,
                   .remainder = state->remainder,
                   .h = h,
                   .begin = state->start + (double)done * lasts,
                   .end = state->start + (double)(done + 1) * lasts,
                   .substep = substep};
}

// A linear system that a solver has just solved: A x = b. Lifetime of arrays as in Iterate.
typedef struct LinearSystem {
    const char                  *name;                             // used as a file name
    const char                  *description;                      // describes matrix, unknowns and right-hand side, in lines
    const Csc                   *matrix;                           // A; definite: positive definite
    const real4                 *rhs_of_three, *solution_of_three; // [n] x, y and z side by side; NULL: the two below
    const double                *rhs, *solution;                   // [n]; solution NULL: the solver found none
    bool                         definite;
    const struct ConstraintRows *rows;      // unknowns after those of particles, a row each (assembly/constraint_rows.h); NULL: none
    const struct GroupDirection *direction; // [direction_count] A is the matrix and Σ factor d dᵀ (assembly/group_terms.h)
    int32_t                      direction_count;
} LinearSystem;

// Read-only: the final state is the same with and without an observer.
typedef struct Observer Observer;
struct Observer {
    void (*begin)(Observer *observer, const Start *start); // once per substep, before the first iterate
    void (*iterate)(Observer *observer, const Iterate *iterate);
    void (*solved)(Observer *observer, const LinearSystem *system); // by one thread; NULL: systems are not needed
    // 0: one thread calls begin and iterate. Otherwise all threads of the step's team call them, right after a barrier, and both end with
    // a barrier if they read the iterate. A call outside a team gets a team of this size. The result must not depend on the number of
    // threads.
    int threads;
};

// How a step ended. done: after the requested iterations, by a solver without a criterion. Also by xpbd_direct, which met its criterion and
// drops a residual that it names. at round-off: the residual is at most the round-off of its own terms, which exceeds the criterion.
typedef enum StepEnd { STEP_DONE, STEP_CONVERGED, STEP_AT_ROUND_OFF, STEP_UNCONVERGED, STEP_ENDS } StepEnd;

static const char *const STEP_END_NAMES[STEP_ENDS] = {"done", "converged", "at round-off", "unconverged"};

// Outputs of a step. Every pointer may be NULL; all threads of the team pass it along, one thread acts on it.
typedef struct StepContext {
    PhaseClock    *phases;
    Observer      *observer;
    int64_t       *iteration_ns;                 // clock after each iteration of the step, in order of all substeps
    int32_t        iteration_max;                // capacity of iteration_ns
    int32_t        iteration_count;              // written: iterations done in this step
    int64_t        uncharged_ns;                 // written: for a solver in another process, wall time of transport in the step
    StepEnd        end;                          // written: STEP_DONE for a solver without a criterion; the worst of all substeps
    const char    *residual;                     // written: name of the residuals: quantity of the criterion over its scale; NULL: none
    double         residual_begin, residual_end; // written: at the start and the end of the worst substep
    double         gradient_bound;               // written by newton: bound of ‖g‖₂ at convergence or round-off; 0: neither
    double         rho;     // written: ρ of Chebyshev's acceleration, given or estimated; 0: none, or not estimated yet
    Cost           cost;    // added to; complete for an iterate when the observer is called
    ContactReport *contact; // friction_work is added to; NULL: not needed
} StepContext;

typedef struct SolverSetup {
    const struct SolverOps *ops; // table row of the solver being created
    const Model            *model;
    const Schedule         *schedule;
    const ParamSet         *params;    // the solver's and its linear system's
    const LinsysOps        *linsys;    // the backend to use; NULL for a solver that uses none
    Contacts               *contacts;  // of the model, owned by the caller; NULL: no contact
    const real4            *positions; // [particles] at the start, for orderings; read only during create. NULL: unknown
    LinsysChoice           *choice;    // for automatic choice of the linear system, see linsys.h; may be NULL
    double                  dt;        // s, h_e of the model's integrator times the substeps
    int                     threads;
    Arena                  *arena;
    PhaseClock             *phases; // of the set-up; NULL: off. PHASE_ASSEMBLE is running at the call.
} SolverSetup;

#endif
