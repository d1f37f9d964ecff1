// KktStep: one Newton step on the full KKT system of positions and multipliers (XPBD 2016 eq. 7-9, nothing dropped),
//   [K, −∇Cᵀ; ∇C, α~][Δx; Δλ] = −[g; h],   g = M(x−y) − ∇Cᵀλ,   h = C + α~λ,   K = M − Σ λ ∇²C,
// solved in its primal form, which is positive definite at the solution; needs every α~ > 0:
//   (K + ∇Cᵀα~⁻¹∇C) Δx = −g − ∇Cᵀα~⁻¹h,   Δλ = −α~⁻¹(h + ∇C Δx).
//
// Away from the solution the matrix may be indefinite. Then the curvatures that can cause it, those whose −λ∇²C is not positive
// semi-definite, are scaled by 1 − θ: θ = 0 first, growing until the factorisation succeeds, shrinking again from step to step. At θ = 1
// these terms vanish, and the matrix is positive definite.
#ifndef WEFT_SOLVER_KKT_STEP_H
#define WEFT_SOLVER_KKT_STEP_H

#include "assembly/constraint_rows.h"
#include "assembly/hessian.h"

typedef struct KktStep {
    Hessian  hessian;
    double   theta;
    double4 *gradient;   // [particles] g; 0 at a pin
    double  *rhs, *move; // [3 particles]
} KktStep;

Status kkt_step_init(const Model *model, const char *solver, int threads, Arena *arena, KktStep *out) GNU_MUST_CHECK;

// g at motion->x, from the last evaluation of the rows. All threads of a team, without a closing barrier.
void kkt_step_gradient(KktStep *step, const ConstraintRows *rows, const ExactMotion *motion);

// One step from g and the rows' last evaluation: moves motion->x and the rows' λ. Called outside any team.
Status kkt_step_take(KktStep *step, ConstraintRows *rows, ExactMotion *motion, Linsys *linsys, int threads,
                     StepContext *context) GNU_MUST_CHECK;

#endif
