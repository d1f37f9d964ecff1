// Snapshot: the figures of a frame of a trajectory, at the end of a step, and the force of every constraint there. Computed in double
// precision from positions and velocities of either precision. Read-only.
//
// record/metric_list.h has their formulas, under `trajectory`. There is no error without a finer trajectory x_ref, nor where x_ref is still
// at the start x_0; reference_error is estimated (reference.h). Sums over particles are over free ones. The centre is NaN if there are
// none. pin_force and contact_force are 0 here: loads_sum (loads.h) has them.
#ifndef WEFT_MEASURE_SNAPSHOT_H
#define WEFT_MEASURE_SNAPSHOT_H

#include "measure/parts.h"
#include "measure/shape.h"
#include "solver/solver.h"

typedef struct Snapshot { // a row `frame` (record/record_list.h); NaN: does not exist
    int64_t step;         // the recorder sets this and the next field
    double  time_s;
    double  error, weighted_error, reference_error;
    double  kinetic, elastic, potential;
    double  momentum[3], angular[3], centre[3];
    double  tracked[3], tracked_velocity[3];
    double  pin_force[3], contact_force[3];
    double  constraint_max, constraint_rms, volume_error, area_error, bending_error;
    int64_t broken;
} Snapshot;

typedef struct SnapshotTaker {
    const Model   *model;
    Shape          shape;
    int32_t        tracked_count;
    const int32_t *tracked;  // [tracked_count] particles whose mean position is tracked
    int32_t        particle; // the tracked particle, if there is only one
    double (*start)[3];      // [particles] x_0, user's numbering
    double4   *x;            // [particles]
    PartMemory parts;
    double    *force;           // [largest set], scene's order; the result of snapshot_forces
    double    *reference_force; // the same for a reference
} SnapshotTaker;

// Memory from the arena; `state` is the start of the run. particle: the tracked one, user's number; SNAPSHOT_PLACE: the place that the
// scene names. The taker must not be moved.
enum { SNAPSHOT_PLACE = INT32_MIN };
Status snapshot_init(SnapshotTaker *taker, const Model *model, const State *state, int32_t particle, Arena *arena) GNU_MUST_CHECK;

// reference: [particles][3] in the user's numbering, or NULL; own_error: Probe.own_error of it.
Snapshot snapshot_take(SnapshotTaker *taker, const State *state, const double (*reference)[3], double own_error);

// The force of every constraint of a kind at the end of a step, N, in the scene's order: λ/h² for a solver with multipliers, else −k C; the
// norm of several components. Negative: attracts the particles (C grows with their distance); 0 for a broken one. Without multipliers NaN
// for hard constraints, and for solvers that do not use the scene's stiffnesses (pbd). In taker->force. h: length of the last substep.
void snapshot_forces(SnapshotTaker *taker, const State *state, const Solver *solver, double h, int kind);

// −k C at the positions of a reference, in taker->reference_force; no constraint counts as broken.
void snapshot_reference_forces(SnapshotTaker *taker, const double (*position)[3], int kind);

#endif
