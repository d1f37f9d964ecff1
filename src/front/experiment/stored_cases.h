// The cases of an experiment as a store has them, whatever has become of defaults since.
#ifndef WEFT_EXPERIMENT_STORED_CASES_H
#define WEFT_EXPERIMENT_STORED_CASES_H

#include "experiment/experiment.h"
#include "store/store.h"

// Plans the cases that the store has of this experiment, of the same text and settings, and no others: where the text gives one with
// another default today, the stored one takes its place, with the block and the repetitions of the text. Variations as far as the
// experiment was read with them. STATUS_INPUT: the store has no such experiment, or a case of it that cannot be measured any more, whose
// label and reason the message has.
Status experiment_take_stored(Experiment *experiment, Store *store) GNU_MUST_CHECK;

#endif
