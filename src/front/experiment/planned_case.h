// PlannedCase: a case of an experiment, and its requested repetitions.
#ifndef WEFT_EXPERIMENT_PLANNED_CASE_H
#define WEFT_EXPERIMENT_PLANNED_CASE_H

#include "case/case.h"

enum { EXPERIMENT_CASES_MAX = 100000 };

typedef struct PlannedCase {
    Case        setup;
    const char *block;                                 // its name, in the experiment
    int         variation;                             // 0: none; else of Experiment.variations, from 1
    int         required[PASS_COUNT];                  // repetitions of each pass
    int         repeats;                               // of the timed pass in each process
    char        label[160];                            // for messages and reports
    char        references[REFERENCE_USES][HASH_TEXT]; // keys; "" for a use that needs no reference
} PlannedCase;

#endif
