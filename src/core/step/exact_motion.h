// ExactMotion: motion.h in double precision, for solvers that compute in double precision whatever the precision of the State. x, previous
// and y use the model's numbering; x starts at y.
#ifndef WEFT_STEP_EXACT_MOTION_H
#define WEFT_STEP_EXACT_MOTION_H

#include "step/step.h"

typedef struct ExactMotion {
    const Model *model;
    int32_t      substeps;
    double       h;        // s, dt / substeps: h_e of the model's integrator
    double       lasts;    // s, length of a step in script time if different from h; 0: equal to h
    double4     *velocity; // [particles] m/s, v̂ of bdf2; NULL with another integrator, whose v̂ is the State's velocity
    double4     *x, *previous,
        *y;         // [particles] m; previous: x_n, x̂ of bdf2; the inertial prediction y is, for a pin, x_n or its scripted position
    double4 *force; // [particles] N, of the scene and the surface loads of the current step; NULL without these
    double4 *loads; // [corners of the surface loads] N
} ExactMotion;

Status exact_motion_init(ExactMotion *motion, const Model *model, double dt, int32_t substeps, Arena *arena) GNU_MUST_CHECK;

// The start of a substep, counted from 0; the arrays belong to the State.
Start exact_motion_start(const ExactMotion *motion, const State *state, int32_t substep);

// previous = x_n or x̂, x = y. Computes the surface loads in the first substep.
void exact_motion_predict(ExactMotion *motion, const State *state, int32_t substep);

// Sets the State's positions from x, its velocities from x and previous by its integrator, and the history of bdf2. Unscripted pins keep
// their values.
void exact_motion_finish(const ExactMotion *motion, State *state, int32_t substep);

// The largest force that gravity, the scene and surface loads exert on a free particle, N.
double exact_motion_load(const ExactMotion *motion);

static inline bool exact_motion_is_free(const ExactMotion *motion, int32_t particle)
{
    return motion->model->inverse_mass[particle] > 0;
}

// The largest entry by magnitude. NaN if an entry is NaN: fmax would hide it, and a NaN iterate would look converged.
double double4_largest(const double4 *v, int32_t n);
double double_largest(const double *v, int32_t n);

#endif
