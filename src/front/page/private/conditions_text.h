// The conditions under which the samples of a dataset were taken, as sentences for the terminal and the page.
#ifndef WEFT_PAGE_CONDITIONS_TEXT_H
#define WEFT_PAGE_CONDITIONS_TEXT_H

#include <stdio.h>

#include "data/dataset.h"

bool conditions_is_disturbed(const CaseRow *c); // one of its processes

// Disturbed samples, clock frequencies, threads that left their cores; "" if there is nothing to report. Plain text.
void conditions_text(const Dataset *dataset, char *out, size_t size);

#endif
