// KktStep: one Newton step on the full KKT system of positions and multipliers (XPBD 2016 eq. 7-9, nothing dropped),
//   [K, −∇Cᵀ; ∇C, α~][Δx; Δλ] = −[g; h],   g = M(x−y) − ∇Cᵀλ,   h = C + α~λ,   K = M − Σ λ ∇²C,
// solved in its primal form, which is positive definite at the solution; needs every α~ > 0:
//   (K + ∇Cᵀα~⁻¹∇C) Δx = −g − ∇Cᵀα~⁻¹h,   Δλ = −α~⁻¹(h + ∇C Δx).
//
// Away from the solution the matrix may be indefinite. Then the fraction θ of the negative part of each constraint's α~⁻¹∇C∇Cᵀ − λ∇²C is
// removed, as in newton. θ starts at 0, grows until the factorisation succeeds, and shrinks again from step to step. At θ = 1 the matrix is
// positive definite.
//
// The right-hand side is −∇Φ(x) for any λ, so that Δx is a descent direction of Φ. A line search on Φ shortens steps that would raise it.
// If changes of Φ are below its round-off, the full step is taken.
#ifndef WEFT_SOLVER_KKT_STEP_H
#define WEFT_SOLVER_KKT_STEP_H

#include "assembly/constraint_rows.h"
#include "assembly/hessian.h"
#include "solver/private/linsys_solver.h"

typedef struct KktStep {
    StepContext *context; // of the current step, for counting costs; NULL: not counted
    Hessian      hessian;
    double       theta;
    double4     *gradient;        // [particles] g; 0 at a pin
    double      *rhs, *move;      // [3 particles]
    double4     *start;           // [particles] x and λ before the step, Δλ
    double      *lambda, *change; // [rows]
} KktStep;

// rows: number of rows.
Status kkt_step_init(const Model *model, const char *solver, int threads, int32_t rows, Arena *arena, KktStep *out) GNU_MUST_CHECK;

// Evaluates the rows and g at motion->x. Called outside any team.
void kkt_step_evaluate(KktStep *step, ConstraintRows *rows, const ExactMotion *motion, int threads);

// One step with the solver's system from the last evaluation: moves motion->x and the rows' λ, and evaluates them there. Called outside any
// team.
Status kkt_step_take(KktStep *step, ConstraintRows *rows, ExactMotion *motion, const LinsysSolver *solver, int threads) GNU_MUST_CHECK;

#endif
