// Motion: the parts of an implicit Euler step common to all solvers: external accelerations, the inertial prediction, the velocity update.
//   a = g + W (f + s),   y = x_n + h v_n + h² a,   v' = (x' − x_n)/h
// A pin has y = x_n or its scripted position at the end of the substep. The surface loads s are those at the start of the step.
//
// Single precision: if h v or h² a is below half an ulp of x, then x_n + h v + h² a equals x_n, and (x' − x_n)/h is only a multiple of
// ulp(x)/h. Therefore the rounding remainder of x is carried in State.remainder, c, and the solve corrects the velocity only by its own
// displacement:
//   d = c_n + h (v_n + h a),   y = fl(x_n + d),   c' = d − (y − x_n),   v' = v_n + h a + (x' − y)/h
// In exact arithmetic this equals the formulas above. Both parts are needed. Without c a particle at 100 m gains speed but stays in place
// until h v reaches half an ulp. Without the second part v' = (x' + c' − x_n − c_n)/h contains the rounding of c, 2 % of a first step of g
// h² = 1e-11 m. Positions relative to an origin of their body would not suffice: half an ulp of 1 m is still 6000 such steps. Still lost
// are displacements by the solve itself (projections, global step, contacts) below half an ulp of x. Where the solve moves x, v' has an
// error of ulp(x)/h. `newton` and `xpbd_direct` solve in double precision (exact_motion.h) and have neither error. solver/condition_list.h
// has the condition under which it matters.
//
// Any other integrator of the model (model/integrator.h) is this step with length h_e from x̂ with v̂. The prediction stores these, with
// their own remainder, in place of x_n (`previous`) and v_n (the State's velocity). It keeps x_n and v_n as the history for the next step
// of bdf2. The velocity update of midpoint extrapolates both from u to the end of the step; the velocity of a pin stays that of the mean.
#ifndef WEFT_STEP_MOTION_H
#define WEFT_STEP_MOTION_H

#include "step/step.h"
#include "step/traffic.h"

enum { MOTION_CARRIES = sizeof(real) < sizeof(double) }; // remainders

typedef struct Motion {
    int32_t      particle_count;
    const Model *model;
    int32_t      substeps;
    real         h; // s, dt / substeps: h_e
    double       exact_h;
    real4        gravity;
    real4       *acceleration; // [particles] m/s², 0 for a pin; NULL: gravity only
    double4     *loads;        // [corners of the model's surface loads] N; NULL: none
    real4       *previous;     // [particles] x_n of the current substep, x̂
    real4       *kept;         // [particles] v_n of the current substep of midpoint; NULL with another integrator
    real4       *kept_rest;    // [particles] the remainder of its x_n; NULL in double precision too
} Motion;

// a of particle i with inverse mass w.
static inline real4 motion_acceleration(const Motion *motion, int32_t i, real w)
{
    if (motion->acceleration)
        return motion->acceleration[i];
    return w > 0 ? motion->gravity : (real4){0};
}

Status motion_init(Motion *motion, const SolverSetup *setup, int32_t substeps) GNU_MUST_CHECK;

// The start of a substep, counted from 0, for team_begin after its prediction: x_n is `previous`, the other arrays belong to the State.
Start motion_start(const Motion *motion, const State *state, int32_t substep);

// Computes the surface loads, once at the start of a step. All threads of a team; ends with a barrier if there are any.
void motion_update_loads(const Motion *motion, const State *state);

// All threads of a team, without a closing barrier. predict: previous = x_n, position = y. predict_from: the same with
// y = x_n + h (velocity + duration a), duration in s. update: velocity from position and previous, after a prediction from the same.
void motion_predict(const Motion *motion, State *state, int32_t substep);
void motion_predict_from(const Motion *motion, State *state, int32_t substep, const real4 *velocity, real duration);
void motion_update(const Motion *motion, State *state);
void motion_update_from(const Motion *motion, State *state, const real4 *velocity, real duration);

// Traffic of the velocity update: bytes read and written, operations; `runs` times per step.
PhaseTraffic motion_update_traffic(const Motion *motion, int64_t runs);

#endif
