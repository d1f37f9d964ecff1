// The systems of a KKT step, for an observer: the positive definite one that is solved, and the full one,
//   [K, −∇Cᵀ; −∇C, −α~][Δx; Δλ] = [−g; h],
// symmetric and indefinite. The full one is passed in the first iteration of a (sub)step, where λ = 0 and K = M.
#ifndef WEFT_SOLVER_KKT_SYSTEM_H
#define WEFT_SOLVER_KKT_SYSTEM_H

#include "solver/private/kkt_step.h"

// After the solve and before the step is taken. Outside any team. STATUS_MEMORY.
Status kkt_system_show(const KktStep *step, const ConstraintRows *rows, const ExactMotion *motion,
                       const StepContext *context) GNU_MUST_CHECK;

#endif
