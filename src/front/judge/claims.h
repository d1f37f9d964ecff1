// Claims: what the experiments of stores claim, as the Markdown document results/published/FINDINGS.md: the number of claims with each
// answer, the sentences of papers and how many of them hold, then all claims of each experiment: answer, number and bound, the variations
// under which it was judged again, the source of the bound, the command that measured it, when and where.
#ifndef WEFT_JUDGE_CLAIMS_H
#define WEFT_JUDGE_CLAIMS_H

#include <stdio.h>

#include "judge/draft.h"
#include "store/store.h"

typedef struct ClaimsDocument ClaimsDocument;

Status claims_create(ClaimsDocument **out) GNU_MUST_CHECK;
// A section for each experiment of the store that claims anything, in its newest text; or by a file, for the one that the file is of.
Status claims_add(ClaimsDocument *document, Store *store, const DraftFile *file) GNU_MUST_CHECK;
// Ends it: nothing can be added then.
Status claims_write(ClaimsDocument *document, FILE *out) GNU_MUST_CHECK;
void   claims_destroy(ClaimsDocument *document);

#endif
