// LocalStep: the local step of projective dynamics and its right-hand side h² Σ k Aᵀ p. Each kind of constraint takes one of four ways:
//
//   fused  the kind has `local_rhs`: targets are computed where they are summed, particle by particle, and never stored
//   fixed  the targets do not depend on positions: they are summed once, at set-up
//   pulled the kind has `pull`: each constraint writes one block for each of its vertices, and after a barrier each particle
//          sums its blocks. For targets that cost more than the blocks: the rotation of a tetrahedron, for example, which the
//          fused way would compute at each of four vertices, and the plain way gather as three columns for each.
//   plain  `local` writes the targets of the constraints, and after a barrier each particle gathers its targets
//
// The plain way handles every kind and is the reference for the others.
#ifndef WEFT_STEP_LOCAL_STEP_H
#define WEFT_STEP_LOCAL_STEP_H

#include "constraint/sliced_ell.h"
#include "step/incidence.h"
#include "step/step.h"
#include "step/sweeps.h"
#include "step/traffic.h"

typedef enum LocalWay { LOCAL_NONE, LOCAL_PLAIN, LOCAL_FIXED, LOCAL_PULLED, LOCAL_FUSED, LOCAL_WAYS } LocalWay;

// Sum of the fixed targets in the right-hand side of a free particle.
typedef struct FixedPull {
    int32_t particle;
    real4   sum;
} FixedPull;

typedef struct LocalStep {
    const Model *model;
    LocalWay     way[CONSTRAINT_KINDS];
    bool         has[LOCAL_WAYS];          // whether any kind takes that way
    SlicedEll    ell[CONSTRAINT_KINDS];    // of the fused kinds
    Incidence    incidence;                // of the plain kinds
    real4       *target;                   // [incidence slots]
    GroupWork    work;                     // of groups, which take the plain way
    real        *weight[CONSTRAINT_KINDS]; // [constraints] h² k of the pulled kinds
    Incidence    corners;                  // of the pulled kinds
    real4       *pull;                     // [corner slots]
    FixedPull   *fixed;                    // [fixed_count] by particle
    int32_t      fixed_count;
} LocalStep;

// plain: all kinds take the plain way. Every kind in the model must have `stencil`, or `reduce`; and to be run `local`, or `local_team`.
Status local_step_init(const Model *model, double h, bool plain, Arena *arena, LocalStep *out) GNU_MUST_CHECK;

// Adds the fixed pulls to sum[begin … end−1].
void local_step_add_fixed(const LocalStep *step, int32_t begin, int32_t end, real4 *sum);

// rhs = base + h² Σ k Aᵀ p at these positions, of the kinds that are not fixed. All threads of a team; complete after the barrier it ends
// with. Enters PHASE_LOCAL, and PHASE_RHS if a kind takes the plain or the pulled way.
void local_step_run(const LocalStep *step, const real4 *position, const real4 *base, real4 *rhs, StepContext *context);

// Its last part: rhs = base + h² Σ k Aᵀ p of this thread's particles, of the targets of the plain kinds as they are.
void local_step_gather(const LocalStep *step, const real4 *position, const real4 *base, real4 *rhs);

// PHASE_LOCAL and PHASE_RHS for this number of runs per step.
void local_step_traffic(const LocalStep *step, int64_t runs, Traffic *out);

#endif
