// Draft: applies the present experiment file to measurements that were made with an earlier text. Figures, tables and verdicts can then be
// changed without measuring again.
#ifndef WEFT_JUDGE_DRAFT_H
#define WEFT_JUDGE_DRAFT_H

#include "experiment/experiment.h"
#include "store/store.h"

// The present experiment file, with its variations.
typedef struct DraftFile {
    const Experiment *experiment;
    const char       *path;
} DraftFile;

typedef struct Draft {
    int64_t id;     // like the id of any experiment of the store, while it is open
    int     absent; // cases of the file that the store does not have
} Draft;

// Once for a store, as an overlay (store/overlay.h). Some stored cases of this experiment can no longer be made, because a solver, a
// setting or a value is gone; they stay in their blocks. STATUS_INPUT: the store has none of its cases.
Status draft_make(Store *store, const Experiment *experiment, const char *path, Draft *out) GNU_MUST_CHECK;

#endif
