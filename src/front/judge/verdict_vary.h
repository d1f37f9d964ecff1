// Judges the verdicts of an experiment under each of its variations, and marks the sentences of `expected` that rest on them.
#ifndef WEFT_JUDGE_VERDICT_VARY_H
#define WEFT_JUDGE_VERDICT_VARY_H

#include "judge/verdict.h"

enum { VERDICT_REGIME_MAX = VARIATIONS_MAX * (VARIATION_NAME_MAX + 200) };

// Fills `variations` of each result, in the arena of `base`. A variation counts for a claim if the claim is judged under it
// (VerdictSpec.vary), if it changes a case of the claim, and if each side keeps a case. The intervals of all variations hold together at
// 95 %. Replaces the temporary tables of `base`, so call it after everything that reads them.
Status verdicts_vary(Store *store, Dataset *base, VerdictResult *results, int count) GNU_MUST_CHECK;

// "yes in 11 of 12; no at scene.stiffness 1e4 (0.071 against 0.05)"; "" without variations.
void verdict_regime(const VerdictResult *result, char *out, size_t size);

// Sets base->expected to the sentences of specs. A sentence is followed by the answer in brackets if a verdict that carries it is not
// `yes`. A file without such sentences keeps its text.
Status verdicts_mark_expected(Dataset *base, const FigureSpecs *specs, const VerdictResult *results) GNU_MUST_CHECK;

#endif
