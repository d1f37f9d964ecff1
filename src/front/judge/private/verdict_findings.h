// What was found wrong in the cases that a verdict rests on, and what was known beforehand of them.
#ifndef WEFT_JUDGE_VERDICT_FINDINGS_H
#define WEFT_JUDGE_VERDICT_FINDINGS_H

#include "data/dataset.h"
#include "experiment/figure_spec.h"

// Of a case, what samples rest on.
typedef struct CaseRest {
    bool own, reference, any; // its own trajectory; a difference from its reference; either, or a probe
} CaseRest;

// "found: crossings in 2, iterations in 1 of 6 cases; known beforehand: sweeps in 1 of 6 cases", or "". rests: [case_count]. Returns
// whether a finding leaves no answer to a claim on this data.
bool verdict_findings(const Dataset *dataset, const DataView *data, const CaseRest *rests, char *out, size_t size);

#endif
