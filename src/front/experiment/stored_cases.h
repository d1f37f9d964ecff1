// The cases of an experiment as they are in a store, even if defaults have changed since.
#ifndef WEFT_EXPERIMENT_STORED_CASES_H
#define WEFT_EXPERIMENT_STORED_CASES_H

#include "experiment/experiment.h"
#include "store/store.h"

// Plans exactly the stored cases of this experiment, of the same text and settings. If a default has changed, the stored case replaces the
// case of the text, with the block and the repetitions of the text. Variations are included if the experiment was read with them.
// STATUS_INPUT: the store has no such experiment, or a case that can no longer be measured; the message has its label and the reason.
Status experiment_take_stored(Experiment *experiment, Store *store) GNU_MUST_CHECK;

#endif
