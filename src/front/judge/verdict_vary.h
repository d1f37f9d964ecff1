// The verdicts of an experiment judged again under each of its variations, and what becomes of the sentences of `expected` that rest on
// them.
#ifndef WEFT_JUDGE_VERDICT_VARY_H
#define WEFT_JUDGE_VERDICT_VARY_H

#include "judge/verdict.h"

enum { VERDICT_REGIME_MAX = VARIATIONS_MAX * (VARIATION_NAME_MAX + 200) };

// Fills `variations` of each result, in the arena of `base`. A variation counts for a claim that is judged under it (VerdictSpec.vary)
// where it changes a case that the claim rests on, and leaves each side one. The noes of all of them hold together at 95 %. Replaces the
// temporary tables of `base`: after all that reads them.
Status verdicts_vary(Store *store, Dataset *base, VerdictResult *results, int count) GNU_MUST_CHECK;

// "yes in 11 of 12; no at scene.stiffness 1e4 (0.071 against 0.05)"; "" when it was not judged again.
void verdict_regime(const VerdictResult *result, char *out, size_t size);

// Puts into base->expected the sentences of specs, each followed by the answer in brackets where a verdict that carries it is not `yes`.
// A file without such sentences keeps its text.
Status verdicts_mark_expected(Dataset *base, const FigureSpecs *specs, const VerdictResult *results) GNU_MUST_CHECK;

#endif
