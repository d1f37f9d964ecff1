// GlobalStep: the base of pd and admm, which differ in their local step. The global step, (M + h² Σ k AᵀA) x = M y + h² Σ k Aᵀ p, has one
// scalar matrix, factorised once. A pin is an identity row; its couplings to free particles go to the right-hand side. The part of the
// right-hand side that is constant within a step is computed once per step. Contacts change from step to step and enter both sides:
// solver/private/pd_contact.h. The matrix then changes between the local and the global step, outside the team.
//
// lbfgs uses only global_step_solve.
#ifndef WEFT_SOLVER_GLOBAL_STEP_H
#define WEFT_SOLVER_GLOBAL_STEP_H

#include "assembly/stencil_matrix.h"
#include "solver/private/linsys_solver.h"
#include "solver/private/pd_contact.h"
#include "step/anderson.h"
#include "step/chebyshev.h"
#include "step/local_step.h"
#include "step/motion.h"
#include "step/proximal_step.h"
#include "step/team.h"

typedef struct GlobalStep { // first member of the private struct
    LinsysSolver  base;     // its system is that of the global step
    const Model  *model;
    const char   *description; // the system, as in LinearSystem
    int           threads;
    int32_t       iterations;
    Motion        motion;
    LocalStep     local;         // of pd
    ProximalStep *proximal;      // of admm; NULL in pd
    real4        *constant;      // [particles] constant right-hand side: M y, terms of pins and of fixed targets; x_n for a pin
    real4        *rhs;           // [particles]
    real4        *solved;        // [particles] result of the global step; NULL if ω = 1 without contact: the iterate itself
    real4        *y;             // [particles] y; NULL if the damping factor is 1: the standard y
    real          omega, factor; // over-relaxation, damping factor
    bool          from_start;    // the first local step starts at x_n
    Chebyshev     chebyshev;     // off in admm, like anderson
    Anderson      anderson;
    StencilMatrix system;
    PdContact     contact;
} GlobalStep;

// Sets all fields except local, proximal, y, chebyshev and anderson. h: √(κ) times the step length, so that the matrix has h² k. omega: of
// the solver.
Status global_step_init(GlobalStep *s, const SolverSetup *setup, const char *description, double h, double omega) GNU_MUST_CHECK;

// A step, outside a team. The message of a failure names solver and step.
Status global_step_run(GlobalStep *s, State *state, StepContext *context) GNU_MUST_CHECK;

// guess: [n] initial value of an iterative system; NULL: 0.
static inline void global_step_solve(const LinsysSolver *solver, const real4 *rhs, const real4 *guess, real4 *solution,
                                     StepContext *context)
{
    linsys_solver_count(solver, context, 1);
    if (solver->linsys->ops->iterative && guess != solution) {
        TEAM_EACH (i, solver->totals->counted.order)
            solution[i] = guess ? guess[i] : (real4){0, 0, 0, 0};
#pragma omp barrier
    }
    solver->linsys->ops->solve(solver->linsys, rhs, solution);
    (void)linsys_solver_solved(solver, context).code; // failures are reported at the end of the step
}

// Passes the solved system to the observer. what: as in LinearSystem.
static inline void global_step_show(const LinsysSolver *solver, const char *description, const StencilMatrix *system, const real4 *rhs,
                                    const real4 *solution, const StepContext *context)
{
    team_system(context, &(LinearSystem){.name = solver->base.ops->name,
                                         .description = description,
                                         .matrix = &system->matrix,
                                         .definite = true,
                                         .rhs_of_three = rhs,
                                         .solution_of_three = solution});
}

#endif
