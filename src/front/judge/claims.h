// Claims: writes the claims of the experiments in stores as a Markdown document, results/published/FINDINGS.md. Its parts:
// - the number of claims with each answer, by experiment
// - the sentences of papers, and how many of them hold
// - all claims of each experiment: answer, number, bound, variations, source of the bound, command, date and machine
#ifndef WEFT_JUDGE_CLAIMS_H
#define WEFT_JUDGE_CLAIMS_H

#include <stdio.h>

#include "judge/draft.h"
#include "store/store.h"

typedef struct ClaimsDocument ClaimsDocument;

Status claims_create(ClaimsDocument **out) GNU_MUST_CHECK;
// Adds a section for each experiment of the store with claims, by its newest text; with a file, only for the experiment of that file.
Status claims_add(ClaimsDocument *document, Store *store, const DraftFile *file) GNU_MUST_CHECK;
// Ends the document; nothing can be added afterwards.
Status claims_write(ClaimsDocument *document, FILE *out) GNU_MUST_CHECK;
void   claims_destroy(ClaimsDocument *document);

#endif
