// LocalStep: the local step of projective dynamics and its right-hand side h² Σ k Aᵀ p. Each kind of constraint uses one of four variants:
//
//   fused  the kind has `local_rhs`: targets are computed where they are summed, particle by particle, and never stored
//   fixed  the targets do not depend on positions: they are summed once, at set-up
//   pulled the kind has `pull`: each constraint writes one block for each of its vertices, and each particle sums its blocks. For targets
//          that cost more than the blocks, such as the rotation of a tetrahedron. The fused variant would compute it at each of four
//          vertices; the plain variant would gather three columns for each. If all pulls are of one kind, a particle sums them as soon
//          as the last is written, while they are in the nearest caches; otherwise, and for particles between two threads, after a barrier
//   plain  `local` writes the targets of the constraints, and after a barrier each particle gathers its targets
//
// The plain variant handles every kind and is the reference for the others.
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

// Constraints between two passes over particles: their blocks fit in the L1 cache.
enum { PULL_CHUNK = 256 };

typedef struct LocalStep {
    const Model *model;
    LocalWay     way[CONSTRAINT_KINDS];
    bool         has[LOCAL_WAYS];          // true if any kind uses this variant
    SlicedEll    ell[CONSTRAINT_KINDS];    // of the fused kinds
    Incidence    incidence;                // of the plain kinds
    real4       *target;                   // [incidence slots]
    GroupWork    work;                     // of groups, which use the plain variant
    real        *weight[CONSTRAINT_KINDS]; // [constraints] h² k of the pulled kinds
    Incidence    corners;                  // of the pulled kinds
    real4       *pull;                     // [corner slots]
    int32_t     *early;                    // [particles] by the last constraint of each; NULL: not every kind is pulled, or several are
    int32_t     *early_start;              // [chunks + 2] first of each chunk of PULL_CHUNK constraints
    int          early_kind, early_vertices;
    FixedPull   *fixed; // [fixed_count] by particle
    int32_t      fixed_count;
} LocalStep;

// plain: all kinds use the plain variant. Every kind in the model must have `stencil`, or `reduce`; and to be run `local`, or `local_team`.
Status local_step_init(const Model *model, double h, bool plain, Arena *arena, LocalStep *out) GNU_MUST_CHECK;

// Adds the fixed pulls to sum[begin … end−1].
void local_step_add_fixed(const LocalStep *step, int32_t begin, int32_t end, real4 *sum);

// rhs = base + h² Σ k Aᵀ p at these positions, for the kinds that are not fixed. All threads of a team; complete after the closing barrier.
// Enters PHASE_LOCAL, and PHASE_RHS if a kind uses the plain or the pulled variant: in turns for one pulled kind.
void local_step_run(const LocalStep *step, const real4 *position, const real4 *base, real4 *rhs, StepContext *context);

// Its last part: rhs = base + h² Σ k Aᵀ p for this thread's particles, from the current targets of the plain kinds.
void local_step_gather(const LocalStep *step, const real4 *position, const real4 *base, real4 *rhs);

// PHASE_LOCAL and PHASE_RHS for this number of runs per step.
void local_step_traffic(const LocalStep *step, int64_t runs, Traffic *out);

#endif
