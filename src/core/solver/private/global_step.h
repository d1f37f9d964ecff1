// The global step of the solvers with a StencilMatrix: the parts of its right-hand side, M y + h² Σ k Aᵀ p, that do not change within a
// step, inertia and the pull of pins, and its solve. All threads of a team.
#ifndef WEFT_SOLVER_GLOBAL_STEP_H
#define WEFT_SOLVER_GLOBAL_STEP_H

#include "assembly/stencil_matrix.h"
#include "base/sorted.h"
#include "solver/private/linsys_solver.h"
#include "step/team.h"

// M y of this thread's particles, or the position of a pin. position: y.
static inline void global_step_inertia(const Model *model, const real4 *position, real4 *sum)
{
    TEAM_EACH (i, model->particle_count) {
        const real4 y = position[i];
        const real  m = y.w > 0 ? (real)model->mass[i] : 1;
        sum[i] = (real4){m * y.x, m * y.y, m * y.z, 0};
    }
}

// Adds the couplings to pins, which are ordered by the free particle, to this thread's particles. position: of the pins.
static inline void global_step_add_pins(const Model *model, const StencilMatrix *system, const real4 *position, real4 *sum)
{
    const PinCoupling *couplings = system->couplings;
    int32_t            from, to;
    team_range(0, model->particle_count, &from, &to);
    int32_t k = sorted_below(couplings, sizeof *couplings, system->coupling_count, from);
    for (; k < system->coupling_count && couplings[k].free < to; k++) {
        const real4 x = position[couplings[k].pin];
        real4      *at = &sum[couplings[k].free];
        at->x += couplings[k].weight * x.x;
        at->y += couplings[k].weight * x.y;
        at->z += couplings[k].weight * x.z;
    }
}

// guess: [n] where an iterative system begins; NULL: at 0.
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
    (void)linsys_solver_solved(solver, context).code; // a failure is read at the end of the step
}

// To the observer, what was solved. what: as in LinearSystem.
static inline void global_step_show(const LinsysSolver *solver, const char *what, const StencilMatrix *system, const real4 *rhs,
                                    const real4 *solution, const StepContext *context)
{
    team_system(context, &(LinearSystem){.name = solver->base.ops->name,
                                         .what = what,
                                         .matrix = &system->matrix,
                                         .definite = true,
                                         .rhs_of_three = rhs,
                                         .solution_of_three = solution});
}

#endif
