// The systems of a KKT step as an observer sees them: the positive definite one that is solved, and the whole one it comes from,
//   [K, −∇Cᵀ; −∇C, −α~][Δx; Δλ] = [−g; h],
// symmetric and indefinite. The whole one is shown where λ = 0, in the first iteration of a (sub)step: K is M there.
#ifndef WEFT_SOLVER_KKT_SYSTEM_H
#define WEFT_SOLVER_KKT_SYSTEM_H

#include "solver/private/kkt_step.h"

// After the solve and before the step is taken. Outside any team. STATUS_MEMORY.
Status kkt_system_show(const KktStep *step, const ConstraintRows *rows, const ExactMotion *motion,
                       const StepContext *context) GNU_MUST_CHECK;

#endif
