// Claims: what the experiments of stores claim, as a Markdown document for results/published/CLAIMS.md: answer, number and bound, the
// variations under which it was judged again, where the bound comes from, and the command that measured it.
#ifndef WEFT_REPORT_CLAIMS_H
#define WEFT_REPORT_CLAIMS_H

#include <stdio.h>

#include "store/store.h"

void report_claims_begin(FILE *out);
// A section for each experiment that claims anything, in its newest text.
Status report_claims(Store *store, FILE *out) GNU_MUST_CHECK;

#endif
