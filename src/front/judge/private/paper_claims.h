// The claims whose source is a sentence of a paper: whether it holds everywhere it was judged, within a regime, or nowhere; as rows of a
// Markdown table.
#ifndef WEFT_JUDGE_PAPER_CLAIMS_H
#define WEFT_JUDGE_PAPER_CLAIMS_H

#include <stdio.h>

#include "judge/verdict.h"

typedef enum Standing { STANDING_YES, STANDING_REGIME, STANDING_NO, STANDING_CLOSE, STANDING_UNKNOWN, STANDINGS } Standing;

// Within a regime: yes in some group or variation, no in another one. A claim that could not be measured stands nowhere, whatever its
// variations say.
Standing standing_of(const VerdictResult *result);

bool paper_claim(const VerdictResult *result); // whether its source is a paper

// Where it holds: its groups, then its variations; "" when it has neither. size: VERDICT_REGIME_MAX + 2 * VERDICT_HELD_MAX for all of it.
void standing_where(const VerdictResult *result, char *out, size_t size);

// experiment: its path; it is measured by `weft run PATH --vary`.
void paper_claim_row(const VerdictResult *result, const char *experiment, FILE *out);

// What stands above the rows: the table of counts, and the head of theirs.
void paper_claims_head(const int counts[STANDINGS], FILE *out);

#endif
