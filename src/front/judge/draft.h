// Draft: an experiment file as it is now, beside the texts that a store was measured with, so that figures, tables and verdicts can be
// changed without measuring again.
#ifndef WEFT_JUDGE_DRAFT_H
#define WEFT_JUDGE_DRAFT_H

#include "experiment/experiment.h"
#include "store/store.h"

// An experiment file as it is now, with its variations.
typedef struct DraftFile {
    const Experiment *experiment;
    const char       *path;
} DraftFile;

typedef struct Draft {
    int64_t id;     // as that of any other experiment of the store, while it is open
    int     absent; // cases of the file that the store does not have
} Draft;

// Of one store, once, as an overlay (store/overlay.h). Cases that the store has of this experiment, and that this program cannot make any
// more because a solver, a setting or a value is gone, stay in their blocks. STATUS_INPUT when the store has none of its cases.
Status draft_make(Store *store, const Experiment *experiment, const char *path, Draft *out) GNU_MUST_CHECK;

#endif
