// Measured: when, with which builds and on which processors an experiment was measured, as Markdown.
#ifndef WEFT_JUDGE_MEASURED_H
#define WEFT_JUDGE_MEASURED_H

#include <stdio.h>

#include "data/dataset.h"

// "7 cases, 1.3 minutes, 2026-11-23, commit 129c4e8, AMD EPYC": the cases without variations, the wall time with them, and days, commits
// and processors as many as there are.
Status measured_put(const Dataset *dataset, FILE *out) GNU_MUST_CHECK;

#endif
