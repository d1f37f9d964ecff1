// The answers of an experiment on its page: a line for each claim, with its details folded under it.
#ifndef WEFT_PAGE_ANSWERS_H
#define WEFT_PAGE_ANSWERS_H

#include <stdio.h>

#include "judge/verdict.h"

void answers_html(const VerdictResult *results, int count, FILE *out);

#endif
