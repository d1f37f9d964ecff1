// LiveModel: the model as used by methods that minimise Φ. Breakable constraints have their current stiffness, 0 once broken. Broken ones
// stay in every list and pattern, without energy, force or matrix entry.
//
// As with multipliers (step/breaking.h), with |λ|/h² = k |C|: a constraint breaks when its force exceeds its limit at the end of a step.
#ifndef WEFT_STEP_LIVE_MODEL_H
#define WEFT_STEP_LIVE_MODEL_H

#include "step/step.h"

typedef struct LiveModel {
    const Model *whole;
    Model        model;  // shares everything with `whole` except the stiffness of breakable sets
    bool         breaks; // true if any constraint can break
} LiveModel;

Status live_model_init(LiveModel *live, const Model *whole, Arena *arena) GNU_MUST_CHECK;

// Outside any team: sets the stiffnesses from this state, which may differ from the one tested last. Returns true if any changed.
bool live_model_read(LiveModel *live, const State *state);

// All threads of a team, without a closing barrier: marks in the state the constraints that break at x.
void live_model_test(const LiveModel *live, const double4 *x, State *state);

#endif
