// LiveModel: the model as the methods see it that minimise Φ. Breakable constraints have the stiffness that is left to them, 0 once they
// are broken: they stay in every list and pattern, without energy, force or entry.
//
// As with multipliers (step/breaking.h), where |λ|/h² = k |C|: a constraint breaks when its force exceeds its limit at the end of a step.
#ifndef WEFT_STEP_LIVE_MODEL_H
#define WEFT_STEP_LIVE_MODEL_H

#include "step/step.h"

typedef struct LiveModel {
    const Model *whole;
    Model        model;  // shares with `whole` all but the stiffness of sets that can break
    bool         breaks; // whether any constraint can
} LiveModel;

Status live_model_init(LiveModel *live, const Model *whole, Arena *arena) GNU_MUST_CHECK;

// Outside any team. The stiffnesses of this state, which may not be the one that was tested last. Whether one has changed.
bool live_model_read(LiveModel *live, const State *state);

// All threads of a team, without a closing barrier: marks in the state what breaks at x.
void live_model_test(const LiveModel *live, const double4 *x, State *state);

#endif
