// Sweeps: one pass of projections over all constraints, in one of three orders.
//   coloured  Gauss-Seidel colour by colour, each colour in parallel; threads wait for their neighbours only (step/shares.h)
//   serial    Gauss-Seidel in file order, on one thread
//   jacobi    every constraint against the same positions; its Δλ is scaled by 1 / (most constraints at one of its particles), and the
//             scaled Δλ moves x and λ, which keeps x − y = W ∇Cᵀ λ and momentum. Without scaling the eigenvalues of diag(A)⁻¹A, A = ∇C W
//             ∇Cᵀ + α~, are at most the largest number of constraints at one particle (Cauchy-Schwarz). With scaling they are at most 1:
//             errors keep their sign, and any factor below 2 converges
// With ω ≠ 1 each is a successive over-relaxation. Groups (V = 0) come after the others, set by set in the order of the scene; the whole
// team works on each.
#ifndef WEFT_STEP_SWEEPS_H
#define WEFT_STEP_SWEEPS_H

#include "step/incidence.h"
#include "step/shares.h"
#include "step/step.h"

typedef enum SweepKind { SWEEP_COLOURED, SWEEP_SERIAL, SWEEP_JACOBI } SweepKind;
extern const char *const SWEEP_NAMES[]; // ended by NULL

// Projection function for constraints that may be projected at once: ConstraintOps.project or project_plain. A serial sweep and a serial
// tail always use the plain one.
typedef enum Kernels { KERNELS_WIDE, KERNELS_PLAIN } Kernels;
extern const char *const KERNEL_NAMES[]; // ended by NULL

typedef struct Sweeps {
    const Model    *model;
    const Schedule *schedule;
    SweepKind       kind;
    Kernels         kernels;
    Sweep           per_set[CONSTRAINT_KINDS]; // arguments of a set's projection, without the positions
    Shares          shares;                    // not jacobi
    Incidence       incidence;                 // jacobi only
    real4          *correction;                // jacobi only, [incidence slots]
    int32_t         busiest;                   // jacobi only: most constraints at one particle of the model, at least 1
    GroupWork       work;                      // of groups
    int32_t
        barriers; // of a sweep: its colours (threads wait for neighbours) and serial parts, or two when all at once; and one for each group
} Sweeps;

ScheduleKind sweeps_schedule(SweepKind kind);

// Work space of a team for any group of the model; empty if there is none.
Status sweeps_group_work(const Model *model, Arena *arena, GroupWork *out) GNU_MUST_CHECK;

// Sets weight and correction of per_set; the caller fills in its other fields. scaled: Jacobi sweeps scale Δλ as described above; otherwise
// their weights are 1, and ω must be below 2 / busiest.
Status sweeps_init(Sweeps *sweeps, const SolverSetup *setup, SweepKind kind, Kernels kernels, bool scaled) GNU_MUST_CHECK;

// One sweep. All threads of a team; ends with a barrier.
void sweeps_run(const Sweeps *sweeps, real4 *position);

#endif
