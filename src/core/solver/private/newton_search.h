// NewtonSearch: common part of Newton-type methods, in double precision whatever the precision of the State: Φ, the convergence criterion,
// the line search, and the stop at round-off. A method computes a direction at each iterate.
//
// Armijo's rule stalls at the round-off of Φ. Once the predicted decrease is below it, a step is accepted if it lowers ‖g‖, and the
// iteration ends when none does. x, y and g use the model's numbering, particle i in entries 3i … 3i+2 of the Hessian.
#ifndef WEFT_SOLVER_NEWTON_SEARCH_H
#define WEFT_SOLVER_NEWTON_SEARCH_H

#include "assembly/group_terms.h"
#include "solver/private/exact_contact.h"
#include "solver/solver.h"
#include "step/exact_motion.h"
#include "step/live_model.h"
#include "step/objective.h"

// clang-format off
#define NEWTON_PARAMS                                                                                                                     \
    PARAM_INT_ROW("iterations", "", 200, 1, 1e5, "maximum number of Newton iterations per step", .role = PARAM_ROLE_ITERATIONS),          \
    PARAM_REAL_ROW("tolerance", "", 1e-10, 0, 1,                                                                                          \
                   "converged when the largest gradient entry is below this times h² times the largest force"),                     \
    PARAM_INT_ROW("friction_rounds", "", 100, 1, 1e5,                                                                                               \
                  "friction inside the solve: maximum number of minimisations per step, each with the normal forces of the last",         \
                  .contact_only = true)
// clang-format on

typedef struct NewtonSearch {
    LiveModel    live;
    const Model *model;  // of `live`
    Solver      *solver; // set by create, as is descend
    int          threads;
    int32_t      iterations, rounds;
    double       tolerance, h;
    bool         ends_settled; // stop at round-off by a small move (1e-6 of the way from x_n), not when no step lowers ‖g‖
    ExactMotion  motion;       // its x is the iterate
    Objective    objective;
    Hessian      hessian;
    GroupTerms   groups;
    TeamSums     forces[CONSTRAINT_KINDS]; // their largest and sum, and the largest |C| without a gradient, by chunk; not of groups
    double4     *gradient, *trial, *trial_gradient;
    double      *direction; // [3n]
    ExactContact contact;
    StepContext *context; // of the current step; NULL: not counted
    // Sets a descent direction of Φ at x and its slope gᵀ·direction. theta: 0 at first, then as left by the method.
    Status (*descend)(Solver *solver, double *theta, StepContext *context, double *slope);
} NewtonSearch;

// solver: with its table, whose params begin with NEWTON_PARAMS.
Status newton_search_init(NewtonSearch *search, const SolverSetup *setup) GNU_MUST_CHECK;

// hessian = M + h² ((1−θ) ∇²E(x) + θ psd(∇²E(x))) at the iterate, identity rows for pins; the directions of groups are stored separately.
void newton_search_assemble(NewtonSearch *search, double theta);

// N, the largest force of loads and constraints at the iterate.
double newton_search_largest_force(const NewtonSearch *search);

// After the prediction: minimises Φ from the iterate, for example y, and moves the State to the minimum, where constraints may break.
// Outside any team.
Status newton_search_run(NewtonSearch *search, State *state, StepContext *context) GNU_MUST_CHECK;

#endif
