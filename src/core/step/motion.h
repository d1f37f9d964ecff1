// Motion: the parts of an implicit Euler step that all solvers share: external accelerations, the inertial prediction, the velocity update.
//   a = g + W (f + s),   y = x_n + h v_n + h² a,   v' = (x' − x_n)/h
// A pin has y = x_n or its scripted position at the end of the substep. The surface loads s are those of the start of the step.
//
// In single precision, where h v or h² a is below half an ulp of x, x_n + h v + h² a is x_n, and (x' − x_n)/h is no velocity but a
// multiple of ulp(x)/h. So there what rounding leaves out of x is carried in State.remainder, c, and the velocity is corrected only
// by what the solve moves:
//   d = c_n + h (v_n + h a),   y = fl(x_n + d),   c' = d − (y − x_n),   v' = v_n + h a + (x' − y)/h
// In exact arithmetic this is the above. Either part alone is not enough: without c a particle at 100 m gains speed and stays where it is
// until h v reaches half an ulp; without the second part v' = (x' + c' − x_n − c_n)/h has the rounding of c in it, 2 % of a first step of
// g h² = 1e-11 m. Positions relative to an origin of their body would not do: half an ulp of 1 m is still 6000 such steps. What stays
// lost: moves of the solve itself (projections, global step, contacts) below half an ulp of x, and what ulp(x)/h adds to v' where it moves
// x. `newton` and `xpbd_direct` solve in double precision (exact_motion.h) and lose neither. solver/condition_list.h says when it matters.
//
// Another integrator of the model (model/integrator.h) is this step of length h_e from x̂ with v̂: the prediction puts them, with a remainder
// of their own, in the place of x_n (`previous`) and v_n (the State's velocity), and keeps x_n and v_n as the past of the next step of
// bdf2. The velocity update of midpoint takes both on from u to the end of the step; the velocity of a pin stays that of the mean.
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
    double4     *loads;        // [corners of the model's surface loads] N; NULL: there are none
    real4       *previous;     // [particles] x_n of the current substep, x̂
    real4       *kept;         // [particles] v_n of the current substep of midpoint; NULL with another integrator
    real4       *kept_rest;    // [particles] the remainder of its x_n; NULL in double precision too
} Motion;

// a of particle i, whose inverse mass is w.
static inline real4 motion_acceleration(const Motion *motion, int32_t i, real w)
{
    if (motion->acceleration)
        return motion->acceleration[i];
    return w > 0 ? motion->gravity : (real4){0};
}

Status motion_init(Motion *motion, const SolverSetup *setup, int32_t substeps) GNU_MUST_CHECK;

// The start of a substep, counted from 0, for team_begin after its prediction: x_n is `previous`, the other arrays are the State's.
Start motion_start(const Motion *motion, const State *state, int32_t substep);

// Computes the surface loads, once at the start of a step. All threads of a team; ends with a barrier if there are any.
void motion_update_loads(const Motion *motion, const State *state);

// All threads of a team, without a closing barrier. predict: previous = x_n, position = y. predict_from: the same with
// y = x_n + h (velocity + duration a), duration in s. update: velocity from position and previous, after a prediction from the same.
void motion_predict(const Motion *motion, State *state, int32_t substep);
void motion_predict_from(const Motion *motion, State *state, int32_t substep, const real4 *velocity, real duration);
void motion_update(const Motion *motion, State *state);
void motion_update_from(const Motion *motion, State *state, const real4 *velocity, real duration);

// What the velocity update reads, writes and computes, `runs` times a step.
PhaseTraffic motion_update_traffic(const Motion *motion, int64_t runs);

#endif
