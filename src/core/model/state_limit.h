// StateLimit: limits of distance and kinetic energy, from the size, speeds, forces and energy of the scene at the start. A state far
// beyond these limits has diverged, even if its numbers are finite.
//
// After a time t every particle is within r = S + u t + a t²/2, and no step moves a particle by more:
//   S  the diagonal of the particles at the start, plus the largest |C|
//   u  the largest speed: of a particle, of the air, of scripts, and of the lightest particle if it had all elastic energy
//   a  the largest acceleration by gravity, forces and surface loads
// The kinetic energy is then at most M (u + a t + S/Δt)²/2, M being the total mass. The bounds are a million times r and this energy, so
// that growing gusts and pressures stay below.
#ifndef WEFT_MODEL_STATE_LIMIT_H
#define WEFT_MODEL_STATE_LIMIT_H

#include "model/model.h"

typedef struct StateLimit {
    double middle[3]; // of the particles at the start, m
    double size, speed, acceleration, mass, dt;
} StateLimit;

// state: at the start; dt: s, of a step. STATUS_MEMORY.
Status state_limit_init(const Model *model, const State *state, double dt, StateLimit *out) GNU_MUST_CHECK;

// STATUS_NUMERIC if the state is not finite or has diverged, with a clause that names the exceeded limit.
Status state_limit_check(const StateLimit *limit, const Model *model, const State *state) GNU_MUST_CHECK;

#endif
