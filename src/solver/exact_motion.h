// ExactMotion: the parts of a step that solvers in double precision share, whatever the precision of the State they start from and end
// in. x, previous and y are in the model's numbering; x starts at y.
#ifndef WEFT_SOLVER_EXACT_MOTION_H
#define WEFT_SOLVER_EXACT_MOTION_H

#include "solver/solver.h"

typedef struct ExactMotion {
    const Model *model;
    double       h;                // s, dt / substeps
    double4     *x, *previous, *y; // [particles] m; the inertial prediction y is x_n for a pin
} ExactMotion;

Status exact_motion_init(ExactMotion *motion, const Model *model, double h, Arena *arena) GNU_MUST_CHECK;

// previous = x_n, x = y.
void exact_motion_predict(ExactMotion *motion, const State *state);

// The State's positions from x, its velocities from x and previous. Pins stay as they are.
void exact_motion_finish(const ExactMotion *motion, State *state);

// The largest force that gravity and the scene exert on a free particle, N.
double exact_motion_load(const ExactMotion *motion);

static inline bool exact_motion_is_free(const ExactMotion *motion, int32_t particle)
{
    return motion->model->inverse_mass[particle] > 0;
}

// The largest entry by magnitude. NaN when one is: fmax would hide it, and an iterate that is not finite would pass for a converged one.
double double4_largest(const double4 *v, int32_t n);
double double_largest(const double *v, int32_t n);

// STATUS_UNSUPPORTED, by name, for a linear system that has no solve_scalar.
Status solver_refuse_linsys(const char *solver, const LinsysOps *linsys) GNU_MUST_CHECK;

#endif
