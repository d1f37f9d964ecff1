// Motion: the parts of an implicit Euler step that all solvers share: external accelerations, the inertial prediction, the velocity update.
//   a = g + W f,   y = x_n + h v_n + h² a (a = 0 and v = 0 for a pin),   v' = (x' − x_n)/h
#ifndef WEFT_SOLVER_MOTION_H
#define WEFT_SOLVER_MOTION_H

#include "solver/solver.h"

typedef struct Motion {
    int32_t particle_count;
    real    h; // s, dt / substeps
    real4   gravity;
    real4  *acceleration; // [particles] m/s², 0 for a pin; NULL: gravity is all there is
    real4  *previous;     // [particles] x_n of the running substep
} Motion;

// a of particle i, whose inverse mass is w.
static inline real4 motion_acceleration(const Motion *motion, int32_t i, real w)
{
    if (motion->acceleration)
        return motion->acceleration[i];
    return w > 0 ? motion->gravity : (real4){0};
}

Status motion_init(Motion *motion, const SolverSetup *setup, double h) GNU_MUST_CHECK;

// All threads of a team, without a closing barrier. predict: previous = x_n, position = y. predict_from: y = x_n + h (velocity + kick a)
// instead. update: velocity from position and previous.
void motion_predict(const Motion *motion, State *state);
void motion_predict_from(const Motion *motion, State *state, const real4 *velocity, real kick);
void motion_update(const Motion *motion, State *state);

// STATUS_UNSUPPORTED, by name, when a set of the model is not empty and `missing(ops)` holds, or when constraints are hard, damped,
// breakable or inequalities and the solver does not take such.
Status solver_refuse(const Model *model, const SolverOps *solver, bool (*missing)(const ConstraintOps *ops)) GNU_MUST_CHECK;

#endif
