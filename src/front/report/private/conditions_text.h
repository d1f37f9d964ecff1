// What the samples of a dataset were taken under, as sentences for the terminal and the page.
#ifndef WEFT_REPORT_CONDITIONS_TEXT_H
#define WEFT_REPORT_CONDITIONS_TEXT_H

#include <stdio.h>

#include "report/private/dataset.h"

// A case is warned about when more than this share of its timed steps was disturbed (view timed_step of schema.sql).
#define DISTURBED_SHARE_MOST 0.2

bool conditions_is_disturbed(const CaseRow *c);

// Disturbed samples, the frequencies seen, threads off their cores; "" when there is nothing to say. Plain text.
void conditions_text(const Dataset *dataset, char *out, size_t size);

#endif
