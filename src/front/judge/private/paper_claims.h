// The claims whose source is a sentence of a paper, as rows of a Markdown table: each holds everywhere it was judged, within a regime, or
// nowhere.
#ifndef WEFT_JUDGE_PAPER_CLAIMS_H
#define WEFT_JUDGE_PAPER_CLAIMS_H

#include <stdio.h>

#include "judge/verdict.h"

typedef enum Standing { STANDING_YES, STANDING_REGIME, STANDING_NO, STANDING_CLOSE, STANDING_UNKNOWN, STANDINGS } Standing;

// Within a regime: yes in some group or variation, no in another. A claim that could not be measured has no standing, regardless of its
// variations.
Standing standing_of(const VerdictResult *result);

bool paper_claim(const VerdictResult *result); // true if its source is a paper

// The groups, then the variations in which it holds; "" if it has neither. size: VERDICT_REGIME_MAX + 2 * VERDICT_GROUPS_MAX is enough.
void standing_where(const VerdictResult *result, char *out, size_t size);

// experiment: its path; the command is `weft run PATH --vary`.
void paper_claim_row(const VerdictResult *result, const char *experiment, FILE *out);

// The text above the rows: the table of counts, and the table heading.
void paper_claims_head(const int counts[STANDINGS], FILE *out);

#endif
