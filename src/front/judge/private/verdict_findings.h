// The findings and the violated conditions of the cases that a verdict rests on.
#ifndef WEFT_JUDGE_VERDICT_FINDINGS_H
#define WEFT_JUDGE_VERDICT_FINDINGS_H

#include "data/dataset.h"
#include "experiment/figure_spec.h"

// The parts of a case that samples rest on.
typedef struct CaseRest {
    bool own, reference, any; // its own trajectory; a difference from its reference; either, or a probe
} CaseRest;

// "findings: crossings in 2, iterations in 1 of 6 cases; violated conditions: sweeps in 1 of 6 cases", or "". rests: [case_count]. Returns
// true if a finding forbids an answer to a claim on this data.
bool verdict_findings(const Dataset *dataset, const DataView *data, const CaseRest *rests, char *out, size_t size);

#endif
