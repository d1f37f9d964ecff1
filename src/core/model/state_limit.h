// StateLimit: how far and how fast the particles of a scene can be, from its size, speeds, forces and energy at the start. A state far
// beyond has diverged, though its numbers are finite.
//
// After a time t nothing is farther than r = S + u t + a t²/2, and a step moves nothing by more: S is the diagonal of the particles at the
// start and the largest |C|, u the largest speed, of a particle, of the air, of scripts, and of the lightest particle if it had all elastic
// energy, and a the largest acceleration by gravity, forces and surface loads. The kinetic energy is then at most M (u + a t + S/Δt)²/2, M
// the mass of all. The bounds are a million times r and that energy, so that gusts and pressures that grow stay below.
#ifndef WEFT_MODEL_STATE_LIMIT_H
#define WEFT_MODEL_STATE_LIMIT_H

#include "model/model.h"

typedef struct StateLimit {
    double middle[3]; // of the particles at the start, m
    double size, speed, acceleration, mass, dt;
} StateLimit;

// state: at the start; dt: s, of a step. STATUS_MEMORY.
Status state_limit_init(const Model *model, const State *state, double dt, StateLimit *out) GNU_MUST_CHECK;

// STATUS_NUMERIC, with a clause that says what is beyond: the state is not finite, or has diverged.
Status state_limit_check(const StateLimit *limit, const Model *model, const State *state) GNU_MUST_CHECK;

#endif
