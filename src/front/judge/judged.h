// The claims of an experiment in a store, and their verdicts.
#ifndef WEFT_JUDGE_JUDGED_H
#define WEFT_JUDGE_JUDGED_H

#include "judge/verdict.h"

// Local specs, zeroed, freed at the end of their block.
#define FIGURE_SPECS GNU_CLEANUP(figure_specs_destroy) FigureSpecs

// Its figures, tables and verdicts. STATUS_INPUT with the error in its text; nothing to free then.
Status judged_specs(const Dataset *dataset, FigureSpecs *out) GNU_MUST_CHECK;

// The same for another text; path: for messages.
Status judged_specs_of(const Dataset *dataset, const char *path, const char *text, FigureSpecs *out) GNU_MUST_CHECK;

// *out: [specs->verdict_count], in the arena of the dataset.
Status judged_verdicts(Dataset *dataset, const FigureSpecs *specs, VerdictResult **out) GNU_MUST_CHECK;

#endif
