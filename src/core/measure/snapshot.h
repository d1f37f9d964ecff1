// Snapshot: the figures of a frame of a trajectory, at the end of a step, and the force of every constraint there. Computed in double
// precision from positions and velocities of either precision. Read-only.
//
//   error        ‖x − x_ref‖₂ / ‖x_ref − x_0‖₂, x_ref a finer trajectory at the same time, x_0 the start; none without x_ref
//                or when x_ref = x_0
//   weighted_error   the same in ‖d‖² = dᵀM d over free particles
//   reference_error  ‖error of x_ref itself‖₂ / ‖x_ref − x_0‖₂, estimated (reference.h)
//   kinetic      ½ Σ m v²;  elastic E(x) of the soft constraints;  potential −Σ m g·x − Σ f·x  [J]
//   momentum     Σ m v [kg m/s];  angular Σ m x × v about the origin [kg m²/s];  centre Σ m x / Σ m [m]
//   tracked      position of one particle [m]
//   constraint_* largest and root mean square |C| of the unbroken constraints; feasible inequalities have none
//   *_error      volume, area, bending: deviation of elements from their sizes at rest (measure/shape.h)
//   broken       number of constraints broken so far
// Sums over particles are over free ones. The centre is NaN if there are none.
#ifndef WEFT_MEASURE_SNAPSHOT_H
#define WEFT_MEASURE_SNAPSHOT_H

#include "base/record.h"
#include "measure/shape.h"
#include "solver/solver.h"

typedef struct Snapshot { // NaN: does not exist
#define SNAPSHOT(field, view, unit, label, kind) RECORD_##kind(field)
#include "base/record_list.h"
} Snapshot;

typedef struct SnapshotTaker {
    const Model *model;
    Shape        shape;
    int32_t      tracked;     // user's number
    double (*start)[3];       // [particles] x_0, user's numbering
    double4 *x;               // [particles]
    double  *value;           // [largest set]
    double  *force;           // [largest set], scene's order; the result of snapshot_forces
    double  *reference_force; // the same of a reference
} SnapshotTaker;

// Memory from the arena; `state` is the start of the run.
Status snapshot_init(SnapshotTaker *taker, const Model *model, const State *state, int32_t tracked, Arena *arena) GNU_MUST_CHECK;

// reference: [particles][3] in the user's numbering, or NULL; own_error: Probe.own_error of it.
Snapshot snapshot_take(SnapshotTaker *taker, const State *state, const double (*reference)[3], double own_error);

// The force of every constraint of a kind at the end of a step, N, in the scene's order: λ/h² of a solver with multipliers, else −k C; the
// norm of several components. Negative: attracts the particles (C grows with their distance); 0 for a broken one. NaN for hard constraints,
// and for solvers that do not use the scene's stiffnesses (pbd), when there are no multipliers. In taker->force. h: length of the last
// substep.
void snapshot_forces(SnapshotTaker *taker, const State *state, const Solver *solver, double h, int kind);

// −k C at the positions of a reference, in taker->reference_force, where nothing is broken.
void snapshot_reference_forces(SnapshotTaker *taker, const double (*position)[3], int kind);

#endif
