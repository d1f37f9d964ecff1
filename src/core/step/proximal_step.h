// ProximalStep: the local step of ADMM (Narain, Overby, Brown 2016) and its right-hand side. For the rows q = D x + u of each constraint,
//   z = argmin E(z) + ½ w² |q − z|²,   u = q − z,   rhs = base + h² Σ Dᵀ w² (z − u),   w² = κ k
// where k is the stiffness of the constraint, or the weight of its kind's rows (`reduce`). For a kind of projective dynamics,
// E = ½ k |z − Π(z)|², Π the target nearest to a row,
//   z − u = Π(q) + (κ − 1)/(κ + 1) (q − Π(q)),   u = (q − Π(q)) / (κ + 1)
// so that with κ = 1 and u = 0 before every run this is the local step of projective dynamics. w² u is the force in a row.
#ifndef WEFT_STEP_PROXIMAL_STEP_H
#define WEFT_STEP_PROXIMAL_STEP_H

#include "step/local_step.h"

typedef struct ProximalStep {
    LocalStep     local; // its targets are z − u
    double        kappa;
    bool          reset;                    // u is treated as 0
    real4        *u;                        // [rows of all constraints], laid out as the targets
    ConstraintSet alone[CONSTRAINT_KINDS];  // of group kinds: the set with its own copies of the particles
    real4        *member[CONSTRAINT_KINDS]; // [members] their positions
} ProximalStep;

// True if a kind lacks a function that ADMM needs.
bool proximal_step_missing(const ConstraintOps *ops);

Status proximal_step_init(const Model *model, double h, double kappa, bool reset, Arena *arena, ProximalStep *out) GNU_MUST_CHECK;

// u = 0, at the start of a step. All threads; a barrier must follow.
void proximal_step_begin(const ProximalStep *step);

// One local step from these positions. All threads; complete after the closing barrier. Enters PHASE_LOCAL and PHASE_RHS.
void proximal_step_run(const ProximalStep *step, const real4 *position, const real4 *base, real4 *rhs, StepContext *context);

// PHASE_LOCAL and PHASE_RHS for this number of runs per step. Not counted for group kinds, which copy their members, or kinds with their
// own `prox`, whose iterations have no fixed cost.
void proximal_step_traffic(const ProximalStep *step, int64_t runs, Traffic *out);

#endif
