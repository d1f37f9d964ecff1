// Sweeps: one pass of projections over all constraints, in one of three orders.
//   coloured  Gauss-Seidel colour by colour, each colour in parallel
//   serial    Gauss-Seidel in file order, on one thread
//   jacobi    every constraint against the same positions; its Δλ is scaled by 1 / constraints at its busiest particle, and that same Δλ
//             moves x and λ, which keeps x − y = W ∇Cᵀ λ and momentum
// With an ω other than 1 each of them is successive over-relaxation. Groups (V = 0) come after the others, set by set in the order of the
// scene; the whole team works on each.
#ifndef WEFT_STEP_SWEEPS_H
#define WEFT_STEP_SWEEPS_H

#include "step/incidence.h"
#include "step/step.h"

typedef enum SweepKind { SWEEP_COLOURED, SWEEP_SERIAL, SWEEP_JACOBI } SweepKind;
extern const char *const SWEEP_NAMES[]; // ended by NULL

// Which form of a projection runs where constraints may be projected at once: ConstraintOps.project or project_plain. Where they may not,
// in a serial sweep and a serial tail, it is always the plain one.
typedef enum Kernels { KERNELS_WIDE, KERNELS_PLAIN } Kernels;
extern const char *const KERNEL_NAMES[]; // ended by NULL

typedef struct Sweeps {
    const Model    *model;
    const Schedule *schedule;
    SweepKind       kind;
    Kernels         kernels;
    Sweep           per_set[CONSTRAINT_KINDS]; // what a projection of each set works on, without the positions
    Incidence       incidence;                 // jacobi only
    real4          *correction;                // jacobi only, [incidence slots]
    GroupWork       work;                      // of groups
} Sweeps;

ScheduleKind sweeps_schedule(SweepKind kind);

// What a team needs to work on any group of a model; nothing where there is none.
Status sweeps_group_work(const Model *model, Arena *arena, GroupWork *out) GNU_MUST_CHECK;

// per_set gets weight and correction; the owner fills in the rest of it.
Status sweeps_init(Sweeps *sweeps, const SolverSetup *setup, SweepKind kind, Kernels kernels) GNU_MUST_CHECK;

// One sweep. All threads of a team; ends with a barrier.
void sweeps_run(const Sweeps *sweeps, real4 *position);

#endif
